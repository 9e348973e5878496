// SPDX-License-Identifier: MIT
#include "resources.h"

#include <bit>
#include <cstring>

#include "reduction_plan.h"
#include "report.h"

namespace photopic {
namespace {

constexpr VkMemoryPropertyFlags kHostCoherent =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kDeviceLocal[] = {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
constexpr VkMemoryPropertyFlags kSharedOrDeviceLocal[] = {kHostCoherent | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                                          VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
constexpr VkMemoryPropertyFlags kReadback[] = {kHostCoherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kHostCoherent};

constexpr std::uint32_t kRequiredApi = VK_API_VERSION_1_2;

VkDescriptorType descriptor_type(BindingKind kind) {
  switch (kind) {
    case BindingKind::sampled_image:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case BindingKind::storage_image:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case BindingKind::storage_buffer:
      break;
  }
  return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

VkImageSubresourceRange color_levels(std::uint32_t first, std::uint32_t count) {
  return {VK_IMAGE_ASPECT_COLOR_BIT, first, count, 0, 1};
}

}  // namespace

Status Gpu::init(const Device& host) noexcept {
  device = host;
  if (host.instance == VK_NULL_HANDLE || host.physical_device == VK_NULL_HANDLE || host.device == VK_NULL_HANDLE) {
    return report(device, Status::invalid_argument,
                  "create: device.instance, .physical_device or .device is VK_NULL_HANDLE");
  }
  if (host.get_instance_proc_addr == nullptr) {
    return report(device, Status::invalid_argument, "create: device.get_instance_proc_addr is null");
  }
  if (const char* missing = load(host, &vk)) {
    return report(device, Status::unsupported,
                  "create: the device has no %s: Vulkan 1.2 with VK_KHR_push_descriptor enabled is needed", missing);
  }
  VkPhysicalDeviceProperties properties;
  vk.vkGetPhysicalDeviceProperties(host.physical_device, &properties);
  if (properties.apiVersion < kRequiredApi) {
    return report(device, Status::unsupported, "create: %s has Vulkan %u.%u: 1.2 is needed", properties.deviceName,
                  VK_API_VERSION_MAJOR(properties.apiVersion), VK_API_VERSION_MINOR(properties.apiVersion));
  }
  limits = properties.limits;
  is_cpu = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  VkPhysicalDeviceSubgroupProperties subgroups = {};
  subgroups.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES;
  VkPhysicalDeviceProperties2 properties2 = {};
  properties2.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  properties2.pNext = &subgroups;
  vk.vkGetPhysicalDeviceProperties2(host.physical_device, &properties2);
  has_subgroup_arithmetic = (subgroups.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0 &&
                            (subgroups.supportedOperations & VK_SUBGROUP_FEATURE_ARITHMETIC_BIT) != 0;
  vk.vkGetPhysicalDeviceMemoryProperties(host.physical_device, &memory);

  constexpr std::uint32_t kMaxFamilies = 32;
  VkQueueFamilyProperties families[kMaxFamilies];
  std::uint32_t family_count = kMaxFamilies;
  vk.vkGetPhysicalDeviceQueueFamilyProperties(host.physical_device, &family_count, families);
  if (host.queue_family >= family_count) {
    return report(device, Status::invalid_argument, "create: device.queue_family = %u: the device has %u",
                  host.queue_family, family_count);
  }
  queue_flags = families[host.queue_family].queueFlags;
  if ((queue_flags & VK_QUEUE_COMPUTE_BIT) == 0) {
    return report(device, Status::unsupported, "create: device.queue_family = %u: has no compute", host.queue_family);
  }
  return Status::ok;
}

VkFormatFeatureFlags Gpu::optimal_features(VkFormat format) const noexcept {
  VkFormatProperties properties;
  vk.vkGetPhysicalDeviceFormatProperties(device.physical_device, format, &properties);
  return properties.optimalTilingFeatures;
}

// ---- memory, buffers, images ----

// Destructors test their handles: an object whose function table could not be loaded has none, and no functions either.
Allocation::~Allocation() {
  if (memory_ != VK_NULL_HANDLE) gpu_.vk.vkFreeMemory(gpu_.device.device, memory_, gpu_.device.allocator);
}

Status Allocation::allocate(const VkMemoryRequirements& requirements,
                            std::span<const VkMemoryPropertyFlags> wishes) noexcept {
  // Types are ordered by the driver, the most suitable first.
  const auto first_with = [&](VkMemoryPropertyFlags flags) {
    for (std::uint32_t i = 0; i < gpu_.memory.memoryTypeCount; ++i) {
      const bool is_allowed = (requirements.memoryTypeBits >> i & 1u) != 0;
      if (is_allowed && (gpu_.memory.memoryTypes[i].propertyFlags & flags) == flags) return i;
    }
    return gpu_.memory.memoryTypeCount;
  };
  std::uint32_t chosen = gpu_.memory.memoryTypeCount;
  for (std::size_t i = 0; i < wishes.size() && chosen == gpu_.memory.memoryTypeCount; ++i) {
    chosen = first_with(wishes[i]);
  }
  if (chosen == gpu_.memory.memoryTypeCount) chosen = first_with(0);
  const VkMemoryAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                     .pNext = nullptr,
                                     .allocationSize = requirements.size,
                                     .memoryTypeIndex = chosen};
  const Status status =
      check(gpu_.device, gpu_.vk.vkAllocateMemory(gpu_.device.device, &info, gpu_.device.allocator, &memory_),
            "vkAllocateMemory");
  if (status != Status::ok) return status;
  size_bytes_ = requirements.size;
  flags_ = gpu_.memory.memoryTypes[chosen].propertyFlags;
  return status;
}

Buffer::~Buffer() {
  // Freeing memory unmaps it.
  if (buffer_ != VK_NULL_HANDLE) gpu_.vk.vkDestroyBuffer(gpu_.device.device, buffer_, gpu_.device.allocator);
}

Status Buffer::create(VkDeviceSize size_bytes, VkBufferUsageFlags usage,
                      std::span<const VkMemoryPropertyFlags> wishes) noexcept {
  const VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                                   .pNext = nullptr,
                                   .flags = 0,
                                   .size = size_bytes,
                                   .usage = usage,
                                   .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                   .queueFamilyIndexCount = 0,
                                   .pQueueFamilyIndices = nullptr};
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  Status status =
      check(gpu_.device, vk.vkCreateBuffer(device, &info, gpu_.device.allocator, &buffer_), "vkCreateBuffer");
  if (status != Status::ok) return status;
  VkMemoryRequirements requirements;
  vk.vkGetBufferMemoryRequirements(device, buffer_, &requirements);
  status = allocation_.allocate(requirements, wishes);
  if (status != Status::ok) return status;
  return check(gpu_.device, vk.vkBindBufferMemory(device, buffer_, allocation_.memory(), 0), "vkBindBufferMemory");
}

Status Buffer::create(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  return create(size_bytes, usage, kDeviceLocal);
}

Status Buffer::map_zeroed(VkDeviceSize size_bytes) noexcept {
  const Status status =
      check(gpu_.device, gpu_.vk.vkMapMemory(gpu_.device.device, allocation_.memory(), 0, VK_WHOLE_SIZE, 0, &mapped_),
            "vkMapMemory");
  if (status == Status::ok) std::memset(mapped_, 0, size_bytes);
  is_zeroed_ = status == Status::ok;
  return status;
}

Status Buffer::create_zeroed(VkDeviceSize size_bytes, VkBufferUsageFlags usage, VkDeviceSize zeroed_bytes) noexcept {
  const Status status = create(size_bytes, usage, kSharedOrDeviceLocal);
  if (status != Status::ok || !allocation_.has(kSharedOrDeviceLocal[0])) return status;
  const Status mapped = map_zeroed(zeroed_bytes);
  if (mapped == Status::ok) gpu_.vk.vkUnmapMemory(gpu_.device.device, allocation_.memory());
  mapped_ = nullptr;
  return mapped;
}

Status Buffer::create_readback(VkDeviceSize size_bytes, VkBufferUsageFlags usage) noexcept {
  // Every device has host-coherent memory for buffers; cached where there is such memory, since the CPU reads it.
  const Status status = create(size_bytes, usage, kReadback);
  return status == Status::ok ? map_zeroed(size_bytes) : status;
}

LevelImage::~LevelImage() {
  if (image_ == VK_NULL_HANDLE) return;
  for (VkImageView view : views_) gpu_.vk.vkDestroyImageView(gpu_.device.device, view, gpu_.device.allocator);
  gpu_.vk.vkDestroyImage(gpu_.device.device, image_, gpu_.device.allocator);
}

Status LevelImage::create(VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) noexcept {
  extent_ = extent;
  level_count_ = mip_levels(extent);
  const VkImageCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                  .pNext = nullptr,
                                  .flags = 0,
                                  .imageType = VK_IMAGE_TYPE_2D,
                                  .format = format,
                                  .extent = {extent.width, extent.height, 1},
                                  .mipLevels = level_count_,
                                  .arrayLayers = 1,
                                  .samples = VK_SAMPLE_COUNT_1_BIT,
                                  .tiling = VK_IMAGE_TILING_OPTIMAL,
                                  .usage = usage,
                                  .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
                                  .queueFamilyIndexCount = 0,
                                  .pQueueFamilyIndices = nullptr,
                                  .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED};
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  Status status = check(gpu_.device, vk.vkCreateImage(device, &info, gpu_.device.allocator, &image_), "vkCreateImage");
  if (status != Status::ok) return status;
  VkMemoryRequirements requirements;
  vk.vkGetImageMemoryRequirements(device, image_, &requirements);
  status = allocation_.allocate(requirements, kDeviceLocal);
  if (status != Status::ok) return status;
  status = check(gpu_.device, vk.vkBindImageMemory(device, image_, allocation_.memory(), 0), "vkBindImageMemory");
  for (std::uint32_t level = 0; level < level_count_ && status == Status::ok; ++level) {
    const VkImageViewCreateInfo view_info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                             .pNext = nullptr,
                                             .flags = 0,
                                             .image = image_,
                                             .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                             .format = format,
                                             .components = {},
                                             .subresourceRange = color_levels(level, 1)};
    status = check(gpu_.device, vk.vkCreateImageView(device, &view_info, gpu_.device.allocator, &views_[level]),
                   "vkCreateImageView");
  }
  return status;
}

// ---- compute passes ----

ComputePass::~ComputePass() {
  if (sampler_ == VK_NULL_HANDLE) return;  // the first object that create() makes
  const VkDevice device = gpu_.device.device;
  for (VkPipeline pipeline : pipelines_) gpu_.vk.vkDestroyPipeline(device, pipeline, gpu_.device.allocator);
  gpu_.vk.vkDestroyPipelineLayout(device, layout_, gpu_.device.allocator);
  gpu_.vk.vkDestroyDescriptorSetLayout(device, set_layout_, gpu_.device.allocator);
  gpu_.vk.vkDestroySampler(device, sampler_, gpu_.device.allocator);
}

Status ComputePass::create(const PassDesc& desc, VkFilter filter) noexcept {
  desc_ = &desc;
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  const VkAllocationCallbacks* allocator = gpu_.device.allocator;

  VkSamplerCreateInfo sampler_info = {};
  sampler_info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
  sampler_info.magFilter = filter;
  sampler_info.minFilter = filter;
  sampler_info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
  sampler_info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  sampler_info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  sampler_info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
  Status status =
      check(gpu_.device, vk.vkCreateSampler(device, &sampler_info, allocator, &sampler_), "vkCreateSampler");
  if (status != Status::ok) return status;

  assert(desc.bindings.size() <= kMaxBindings);
  VkDescriptorSetLayoutBinding bindings[kMaxBindings] = {};
  for (std::uint32_t i = 0; i < desc.bindings.size(); ++i) {
    bindings[i].binding = i;
    bindings[i].descriptorType = descriptor_type(desc.bindings[i]);
    bindings[i].descriptorCount = 1;
    bindings[i].stageFlags = VK_SHADER_STAGE_COMPUTE_BIT;
  }
  VkDescriptorSetLayoutCreateInfo set_info = {};
  set_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
  set_info.flags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
  set_info.bindingCount = static_cast<std::uint32_t>(desc.bindings.size());
  set_info.pBindings = bindings;
  status = check(gpu_.device, vk.vkCreateDescriptorSetLayout(device, &set_info, allocator, &set_layout_),
                 "vkCreateDescriptorSetLayout");
  if (status != Status::ok) return status;

  const VkPushConstantRange push = {VK_SHADER_STAGE_COMPUTE_BIT, 0, desc.push_bytes};
  VkPipelineLayoutCreateInfo layout_info = {};
  layout_info.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
  layout_info.setLayoutCount = 1;
  layout_info.pSetLayouts = &set_layout_;
  layout_info.pushConstantRangeCount = 1;
  layout_info.pPushConstantRanges = &push;
  return check(gpu_.device, vk.vkCreatePipelineLayout(device, &layout_info, allocator, &layout_),
               "vkCreatePipelineLayout");
}

Status ComputePass::add_variant(std::uint32_t variant, std::span<const Specialization> constants) noexcept {
  assert(variant < kMaxVariants && constants.size() <= kMaxBindings);
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  VkShaderModuleCreateInfo module_info = {};
  module_info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
  module_info.codeSize = desc_->spirv.size_bytes();
  module_info.pCode = desc_->spirv.data();
  VkShaderModule shader_module = VK_NULL_HANDLE;
  Status status =
      check(gpu_.device, vk.vkCreateShaderModule(device, &module_info, gpu_.device.allocator, &shader_module),
            "vkCreateShaderModule");
  if (status != Status::ok) return status;

  VkSpecializationMapEntry entries[kMaxBindings];
  for (std::uint32_t i = 0; i < constants.size(); ++i) {
    const auto offset = static_cast<std::uint32_t>(i * sizeof(Specialization) + offsetof(Specialization, value));
    entries[i] = {constants[i].id, offset, sizeof(std::uint32_t)};
  }
  const VkSpecializationInfo specialization = {static_cast<std::uint32_t>(constants.size()), entries,
                                               constants.size_bytes(), constants.data()};
  VkComputePipelineCreateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
  info.stage.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = shader_module;
  info.stage.pName = "main";
  info.stage.pSpecializationInfo = &specialization;
  info.layout = layout_;
  status = check(gpu_.device,
                 vk.vkCreateComputePipelines(device, gpu_.device.pipeline_cache, 1, &info, gpu_.device.allocator,
                                             &pipelines_[variant]),
                 "vkCreateComputePipelines");
  vk.vkDestroyShaderModule(device, shader_module, gpu_.device.allocator);
  return status;
}

void ComputePass::dispatch_bytes(VkCommandBuffer command_buffer, std::uint32_t variant, VkExtent2D groups,
                                 const void* params, std::span<const Binding> bindings) const noexcept {
  assert(has_variant(variant) && bindings.size() == desc_->bindings.size());
  VkDescriptorImageInfo images[kMaxBindings];
  VkDescriptorBufferInfo buffers[kMaxBindings];
  VkWriteDescriptorSet writes[kMaxBindings];
  for (std::uint32_t i = 0; i < bindings.size(); ++i) {
    images[i] = {sampler_, bindings[i].view, bindings[i].layout};
    buffers[i] = {bindings[i].buffer, bindings[i].offset_bytes, bindings[i].range_bytes};
    writes[i] = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                 .pNext = nullptr,
                 .dstSet = VK_NULL_HANDLE,
                 .dstBinding = i,
                 .dstArrayElement = 0,
                 .descriptorCount = 1,
                 .descriptorType = descriptor_type(desc_->bindings[i]),
                 .pImageInfo = &images[i],
                 .pBufferInfo = &buffers[i],
                 .pTexelBufferView = nullptr};
  }
  const VkTable& vk = gpu_.vk;
  vk.vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines_[variant]);
  vk.vkCmdPushDescriptorSetKHR(command_buffer, VK_PIPELINE_BIND_POINT_COMPUTE, layout_, 0,
                               static_cast<std::uint32_t>(bindings.size()), writes);
  vk.vkCmdPushConstants(command_buffer, layout_, VK_SHADER_STAGE_COMPUTE_BIT, 0, desc_->push_bytes, params);
  vk.vkCmdDispatch(command_buffer, groups.width, groups.height, 1);
}

// ---- barriers ----

void memory_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, Access producer, Access consumer) noexcept {
  const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, producer.access, consumer.access};
  gpu.vk.vkCmdPipelineBarrier(command_buffer, producer.stages, consumer.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

void layout_barrier(const Gpu& gpu, VkCommandBuffer command_buffer, VkImage image, std::uint32_t first_level,
                    std::uint32_t level_count, VkImageLayout from, VkImageLayout to, Access producer,
                    Access consumer) noexcept {
  const VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                        .pNext = nullptr,
                                        .srcAccessMask = producer.access,
                                        .dstAccessMask = consumer.access,
                                        .oldLayout = from,
                                        .newLayout = to,
                                        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                        .image = image,
                                        .subresourceRange = color_levels(first_level, level_count)};
  gpu.vk.vkCmdPipelineBarrier(command_buffer, producer.stages, consumer.stages, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

}  // namespace photopic
