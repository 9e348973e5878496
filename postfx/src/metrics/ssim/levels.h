// SPDX-License-Identifier: MIT
// Sizes of SSIM's windows and smaller pictures, and how far each is made once a strip is there.
#ifndef PHOTOPIC_SRC_METRICS_SSIM_LEVELS_H
#define PHOTOPIC_SRC_METRICS_SSIM_LEVELS_H

#include <array>
#include <cstdint>

#include "metrics/ssim/interface.h"
#include "metrics/strips.h"

namespace photopic {

inline constexpr std::uint32_t kSsimScales = 5;    // of MS-SSIM
inline constexpr std::uint32_t kLowpassReach = 4;  // of the taps that make a level, pixels of the one before

/// libvmaf's: the lower side over 256, rounded.
std::uint32_t automatic_scale(VkExtent2D extent) noexcept;
VkExtent2D box_extent(VkExtent2D extent, std::uint32_t scale) noexcept;
/// Size of a level of MS-SSIM; level 0 is the picture.
VkExtent2D level_extent(VkExtent2D extent, std::uint32_t level) noexcept;

VkExtent2D ssim_windows(VkExtent2D extent) noexcept;
VkExtent2D ssim_groups(VkExtent2D extent) noexcept;

/// Rows that are made of something in strips, and rows of groups whose windows are then all there.
struct LevelRows {
  Rows rows, groups;
};

/// Rows of groups over the picture itself that begin in the strip.
Rows source_groups(VkExtent2D extent, Rows strip) noexcept;
/// Rows of the picture that averages `scale` x `scale` pixels: rows whose averages begin in the strip.
LevelRows box_rows(VkExtent2D extent, std::uint32_t scale, Rows strip) noexcept;
/// Rows of the levels 1 to 4. A level's row needs rows of the level before it that lie below.
std::array<LevelRows, kSsimScales> levels_rows(VkExtent2D extent, Rows strip) noexcept;

/// Rows that a buffer needs which has the rows of strips of `strip_rows` in turn, until all that read them have.
/// `scale`: pixels of the picture for a row.
std::uint32_t ring_rows(std::uint32_t strip_rows, std::uint32_t scale) noexcept;

/// The largest buffer, in samples, that an automatic scale above 1 needs for a picture up to `max_extent`, which is
/// compared in parts of `strip_rows`; of one picture.
std::uint64_t most_box_samples(VkExtent2D max_extent, std::uint32_t strip_rows) noexcept;
/// The same of groups over it.
std::uint64_t most_box_groups(VkExtent2D max_extent, std::uint32_t strip_rows) noexcept;

}  // namespace photopic

#endif
