// SPDX-License-Identifier: MIT
// Filling of images and buffers, and the choice of their formats.
#ifndef PHOTOPIC_ENGINE_UPLOADS_H
#define PHOTOPIC_ENGINE_UPLOADS_H

#include <cstddef>
#include <span>
#include <string>

#include "engine/device/context.h"
#include "engine/transfer/memory.h"

namespace engine {

/// Writes every texel: for each level, its rows, slices and layers, tightly packed. From any layout. After:
/// SHADER_READ_ONLY_OPTIMAL, visible to FRAGMENT_SHADER / SHADER_READ. Waits for the GPU.
void upload_levels(const Context& context, const Image& image, std::span<const std::span<const std::byte>> levels);

/// A device-local buffer with these bytes, visible to `stages` / `access`. Throws Error that names `what` if the device
/// can't hold it in one piece. Waits for the GPU.
Buffer upload_buffer(const Context& context, std::span<const std::byte> bytes, VkBufferUsageFlags usage,
                     VkPipelineStageFlags stages, VkAccessFlags access, const std::string& what);

/// Records a write of a buffer of TRANSFER_DST usage, as vkCmdUpdateBuffer() in as many parts as that takes. The bytes,
/// a multiple of 4, are copied at once. Barriers are the caller's.
void update_buffer(const Context& context, VkCommandBuffer command_buffer, const Buffer& buffer,
                   VkDeviceSize offset_bytes, std::span<const std::byte> bytes);

/// The first of these formats whose images can be all that `features` says, with optimal tiling; throws Error without
/// one.
VkFormat supported_format(const Context& context, std::span<const VkFormat> formats, VkFormatFeatureFlags features);

}  // namespace engine

#endif
