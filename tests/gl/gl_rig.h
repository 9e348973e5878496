// SPDX-License-Identifier: MIT
// OpenGL context of a test, textures in it, and the module on it.
#ifndef PHOTOPIC_TESTS_GL_GL_RIG_H
#define PHOTOPIC_TESTS_GL_GL_RIG_H

#include <epoxy/gl.h>
#include <photopic/gl.h>
#include <photopic/post_process.h>

#include <memory>
#include <string>
#include <vector>

#include "bindings.h"
#include "engine/opengl/egl_context.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace gl_test {

namespace gl = photopic::gl;
using photopic::Status;

inline constexpr VkFormat kHdrFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
inline constexpr std::size_t kHdrTexelBytes = 8;

class Texture {
 public:
  Texture(GLenum format, VkExtent2D extent) {
    glCreateTextures(GL_TEXTURE_2D, 1, &name_);
    glTextureStorage2D(name_, 1, format, GLsizei(extent.width), GLsizei(extent.height));
  }
  ~Texture() { glDeleteTextures(1, &name_); }
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;
  GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline std::vector<std::byte> hdr_texels(VkExtent2D extent) {
  const test::TexelFn texel = test::gradient_with_noise(extent);
  std::vector<std::byte> bytes(kHdrTexelBytes * extent.width * extent.height);
  std::byte* at = bytes.data();
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x, at += kHdrTexelBytes) test::encode(kHdrFormat, texel(x, y), at);
  }
  return bytes;
}

inline void upload(const Texture& texture, VkExtent2D extent, const std::vector<std::byte>& texels) {
  glTextureSubImage2D(texture.name(), 0, 0, 0, GLsizei(extent.width), GLsizei(extent.height), GL_RGBA, GL_HALF_FLOAT,
                      texels.data());
}

/// Keeps the last message.
inline gl::Host host_of(std::string* message) {
  return {.message = [](Status, const char* text, void* user) { *static_cast<std::string*>(user) = text; },
          .message_user = message};
}

/// One context for the process.
class OpenGl : public testing::Test {
 protected:
  static void SetUpTestSuite() { egl_ = std::make_unique<engine::EglContext>(engine::EglContext::Api::core, true); }
  static void TearDownTestSuite() { egl_.reset(); }

  OpenGl() { EXPECT_EQ(gl::Context::create(host_of(&message_), &context_), Status::ok) << message_; }

  void TearDown() override {
    for (const std::string& message : egl_->take_messages()) ADD_FAILURE() << message;
  }

  photopic::PostProcess make(const photopic::MadeFor& info) {
    photopic::PostProcess post;
    EXPECT_EQ(test::create(context_.device(), info, &post), Status::ok) << message_;
    return post;
  }

  static test::State state_of(const photopic::PostProcess& post) {
    test::State state;
    glMemoryBarrier(GL_BUFFER_UPDATE_BARRIER_BIT);
    glGetNamedBufferSubData(gl::name_of(post.state_buffer()), 0, sizeof state, &state);
    return state;
  }

  static inline std::unique_ptr<engine::EglContext> egl_;
  gl::Context context_;
  std::string message_;
};

}  // namespace gl_test

#endif
