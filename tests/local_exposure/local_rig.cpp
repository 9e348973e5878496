// SPDX-License-Identifier: MIT
// Recording of the passes of local exposure, and reading of their curves.
#include "local_exposure/local_rig.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "finish/tone_map_rig.h"
#include "gpu/barriers/barriers.h"

namespace test {

double worst_difference_ev(const GpuCurves& curves, const reference::CurveGrid& grid) {
  if (curves.columns != grid.columns() || curves.rows != grid.rows()) return reference::kInfinity;
  double worst = 0.0;
  for (std::size_t row = 0; row < grid.rows(); ++row) {
    for (std::size_t column = 0; column < grid.columns(); ++column) {
      for (std::size_t k = 0; k < reference::CurveGrid::kSlices; ++k) {
        const double difference = std::abs(double(curves.at(column, row, k)) - grid.curve(column, row)[k]);
        if (!(difference <= worst)) worst = difference;  // NaN too
      }
    }
  }
  return worst;
}

photopic::Settings local_settings_of(const reference::LocalExposure& settings) {
  constexpr double kMostEv = 16.0;  // more than any curve has
  photopic::Settings result;
  photopic::LocalExposureSettings& local = result.local_exposure;
  local.local_exposure = photopic::LocalExposure::on;
  local.highlight_contrast = float(settings.highlight_contrast);
  local.shadow_contrast = float(settings.shadow_contrast);
  local.detail = float(settings.detail);
  local.blurred_luminance_blend = float(settings.blurred_luminance_blend);
  local.highlight_threshold_ev = float(settings.highlight_threshold_ev);
  local.shadow_threshold_ev = float(settings.shadow_threshold_ev);
  local.local_max_ev = float(std::min(settings.max_ev, kMostEv));
  return result;
}

HdrImage make_local_hdr(const reference::LogPicture& picture, VkOffset2D offset) {
  const auto left = std::uint32_t(offset.x), top = std::uint32_t(offset.y);
  return make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT,
                  {left + std::uint32_t(picture.width), top + std::uint32_t(picture.height)},
                  [&](std::uint32_t x, std::uint32_t y) {
                    if (x < left || y < top) return reference::grey(1e6);  // isn't read
                    return reference::grey(std::exp2(picture.at(x - left, y - top)));
                  });
}

LocalRig::LocalRig(VkExtent2D max_extent, std::uint32_t side, std::uint32_t view_count) {
  context().check(gpu_.init(context().lend()));
  context().check(passes_.create({.max_extent = max_extent, .view_count = view_count}, side));
  context().check(gpu_.batch.create(gpu_));
}

GpuCurves LocalRig::curves(const HdrImage& hdr, const photopic::Settings& settings, double anchor_log2,
                           const Frame& frame) {
  // What PHOTOPIC_SATURATION_FACTOR and K make of it.
  const engine::Buffer exposure = make_exposure(float(std::exp2(-anchor_log2 - std::log2(100.0 / 12.5)) / 1.2));
  const VkRect2D region = frame.region.extent.width != 0 ? frame.region : VkRect2D{{0, 0}, hdr.extent()};
  const VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  photopic::EffectFrame effect_frame = {.hdr = photopic::image_binding(hdr.view(), layout),
                                        .region = region,
                                        .view = frame.view,
                                        .exposure = photopic::buffer_binding(exposure.handle(), 0, sizeof(float)),
                                        .has_state = false,
                                        .delta_time_s = frame.delta_time_s,
                                        .reset_history = frame.reset_history};
  const photopic::Binding nodes = passes_.nodes(frame.view);
  const engine::Buffer copy(context(), nodes.range_bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                            engine::MemoryUse::readback);
  submit([&](VkCommandBuffer command_buffer) {
    ++gpu_.recording;  // as a call of the module does
    using photopic::kComputeReadWrite;
    photopic::record_alone(gpu_, command_buffer, passes_, effect_frame, settings);
    photopic::memory_barrier(gpu_, command_buffer, photopic::kComputeWrite, photopic::kTransferRead);
    const VkBufferCopy all = {nodes.offset_bytes, 0, nodes.range_bytes};
    gpu_.vk.vkCmdCopyBuffer(command_buffer, nodes.buffer, copy.handle(), 1, &all);
    photopic::memory_barrier(gpu_, command_buffer, photopic::kTransferWrite, photopic::kHostRead);
    photopic::memory_barrier(gpu_, command_buffer, photopic::kTransferRead, kComputeReadWrite);
  });
  const auto nodes_along = [](std::uint32_t texels) {
    return (texels + PHOTOPIC_LOCAL_TILE_SIDE - 1) / PHOTOPIC_LOCAL_TILE_SIDE + 1;
  };
  GpuCurves curves = {nodes_along(region.extent.width), nodes_along(region.extent.height), {}};
  curves.ev.resize(std::size_t(curves.columns) * curves.rows * reference::CurveGrid::kSlices);
  for (std::size_t row = 0; row < curves.rows; ++row) {
    for (std::size_t column = 0; column < curves.columns; ++column) {
      const std::size_t from =
          sizeof(photopic::gpu::LocalGrid) + (row * passes_.pitch().width + column) * PHOTOPIC_LOCAL_NODE_WORDS * 4;
      float* to = curves.ev.data() + (row * curves.columns + column) * reference::CurveGrid::kSlices;
      std::memcpy(to, copy.mapped().data() + from, sizeof(float) * reference::CurveGrid::kSlices);
    }
  }
  return curves;
}

}  // namespace test
