// SPDX-License-Identifier: MIT
// Mip chains on WebGL 2.
#include "mip_chain.h"

#include <GLES3/gl3.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <bit>

namespace lab {

bool MipChain::create() {
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = emscripten_webgl_get_current_context();
  if (emscripten_webgl_enable_extension(context, "EXT_color_buffer_float") == 0) return false;
  has_floats_ = emscripten_webgl_enable_extension(context, "OES_texture_float_linear") != 0;
  glGenFramebuffers(1, &framebuffer_);
  return true;
}

float MipChain::last_level(const View& view, std::uint32_t width, std::uint32_t height) const {
  const auto columns = static_cast<GLsizei>(width), rows = static_cast<GLsizei>(height);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  glBindTexture(GL_TEXTURE_2D, texture);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(view.width));
  glTexImage2D(GL_TEXTURE_2D, 0, has_floats_ ? GL_R32F : GL_R16F, columns, rows, 0, GL_RED, GL_FLOAT,
               view.log2_luminance.data());
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glGenerateMipmap(GL_TEXTURE_2D);
  const GLint last = std::bit_width(std::max(width, height)) - 1;
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, last);
  float texel[4] = {};
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, texel);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, 0, 0);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glDeleteTextures(1, &texture);
  return texel[0];
}

float MipChain::whole(const View& view) const { return last_level(view, view.width, view.height); }

float MipChain::even_crop(const View& view) const {
  return last_level(view, std::bit_floor(view.width), std::bit_floor(view.height));
}

}  // namespace lab
