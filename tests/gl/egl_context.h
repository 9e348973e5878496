// SPDX-License-Identifier: MIT
// An OpenGL context without a window.
#ifndef PHOTOPIC_TESTS_GL_EGL_CONTEXT_H
#define PHOTOPIC_TESTS_GL_EGL_CONTEXT_H

#include <string>
#include <vector>

namespace test {

/// OpenGL 4.5 core or OpenGL ES 2, with debug messages, current on the thread that made it, with no surface. Throws
/// std::runtime_error with what EGL has and what is missing.
class EglContext {
 public:
  enum class Api { core, es };
  explicit EglContext(Api api = Api::core);
  ~EglContext();
  EglContext(const EglContext&) = delete;
  EglContext& operator=(const EglContext&) = delete;

  /// GL_KHR_debug's of type error or undefined behaviour, and what glGetError() says, since the last call.
  std::vector<std::string> take_messages();

 private:
  void* display_ = nullptr;
  void* context_ = nullptr;
  std::vector<std::string> messages_;
};

}  // namespace test

#endif
