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

FlashStatistics statistics_of(const gpu::FlashResult& result, const FlashCreateInfo& info) noexcept;

Status validate(const Gpu& gpu, const FlashCreateInfo& info) noexcept;
Status validate(const Gpu& gpu, VkCommandBuffer command_buffer, const FlashFrame& frame,
                const FlashSettings& settings) noexcept;

}  // namespace photopic::flash

#endif
