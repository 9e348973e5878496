// SPDX-License-Identifier: MIT
// Reading of the corridor's glTF, and a tree of its triangles.
#include "unit/assets/corridor_fixtures.h"

#include <algorithm>
#include <cmath>
#include <glm/vector_relational.hpp>

#include "corridor/corridor.h"
#include "image_io/image_file.h"

namespace corridor_test {
namespace {

bool enters(vec3 low, vec3 high, vec3 origin, vec3 inverse, float until) {
  const vec3 a = (low - origin) * inverse, b = (high - origin) * inverse;
  const vec3 first = glm::min(a, b), last = glm::max(a, b);
  return std::max({first.x, first.y, first.z, 0.0F}) <= std::min({last.x, last.y, last.z, until});
}

float intersect(const Triangle& triangle, vec3 origin, vec3 direction) {
  const vec3 side_1 = triangle.corners[1] - triangle.corners[0], side_2 = triangle.corners[2] - triangle.corners[0];
  const vec3 p = glm::cross(direction, side_2), from_corner = origin - triangle.corners[0];
  const float determinant = glm::dot(side_1, p);
  if (std::abs(determinant) < 1e-12F) return kNever;
  const vec3 q = glm::cross(from_corner, side_1);
  const float u = glm::dot(from_corner, p) / determinant, v = glm::dot(direction, q) / determinant;
  const float distance = glm::dot(side_2, q) / determinant;
  return u >= 0.0F && v >= 0.0F && u + v <= 1.0F && distance > 1e-4F ? distance : kNever;
}

}  // namespace

// ---- rays -----------------------------------------------------------------------------------------------------------

Tree::Tree(std::vector<Triangle> triangles) : triangles_(std::move(triangles)) { build(0, triangles_.size()); }

std::size_t Tree::build(std::size_t begin, std::size_t end) {
  const std::size_t index = nodes_.size();
  Node node;
  node.begin = begin, node.end = end;
  for (std::size_t i = begin; i < end; ++i) {
    for (const vec3& corner : triangles_[i].corners) {
      node.low = glm::min(node.low, corner), node.high = glm::max(node.high, corner);
    }
  }
  nodes_.push_back(node);
  if (end - begin <= 4) return index;
  const vec3 size = node.high - node.low;
  const int axis = size.x > size.y ? (size.x > size.z ? 0 : 2) : (size.y > size.z ? 1 : 2);
  const auto middle = triangles_.begin() + static_cast<std::ptrdiff_t>((begin + end) / 2);
  const auto place = [axis](const Triangle& t) { return t.corners[0][axis] + t.corners[1][axis] + t.corners[2][axis]; };
  std::nth_element(triangles_.begin() + static_cast<std::ptrdiff_t>(begin), middle,
                   triangles_.begin() + static_cast<std::ptrdiff_t>(end),
                   [&](const Triangle& a, const Triangle& b) { return place(a) < place(b); });
  build(begin, (begin + end) / 2);
  nodes_[index].second = build((begin + end) / 2, end);
  return index;
}

template <typename Enters, typename Function>
void Tree::visit(const Enters& enters, const Function& at) const {
  std::vector<std::size_t> open{0};
  while (!open.empty()) {
    const std::size_t index = open.back();
    const Node& node = nodes_[index];
    open.pop_back();
    if (!enters(node)) continue;
    if (node.second != 0) {
      open.insert(open.end(), {index + 1, node.second});
    } else {
      for (std::size_t i = node.begin; i < node.end; ++i) at(i);
    }
  }
}

Tree::Hit Tree::cast(vec3 origin, vec3 direction, float until) const {
  Hit hit{until, 0};
  const vec3 inverse = 1.0F / direction;
  visit([&](const Node& node) { return enters(node.low, node.high, origin, inverse, hit.distance); },
        [&](std::size_t i) {
          const float distance = intersect(triangles_[i], origin, direction);
          if (distance < hit.distance) hit = {distance, i};
        });
  if (hit.distance >= until) hit.distance = kNever;
  return hit;
}

bool Tree::is_free(vec3 origin, vec3 direction, float until) const {
  return cast(origin, direction, until).distance == kNever;
}

std::vector<std::size_t> Tree::near(vec3 low, vec3 high) const {
  std::vector<std::size_t> found;
  const auto meets = [&](const Node& node) {
    return glm::all(glm::lessThanEqual(node.low, high)) && glm::all(glm::greaterThanEqual(node.high, low));
  };
  visit(meets, [&](std::size_t i) { found.push_back(i); });
  return found;
}

// ---- files ----------------------------------------------------------------------------------------------------------

vec3 vec3_of(const Json& json) { return {json[0], json[1], json[2]}; }

Scene::Scene() {
  corridor::write_corridor(folder_.path());
  document_ = Json::parse(io_test::read_file(folder_ / "corridor.gltf"));
  path_ = Json::parse(io_test::read_file(folder_ / "corridor-path.json"));
  binary_ = io_test::read_file(folder_ / "corridor.bin");
  std::vector<Triangle> triangles;
  for (const Json& node : document_["nodes"]) add_node(node, triangles);
  tree_ = Tree(std::move(triangles));
}

std::vector<vec3> Scene::vectors(std::size_t accessor) const {
  const std::vector<float> floats = values<float>(accessor, 3);
  std::vector<vec3> result;
  for (std::size_t i = 0; i < floats.size(); i += 3) result.emplace_back(floats[i], floats[i + 1], floats[i + 2]);
  return result;
}

const std::string& Scene::material_name(std::size_t material) const {
  return document_["materials"][material]["name"].get_ref<const std::string&>();
}

float Scene::albedo(std::size_t material) const {
  const Json& pbr = document_["materials"][material]["pbrMetallicRoughness"];
  vec3 mean(1.0F);
  if (pbr.contains("baseColorTexture")) {
    const Json& texture = document_["textures"][pbr["baseColorTexture"]["index"].get<std::size_t>()];
    const Json& image = document_["images"][texture["source"].get<std::size_t>()];
    const auto texels = io_test::values_of<float>(image_io::read_image(folder_ / image["uri"].get<std::string>()));
    glm::dvec3 sum(0.0);
    for (std::size_t i = 0; i < texels.size(); i += 4) sum += glm::dvec3(texels[i], texels[i + 1], texels[i + 2]);
    mean = vec3(sum / static_cast<double>(texels.size() / 4));
  }
  return glm::dot(kLuminance, mean * vec3_of(pbr["baseColorFactor"]));
}

void Scene::add_node(const Json& node, std::vector<Triangle>& triangles) {
  const vec3 position = node.contains("translation") ? vec3_of(node["translation"]) : vec3(0.0F);
  glm::quat turn(1, 0, 0, 0);
  if (node.contains("rotation")) {
    const Json& q = node["rotation"];
    turn = glm::quat(q[3].get<float>(), q[0].get<float>(), q[1].get<float>(), q[2].get<float>());
  }
  if (node.contains("extensions")) add_light(node["extensions"]["KHR_lights_punctual"]["light"], position, turn);
  if (!node.contains("mesh")) return;
  for (const Json& primitive : document_["meshes"][node["mesh"].get<std::size_t>()]["primitives"]) {
    const std::vector<vec3> corners = vectors(primitive["attributes"]["POSITION"]);
    const auto indices = values<std::uint32_t>(primitive["indices"], 1);
    const auto at = [&](std::size_t i) { return turn * corners[indices[i]] + position; };
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      triangles.push_back({{at(i), at(i + 1), at(i + 2)}, primitive["material"]});
    }
  }
}

void Scene::add_light(std::size_t index, vec3 position, const glm::quat& turn) {
  const Json& light = document_["extensions"]["KHR_lights_punctual"]["lights"][index];
  const Json cone = light.value("spot", Json::object());
  const float luminous = glm::dot(vec3_of(light["color"]), kLuminance) * light["intensity"].get<float>();
  lights_.push_back({light["type"], luminous, position, turn * vec3{0, 0, -1},
                     std::cos(cone.value("innerConeAngle", 0.0F)), std::cos(cone.value("outerConeAngle", 0.0F))});
}

const Scene& scene() {
  static const Scene kScene;
  return kScene;
}

// ---- light ----------------------------------------------------------------------------------------------------------

vec3 direction(int i, int count) {
  const float y = 1.0F - 2.0F * (static_cast<float>(i) + 0.5F) / static_cast<float>(count);
  const float radius = std::sqrt(1.0F - y * y), angle = 2.39996323F * static_cast<float>(i);
  return {radius * std::cos(angle), y, radius * std::sin(angle)};
}

float illuminance_lx(const Light& light, vec3 position, vec3 normal) {
  constexpr float kLampReach_m = 0.13F;  // a lamp's own mesh casts no shadow
  const vec3 from = position + normal * 1e-3F;
  if (light.kind == "directional") {
    const float cosine = glm::dot(normal, -light.direction);
    return cosine > 0.0F && scene().tree().is_free(from, -light.direction) ? cosine * light.intensity : 0.0F;
  }
  const vec3 way = light.position - position;
  const float distance = glm::length(way), cosine = glm::dot(normal, way) / distance;
  if (cosine <= 0.0F || !scene().tree().is_free(from, way / distance, distance - kLampReach_m)) return 0.0F;
  const float off_axis = glm::dot(-way / distance, light.direction);
  const float cone = (off_axis - light.cos_outer) / std::max(1e-4F, light.cos_inner - light.cos_outer);
  const float share = light.kind == "spot" ? std::clamp(cone, 0.0F, 1.0F) : 1.0F;
  return share * share * cosine * light.intensity / (distance * distance);
}

}  // namespace corridor_test
