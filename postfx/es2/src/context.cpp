// SPDX-License-Identifier: MIT
// Making of a context: checks of the device, and the objects that all passes share.
#include "context.h"

#include <es2/interface.h>

#include <algorithm>
#include <memory>
#include <new>
#include <utility>

#include "array.h"
#include "call.h"
#include "gl.h"
#include "gpu/host/checker.h"
#include "gpu/host/report.h"

namespace photopic::es2 {
namespace {

constexpr int kVersion = 20;
// Blocks of the pyramid, and parts of kernels, lie within a texture.
constexpr std::uint32_t kSideUnit = ES2_REDUCE_BLOCK_SIDE;
static_assert(kSideUnit == ES2_CONVOLVE_MAX_SIDE);

Status check_context(const Device& device) {
  const int version = context_version();
  if (version == 0) return report(device, Status::invalid_argument, "create: no OpenGL ES context is current");
  const GLubyte* renderer = glGetString(GL_RENDERER);
  const char* name = renderer == nullptr ? "?" : reinterpret_cast<const char*>(renderer);
  if (is_desktop_context() || version < kVersion) {
    return report(device, Status::unsupported,
                  "create: the current context is OpenGL%s %d.%d (%s): OpenGL ES 2.0 or later is needed",
                  is_desktop_context() ? "" : " ES", version / 10, version % 10, name);
  }
  if (is_context_lost()) return report(device, Status::device_error, "create: the current context is lost");
  GLint range[2] = {0, 0};
  GLint bits = 0;
  glGetShaderPrecisionFormat(GL_FRAGMENT_SHADER, GL_HIGH_FLOAT, range, &bits);
  if (bits < 23 || range[1] < 127) {
    return report(
        device, Status::unsupported,
        "create: GL_HIGH_FLOAT of fragment shaders has %d bits and exponents to %d (%s): 23 and 127 are needed", bits,
        range[1], name);
  }
  return Status::ok;
}

/// What both textures and viewports may have.
std::uint32_t device_max_side() {
  GLint texture = 0, viewport[2] = {0, 0};
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &texture);
  glGetIntegerv(GL_MAX_VIEWPORT_DIMS, viewport);
  return static_cast<std::uint32_t>(std::min({texture, viewport[0], viewport[1]}));
}

void make_objects(Context::Impl& context) {
  constexpr float kCorners[] = {-1.0f, -1.0f, 3.0f, -1.0f, -1.0f, 3.0f};
  glGenFramebuffers(1, &context.framebuffer);
  glGenBuffers(1, &context.corners);
  glBindBuffer(GL_ARRAY_BUFFER, context.corners);
  glBufferData(GL_ARRAY_BUFFER, sizeof kCorners, kCorners, GL_STATIC_DRAW);
}

/// ES 2.0 leaves it to the device which textures it can draw to.
Status check_rendering(Context::Impl& context) {
  std::unique_ptr<Array::Impl> array;
  const Status status = make_array(context, "create", {kSideUnit, kSideUnit}, &array);
  if (status != Status::ok) return status;
  glBindFramebuffer(GL_FRAMEBUFFER, context.framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, array->tiles[0].texture, 0);
  const GLenum found = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  GLint bits[4] = {0, 0, 0, 0};
  glGetIntegerv(GL_RED_BITS, &bits[0]);
  glGetIntegerv(GL_GREEN_BITS, &bits[1]);
  glGetIntegerv(GL_BLUE_BITS, &bits[2]);
  glGetIntegerv(GL_ALPHA_BITS, &bits[3]);
  if (found == GL_FRAMEBUFFER_COMPLETE && *std::min_element(bits, bits + 4) >= 8) return Status::ok;
  return report(context.gpu.device, Status::unsupported,
                "create: a framebuffer of an RGBA8 texture has status 0x%x and %d, %d, %d, %d bits: it must be "
                "complete, with 8 each",
                found, bits[0], bits[1], bits[2], bits[3]);
}

}  // namespace

Status Context::create(const CreateInfo& info, Context* out) noexcept {
  Device device;
  device.message = info.message;
  device.message_user = info.message_user;
  PHOTOPIC_TRY(check_context(device));
  Context context;
  context.impl_ = new (std::nothrow) Impl;
  if (context.impl_ == nullptr) return report(device, Status::out_of_memory, "create: out of host memory");
  Impl& impl = *context.impl_;
  impl.gpu.device = device;
  const std::uint32_t largest = device_max_side();
  impl.max_side = (info.max_side == 0 ? largest : info.max_side) / kSideUnit * kSideUnit;
  PHOTOPIC_TRY(Checker(impl.gpu, "create")
                   .range("max_side", info.max_side == 0 ? largest : info.max_side, kSideUnit, largest)
                   .status());
  const Call call(impl.gpu, "create");
  PHOTOPIC_TRY(call.status());
  make_objects(impl);
  PHOTOPIC_TRY(check_rendering(impl));
  PHOTOPIC_TRY(test_arithmetic(impl, call.function()));
  PHOTOPIC_TRY(call.end());
  *out = std::move(context);
  return Status::ok;
}

Context::Context(Context&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

Context& Context::operator=(Context&& other) noexcept {
  Context taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

Context::~Context() {
  if (impl_ != nullptr && has_context()) {
    impl_->programs.destroy();
    glDeleteFramebuffers(1, &impl_->framebuffer);
    glDeleteBuffers(1, &impl_->corners);
  }
  delete impl_;
}

bool Context::keeps_subnormals() const noexcept { return impl_ != nullptr && impl_->keeps_subnormals; }
std::uint32_t Context::max_side() const noexcept { return impl_ == nullptr ? 0 : impl_->max_side; }

}  // namespace photopic::es2
