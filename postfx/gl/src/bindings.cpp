// SPDX-License-Identifier: MIT
// Saving and restoring of the host's OpenGL bindings.
#include "bindings.h"

#include <epoxy/gl.h>

namespace photopic::gl {
namespace {

constexpr GLenum kUnpacking[] = {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH,  GL_UNPACK_IMAGE_HEIGHT,
                                 GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_IMAGES,
                                 GL_UNPACK_SWAP_BYTES};

std::int32_t get(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return value;
}

std::int32_t get(GLenum what, GLuint index) {
  GLint value = 0;
  glGetIntegeri_v(what, index, &value);
  return value;
}

void enable(GLenum what, bool is_on) { is_on ? glEnable(what) : glDisable(what); }

}  // namespace

HostBindings::BufferRange HostBindings::range_of(std::uint32_t target, std::uint32_t index) noexcept {
  const bool is_storage = target == GL_SHADER_STORAGE_BUFFER;
  BufferRange range = {};
  range.buffer = get(is_storage ? GL_SHADER_STORAGE_BUFFER_BINDING : GL_UNIFORM_BUFFER_BINDING, index);
  GLint64 value = 0;
  glGetInteger64i_v(is_storage ? GL_SHADER_STORAGE_BUFFER_START : GL_UNIFORM_BUFFER_START, index, &value);
  range.offset = value;
  glGetInteger64i_v(is_storage ? GL_SHADER_STORAGE_BUFFER_SIZE : GL_UNIFORM_BUFFER_SIZE, index, &value);
  range.size = value;
  return range;
}

void HostBindings::bind(std::uint32_t target, std::uint32_t index, const BufferRange& range) noexcept {
  const GLuint buffer = static_cast<GLuint>(range.buffer);
  if (range.size > 0) {
    glBindBufferRange(target, index, buffer, static_cast<GLintptr>(range.offset), static_cast<GLsizeiptr>(range.size));
  } else {
    glBindBufferBase(target, index, buffer);
  }
}

void HostBindings::save() noexcept {
  program_ = get(GL_CURRENT_PROGRAM);
  for (GLuint i = 0; i < kUnits; ++i) {
    textures_[i] = get(GL_TEXTURE_BINDING_2D, i);
    samplers_[i] = get(GL_SAMPLER_BINDING, i);
    storage_[i] = range_of(GL_SHADER_STORAGE_BUFFER, i);
  }
  for (GLuint i = 0; i < kImageUnits; ++i) {
    images_[i] = {get(GL_IMAGE_BINDING_NAME, i),  get(GL_IMAGE_BINDING_LEVEL, i),  get(GL_IMAGE_BINDING_LAYERED, i),
                  get(GL_IMAGE_BINDING_LAYER, i), get(GL_IMAGE_BINDING_ACCESS, i), get(GL_IMAGE_BINDING_FORMAT, i)};
  }
  uniform_ = range_of(GL_UNIFORM_BUFFER, 0);
  storage_target_ = get(GL_SHADER_STORAGE_BUFFER_BINDING);
  uniform_target_ = get(GL_UNIFORM_BUFFER_BINDING);
  unpack_buffer_ = get(GL_PIXEL_UNPACK_BUFFER_BINDING);
  for (std::size_t i = 0; i < unpacking_.size(); ++i) unpacking_[i] = get(kUnpacking[i]);
  has_scissor_ = glIsEnabled(GL_SCISSOR_TEST) == GL_TRUE;
  has_srgb_ = glIsEnabled(GL_FRAMEBUFFER_SRGB) == GL_TRUE;
  // State that would change copies.
  for (std::size_t i = 0; i < unpacking_.size(); ++i) glPixelStorei(kUnpacking[i], i == 0 ? 4 : 0);
  glDisable(GL_SCISSOR_TEST);
  glDisable(GL_FRAMEBUFFER_SRGB);
}

void HostBindings::restore() const noexcept {
  const GLint active = get(GL_ACTIVE_TEXTURE);
  glUseProgram(static_cast<GLuint>(program_));
  for (GLuint i = 0; i < kUnits; ++i) {
    // Not glBindTextureUnit, which for 0 unbinds textures of all targets.
    glActiveTexture(GL_TEXTURE0 + i);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[i]));
    glBindSampler(i, static_cast<GLuint>(samplers_[i]));
    bind(GL_SHADER_STORAGE_BUFFER, i, storage_[i]);
  }
  glActiveTexture(static_cast<GLenum>(active));
  for (GLuint i = 0; i < kImageUnits; ++i) {
    const ImageUnit& unit = images_[i];
    glBindImageTexture(i, static_cast<GLuint>(unit.texture), unit.level, unit.layered != 0 ? GL_TRUE : GL_FALSE,
                       unit.layer, static_cast<GLenum>(unit.access), static_cast<GLenum>(unit.format));
  }
  bind(GL_UNIFORM_BUFFER, 0, uniform_);
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(storage_target_));
  glBindBuffer(GL_UNIFORM_BUFFER, static_cast<GLuint>(uniform_target_));
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpack_buffer_));
  for (std::size_t i = 0; i < unpacking_.size(); ++i) glPixelStorei(kUnpacking[i], unpacking_[i]);
  enable(GL_SCISSOR_TEST, has_scissor_);
  enable(GL_FRAMEBUFFER_SRGB, has_srgb_);
}

}  // namespace photopic::gl
