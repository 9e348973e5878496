// SPDX-License-Identifier: MIT
// Light of sun, sky and lamps at a surface, and radiance along a ray by day and by night.
#include "panorama/light.h"

#include <array>
#include <cmath>

#include "panorama/geometry.h"
#include "panorama/material.h"
#include "panorama/sky.h"
#include "panorama/town.h"

namespace panorama {
namespace {

constexpr Color kSun_lx = tint(1.07F, 1.0F, 0.86F) * 92000.0F;
constexpr Color kSkylight_lx = tint(0.74F, 0.95F, 1.35F) * 14000.0F;
constexpr Color kBounce_lx = tint(1.12F, 1.0F, 0.80F) * 8500.0F;
constexpr Color kNightlight_lx = tint(1.2F, 0.95F, 0.72F) * 0.26F;
constexpr float kAir = 5e-6F;  ///< share of lamp light that a metre of the night's damp air scatters to the eye

constexpr float kGlow = 1.5e-5F;  ///< its halo: forward scattering, per squared metre beside the ray

float half_space(float cosine) { return 0.5F + 0.5F * cosine; }

Color day_irradiance(const Surface& surface, Vec3 position) {
  const float cosine = dot(surface.normal, kToSun);
  Color light = kSkylight_lx * (half_space(surface.normal.y) * surface.open);
  light += kBounce_lx * ((0.25F + half_space(-surface.normal.y)) * surface.open);
  if (cosine > 0.0F && !town().day.occluded({position + surface.normal * 5e-3F, kToSun})) light += kSun_lx * cosine;
  return light;
}

/// Street lamps reach into the passage only through its end.
bool behind_wall(Vec3 position, const Light& light) {
  const bool inside = position.z > kNightEnd_m, lamp_inside = light.position.z > kNightEnd_m;
  if (inside == lamp_inside) return false;
  const Vec3 way = light.position - position;
  const Vec3 gate = position + way * ((kNightEnd_m - position.z) / way.z);
  return std::abs(gate.x) > kPassageHalfWidth_m ||
         std::hypot(gate.x, std::max(0.0F, gate.y - kVaultCentre_m)) > kVaultRadius_m;
}

struct LampLight {
  Color diffuse_lx;
  Color glossy_nits;
};

/// Highlight of one light in a film of water: GGX, Kelemen's visibility, Schlick's Fresnel.
float highlight(const Surface& surface, Vec3 to_light, Vec3 to_eye) {
  const Vec3 half = normalize(to_light + to_eye);
  const float cosine = dot(surface.normal, half), facing = std::max(0.05F, dot(to_light, half));
  const float alpha = surface.roughness * surface.roughness;
  const float spread = cosine * cosine * (alpha * alpha - 1.0F) + 1.0F;
  const float distribution = alpha * alpha / (kPi * spread * spread);
  const float fresnel = 0.02F + 0.98F * std::pow(1.0F - facing, 5.0F);
  return surface.wet * distribution * fresnel / (4.0F * facing * facing);
}

LampLight lamp_light(const Surface& surface, Vec3 position, Vec3 to_eye) {
  LampLight sum;
  for (const Light& light : town().lights) {
    const Vec3 way = light.position - position;
    const float squared = dot(way, way);
    if (squared > 70.0F * 70.0F || behind_wall(position, light)) continue;
    const Vec3 to_light = way * (1.0F / std::sqrt(squared));
    const float cosine = dot(surface.normal, to_light);
    if (cosine <= 0.0F) continue;
    const float beam = 1.0F - light.downward * ramp(0.75F, -0.1F, to_light.y);
    const Color arriving = light.intensity_cd * (beam * cosine / std::max(squared, 0.02F));
    sum.diffuse_lx += arriving;
    if (surface.wet > 0.0F) sum.glossy_nits += arriving * highlight(surface, to_light, to_eye);
  }
  return sum;
}

/// Light of all lamps scattered by the air between the eye and t.
Color airlight(const Ray& ray, float t) {
  Color sum;
  for (const Light& light : town().lights) {
    if (light.downward == 0.0F) continue;
    const Vec3 way = light.position - ray.origin;
    const float along = dot(way, ray.direction);
    const float beside = std::max(0.12F, length(way - ray.direction * along));
    const float span = std::atan((std::min(t, 400.0F) - along) / beside) + std::atan(along / beside);
    sum += light.intensity_cd * (kAir * span / beside);
    if (along > 0.0F && along < t + 0.5F) sum += light.intensity_cd * (kGlow / (beside * beside));
  }
  return sum;
}

Color shade_day(const Ray& ray, const Hit& hit, const Surface& surface) {
  Color color = surface.emission + surface.albedo * day_irradiance(surface, hit.position) * (1.0F / kPi);
  if (surface.mirror > 0.0F) {
    const Vec3 mirrored = reflect(ray.direction, surface.normal);
    // What stands opposite, without its detail: a mean wall.
    const bool sky = mirrored.y > 0.0F && !town().day.occluded({hit.position + surface.normal * 0.01F, mirrored});
    color = mix(color, sky ? clear_sky(mirrored) : Color{1.0F, 0.9F, 0.75F} * 2200.0F, surface.mirror);
  }
  const Vec3 level = normalize({ray.direction.x, 0.02F, ray.direction.z});
  return mix(color, clear_sky(level) * 0.85F, 1.0F - std::exp(-hit.t / 900.0F));
}

Color day_radiance(const Ray& ray, float footprint) {
  Hit hit;
  if (ray.direction.y < -1e-5F) {
    hit.t = -ray.origin.y / ray.direction.y;
    hit.position = ray.at(hit.t);
    hit.normal = {0, 1, 0};
  }
  town().day.trace(ray, hit);
  if (hit.t >= kFar) return day_sky(ray.direction, footprint);
  const Footprint print = footprint_at(hit, ray, footprint);
  if (hit.object < 0) return shade_day(ray, hit, plaza_ground(hit, print));
  const Object& object = town().objects[static_cast<std::size_t>(hit.object)];
  return shade_day(ray, hit, object_surface(object, hit, ray, print, false));
}

Color night_radiance(const Ray& ray, float footprint, bool mirrored) {
  Hit hit;
  if (ray.direction.y < -1e-5F) {
    hit.t = -ray.origin.y / ray.direction.y;
    hit.position = ray.at(hit.t);
    hit.normal = {0, 1, 0};
  }
  town().night.trace(ray, hit);
  if (hit.t >= kFar) return night_sky(ray.direction, footprint) + airlight(ray, hit.t);
  const Footprint print = footprint_at(hit, ray, footprint);
  const Surface surface =
      hit.object < 0 ? street_ground(hit, ray, print)
                     : object_surface(town().objects[static_cast<std::size_t>(hit.object)], hit, ray, print, true);
  const LampLight lamps = lamp_light(surface, hit.position, ray.direction * -1.0F);
  const Color light = lamps.diffuse_lx + kNightlight_lx * surface.open;
  Color color = surface.albedo * light * (1.0F / kPi) + lamps.glossy_nits;
  if (surface.mirror > 0.0F && !mirrored) {
    const Ray bounced{hit.position + surface.normal * 0.01F, normalize(reflect(ray.direction, surface.normal))};
    color = mix(color, night_radiance(bounced, footprint * 2.0F, true), surface.mirror);
  }
  return color + surface.emission + (mirrored ? Color{} : airlight(ray, hit.t));
}

/// Share of the half space over the surface that the passage's daylight opening fills (Lambert's polygon formula).
float opening_factor(Vec3 position, Vec3 normal) {
  constexpr float kTop_m = 4.9F;
  const std::array<Vec3, 4> corners{
      Vec3{-kPassageHalfWidth_m, 0, kDayEnd_m}, Vec3{-kPassageHalfWidth_m, kTop_m, kDayEnd_m},
      Vec3{kPassageHalfWidth_m, kTop_m, kDayEnd_m}, Vec3{kPassageHalfWidth_m, 0, kDayEnd_m}};
  const Vec3 origin = position - Vec3{0, 0, 0.02F};
  float sum = 0.0F;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec3 a = normalize(corners[i] - origin), b = normalize(corners[(i + 1) % corners.size()] - origin);
    const Vec3 turn{a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
    const float size = std::max(1e-6F, length(turn));
    sum += std::acos(std::clamp(dot(a, b), -1.0F, 1.0F)) * dot(normal, turn) / size;
  }
  return clamp01(std::abs(sum) / (2.0F * kPi));
}

/// Daylight dies away along the passage far faster than in a real one of this length: day at one end, night at the
/// other is what the picture is for. About eight stops over eight metres.
float daylight_left(float z) { return std::exp2(-1.15F * std::max(0.0F, 2.4F - z)); }

bool sun_comes_in(Vec3 position) {
  const Vec3 gate = position + kToSun * ((kDayEnd_m - position.z) / kToSun.z);
  return std::abs(gate.x) < kPassageHalfWidth_m &&
         std::hypot(gate.x, std::max(0.0F, gate.y - kVaultCentre_m)) < kVaultRadius_m &&
         !town().day.occluded({gate, kToSun});
}

Color shade_passage(const Ray& ray, const Hit& hit, const Surface& surface) {
  const Vec3 position = hit.position + surface.normal * 1e-3F;
  const float left = daylight_left(position.z);
  Color light = tint(0.96F, 1.0F, 1.05F) * (kPi * 6800.0F * left * opening_factor(position, surface.normal));
  light += tint(1.12F, 1.0F, 0.84F) * (1700.0F * left * surface.open);
  const float cosine = dot(surface.normal, kToSun);
  if (cosine > 0.0F && sun_comes_in(position)) {
    light += kSun_lx * (cosine * left * std::exp2(-1.3F * std::max(0.0F, 2.2F - position.z)));
  }
  const LampLight lamps = lamp_light(surface, position, ray.direction * -1.0F);
  light += lamps.diffuse_lx + kNightlight_lx * (0.6F * surface.open);
  return surface.emission + surface.albedo * light * (1.0F / kPi) + lamps.glossy_nits;
}

/// Where a ray from the eye meets the passage's floor, walls or vault.
Hit passage_shell(const Ray& ray) {
  Hit hit;
  if (ray.direction.y < -1e-6F) {
    hit.t = -ray.origin.y / ray.direction.y;
    hit.normal = {0, 1, 0};
  }
  const float side = ray.direction.x > 0.0F ? 1.0F : -1.0F;
  const float to_wall = kPassageHalfWidth_m / std::max(1e-6F, std::abs(ray.direction.x));
  if (to_wall < hit.t) {
    hit.t = to_wall;
    hit.normal = {-side, 0, 0};
  }
  const float y = ray.origin.y - kVaultCentre_m;
  const float a = ray.direction.x * ray.direction.x + ray.direction.y * ray.direction.y;
  const float b = y * ray.direction.y, c = y * y - kVaultRadius_m * kVaultRadius_m;
  const float to_vault = a < 1e-9F ? kFar : (-b + std::sqrt(b * b - a * c)) / a;
  if (to_vault < hit.t && ray.at(to_vault).y > kSpring_m) {
    hit.t = to_vault;
    const Vec3 p = ray.at(to_vault);
    hit.normal = Vec3{-p.x, kVaultCentre_m - p.y, 0.0F} * (1.0F / kVaultRadius_m);
  }
  hit.position = ray.at(hit.t);
  return hit;
}

}  // namespace

Color radiance(Vec3 direction, float footprint) {
  const Ray ray{kEye, direction};
  Hit hit = passage_shell(ray);
  town().passage.trace(ray, hit);
  if (hit.position.z <= kDayEnd_m && hit.position.z >= kNightEnd_m) {
    const Footprint print = footprint_at(hit, ray, footprint);
    if (hit.object < 0) return shade_passage(ray, hit, passage_surface(hit, print));
    const Object& object = town().objects[static_cast<std::size_t>(hit.object)];
    return shade_passage(ray, hit, object_surface(object, hit, ray, print, true));
  }
  return direction.z > 0.0F ? day_radiance(ray, footprint) : night_radiance(ray, footprint, false);
}

}  // namespace panorama
