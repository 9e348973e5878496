// SPDX-License-Identifier: MIT
// Metering and tone mapping of one picture on OpenGL ES 2.0, in a context without a window.
#include "photopic/pictures/es2_still.h"

#include <epoxy/gl.h>
#include <photopic/es2.h>

#include <algorithm>
#include <array>

#include "arguments/errors.h"
#include "engine/opengl/egl_context.h"
#include "photopic/pictures/texels.h"

namespace cli {
namespace {

namespace es2 = photopic::es2;

/// Target of drawing.
class Texture {
 public:
  explicit Texture(es2::Size size) {
    const auto width = static_cast<GLsizei>(size.width), height = static_cast<GLsizei>(size.height);
    glGenTextures(1, &name_);
    glBindTexture(GL_TEXTURE_2D, name_);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glGenFramebuffers(1, &framebuffer_);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, name_, 0);
    if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      throw engine::Error("OpenGL ES: a texture of " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                          " texels can't be drawn to");
    }
  }
  ~Texture() {
    glDeleteFramebuffers(1, &framebuffer_);
    glDeleteTextures(1, &name_);
  }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  std::uint32_t name() const { return name_; }
  /// Rows of four bytes a texel: aligned as OpenGL has it by default.
  std::vector<std::byte> read(es2::Size size) const {
    std::vector<std::byte> texels(4 * std::size_t{size.width} * size.height);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
    glReadPixels(0, 0, static_cast<GLsizei>(size.width), static_cast<GLsizei>(size.height), GL_RGBA, GL_UNSIGNED_BYTE,
                 texels.data());
    const GLenum error = glGetError();
    if (error != GL_NO_ERROR) throw engine::Error("glReadPixels: error " + std::to_string(error));
    return texels;
  }

 private:
  GLuint name_ = 0, framebuffer_ = 0;
};

}  // namespace

struct Es2Still::Impl {
  explicit Impl(bool is_checked) : egl(engine::EglContext::Api::es, is_checked) {
    const auto keep = [](photopic::Status, const char* text, void* words) { *static_cast<std::string*>(words) = text; };
    const photopic::Status status = es2::Context::create({.message = keep, .message_user = &message}, &context);
    if (status != photopic::Status::ok) throw engine::Error(message);
  }

  /// Throws Photopic's words: UsageError for what the user asked for, engine::Error for anything else.
  void require(photopic::Status status) const {
    if (status == photopic::Status::ok) return;
    const bool is_asked = status == photopic::Status::invalid_argument || status == photopic::Status::unsupported;
    if (is_asked) throw arguments::UsageError(message);
    throw engine::Error(message);
  }

  es2::Picture picture() const { return {&planes[0], &planes[1], &planes[2]}; }

  std::string message;
  engine::EglContext egl;
  es2::Context context;
  es2::Size size;
  std::array<es2::Array, 3> planes;
  es2::PostProcess post;
};

Es2Still::Es2Still(bool is_checked) : impl_(std::make_unique<Impl>(is_checked)) {}
Es2Still::~Es2Still() = default;

void Es2Still::load(image_io::ImageReader& reader) {
  impl_->size = {reader.info().width, reader.info().height};
  const std::size_t count = std::size_t{impl_->size.width} * impl_->size.height;
  std::array<std::vector<float>, 3> values;
  for (std::vector<float>& plane : values) plane.reserve(count);
  for_each_texel(reader, [&](const reference::Rgb& texel) {
    values[0].push_back(static_cast<float>(texel.r));
    values[1].push_back(static_cast<float>(texel.g));
    values[2].push_back(static_cast<float>(texel.b));
  });
  for (std::size_t i = 0; i < values.size(); ++i) {
    impl_->require(es2::Array::create(impl_->context, impl_->size, &impl_->planes[i]));
    impl_->require(impl_->planes[i].upload(values[i].data(), values[i].size()));
  }
  impl_->require(es2::PostProcess::create(impl_->context, impl_->size, &impl_->post));
}

photopic::gpu::ExposureState Es2Still::meter(const session::Settings& settings) {
  if (const char* const option = session::single_pass_option(settings)) {
    throw arguments::UsageError(std::string(option) +
                                ": --backend es2 has a pyramid only, which counts every texel alike");
  }
  impl_->require(impl_->post.meter({.picture = impl_->picture()}, settings.meter, settings.exposure));
  es2::ExposureState read;
  impl_->require(impl_->post.read_state(&read));
  photopic::gpu::ExposureState state = {.exposure = read.exposure,
                                        .adapted_ev100 = read.adapted_ev100,
                                        .target_ev100 = read.target_ev100,
                                        .scene_ev100 = read.scene_ev100,
                                        .mean_log2_luminance = read.mean_log2_luminance,
                                        .weight_sum = read.valid_texels};
  const std::uint32_t texels = impl_->size.width * impl_->size.height;
  state.valid_texels = std::min(static_cast<std::uint32_t>(read.valid_texels), texels);
  state.invalid_texels = texels - state.valid_texels;
  return state;
}

std::vector<std::byte> Es2Still::tone_map(const photopic::ToneMapSettings& settings) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  if (std::max(impl_->size.width, impl_->size.height) > static_cast<std::uint32_t>(limit)) {
    throw arguments::UsageError("the picture is " + std::to_string(impl_->size.width) + "x" +
                                std::to_string(impl_->size.height) + " texels; the device draws up to " +
                                std::to_string(limit) + " a side");
  }
  const Texture target(impl_->size);
  impl_->require(impl_->post.tone_map(impl_->picture(), {.texture = target.name()}, settings));
  return target.read(impl_->size);
}

std::vector<std::string> Es2Still::take_messages() { return impl_->egl.take_messages(); }

}  // namespace cli
