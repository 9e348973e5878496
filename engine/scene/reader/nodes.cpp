// SPDX-License-Identifier: MIT
// Reading of glTF nodes: instances, lights and cameras.
#include "engine/scene/reader/nodes.h"

#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <utility>

#include "engine/scene/reader/geometry.h"
#include "engine/scene/reader/hierarchy.h"
#include "engine/scene/reader/primitive.h"

namespace engine::gltf {
namespace {

constexpr std::size_t kMaxInstances = 1'000'000;
constexpr double kFarWithoutEndM = 1000;
constexpr float kMaxFloat = std::numeric_limits<float>::max();

bool fits_floats(const glm::dmat4& matrix) {
  for (int column = 0; column < 4; ++column) {
    for (int row = 0; row < 4; ++row) {
      if (!(std::abs(matrix[column][row]) <= double{kMaxFloat})) return false;
    }
  }
  return true;
}

std::array<glm::dvec3, 8> corners_of(const Bounds& bounds) {
  std::array<glm::dvec3, 8> corners;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const glm::bvec3 at_max((i & 1) != 0, (i & 2) != 0, (i & 4) != 0);
    corners[i] = glm::mix(bounds.min_m, bounds.max_m, at_max);
  }
  return corners;
}

class Walker {
 public:
  Walker(Document& document, Scene& scene) : document_(document), scene_(scene) {}

  void walk() {
    roots_ = checked_roots(document_);
    for (const int root : roots_.nodes) visit(root, glm::dmat4(1.0), false);
    if (scene_.materials.empty()) scene_.materials.emplace_back();
    scene_.bounds = scene_.instances.empty() ? Bounds{glm::vec3(-0.5f), glm::vec3(0.5f)} : reach_;
    for (const std::size_t camera : endless_cameras_) set_far(scene_.cameras[camera]);
  }

 private:
  // As deep as checked_roots() allows.
  void visit(int index, const glm::dmat4& world_from_parent, bool is_drawn) {
    const tinygltf::Node& node = document_.model.nodes[static_cast<std::size_t>(index)];
    glm::dmat4 world;
    is_drawn = is_drawn || roots_.is_drawn[static_cast<std::size_t>(index)];
    within(numbered("node", static_cast<std::size_t>(index)), [&] {
      world = world_from_parent * local_transform(node);
      if (!fits_floats(world)) refuse("its transform is beyond what a float holds");
      if (!is_drawn) return;
      if (node.mesh >= 0) add_mesh(node.mesh, world);
      if (node.camera >= 0) add_camera(node.camera, world);
      const double light = extension_number(node.extensions, "KHR_lights_punctual", "light", -1);
      if (light >= 0) add_light(static_cast<std::size_t>(light), world);
    });
    for (const int child : node.children) visit(child, world, is_drawn);
  }

  // ---- meshes -------------------------------------------------------------------------------------------------------
  void add_mesh(int mesh, const glm::dmat4& world) {
    constexpr double kNothing = 1e-30;
    if (!(std::abs(glm::determinant(glm::dmat3(world))) > kNothing)) {
      document_.warnings.add("a mesh scaled to nothing is not drawn");
      return;
    }
    const std::size_t count = document_.model.meshes[static_cast<std::size_t>(mesh)].primitives.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::optional<std::uint32_t> primitive = find_primitive(mesh, i);
      if (primitive) add_instance(*primitive, world);
    }
  }

  void add_instance(std::uint32_t primitive, const glm::dmat4& world) {
    if (scene_.instances.size() == kMaxInstances) {
      refuse("the scene has more than " + std::to_string(kMaxInstances) + " instances");
    }
    // Its triangles in the world, for rays of light, in a tree; and what it takes to draw it.
    constexpr std::uint64_t kBytesPerTriangle = 256, kBytesPerInstance = 512;
    document_.instance_budget.spend(1, kBytesPerInstance);
    document_.instance_budget.spend(scene_.primitives[primitive].indices.size() / 3, kBytesPerTriangle);
    scene_.instances.push_back({primitive, glm::mat4(world)});
    for (const glm::dvec3& corner : corners_of(boxes_[primitive])) {
      const glm::dvec3 at = world * glm::dvec4(corner, 1);
      if (!glm::all(glm::lessThanEqual(glm::abs(at), glm::dvec3(kMaxFloat)))) {
        refuse("its mesh reaches beyond what a float holds");
      }
      reach_.min_m = glm::min(reach_.min_m, glm::vec3(at));
      reach_.max_m = glm::max(reach_.max_m, glm::vec3(at));
    }
  }

  // Nothing where there is nothing to draw.
  std::optional<std::uint32_t> find_primitive(int mesh, std::size_t number) {
    const auto [entry, is_new] = primitives_.try_emplace({mesh, number});
    if (!is_new) return entry->second;
    const auto& source = document_.model.meshes[static_cast<std::size_t>(mesh)].primitives[number];
    const std::string name = numbered("mesh", static_cast<std::size_t>(mesh)) + ", " + numbered("primitive", number);
    const std::uint32_t material =
        source.material < 0 ? default_material() : static_cast<std::uint32_t>(source.material);
    const bool needs_tangents = scene_.materials[material].normal_texture.has_value();
    auto primitive = within(name, [&] { return load_primitive(document_, source, needs_tangents); });
    if (!primitive) return std::nullopt;
    primitive->material = material;
    boxes_.push_back(bounds_of(*primitive));
    scene_.primitives.push_back(std::move(*primitive));
    entry->second = static_cast<std::uint32_t>(scene_.primitives.size() - 1);
    return entry->second;
  }

  std::uint32_t default_material() {
    if (!default_material_) {
      default_material_ = static_cast<std::uint32_t>(scene_.materials.size());
      scene_.materials.emplace_back();
    }
    return *default_material_;
  }

  // ---- cameras ------------------------------------------------------------------------------------------------------
  void add_camera(int index, const glm::dmat4& world) {
    const tinygltf::Camera& source = document_.model.cameras[static_cast<std::size_t>(index)];
    if (source.type != "perspective") {
      document_.warnings.add("orthographic cameras are left out");
      return;
    }
    const tinygltf::PerspectiveCamera& lens = source.perspective;
    within(numbered("camera", static_cast<std::size_t>(index)), [&] {
      if (!(lens.yfov > 0 && lens.yfov < glm::pi<double>())) refuse("yfov must be between 0 and pi");
      if (!(lens.znear > 0)) refuse("znear must be above 0");
      if (lens.zfar != 0 && !(lens.zfar > lens.znear)) refuse("zfar must be above znear");
    });
    Camera camera;
    camera.position_m = glm::dvec3(world[3]);
    camera.orientation = orientation_of(world);
    camera.vertical_fov_rad = static_cast<float>(lens.yfov);
    camera.near_m = static_cast<float>(lens.znear);
    camera.far_m = static_cast<float>(lens.zfar);
    if (lens.zfar == 0) endless_cameras_.push_back(scene_.cameras.size());
    scene_.cameras.push_back(camera);
  }

  // Without scale, shear and mirror, of which a camera takes no notice.
  static glm::quat orientation_of(const glm::dmat4& world) {
    const glm::dvec3 back = world[2];
    const glm::dvec3 right = glm::cross(glm::dvec3(world[1]), back);
    if (!(glm::length(right) > 0)) refuse("its camera has no orientation");
    const glm::dvec3 z = glm::normalize(back);
    const glm::dvec3 x = glm::normalize(right);
    return glm::normalize(glm::quat(glm::quat_cast(glm::dmat3(x, glm::cross(z, x), z))));
  }

  void set_far(Camera& camera) const {
    double far_m = std::max(kFarWithoutEndM, 2 * double{camera.near_m});
    for (const glm::dvec3& corner : corners_of(scene_.bounds)) {
      far_m = std::max(far_m, glm::distance(corner, glm::dvec3(camera.position_m)));
    }
    camera.far_m = static_cast<float>(std::min(far_m, double{kMaxFloat}));
  }

  // ---- lights -------------------------------------------------------------------------------------------------------
  void add_light(std::size_t index, const glm::dmat4& world) {
    const tinygltf::Light& source = document_.model.lights[index];
    const glm::dvec3 direction = -glm::dvec3(world[2]);
    if (!(glm::length(direction) > 0) && source.type != "point") {
      document_.warnings.add("a light scaled to nothing is left out");
      return;
    }
    Light light;
    if (source.type == "directional") light.kind = Light::Kind::directional;
    if (source.type == "spot") light.kind = Light::Kind::spot;
    for (int i = 0; i < 3 && !source.color.empty(); ++i) {
      light.color[i] = static_cast<float>(source.color[static_cast<std::size_t>(i)]);
    }
    light.intensity = static_cast<float>(source.intensity);
    light.range_m = static_cast<float>(source.range);
    light.inner_cone_rad = static_cast<float>(source.spot.innerConeAngle);
    light.outer_cone_rad = static_cast<float>(source.spot.outerConeAngle);
    light.position_m = glm::dvec3(world[3]);
    if (glm::length(direction) > 0) light.direction = glm::normalize(direction);
    if (light.kind == Light::Kind::spot) within(numbered("light", index), [&] { check_cone(source.spot); });
    scene_.lights.push_back(light);
  }

  static void check_cone(const tinygltf::SpotLight& spot) {
    constexpr double kSlack = 1e-6;  // for what was rounded to float
    const double limit = glm::half_pi<double>() + kSlack;
    if (!(spot.outerConeAngle > 0 && spot.outerConeAngle <= limit && spot.innerConeAngle <= spot.outerConeAngle)) {
      refuse("its cone angles must be 0 <= inner <= outer <= pi / 2");
    }
  }

  Document& document_;
  Scene& scene_;
  Roots roots_;
  std::map<std::pair<int, std::size_t>, std::optional<std::uint32_t>> primitives_;
  std::vector<Bounds> boxes_;  ///< of scene_.primitives
  Bounds reach_ = {glm::vec3(kMaxFloat), glm::vec3(-kMaxFloat)};
  std::optional<std::uint32_t> default_material_;
  std::vector<std::size_t> endless_cameras_;
};

}  // namespace

void load_nodes(Document& document, Scene& scene) { Walker(document, scene).walk(); }

}  // namespace engine::gltf
