// SPDX-License-Identifier: MIT
// Tests of what the host has bound and set in its OpenGL context.
#include <vector>

#include "gl/gl_rig.h"

namespace {

namespace gl = photopic::gl;
using gl_test::hdr_texels;
using gl_test::OpenGl;
using gl_test::Texture;
using gl_test::upload;
using photopic::Status;

TEST_F(OpenGl, AnErrorThatTheHostLeftIsNotOurs) {
  glEnable(GL_TEXTURE_2D_ARRAY);  // no capability
  EXPECT_NE(make({.max_extent = {16, 16}, .meter_method = photopic::MeterMethod::pyramid}).memory_bytes(), 0u);
  EXPECT_FALSE(egl_->take_messages().empty());
}

TEST_F(OpenGl, WhatTheHostHadBoundIsBoundAgain) {
  constexpr VkExtent2D kExtent = {64, 64};
  const Texture hdr(GL_RGBA16F, kExtent), ldr(GL_RGBA8, kExtent), own(GL_RGBA8, kExtent);
  upload(hdr, kExtent, hdr_texels(kExtent));
  GLuint buffer = 0, sampler = 0, framebuffer = 0;
  glCreateBuffers(1, &buffer);
  glNamedBufferData(buffer, 1024, nullptr, GL_STATIC_DRAW);
  glCreateSamplers(1, &sampler);
  glCreateFramebuffers(1, &framebuffer);
  glActiveTexture(GL_TEXTURE3);
  for (GLuint i = 0; i < 8; ++i) {
    glBindTextureUnit(i, own.name());
    glBindSampler(i, sampler);
    glBindImageTexture(i, own.name(), 0, GL_FALSE, 0, GL_READ_ONLY, GL_RGBA8);
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffer, 256, 512);
  }
  glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer);
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
  glEnable(GL_SCISSOR_TEST);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 3);
  const auto snapshot = [] {
    constexpr GLenum kGlobal[] = {GL_CURRENT_PROGRAM,
                                  GL_ACTIVE_TEXTURE,
                                  GL_READ_FRAMEBUFFER_BINDING,
                                  GL_DRAW_FRAMEBUFFER_BINDING,
                                  GL_SCISSOR_TEST,
                                  GL_FRAMEBUFFER_SRGB,
                                  GL_UNPACK_ALIGNMENT,
                                  GL_UNPACK_SKIP_ROWS,
                                  GL_UNIFORM_BUFFER_BINDING,
                                  GL_SHADER_STORAGE_BUFFER_BINDING,
                                  GL_PIXEL_UNPACK_BUFFER_BINDING};
    constexpr GLenum kOfUnits[] = {GL_TEXTURE_BINDING_2D, GL_SAMPLER_BINDING, GL_SHADER_STORAGE_BUFFER_BINDING,
                                   GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE};
    constexpr GLenum kOfImages[] = {GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT};
    constexpr GLenum kOfUniforms[] = {GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE};
    std::vector<GLint64> values;
    for (const GLenum what : kGlobal) glGetInteger64v(what, &values.emplace_back());
    for (GLuint i = 0; i < 10; ++i) {
      for (const GLenum what : kOfUnits) glGetInteger64i_v(what, i, &values.emplace_back());
    }
    for (GLuint i = 0; i < 8; ++i) {
      for (const GLenum what : kOfImages) glGetInteger64i_v(what, i, &values.emplace_back());
    }
    for (const GLenum what : kOfUniforms) glGetInteger64i_v(what, 0, &values.emplace_back());
    return values;
  };
  const std::vector<GLint64> before = snapshot();
  for (const photopic::MeterMethod method : {photopic::MeterMethod::pyramid, photopic::MeterMethod::single_pass}) {
    photopic::PostProcess post = make({.max_extent = kExtent, .meter_method = method});
    photopic::NaiveMeter blits;
    ASSERT_EQ(photopic::NaiveMeter::create(context_.device(), {.max_extent = kExtent}, &blits), Status::ok) << message_;
    const gl::Recording recording(context_);
    const photopic::Frame frame = {
        .hdr = {gl::view_of(hdr.name())}, .ldr = {gl::view_of(ldr.name())}, .extent = kExtent};
    ASSERT_EQ(post.record(recording.command_buffer(), frame, {}), Status::ok) << message_;
    ASSERT_EQ(blits.record(recording.command_buffer(), {.hdr = {frame.hdr}, .extent = kExtent}, {}, {}), Status::ok)
        << message_;
    EXPECT_NE(snapshot(), before);
  }
  EXPECT_EQ(snapshot(), before);
  glDisable(GL_SCISSOR_TEST);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_SKIP_ROWS, 0);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteSamplers(1, &sampler);
  glDeleteBuffers(1, &buffer);
}

}  // namespace
