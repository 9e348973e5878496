// SPDX-License-Identifier: MIT
// The OpenGL device and its table of functions.
#include "engine/opengl/opengl_device.h"

#include <epoxy/gl.h>
#include <photopic/gl.h>

#include "engine/opengl/egl_context.h"
#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"

namespace engine {

struct OpenGlDevice::Impl {
  explicit Impl(bool is_checked) : egl(EglContext::Api::core, is_checked) {}

  std::string message;
  EglContext egl;
  photopic::gl::Context context;
  std::unique_ptr<photopic::gl::Recording> recording;  ///< always on: nobody else has bound anything
  opengl::Recorder recorder;
};

namespace opengl {
namespace {

/// One, as OpenGL's functions name no context: they go to the thread's current one.
OpenGlDevice::Impl* current = nullptr;

/// As Vulkan has it: depth from 0 to 1, and of a triangle the first vertex.
void set_conventions() {
  glClipControl(GL_LOWER_LEFT, GL_ZERO_TO_ONE);
  glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
  glDisable(GL_DITHER);
  glEnable(GL_DEPTH_TEST);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
}

}  // namespace

const photopic::Device& device() { return current->context.device(); }
Recorder& recorder() { return current->recorder; }
void fail(VkResult result) {
  if (recorder().error == VK_SUCCESS) recorder().error = result;
}
void keep_error() { fail(take_error()); }
PFN_vkVoidFunction module_function(const char* name) { return device().get_instance_proc_addr(nullptr, name); }

}  // namespace opengl

OpenGlDevice::OpenGlDevice(bool is_checked) {
  if (opengl::current != nullptr) throw Error("OpenGL: there is a device already, and one is all that there can be");
  impl_ = std::make_unique<Impl>(is_checked);
  const auto keep = [](photopic::Status, const char* text, void* message) {
    *static_cast<std::string*>(message) = text;
  };
  const photopic::gl::Host host = {.message = keep, .message_user = &impl_->message};
  if (photopic::gl::Context::create(host, &impl_->context) != photopic::Status::ok) throw Error(impl_->message);
  impl_->recording = std::make_unique<photopic::gl::Recording>(impl_->context);
  glCreateBuffers(1, &impl_->recorder.push_constants);
  glNamedBufferData(impl_->recorder.push_constants, opengl::kPushBytes, nullptr, GL_STREAM_DRAW);
  opengl::set_conventions();
  opengl::current = impl_.get();
}

OpenGlDevice::~OpenGlDevice() {
  glDeleteBuffers(1, &impl_->recorder.push_constants);
  impl_->recording.reset();
  opengl::current = nullptr;
}

const photopic::Device& OpenGlDevice::device() const { return impl_->context.device(); }
VkQueue OpenGlDevice::queue() const { return reinterpret_cast<VkQueue>(device().device); }

FunctionTable OpenGlDevice::functions() const {
  FunctionTable table = {};
  table.vkGetInstanceProcAddr = device().get_instance_proc_addr;
#define ENGINE_SET(name) table.vk##name = opengl::name;
  ENGINE_OPENGL_FUNCTIONS(ENGINE_SET)
#undef ENGINE_SET
#define ENGINE_SET(name) table.vk##name = reinterpret_cast<PFN_vk##name>(opengl::module_function("vk" #name));
  ENGINE_MODULE_FUNCTIONS(ENGINE_SET)
#undef ENGINE_SET
  return table;
}

std::vector<std::string> OpenGlDevice::take_messages() { return impl_->egl.take_messages(); }

}  // namespace engine
