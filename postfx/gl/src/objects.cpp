// SPDX-License-Identifier: MIT
// Memory, buffers, images, descriptors and pipelines as OpenGL objects.
#include "objects.h"

#include <cstring>
#include <new>
#include <span>

#include "context.h"
#include "formats.h"
#include "gl_error.h"
#include "glsl_table.h"
#include "gpu/passes/spirv_code.h"
#include "handles.h"
#include "program.h"

namespace photopic::gl {
namespace {

enum MemoryType : std::uint32_t { kDeviceMemory, kReadbackMemory, kMemoryTypes };

/// Textures and buffers have memory of their own: this says which kind was asked for, and whose it became.
struct Memory {
  std::uint32_t type;
  GLuint buffer;
};

/// What came of `make`, apart from errors that the host left unread.
template <class Make>
VkResult attempt(Make make) noexcept {
  take_error();
  make();
  return take_error();
}

Memory* memory_of(VkDeviceMemory memory) noexcept { return reinterpret_cast<Memory*>(memory); }

// ---- the device ----

void VKAPI_CALL get_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties* properties) {
  *properties = reinterpret_cast<const Context::Impl*>(device)->properties;
}

void VKAPI_CALL get_properties2(VkPhysicalDevice device, VkPhysicalDeviceProperties2* properties) {
  get_properties(device, &properties->properties);  // of subgroups, nothing
}

void VKAPI_CALL get_memory_properties(VkPhysicalDevice, VkPhysicalDeviceMemoryProperties* properties) {
  *properties = {};
  properties->memoryTypeCount = kMemoryTypes;
  properties->memoryTypes[kDeviceMemory].propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
  properties->memoryTypes[kReadbackMemory].propertyFlags =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
  properties->memoryHeapCount = 1;
  properties->memoryHeaps[0] = {~VkDeviceSize{0}, VK_MEMORY_HEAP_DEVICE_LOCAL_BIT};
}

void VKAPI_CALL get_queue_families(VkPhysicalDevice, std::uint32_t* count, VkQueueFamilyProperties* families) {
  *count = 1;
  families[0] = {};
  families[0].queueFlags = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
  families[0].queueCount = 1;
}

void VKAPI_CALL get_format_properties(VkPhysicalDevice, VkFormat format, VkFormatProperties* properties) {
  *properties = {};
  const Format* known = format_of(format);
  if (known == nullptr) return;
  const auto has = [&](GLenum what) {
    GLint support = GL_NONE;
    glGetInternalformativ(GL_TEXTURE_2D, known->internal, what, 1, &support);
    return support != GL_NONE && support != GL_FALSE;
  };
  VkFormatFeatureFlags features = 0;
  if (has(GL_COMPUTE_TEXTURE)) features |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
  if (has(GL_FILTER)) features |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
  if (has(GL_SHADER_IMAGE_STORE)) features |= VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT;
  if (has(GL_FRAMEBUFFER_RENDERABLE)) features |= VK_FORMAT_FEATURE_BLIT_SRC_BIT | VK_FORMAT_FEATURE_BLIT_DST_BIT;
  properties->optimalTilingFeatures = features;
}

// ---- memory and buffers ----

VkResult VKAPI_CALL allocate_memory(VkDevice, const VkMemoryAllocateInfo* info, const VkAllocationCallbacks*,
                                    VkDeviceMemory* out) {
  Memory* memory = new (std::nothrow) Memory{info->memoryTypeIndex, 0};
  if (memory == nullptr) return VK_ERROR_OUT_OF_HOST_MEMORY;
  *out = reinterpret_cast<VkDeviceMemory>(memory);
  return VK_SUCCESS;
}

void VKAPI_CALL free_memory(VkDevice, VkDeviceMemory memory, const VkAllocationCallbacks*) { delete memory_of(memory); }

VkResult VKAPI_CALL create_buffer(VkDevice, const VkBufferCreateInfo* info, const VkAllocationCallbacks*,
                                  VkBuffer* out) {
  GLuint name = 0;
  const VkResult result = attempt([&] {
    glCreateBuffers(1, &name);
    // Where it is to be is known later; how much it is, only now.
    glNamedBufferData(name, static_cast<GLsizeiptr>(info->size), nullptr, GL_DYNAMIC_COPY);
  });
  if (result == VK_SUCCESS) {
    *out = handle_of<VkBuffer>(name);
  } else {
    glDeleteBuffers(1, &name);
  }
  return result;
}

void VKAPI_CALL destroy_buffer(VkDevice, VkBuffer buffer, const VkAllocationCallbacks*) {
  const GLuint name = name_in(buffer);
  glDeleteBuffers(1, &name);
}

VkDeviceSize size_of(GLuint buffer) {
  GLint64 bytes = 0;
  glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &bytes);
  return static_cast<VkDeviceSize>(bytes);
}

void VKAPI_CALL get_buffer_requirements(VkDevice, VkBuffer buffer, VkMemoryRequirements* requirements) {
  *requirements = {size_of(name_in(buffer)), 1, (1u << kMemoryTypes) - 1};
}

VkResult VKAPI_CALL bind_buffer_memory(VkDevice, VkBuffer buffer, VkDeviceMemory memory, VkDeviceSize) {
  const GLuint name = name_in(buffer);
  const bool is_read = memory_of(memory)->type == kReadbackMemory;
  memory_of(memory)->buffer = name;
  const GLbitfield flags =
      is_read ? GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT | GL_CLIENT_STORAGE_BIT
              : 0;
  // From here on immutable: it can't be mapped for longer otherwise.
  return attempt([&] {
    glNamedBufferStorage(name, static_cast<GLsizeiptr>(size_of(name)), nullptr, flags | GL_DYNAMIC_STORAGE_BIT);
  });
}

VkResult VKAPI_CALL map_memory(VkDevice, VkDeviceMemory memory, VkDeviceSize, VkDeviceSize, VkMemoryMapFlags,
                               void** data) {
  const GLuint name = memory_of(memory)->buffer;
  const VkResult result = attempt([&] {
    *data = glMapNamedBufferRange(name, 0, static_cast<GLsizeiptr>(size_of(name)),
                                  GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
  });
  return *data == nullptr && result == VK_SUCCESS ? VK_ERROR_MEMORY_MAP_FAILED : result;
}

// ---- images ----

VkResult VKAPI_CALL create_image(VkDevice, const VkImageCreateInfo* info, const VkAllocationCallbacks*, VkImage* out) {
  const Format* format = format_of(info->format);
  if (format == nullptr) return VK_ERROR_FORMAT_NOT_SUPPORTED;
  GLuint name = 0;
  const VkResult result = attempt([&] {
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    glTextureStorage2D(name, static_cast<GLsizei>(info->mipLevels), format->internal,
                       static_cast<GLsizei>(info->extent.width), static_cast<GLsizei>(info->extent.height));
  });
  if (result == VK_SUCCESS) {
    *out = handle_of<VkImage>(name);
  } else {
    glDeleteTextures(1, &name);
  }
  return result;
}

void VKAPI_CALL destroy_image(VkDevice, VkImage image, const VkAllocationCallbacks*) {
  const GLuint name = name_in(image);
  glDeleteTextures(1, &name);
}

constexpr GLenum kChannels[] = {GL_TEXTURE_RED_SIZE, GL_TEXTURE_GREEN_SIZE, GL_TEXTURE_BLUE_SIZE,
                                GL_TEXTURE_ALPHA_SIZE};

void VKAPI_CALL get_image_requirements(VkDevice, VkImage image, VkMemoryRequirements* requirements) {
  const GLuint name = name_in(image);
  GLint levels = 0;
  glGetTextureParameteriv(name, GL_TEXTURE_IMMUTABLE_LEVELS, &levels);
  VkDeviceSize bytes = 0;
  for (GLint level = 0; level < levels; ++level) {
    GLint width = 0, height = 0, bits = 0;
    glGetTextureLevelParameteriv(name, level, GL_TEXTURE_WIDTH, &width);
    glGetTextureLevelParameteriv(name, level, GL_TEXTURE_HEIGHT, &height);
    for (const GLenum channel : kChannels) {
      GLint channel_bits = 0;
      glGetTextureLevelParameteriv(name, level, channel, &channel_bits);
      bits += channel_bits;
    }
    bytes += static_cast<VkDeviceSize>(width) * static_cast<VkDeviceSize>(height) * static_cast<VkDeviceSize>(bits / 8);
  }
  *requirements = {bytes, 1, 1u << kDeviceMemory};
}

VkResult VKAPI_CALL bind_image_memory(VkDevice, VkImage, VkDeviceMemory, VkDeviceSize) { return VK_SUCCESS; }

VkResult VKAPI_CALL create_image_view(VkDevice, const VkImageViewCreateInfo* info, const VkAllocationCallbacks*,
                                      VkImageView* out) {
  const Format* format = format_of(info->format);
  if (format == nullptr) return VK_ERROR_FORMAT_NOT_SUPPORTED;
  GLuint name = 0;
  const VkResult result = attempt([&] {
    glGenTextures(1, &name);
    glTextureView(name, GL_TEXTURE_2D, name_in(info->image), format->internal, info->subresourceRange.baseMipLevel, 1,
                  0, 1);
  });
  if (result == VK_SUCCESS) {
    *out = handle_of<VkImageView>(name);
  } else {
    glDeleteTextures(1, &name);
  }
  return result;
}

void VKAPI_CALL destroy_image_view(VkDevice, VkImageView view, const VkAllocationCallbacks*) {
  const GLuint name = name_in(view);
  glDeleteTextures(1, &name);
}

VkResult VKAPI_CALL create_sampler(VkDevice, const VkSamplerCreateInfo* info, const VkAllocationCallbacks*,
                                   VkSampler* out) {
  const GLint filter = info->magFilter == VK_FILTER_LINEAR ? GL_LINEAR : GL_NEAREST;
  GLuint name = 0;
  const VkResult result = attempt([&] {
    glCreateSamplers(1, &name);
    glSamplerParameteri(name, GL_TEXTURE_MIN_FILTER, filter);
    glSamplerParameteri(name, GL_TEXTURE_MAG_FILTER, filter);
    glSamplerParameteri(name, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(name, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  });
  *out = handle_of<VkSampler>(name);
  return result;
}

void VKAPI_CALL destroy_sampler(VkDevice, VkSampler sampler, const VkAllocationCallbacks*) {
  const GLuint name = name_in(sampler);
  glDeleteSamplers(1, &name);
}

// ---- programs ----

// Bindings are in the shaders, and push constants are one uniform block: layouts hold nothing.
VkResult VKAPI_CALL create_set_layout(VkDevice, const VkDescriptorSetLayoutCreateInfo*, const VkAllocationCallbacks*,
                                      VkDescriptorSetLayout* out) {
  *out = handle_of<VkDescriptorSetLayout>(1);
  return VK_SUCCESS;
}
void VKAPI_CALL destroy_set_layout(VkDevice, VkDescriptorSetLayout, const VkAllocationCallbacks*) {}

VkResult VKAPI_CALL create_layout(VkDevice, const VkPipelineLayoutCreateInfo*, const VkAllocationCallbacks*,
                                  VkPipelineLayout* out) {
  *out = handle_of<VkPipelineLayout>(1);
  return VK_SUCCESS;
}
void VKAPI_CALL destroy_layout(VkDevice, VkPipelineLayout, const VkAllocationCallbacks*) {}

/// A module is the place of its text in the table, counted from 1.
VkResult VKAPI_CALL create_module(VkDevice, const VkShaderModuleCreateInfo* info, const VkAllocationCallbacks*,
                                  VkShaderModule* out) {
  const std::span<const PassGlsl> table = glsl_table();
  const std::uint64_t hash = spirv_code::hash_of(info->pCode, info->codeSize / sizeof(std::uint32_t));
  for (std::uint32_t i = 0; i < table.size(); ++i) {
    if (table[i].pass->spirv->hash != hash) continue;
    *out = handle_of<VkShaderModule>(i + 1);
    return VK_SUCCESS;
  }
  return VK_ERROR_FEATURE_NOT_PRESENT;
}
void VKAPI_CALL destroy_module(VkDevice, VkShaderModule, const VkAllocationCallbacks*) {}

VkResult create_pipeline(VkDevice device, const VkComputePipelineCreateInfo* info, VkPipeline* out) {
  const PassGlsl& glsl = glsl_table()[name_in(info->stage.module) - 1];
  GLuint program = 0;
  const VkResult result = attempt([&] {
    const Stage stage = {GL_COMPUTE_SHADER, glsl.text, info->stage.pSpecializationInfo};
    program = make_program(reinterpret_cast<const Context::Impl*>(device)->device, glsl.pass->name, {&stage, 1});
  });
  if (program == 0) return result == VK_SUCCESS ? VK_ERROR_INITIALIZATION_FAILED : result;
  *out = handle_of<VkPipeline>(program);
  return result;
}

/// Makes all that it can, as Vulkan does; the result is the first failure.
VkResult VKAPI_CALL create_pipelines(VkDevice device, VkPipelineCache, std::uint32_t count,
                                     const VkComputePipelineCreateInfo* infos, const VkAllocationCallbacks*,
                                     VkPipeline* out) {
  VkResult result = VK_SUCCESS;
  for (std::uint32_t i = 0; i < count; ++i) {
    out[i] = VK_NULL_HANDLE;
    const VkResult made = create_pipeline(device, infos + i, out + i);
    if (result == VK_SUCCESS) result = made;
  }
  return result;
}

void VKAPI_CALL destroy_pipeline(VkDevice, VkPipeline pipeline, const VkAllocationCallbacks*) {
  glDeleteProgram(name_in(pipeline));
}

}  // namespace

VkResult take_error() noexcept {
  constexpr int kMost = 16;  // a lost context may answer the same for ever
  VkResult result = VK_SUCCESS;
  GLenum error = glGetError();
  for (int i = 0; i < kMost && error != GL_NO_ERROR; ++i, error = glGetError()) {
    if (error == GL_CONTEXT_LOST) return VK_ERROR_DEVICE_LOST;
    result = error == GL_OUT_OF_MEMORY ? VK_ERROR_OUT_OF_DEVICE_MEMORY : VK_ERROR_UNKNOWN;
  }
  return result;
}

PFN_vkVoidFunction object_function(const char* name) noexcept {
  if (std::strcmp(name, kWholeCode) == 0) return reinterpret_cast<PFN_vkVoidFunction>(create_module);
#define PHOTOPIC_FUNCTION(vulkan, ours) \
  if (std::strcmp(name, #vulkan) == 0) return reinterpret_cast<PFN_vkVoidFunction>(static_cast<PFN_##vulkan>(ours));
  PHOTOPIC_FUNCTION(vkGetPhysicalDeviceFormatProperties, get_format_properties)
  PHOTOPIC_FUNCTION(vkGetPhysicalDeviceMemoryProperties, get_memory_properties)
  PHOTOPIC_FUNCTION(vkGetPhysicalDeviceProperties, get_properties)
  PHOTOPIC_FUNCTION(vkGetPhysicalDeviceProperties2, get_properties2)
  PHOTOPIC_FUNCTION(vkGetPhysicalDeviceQueueFamilyProperties, get_queue_families)
  PHOTOPIC_FUNCTION(vkAllocateMemory, allocate_memory)
  PHOTOPIC_FUNCTION(vkFreeMemory, free_memory)
  PHOTOPIC_FUNCTION(vkMapMemory, map_memory)
  PHOTOPIC_FUNCTION(vkCreateBuffer, create_buffer)
  PHOTOPIC_FUNCTION(vkDestroyBuffer, destroy_buffer)
  PHOTOPIC_FUNCTION(vkGetBufferMemoryRequirements, get_buffer_requirements)
  PHOTOPIC_FUNCTION(vkBindBufferMemory, bind_buffer_memory)
  PHOTOPIC_FUNCTION(vkCreateImage, create_image)
  PHOTOPIC_FUNCTION(vkDestroyImage, destroy_image)
  PHOTOPIC_FUNCTION(vkGetImageMemoryRequirements, get_image_requirements)
  PHOTOPIC_FUNCTION(vkBindImageMemory, bind_image_memory)
  PHOTOPIC_FUNCTION(vkCreateImageView, create_image_view)
  PHOTOPIC_FUNCTION(vkDestroyImageView, destroy_image_view)
  PHOTOPIC_FUNCTION(vkCreateSampler, create_sampler)
  PHOTOPIC_FUNCTION(vkDestroySampler, destroy_sampler)
  PHOTOPIC_FUNCTION(vkCreateDescriptorSetLayout, create_set_layout)
  PHOTOPIC_FUNCTION(vkDestroyDescriptorSetLayout, destroy_set_layout)
  PHOTOPIC_FUNCTION(vkCreatePipelineLayout, create_layout)
  PHOTOPIC_FUNCTION(vkDestroyPipelineLayout, destroy_layout)
  PHOTOPIC_FUNCTION(vkCreateShaderModule, create_module)
  PHOTOPIC_FUNCTION(vkDestroyShaderModule, destroy_module)
  PHOTOPIC_FUNCTION(vkCreateComputePipelines, create_pipelines)
  PHOTOPIC_FUNCTION(vkDestroyPipeline, destroy_pipeline)
#undef PHOTOPIC_FUNCTION
  return nullptr;
}

}  // namespace photopic::gl
