// SPDX-License-Identifier: MIT
// Colours of error maps.
#include "compare/pictures/map_picture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numbers>

#include "image_io/image_file.h"

namespace compare {
namespace {

constexpr double kHottestCodes = 16.0;  // of 8 bits: what a viewer sees at once
constexpr double kHottestDe = 10.0;

std::uint8_t srgb_code(double linear) {
  const double value = std::clamp(linear, 0.0, 1.0);
  const double encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1.0 / 2.4) - 0.055;
  return static_cast<std::uint8_t>(std::lround(255.0 * encoded));
}

/// CIELAB (D65) by lightness, chroma and hue.
std::array<std::uint8_t, 3> from_lch(double lightness, double chroma, double hue_deg) {
  const double hue = hue_deg * std::numbers::pi / 180.0;
  const double fy = (lightness + 16.0) / 116.0;
  const double fx = fy + chroma * std::cos(hue) / 500.0;
  const double fz = fy - chroma * std::sin(hue) / 200.0;
  const auto inverse = [](double f) { return f > 6.0 / 29.0 ? f * f * f : (116.0 * f - 16.0) * 27.0 / 24389.0; };
  const double x = 0.95047 * inverse(fx), y = inverse(fy), z = 1.08883 * inverse(fz);
  return {srgb_code(3.2404542 * x - 1.5371385 * y - 0.4985314 * z),
          srgb_code(-0.9692660 * x + 1.8760108 * y + 0.0415560 * z),
          srgb_code(0.0556434 * x - 0.2040259 * y + 1.0572252 * z)};
}

/// What becomes the hottest colour.
double hottest(photopic::MetricMap map, double peak) {
  const double codes = peak * kHottestCodes / 255.0;
  if (map == photopic::kMapAbsolute) return codes;
  if (map == photopic::kMapSquared) return 3.0 * codes * codes;
  return map == photopic::kMapCiede2000 ? kHottestDe : 1.0;
}

}  // namespace

std::string name_of(photopic::MetricMap map) {
  constexpr const char* kNames[] = {"abs", "squared", "ssim", "ciede2000", "flip"};
  return kNames[std::countr_zero(std::uint32_t(map))];
}

std::array<std::uint8_t, 3> heat_color(double value) {
  const double v = std::clamp(value, 0.0, 1.0);
  // Hue from blue (290) over red (30 = 390) to yellow (100 = 460). Chroma nearly as large as sRGB has there: any more,
  // and codes would be clipped, and lightness with them.
  const double chroma = 255.0 * v * (1.0 - v) + 26.0 * v * v * v;
  return from_lch(96.0 * v, chroma, 290.0 + 170.0 * v);
}

std::vector<std::byte> map_picture(photopic::MetricMap map, std::span<const float> values, double peak) {
  constexpr std::size_t kSteps = 1024;
  std::array<std::array<std::uint8_t, 3>, kSteps> colors;
  for (std::size_t i = 0; i < kSteps; ++i) colors[i] = heat_color(double(i) / double(kSteps - 1));
  const double scale = 1.0 / hottest(map, peak);
  std::vector<std::byte> rgba(values.size() * 4);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double error = map == photopic::kMapSsim ? 1.0 - double{values[i]} : double{values[i]} * scale;
    // NaN is as bad as can be.
    const double shown = std::isnan(error) ? 1.0 : std::clamp(error, 0.0, 1.0);
    const auto& color = colors[std::size_t(std::lround(shown * double(kSteps - 1)))];
    for (std::size_t c = 0; c < 3; ++c) rgba[4 * i + c] = std::byte{color[c]};
    rgba[4 * i + 3] = std::byte{255};
  }
  return rgba;
}

void write_map_picture(const std::filesystem::path& file, photopic::MetricMap map, VkExtent2D extent,
                       std::span<const float> values, double peak) {
  constexpr std::size_t kBandPixels = std::size_t{1} << 20;
  const std::size_t band_rows = std::max<std::size_t>(kBandPixels / extent.width, 1);
  const std::unique_ptr<image_io::ImageWriter> writer = image_io::create_png(file, extent.width, extent.height);
  for (std::size_t row = 0; row < extent.height; row += band_rows) {
    const std::size_t rows = std::min(band_rows, extent.height - row);
    const std::vector<std::byte> rgba = map_picture(map, values.subspan(row * extent.width, rows * extent.width), peak);
    writer->write_rows(static_cast<std::uint32_t>(rows), rgba.data());
  }
  writer->finish();
}

}  // namespace compare
