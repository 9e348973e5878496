// SPDX-License-Identifier: MIT
// Windows, scales and averages of SSIM and MS-SSIM.
#include "reference/metrics/ssim.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace reference {
namespace {

/// Gaussian of sigma 1.5. They add up to 1.000002, and are used so.
constexpr std::array<double, kSsimWindow> kWindowTaps = {0.001028, 0.007599, 0.036001, 0.109361, 0.213006, 0.266012,
                                                         0.213006, 0.109361, 0.036001, 0.007599, 0.001028};

/// One quadrant of the 9 x 9 low-pass filter between the scales (9/7 biorthogonal wavelet), its centre first.
constexpr double kLowPass[5][5] = {{0.363505, 0.160885, -0.047149, -0.010146, 0.016114},
                                   {0.160885, 0.071207, -0.020867, -0.004490, 0.007132},
                                   {-0.047149, -0.020867, 0.006115, 0.001316, -0.002090},
                                   {-0.010146, -0.004490, 0.001316, 0.000283, -0.000450},
                                   {0.016114, 0.007132, -0.002090, -0.000450, 0.000714}};

/// Exponents of Wang et al. 2003; that of l is 0 but for the coarsest scale, where it is the same as the others.
constexpr std::array<double, 5> kScaleExponents = {0.0448, 0.2856, 0.3001, 0.2363, 0.1333};

/// Half-sample mirror: -1 is 0, `size` is size - 1.
std::size_t mirror(std::ptrdiff_t i, std::size_t size) {
  const auto n = static_cast<std::ptrdiff_t>(size);
  if (i < 0) return static_cast<std::size_t>(-1 - i);
  return static_cast<std::size_t>(i >= n ? 2 * n - 1 - i : i);
}

template <typename Value>
Raster<Value> values_of(const Plane& plane) {
  Raster<Value> values(plane.width, plane.height);
  std::copy(plane.pixels.begin(), plane.pixels.end(), values.pixels.begin());
  return values;
}

/// Square filter, stored row by row; its tap 0, 0 lies `before` pixels up and to the left of the pixel it is for.
template <typename Value>
struct Filter {
  std::size_t side = 0;
  std::ptrdiff_t before = 0;
  std::vector<Value> taps;
};

/// Every step-th pixel of every step-th row of the filtered image. An odd size gets one more than fit.
template <typename Value>
Raster<Value> decimate(const Raster<Value>& in, const Filter<Value>& filter, std::size_t step) {
  Raster<Value> out(in.width / step + in.width % 2, in.height / step + in.height % 2);
  const auto position = [&](std::size_t i, std::size_t tap, std::size_t size) {
    return mirror(static_cast<std::ptrdiff_t>(i * step + tap) - filter.before, size);
  };
  for (std::size_t y = 0; y < out.height; ++y) {
    for (std::size_t x = 0; x < out.width; ++x) {
      double sum = 0.0;
      for (std::size_t v = 0; v < filter.side; ++v) {
        const std::size_t row = position(y, v, in.height);
        for (std::size_t u = 0; u < filter.side; ++u) {
          sum += static_cast<double>(in.at(position(x, u, in.width), row) * filter.taps[v * filter.side + u]);
        }
      }
      out.at(x, y) = static_cast<Value>(sum);
    }
  }
  return out;
}

template <typename Value>
Filter<Value> box_filter(std::size_t side) {
  return {side, static_cast<std::ptrdiff_t>(side / 2),
          std::vector<Value>(side * side, static_cast<Value>(1.0 / static_cast<double>(side * side)))};
}

template <typename Value>
Filter<Value> low_pass_filter() {
  Filter<Value> filter{9, 4, {}};
  for (int v = -4; v <= 4; ++v) {
    for (int u = -4; u <= 4; ++u) filter.taps.push_back(static_cast<Value>(kLowPass[std::abs(v)][std::abs(u)]));
  }
  return filter;
}

/// Windowed means: rows first, held in Value, then columns.
template <typename Value>
Raster<Value> windowed(const Raster<Value>& in) {
  constexpr std::size_t kMargin = kSsimWindow - 1;
  std::array<Value, kSsimWindow> taps{};
  std::transform(kWindowTaps.begin(), kWindowTaps.end(), taps.begin(), [](double t) { return static_cast<Value>(t); });
  Raster<Value> rows(in.width - kMargin, in.height);
  for (std::size_t y = 0; y < rows.height; ++y) {
    for (std::size_t x = 0; x < rows.width; ++x) {
      double sum = 0.0;
      for (std::size_t i = 0; i < kSsimWindow; ++i) sum += static_cast<double>(in.at(x + i, y) * taps[i]);
      rows.at(x, y) = static_cast<Value>(sum);
    }
  }
  Raster<Value> out(rows.width, in.height - kMargin);
  for (std::size_t y = 0; y < out.height; ++y) {
    for (std::size_t x = 0; x < out.width; ++x) {
      double sum = 0.0;
      for (std::size_t i = 0; i < kSsimWindow; ++i) sum += static_cast<double>(rows.at(x, y + i) * taps[i]);
      out.at(x, y) = static_cast<Value>(sum);
    }
  }
  return out;
}

template <typename Value>
Raster<Value> product(const Raster<Value>& a, const Raster<Value>& b) {
  Raster<Value> out(a.width, a.height);
  std::transform(a.pixels.begin(), a.pixels.end(), b.pixels.begin(), out.pixels.begin(),
                 [](Value one, Value other) { return one * other; });
  return out;
}

/// Means over the windows of one pair, at the scale it has. They end as Values, too.
template <typename Value>
SsimResult compare(const Raster<Value>& a, const Raster<Value>& b) {
  const Raster<Value> mean_a = windowed(a);
  const Raster<Value> mean_b = windowed(b);
  const Raster<Value> square_a = windowed(product(a, a));
  const Raster<Value> square_b = windowed(product(b, b));
  const Raster<Value> cross = windowed(product(a, b));
  constexpr auto kC1 = static_cast<Value>(6.5025);   // (0.01 * 255)^2
  constexpr auto kC2 = static_cast<Value>(58.5225);  // (0.03 * 255)^2
  constexpr Value kC3 = kC2 / 2;
  constexpr Value kZero = 0;

  SsimResult result;
  result.map = Map(mean_a.width, mean_a.height);
  double score = 0.0;
  SsimMeans sums;
  for (std::size_t i = 0; i < result.map.pixels.size(); ++i) {
    const Value mu_a = mean_a.pixels[i];
    const Value mu_b = mean_b.pixels[i];
    // The taps' sum of 1.000002 makes these negative where the image is flat.
    const Value variance_a = std::max(kZero, square_a.pixels[i] - mu_a * mu_a);
    const Value variance_b = std::max(kZero, square_b.pixels[i] - mu_b * mu_b);
    const Value covariance = cross.pixels[i] - mu_a * mu_b;
    const Value deviations = std::sqrt(variance_a * variance_b);
    const Value kept = covariance < kZero && deviations <= kZero ? kZero : covariance;
    const Value l = (2 * mu_a * mu_b + kC1) / (mu_a * mu_a + mu_b * mu_b + kC1);
    const Value c = (2 * deviations + kC2) / (variance_a + variance_b + kC2);
    const Value s = (kept + kC3) / (deviations + kC3);
    const auto lcs = static_cast<double>(l * c * s);
    result.map.pixels[i] = lcs;
    score += lcs;
    sums.luminance += static_cast<double>(l);
    sums.contrast += static_cast<double>(c);
    sums.structure += static_cast<double>(s);
  }
  const auto mean = [&](double sum) {
    return static_cast<double>(static_cast<Value>(sum / static_cast<double>(result.map.pixels.size())));
  };
  result.score = mean(score);
  result.means = {mean(sums.luminance), mean(sums.contrast), mean(sums.structure)};
  return result;
}

template <typename Value>
SsimResult ssim_at(const Plane& reference, const Plane& test, unsigned scale) {
  Raster<Value> a = values_of<Value>(reference);
  Raster<Value> b = values_of<Value>(test);
  if (scale > 1) {
    const Filter<Value> box = box_filter<Value>(scale);
    a = decimate(a, box, scale);
    b = decimate(b, box, scale);
  }
  SsimResult result = compare(a, b);
  result.scale = scale;
  return result;
}

template <typename Value>
MsSsimResult ms_ssim(const Plane& reference, const Plane& test) {
  Raster<Value> a = values_of<Value>(reference);
  Raster<Value> b = values_of<Value>(test);
  const Filter<Value> low_pass = low_pass_filter<Value>();
  MsSsimResult result;
  result.score = 1.0;
  for (std::size_t scale = 0; scale < result.scales.size(); ++scale) {
    if (scale > 0) {
      a = decimate(a, low_pass, 2);
      b = decimate(b, low_pass, 2);
    }
    const SsimMeans means = compare(a, b).means;
    result.scales[scale] = means;
    const double exponent = kScaleExponents[scale];
    if (scale + 1 == result.scales.size()) result.score *= std::pow(means.luminance, exponent);
    result.score *= std::pow(means.contrast, exponent) * std::pow(means.structure, exponent);
  }
  return result;
}

}  // namespace

unsigned automatic_ssim_scale(std::size_t width, std::size_t height) {
  return static_cast<unsigned>(std::max<std::size_t>(1, (std::min(width, height) + 128) / 256));
}

SsimResult float_ssim(const Plane& reference, const Plane& test, unsigned scale, SsimArithmetic arithmetic) {
  check_pair(reference, test);
  if (scale > 10) throw std::invalid_argument("an SSIM scale is at most 10");
  if (scale == 0) scale = automatic_ssim_scale(reference.width, reference.height);
  const auto decimated = [&](std::size_t size) { return scale == 1 ? size : size / scale + size % 2; };
  if (std::min(decimated(reference.width), decimated(reference.height)) < kSsimWindow) {
    throw std::invalid_argument("SSIM needs 11 pixels across and down, after scaling");
  }
  return arithmetic == SsimArithmetic::float32 ? ssim_at<float>(reference, test, scale)
                                               : ssim_at<double>(reference, test, scale);
}

MsSsimResult float_ms_ssim(const Plane& reference, const Plane& test, SsimArithmetic arithmetic) {
  check_pair(reference, test);
  if (std::min(reference.width, reference.height) < kMsSsimMinSide) {
    throw std::invalid_argument("MS-SSIM needs 176 pixels across and down");
  }
  return arithmetic == SsimArithmetic::float32 ? ms_ssim<float>(reference, test) : ms_ssim<double>(reference, test);
}

}  // namespace reference
