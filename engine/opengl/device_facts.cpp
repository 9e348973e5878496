// SPDX-License-Identifier: MIT
// Properties and limits of the OpenGL device.
#include <epoxy/gl.h>

#include <algorithm>
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
  // Of the counts up to the most, that which scenes ask for.
  const std::uint32_t samples =
      std::min(limit_of(GL_MAX_COLOR_TEXTURE_SAMPLES), limit_of(GL_MAX_DEPTH_TEXTURE_SAMPLES));
  limits.framebufferColorSampleCounts = limits.framebufferDepthSampleCounts = limits.sampledImageColorSampleCounts =
      VK_SAMPLE_COUNT_1_BIT | (samples >= 4 ? VK_SAMPLE_COUNT_4_BIT : 0);
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

VKAPI_ATTR void VKAPI_CALL GetPhysicalDeviceFormatProperties(VkPhysicalDevice physical_device, VkFormat format,
                                                             VkFormatProperties* properties) {
  using Function = PFN_vkGetPhysicalDeviceFormatProperties;
  reinterpret_cast<Function>(module_function("vkGetPhysicalDeviceFormatProperties"))(physical_device, format,
                                                                                     properties);
  const photopic::gl::Format* known = photopic::gl::format_of(format);
  if (known == nullptr) return;
  const auto can_be = [&](GLenum what) {
    GLint support = GL_FALSE;
    glGetInternalformativ(GL_TEXTURE_2D, known->internal, what, 1, &support);
    return support != GL_FALSE;
  };
  VkFormatFeatureFlags& features = properties->optimalTilingFeatures;
  features |= VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
  if (can_be(GL_COLOR_RENDERABLE)) features |= VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
  if (can_be(GL_DEPTH_RENDERABLE)) features |= VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
}

}  // namespace engine::opengl
