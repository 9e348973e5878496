// SPDX-License-Identifier: MIT
// Saving and restoring of the host's OpenGL state around a call.
#include "call.h"

#include <iterator>

#include "gl.h"
#include "gpu/host/report.h"

namespace photopic::es2 {
namespace {

/// All that ES 2.0 has. Each would bend a pass.
constexpr GLenum kCapabilities[] = {GL_BLEND,           GL_CULL_FACE,           GL_DEPTH_TEST,
                                    GL_DITHER,          GL_POLYGON_OFFSET_FILL, GL_SAMPLE_ALPHA_TO_COVERAGE,
                                    GL_SAMPLE_COVERAGE, GL_SCISSOR_TEST,        GL_STENCIL_TEST};

std::int32_t get(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return value;
}

std::int32_t get_attribute(GLenum what) {
  GLint value = 0;
  glGetVertexAttribiv(0, what, &value);
  return value;
}

void enable(GLenum what, bool is_on) { is_on ? glEnable(what) : glDisable(what); }

/// The first of the errors since the last call. Bounded: a lost context may answer the same for ever.
GLenum take_error() {
  GLenum first = GL_NO_ERROR;
  for (int i = 0; i < 16; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    if (first == GL_NO_ERROR) first = error;
  }
  return first;
}

}  // namespace

bool has_context() noexcept { return context_version() > 0; }

void HostState::save() noexcept {
  static_assert(std::size(kCapabilities) == std::tuple_size_v<decltype(capabilities_)>);
  program_ = get(GL_CURRENT_PROGRAM);
  active_unit_ = get(GL_ACTIVE_TEXTURE);
  for (GLuint i = 0; i < kUnits; ++i) {
    glActiveTexture(GL_TEXTURE0 + i);
    textures_[i] = get(GL_TEXTURE_BINDING_2D);
  }
  framebuffer_ = get(GL_FRAMEBUFFER_BINDING);
  glGetIntegerv(GL_VIEWPORT, viewport_.data());
  for (std::size_t i = 0; i < capabilities_.size(); ++i) {
    capabilities_[i] = glIsEnabled(kCapabilities[i]) == GL_TRUE;
    glDisable(kCapabilities[i]);
  }
  glGetBooleanv(GL_COLOR_WRITEMASK, color_mask_.data());
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  pack_alignment_ = get(GL_PACK_ALIGNMENT);
  unpack_alignment_ = get(GL_UNPACK_ALIGNMENT);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  array_buffer_ = get(GL_ARRAY_BUFFER_BINDING);
  attribute_.buffer = get_attribute(GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING);
  attribute_.is_enabled = get_attribute(GL_VERTEX_ATTRIB_ARRAY_ENABLED);
  attribute_.size = get_attribute(GL_VERTEX_ATTRIB_ARRAY_SIZE);
  attribute_.stride = get_attribute(GL_VERTEX_ATTRIB_ARRAY_STRIDE);
  attribute_.type = get_attribute(GL_VERTEX_ATTRIB_ARRAY_TYPE);
  attribute_.is_normalized = get_attribute(GL_VERTEX_ATTRIB_ARRAY_NORMALIZED);
  glGetVertexAttribPointerv(0, GL_VERTEX_ATTRIB_ARRAY_POINTER, &attribute_.pointer);
  glGetVertexAttribfv(0, GL_CURRENT_VERTEX_ATTRIB, attribute_.value);
}

void HostState::restore() const noexcept {
  glUseProgram(static_cast<GLuint>(program_));
  for (GLuint i = 0; i < kUnits; ++i) {
    glActiveTexture(GL_TEXTURE0 + i);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(textures_[i]));
  }
  glActiveTexture(static_cast<GLenum>(active_unit_));
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(framebuffer_));
  glViewport(viewport_[0], viewport_[1], viewport_[2], viewport_[3]);
  for (std::size_t i = 0; i < capabilities_.size(); ++i) enable(kCapabilities[i], capabilities_[i]);
  glColorMask(color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
  glPixelStorei(GL_PACK_ALIGNMENT, pack_alignment_);
  glPixelStorei(GL_UNPACK_ALIGNMENT, unpack_alignment_);
  glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(attribute_.buffer));
  glVertexAttribPointer(0, attribute_.size, static_cast<GLenum>(attribute_.type),
                        attribute_.is_normalized != 0 ? GL_TRUE : GL_FALSE, attribute_.stride, attribute_.pointer);
  attribute_.is_enabled != 0 ? glEnableVertexAttribArray(0) : glDisableVertexAttribArray(0);
  glVertexAttrib4fv(0, attribute_.value);
  glBindBuffer(GL_ARRAY_BUFFER, static_cast<GLuint>(array_buffer_));
}

Call::Call(const Gpu& gpu, const char* function) noexcept : gpu_(gpu), function_(function), status_(Status::ok) {
  if (!has_context()) {
    status_ = report(gpu.device, Status::invalid_argument, "%s: no OpenGL ES context is current", function);
    return;
  }
  if (kLossEndsQueries && is_context_lost()) {
    status_ = report(gpu.device, Status::device_error, "%s: the context is lost", function);
    return;
  }
  host_.save();
  take_error();
}

Call::~Call() {
  if (status_ == Status::ok) host_.restore();
}

Status Call::end() const noexcept {
  const GLenum error = take_error();
  if (error == GL_NO_ERROR) return Status::ok;
  if (error == GL_OUT_OF_MEMORY) {
    return report(gpu_.device, Status::out_of_memory, "%s: OpenGL ES: GL_OUT_OF_MEMORY", function_);
  }
  return report(gpu_.device, Status::device_error, "%s: OpenGL ES: %s (0x%x)", function_,
                error == GL_CONTEXT_LOST ? "the context is lost" : "error", error);
}

}  // namespace photopic::es2
