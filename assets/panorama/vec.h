// SPDX-License-Identifier: MIT
// Vectors of three floats.
#ifndef PHOTOPIC_ASSETS_PANORAMA_VEC_H
#define PHOTOPIC_ASSETS_PANORAMA_VEC_H

#include <algorithm>
#include <cmath>

namespace panorama {

inline constexpr float kPi = 3.14159265F;

/// A point or direction in metres (x right, y up, z towards the plaza), or a colour in linear BT.709.
struct Vec3 {
  float x = 0.0F, y = 0.0F, z = 0.0F;
};
using Color = Vec3;

constexpr Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
constexpr Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr Vec3 operator*(float s, Vec3 a) { return a * s; }
constexpr Vec3& operator+=(Vec3& a, Vec3 b) { return a = a + b; }
constexpr float dot(Vec3 a, Vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(Vec3 a) { return std::sqrt(dot(a, a)); }
inline Vec3 normalize(Vec3 a) { return a * (1.0F / length(a)); }
constexpr Vec3 reflect(Vec3 direction, Vec3 normal) { return direction - normal * (2.0F * dot(direction, normal)); }

constexpr float mix(float a, float b, float t) { return a + (b - a) * t; }
constexpr Vec3 mix(Vec3 a, Vec3 b, float t) { return a + (b - a) * t; }
constexpr float clamp01(float x) { return std::clamp(x, 0.0F, 1.0F); }
constexpr float ramp(float from, float to, float x) {
  const float t = clamp01((x - from) / (to - from));
  return t * t * (3.0F - 2.0F * t);
}
inline float fract(float x) { return x - std::floor(x); }

constexpr float luminance(Color c) { return 0.2126F * c.x + 0.7152F * c.y + 0.0722F * c.z; }
/// The colour of these proportions that has luminance 1.
constexpr Color tint(float r, float g, float b) { return Color{r, g, b} * (1.0F / luminance({r, g, b})); }

}  // namespace panorama

#endif
