// SPDX-License-Identifier: MIT
// Weights of levels from octaves of angle, and coverage of the ends of each axis.
#include "glare/tables.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <numbers>

#include "display/display.h"
#include "glare/kernel.h"
#include "glare/octaves.h"
#include "gpu/memory/extent.h"

namespace photopic::glare {
namespace {

constexpr std::size_t kEnds = PHOTOPIC_GLARE_ENDS;

/// The segment of knots that a value lies in, the first or last one where it is outside of all.
template <std::size_t kCount>
std::size_t segment_of(const std::array<double, kCount>& knots, double value) {
  std::size_t i = 0;
  while (i + 2 < kCount && value > knots[i + 1]) ++i;
  return i;
}

/// Age counts by its fourth power, pigmentation linearly; beyond the table's ages both are carried on.
Octaves eye_octaves(const GlareSettings& settings, float age_years) {
  const OctaveTable& table = settings.glare_kernel == GlareKernel::b6 ? kOctavesB6 : kOctavesJ;
  const double age = static_cast<double>(age_years);
  const double pigmentation = static_cast<double>(settings.pigmentation);
  const std::size_t row = segment_of(kAges_years, age);
  const std::size_t column = segment_of(kPigmentations, pigmentation);
  const auto fourth = [](double years) { return std::pow(years / 70.0, 4.0); };
  const double older =
      (fourth(age) - fourth(kAges_years[row])) / (fourth(kAges_years[row + 1]) - fourth(kAges_years[row]));
  const double paler = (pigmentation - kPigmentations[column]) / (kPigmentations[column + 1] - kPigmentations[column]);
  Octaves octaves;
  for (std::size_t i = 0; i < kOctaveCount; ++i) {
    const auto of_age = [&](std::size_t r) { return std::lerp(table[r][column][i], table[r][column + 1][i], paler); };
    octaves[i] = std::max(std::lerp(of_age(row), of_age(row + 1), older), 0.0);
  }
  return octaves;
}

Octaves camera_octaves(const GlareSettings& settings) {
  Octaves octaves;
  for (std::size_t i = 0; i < kOctaveCount; ++i) {
    octaves[i] = std::exp2(-static_cast<double>(settings.falloff_exponent) * static_cast<double>(i));
  }
  return octaves;
}

/// Coverage of one level's axis of n texels: of both ends; 1 between them.
struct AxisCoverage {
  std::uint32_t n;
  std::array<double, kEnds> ends;

  std::size_t end_of(std::uint32_t i) const {
    const std::uint32_t from_last = n - 1 - i;
    return i < 4 ? i : from_last < 5 ? 8 - from_last : kEnds;
  }
  double at(std::int64_t i) const {
    if (i < 0 || i >= n) return 0.0;
    const std::size_t end = end_of(static_cast<std::uint32_t>(i));
    return end < kEnds ? ends[end] : 1.0;
  }
};

AxisCoverage coverage_below(const AxisCoverage& fine, const KernelTaps& kernel, bool folds) {
  if (fine.n == 1) return fine;
  AxisCoverage coarse = {divide_up(fine.n, 2), {}};
  coarse.ends.fill(1.0);
  const auto coverage_of = [&](std::uint32_t j) {
    const std::int64_t first = 2 * std::int64_t{j};  // of both texels in the kernel's middle
    double sum = 0.0;
    for (std::int64_t t = 0; t < 4; ++t) {
      sum += kernel.taps[static_cast<std::size_t>(t)] * (fine.at(first - t) + fine.at(first + 1 + t));
    }
    for (std::int64_t t = 0; t < 3 && folds; ++t) {
      const double fold = kernel.fold[static_cast<std::size_t>(t)];
      if (j == 0) sum += fold * fine.at(first + t);
      if (j + 1 == coarse.n) sum += fold * fine.at(first + 1 - t);
    }
    return sum / 128.0;
  };
  for (std::uint32_t j = 0; j < std::min(coarse.n, 4u); ++j) coarse.ends[j] = coverage_of(j);
  for (std::uint32_t i = 0; i < std::min(coarse.n, 5u); ++i) {
    const std::uint32_t j = coarse.n - 1 - i;
    if (j >= 4) coarse.ends[8 - i] = coverage_of(j);
  }
  return coarse;
}

}  // namespace

std::uint32_t level_count(VkExtent2D extent) noexcept {
  std::uint32_t count = 1;
  while (area(level_extent(extent, count)) > 1) ++count;
  return count;
}

VkExtent2D level_extent(VkExtent2D extent, std::uint32_t level) noexcept {
  for (; level > 0; --level) extent = divide_up(extent, 2);
  return extent;
}

double deg_per_texel(double field_of_view_vertical_deg, std::uint32_t height) noexcept {
  return 360.0 / std::numbers::pi * std::tan(field_of_view_vertical_deg * std::numbers::pi / 360.0) / height;
}

LevelWeights level_weights(const Settings& settings, VkExtent2D extent) noexcept {
  const GlareSettings& glare = settings.glare;
  LevelWeights weights;
  if (glare.glare == GlareProfile::off) return weights;
  const bool is_eye = glare.glare == GlareProfile::eye;
  const Octaves octaves = is_eye ? eye_octaves(glare, settings.view.observer_age_years) : camera_octaves(glare);
  const double texel_deg = deg_per_texel(static_cast<double>(settings.view.field_of_view_vertical_deg), extent.height);
  const std::uint32_t last = level_count(extent) - 1;
  const auto add = [&](double level, double weight) {
    if (level < 1.0) return;  // stays where it is
    weights.of_level[std::min(static_cast<std::uint32_t>(level) - 1, last)] += weight;
  };
  for (std::size_t i = 0; i < kOctaveCount; ++i) {
    const double spacing_deg = std::ldexp(kFirstOctave_deg, static_cast<int>(i));
    if (spacing_deg < static_cast<double>(glare.glare_min_deg)) continue;
    const double level = std::log2(spacing_deg / texel_deg);
    const double below = std::floor(level);
    add(below, octaves[i] * (1.0 - (level - below)));
    add(below + 1.0, octaves[i] * (level - below));
  }
  double sum = 0.0;
  for (const double weight : weights.of_level) sum += weight;
  if (sum <= 0.0) return weights;
  double scattered = (is_eye ? sum : static_cast<double>(glare.veil_fraction)) * static_cast<double>(glare.bloom_scale);
  scattered = std::min(scattered, kMostScattered);
  for (double& weight : weights.of_level) weight *= scattered / sum;
  weights.scattered = scattered;
  return weights;
}

float excess_above(const Settings& settings) noexcept {
  if (settings.glare.glare_source == GlareSource::all) return 0.0f;
  const DisplaySettings& display = settings.display;
  return is_hdr(display.encoding) ? display.peak_nits / display.paper_white_nits : 1.0f;
}

std::uint32_t kernel_bits(const Settings& settings) noexcept {
  return (settings.glare.glare_kernel == GlareKernel::j ? PHOTOPIC_GLARE_KERNEL_J : 0u) |
         (settings.glare.glare_border == GlareBorder::dark ? PHOTOPIC_GLARE_KERNEL_DARK : 0u);
}

gpu::GlareTables make_tables(const Settings& settings, VkExtent2D extent, float most) noexcept {
  const GlareSettings& glare = settings.glare;
  const KernelTaps& kernel = glare.glare_kernel == GlareKernel::b6 ? kB6 : kJ;
  const bool folds = glare.glare_border == GlareBorder::fold;
  const LevelWeights weights = level_weights(settings, extent);
  gpu::GlareTables tables = {};
  for (std::size_t i = 0; i < weights.of_level.size(); ++i) {
    tables.weights[i] = static_cast<float>(weights.of_level[i]);
  }
  tables.scattered = static_cast<float>(weights.scattered);
  tables.excess_above = excess_above(settings);
  tables.firefly_limit = glare.firefly_limit_ev > 0.0f ? std::exp2(glare.firefly_limit_ev) : 0.0f;
  tables.most = most;
  const std::array<float, 3> row = luminance_row(settings.input);
  std::copy(row.begin(), row.end(), tables.luminance_of);
  AxisCoverage axes[] = {{extent.width, {}}, {extent.height, {}}};
  for (AxisCoverage& axis : axes) axis.ends.fill(1.0);
  for (std::uint32_t level = 0; level < level_count(extent); ++level) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      axes[axis] = coverage_below(axes[axis], kernel, folds);
      float* const ends = tables.inverse_coverage + (2 * level + axis) * kEnds;
      std::transform(axes[axis].ends.begin(), axes[axis].ends.end(), ends,
                     [](double coverage) { return static_cast<float>(1.0 / coverage); });
    }
  }
  return tables;
}

}  // namespace photopic::glare
