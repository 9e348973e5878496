// SPDX-License-Identifier: MIT
// Images with mip levels, layers or depth, and their filling.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_LAYERED_IMAGE_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_LAYERED_IMAGE_H

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "engine/context.h"
#include "engine/memory.h"

namespace engine {

struct LayeredImageInfo {
  VkImageViewType type = VK_IMAGE_VIEW_TYPE_2D;  ///< 2D, 2D array or 3D
  VkExtent3D extent = {1, 1, 1};
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkImageUsageFlags usage = 0;
  std::uint32_t levels = 1;
  std::uint32_t layers = 1;
  VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
};

/// A device-local image with a view of all of it.
class LayeredImage {
 public:
  LayeredImage() = default;
  LayeredImage(const Context& context, const LayeredImageInfo& info);
  LayeredImage(LayeredImage&& other) noexcept { *this = std::move(other); }
  LayeredImage& operator=(LayeredImage&& other) noexcept;
  ~LayeredImage();

  VkImage handle() const { return image_; }
  VkImageView view() const { return view_; }
  const LayeredImageInfo& info() const { return info_; }

 private:
  const Context* context_ = nullptr;
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  VkImageView view_ = VK_NULL_HANDLE;
  LayeredImageInfo info_;
};

/// Writes every texel: for each level, its rows, slices and layers, tightly packed. From any layout. After:
/// SHADER_READ_ONLY_OPTIMAL, visible to FRAGMENT_SHADER / SHADER_READ. Waits for the GPU.
void upload_levels(const Context& context, const LayeredImage& image, std::span<const std::vector<std::byte>> levels);

/// A device-local buffer with these bytes, visible to `stages` / `access`. Throws Error that names `what` if the device
/// can't hold it in one piece. Waits for the GPU.
Buffer upload_buffer(const Context& context, std::span<const std::byte> bytes, VkBufferUsageFlags usage,
                     VkPipelineStageFlags stages, VkAccessFlags access, const std::string& what);

/// The first of these formats whose images can be all that `features` says, with optimal tiling; throws Error without
/// one.
VkFormat supported_format(const Context& context, std::span<const VkFormat> formats, VkFormatFeatureFlags features);

}  // namespace engine

#endif
