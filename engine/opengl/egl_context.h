// SPDX-License-Identifier: MIT
// An OpenGL context without a window.
#ifndef PHOTOPIC_ENGINE_OPENGL_EGL_CONTEXT_H
#define PHOTOPIC_ENGINE_OPENGL_EGL_CONTEXT_H

#include <string>
#include <vector>

namespace engine {

/// OpenGL 4.5 core or OpenGL ES 2, current on the thread that made it, with no surface. Throws Error with what EGL has
/// and what is missing.
class EglContext {
 public:
  enum class Api { core, es };
  /// `is_checked`: with debug messages.
  EglContext(Api api, bool is_checked);
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  /// GL_KHR_debug's of type error or undefined behaviour, and what glGetError() says, since the last call.
  std::vector<std::string> take_messages();

 private:
  void make(Api api, bool is_checked);
  void destroy();

  void* display_ = nullptr;
  void* context_ = nullptr;
  std::vector<std::string> messages_;
};

}  // namespace engine

#endif
