// SPDX-License-Identifier: MIT
// Shapes of the street and their ray tests.
#ifndef PHOTOPIC_ASSETS_PANORAMA_GEOMETRY_H
#define PHOTOPIC_ASSETS_PANORAMA_GEOMETRY_H

#include <vector>

#include "panorama/vec.h"

namespace panorama {

struct Ray {
  Vec3 origin;
  Vec3 direction;  ///< unit length

  Vec3 at(float t) const { return origin + direction * t; }
};

inline constexpr float kFar = 1e6F;

struct Hit {
  float t = kFar;
  Vec3 position, normal;
  int object = -1;  ///< the tag that the shape was added with
};

struct Box {
  Vec3 low, high;
  int object;
};
/// Upright, with closed ends.
struct Cylinder {
  Vec3 foot;
  float radius, height;
  int object;
};
struct Sphere {
  Vec3 centre;
  float radius;
  int object;
};
/// The part of a box below a roof: y + slope_x * |x - centre_x| + slope_z * |z - centre_z| <= crown_y.
struct Roof {
  Box bounds;
  float slope_x, slope_z;
};

class Geometry {
 public:
  void add(const Box& box) { boxes_.push_back(box); }
  void add(const Cylinder& cylinder) { cylinders_.push_back(cylinder); }
  void add(const Sphere& sphere) { spheres_.push_back(sphere); }
  void add(const Roof& roof) { roofs_.push_back(roof); }

  /// The nearest shape in front of the origin and nearer than `hit.t`; false leaves `hit` as it was.
  bool trace(const Ray& ray, Hit& hit) const;
  bool occluded(const Ray& ray) const;

 private:
  std::vector<Box> boxes_;
  std::vector<Cylinder> cylinders_;
  std::vector<Sphere> spheres_;
  std::vector<Roof> roofs_;
};

}  // namespace panorama

#endif
