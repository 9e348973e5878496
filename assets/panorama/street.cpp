// SPDX-License-Identifier: MIT
// Rendering of the panorama, with more samples where texels differ from their neighbours.
#include "panorama/street.h"

#include <cstddef>
#include <stdexcept>

#include "panorama/light.h"
#include "panorama/sky.h"
#include "panorama/vec.h"

namespace panorama {
namespace {

struct Raster {
  float width, height;

  Vec3 direction(float x, float y) const {
    const float longitude = (x / width - 0.5F) * 2.0F * kPi;
    const float latitude = (0.5F - y / height) * kPi;
    return {std::sin(longitude) * std::cos(latitude), std::sin(latitude), std::cos(longitude) * std::cos(latitude)};
  }
  float texel_angle() const { return kPi / height; }
};

struct Samples {
  Color mean;
  float darkest = 1e9F, brightest = 0.0F;
};

/// Averages an even grid of samples. They reach a little beyond the texel, because the edge of something a thousand
/// times as bright as its surroundings still shows steps when each texel minds its own area only.
Samples sample(const Raster& raster, std::uint32_t x, std::uint32_t y, int columns, int rows) {
  constexpr float kReach = 1.4F;
  Samples samples;
  const float step_x = kReach / static_cast<float>(columns), step_y = kReach / static_cast<float>(rows);
  const float weight = 1.0F / static_cast<float>(columns * rows);
  for (int j = 0; j < rows; ++j) {
    for (int i = 0; i < columns; ++i) {
      const float fx = static_cast<float>(x) + 0.5F * (1.0F - kReach) + (static_cast<float>(i) + 0.5F) * step_x;
      const float fy = static_cast<float>(y) + 0.5F * (1.0F - kReach) + (static_cast<float>(j) + 0.5F) * step_y;
      const Color color = radiance(raster.direction(fx, fy), raster.texel_angle() * step_y);
      samples.mean += color * weight;
      samples.darkest = std::min(samples.darkest, luminance(color));
      samples.brightest = std::max(samples.brightest, luminance(color));
    }
  }
  return samples;
}

Color texel(const Raster& raster, std::uint32_t x, std::uint32_t y) {
  // Edges in a scene of this range need many more samples than the rest of the picture; the narrow texels near the
  // poles need fewer side by side.
  constexpr float kFlat = 1.5F;
  const float latitude = (0.5F - (static_cast<float>(y) + 0.5F) / raster.height) * kPi;
  const bool narrow = std::cos(latitude) < 0.6F;
  const Samples coarse = sample(raster, x, y, narrow ? 1 : 2, 2);
  if (coarse.brightest <= kFlat * coarse.darkest) return coarse.mean;
  return sample(raster, x, y, narrow ? 2 : 4, 4).mean;
}

}  // namespace

std::vector<float> render_street(std::uint32_t width, std::uint32_t height) {
  if (width == 0 || height == 0) throw std::invalid_argument("panorama::render_street: empty picture");
  std::vector<float> rgba;
  rgba.reserve(std::size_t{width} * height * 4);
  const Raster raster{static_cast<float>(width), static_cast<float>(height)};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const Color color = texel(raster, x, y);
      for (const float channel : {color.x, color.y, color.z}) {
        rgba.push_back(std::clamp(channel, 0.0F, kBrightest_nits));
      }
      rgba.push_back(1.0F);
    }
  }
  return rgba;
}

}  // namespace panorama
