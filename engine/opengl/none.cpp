// SPDX-License-Identifier: MIT
// The OpenGL device of builds without PHOTOPIC_OPENGL: an error.
#include "engine/opengl/opengl_device.h"
#include "engine/vk.h"

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
std::vector<std::string> OpenGlDevice::take_messages() { return {}; }
void OpenGlDevice::take_over_volk() {}

}  // namespace engine
