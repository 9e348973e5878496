// SPDX-License-Identifier: MIT
// Bounds of the histogram's oracle, from roundings of samples and cuts.
#include "meter/histogram_oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "reference/weighted_metering.h"

namespace test {

HistogramOracle::HistogramOracle(std::vector<reference::Sample> samples, const photopic::MeterSettings& settings)
    : samples_(std::move(samples)),
      min_(double(settings.min_log2_luminance)),
      max_(double(settings.max_log2_luminance)),
      bins_(samples_, min_, max_) {
  // Float arithmetic may put a sample this near to a bin into the interval on its other side: 1e-6 stop of log2, and
  // the position's own roundings.
  const double near = 4e-5 + 2e-6 / interval();
  for (const reference::Sample& sample : samples_) {
    const double position = (sample.log2_luminance - min_) / interval();
    const double nearest = std::round(position);
    const bool is_end = nearest == 0.0 || nearest == kIntervals;
    if (!is_end && std::abs(position - nearest) < near) near_share_ += sample.weight / bins_.total_weight();
  }
}

double HistogramOracle::cut_stops(const photopic::MeterSettings& settings) const {
  const double kept = double(settings.high_percentile - settings.low_percentile) / 100.0;
  const double spread =
      bins_.percentile(double(settings.high_percentile)) - bins_.percentile(double(settings.low_percentile));
  return (kCutError + 0x1p-22) * (spread + 2.0 * interval()) / (kept - 2.0 * kCutError);
}

double HistogramOracle::trimmed_tolerance(const photopic::MeterSettings& settings) const {
  const double kept = double(settings.high_percentile - settings.low_percentile) / 100.0;
  // Positions are rounded in the trimmed mean, and in the mean of all that it is relative to.
  return kMeterStops + 2.0 * kPositionError * interval() + 2.0 * float_stops() + cut_stops(settings) +
         near_share_ / kept * interval();
}

double HistogramOracle::rule_tolerance(const photopic::MeterSettings& settings) const {
  // A sample in the next interval moves highlights of a share p by as much of p, times the slope of c^2.5. Weights that
  // ramp from 0 to 1 change with a sample's place, and with the level of all, which errs as a mean does: factor 3.
  const double moved = 2.5 * near_share_ / (double(settings.highlight_percent) / 100.0) * interval();
  return 3.0 * trimmed_tolerance(settings) + moved;
}

void HistogramOracle::expect_percentile(double actual, double percent, double cut_error) const {
  const double shift = 100.0 * (cut_error + 0x1p-22 + near_share_);
  const double low = std::max(percent - shift, 0.0), high = std::min(percent + shift, 100.0);
  // The mean of an interval and its distance from the nearer bin are both rounded.
  const double tolerance = 2.0 * kPositionError * interval() + float_stops();
  EXPECT_GE(actual, bins_.percentile(low) - tolerance) << percent;
  EXPECT_LE(actual, bins_.percentile(high) + tolerance) << percent;
  // A sample and what stands for it are in the same interval.
  EXPECT_GE(actual, reference::exact_percentile(samples_, low) - interval() - tolerance) << percent;
  EXPECT_LE(actual, reference::exact_percentile(samples_, high) + interval() + tolerance) << percent;
}

HistogramOracle oracle_of(const HdrImage& hdr, const photopic::MeterSettings& settings) {
  const reference::WeightedSource source = {
      .texels = hdr.texels, .width = hdr.extent().width, .height = hdr.extent().height};
  return {
      reference::weighted_samples(source, {}, double(settings.min_log2_luminance), double(settings.max_log2_luminance)),
      settings};
}

}  // namespace test
