// SPDX-License-Identifier: MIT
// Oracle of the histogram, and how far from it the GPU may be.
#ifndef PHOTOPIC_TESTS_METER_HISTOGRAM_ORACLE_H
#define PHOTOPIC_TESTS_METER_HISTOGRAM_ORACLE_H

#include <photopic/interface.h>
#include <photopic/settings.h>

#include <vector>

#include "gpu/hdr_image.h"
#include "reference/histogram.h"

namespace test {

inline constexpr double kIntervals = PHOTOPIC_HISTOGRAM_BINS - 1;
inline constexpr double kPositionError = 0.5 / PHOTOPIC_HISTOGRAM_FRACTION;  // of a sample between two bins, intervals
inline constexpr double kCutError = 0.5 / 65535.0;                           // of a percentile, share of all weight
inline constexpr double kMeterStops = 4e-6;                                  // of the mean: MeterVariant's, single pass

/// Bounds of what the GPU may be off by.
class HistogramOracle {
 public:
  HistogramOracle(std::vector<reference::Sample> samples, const photopic::MeterSettings& settings);

  double interval() const { return (max_ - min_) / kIntervals; }
  const reference::BinnedHistogram& bins() const { return bins_; }
  const std::vector<reference::Sample>& samples() const { return samples_; }

  /// Of a number made from positions 0..255: a tree of 8 sums, two products and a quotient.
  double float_stops() const { return 256.0 * 12.0 * 0x1p-24 * interval(); }

  /// Moving a cut by a share d moves the mean of what is kept, q - p, by at most d times the distance of the cut from
  /// that mean, over q - p.
  double cut_stops(const photopic::MeterSettings& settings) const;

  double trimmed_tolerance(const photopic::MeterSettings& settings) const;

  /// Of what highlights and black make of it.
  double rule_tolerance(const photopic::MeterSettings& settings) const;

  void expect_percentile(double actual, double percent, double cut_error) const;

 private:
  std::vector<reference::Sample> samples_;
  double min_, max_;
  reference::BinnedHistogram bins_;
  double near_share_ = 0.0;
};

/// Of a picture without weights.
HistogramOracle oracle_of(const HdrImage& hdr, const photopic::MeterSettings& settings);

}  // namespace test

#endif
