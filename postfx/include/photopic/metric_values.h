// SPDX-License-Identifier: MIT
// Table of metrics and of the numbers that each gives, by name: for reports, rules, other languages.
#ifndef PHOTOPIC_METRIC_VALUES_H
#define PHOTOPIC_METRIC_VALUES_H

#include <photopic/image_metrics.h>

#include <cstdint>

namespace photopic {

struct MetricInfo {
  Metric bit;
  const char* word;  ///< on command lines: "ssim-auto"
  const char* size;  ///< of pictures that have it, after "at least": "11 x 11 pixels"
};

/// All of them, in the order in which reports have their numbers.
struct MetricTable {
  const MetricInfo* first;
  std::uint32_t count;
  const MetricInfo* begin() const noexcept { return first; }
  const MetricInfo* end() const noexcept { return first + count; }
};
MetricTable metric_table() noexcept;
/// The metric of that word, or null.
const MetricInfo* find_metric(const char* word) noexcept;

/// A number of a metric. docs/regression.md explains each; names are those of libvmaf and FLIP, where they have them.
struct MetricValueInfo {
  std::uint32_t metric;   ///< bit Metric
  const char* of_rgb;     ///< its name
  const char* of_planes;  ///< ... in pictures of planes
  double (*value)(const MetricsResult& result);
};

struct MetricValueTable {
  const MetricValueInfo* first;
  std::uint32_t count;
  const MetricValueInfo* begin() const noexcept { return first; }
  const MetricValueInfo* end() const noexcept { return first + count; }
};
MetricValueTable metric_value_table() noexcept;

}  // namespace photopic

#endif
