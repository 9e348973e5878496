// SPDX-License-Identifier: MIT
// Memory that metrics need, and strips of pictures that a device takes.
#ifndef PHOTOPIC_SRC_METRICS_PLANNING_H
#define PHOTOPIC_SRC_METRICS_PLANNING_H

#include <array>
#include <memory>

#include "metrics/parts.h"

namespace photopic {

inline constexpr std::uint32_t kMaxSets = 32;  // of passes; a metric is a bit
/// Passes by number of metric_sets(); null for sets that weren't asked for.
using Sets = std::array<std::unique_ptr<MetricPasses>, kMaxSets>;

template <class Do>
void for_each_set(const Sets& sets, const Do& todo) noexcept {
  for (const auto& set : sets) {
    if (set) todo(*set);
  }
}

/// Makes the sets of `metrics`. out_of_memory.
Status make_sets(const Gpu& gpu, std::uint32_t metrics, Sets* sets) noexcept;
/// Lays out all sets for `parts->info`, in place of an earlier layout.
void lay_out(const Sets& sets, MetricParts* parts) noexcept;

/// Bytes of the largest buffer.
VkDeviceSize largest_buffer(const MetricParts& parts) noexcept;
/// Sets `parts->info.strips` to none or the tallest strips that fit, and lays them out. unsupported: none fit.
Status plan_strips(const Gpu& gpu, const Sets& sets, VkDeviceSize memory_bytes, MetricParts* parts) noexcept;

/// The strip of pictures of this size that begins with this row.
MetricsStrip strip_of(const MetricParts& parts, const Sets& sets, VkExtent2D extent, std::uint32_t first_row) noexcept;
VkExtent2D image_extent(const MetricsCreateInfo& info, VkExtent2D extent, const MetricsStrip& strip,
                        std::uint32_t plane) noexcept;

}  // namespace photopic

#endif
