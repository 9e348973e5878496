// SPDX-License-Identifier: MIT
// Texels of parts of an image, on the CPU a frame or two later.
#ifndef PHOTOPIC_TOOLS_SESSION_REGIONS_H
#define PHOTOPIC_TOOLS_SESSION_REGIONS_H

#include <vulkan/vulkan_core.h>

#include <array>
#include <cstdint>
#include <functional>
#include <glm/vec4.hpp>
#include <span>
#include <vector>

#include "engine/device/context.h"
#include "engine/transfer/memory.h"

namespace session {

/// The context must outlive it. For one thread.
class RegionReader {
 public:
  explicit RegionReader(const engine::Context& context) : context_(context) {}

  static constexpr std::uint32_t kSlots = 2;  ///< frames in flight

  /// Before: the image (R16G16B16A16_SFLOAT or R32G32B32A32_SFLOAT) in SHADER_READ_ONLY_OPTIMAL, of TRANSFER_SRC usage,
  /// written at COMPUTE_SHADER or COLOR_ATTACHMENT_OUTPUT; the frame that `slot` was last recorded in is done. After:
  /// as before; reads are ordered before writes at these stages. Throws engine::Error.
  void record(VkCommandBuffer command_buffer, std::uint32_t slot, const engine::Image& image,
              std::span<const VkRect2D> regions);
  /// Calls `visit(region, texel)` for every texel, region by region, row by row, of what was recorded with `slot` last,
  /// once that frame is done; once. False, and no calls, if nothing was.
  bool take(std::uint32_t slot, const std::function<void(std::size_t region, const glm::vec4& texel)>& visit);

 private:
  struct Slot {
    engine::Buffer buffer;
    VkDeviceSize bytes = 0;
    bool is_due = false;
    bool is_half = false;
    std::vector<std::uint64_t> texels;  ///< of each region
  };

  const engine::Context& context_;
  std::array<Slot, kSlots> slots_;
};

}  // namespace session

#endif
