// SPDX-License-Identifier: MIT
// Search for the sun of a panorama.
#include "engine/scene/light/panorama_sun.h"

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>

namespace engine {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr std::uint32_t kMostColumns = 1024;  // a third of a degree
// The sun has half a degree; lenses, haze and texels of small panoramas spread it.
constexpr double kReach_rad = 5.0 * kPi / 180.0;
constexpr double kMostReaches = 1.5;         // to the end of the ring around it
constexpr double kMostSpread_reaches = 0.5;  // root of the mean square of distances from its middle; an even disc: 0.71
constexpr double kLeastShare = 0.25;  // of the light of a plane across it: fainter shadows are those of a bright sky
constexpr glm::dvec3 kLuminance = {0.2126, 0.7152, 0.0722};

LinearLevel unlimited_nits(const Panorama& panorama) {
  LinearLevel level = {panorama.width, panorama.height, {}};
  level.texels.reserve(std::size_t(panorama.width) * panorama.height);
  for (std::size_t i = 0; i + 3 < panorama.rgba.size(); i += 4) {
    const auto nits = [&](std::size_t channel) {
      const float value = panorama.rgba[i + channel] * panorama.nits_per_unit;
      return value > 0.0f ? std::min(value, 1e12f) : 0.0f;
    };
    level.texels.emplace_back(nits(0), nits(1), nits(2), 1.0f);
  }
  while (level.width > kMostColumns) level = halved(level);
  return level;
}

/// Calls `texel(nits, direction, sr)` for all, or for those in rows within `reach_rad` of a direction.
template <typename Level, typename Texel>
void for_texels(Level& level, const Texel& texel, double from_zenith_rad = 0.0, double reach_rad = kPi) {
  const double row_rad = kPi / level.height;
  for (std::uint32_t y = 0; y < level.height; ++y) {
    if (std::abs((y + 0.5) * row_rad - from_zenith_rad) > reach_rad) continue;
    const double sr = 2.0 * kPi / level.width * (std::cos(y * row_rad) - std::cos((y + 1) * row_rad));
    for (std::uint32_t x = 0; x < level.width; ++x) {
      texel(level.texels[std::size_t(y) * level.width + x],
            equirect_direction((x + 0.5) / level.width, (y + 0.5) / level.height), sr);
    }
  }
}

glm::dvec3 brightest_direction(const LinearLevel& level) {
  const auto luminance = [](const glm::vec4& texel) { return glm::dot(glm::dvec3(texel), kLuminance); };
  const auto most =
      std::max_element(level.texels.begin(), level.texels.end(),
                       [&](const glm::vec4& a, const glm::vec4& b) { return luminance(a) < luminance(b); });
  const auto i = std::size_t(most - level.texels.begin());
  return equirect_direction((double(i % level.width) + 0.5) / level.width,
                            (double(i / level.width) + 0.5) / level.height);
}

/// What is brighter than the ring around a direction.
struct Spot {
  glm::dvec3 around_nits = glm::dvec3(0.0);
  glm::dvec3 lux = glm::dvec3(0.0);
  glm::dvec3 to_middle = glm::dvec3(0.0);
  double spread_rad = 0.0;
};

Spot spot_at(const LinearLevel& level, const glm::dvec3& direction, double reach_rad) {
  const double from_zenith = std::acos(std::clamp(direction.y, -1.0, 1.0));
  const double ring_rad = kMostReaches * reach_rad;
  Spot spot;
  double ring_sr = 0.0;
  const auto in_reach = [&](const auto& function) {
    for_texels(
        level,
        [&](const glm::vec4& texel, const glm::dvec3& d, double sr) {
          const double distance = glm::distance(d, direction);  // the chord: as good for so small a part
          if (distance <= ring_rad) function(glm::dvec3(texel), d, sr, distance > reach_rad);
        },
        from_zenith, ring_rad);
  };
  in_reach([&](const glm::dvec3& nits, const glm::dvec3&, double sr, bool is_ring) {
    if (!is_ring) return;
    spot.around_nits += nits * sr;
    ring_sr += sr;
  });
  spot.around_nits /= std::max(ring_sr, 1e-12);
  double squares = 0.0;
  in_reach([&](const glm::dvec3& nits, const glm::dvec3& d, double sr, bool is_ring) {
    if (is_ring) return;
    const glm::dvec3 excess = glm::max(nits - spot.around_nits, 0.0) * sr;
    spot.lux += excess;
    spot.to_middle += glm::dot(excess, kLuminance) * d;
    squares += glm::dot(excess, kLuminance) * glm::dot(d - direction, d - direction);
  });
  const double lux = glm::dot(spot.lux, kLuminance);
  if (!(lux > 0.0) || !(ring_sr > 0.0)) return {};
  const glm::dvec3 mean = spot.to_middle / lux;
  // About the middle, not about `direction`.
  spot.spread_rad = std::sqrt(std::max(squares / lux - glm::dot(mean - direction, mean - direction), 0.0));
  spot.to_middle = glm::normalize(mean);
  return spot;
}

}  // namespace

std::optional<PanoramaSun> sun_of(const Panorama& panorama) {
  LinearLevel level = unlimited_nits(panorama);
  const double reach_rad = std::max(kReach_rad, 3.0 * kPi / level.width);
  // The brightest texel may lie at the edge of an even disc.
  Spot spot = spot_at(level, brightest_direction(level), reach_rad);
  if (spot.lux == glm::dvec3(0.0)) return std::nullopt;
  const glm::dvec3 direction = spot.to_middle;
  spot = spot_at(level, direction, reach_rad);
  glm::dvec3 all_lux(0.0);
  for_texels(level, [&](const glm::vec4& texel, const glm::dvec3& d, double sr) {
    all_lux += glm::dvec3(texel) * (sr * std::max(glm::dot(d, direction), 0.0));
  });
  const bool is_compact = spot.spread_rad <= kMostSpread_reaches * reach_rad;
  if (!is_compact || !(glm::dot(spot.lux, kLuminance) >= kLeastShare * glm::dot(all_lux, kLuminance))) {
    return std::nullopt;
  }
  PanoramaSun sun;
  const double brightest = std::max({spot.lux.r, spot.lux.g, spot.lux.b});
  sun.light.kind = Light::Kind::directional;
  sun.light.color = glm::vec3(spot.lux / brightest);
  sun.light.intensity = float(brightest);
  sun.light.direction = -glm::vec3(spot.to_middle);
  for_texels(level, [&](glm::vec4& texel, const glm::dvec3& d, double) {
    const bool is_sun = glm::distance(d, direction) <= reach_rad;
    const glm::vec3 most = is_sun ? glm::vec3(spot.around_nits) : glm::vec3(65504.0f);
    texel = glm::vec4(glm::min(glm::vec3(texel), most), 1.0f);
  });
  sun.rest = std::move(level);
  return sun;
}

}  // namespace engine
