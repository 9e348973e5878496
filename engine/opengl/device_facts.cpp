// SPDX-License-Identifier: MIT
// What the device is.
#include <epoxy/gl.h>

#include <cstdio>
#include <string_view>

#include "engine/opengl/functions.h"
#include "engine/opengl/objects.h"
#include "formats.h"

namespace engine::opengl {
namespace {

std::uint32_t limit_of(GLenum what) {
  GLint value = 0;
  glGetIntegerv(what, &value);
  return static_cast<std::uint32_t>(value);
}

std::string_view text_of(GLenum what) {
  const GLubyte* text = glGetString(what);
  return text == nullptr ? "?" : reinterpret_cast<const char*>(text);
}

void describe_driver(VkPhysicalDeviceDriverProperties& driver) {
  const std::string_view renderer = text_of(GL_RENDERER), vendor = text_of(GL_VENDOR), version = text_of(GL_VERSION);
  driver.driverID = renderer.find("llvmpipe") != renderer.npos ? VK_DRIVER_ID_MESA_LLVMPIPE
                    : vendor.find("NVIDIA") != vendor.npos     ? VK_DRIVER_ID_NVIDIA_PROPRIETARY
                                                               : VK_DRIVER_ID_MAX_ENUM;
  std::snprintf(driver.driverName, sizeof driver.driverName, "%s", vendor.data());
  std::snprintf(driver.driverInfo, sizeof driver.driverInfo, "OpenGL %s", version.data());
}

}  // namespace

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties(VkPhysicalDevice physical_device,
                                                       VkPhysicalDeviceProperties* properties) {
  reinterpret_cast<PFN_vkGetPhysicalDeviceProperties>(module_function("vkGetPhysicalDeviceProperties"))(physical_device,
                                                                                                        properties);
  VkPhysicalDeviceLimits& limits = properties->limits;
  limits.maxFramebufferWidth = limit_of(GL_MAX_FRAMEBUFFER_WIDTH);
  limits.maxFramebufferHeight = limit_of(GL_MAX_FRAMEBUFFER_HEIGHT);
  limits.minUniformBufferOffsetAlignment = limit_of(GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT);
  limits.timestampPeriod = 1.0f;
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceProperties2(VkPhysicalDevice physical_device,
                                                        VkPhysicalDeviceProperties2* properties) {
  GetPhysicalDeviceProperties(physical_device, &properties->properties);
  for (auto* next = static_cast<VkBaseOutStructure*>(properties->pNext); next != nullptr; next = next->pNext) {
    if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES) {
      describe_driver(*reinterpret_cast<VkPhysicalDeviceDriverProperties*>(next));
    } else if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES) {
      constexpr VkDeviceSize kLargest = 0x7fffffff;  // what every OpenGL's GLsizeiptr holds
      reinterpret_cast<VkPhysicalDeviceMaintenance3Properties*>(next)->maxMemoryAllocationSize = kLargest;
    }
  }
}

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFormatProperties(VkPhysicalDevice, VkFormat format,
                                                             VkFormatProperties* properties) {
  *properties = {};
  const photopic::gl::Format* known = photopic::gl::format_of(format);
  if (known == nullptr) return;
  const auto has = [&](GLenum what) {
    GLint support = GL_NONE;
    glGetInternalformativ(GL_TEXTURE_2D, known->internal, what, 1, &support);
    return support != GL_NONE && support != GL_FALSE;
  };
  VkFormatFeatureFlags features = VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
  if (has(GL_FRAGMENT_TEXTURE)) features |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
  if (has(GL_FILTER)) features |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  if (has(GL_SHADER_IMAGE_STORE)) features |= VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
  if (has(GL_COLOR_RENDERABLE)) features |= VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
  if (has(GL_DEPTH_RENDERABLE)) features |= VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
  properties->optimalTilingFeatures = features;
}

}  // namespace engine::opengl
