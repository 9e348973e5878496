// SPDX-License-Identifier: MIT
// Arithmetic of SSIM's windows and smaller pictures.
#include "metrics/ssim/levels.h"

#include <algorithm>

namespace photopic {
namespace {

constexpr std::uint32_t kLost = PHOTOPIC_METRICS_SSIM_WINDOW - 1;  // rows and columns without a window of their own

VkExtent2D halved(VkExtent2D extent) {
  return {extent.width / 2 + (extent.width & 1), extent.height / 2 + (extent.height & 1)};
}

/// Rows of groups whose windows are within the first `rows` rows.
std::uint32_t complete_groups(std::uint32_t rows) {
  return rows < kLost ? 0 : (rows - kLost) / PHOTOPIC_METRICS_SSIM_ROWS;
}

/// Rows of a level once the first `rows` rows of the one before it are there, which has more.
std::uint32_t halved_rows(std::uint32_t rows) {
  // The last one, i, reads rows up to 2 i + kLowpassReach.
  return rows <= kLowpassReach ? 0 : (rows - 1 - kLowpassReach) / 2 + 1;
}

/// Pictures up to `max_extent` that have this automatic scale, the widest and the highest.
std::array<VkExtent2D, 2> of_scale(VkExtent2D max_extent, std::uint32_t scale) {
  const std::uint32_t low_side = 256 * scale + 127;
  return {{{max_extent.width, std::min(max_extent.height, low_side)},
           {std::min(max_extent.width, low_side), max_extent.height}}};
}

/// The most that `size` says of pictures and their averages of `scale` pixels.
template <class Size>
std::uint64_t most_of_boxes(VkExtent2D max_extent, std::uint32_t strip_rows, const Size& size) {
  std::uint64_t most = 0;
  for (std::uint32_t scale = 2; scale <= automatic_scale(max_extent); ++scale) {
    for (const VkExtent2D extent : of_scale(max_extent, scale)) {
      // One more than any even or odd size makes.
      const VkExtent2D box = {extent.width / scale + 1, extent.height / scale + 1};
      most = std::max(most, size(box.width, std::min(box.height, ring_rows(strip_rows, scale))));
    }
  }
  return most;
}

}  // namespace

std::uint32_t automatic_scale(VkExtent2D extent) noexcept {
  const std::uint32_t side = std::min(extent.width, extent.height);
  return std::max(1u, (side + 128) / 256);
}

VkExtent2D box_extent(VkExtent2D extent, std::uint32_t scale) noexcept {
  return {extent.width / scale + (extent.width & 1), extent.height / scale + (extent.height & 1)};
}

VkExtent2D level_extent(VkExtent2D extent, std::uint32_t level) noexcept {
  for (std::uint32_t i = 0; i < level; ++i) extent = halved(extent);
  return extent;
}

VkExtent2D ssim_windows(VkExtent2D extent) noexcept {
  return {std::max(extent.width, kLost) - kLost, std::max(extent.height, kLost) - kLost};
}

VkExtent2D ssim_groups(VkExtent2D extent) noexcept {
  const VkExtent2D windows = ssim_windows(extent);
  return {divide_up(windows.width, PHOTOPIC_METRICS_SIDE), divide_up(windows.height, PHOTOPIC_METRICS_SSIM_ROWS)};
}

Rows source_groups(VkExtent2D extent, Rows strip) noexcept {
  return made_by(strip, extent.height, ssim_groups(extent).height,
                 [](std::uint32_t row) { return row / PHOTOPIC_METRICS_SSIM_ROWS; });
}

LevelRows box_rows(VkExtent2D extent, std::uint32_t scale, Rows strip) noexcept {
  const VkExtent2D box = box_extent(extent, scale);
  // Row i averages rows that begin at i * scale - scale / 2.
  const auto made = [&](std::uint32_t row) { return row == 0 ? 0 : divide_up(row + scale / 2, scale); };
  return {made_by(strip, extent.height, box.height, made),
          made_by(strip, extent.height, ssim_groups(box).height,
                  [&](std::uint32_t row) { return complete_groups(made(row)); })};
}

std::array<LevelRows, kSsimScales> levels_rows(VkExtent2D extent, Rows strip) noexcept {
  std::array<LevelRows, kSsimScales> levels = {};
  for (std::uint32_t i = 1; i < kSsimScales; ++i) {
    const VkExtent2D level = level_extent(extent, i);
    const auto made = [=](std::uint32_t row) {
      std::uint32_t rows = row / 2;
      for (std::uint32_t j = 1; j < i; ++j) rows = halved_rows(rows);
      return rows;
    };
    levels[i].rows = made_by(strip, extent.height, level.height, made);
    levels[i].groups = made_by(strip, extent.height, ssim_groups(level).height,
                               [&](std::uint32_t row) { return complete_groups(made(row)); });
  }
  return levels;
}

std::uint32_t ring_rows(std::uint32_t strip_rows, std::uint32_t scale) noexcept {
  constexpr std::uint32_t kWaiting = PHOTOPIC_METRICS_SSIM_ROWS + kLost - 1;  // for the rest of their groups
  // A level begins kLowpassReach - 1 rows late, halved at each level, and has them with the last strip.
  constexpr std::uint32_t kLate = 2 * kLowpassReach;
  return strip_rows / scale + kWaiting + kLate;
}

std::uint64_t most_box_samples(VkExtent2D max_extent, std::uint32_t strip_rows) noexcept {
  return most_of_boxes(max_extent, strip_rows,
                       [](std::uint64_t columns, std::uint64_t rows) { return columns * rows; });
}

std::uint64_t most_box_groups(VkExtent2D max_extent, std::uint32_t strip_rows) noexcept {
  return most_of_boxes(max_extent, strip_rows, [](std::uint64_t columns, std::uint64_t rows) {
    return (columns / PHOTOPIC_METRICS_SIDE + 1) * (rows / PHOTOPIC_METRICS_SSIM_ROWS + 1);
  });
}

}  // namespace photopic
