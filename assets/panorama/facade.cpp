// SPDX-License-Identifier: MIT
// House fronts: walls, shop fronts, and windows with reveals and rooms behind them.
#include <array>
#include <cmath>

#include "panorama/material.h"
#include "panorama/noise.h"

namespace panorama {
namespace {

constexpr float kGroundStorey_m = 3.9F;
constexpr float kReveal_m = 0.22F;
constexpr Color kTrim{0.66F, 0.62F, 0.54F};

struct Rect {
  float left, right, bottom, top;
  bool contains(float u, float v) const { return u > left && u < right && v > bottom && v < top; }
  Rect grown(float by) const { return {left - by, right + by, bottom - by, top + by}; }
  /// Distance of an inner point to the nearest edge.
  float depth(float u, float v) const { return std::min({u - left, right - u, v - bottom, top - v}); }
};

/// One front seen as a plane: u along it, v up, and the view direction in these terms.
struct Front {
  float u, v, width;
  float du, dv, dn;  ///< dn > 0 into the wall
  Vec3 normal;
};

struct Opening {
  Rect rect;
  int bay, storey;
  bool shop, door;
};

Front front_of(const House& house, const Hit& hit, const Ray& ray) {
  const bool faces_x = std::abs(hit.normal.x) > 0.5F;
  Front front{};
  front.normal = hit.normal;
  front.u = faces_x ? hit.position.z - house.low.z : hit.position.x - house.low.x;
  front.width = faces_x ? house.high.z - house.low.z : house.high.x - house.low.x;
  front.v = hit.position.y;
  front.du = faces_x ? ray.direction.z : ray.direction.x;
  front.dv = ray.direction.y;
  front.dn = std::max(0.01F, -dot(ray.direction, hit.normal));
  return front;
}

Opening opening_at(const House& house, const Front& front) {
  const int bays = std::max(1, static_cast<int>(front.width / house.bay_m));
  const float bay_m = front.width / static_cast<float>(bays);
  Opening opening{};
  opening.bay = std::clamp(static_cast<int>(front.u / bay_m), 0, bays - 1);
  const float centre = (static_cast<float>(opening.bay) + 0.5F) * bay_m;
  if (front.v < kGroundStorey_m) {
    opening.storey = -1;
    opening.door = hash(opening.bay, 40, house.seed) < 0.34F;
    opening.shop = !opening.door;
    const float half = opening.door ? 0.62F : 0.5F * bay_m - 0.28F;
    opening.rect = {centre - half, centre + half, opening.door ? 0.13F : 0.55F, opening.door ? 2.7F : 2.95F};
    return opening;
  }
  opening.storey = static_cast<int>((front.v - kGroundStorey_m) / house.storey_m);
  const float floor = kGroundStorey_m + static_cast<float>(opening.storey) * house.storey_m;
  opening.rect = {centre - 0.55F, centre + 0.55F, floor + 0.75F, floor + 2.5F};
  if (opening.rect.top > house.high.y - 0.6F) opening.rect = {0, 0, 0, 0};
  return opening;
}

/// Luminance of the lit room that the ray sees through the glass at (u, v).
Color room(const House& house, const Front& front, const Opening& opening, float u, float v) {
  const auto key = [&](int n) { return hash(opening.bay * 16 + n, opening.storey + 3, house.seed); };
  const Rect walls = opening.rect.grown(0.55F);
  constexpr float kDepth_m = 3.4F;
  const float to_back = kDepth_m / front.dn;
  const float to_side = (front.du > 0.0F ? walls.right - u : u - walls.left) / std::max(std::abs(front.du), 1e-3F);
  const float to_cap = (front.dv > 0.0F ? walls.top - v : v - walls.bottom) / std::max(std::abs(front.dv), 1e-3F);
  const float t = std::min({to_back, to_side, to_cap});
  const Vec3 p{u + t * front.du, v + t * front.dv, t * front.dn};
  const Vec3 lamp{0.5F * (walls.left + walls.right), walls.top - 0.55F, 1.7F};
  const Vec3 off = p - lamp;
  const float falloff = 1.6F / (0.7F + dot(off, off));
  constexpr std::array<Color, 4> kPaint{Color{0.75F, 0.68F, 0.55F}, Color{0.62F, 0.66F, 0.62F},
                                        Color{0.74F, 0.56F, 0.42F}, Color{0.70F, 0.70F, 0.66F}};
  Color paint = kPaint[static_cast<std::size_t>(key(1) * 3.999F)];
  if (t == to_cap) paint = front.dv > 0.0F ? Color{0.8F, 0.78F, 0.74F} : Color{0.30F, 0.20F, 0.12F};
  if (t == to_back && p.y < walls.bottom + mix(0.7F, 1.6F, key(2)) && std::abs(p.x - lamp.x) < 0.75F) {
    paint = {0.16F, 0.10F, 0.07F};  // a cupboard
  }
  const bool cool = key(3) > 0.82F;
  const Color light = (cool ? tint(0.86F, 1.0F, 1.12F) : tint(1.0F, 0.70F, 0.38F)) * mix(50.0F, 150.0F, key(4));
  Color seen = light * paint * falloff;
  // The lampshade itself: by the distance at which the ray passes it.
  const Vec3 to_lamp = lamp - Vec3{u, v, 0.0F};
  const Vec3 direction{front.du, front.dv, front.dn};
  const float closest = dot(to_lamp, direction);
  const Vec3 miss = to_lamp - direction * closest;
  if (closest > 0.0F && closest < t) seen += light * (5.0F * ramp(0.21F, 0.16F, length(miss)));
  return seen;
}

/// Goods on shelves, lit from above.
Color shop_display(const House& house, const Opening& opening, float u, float v) {
  const Color light =
      (hash(opening.bay / 3, 51, house.seed) > 0.5F ? tint(1.0F, 0.82F, 0.58F) : tint(0.94F, 1.0F, 1.04F)) *
      mix(28.0F, 75.0F, hash(opening.bay / 3, 52, house.seed));
  const float from_top = opening.rect.top - v;
  const float glow = 0.35F + 0.65F * std::exp(-0.9F * from_top);
  const float shelf = std::floor(v / 0.62F), above = v - 0.62F * shelf;
  const auto item = static_cast<int>(std::floor(u / 0.27F));
  const auto row = static_cast<int>(shelf);
  const float tall = mix(0.12F, 0.45F, hash(item, row, house.seed + 9));
  const bool goods = v < opening.rect.top - 0.75F && above < tall && std::abs(fract(u / 0.27F) - 0.5F) < 0.38F;
  if (above > 0.575F && v < opening.rect.top - 0.5F) return light * Color{0.22F, 0.20F, 0.17F} * glow;
  if (!goods) return light * Color{0.42F, 0.39F, 0.34F} * glow;
  const float hue = hash(item, row, house.seed + 11);
  const Color dye{mix(0.10F, 0.55F, hue), mix(0.12F, 0.40F, hash(item, row, house.seed + 12)), mix(0.45F, 0.08F, hue)};
  return light * dye * glow;
}

void wall(Surface& surface, const House& house, const Front& front, const Footprint& footprint) {
  const float mean = footprint.mean();
  const float stain = fbm(front.u * 0.35F, front.v * 0.35F, 4, 0.35F * mean, house.seed);
  const float streak = fbm(front.u * 2.2F, front.v * 0.12F, 3, 2.2F * footprint.along, house.seed + 3);
  if (house.brick && front.v > kGroundStorey_m) {
    const Masonry bricks = masonry(front.u, front.v, 0.25F, 0.083F, 0.014F, mean, house.seed);
    const Color brick = house.wall * (1.0F + 0.28F * bricks.tone + 0.15F * stain);
    surface.albedo = mix(brick, {0.42F, 0.38F, 0.33F}, bricks.joint);
  } else if (front.v < kGroundStorey_m - 0.35F) {
    const Masonry blocks = masonry(front.u, front.v, 0.95F, 0.52F, 0.03F, mean, house.seed);
    const Color stone = mix(house.wall, Color{0.52F, 0.48F, 0.42F}, 0.65F);
    surface.albedo = stone * ((1.0F + 0.09F * blocks.tone + 0.14F * stain) * (1.0F - 0.55F * blocks.joint));
  } else {
    const float grain = fbm(front.u * 9.0F, front.v * 9.0F, 3, 9.0F * mean, house.seed + 5);
    surface.albedo = house.wall * (1.0F + 0.13F * stain + 0.08F * streak + 0.04F * grain);
  }
  const float course = bars(front.v - (kGroundStorey_m - 0.18F), 1000.0F, 0.34F, footprint.across);
  surface.albedo = mix(surface.albedo, kTrim, course);
  const float below_course = bars(front.v - (kGroundStorey_m - 0.42F), 1000.0F, 0.14F, footprint.across);
  surface.albedo = surface.albedo * (1.0F - 0.45F * below_course);
  // Splashed and shaded foot, and the shade of the eaves.
  surface.albedo = surface.albedo * (1.0F - 0.3F * std::exp(-2.2F * front.v));
  surface.open = (1.0F - 0.35F * std::exp(-0.8F * front.v)) * (1.0F - 0.4F * ramp(1.2F, 0.3F, house.high.y - front.v));
}

void shutters(Surface& surface, const House& house, const Front& front, const Opening& opening,
              const Footprint& footprint) {
  const Rect& rect = opening.rect;
  const float beside = std::max(rect.left - front.u, front.u - rect.right);
  if (opening.storey < 0 || beside < 0.04F || beside > 0.58F || front.v < rect.bottom || front.v > rect.top) return;
  constexpr std::array<Color, 3> kPaints{Color{0.08F, 0.16F, 0.11F}, Color{0.12F, 0.17F, 0.22F},
                                         Color{0.25F, 0.13F, 0.07F}};
  const Color paint = kPaints[house.seed % 3];
  const bool stile = beside < 0.10F || beside > 0.52F || front.v < rect.bottom + 0.08F || front.v > rect.top - 0.08F;
  const float louvre = stile ? 0.0F : bars(front.v, 0.075F, 0.03F, footprint.across);
  surface.albedo = paint * (1.0F - 0.6F * louvre);
}

/// Frame bars, curtain, and what is behind the glass.
void glazing(Surface& surface, const House& house, const Front& front, const Opening& opening, float u, float v,
             bool night) {
  const Rect& rect = opening.rect;
  const float middle = 0.5F * (rect.left + rect.right);
  const bool window = opening.storey >= 0;
  const float transom = window ? rect.bottom + 1.2F : rect.top - 0.45F;
  if (rect.depth(u, v) < 0.07F || std::abs(v - transom) < 0.03F || (window && std::abs(u - middle) < 0.035F)) {
    surface.albedo = window ? Color{0.62F, 0.60F, 0.55F} : Color{0.08F, 0.09F, 0.08F};
    return;
  }
  const float cosine = front.dn;
  surface.mirror = 0.04F + 0.96F * std::pow(1.0F - cosine, 5.0F);
  surface.albedo = {0.015F, 0.016F, 0.018F};
  const auto key = [&](int n) { return hash(opening.bay * 16 + n, opening.storey + 3, house.seed); };
  const float folds = 0.75F + 0.25F * std::sin(u * 46.0F + 3.0F * std::sin(u * 11.0F));
  const float drawn = mix(0.12F, 0.42F, key(6));
  const bool curtain = window && std::abs(u - middle) > 0.55F - drawn;
  if (!night) {
    if (curtain) surface.albedo = Color{0.36F, 0.34F, 0.30F} * folds;
    surface.emission = tint(1.0F, 0.96F, 0.90F) * (opening.shop ? 160.0F : 45.0F);
    return;
  }
  const bool shop_open = opening.shop && hash(opening.bay / 3, 50, house.seed) < 0.30F;
  if (shop_open) {
    surface.emission = shop_display(house, opening, u, v);
  } else if (window && key(0) < house.lit) {
    surface.emission = room(house, front, opening, u, v);
    if (curtain) surface.emission = mix(surface.emission, tint(1.0F, 0.66F, 0.34F) * 32.0F, 0.8F) * folds;
  }
}

void door(Surface& surface, const House& house, const Opening& opening, float u, float v) {
  constexpr std::array<Color, 3> kPaints{Color{0.13F, 0.06F, 0.03F}, Color{0.05F, 0.09F, 0.07F},
                                         Color{0.06F, 0.07F, 0.11F}};
  surface.albedo = kPaints[(house.seed + static_cast<std::uint32_t>(opening.bay)) % 3];
  const Rect& rect = opening.rect;
  const float across = std::abs(fract((u - rect.left) / (rect.right - rect.left) * 2.0F) - 0.5F);
  const float up = std::abs(fract((v - rect.bottom) / 0.85F) - 0.5F);
  if (std::max(across, up) > 0.36F && std::max(across, up) < 0.41F) surface.albedo = surface.albedo * 0.45F;
}

}  // namespace

Surface facade(const House& house, const Hit& hit, const Ray& ray, const Footprint& footprint, bool night) {
  Surface surface;
  surface.normal = hit.normal;
  const Front front = front_of(house, hit, ray);
  wall(surface, house, front, footprint);
  const Opening opening = opening_at(house, front);
  const Rect& rect = opening.rect;
  if (!rect.contains(front.u, front.v)) {
    if (rect.grown(0.14F).contains(front.u, front.v)) {
      const bool sill = front.v < rect.bottom;
      surface.albedo = opening.storey < 0 ? surface.albedo * 0.8F : kTrim * (sill ? 1.1F : 0.95F);
    } else if (opening.storey >= 0 && front.v < rect.bottom - 0.14F && front.v > rect.bottom - 0.24F &&
               front.u > rect.left - 0.1F && front.u < rect.right + 0.1F) {
      surface.open *= 0.5F;  // under the sill
    }
    if (house.shutters) shutters(surface, house, front, opening, footprint);
    return surface;
  }
  // The glass stands back from the wall: go on to its plane, or end on the side of the reveal.
  const float u = front.u + front.du * kReveal_m / front.dn, v = front.v + front.dv * kReveal_m / front.dn;
  if (!rect.contains(u, v)) {
    const bool on_sill = v < rect.bottom;
    surface.albedo = kTrim * 0.8F;
    surface.open *= on_sill ? 0.8F : 0.5F;
    return surface;
  }
  if (opening.door) {
    door(surface, house, opening, u, v);
  } else {
    glazing(surface, house, front, opening, u, v, night);
  }
  surface.open *= 0.75F;
  return surface;
}

}  // namespace panorama
