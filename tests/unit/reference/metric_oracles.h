// SPDX-License-Identifier: MIT
// Pairs of pictures with the values of the tools that define the metrics: libvmaf 3.2, given the integer YUV
// of reference/metrics.h, and FLIP 1.6. Some come with the project: tests/data/oracles.
#ifndef PHOTOPIC_TESTS_UNIT_METRIC_ORACLES_H
#define PHOTOPIC_TESTS_UNIT_METRIC_ORACLES_H

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "reference/metrics/metrics.h"

namespace metrics_test {

struct OraclePair {
  std::string name;
  reference::CodeImage reference;
  reference::CodeImage test;
  reference::Yuv444 yuv_reference;
  reference::Yuv444 yuv_test;
  nlohmann::json expected;

  /// The tool has no name for infinity.
  double number(const std::string& key) const;
  /// Infinite values must be so on both sides.
  void expect_near(double value, const std::string& key, double tolerance) const;
};
/// Fails the test if there is none.
void for_each_pair(const std::function<void(const OraclePair&)>& check);

struct HdrOraclePair {
  std::string name;
  reference::LinearImage reference;
  reference::LinearImage test;
  nlohmann::json expected;
};
void for_each_hdr_pair(const std::function<void(const HdrOraclePair&)>& check);

}  // namespace metrics_test

#endif
