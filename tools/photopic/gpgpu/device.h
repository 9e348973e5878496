// SPDX-License-Identifier: MIT
// Operations on OpenGL ES 2, by photopic::es2.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_DEVICE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_DEVICE_H

#include <photopic/es2.h>

#include <span>
#include <string>

#include "engine/opengl/egl_context.h"
#include "photopic/gpgpu/problem.h"

namespace gpgpu {

/// A context without a window. Everything here throws engine::Error with what EGL or Photopic says.
class Device {
 public:
  explicit Device(bool is_checked);
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const photopic::es2::Context& context() const { return context_; }
  void check(photopic::Status status) const;
  /// The driver's name for it.
  std::string name() const;
  std::vector<std::string> take_messages() { return egl_.take_messages(); }

 private:
  engine::EglContext egl_;
  std::string message_;
  photopic::es2::Context context_;
};

/// A problem's arrays. Each step returns when the device is done with it.
class DeviceArrays {
 public:
  DeviceArrays(const Device& device, const Problem& problem);

  void upload(const Inputs& inputs);
  void compute();
  void download(std::span<float> output) const;

 private:
  photopic::es2::Array make(VkExtent2D size) const;
  photopic::Status start();

  const Device& device_;
  const Problem problem_;
  photopic::es2::Array first_, second_, output_;
};

}  // namespace gpgpu

#endif
