// SPDX-License-Identifier: MIT
// OpenGL posing as a Vulkan device for the samples: docs/adr/0010-engine-on-opengl.md.
#ifndef PHOTOPIC_ENGINE_OPENGL_OPENGL_DEVICE_H
#define PHOTOPIC_ENGINE_OPENGL_OPENGL_DEVICE_H

#include <photopic/device.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/device/function_table.h"

namespace engine {

/// An OpenGL 4.5 context without a window, and Vulkan handles and functions that stand for it: these carry out at once
/// what they are asked for. One at a time, used by the thread that made it.
class OpenGlDevice {
 public:
  /// `is_checked`: with debug messages. Throws Error: the build has no OpenGL, there is one already, or what EGL or the
  /// context lack.
  explicit OpenGlDevice(bool is_checked);
  ~OpenGlDevice();
  OpenGlDevice(const OpenGlDevice&) = delete;
  OpenGlDevice& operator=(const OpenGlDevice&) = delete;

  /// Instance, physical device, device, and how the module reaches them.
  const photopic::Device& device() const;
  VkQueue queue() const;
  /// For these handles alone; functions that functions.h leaves out are null.
  FunctionTable functions() const;
  /// Of errors and undefined behaviour, since the last call.
  std::vector<std::string> take_messages();

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace engine

#endif
