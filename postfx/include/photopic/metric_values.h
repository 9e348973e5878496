// SPDX-License-Identifier: MIT
// Table of metrics and their numbers, by name: for reports, rules and other languages.
#ifndef PHOTOPIC_METRIC_VALUES_H
#define PHOTOPIC_METRIC_VALUES_H

#include <photopic/image_metrics.h>

#include <cstdint>

namespace photopic {

struct MetricInfo {
  Metric bit;
  const char* word;  ///< word on command lines: "ssim-auto"
  const char* size;  ///< smallest size of pictures, as text: "11 x 11 pixels"
};

/// All metrics, in the order of reports.
struct MetricTable {
  const MetricInfo* first;
  std::uint32_t count;
  const MetricInfo* begin() const noexcept { return first; }
  const MetricInfo* end() const noexcept { return first + count; }
};
MetricTable metric_table() noexcept;
/// Metric of that word, or null.
const MetricInfo* find_metric(const char* word) noexcept;

/// A number of a metric. docs/regression.md explains each. Names are those of libvmaf and FLIP, if they have one.
struct MetricValueInfo {
  std::uint32_t metric;   ///< bit Metric
  const char* of_rgb;     ///< name for RGB pictures
  const char* of_planes;  ///< name for pictures in planes
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
