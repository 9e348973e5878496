// SPDX-License-Identifier: MIT
// Exposures of HDR-FLIP: Andersson et al. 2021, "Visualizing errors in rendered high dynamic range images".
#include <photopic/image_metrics.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

namespace photopic {
namespace {

constexpr double kWhite = 0.85;  // of the display: what the highest, and then the median, luminance is taken to

/// (a x^2 + b x + c) / (d x^2 + e x + f), of luminances.
struct ToneCurve {
  double a, b, c, d, e, f;
};

ToneCurve curve_of(FlipToneMapper tone_mapper) {
  switch (tone_mapper) {
    case FlipToneMapper::hable:
      return {0.231683, 0.013791, 0.0, 0.18, 0.3, 0.018};
    case FlipToneMapper::reinhard:
      return {0.0, 1.0, 0.0, 0.0, 1.0, 1.0};
    case FlipToneMapper::aces:
      break;
  }
  return {0.36 * 2.51, 0.6 * 0.03, 0.0, 0.36 * 2.43, 0.6 * 0.59, 0.14};
}

/// The exposed luminance that the curve takes to kWhite.
double white_of(FlipToneMapper tone_mapper) {
  const ToneCurve curve = curve_of(tone_mapper);
  const double a = curve.a - kWhite * curve.d;
  const double b = curve.b - kWhite * curve.e;
  const double c = curve.c - kWhite * curve.f;
  return a == 0.0 ? -c / b : (std::sqrt(b * b - 4.0 * a * c) - b) / (2.0 * a);
}

/// The upper one of two. Of at least one value.
float median_of(std::span<float> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

Status flip_exposures(float* first, std::size_t count, FlipToneMapper tone_mapper, FlipExposures* out) noexcept {
  if (out == nullptr || first == nullptr || tone_mapper > FlipToneMapper::reinhard) return Status::invalid_argument;
  const std::span<float> luminances(first, count);
  float highest = 0.0f;
  for (const float luminance : luminances) {
    if (!std::isfinite(luminance)) return Status::invalid_argument;
    highest = std::max(highest, luminance);
  }
  if (highest == 0.0f) return Status::invalid_argument;
  float median = median_of(luminances);
  if (median <= 0.0f) {
    const auto lit = std::partition(luminances.begin(), luminances.end(), [](float value) { return value <= 0.0f; });
    median = median_of({lit, luminances.end()});
  }
  const double white = white_of(tone_mapper);
  FlipExposures exposures;
  exposures.start_ev = static_cast<float>(std::log2(white / highest));
  exposures.stop_ev = static_cast<float>(std::log2(white / median));
  // Of the range itself: the two above are rounded, and a range of whole stops would have one exposure more by chance.
  const double stops = std::ceil(std::log2(double{highest} / median));
  exposures.count = static_cast<std::uint32_t>(std::clamp(stops, 2.0, double{kMaxFlipExposures}));
  *out = exposures;
  return Status::ok;
}

}  // namespace photopic
