// SPDX-License-Identifier: MIT
// Functions of OpenGL ES 2.0, and facts about the current context: by libepoxy, or by emscripten for WebGL.
#ifndef PHOTOPIC_SRC_ES2_GL_H
#define PHOTOPIC_SRC_ES2_GL_H

#ifdef __EMSCRIPTEN__
#include <GLES2/gl2.h>
#include <GLES2/gl2ext.h>
#include <emscripten/html5.h>

#define GL_CONTEXT_LOST 0x0507  // of GL_KHR_robustness
#else
#include <epoxy/gl.h>
#endif

namespace photopic::es2 {

#ifdef __EMSCRIPTEN__
/// Whether queries of a lost context answer with nothing, which a caller must not read.
inline constexpr bool kLossEndsQueries = true;

/// 10 * major + minor; 0 = no context is current. WebGL 1 and 2 both have what ES 2.0 has.
inline int context_version() noexcept { return emscripten_webgl_get_current_context() != 0 ? 20 : 0; }
inline bool is_desktop_context() noexcept { return false; }
inline bool is_context_lost() noexcept {
  return emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context()) != 0;
}
#else
inline constexpr bool kLossEndsQueries = false;

inline int context_version() noexcept { return epoxy_gl_version(); }
inline bool is_desktop_context() noexcept { return epoxy_is_desktop_gl(); }
/// Asks an extension, of which only errors are known here, if it is there.
inline bool is_context_lost() noexcept {
  return epoxy_has_gl_extension("GL_EXT_robustness") && glGetGraphicsResetStatusEXT() != GL_NO_ERROR;
}
#endif

}  // namespace photopic::es2

#endif
