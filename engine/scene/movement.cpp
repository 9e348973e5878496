// SPDX-License-Identifier: MIT
// Evaluation of animations, skins and morph targets.
#include "engine/scene/movement.h"

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <glm/matrix.hpp>

namespace engine {
namespace {

glm::dquat quaternion(const double* xyzw) { return glm::dquat(xyzw[3], xyzw[0], xyzw[1], xyzw[2]); }

glm::dquat normalized(const glm::dquat& q) {
  const double length = glm::length(q);
  return length > 0.0 ? q / length : glm::dquat(1, 0, 0, 0);
}

void store(const glm::dquat& q, std::span<double> xyzw) {
  xyzw[0] = q.x;
  xyzw[1] = q.y;
  xyzw[2] = q.z;
  xyzw[3] = q.w;
}

/// The channel's value becomes part of a node's transform or weights.
void take(Channel::Path path, std::span<const double> value, Transform& transform, std::vector<float>& weights) {
  if (path == Channel::Path::translation) transform.translation = glm::make_vec3(value.data());
  if (path == Channel::Path::rotation) transform.rotation = quaternion(value.data());
  if (path == Channel::Path::scale) transform.scale = glm::make_vec3(value.data());
  if (path == Channel::Path::weights) weights.assign(value.begin(), value.end());
}

void add(const MorphTarget& target, float weight, std::vector<Vertex>& vertices) {
  for (std::size_t i = 0; i < target.positions.size(); ++i) vertices[i].position += weight * target.positions[i];
  for (std::size_t i = 0; i < target.normals.size(); ++i) vertices[i].normal += weight * target.normals[i];
  for (std::size_t i = 0; i < target.tangents.size(); ++i) {
    vertices[i].tangent += glm::vec4(weight * target.tangents[i], 0.0f);
  }
}

/// Normals stay at right angles to the surface: they are transformed by cofactors. The shader makes them unit length.
void apply(const Skin& skin, std::span<const Influence> influences, const Posture& posture,
           std::vector<Vertex>& vertices) {
  std::vector<glm::mat4> matrices;
  for (std::size_t i = 0; i < skin.joints.size(); ++i) {
    matrices.emplace_back(posture.worlds[skin.joints[i]] * glm::dmat4(skin.joints_from_mesh[i]));
  }
  const std::size_t each = influences.size() / std::max<std::size_t>(vertices.size(), 1);
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    glm::mat4 world(0.0f);
    for (const Influence& influence : influences.subspan(v * each, each)) {
      for (std::size_t k = 0; k < 4; ++k) {
        const float weight = influence.weights[int(k)];
        if (weight != 0.0f) world += weight * matrices[influence.joints[k]];
      }
    }
    const glm::vec3 x(world[0]), y(world[1]), z(world[2]);
    const glm::mat3 cofactors(glm::cross(y, z), glm::cross(z, x), glm::cross(x, y));
    const float side = glm::dot(x, cofactors[0]) < 0.0f ? -1.0f : 1.0f;
    Vertex& vertex = vertices[v];
    vertex.position = glm::vec3(world * glm::vec4(vertex.position, 1.0f));
    vertex.normal = side * (cofactors * vertex.normal);
    vertex.tangent = glm::vec4(glm::mat3(world) * glm::vec3(vertex.tangent), vertex.tangent.w * side);
  }
}

/// Towards the side that normals are on.
void flatten(std::vector<Vertex>& vertices) {
  for (std::size_t i = 0; i + 2 < vertices.size(); i += 3) {
    const glm::vec3 origin = vertices[i].position;
    const glm::vec3 normal = glm::cross(vertices[i + 1].position - origin, vertices[i + 2].position - origin);
    const float side = glm::dot(normal, vertices[i].normal) < 0.0f ? -1.0f : 1.0f;
    for (std::size_t k = i; k < i + 3; ++k) vertices[k].normal = side * normal;
  }
}

/// Unit length, as far as it has a direction.
glm::vec3 unit(const glm::vec3& v) {
  const double length = glm::length(glm::dvec3(v));
  return length > 0.0 && std::isfinite(length) ? glm::vec3(glm::dvec3(v) / length) : v;
}

}  // namespace

glm::dmat4 matrix_of(const Transform& transform) {
  glm::dmat4 matrix = glm::scale(glm::mat4_cast(transform.rotation), transform.scale);
  matrix[3] = glm::dvec4(transform.translation, 1.0);
  return matrix;
}

bool is_within(const glm::dmat4& matrix, double most) {
  for (int i = 0; i < 16; ++i) {
    if (!(std::abs(matrix[i / 4][i % 4]) <= most)) return false;
  }
  return true;
}

void Curve::at(double time_s, bool is_rotation, std::span<double> value) const {
  const bool is_cubic = interpolation == Interpolation::cubic_spline;
  const std::size_t stride = is_cubic ? 3 * width : width;
  const float* const first = values.data() + (is_cubic ? width : 0);  // of the values, without in-tangents
  const auto next = std::upper_bound(times_s.begin(), times_s.end(), time_s,
                                     [](double time, float key) { return time < double(key); });
  const std::size_t after = std::size_t(next - times_s.begin()), before = after == 0 ? 0 : after - 1;
  const float *a = first + before * stride, *b = first + std::min(after, times_s.size() - 1) * stride;
  const bool is_held = after == 0 || after == times_s.size() || interpolation == Interpolation::step;
  const double length_s = is_held ? 1.0 : double(times_s[after]) - double(times_s[before]);
  const double t = is_held ? 0.0 : (time_s - double(times_s[before])) / length_s;
  const double t2 = t * t, t3 = t2 * t;
  for (std::size_t i = 0; i < width; ++i) {
    const double from = double(a[i]), to = double(b[i]);
    value[i] = from;
    if (is_held) continue;
    value[i] = (1.0 - t) * from + t * to;
    if (!is_cubic) continue;
    const double out = length_s * double(a[width + i]), in = length_s * double(*(b + i - width));
    value[i] =
        (2.0 * t3 - 3.0 * t2 + 1.0) * from + (t3 - 2.0 * t2 + t) * out + (3.0 * t2 - 2.0 * t3) * to + (t3 - t2) * in;
  }
  if (!is_rotation) return;
  if (is_held || is_cubic) {
    store(normalized(quaternion(value.data())), value);
  } else {
    const auto key = [](const float* xyzw) {
      return normalized(glm::dquat(double(xyzw[3]), double(xyzw[0]), double(xyzw[1]), double(xyzw[2])));
    };
    store(normalized(glm::slerp(key(a), key(b), t)), value);
  }
}

Posture posture_at(const Movement& movement, const Moment& moment) {
  constexpr double kMost = 1e18;  // times as much, a float holds it still
  Posture posture = {{}, std::vector<std::vector<float>>(movement.nodes.size())};
  std::vector<Transform> transforms;
  for (const MovingNode& node : movement.nodes) transforms.push_back(node.rest);
  if (moment.animation && *moment.animation < movement.animations.size()) {
    const Animation& animation = movement.animations[*moment.animation];
    double time_s = animation.duration_s > 0.0 ? std::fmod(moment.time_s, animation.duration_s) : 0.0;
    if (time_s < 0.0) time_s += animation.duration_s;
    std::vector<double> value;
    for (const Channel& channel : animation.channels) {
      const Curve& curve = animation.curves[channel.curve];
      value.resize(curve.width);
      curve.at(time_s, channel.path == Channel::Path::rotation, value);
      take(channel.path, value, transforms[channel.node], posture.weights[channel.node]);
    }
  }
  for (std::size_t i = 0; i < movement.nodes.size(); ++i) {
    const MovingNode& node = movement.nodes[i];
    const glm::dmat4 local = node.base * matrix_of(transforms[i]);
    const glm::dmat4 world = node.parent ? posture.worlds[*node.parent] * local : local;
    posture.worlds.push_back(is_within(world, kMost) ? world : glm::dmat4(0.0));
  }
  return posture;
}

std::vector<Vertex> deformed(const Movement& movement, const Deformation& deformation, const Posture& posture) {
  const Shape& shape = movement.shapes[deformation.shape];
  std::vector<Vertex> vertices = shape.mesh.vertices;
  const std::vector<float>* weights = &deformation.weights;
  if (deformation.node && !posture.weights[*deformation.node].empty()) weights = &posture.weights[*deformation.node];
  for (std::size_t i = 0; i < std::min(shape.targets.size(), weights->size()); ++i) {
    if ((*weights)[i] != 0.0f) add(shape.targets[i], (*weights)[i], vertices);
  }
  if (deformation.skin) apply(movement.skins[*deformation.skin], shape.influences, posture, vertices);
  if (shape.is_flat) flatten(vertices);
  for (Vertex& vertex : vertices) vertex.normal = unit(vertex.normal);
  return vertices;
}

}  // namespace engine
