// SPDX-License-Identifier: MIT
// Making of an OpenGL context's Vulkan handles, and recordings in it.
#include "context.h"

#include <epoxy/gl.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>
#include <string_view>
#include <utility>

#include "gl_error.h"
#include "gpu/host/report.h"
#include "handles.h"
#include "objects.h"
#include "self_test.h"

namespace photopic::gl {
namespace {

constexpr int kVersion = 45;  // direct state access

std::string_view text_of(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text == nullptr ? "?" : reinterpret_cast<const char*>(text);
}

GLint limit_of(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return value;
}

Status check(const Device& device) {
  const int version = epoxy_gl_version();
  if (version == 0) return report(device, Status::invalid_argument, "create: no OpenGL context is current");
  if (!epoxy_is_desktop_gl() || version < kVersion) {
    return report(device, Status::unsupported,
                  "create: the current context is OpenGL%s %d.%d (%s): OpenGL 4.5 is needed",
                  epoxy_is_desktop_gl() ? "" : " ES", version / 10, version % 10, text_of(GL_RENDERER).data());
  }
  if (glGetGraphicsResetStatus() != GL_NO_ERROR || take_error() == VK_ERROR_DEVICE_LOST) {
    return report(device, Status::device_error, "create: the current context is lost");
  }
  // Of the other limits, OpenGL 4.5 promises more than the passes need.
  const GLint bindings = limit_of(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS);
  if (bindings < GLint{kUnits}) {
    return report(device, Status::unsupported, "create: GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS = %d (%s): %u is needed",
                  bindings, text_of(GL_RENDERER).data(), kUnits);
  }
  return Status::ok;
}

VkPhysicalDeviceProperties properties_of_context() {
  VkPhysicalDeviceProperties properties = {};
  properties.apiVersion = VK_API_VERSION_1_2;  // as much of it as the module uses
  const std::string_view renderer = text_of(GL_RENDERER);
  std::snprintf(properties.deviceName, sizeof properties.deviceName, "%s", renderer.data());
  const bool is_cpu = renderer.find("llvmpipe") != renderer.npos || renderer.find("softpipe") != renderer.npos;
  properties.deviceType = is_cpu ? VK_PHYSICAL_DEVICE_TYPE_CPU : VK_PHYSICAL_DEVICE_TYPE_OTHER;
  VkPhysicalDeviceLimits& limits = properties.limits;
  limits.maxImageDimension2D = static_cast<std::uint32_t>(limit_of(GL_MAX_TEXTURE_SIZE));
  const auto limit = [](GLenum what) { return static_cast<std::uint32_t>(limit_of(what)); };
  limits.maxComputeWorkGroupInvocations = limit(GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS);
  for (GLuint i = 0; i < 3; ++i) {
    GLint size = 0, count = 0;
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_SIZE, i, &size);
    glGetIntegeri_v(GL_MAX_COMPUTE_WORK_GROUP_COUNT, i, &count);
    limits.maxComputeWorkGroupSize[i] = static_cast<std::uint32_t>(size);
    limits.maxComputeWorkGroupCount[i] = static_cast<std::uint32_t>(count);
  }
  limits.maxComputeSharedMemorySize = limit(GL_MAX_COMPUTE_SHARED_MEMORY_SIZE);
  limits.maxPerStageDescriptorStorageBuffers = limit(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS);
  limits.maxPerStageDescriptorStorageImages = limit(GL_MAX_COMPUTE_IMAGE_UNIFORMS);
  limits.maxPerStageDescriptorSampledImages = limit(GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS);
  limits.maxPerStageDescriptorSamplers = limit(GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS);
  limits.maxPerStageResources = UINT32_MAX;  // which OpenGL doesn't limit
  limits.maxPushConstantsSize = kPushBytes;
  GLint64 block_bytes = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &block_bytes);
  limits.maxStorageBufferRange = static_cast<std::uint32_t>(std::min<GLint64>(block_bytes, 0xffffffff));
  limits.minStorageBufferOffsetAlignment =
      static_cast<VkDeviceSize>(limit_of(GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT));
  return properties;
}

PFN_vkVoidFunction VKAPI_CALL device_function_named(VkDevice, const char* name) {
  return function_named(nullptr, name);
}

}  // namespace

PFN_vkVoidFunction VKAPI_CALL function_named(VkInstance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) {
    return reinterpret_cast<PFN_vkVoidFunction>(static_cast<PFN_vkGetDeviceProcAddr>(device_function_named));
  }
  const PFN_vkVoidFunction command = command_function(name);
  return command != nullptr ? command : object_function(name);
}

Status Context::create(const Host& host, Context* out) noexcept {
  Device device;
  device.message = host.message;
  device.message_user = host.message_user;
  PHOTOPIC_TRY(check(device));
  Context context;
  context.impl_ = new (std::nothrow) Impl;
  if (context.impl_ == nullptr) return report(device, Status::out_of_memory, "create: out of host memory");
  Impl& impl = *context.impl_;
  impl.device = device;
  impl.properties = properties_of_context();
  impl.device.instance = reinterpret_cast<VkInstance>(&impl);
  impl.device.physical_device = reinterpret_cast<VkPhysicalDevice>(&impl);
  impl.device.device = reinterpret_cast<VkDevice>(&impl);
  impl.device.api_version = VK_API_VERSION_1_2;  // of the functions that stand for Vulkan's
  impl.device.get_instance_proc_addr = function_named;
  impl.device.shader_storage_image_extended_formats = true;
  impl.device.separate_memory = true;  // which OpenGL's objects have
  glCreateBuffers(1, &impl.push_constants);
  glNamedBufferData(impl.push_constants, kPushBytes, nullptr, GL_STREAM_DRAW);
  glCreateFramebuffers(static_cast<GLsizei>(impl.framebuffers.size()), impl.framebuffers.data());
  PHOTOPIC_TRY(photopic::check(device, take_error(), "create: OpenGL"));
  PHOTOPIC_TRY(self_test(context));
  *out = std::move(context);
  return Status::ok;
}

Context::Context(Context&& other) noexcept : impl_(std::exchange(other.impl_, nullptr)) {}

Context& Context::operator=(Context&& other) noexcept {
  Context taken(std::move(other));
  std::swap(impl_, taken.impl_);
  return *this;
}

Context::~Context() {
  if (impl_ == nullptr) return;
  glDeleteBuffers(1, &impl_->push_constants);
  glDeleteFramebuffers(static_cast<GLsizei>(impl_->framebuffers.size()), impl_->framebuffers.data());
  delete impl_;
}

const Device& Context::device() const noexcept { return impl_->device; }

Recording::Recording(const Context& context) noexcept : impl_(context.impl_) { impl_->host.save(); }
Recording::~Recording() { impl_->host.restore(); }
VkCommandBuffer Recording::command_buffer() const noexcept { return reinterpret_cast<VkCommandBuffer>(impl_); }

VkImageView view_of(std::uint32_t texture) noexcept { return handle_of<VkImageView>(texture); }
VkBuffer buffer_of(std::uint32_t buffer) noexcept { return handle_of<VkBuffer>(buffer); }
std::uint32_t name_of(VkBuffer buffer) noexcept { return name_in(buffer); }
std::uint32_t name_of(VkImage image) noexcept { return name_in(image); }

}  // namespace photopic::gl
