// SPDX-License-Identifier: MIT
// Error counts, YUV conversion and PSNR.
#include "reference/metrics/metrics.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "reference/tone_map.h"

namespace reference {
namespace {

std::int64_t floor_divide(std::int64_t numerator, std::int64_t denominator) {
  const std::int64_t quotient = numerator / denominator;
  return numerator % denominator < 0 ? quotient - 1 : quotient;
}

}  // namespace

LinearImage decode_srgb(const CodeImage& image) {
  std::array<double, 256> linear{};
  for (std::size_t code = 0; code < linear.size(); ++code)
    linear[code] = srgb_decode(static_cast<double>(code) / 255.0);
  LinearImage result(image.width, image.height);
  std::transform(image.pixels.begin(), image.pixels.end(), result.pixels.begin(), [&](const Rgb8& codes) {
    return Rgb{linear[codes[0]], linear[codes[1]], linear[codes[2]]};
  });
  return result;
}

ErrorCounts count_errors(const CodeImage& reference, const CodeImage& test) {
  check_pair(reference, test);
  ErrorCounts counts;
  for (std::size_t i = 0; i < reference.pixels.size(); ++i) {
    unsigned worst = 0;
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const auto error =
          static_cast<unsigned>(std::abs(int{reference.pixels[i][channel]} - int{test.pixels[i][channel]}));
      counts.squared_error[channel] += std::uint64_t{error} * error;
      counts.channel_max[channel] = std::max(counts.channel_max[channel], error);
      ++counts.histogram[channel][error];
      worst = std::max(worst, error);
    }
    if (worst > 0) ++counts.differing_pixels;
    if (worst > counts.max) {
      counts.max = worst;
      counts.max_x = i % reference.width;
      counts.max_y = i / reference.width;
    }
  }
  for (const std::uint64_t sum : counts.squared_error) counts.total_squared_error += sum;
  return counts;
}

std::array<std::uint64_t, 256> total_histogram(const ErrorCounts& counts) {
  std::array<std::uint64_t, 256> total{};
  for (const auto& channel : counts.histogram) {
    for (std::size_t error = 0; error < total.size(); ++error) total[error] += channel[error];
  }
  return total;
}

Yuv8 to_yuv(Rgb8 rgb) {
  // Kr, Kg, Kb = 0.2126, 0.7152, 0.0722 times 10^4. The denominators are 255 times that; for U and V times 2 (1 - Kb)
  // and 2 (1 - Kr), too. Half of each is added to round.
  const std::int64_t r = rgb[0];
  const std::int64_t g = rgb[1];
  const std::int64_t b = rgb[2];
  const std::int64_t y = 16 + floor_divide(219 * (2126 * r + 7152 * g + 722 * b) + 1275000, 2550000);
  const std::int64_t u = 128 + floor_divide(224 * (-2126 * r - 7152 * g + 9278 * b) + 2365890, 4731780);
  const std::int64_t v = 128 + floor_divide(224 * (7874 * r - 7152 * g - 722 * b) + 2007870, 4015740);
  return {static_cast<std::uint8_t>(y), static_cast<std::uint8_t>(u), static_cast<std::uint8_t>(v)};
}

Yuv444 to_yuv444(const CodeImage& image) {
  check_pair(image, image);
  Yuv444 result;
  result.y = result.u = result.v = Plane(image.width, image.height);
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    const Yuv8 yuv = to_yuv(image.pixels[i]);
    result.y.pixels[i] = yuv[0];
    result.u.pixels[i] = yuv[1];
    result.v.pixels[i] = yuv[2];
  }
  return result;
}

std::uint64_t squared_error(const Plane& reference, const Plane& test) {
  check_pair(reference, test);
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < reference.pixels.size(); ++i) {
    const int error = int{reference.pixels[i]} - int{test.pixels[i]};
    sum += static_cast<std::uint64_t>(error * error);
  }
  return sum;
}

double psnr_db(std::uint64_t sum_of_squared_errors, std::uint64_t samples) {
  if (samples == 0) throw std::invalid_argument("PSNR of no samples");
  const double mse = static_cast<double>(sum_of_squared_errors) / static_cast<double>(samples);
  return std::min(10.0 * std::log10(255.0 * 255.0 / std::max(mse, 1e-16)), kPsnrCap_db);
}

double psnr_db(const Plane& reference, const Plane& test) {
  return psnr_db(squared_error(reference, test), reference.pixels.size());
}

Moments moments(const Plane& plane) {
  check_pair(plane, plane);
  Moments result;
  for (const std::uint64_t code : plane.pixels) {
    result.sum += code;
    result.sum_of_squares += code * code;
  }
  const auto samples = static_cast<double>(plane.pixels.size());
  result.first = static_cast<double>(result.sum) / samples;
  result.second = static_cast<double>(result.sum_of_squares) / samples;
  return result;
}

}  // namespace reference
