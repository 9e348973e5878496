// SPDX-License-Identifier: MIT
// The OpenGL device of builds without PHOTOPIC_OPENGL: an error.
#include "engine/opengl/opengl_device.h"

namespace engine {

struct OpenGlDevice::Impl {
  photopic::Device device;
};

OpenGlDevice::OpenGlDevice(bool) {
  throw Error("this build has no OpenGL: it was configured with PHOTOPIC_OPENGL=OFF");
}
OpenGlDevice::~OpenGlDevice() = default;
const photopic::Device& OpenGlDevice::device() const { return impl_->device; }
VkQueue OpenGlDevice::queue() const { return VK_NULL_HANDLE; }
FunctionTable OpenGlDevice::functions() const { return {}; }
std::vector<std::string> OpenGlDevice::take_messages() { return {}; }

}  // namespace engine
