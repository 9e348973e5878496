// SPDX-License-Identifier: MIT
// Luminance of the day's and the night's sky: sun, clouds, stars.
#include "panorama/sky.h"

#include <cmath>

#include "panorama/noise.h"

namespace panorama {
namespace {

constexpr float kSunRadius = 0.00465F;  // radians

float sun_angle(Vec3 direction) {
  // By the chord: acos has no digits left at this size.
  return 2.0F * std::asin(std::min(1.0F, 0.5F * length(direction - kToSun)));
}

struct Clouds {
  float cover;   ///< 0..1
  float inside;  ///< 0 at a cloud's edge, 1 deep in it, as seen from the sun
};

float cloud_density(float x, float y, float footprint) {
  const float banks = fbm(0.55F * x + 3.1F, 0.55F * y + 8.7F, 2, 0.5F * footprint, 301);
  const float detail = fbm(1.5F * x, 1.5F * y, 7, 1.5F * footprint, 311);
  return 0.75F * detail + 0.55F * banks;
}

Clouds clouds_at(Vec3 direction, float footprint) {
  // A flat layer, bent down a little so that the horizon is finitely far.
  const float lift = 1.0F / (std::max(direction.y, 0.0F) + 0.12F);
  const float x = direction.x * lift, y = direction.z * lift;
  const float scaled = footprint * lift * lift * 0.4F;
  const float density = cloud_density(x, y, scaled);
  const float towards_sun = cloud_density(x + 0.10F * kToSun.x, y + 0.10F * kToSun.z, scaled);
  const float cover = ramp(-0.10F, 0.34F, density) * ramp(0.02F, 0.12F, direction.y);
  return {cover, ramp(-0.1F, 0.75F, 0.55F * density + 0.6F * towards_sun)};
}

float star_field(Vec3 direction, float footprint) {
  constexpr float kCells = 55.0F;
  const float longitude = std::atan2(direction.x, direction.z), latitude = std::asin(direction.y);
  const float row = std::floor(latitude * kCells);
  // As many cells to a row as its circle is long: an even density up to the zenith.
  const float row_cells = std::max(1.0F, std::floor(2.0F * kPi * kCells * std::cos((row + 0.5F) / kCells)));
  const float u = (longitude / (2.0F * kPi) + 0.5F) * row_cells, v = latitude * kCells;
  const auto i = static_cast<int>(std::floor(u)), j = static_cast<int>(row);
  const float magnitude = hash(i, j, 401);
  const float du = (fract(u) - mix(0.2F, 0.8F, hash(i, j, 402))) / kCells;
  const float dv = (fract(v) - mix(0.2F, 0.8F, hash(i, j, 403))) / kCells;
  const float width = std::max(0.0007F, 0.7F * footprint);
  const float power = 2.2e-8F * std::pow(40.0F, magnitude * magnitude * magnitude);
  return magnitude < 0.35F ? 0.0F : power / (width * width) * std::exp(-(du * du + dv * dv) / (width * width));
}

}  // namespace

Color clear_sky(Vec3 direction) {
  const float height = std::max(direction.y, 0.0F);
  const Color zenith = tint(0.32F, 0.62F, 1.35F) * 3600.0F;
  const Color horizon = tint(0.88F, 0.98F, 1.16F) * 8500.0F;
  const Color blue = mix(horizon, zenith, 1.0F - std::exp(-3.4F * height));
  const float angle = sun_angle(direction);
  // Forward scattering: a wide warm-white brightening and a narrow aureole.
  return blue + tint(1.06F, 1.0F, 0.88F) * (5200.0F * std::exp(-2.6F * angle) + 9000.0F * std::exp(-9.0F * angle));
}

Color day_sky(Vec3 direction, float footprint) {
  const float angle = sun_angle(direction);
  Color color = clear_sky(direction);
  const Color aureole = tint(1.05F, 1.0F, 0.90F) * (26000.0F * std::exp(-38.0F * angle));
  const Clouds clouds = clouds_at(direction, footprint);
  const Color lit = tint(1.03F, 1.0F, 0.95F) * (15500.0F + 21000.0F * std::exp(-4.5F * angle));
  const Color shaded = tint(0.88F, 0.98F, 1.18F) * (4600.0F + 3500.0F * std::exp(-3.0F * angle));
  color = mix(color, mix(lit, shaded, clouds.inside), 0.96F * clouds.cover) + aureole * (1.0F - 0.6F * clouds.cover);
  // The disc, its edge no sharper than the sample, so that it has the same area at each resolution.
  const float disc = ramp(kSunRadius + 0.5F * footprint, kSunRadius - 0.5F * footprint, angle);
  color = mix(color, Color{1, 1, 1} * kBrightest_nits, disc);
  return {std::min(color.x, kBrightest_nits), std::min(color.y, kBrightest_nits), std::min(color.z, kBrightest_nits)};
}

Color night_sky(Vec3 direction, float footprint) {
  const float height = std::max(direction.y, 0.0F);
  const Color zenith = tint(0.55F, 0.85F, 1.7F) * 1.1e-3F;
  const Color glow = tint(1.5F, 0.92F, 0.55F) * 1.6e-2F;  // the town's own light, scattered back by the haze
  const Color sky = zenith + glow * std::exp(-5.5F * height);
  return sky + tint(0.95F, 1.0F, 1.12F) * (star_field(direction, footprint) * ramp(0.05F, 0.35F, height));
}

}  // namespace panorama
