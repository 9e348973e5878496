// SPDX-License-Identifier: MIT
// Stone, roofs, foliage, posters and neon signs as procedural surfaces.
#include "panorama/material.h"

#include <array>
#include <cmath>

#include "panorama/noise.h"

namespace panorama {
namespace {

struct Stroke {
  float x0, y0, x1, y1;
};

/// Strokes of a letter in the unit square.
std::vector<Stroke> letter(char name) {
  switch (name) {
    case 'H':
      return {{0, 0, 0, 1}, {1, 0, 1, 1}, {0, 0.5F, 1, 0.5F}};
    case 'O':
      return {{0, 0, 0, 1}, {1, 0, 1, 1}, {0, 0, 1, 0}, {0, 1, 1, 1}};
    case 'T':
      return {{0, 1, 1, 1}, {0.5F, 0, 0.5F, 1}};
    case 'E':
      return {{0, 0, 0, 1}, {0, 0, 1, 0}, {0, 0.5F, 0.8F, 0.5F}, {0, 1, 1, 1}};
    case 'L':
      return {{0, 0, 0, 1}, {0, 0, 1, 0}};
    case 'B':
      return {{0, 0, 0, 1},          {0, 0, 0.8F, 0},        {0.8F, 0, 1, 0.25F}, {1, 0.25F, 0.8F, 0.5F},
              {0, 0.5F, 0.8F, 0.5F}, {0.8F, 0.5F, 1, 0.75F}, {1, 0.75F, 0.8F, 1}, {0, 1, 0.8F, 1}};
    case 'A':
      return {{0, 0, 0.5F, 1}, {0.5F, 1, 1, 0}, {0.2F, 0.4F, 0.8F, 0.4F}};
    default:
      return {{0, 0, 0, 1},           {0, 1, 0.8F, 1},       {0.8F, 1, 1, 0.75F},
              {1, 0.75F, 0.8F, 0.5F}, {0, 0.5F, 0.8F, 0.5F}, {0.4F, 0.5F, 1, 0}};
  }
}

float distance_to(const Stroke& stroke, float x, float y) {
  const float dx = stroke.x1 - stroke.x0, dy = stroke.y1 - stroke.y0;
  const float t = clamp01(((x - stroke.x0) * dx + (y - stroke.y0) * dy) / (dx * dx + dy * dy));
  return std::hypot(x - stroke.x0 - t * dx, y - stroke.y0 - t * dy);
}

struct Sign {
  const char* text;
  float right, top;  ///< of the first letter's cell; letters read towards -x or downwards
  float width, height;
  float step_x, step_y;
};
constexpr Sign kHotel{"HOTEL", 6.58F, 9.72F, 0.76F, 0.86F, 0.0F, 1.12F};
constexpr Sign kBar{"BAR", -5.08F, 4.42F, 0.40F, 0.64F, 0.61F, 0.0F};

float tube_distance(const Sign& sign, float x, float y) {
  float nearest = kFar;
  for (int i = 0; sign.text[i] != '\0'; ++i) {
    const float left = sign.right - sign.step_x * static_cast<float>(i);  // seen from the passage, -x is to the right
    const float bottom = sign.top - sign.height - sign.step_y * static_cast<float>(i);
    for (Stroke stroke : letter(sign.text[i])) {
      stroke = {left - stroke.x0 * sign.width, bottom + stroke.y0 * sign.height, left - stroke.x1 * sign.width,
                bottom + stroke.y1 * sign.height};
      nearest = std::min(nearest, distance_to(stroke, x, y));
    }
  }
  return nearest;
}

Surface neon(const Object& object, const Hit& hit) {
  Surface surface;
  surface.albedo = {0.03F, 0.03F, 0.035F};
  surface.normal = hit.normal;
  if (hit.normal.z < 0.5F) return surface;
  const float d = tube_distance(object.kind == Kind::neon_hotel ? kHotel : kBar, hit.position.x, hit.position.y);
  // A soft profile, as of a tube behind its own glow in damp air: a hard edge this bright would show steps at any
  // resolution. The gas is paler along the axis, and the panel behind catches some of its light.
  const float tube = std::exp(-d * d / (0.032F * 0.032F));
  const Color gas = mix(object.color, Color{1, 1, 1} * luminance(object.color), 0.3F * tube * tube);
  surface.emission = gas * tube + object.color * (0.012F * std::exp(-d / 0.10F));
  return surface;
}

Surface stone(const Object& object, const Hit& hit, const Footprint& footprint) {
  Surface surface;
  surface.normal = hit.normal;
  const Vec3 p = hit.position;
  const bool flat = std::abs(hit.normal.y) > 0.7F;
  const float u = flat ? p.x : p.x + p.z, v = flat ? p.z : p.y;
  const Masonry blocks = masonry(u, v, flat ? 0.6F : 0.8F, flat ? 0.6F : 0.4F, 0.018F, footprint.mean(), 61);
  const float stain = fbm(0.8F * u, 0.8F * v, 5, 0.8F * footprint.mean(), 63);
  surface.albedo = object.color * ((1.0F + 0.08F * blocks.tone + 0.16F * stain) * (1.0F - 0.4F * blocks.joint));
  return surface;
}

Surface roof(const Object& object, const Hit& hit, const Footprint& footprint) {
  Surface surface;
  surface.normal = hit.normal;
  const bool along_z = std::abs(hit.normal.x) > std::abs(hit.normal.z);
  const float u = along_z ? hit.position.z : hit.position.x;
  const float tile = bars(u, 0.24F, 0.10F, footprint.mean());
  const float row = bars(hit.position.y, 0.19F, 0.03F, footprint.mean());
  const float age = fbm(0.6F * u, 0.9F * hit.position.y, 4, footprint.mean(), 71);
  surface.albedo = object.color * ((1.0F + 0.3F * age) * (1.0F - 0.35F * tile) * (1.0F - 0.4F * row));
  return surface;
}

Surface foliage(const Object& object, const Hit& hit, const Footprint& footprint) {
  Surface surface;
  const Vec3 p = hit.position;
  const float a = fbm(7.0F * p.x + 3.0F * p.y, 7.0F * p.z - 4.0F * p.y, 4, 7.0F * footprint.across, 81);
  const float b = fbm(6.0F * p.y + 2.0F * p.x, 7.0F * p.x - 6.0F * p.z, 4, 7.0F * footprint.across, 82);
  surface.normal = normalize(hit.normal + Vec3{1.1F * a, 0.9F * b, 1.1F * (a - b)});
  surface.albedo = object.color * (1.0F + 0.7F * a);
  surface.open = clamp01(0.55F + 0.5F * b + 0.3F * hit.normal.y);
  return surface;
}

Color poster(float u, float v, std::uint32_t seed) {
  // Paper, a disc over hills, and a block of lettering; u, v in 0..1.
  if (std::min({u, 1.0F - u, v, 1.0F - v}) < 0.05F) return {0.70F, 0.67F, 0.60F};
  const bool warm = seed % 2 == 0;
  const Color high = warm ? Color{0.62F, 0.20F, 0.08F} : Color{0.05F, 0.22F, 0.34F};
  const Color low = warm ? Color{0.75F, 0.55F, 0.20F} : Color{0.35F, 0.60F, 0.58F};
  Color color = mix(low, high, v);
  const float disc_v = warm ? 0.62F : 0.70F;
  if (std::hypot(u - 0.58F, (v - disc_v) * 1.4F) < 0.17F) color = {0.80F, 0.74F, 0.55F};
  const float hill = 0.36F + 0.07F * std::sin(7.0F * u + static_cast<float>(seed)) + 0.03F * std::sin(17.0F * u);
  if (v < hill) color = warm ? Color{0.16F, 0.05F, 0.05F} : Color{0.03F, 0.08F, 0.12F};
  const float line = fract((v - 0.10F) / 0.055F);
  const auto glyph = static_cast<int>(u * 28.0F);
  const auto row = static_cast<int>((v - 0.10F) / 0.055F);
  const bool text = v > 0.10F && v < 0.265F && u > 0.12F && u < 0.88F && line < 0.5F && hash(glyph, row, seed) > 0.22F;
  return text ? Color{0.72F, 0.69F, 0.60F} : color;
}

void passage_wall(Surface& surface, const Vec3& p, const Footprint& footprint) {
  const float mean = footprint.mean();
  const std::uint32_t side = p.x > 0.0F ? 91 : 92;
  const Masonry blocks = masonry(p.z, p.y, 0.74F, 0.37F, 0.014F, mean, side);
  const float stain = fbm(0.9F * p.z, 0.9F * p.y, 5, 0.9F * mean, side + 4);
  const float grain = fbm(14.0F * p.z, 14.0F * p.y, 4, 14.0F * mean, side + 8);
  const Color stone{0.47F, 0.42F, 0.34F};
  surface.albedo =
      stone * ((1.0F + 0.10F * blocks.tone + 0.15F * stain + 0.10F * grain) * (1.0F - 0.5F * blocks.joint));
  const float cornice = bars(p.y - (kSpring_m - 0.12F), 100.0F, 0.22F, mean);
  surface.albedo = mix(surface.albedo, Color{0.56F, 0.52F, 0.44F}, cornice);
  surface.albedo = surface.albedo * (1.0F - 0.45F * bars(p.y - (kSpring_m - 0.27F), 100.0F, 0.07F, mean));
  surface.albedo = surface.albedo * (1.0F - 0.25F * bars(p.y - 0.42F, 100.0F, 0.03F, mean));
  surface.open = 0.65F + 0.35F * ramp(0.0F, 0.8F, p.y);
  // Posters in the middle bays.
  const float bay = std::round(p.z * 0.5F);
  const float u = (p.z - 2.0F * bay) * (p.x > 0.0F ? -1.0F : 1.0F) / 0.98F + 0.5F, v = (p.y - 0.72F) / 1.38F;
  if (bay > -1.5F && bay < 0.5F && u > 0.0F && u < 1.0F && v > 0.0F && v < 1.0F) {
    surface.albedo = poster(u, v, static_cast<std::uint32_t>(bay + 8.0F) + side);
  } else if (bay > -1.5F && bay < 0.5F && u > -0.04F && u < 1.04F && v > -0.03F && v < 1.03F) {
    surface.albedo = {0.05F, 0.045F, 0.04F};
  }
}

void passage_vault(Surface& surface, const Vec3& p, const Footprint& footprint) {
  const float mean = footprint.mean();
  const float arc = kVaultRadius_m * std::atan2(p.x, p.y - kVaultCentre_m);
  const Masonry bricks = masonry(p.z, arc, 0.25F, 0.083F, 0.013F, mean, 95);
  const float stain = fbm(0.7F * p.z, 0.7F * arc, 5, 0.7F * mean, 97);
  const Color brick = Color{0.40F, 0.235F, 0.165F} * (1.0F + 0.22F * bricks.tone + 0.2F * stain);
  surface.albedo = mix(brick, {0.40F, 0.37F, 0.32F}, bricks.joint);
}

/// Ribs of dressed stone run over walls and vault alike, each with its shade beside it.
void ribs(Surface& surface, const Vec3& p, float along, const Footprint& footprint) {
  const float mean = footprint.mean();
  const float z = p.z - 1.0F;
  const float rib = bars(z, 2.0F, 0.46F, mean);
  const float edge = bars(z, 2.0F, 0.60F, mean) - rib;
  const float joint = bars(along, 0.46F, 0.014F, mean);
  const float tone = fbm(2.0F * p.z, 2.0F * along, 4, 2.0F * mean, 99);
  const Color dressed = Color{0.55F, 0.51F, 0.43F} * ((1.0F + 0.10F * tone) * (1.0F - 0.45F * joint));
  surface.albedo = mix(surface.albedo * (1.0F - 0.45F * edge), dressed, rib);
}

}  // namespace

Footprint footprint_at(const Hit& hit, const Ray& ray, float angle) {
  const float across = std::max(hit.t * angle, 1e-5F);
  return {across, across / std::max(0.04F, std::abs(dot(ray.direction, hit.normal)))};
}

Surface passage_surface(const Hit& hit, const Footprint& footprint) {
  Surface surface;
  surface.normal = hit.normal;
  const Vec3 p = hit.position;
  if (hit.normal.y > 0.9F) {
    const Masonry setts = masonry(p.x, p.z, 0.21F, 0.135F, 0.018F, footprint.mean(), 93);
    const float wear = fbm(0.8F * p.x, 0.8F * p.z, 5, 0.8F * footprint.mean(), 94);
    const float grain = fbm(22.0F * p.x, 22.0F * p.z, 3, 22.0F * footprint.mean(), 98);
    surface.albedo = Color{0.23F, 0.215F, 0.195F} *
                     ((1.0F + 0.24F * setts.tone + 0.2F * wear + 0.12F * grain) * (1.0F - 0.65F * setts.joint));
    surface.open = 0.6F + 0.4F * ramp(0.0F, 0.9F, kPassageHalfWidth_m - std::abs(p.x));
    // Damp blown in from the street.
    surface.wet = 0.6F * ramp(-1.0F, -4.5F, p.z + 0.8F * wear);
    surface.roughness = 0.36F;
  } else if (p.y < kSpring_m) {
    passage_wall(surface, p, footprint);
    ribs(surface, p, p.y, footprint);
  } else {
    passage_vault(surface, p, footprint);
    ribs(surface, p, kVaultRadius_m * std::atan2(p.x, p.y - kVaultCentre_m), footprint);
  }
  return surface;
}

Surface plaza_ground(const Hit& hit, const Footprint& footprint) {
  Surface surface;
  surface.normal = hit.normal;
  const Vec3 p = hit.position;
  const float mean = footprint.mean();
  const Masonry slabs = masonry(p.x, p.z, 0.9F, 0.6F, 0.014F, mean, 21);
  const float wear = fbm(0.30F * p.x, 0.30F * p.z, 6, 0.30F * mean, 23);
  const float band = std::max(bars(p.x, 6.0F, 0.5F, mean), bars(p.z - 2.0F, 6.0F, 0.5F, footprint.along));
  const Color pale{0.46F, 0.42F, 0.36F}, dark{0.23F, 0.20F, 0.18F};
  surface.albedo = mix(pale, dark, band) * ((1.0F + 0.10F * slabs.tone + 0.16F * wear) * (1.0F - 0.4F * slabs.joint));
  const float left = p.x + 15.0F, right = 18.0F - p.x;
  surface.open = 1.0F - 0.45F * std::exp(-0.5F * std::max(0.0F, std::min(left, right)));
  return surface;
}

Surface street_ground(const Hit& hit, const Ray& ray, const Footprint& footprint) {
  Surface surface;
  const Vec3 p = hit.position;
  const float mean = footprint.mean();
  const float patch = fbm(0.22F * p.x, 0.22F * p.z, 5, 0.22F * mean, 31);
  const float grain = fbm(30.0F * p.x, 30.0F * p.z, 3, 30.0F * mean, 33);
  surface.albedo = Color{0.070F, 0.069F, 0.068F} * (1.0F + 0.25F * patch + 0.35F * grain);
  const float gutter = ramp(3.35F, 3.4F, std::abs(p.x));
  const Masonry setts = masonry(p.x, p.z, 0.15F, 0.11F, 0.015F, mean, 35);
  surface.albedo = mix(
      surface.albedo, Color{0.12F, 0.115F, 0.11F} * ((1.0F + 0.2F * setts.tone) * (1.0F - 0.6F * setts.joint)), gutter);
  // Puddles lie in the hollows and along the kerbs.
  const float hollow =
      fbm(0.33F * p.x + 7.0F, 0.21F * p.z, 4, 0.3F * mean, 37) + 0.25F * ramp(2.6F, 3.8F, std::abs(p.x));
  const float puddle = ramp(0.10F, 0.20F, hollow);
  const float dx = 0.010F * fbm(2.2F * p.x, 2.2F * p.z, 3, 2.2F * mean, 41) * (1.0F + 2.0F * (1.0F - puddle));
  const float dz = 0.010F * fbm(2.2F * p.x + 40.0F, 2.2F * p.z, 3, 2.2F * mean, 43);
  surface.normal = normalize({dx, 1.0F, dz});
  surface.wet = 1.0F - puddle;
  surface.roughness = 0.22F + 0.10F * clamp01(0.5F + patch);
  const float cosine = clamp01(-dot(ray.direction, surface.normal));
  surface.mirror = puddle * (0.02F + 0.98F * std::pow(1.0F - cosine, 5.0F));
  surface.albedo = surface.albedo * (1.0F - 0.6F * puddle);
  surface.open = 0.6F + 0.4F * ramp(0.0F, 0.6F, kKerb_m - std::abs(p.x));
  return surface;
}

Surface object_surface(const Object& object, const Hit& hit, const Ray& ray, const Footprint& footprint, bool night) {
  Surface surface;
  surface.normal = hit.normal;
  surface.albedo = object.color;
  switch (object.kind) {
    case Kind::house:
      return facade(object.house, hit, ray, footprint, night);
    case Kind::stone:
      surface = stone(object, hit, footprint);
      break;
    case Kind::roof:
      return roof(object, hit, footprint);
    case Kind::foliage:
      return foliage(object, hit, footprint);
    case Kind::neon_hotel:
    case Kind::neon_bar:
      return neon(object, hit);
    case Kind::awning:
      if (bars(hit.position.z, 0.6F, 0.3F, footprint.mean()) > 0.5F) surface.albedo = {0.72F, 0.68F, 0.60F};
      break;
    case Kind::water: {
      const float x = 3.0F * hit.position.x, z = 3.0F * hit.position.z, width = 3.0F * footprint.mean();
      surface.normal = normalize({0.05F * fbm(x, z, 3, width, 51), 1.0F, 0.05F * fbm(x + 9.0F, z, 3, width, 52)});
      surface.mirror = 0.02F + 0.98F * std::pow(1.0F - clamp01(-dot(ray.direction, surface.normal)), 5.0F);
      break;
    }
    case Kind::lamp:
      surface.albedo = {};
      surface.emission = object.color;
      break;
    case Kind::metal:
      break;
  }
  if (night && object.kind == Kind::stone && hit.normal.y > 0.7F && hit.position.y < 1.0F) {
    surface.wet = 0.7F;  // the pavement
    surface.roughness = 0.34F;
  }
  return surface;
}

}  // namespace panorama
