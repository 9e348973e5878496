// SPDX-License-Identifier: MIT
// Pipeline and memory of the meter of the light's colour.
#include "meter/color_meter.h"

#include <algorithm>
#include <cstddef>

#include "gpu/barriers/barriers.h"
#include "gpu/host/report.h"
#include "meter/passes.h"
#include "settings/variants.h"

namespace photopic {
namespace {

/// Squares of a lattice that texels from `first` on lie in.
std::uint32_t squares_of(std::int32_t first, std::uint32_t count, std::uint32_t side) {
  const auto begin = static_cast<std::uint32_t>(first);
  return (begin + count - 1) / side - begin / side + 1;
}

const PassDesc& pass_of(const MadeFor& info) {
  if (has_arrays(info)) return info.weights != 0 ? passes::colors_weighted_layers : passes::colors_layers;
  if (info.hdr_samples > 1) return info.weights != 0 ? passes::colors_weighted_samples : passes::colors_samples;
  return info.weights != 0 ? passes::colors_weighted : passes::colors;
}

}  // namespace

Status ColorMeter::create(const MadeFor& info) noexcept {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  PHOTOPIC_TRY(sums_.create_zeroed(sizeof(gpu::ColorSums), kUsage, offsetof(gpu::ColorSums, partials)));
  PHOTOPIC_TRY(pass_.create(pass_of(info), 2));
  const Specialization constants[] = {{PHOTOPIC_SPEC_CONVERT_INPUT, info.convert_input ? 1u : 0u},
                                      {PHOTOPIC_SPEC_WEIGHTS, info.weights},
                                      {PHOTOPIC_SPEC_SAMPLES, info.hdr_samples}};
  return pass_.add_variant(0, constants);
}

void ColorMeter::record_prepare(VkCommandBuffer command_buffer) const noexcept {
  if (sums_.is_zeroed()) return;  // each measurement leaves zeros behind
  // Producer: the last measurement. Consumer: the fill. Then: producer: the fill. Consumer: this measurement.
  memory_barrier(gpu_, command_buffer, kComputeReadWrite, kTransferWrite);
  gpu_.vk.vkCmdFillBuffer(command_buffer, sums_.handle(), 0, offsetof(gpu::ColorSums, partials), 0);
  memory_barrier(gpu_, command_buffer, kTransferWrite, kComputeReadWrite);
}

std::uint32_t ColorMeter::workgroups(const VkRect2D& region, std::uint32_t texels, std::uint32_t limit) noexcept {
  const std::uint32_t side = PHOTOPIC_COLORS_SQUARE_SIDE(texels);
  return std::min(
      squares_of(region.offset.x, region.extent.width, side) * squares_of(region.offset.y, region.extent.height, side),
      limit);
}

}  // namespace photopic
