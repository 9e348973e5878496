// SPDX-License-Identifier: MIT
// Making of an OpenGL context through EGL.
#include "engine/opengl/egl_context.h"

#include <dlfcn.h>
#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include <cstdio>
#include <utility>

#include "engine/device/vk.h"

namespace engine {
namespace {

/// With the display's own words, if there is one.
[[noreturn]] void fail(const std::string& what, EGLDisplay display = EGL_NO_DISPLAY, EGLint error = eglGetError()) {
  char code[16];
  std::snprintf(code, sizeof code, "0x%x", static_cast<unsigned>(error));
  std::string found;
  for (const EGLint name : {EGL_VENDOR, EGL_VERSION, EGL_CLIENT_APIS}) {
    const char* text = display == EGL_NO_DISPLAY ? nullptr : eglQueryString(display, name);
    if (text != nullptr) found += std::string(", ") + text;
  }
  throw Error("EGL: " + what + " (" + code + found + ")");
}

/// ": there is VERSION, RENDERER" of the OpenGL that EGL gives without being asked for a version; empty: none.
std::string found_instead(EGLDisplay display, EGLConfig config) {
  const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
  if (context == EGL_NO_CONTEXT) return {};
  std::string found;
  if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE) {
    const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    const auto* renderer = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    if (version != nullptr && renderer != nullptr) found = std::string(": there is ") + version + ", " + renderer;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  eglDestroyContext(display, context);
  return found;
}

/// Epoxy ends the process where it finds no library: so they are looked for before it is called.
void check_libraries(bool is_es) {
  const auto has = [](const char* library) { return dlopen(library, RTLD_LAZY | RTLD_LOCAL) != nullptr; };  // stays
  if (!has("libEGL.so.1")) throw Error("EGL: there is no libEGL.so.1; install it, such as the Debian package libegl1");
  if (is_es && !has("libGLESv2.so.2")) {
    throw Error("OpenGL ES: there is no libGLESv2.so.2; install it, such as the Debian package libgles2");
  }
  if (!is_es && !has("libOpenGL.so.0") && !has("libGL.so.1")) {
    throw Error(
        "OpenGL: there is neither libOpenGL.so.0 nor libGL.so.1; install one, such as the Debian package libgl1");
  }
}

/// Mesa's display without a window system, or the first device's.
EGLDisplay open_display() {
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless")) {
    const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) return display;
  }
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device")) {
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    if (eglQueryDevicesEXT(1, &device, &count) == EGL_TRUE && count == 1) {
      const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
      if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE) return display;
    }
  }
  fail("no display without a window system: EGL_MESA_platform_surfaceless or EGL_EXT_platform_device is needed");
}

void GLAPIENTRY on_message(GLenum, GLenum type, GLuint, GLenum, GLsizei, const GLchar* text, const void* user) {
  if (type != GL_DEBUG_TYPE_ERROR && type != GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR) return;
  static_cast<std::vector<std::string>*>(const_cast<void*>(user))->emplace_back(text);
}

}  // namespace

EglContext::EglContext(Api api, bool is_checked) {
  try {
    make(api, is_checked);
  } catch (...) {
    destroy();
    throw;
  }
}

void EglContext::make(Api api, bool is_checked) {
  const bool is_es = api == Api::es;
  check_libraries(is_es);
  display_ = open_display();
  const EGLint config_wanted[] = {EGL_RENDERABLE_TYPE, is_es ? EGL_OPENGL_ES2_BIT : EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                                  EGL_PBUFFER_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display_, config_wanted, &config, 1, &count) != EGL_TRUE || count == 0) {
    fail(is_es ? "no config for OpenGL ES 2" : "no config for OpenGL", display_);
  }
  std::vector<EGLint> wanted = {EGL_CONTEXT_MAJOR_VERSION, is_es ? 2 : 4, EGL_CONTEXT_MINOR_VERSION, is_es ? 0 : 5};
  if (!is_es) {
    wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT});
    if (epoxy_has_egl_extension(display_, "EGL_EXT_create_context_robustness")) {  // else a loss goes unnoticed
      wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET});
    }
  }
  if (is_checked && epoxy_egl_version(display_) >= 15) {
    wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE});
  } else if (is_checked) {
    wanted.insert(wanted.end(), {EGL_CONTEXT_FLAGS_KHR, EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR});
  }
  wanted.push_back(EGL_NONE);
  eglBindAPI(is_es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
  context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, wanted.data());
  if (context_ == EGL_NO_CONTEXT) {
    const EGLint error = eglGetError();
    if (is_es) fail("no OpenGL ES 2 context, which is needed", display_, error);
    fail("no OpenGL 4.5 core context, which is needed" + found_instead(display_, config), display_, error);
  }
  if (eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) != EGL_TRUE) {
    fail("no context without a surface, such as EGL_KHR_surfaceless_context has", display_);
  }
  if (!is_checked) return;
  if (is_es) {  // an extension there, with names of its own
    if (!epoxy_has_gl_extension("GL_KHR_debug")) {
      throw Error("OpenGL ES: the driver has no GL_KHR_debug, and so nothing can be checked");
    }
    glEnable(GL_DEBUG_OUTPUT_KHR);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR);
    glDebugMessageCallbackKHR(on_message, &messages_);
    return;
  }
  glEnable(GL_DEBUG_OUTPUT);
  glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
  glDebugMessageCallback(on_message, &messages_);
}

EglContext::~EglContext() { destroy(); }

void EglContext::destroy() {
  if (display_ == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  eglTerminate(display_);
}

std::vector<std::string> EglContext::take_messages() {
  constexpr int kMost = 16;  // a lost context may answer the same for ever
  GLenum error = glGetError();
  for (int i = 0; i < kMost && error != GL_NO_ERROR; ++i, error = glGetError()) {
    char text[32];
    std::snprintf(text, sizeof text, "glGetError() = 0x%x", error);
    messages_.emplace_back(text);
  }
  return std::exchange(messages_, {});
}

}  // namespace engine
