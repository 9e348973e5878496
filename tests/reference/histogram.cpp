// SPDX-License-Identifier: MIT
// Percentiles and trimmed means, from sorted samples and from bins.
#include "reference/histogram.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "reference/metering.h"

namespace reference {
namespace {

std::vector<Sample> sorted(std::span<const Sample> samples) {
  std::vector<Sample> result(samples.begin(), samples.end());
  std::sort(result.begin(), result.end(),
            [](const Sample& a, const Sample& b) { return a.log2_luminance < b.log2_luminance; });
  return result;
}

/// Weight before each sample, and the total at the end. Never falling, so that shares of it can't be negative.
std::vector<double> cumulative_weights(std::span<const Sample> samples) {
  std::vector<double> result{0.0};
  result.reserve(samples.size() + 1);
  CompensatedSum sum;
  for (const Sample& sample : samples) {
    sum.add(sample.weight);
    result.push_back(std::max(result.back(), sum.value()));
  }
  return result;
}

double trimmed_mean_of_sorted(std::span<const Sample> samples, double low_percent, double high_percent) {
  const std::vector<double> cumulative = cumulative_weights(samples);
  const double low = low_percent / 100.0 * cumulative.back();
  const double high = high_percent / 100.0 * cumulative.back();
  CompensatedSum weighted;
  CompensatedSum weight;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const double kept = std::min(cumulative[i + 1], high) - std::max(cumulative[i], low);
    if (!(kept > 0.0)) continue;
    weighted.add(kept * samples[i].log2_luminance);
    weight.add(kept);
  }
  return weighted.value() / weight.value();  // 0 / 0 without weight
}

/// Index of the sample at which the cumulative weight reaches `target`; samples.size() without weight.
std::size_t crossing(std::span<const Sample> samples, std::span<const double> cumulative, double target) {
  std::size_t last = samples.size();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (!(samples[i].weight > 0.0)) continue;
    last = i;
    if (cumulative[i + 1] >= target) break;
  }
  return last;
}

double blend(double trimmed, double median, double median_blend) {
  return (1.0 - median_blend) * trimmed + median_blend * median;
}

constexpr double kNoBlackStops = 128.0;
constexpr double kBlackRampStops = 4.0;

double ramp(double x) {
  const double t = std::clamp(x, 0.0, 1.0);
  return t * t * (3.0 - 2.0 * t);
}

double weight_of(std::span<const Sample> samples) {
  CompensatedSum sum;
  for (const Sample& sample : samples) sum.add(sample.weight);
  return sum.value();
}

/// The range's lower end counts nothing, one stop above it all.
std::vector<Sample> above_floor(std::span<const Sample> samples, double min_log2) {
  std::vector<Sample> lit(samples.begin(), samples.end());
  for (Sample& sample : lit) sample.weight *= ramp(sample.log2_luminance - min_log2);
  return lit;
}

/// log2 of the fourth power of the mean of fourth roots.
double scene_level(std::span<const Sample> lit) {
  CompensatedSum roots;
  for (const Sample& sample : lit) roots.add(sample.weight * std::exp2(sample.log2_luminance / 4.0));
  return 4.0 * std::log2(roots.value() / weight_of(lit));
}

}  // namespace

std::vector<Sample> without_black(std::span<const Sample> samples, const MeterRule& rule) {
  if (rule.black_stops >= kNoBlackStops) return {samples.begin(), samples.end()};
  std::vector<Sample> counted = above_floor(samples, rule.min_log2);
  if (!(weight_of(counted) > 0.0)) return counted;
  const double black = scene_level(counted) - rule.black_stops;
  for (Sample& sample : counted) sample.weight *= ramp((sample.log2_luminance - black) / kBlackRampStops);
  return counted;
}

double dark_share(std::span<const Sample> samples, const MeterRule& rule) {
  if (rule.black_stops >= kNoBlackStops) return 0.0;
  return 1.0 - weight_of(above_floor(samples, rule.min_log2)) / weight_of(samples);
}

double highlight_level(std::span<const Sample> samples, double percent) {
  const std::vector<Sample> ordered = sorted(samples);
  const double total = weight_of(samples);
  if (ordered.empty() || !(total > 0.0)) return kNan;
  const auto growth = [&](double weight) { return std::pow(std::min(weight / (percent / 100.0 * total), 1.0), 2.5); };
  const double brightest = ordered.back().log2_luminance;  // keeps wide ranges from underflow
  CompensatedSum above, sum;
  for (auto sample = ordered.rbegin(); sample != ordered.rend(); ++sample) {
    const double before = growth(above.value());
    above.add(sample->weight);
    sum.add((growth(above.value()) - before) * std::exp2(sample->log2_luminance - brightest));
  }
  return brightest + std::log2(sum.value());
}

double exact_percentile(std::span<const Sample> samples, double percent) {
  const std::vector<Sample> ordered = sorted(samples);
  const std::vector<double> cumulative = cumulative_weights(ordered);
  const std::size_t i = crossing(ordered, cumulative, percent / 100.0 * cumulative.back());
  return i == ordered.size() ? kNan : ordered[i].log2_luminance;
}

double exact_trimmed_mean(std::span<const Sample> samples, double low_percent, double high_percent) {
  return trimmed_mean_of_sorted(sorted(samples), low_percent, high_percent);
}

double exact_metered_log2(std::span<const Sample> samples, const MeterRule& rule) {
  const std::vector<Sample> counted = without_black(samples, rule);
  const double blended = blend(exact_trimmed_mean(counted, rule.low_percent, rule.high_percent),
                               exact_percentile(counted, 50.0), rule.median_blend);
  return std::max(blended, highlight_level(counted, rule.highlight_percent) - rule.highlight_stops);
}

BinnedHistogram::BinnedHistogram(std::span<const Sample> samples, double min_log2, double max_log2)
    : min_log2_(min_log2), max_log2_(max_log2) {
  std::array<CompensatedSum, kBins> bins;
  std::array<CompensatedSum, kIntervals> weights;
  std::array<CompensatedSum, kIntervals> moments;
  CompensatedSum total;
  for (const Sample& sample : samples) {
    const double position =
        (sample.log2_luminance - min_log2) / (max_log2 - min_log2) * static_cast<double>(kIntervals);
    const std::size_t interval = std::min(static_cast<std::size_t>(position), kIntervals - 1);
    const double share = position - static_cast<double>(interval);
    bins[interval].add(sample.weight * (1.0 - share));
    bins[interval + 1].add(sample.weight * share);
    weights[interval].add(sample.weight);
    moments[interval].add(sample.weight * share);
    total.add(sample.weight);
  }
  for (std::size_t i = 0; i < kBins; ++i) bins_[i] = bins[i].value();
  for (std::size_t i = 0; i < kIntervals; ++i) {
    weights_[i] = weights[i].value();
    if (weights_[i] > 0.0) means_[i] = std::clamp(moments[i].value() / weights_[i], 0.0, 1.0);
  }
  total_ = total.value();
}

double BinnedHistogram::log2_at(double position) const {
  return min_log2_ + position * (max_log2_ - min_log2_) / static_cast<double>(kIntervals);
}

double BinnedHistogram::percentile(double percent) const {
  std::array<Sample, kIntervals> points;
  for (std::size_t i = 0; i < kIntervals; ++i) points[i] = {static_cast<double>(i), weights_[i]};
  const std::vector<double> cumulative = cumulative_weights(points);
  const double target = percent / 100.0 * cumulative.back();
  const std::size_t i = crossing(points, cumulative, target);
  if (i == kIntervals) return kNan;
  const double share = std::clamp((target - cumulative[i]) / weights_[i], 0.0, 1.0);
  const double reach = std::min(means_[i], 1.0 - means_[i]);
  return log2_at(static_cast<double>(i) + means_[i] + (2.0 * share - 1.0) * reach);
}

std::vector<Sample> BinnedHistogram::points() const {
  std::vector<Sample> points(kIntervals);
  for (std::size_t i = 0; i < kIntervals; ++i) points[i] = {log2_at(static_cast<double>(i) + means_[i]), weights_[i]};
  return points;
}

double BinnedHistogram::trimmed_mean(double low_percent, double high_percent) const {
  return trimmed_mean_of_sorted(points(), low_percent, high_percent);
}

BinnedHistogram BinnedHistogram::without_black(MeterRule rule) const {
  rule.min_log2 = min_log2_;
  const std::vector<Sample> counted = reference::without_black(points(), rule);
  BinnedHistogram result = *this;
  for (std::size_t i = 0; i < kIntervals; ++i) result.weights_[i] = counted[i].weight;
  result.total_ = weight_of(counted);
  return result;
}

double BinnedHistogram::dark_share(MeterRule rule) const {
  rule.min_log2 = min_log2_;
  return reference::dark_share(points(), rule);
}

double BinnedHistogram::metered_log2(MeterRule rule) const {
  const BinnedHistogram counted = without_black(rule);
  const double blended =
      blend(counted.trimmed_mean(rule.low_percent, rule.high_percent), counted.percentile(50.0), rule.median_blend);
  return std::max(blended, highlight_level(counted.points(), rule.highlight_percent) - rule.highlight_stops);
}

OutsideRange count_outside_range(std::span<const Rgb> texels, double min_log2, double max_log2) {
  OutsideRange result;
  for (const Rgb& texel : texels) {
    if (!is_valid_texel(texel)) continue;
    if (luminance(texel) < std::exp2(min_log2)) ++result.below;
    if (luminance(texel) > std::exp2(max_log2)) ++result.above;
  }
  return result;
}

}  // namespace reference
