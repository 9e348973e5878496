// SPDX-License-Identifier: MIT
// Common parts of the examples with vulkan.hpp: a device without a window, images, the scene's pipeline, and a file for
// the picture.
#ifndef PHOTOPIC_EXAMPLES_HOST_HPP
#define PHOTOPIC_EXAMPLES_HOST_HPP

#include <photopic/post_process.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <vulkan/vulkan.hpp>
#include <vulkan/vulkan_raii.hpp>

#include "scene_frag.h"
#include "scene_vert.h"

namespace example {

inline constexpr vk::Extent2D kExtent = {320, 180};
inline constexpr vk::Format kHdrFormat = vk::Format::eR16G16B16A16Sfloat;

inline void check(photopic::Status status) {
  if (status != photopic::Status::ok) throw std::runtime_error("Photopic failed, see above");
}

/// What a renderer has already: instance, device, queue. `features`: a chain for vkCreateDevice, or null.
class Host {
 public:
  Host(std::uint32_t api_version, const void* features)
      : api_version_(api_version),
        instance_(make_instance(context_, api_version)),
        gpu_(std::move(vk::raii::PhysicalDevices(instance_).front())),
        device(make_device(gpu_, features)),
        queue_(device, 0, 0) {
    const vk::PhysicalDeviceMemoryProperties types = gpu_.getMemoryProperties();
    for (std::uint32_t i = types.memoryTypeCount; i-- > 0;) {
      if (types.memoryTypes[i].propertyFlags & vk::MemoryPropertyFlagBits::eDeviceLocal) device_memory_ = i;
      const auto wanted = vk::MemoryPropertyFlagBits::eHostVisible | vk::MemoryPropertyFlagBits::eHostCoherent;
      if ((types.memoryTypes[i].propertyFlags & wanted) == wanted) host_memory_ = i;
    }
  }

  photopic::Device lend() const {
    photopic::Device lent;
    lent.instance = *instance_;
    lent.physical_device = *gpu_;
    lent.device = *device;
    lent.api_version = api_version_;
    lent.queue_family = 0;
    lent.get_instance_proc_addr = vkGetInstanceProcAddr;
    lent.frames_in_flight = 1;
    lent.message = [](photopic::Status, const char* text, void*) { std::fprintf(stderr, "%s\n", text); };
    return lent;
  }

  struct Image {
    vk::raii::Image image = nullptr;
    vk::raii::DeviceMemory memory = nullptr;
    vk::raii::ImageView view = nullptr;
  };
  Image make_image(vk::Format format, vk::ImageUsageFlags usage) const {
    Image made;
    vk::ImageCreateInfo info({}, vk::ImageType::e2D, format, vk::Extent3D(kExtent, 1), 1, 1);
    info.usage = usage;
    made.image = vk::raii::Image(device, info);
    made.memory = vk::raii::DeviceMemory(device, {made.image.getMemoryRequirements().size, device_memory_});
    made.image.bindMemory(*made.memory, 0);
    made.view = vk::raii::ImageView(device, {{}, *made.image, vk::ImageViewType::e2D, format, {}, kAll});
    return made;
  }

  struct Buffer {
    vk::raii::Buffer buffer = nullptr;
    vk::raii::DeviceMemory memory = nullptr;
  };
  Buffer make_readback(vk::DeviceSize size) const {
    Buffer made;
    made.buffer = vk::raii::Buffer(device, {{}, size, vk::BufferUsageFlagBits::eTransferDst});
    made.memory = vk::raii::DeviceMemory(device, {made.buffer.getMemoryRequirements().size, host_memory_});
    made.buffer.bindMemory(*made.memory, 0);
    return made;
  }

  template <class Record>
  void submit(const Record& record) const {
    const vk::raii::CommandPool pool(device, {{}, 0});
    const vk::raii::CommandBuffers buffers(device, {*pool, vk::CommandBufferLevel::ePrimary, 1});
    buffers[0].begin({vk::CommandBufferUsageFlagBits::eOneTimeSubmit});
    record(buffers[0]);
    buffers[0].end();
    const vk::CommandBuffer commands = *buffers[0];
    queue_.submit(vk::SubmitInfo({}, {}, commands));
    queue_.waitIdle();
  }
  static constexpr vk::ImageSubresourceRange kAll = {vk::ImageAspectFlagBits::eColor, 0, 1, 0, 1};

 private:
  static vk::raii::Instance make_instance(const vk::raii::Context& context, std::uint32_t api_version) {
    const vk::ApplicationInfo application("example", 0, nullptr, 0, api_version);
    return {context, vk::InstanceCreateInfo({}, &application)};
  }
  static vk::raii::Device make_device(const vk::raii::PhysicalDevice& gpu, const void* features) {
    const float priority = 1.0f;
    const vk::DeviceQueueCreateInfo queue({}, 0, 1, &priority);
    vk::DeviceCreateInfo info({}, queue);
    info.pNext = features;
    return {gpu, info};
  }

  std::uint32_t api_version_;
  vk::raii::Context context_;
  vk::raii::Instance instance_;
  vk::raii::PhysicalDevice gpu_;

 public:
  vk::raii::Device device;

 private:
  vk::raii::Queue queue_;
  std::uint32_t device_memory_ = 0, host_memory_ = 0;
};

/// R, G, B of texels of four channels.
inline void write_ppm(const char* file, const Host::Buffer& picture) {
  const auto* rgba = static_cast<const char*>(picture.memory.mapMemory(0, VK_WHOLE_SIZE));
  std::ofstream ppm(file, std::ios::binary);
  ppm << "P6\n" << kExtent.width << " " << kExtent.height << "\n255\n";
  for (std::uint32_t i = 0; i < kExtent.width * kExtent.height; ++i) ppm.write(rgba + 4 * i, 3);
}

/// The scene, drawn in a render pass, or with `rendering` in the chain in none.
inline vk::raii::Pipeline make_scene_pipeline(const Host& host, vk::PipelineLayout layout, vk::RenderPass pass,
                                              const vk::PipelineRenderingCreateInfo* rendering) {
  const vk::raii::ShaderModule vert(host.device, {{}, sizeof scene_vert, scene_vert});
  const vk::raii::ShaderModule frag(host.device, {{}, sizeof scene_frag, scene_frag});
  const vk::PipelineShaderStageCreateInfo stages[] = {{{}, vk::ShaderStageFlagBits::eVertex, *vert, "main"},
                                                      {{}, vk::ShaderStageFlagBits::eFragment, *frag, "main"}};
  const vk::PipelineVertexInputStateCreateInfo vertices;
  const vk::PipelineInputAssemblyStateCreateInfo assembly({}, vk::PrimitiveTopology::eTriangleList);
  const vk::Viewport viewport(0, 0, kExtent.width, kExtent.height, 0, 1);
  const vk::Rect2D scissor({}, kExtent);
  const vk::PipelineViewportStateCreateInfo view({}, viewport, scissor);
  vk::PipelineRasterizationStateCreateInfo raster;
  raster.lineWidth = 1.0f;
  const vk::PipelineMultisampleStateCreateInfo samples;
  vk::PipelineColorBlendAttachmentState channels;
  channels.colorWriteMask = vk::FlagTraits<vk::ColorComponentFlagBits>::allFlags;
  const vk::PipelineColorBlendStateCreateInfo blend({}, false, {}, channels);
  vk::GraphicsPipelineCreateInfo info({}, stages, &vertices, &assembly, {}, &view, &raster, &samples, {}, &blend);
  info.layout = layout;
  info.renderPass = pass;
  info.pNext = rendering;
  return {host.device, nullptr, info};
}

}  // namespace example

#endif
