// SPDX-License-Identifier: MIT
// What the debug overlay has drawn where, and percentiles of its histogram.
#ifndef PHOTOPIC_SAMPLES_VIEWER_MODEL_LOOKING_OVERLAY_NUMBERS_H
#define PHOTOPIC_SAMPLES_VIEWER_MODEL_LOOKING_OVERLAY_NUMBERS_H

#include <photopic/overlay_interface.h>
#include <vulkan/vulkan_core.h>

#include <array>

namespace viewer {

/// Of one frame.
struct OverlayNumbers {
  VkExtent2D picture = {};
  std::uint32_t views = 0;
  std::array<photopic::gpu::OverlayPanel, PHOTOPIC_OVERLAY_PANELS> panels = {};
  std::array<std::uint32_t, PHOTOPIC_HISTOGRAM_BINS> counts = {};
  std::array<float, PHOTOPIC_OVERLAY_VALUES> values = {};
};

/// Percent of the counted texels up to a place of the histogram, a share of its width; in tenths.
float percentile_at(const OverlayNumbers& numbers, float share);

}  // namespace viewer

#endif
