// SPDX-License-Identifier: MIT
// Reading of glTF nodes: instances, lights and cameras.
#include "engine/scene/reader/nodes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>
#include <glm/gtc/constants.hpp>
#include <glm/gtc/quaternion.hpp>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "engine/scene/reader/geometry.h"
#include "engine/scene/reader/hierarchy.h"
#include "engine/scene/reader/movement.h"
#include "engine/scene/reader/primitive.h"

namespace engine::gltf {
namespace {

constexpr std::size_t kMaxInstances = 1'000'000;
constexpr double kFarWithoutEndM = 1000;
constexpr float kMaxFloat = std::numeric_limits<float>::max();

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
  Walker(Document& document, Scene& scene) : document_(document), scene_(scene), movement_(document) {}

  void walk() {
    roots_ = checked_roots(document_);
    for (const int root : roots_.nodes) visit(root, -1, glm::dmat4(1.0), false);
    add_deformed_meshes();
    movement_.load_animations();
    keep_movement();
    if (scene_.materials.empty()) scene_.materials.emplace_back();
    scene_.bounds = scene_.instances.empty() ? Bounds{glm::vec3(-0.5f), glm::vec3(0.5f)} : reach_;
    for (const std::size_t camera : endless_cameras_) set_far(scene_.cameras[camera]);
  }

 private:
  // As deep as checked_roots() allows.
  void visit(int index, int parent, const glm::dmat4& world_from_parent, bool is_drawn) {
    const tinygltf::Node& node = document_.model.nodes[static_cast<std::size_t>(index)];
    glm::dmat4 world;
    is_drawn = is_drawn || roots_.is_drawn[static_cast<std::size_t>(index)];
    within(numbered("node", static_cast<std::size_t>(index)), [&] {
      const glm::dmat4 local = local_transform(node);
      world = world_from_parent * local;
      if (!is_within(world, double{kMaxFloat})) refuse("its transform is beyond what a float holds");
      movement_.add_node(index, parent, world_from_parent, local);
      if (!is_drawn) return;
      if (node.mesh >= 0) add_mesh(index, node.mesh, world);
      if (node.camera >= 0) add_camera(node.camera, world);
      const double light = extension_number(node.extensions, "KHR_lights_punctual", "light", -1);
      if (light >= 0) add_light(static_cast<std::size_t>(light), world);
      const bool stays = movement_.moves(index) && (node.camera >= 0 || light >= 0);
      if (stays) document_.warnings.add("a camera or light that is animated stays at rest");
    });
    for (const int child : node.children) visit(child, index, world, is_drawn);
  }

  // ---- meshes -------------------------------------------------------------------------------------------------------
  void add_mesh(int node, int mesh, const glm::dmat4& world) {
    constexpr double kNothing = 1e-30;
    const bool is_skinned = node_at(node).skin >= 0;
    if (!is_skinned && !movement_.moves(node) && !(std::abs(glm::determinant(glm::dmat3(world))) > kNothing)) {
      document_.warnings.add("a mesh scaled to nothing is not drawn");
      return;
    }
    const auto& primitives = primitives_of(mesh);
    const auto has_targets = [](const tinygltf::Primitive& primitive) { return !primitive.targets.empty(); };
    if (is_skinned || std::any_of(primitives.begin(), primitives.end(), has_targets)) {
      deformed_nodes_.emplace_back(node, world);
      return;
    }
    for (std::size_t i = 0; i < primitives.size(); ++i) add_primitive(node, mesh, i, world);
  }

  void add_primitive(int node, int mesh, std::size_t number, const glm::dmat4& world) {
    const bool is_skinned = node_at(node).skin >= 0;
    const std::optional<std::uint32_t> found = find_primitive(mesh, number, is_skinned);
    if (!found) return;
    if (!is_skinned && movement_.moves(node)) {
      movement_.movement.carried.push_back({std::uint32_t(scene_.instances.size()), *movement_.number_of(node)});
    }
    if (is_skinned || !primitives_of(mesh)[number].targets.empty()) {
      add_deformed(node, *found, world);
    } else {
      add_instance(*found, world);
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
      if (!reach(world, corner)) refuse("its mesh reaches beyond what a float holds");
    }
  }

  // ---- skins and morph targets --------------------------------------------------------------------------------------
  // Once the places of all joints are known.
  void add_deformed_meshes() {
    at_rest_ = posture_at(movement_.movement, {});
    for (const auto& [node, world] : deformed_nodes_) {
      const int mesh = node_at(node).mesh;
      within(numbered("node", std::size_t(node)), [&, node = node, world = world] {
        for (std::size_t i = 0; i < primitives_of(mesh).size(); ++i) add_primitive(node, mesh, i, world);
      });
    }
  }

  void add_deformed(int node, std::uint32_t number, const glm::dmat4& world) {
    const tinygltf::Node& source = node_at(node);
    const Shape& shape = movement_.movement.shapes[number];
    Deformation deformation = {.shape = number,
                               .instance = std::uint32_t(scene_.instances.size()),
                               .skin = {},
                               .node = movement_.number_of(node),
                               .weights = weights_of(source, shape.targets.size())};
    bool moves = !shape.targets.empty() && movement_.changes_weights(node);
    if (source.skin >= 0) {
      deformation.skin = source.skin;
      for (const std::uint32_t joint : movement_.use_skin(source.skin, shape).joints) {
        moves |= movement_.movement.nodes[joint].moves;
      }
    }
    document_.instance_budget.spend(shape.mesh.vertices.size(), sizeof(Vertex));
    document_.instance_budget.spend(shape.mesh.indices.size(), sizeof(std::uint32_t));
    add_scene_primitive(primitive_at_rest(shape, deformation));
    add_instance(std::uint32_t(scene_.primitives.size() - 1), deformation.skin ? glm::dmat4(1.0) : world);
    if (moves) movement_.movement.deformations.push_back(std::move(deformation));
  }

  Primitive primitive_at_rest(const Shape& shape, const Deformation& deformation) const {
    Primitive primitive = shape.mesh;
    primitive.vertices = deformed(movement_.movement, deformation, at_rest_);
    for (const Vertex& vertex : primitive.vertices) {
      if (!(glm::length(glm::dvec3(vertex.position)) <= double{kMaxFloat})) {
        refuse("its mesh reaches beyond what a float holds");
      }
    }
    if (!deformation.skin) return primitive;
    const Skin& skin = movement_.movement.skins[*deformation.skin];
    const std::size_t joint = shape.influences.front().joints[0];
    const glm::dmat4 world = at_rest_.worlds[skin.joints[joint]] * glm::dmat4(skin.joints_from_mesh[joint]);
    const bool is_mirrored = glm::determinant(glm::dmat3(world)) < 0.0;
    for (std::size_t i = 0; is_mirrored && i < primitive.indices.size(); i += 3) {
      std::swap(primitive.indices[i + 1], primitive.indices[i + 2]);
    }
    return primitive;
  }

  std::vector<float> weights_of(const tinygltf::Node& node, std::size_t targets) const {
    const std::vector<double>& meshs = document_.model.meshes[std::size_t(node.mesh)].weights;
    const std::vector<double>& source = node.weights.empty() ? meshs : node.weights;
    std::vector<float> weights(source.begin(), source.end());
    if (!weights.empty() && weights.size() != targets) {
      refuse(std::to_string(weights.size()) + " weights for " + std::to_string(targets) + " morph targets");
    }
    weights.resize(targets, 0.0f);
    return weights;
  }

  // ---- movement -----------------------------------------------------------------------------------------------------
  void keep_movement() {
    Movement& movement = movement_.movement;
    if (movement.animations.empty()) return;
    if (movement.deformations.empty() && movement.carried.empty()) {
      document_.warnings.add("animations that move nothing that is drawn are left out");
      return;
    }
    scene_.movement = std::make_shared<const Movement>(std::move(movement));
    constexpr std::size_t kMoments = 32;  // of each animation
    std::uint64_t left = 4'000'000;       // of vertices, nodes and channels: about 0.2 s
    for (std::uint32_t i = 0; i < scene_.movement->animations.size(); ++i) {
      for (std::size_t k = 0; k < kMoments; ++k) {
        const double time_s = scene_.movement->animations[i].duration_s * double(k) / double(kMoments);
        reach_at({i, time_s}, left);
      }
    }
  }

  // Shadows and probes are there as far as things move; of very large models, as far as they have moved until then.
  void reach_at(const Moment& moment, std::uint64_t& left) {
    const Movement& movement = *scene_.movement;
    std::uint64_t cost = movement.nodes.size() + movement.animations[*moment.animation].channels.size();
    for (const Deformation& deformation : movement.deformations) {
      cost += movement.shapes[deformation.shape].mesh.vertices.size();
    }
    if (cost > left) return;
    left -= cost;
    const Posture posture = posture_at(movement, moment);
    for (const Deformation& deformation : movement.deformations) {
      const glm::mat4& world = scene_.instances[deformation.instance].world_from_mesh;
      for (const Vertex& vertex : deformed(movement, deformation, posture)) reach(world, vertex.position);
    }
    for (const CarriedInstance& carried : movement.carried) {
      const Bounds& box = boxes_[scene_.instances[carried.instance].primitive];
      for (const glm::dvec3& corner : corners_of(box)) reach(posture.worlds[carried.node], corner);
    }
  }

  // False: no float holds the place.
  bool reach(const glm::dmat4& world, const glm::dvec3& point) {
    const glm::dvec3 at = world * glm::dvec4(point, 1);
    if (!glm::all(glm::lessThanEqual(glm::abs(at), glm::dvec3(kMaxFloat)))) return false;
    reach_.min_m = glm::min(reach_.min_m, glm::vec3(at));
    reach_.max_m = glm::max(reach_.max_m, glm::vec3(at));
    return true;
  }

  // ---- primitives ---------------------------------------------------------------------------------------------------
  const tinygltf::Node& node_at(int node) const { return document_.model.nodes[static_cast<std::size_t>(node)]; }

  const std::vector<tinygltf::Primitive>& primitives_of(int mesh) const {
    return document_.model.meshes[static_cast<std::size_t>(mesh)].primitives;
  }

  void add_scene_primitive(Primitive primitive) {
    boxes_.push_back(bounds_of(primitive));
    scene_.primitives.push_back(std::move(primitive));
  }

  // Of the scene's primitives; with a skin or morph targets, of the movement's shapes. Nothing where there is nothing
  // to draw.
  std::optional<std::uint32_t> find_primitive(int mesh, std::size_t number, bool has_skin) {
    const auto [entry, is_new] = primitives_.try_emplace({mesh, number, has_skin});
    if (!is_new) return entry->second;
    const tinygltf::Primitive& source = primitives_of(mesh)[number];
    const std::string name = numbered("mesh", static_cast<std::size_t>(mesh)) + ", " + numbered("primitive", number);
    const std::uint32_t material =
        source.material < 0 ? default_material() : static_cast<std::uint32_t>(source.material);
    auto shape = within(name, [&] { return load_shape(document_, source, scene_.materials[material], has_skin); });
    if (!shape) return std::nullopt;
    shape->mesh.material = material;
    std::vector<Shape>& shapes = movement_.movement.shapes;
    if (has_skin || !shape->targets.empty()) {
      shapes.push_back(std::move(*shape));
      return entry->second = static_cast<std::uint32_t>(shapes.size() - 1);
    }
    add_scene_primitive(std::move(shape->mesh));
    return entry->second = static_cast<std::uint32_t>(scene_.primitives.size() - 1);
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
  MovementLoader movement_;
  std::vector<std::pair<int, glm::dmat4>> deformed_nodes_;  ///< with skins or morph targets, and their places
  Posture at_rest_;
  std::map<std::tuple<int, std::size_t, bool>, std::optional<std::uint32_t>> primitives_;  ///< and shapes
  std::vector<Bounds> boxes_;                                                              ///< of scene_.primitives
  Bounds reach_ = {glm::vec3(kMaxFloat), glm::vec3(-kMaxFloat)};
  std::optional<std::uint32_t> default_material_;
  std::vector<std::size_t> endless_cameras_;
};

}  // namespace

void load_nodes(Document& document, Scene& scene) { Walker(document, scene).walk(); }

}  // namespace engine::gltf
