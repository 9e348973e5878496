// SPDX-License-Identifier: MIT
// Triangles of boxes, blocks and round bodies.
#include "corridor/shapes/shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

#include "corridor/layout.h"
#include "corridor/shapes/profile.h"

namespace corridor {
namespace {

constexpr float kSharp_deg = 40.0F;

float tile_m(const Part& part) {
  const MaterialTraits& material = traits(part.material);
  return tile_side_m(material.color_texture != TextureName::none ? material.color_texture : material.normal_texture);
}

// ---- box ------------------------------------------------------------------------------------------------------------

struct BoxFace {
  vec3 normal, u, v;
};

vec3 axis(int index) { return {index == 0 ? 1.0F : 0.0F, index == 1 ? 1.0F : 0.0F, index == 2 ? 1.0F : 0.0F}; }

BoxFace box_face(int index, bool is_high, int grain) {
  const vec3 normal = axis(index) * (is_high ? 1.0F : -1.0F);
  const int along = grain == index ? (index == 0 ? 2 : 0) : grain;
  vec3 u = axis(along);
  // Where there's a choice, v should point up.
  if (glm::cross(normal, u).y < -0.5F) u = -u;
  return {normal, u, glm::cross(normal, u)};
}

class BoxBuilder {
 public:
  BoxBuilder(Part& part, vec3 low, vec3 high, const BoxStyle& style)
      : part_(part), style_(style), centre_(0.5F * (low + high)), half_(0.5F * (high - low)), tile_m_(tile_m(part)) {
    bevel_ = std::min(style.bevel_m, 0.45F * std::min({half_.x, half_.y, half_.z}));
  }

  void face(int index, bool is_high) {
    const BoxFace face = box_face(index, is_high, style_.grain);
    std::array<std::uint32_t, 4> corners{};
    constexpr std::array<vec2, 4> kSigns{vec2{-1, -1}, vec2{1, -1}, vec2{1, 1}, vec2{-1, 1}};
    for (std::size_t i = 0; i < 4; ++i) {
      corners[i] = add(face, face.normal, face.normal + face.u * kSigns[i].x + face.v * kSigns[i].y, face.normal);
    }
    part_.quad(corners[0], corners[1], corners[2], corners[3]);
  }

  /// The rounding between the faces towards `first` and `second` (signed axes).
  void edge(vec3 first, vec3 second) {
    const BoxFace face = face_towards(first);
    const vec3 along = glm::cross(first, second);
    const auto at = [&](vec3 flat, float end) { return add(face, flat, first + second + along * end, flat); };
    part_.quad(at(first, 1.0F), at(first, -1.0F), at(second, -1.0F), at(second, 1.0F));
  }

  void corner(vec3 sign) {
    const BoxFace face = face_towards({sign.x, 0, 0});
    const auto at = [&](vec3 flat) { return add(face, flat, sign, flat); };
    const std::uint32_t x = at({sign.x, 0, 0}), y = at({0, sign.y, 0}), z = at({0, 0, sign.z});
    if (sign.x * sign.y * sign.z > 0.0F) {
      part_.triangle(x, y, z);
    } else {
      part_.triangle(x, z, y);
    }
  }

 private:
  BoxFace face_towards(vec3 direction) const {
    const int index = direction.x != 0.0F ? 0 : direction.y != 0.0F ? 1 : 2;
    return box_face(index, direction[index] > 0.0F, style_.grain);
  }

  /// The corner towards `sign` of the face towards `flat`, textured as `face` is.
  std::uint32_t add(const BoxFace& face, vec3 flat, vec3 sign, vec3 normal) {
    const vec3 position = centre_ + sign * (half_ - bevel_) + flat * bevel_;
    const vec2 metres{glm::dot(position, face.u), -glm::dot(position, face.v)};
    return part_.add({position, normal, metres / tile_m_ + style_.texture_offset});
  }

  Part& part_;
  const BoxStyle& style_;
  vec3 centre_, half_;
  float tile_m_;
  float bevel_;
};

// ---- round things ---------------------------------------------------------------------------------------------------

vec3 on_circle(float radius, float angle) { return {radius * std::sin(angle), 0.0F, radius * std::cos(angle)}; }

void cap(Part& part, vec3 centre, vec3 normal, std::span<const vec3> rim) {
  const std::uint32_t middle = part.add({centre, normal, {0.0F, 0.0F}});
  for (const vec3& point : rim) part.add({point, normal, {0.01F, 0.01F}});
  const auto count = static_cast<std::uint32_t>(rim.size());
  for (std::uint32_t i = 0; i < count; ++i) part.triangle(middle, middle + 1 + i, middle + 1 + (i + 1) % count);
}

}  // namespace

vec3 Plane::normal() const { return glm::cross(u, v); }

void rectangle(Part& part, const Plane& plane, Rect rect) {
  const float tile = tile_m(part);
  const auto add = [&](float u, float v) {
    return part.add({plane.at(u, v), plane.normal(), vec2{plane.texture_u_m + u, -v} / tile});
  };
  const std::uint32_t first = add(rect.u0, rect.v0);
  add(rect.u1, rect.v0);
  add(rect.u1, rect.v1);
  add(rect.u0, rect.v1);
  part.quad(first, first + 1, first + 2, first + 3);
}

void box(Part& part, vec3 low, vec3 high, const BoxStyle& style) {
  BoxBuilder builder(part, low, high, style);
  for (int index = 0; index < 3; ++index) {
    builder.face(index, true);
    if (index != 1 || style.has_bottom) builder.face(index, false);
  }
  if (style.bevel_m <= 0.0F) return;
  for (const float a : {-1.0F, 1.0F}) {
    for (const float b : {-1.0F, 1.0F}) {
      for (int index = 0; index < 3; ++index) builder.edge(axis(index) * a, axis((index + 1) % 3) * b);
      builder.corner({a, b, -1.0F});
      builder.corner({a, b, 1.0F});
    }
  }
}

void raised_block(Part& part, const Plane& plane, const std::array<vec2, 4>& corners, float height_m, float bevel_m) {
  constexpr float kInto_m = 0.02F;
  const float tile = tile_m(part);
  const auto add = [&](vec2 at, float out_m, vec3 normal) {
    const vec2 metres{plane.texture_u_m + at.x, -at.y};
    return part.add({plane.at(at.x, at.y) + plane.normal() * out_m, normal, metres / tile});
  };
  // Counter-clockwise, so that the outline's normals point out.
  const Profile outline = make_profile(corners, true, 0.0F);
  std::array<vec2, 4> front{};
  for (std::size_t i = 0; i < 4; ++i) {
    const Profile::Row& row = outline.rows[outline.bands[i][0]];
    front[i] = corners[i] - row.bisector * (row.mitre * bevel_m);
  }
  const std::uint32_t first = static_cast<std::uint32_t>(part.vertices.size());
  for (const vec2& at : front) add(at, height_m, plane.normal());
  part.quad(first, first + 1, first + 2, first + 3);
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t next = (i + 1) % 4;
    const vec2 side = glm::normalize(corners[next] - corners[i]);
    const vec3 normal = plane.u * side.y - plane.v * side.x;
    const std::uint32_t a = add(front[i], height_m, plane.normal()), b = add(front[next], height_m, plane.normal());
    const std::uint32_t c = add(corners[i], height_m - bevel_m, normal);
    const std::uint32_t d = add(corners[next], height_m - bevel_m, normal);
    const std::uint32_t e = add(corners[i], -kInto_m, normal), f = add(corners[next], -kInto_m, normal);
    part.quad(c, d, b, a);
    part.quad(e, f, d, c);
  }
}

void add_arc(std::vector<vec2>& profile, vec2 centre, float radius_m, float from_deg, float to_deg, int segments) {
  for (int i = 0; i <= segments; ++i) {
    const float turn = static_cast<float>(i) / static_cast<float>(segments);
    const float angle = glm::radians(glm::mix(from_deg, to_deg, turn));
    profile.push_back(centre + radius_m * vec2{std::cos(angle), std::sin(angle)});
  }
}

void lathe(Part& part, vec3 foot, std::span<const vec2> points, int sides) {
  const Profile profile = make_profile(points, false, kSharp_deg);
  const float tile = tile_m(part);
  float widest = 0.0F;
  for (const vec2& point : points) widest = std::max(widest, point.x);
  const float repeats = std::max(1.0F, std::round(2.0F * kPi * widest / tile));
  const auto first = static_cast<std::uint32_t>(part.vertices.size());
  for (const Profile::Row& row : profile.rows) {
    for (int i = 0; i <= sides; ++i) {
      const float turn = static_cast<float>(i) / static_cast<float>(sides);
      const float angle = i == sides ? 0.0F : turn * 2.0F * kPi;
      const vec3 position = foot + on_circle(row.point.x, angle) + kUp * row.point.y;
      const vec3 normal = on_circle(row.normal.x, angle) + kUp * row.normal.y;
      part.add({position, normal, {turn * repeats, -row.along_m / tile}});
    }
  }
  const auto stride = static_cast<std::uint32_t>(sides) + 1;
  for (const auto& [low, high] : profile.bands) {
    for (std::uint32_t i = 0; i + 1 < stride; ++i) {
      const std::uint32_t a = first + low * stride + i, b = first + high * stride + i;
      part.quad(a, a + 1, b + 1, b);
    }
  }
}

void sphere(Part& part, vec3 centre, float radius_m, int sides) {
  std::vector<vec2> profile;
  const int rings = sides / 2;
  for (int i = 0; i <= rings; ++i) {
    const float angle = kPi * (static_cast<float>(i) / static_cast<float>(rings) - 0.5F);
    const bool is_pole = i == 0 || i == rings;
    profile.emplace_back(is_pole ? 0.0F : radius_m * std::cos(angle), radius_m * std::sin(angle));
  }
  lathe(part, centre, profile, sides);
}

void sweep(Part& part, std::span<const vec2> points, std::span<const vec3> way, SweepStyle style) {
  // In (x, -z) the right of a way is what cross(way, up) is in the world.
  std::vector<vec2> plan;
  for (const vec3& point : way) plan.emplace_back(point.x, -point.z);
  const Profile stations = make_profile(plan, style.is_closed, 30.0F),
                profile = make_profile(points, false, kSharp_deg);
  const float tile = tile_m(part), height = way.front().y;
  const auto first = static_cast<std::uint32_t>(part.vertices.size());
  for (const Profile::Row& station : stations.rows) {
    for (const Profile::Row& row : profile.rows) {
      const vec2 at = station.point + station.bisector * (station.mitre * row.point.x);
      const float along = station.along_m + glm::dot(at - station.point, station.way);
      const vec3 normal{station.normal.x * row.normal.x, row.normal.y, -station.normal.y * row.normal.x};
      part.add({{at.x, height + row.point.y, -at.y}, normal, {along / tile, -row.along_m / tile}});
    }
  }
  const auto stride = static_cast<std::uint32_t>(profile.rows.size());
  for (const auto& [start, end] : stations.bands) {
    for (const auto& [low, high] : profile.bands) {
      part.quad(first + start * stride + low, first + end * stride + low, first + end * stride + high,
                first + start * stride + high);
    }
  }
  if (!style.has_caps) return;
  for (const bool is_end : {false, true}) {
    const Profile::Row& station = is_end ? stations.rows.back() : stations.rows.front();
    const vec3 forward{station.way.x, 0.0F, -station.way.y};
    std::vector<vec3> rim;
    vec3 centre(0.0F);
    for (const vec2& point : points) {
      const vec2 at = station.point + station.normal * point.x;
      rim.emplace_back(at.x, height + point.y, -at.y);
      centre += rim.back() / static_cast<float>(points.size());
    }
    if (is_end) std::reverse(rim.begin(), rim.end());
    cap(part, centre, is_end ? forward : -forward, rim);
  }
}

void tube(Part& part, std::span<const vec3> way, float radius_m, int sides) {
  const float tile = tile_m(part);
  const float repeats = std::max(1.0F, std::round(2.0F * kPi * radius_m / tile));
  vec3 direction = glm::normalize(way[1] - way[0]);
  vec3 side = glm::normalize(glm::cross(direction, std::abs(direction.y) < 0.9F ? kUp : vec3{1, 0, 0}));
  float along = 0.0F;
  const auto first = static_cast<std::uint32_t>(part.vertices.size());
  std::vector<vec3> start, end;
  for (std::size_t i = 0; i < way.size(); ++i) {
    const vec3 in = i > 0 ? glm::normalize(way[i] - way[i - 1]) : direction;
    const vec3 out = i + 1 < way.size() ? glm::normalize(way[i + 1] - way[i]) : in;
    direction = glm::normalize(in + out);
    side = glm::normalize(side - direction * glm::dot(side, direction));
    const vec3 other = glm::cross(side, direction);
    if (i > 0) along += glm::length(way[i] - way[i - 1]);
    for (int k = 0; k <= sides; ++k) {
      const float turn = static_cast<float>(k) / static_cast<float>(sides);
      const float angle = k == sides ? 0.0F : turn * 2.0F * kPi;
      const vec3 normal = side * std::cos(angle) + other * std::sin(angle);
      part.add({way[i] + normal * radius_m, normal, {along / tile, turn * repeats}});
      if (k == sides) continue;
      if (i == 0) start.push_back(way[i] + normal * radius_m);
      if (i + 1 == way.size()) end.push_back(way[i] + normal * radius_m);
    }
  }
  const auto stride = static_cast<std::uint32_t>(sides) + 1;
  for (std::uint32_t i = 0; i + 1 < way.size(); ++i) {
    for (std::uint32_t k = 0; k + 1 < stride; ++k) {
      const std::uint32_t a = first + i * stride + k;
      part.quad(a, a + stride, a + stride + 1, a + 1);
    }
  }
  cap(part, way.front(), -glm::normalize(way[1] - way[0]), start);
  std::reverse(end.begin(), end.end());
  cap(part, way.back(), glm::normalize(way.back() - way[way.size() - 2]), end);
}

std::vector<vec3> round_corners(std::span<const vec3> way, float radius_m, int segments) {
  std::vector<vec3> result{way.front()};
  for (std::size_t i = 1; i + 1 < way.size(); ++i) {
    const vec3 in = glm::normalize(way[i] - way[i - 1]), out = glm::normalize(way[i + 1] - way[i]);
    for (int k = 0; k <= segments; ++k) {
      const float angle = 0.5F * kPi * static_cast<float>(k) / static_cast<float>(segments);
      result.push_back(way[i] + radius_m * (in * (std::sin(angle) - 1.0F) + out * (1.0F - std::cos(angle))));
    }
  }
  result.push_back(way.back());
  return result;
}

}  // namespace corridor
