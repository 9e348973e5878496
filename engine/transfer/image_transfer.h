// SPDX-License-Identifier: MIT
// Transfer of images to and from the CPU, in bands of rows so that no second copy of a large image is held.
#ifndef PHOTOPIC_ENGINE_IMAGE_TRANSFER_H
#define PHOTOPIC_ENGINE_IMAGE_TRANSFER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "engine/transfer/memory.h"

namespace engine {

/// Largest band, bytes, unless one row is larger.
inline constexpr std::size_t kBandBytes = std::size_t{16} << 20;
/// Rows of `row_bytes` each that fit a band, at least 1.
std::uint32_t band_rows(std::size_t row_bytes);

/// Fills rows [first_row, first_row + row_count) of a band, tightly packed.
using FillRows = std::function<void(std::uint32_t first_row, std::uint32_t row_count, std::byte* rows)>;
/// Writes every texel of `image` (TRANSFER_DST usage), from any layout. After: SHADER_READ_ONLY_OPTIMAL, visible to
/// COMPUTE_SHADER / SHADER_READ. Waits for the GPU.
void upload(const Context& context, const Image& image, const FillRows& fill);
void upload(const Context& context, const Image& image, std::span<const std::byte> texels);

/// Copies the first `row_count` rows of `image` (TRANSFER_SRC usage, in `layout` before and after, written at
/// COMPUTE_SHADER) to the CPU, tightly packed. Waits for the GPU.
std::vector<std::byte> read_back(const Context& context, const Image& image, std::uint32_t row_count,
                                 VkImageLayout layout = VK_IMAGE_LAYOUT_GENERAL);
/// All rows.
std::vector<std::byte> read_back(const Context& context, const Image& image);

/// Copies a buffer (TRANSFER_SRC usage, written at COMPUTE_SHADER or TRANSFER) to the CPU. Waits for the GPU.
std::vector<std::byte> read_back(const Context& context, VkBuffer buffer, VkDeviceSize offset_bytes,
                                 VkDeviceSize size_bytes);

}  // namespace engine

#endif
