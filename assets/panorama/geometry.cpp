// SPDX-License-Identifier: MIT
// Intersections of rays with boxes, cylinders, spheres and roofs.
#include "panorama/geometry.h"

#include <array>
#include <cmath>

namespace panorama {
namespace {

constexpr float kNear = 1e-3F;

/// The stretch of a ray inside a convex body, narrowed plane by plane.
struct Span {
  float enter = -kFar, leave = kFar;
  Vec3 normal;

  /// Keeps the side where dot(outward, p) <= offset.
  void clip(const Ray& ray, Vec3 outward, float offset) {
    const float speed = dot(outward, ray.direction);
    const float distance = offset - dot(outward, ray.origin);
    if (std::abs(speed) < 1e-9F) {
      if (distance < 0.0F) leave = -kFar;
      return;
    }
    const float t = distance / speed;
    if (speed > 0.0F) {
      leave = std::min(leave, t);
    } else if (t > enter) {
      enter = t;
      normal = outward;
    }
  }
  bool hits() const { return enter < leave && enter > kNear; }
};

float safe_inverse(float x) { return 1.0F / (std::abs(x) < 1e-9F ? 1e-9F : x); }

/// Entry into a box, by slabs; returns kFar for a miss.
float enter_box(const Box& box, const Ray& ray, Vec3 inverse) {
  const float x0 = (box.low.x - ray.origin.x) * inverse.x, x1 = (box.high.x - ray.origin.x) * inverse.x;
  const float y0 = (box.low.y - ray.origin.y) * inverse.y, y1 = (box.high.y - ray.origin.y) * inverse.y;
  const float z0 = (box.low.z - ray.origin.z) * inverse.z, z1 = (box.high.z - ray.origin.z) * inverse.z;
  const float enter = std::max({std::min(x0, x1), std::min(y0, y1), std::min(z0, z1)});
  const float leave = std::min({std::max(x0, x1), std::max(y0, y1), std::max(z0, z1)});
  return enter < leave && enter > kNear ? enter : kFar;
}

Vec3 box_normal(const Box& box, Vec3 p) {
  const std::array<float, 6> distances{std::abs(p.x - box.low.x), std::abs(p.x - box.high.x),
                                       std::abs(p.y - box.low.y), std::abs(p.y - box.high.y),
                                       std::abs(p.z - box.low.z), std::abs(p.z - box.high.z)};
  static constexpr std::array<Vec3, 6> kNormals{Vec3{-1, 0, 0}, Vec3{1, 0, 0},  Vec3{0, -1, 0},
                                                Vec3{0, 1, 0},  Vec3{0, 0, -1}, Vec3{0, 0, 1}};
  const auto nearest = std::min_element(distances.begin(), distances.end());
  return kNormals[static_cast<std::size_t>(nearest - distances.begin())];
}

Span span_of(const Cylinder& cylinder, const Ray& ray) {
  Span span;
  const float ox = ray.origin.x - cylinder.foot.x, oz = ray.origin.z - cylinder.foot.z;
  const float a = ray.direction.x * ray.direction.x + ray.direction.z * ray.direction.z;
  const float b = ox * ray.direction.x + oz * ray.direction.z;
  const float discriminant = b * b - a * (ox * ox + oz * oz - cylinder.radius * cylinder.radius);
  if (discriminant <= 0.0F || a < 1e-9F) {
    span.leave = -kFar;
    return span;
  }
  const float root = std::sqrt(discriminant);
  span.enter = (-b - root) / a;
  span.leave = (-b + root) / a;
  const Vec3 p = ray.at(span.enter);
  span.normal = Vec3{p.x - cylinder.foot.x, 0.0F, p.z - cylinder.foot.z} * (1.0F / cylinder.radius);
  span.clip(ray, {0, 1, 0}, cylinder.foot.y + cylinder.height);
  span.clip(ray, {0, -1, 0}, -cylinder.foot.y);
  return span;
}

Span span_of(const Sphere& sphere, const Ray& ray) {
  Span span;
  const Vec3 o = ray.origin - sphere.centre;
  const float b = dot(o, ray.direction);
  const float discriminant = b * b - dot(o, o) + sphere.radius * sphere.radius;
  if (discriminant <= 0.0F) {
    span.leave = -kFar;
    return span;
  }
  const float root = std::sqrt(discriminant);
  span.enter = -b - root;
  span.leave = -b + root;
  span.normal = (ray.at(span.enter) - sphere.centre) * (1.0F / sphere.radius);
  return span;
}

Span span_of(const Roof& roof, const Ray& ray) {
  Span span;
  const Vec3 low = roof.bounds.low, high = roof.bounds.high, centre = (low + high) * 0.5F;
  span.clip(ray, {-1, 0, 0}, -low.x);
  span.clip(ray, {1, 0, 0}, high.x);
  span.clip(ray, {0, -1, 0}, -low.y);
  span.clip(ray, {0, 0, -1}, -low.z);
  span.clip(ray, {0, 0, 1}, high.z);
  for (const float side : {-1.0F, 1.0F}) {
    if (roof.slope_x > 0.0F) {
      const Vec3 up = normalize({side * roof.slope_x, 1, 0});
      span.clip(ray, up, dot(up, {centre.x, high.y, 0}));
    }
    if (roof.slope_z > 0.0F) {
      const Vec3 up = normalize({0, 1, side * roof.slope_z});
      span.clip(ray, up, dot(up, {0, high.y, centre.z}));
    }
  }
  return span;
}

template <typename Shapes>
bool nearest(const Shapes& shapes, const Ray& ray, Hit& hit) {
  bool found = false;
  for (const auto& shape : shapes) {
    const Span span = span_of(shape, ray);
    if (!span.hits() || span.enter >= hit.t) continue;
    hit.t = span.enter;
    hit.normal = span.normal;
    if constexpr (requires { shape.bounds; }) {
      hit.object = shape.bounds.object;
    } else {
      hit.object = shape.object;
    }
    found = true;
  }
  return found;
}

template <typename Shapes>
bool any(const Shapes& shapes, const Ray& ray) {
  return std::any_of(shapes.begin(), shapes.end(), [&](const auto& shape) { return span_of(shape, ray).hits(); });
}

}  // namespace

bool Geometry::trace(const Ray& ray, Hit& hit) const {
  const Vec3 inverse{safe_inverse(ray.direction.x), safe_inverse(ray.direction.y), safe_inverse(ray.direction.z)};
  const Box* box = nullptr;
  for (const Box& candidate : boxes_) {
    const float t = enter_box(candidate, ray, inverse);
    if (t >= hit.t) continue;
    hit.t = t;
    box = &candidate;
  }
  if (box != nullptr) {
    hit.object = box->object;
    hit.normal = box_normal(*box, ray.at(hit.t));
  }
  bool found = box != nullptr;
  found = nearest(cylinders_, ray, hit) || found;
  found = nearest(spheres_, ray, hit) || found;
  found = nearest(roofs_, ray, hit) || found;
  if (found) hit.position = ray.at(hit.t);
  return found;
}

bool Geometry::occluded(const Ray& ray) const {
  const Vec3 inverse{safe_inverse(ray.direction.x), safe_inverse(ray.direction.y), safe_inverse(ray.direction.z)};
  for (const Box& box : boxes_) {
    if (enter_box(box, ray, inverse) < kFar) return true;
  }
  return any(roofs_, ray) || any(cylinders_, ray) || any(spheres_, ray);
}

}  // namespace panorama
