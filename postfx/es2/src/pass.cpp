// SPDX-License-Identifier: MIT
// Uniforms, textures and target of a full-screen pass.
#include "pass.h"

#include <cassert>
#include <cstdio>
#include <limits>

#include "call.h"
#include "gl.h"

namespace photopic::es2 {

Pass::Pass(Context::Impl& context, const char* function, const ProgramKey& key) noexcept
    : context_(context), status_(context.programs.find(context.gpu, function, key, &program_)) {
  if (status_ != Status::ok) return;
  glUseProgram(program_);
  using Float = std::numeric_limits<float>;
  glUniform4f(glGetUniformLocation(program_, "specials"), Float::infinity(), Float::quiet_NaN(), 1.0f, 0.5f);
  glBindBuffer(GL_ARRAY_BUFFER, context.corners);
  glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
  glEnableVertexAttribArray(0);
}

void Pass::set(const char* name, float value) const noexcept {
  glUniform1f(glGetUniformLocation(program_, name), value);
}

void Pass::set(const char* name, float x, float y) const noexcept {
  glUniform2f(glGetUniformLocation(program_, name), x, y);
}

void Pass::bind(const char* name, const Tile& tile) noexcept {
  assert(unit_ < kUnits);
  glActiveTexture(GL_TEXTURE0 + unit_);
  glBindTexture(GL_TEXTURE_2D, tile.texture);
  glUniform1i(glGetUniformLocation(program_, name), static_cast<GLint>(unit_));
  char scale[32];
  std::snprintf(scale, sizeof scale, "%s_scale", name);
  set(scale, 1.0f / static_cast<float>(tile.width), 1.0f / static_cast<float>(tile.height));
  ++unit_;
}

void Pass::draw(std::uint32_t texture, const Rect& rect) noexcept {
  glBindFramebuffer(GL_FRAMEBUFFER, context_.framebuffer);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
  draw(rect);
}

void Pass::draw(const Rect& rect) noexcept {
  set("size", static_cast<float>(rect.width), static_cast<float>(rect.height));
  glViewport(static_cast<GLint>(rect.x), static_cast<GLint>(rect.y), static_cast<GLsizei>(rect.width),
             static_cast<GLsizei>(rect.height));
  glDrawArrays(GL_TRIANGLES, 0, 3);
  unit_ = 0;
}

}  // namespace photopic::es2
