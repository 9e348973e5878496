// SPDX-License-Identifier: MIT
// Parts of the flash analyser: rules as parameters, results from words, checks of arguments.
#ifndef PHOTOPIC_SRC_FLASH_FLASH_H
#define PHOTOPIC_SRC_FLASH_FLASH_H

#include <flash/interface.h>
#include <photopic/flash_analyser.h>

#include "gpu/host/gpu.h"

namespace photopic::flash {

/// A third of a side of the grid, rounded.
std::uint32_t window_side(std::uint32_t cells) noexcept;

/// But for time, object and reset.
gpu::FlashParams params_of(const FlashCreateInfo& info, VkExtent2D extent, const FlashSettings& settings) noexcept;

/// What `automatic` stands for.
OutputEncoding encoding_of(const FlashCreateInfo& info) noexcept;

/// Largest code where channels are decoded one by one from codes of 8 or 10 bits; else 0.
std::uint32_t table_peak(const FlashCreateInfo& info) noexcept;

/// The newest whole result of slots `stride_bytes` apart, while the device writes them. False if there is none.
bool latest_result(const std::byte* slots, std::uint32_t count, std::size_t stride_bytes,
                   gpu::FlashResult* out) noexcept;

FlashStatistics statistics_of(const gpu::FlashResult& result, const FlashCreateInfo& info) noexcept;

Status validate(const Gpu& gpu, const FlashCreateInfo& info) noexcept;
Status validate(const Gpu& gpu, VkCommandBuffer command_buffer, const FlashFrame& frame,
                const FlashSettings& settings) noexcept;

}  // namespace photopic::flash

#endif
