// SPDX-License-Identifier: MIT
// Percentiles, median and trimmed mean of weighted log2 luminances: of the samples themselves, and by way of bins.
#ifndef PHOTOPIC_TESTS_REFERENCE_HISTOGRAM_H
#define PHOTOPIC_TESTS_REFERENCE_HISTOGRAM_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "reference/compensated_sum.h"
#include "reference/rgb.h"

namespace reference {

struct Sample {
  double log2_luminance = 0.0;  ///< clamped to the range already
  double weight = 1.0;          ///< >= 0
};

/// The least value whose cumulative weight reaches `percent` of the total; 0 % and 100 % are the extrema of what has
/// weight. NaN without weight.
double exact_percentile(std::span<const Sample> samples, double percent);

/// Mean of the weight between two percentages of the total, low < high; a sample at a cut counts with the part of its
/// weight that is within. NaN without weight.
double exact_trimmed_mean(std::span<const Sample> samples, double low_percent, double high_percent);

/// How a histogram becomes what is metered: docs/metering.md.
struct MeterRule {
  double low_percent = 0.0;
  double high_percent = 100.0;
  double median_blend = 0.0;       ///< 0 = trimmed mean, 1 = median
  double highlight_stops = 128.0;  ///< 128 = no limit
  double highlight_percent = 2.5;
  double black_stops = 128.0;  ///< 128 = black counts as well
  double min_log2 = -16.0;     ///< lower end of the range
};

/// The same samples with the weights that MeterRule::black_stops leaves them.
std::vector<Sample> without_black(std::span<const Sample> samples, const MeterRule& rule);

/// Share of the weight that the floor at the range's lower end takes away; 0 without MeterRule::black_stops.
double dark_share(std::span<const Sample> samples, const MeterRule& rule);

/// log2 of the mean luminance of the brightest `percent`, in which a share c of it counts as c^2.5. NaN without weight.
double highlight_level(std::span<const Sample> samples, double percent);

/// The trimmed mean, blended with the median, of what isn't black, and not more than MeterRule::highlight_stops below
/// the highlights' level. NaN without weight.
double exact_metered_log2(std::span<const Sample> samples, const MeterRule& rule);

/// Bins are nodes at both ends of the range and evenly between them. A sample falls into the interval between two.
class BinnedHistogram {
 public:
  static constexpr std::size_t kBins = 256;
  static constexpr std::size_t kIntervals = kBins - 1;

  BinnedHistogram(std::span<const Sample> samples, double min_log2, double max_log2);

  /// Each sample's weight is shared linearly by the nodes on both sides of it.
  const std::array<double, kBins>& bins() const { return bins_; }
  /// A sample on a node belongs to the interval above it, on the last node to the last interval.
  const std::array<double, kIntervals>& interval_weights() const { return weights_; }
  /// Mean position of an interval's weight, 0..1; 0 where there is none.
  const std::array<double, kIntervals>& interval_means() const { return means_; }
  double total_weight() const { return total_; }

  /// Within the interval where the cumulative weight reaches `percent` of the total, the weight is taken as spread
  /// evenly around its mean, as far as the nearer node allows. NaN without weight.
  double percentile(double percent) const;
  /// As exact_trimmed_mean() with each interval's weight in one point, at its mean.
  double trimmed_mean(double low_percent, double high_percent) const;
  /// As exact_metered_log2(), likewise. MeterRule::min_log2 is the histogram's own.
  double metered_log2(MeterRule rule) const;
  /// Intervals as without_black() leaves them.
  BinnedHistogram without_black(MeterRule rule) const;
  double dark_share(MeterRule rule) const;

 private:
  double log2_at(double position) const;
  std::vector<Sample> points() const;

  double min_log2_ = 0.0;
  double max_log2_ = 0.0;
  double total_ = 0.0;
  std::array<double, kBins> bins_{};
  std::array<double, kIntervals> weights_{};
  std::array<double, kIntervals> means_{};
};

/// Valid texels outside the range, whatever their weight. They count at its ends.
struct OutsideRange {
  std::uint64_t below = 0;
  std::uint64_t above = 0;
};

OutsideRange count_outside_range(std::span<const Rgb> texels, double min_log2, double max_log2);

}  // namespace reference

#endif
