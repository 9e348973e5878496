// SPDX-License-Identifier: MIT
// Reading of glTF animations and skins.
#include "engine/scene/reader/movement.h"

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>
#include <map>

#include "engine/scene/reader/accessor.h"
#include "engine/scene/reader/hierarchy.h"

namespace engine::gltf {
namespace {

using Path = Channel::Path;

std::optional<Path> path_of(const std::string& name) {
  if (name == "translation") return Path::translation;
  if (name == "rotation") return Path::rotation;
  if (name == "scale") return Path::scale;
  if (name == "weights") return Path::weights;
  return std::nullopt;
}

int accessor_type(Path path) {
  if (path == Path::weights) return TINYGLTF_TYPE_SCALAR;
  return path == Path::rotation ? TINYGLTF_TYPE_VEC4 : TINYGLTF_TYPE_VEC3;
}

Interpolation interpolation_of(const std::string& name) {
  if (name == "STEP") return Interpolation::step;
  return name == "CUBICSPLINE" ? Interpolation::cubic_spline : Interpolation::linear;
}

std::vector<float> read(Document& document, int index, int type, const std::string& use) {
  const Accessor accessor(document, index, type, use);
  document.budget.spend(accessor.count() + accessor.sparse_count(), sizeof(glm::vec4));
  return accessor.floats(0, accessor.count());
}

}  // namespace

MovementLoader::MovementLoader(Document& document)
    : document_(document),
      is_animated_(document.model.nodes.size(), false),
      changes_weights_(is_animated_),
      is_joint_(is_animated_),
      moves_(is_animated_),
      numbers_(document.model.nodes.size(), -1) {
  for (const tinygltf::Animation& animation : document.model.animations) {
    for (const tinygltf::AnimationChannel& channel : animation.channels) {
      const std::optional<Path> path = path_of(channel.target_path);
      if (channel.target_node < 0 || !path) continue;
      const auto node = std::size_t(channel.target_node);
      if (path == Path::weights) changes_weights_[node] = true;
      if (path != Path::weights && document.model.nodes[node].matrix.empty()) is_animated_[node] = true;
    }
  }
  movement.skins.resize(document.model.skins.size());
  for (const tinygltf::Skin& skin : document.model.skins) {
    for (const int joint : skin.joints) is_joint_[std::size_t(joint)] = true;
  }
}

void MovementLoader::add_node(int node, int parent, const glm::dmat4& world_from_parent, const glm::dmat4& local) {
  const auto index = std::size_t(node);
  const bool has_moving_parent = parent >= 0 && moves(parent);
  moves_[index] = is_animated_[index] || has_moving_parent;
  if (!moves_[index] && !is_joint_[index] && !changes_weights_[index]) return;
  MovingNode moving = {.parent = {}, .rest = {}, .moves = moves_[index]};
  if (has_moving_parent) moving.parent = number_of(parent);
  if (!has_moving_parent) moving.base = world_from_parent;
  if (is_animated_[index]) {
    moving.rest = transform_of(document_.model.nodes[index]);
  } else {
    moving.base *= local;
  }
  numbers_[index] = std::int32_t(movement.nodes.size());
  movement.nodes.push_back(moving);
}

std::optional<std::uint32_t> MovementLoader::number_of(int node) const {
  const std::int32_t number = numbers_[std::size_t(node)];
  return number < 0 ? std::nullopt : std::optional(std::uint32_t(number));
}

// ---- skins ----------------------------------------------------------------------------------------------------------
Skin MovementLoader::load_skin(const tinygltf::Skin& source) const {
  Skin skin;
  for (const int joint : source.joints) {
    const std::optional<std::uint32_t> number = number_of(joint);
    if (!number) refuse(numbered("node", std::size_t(joint)) + ", a joint, isn't in the scene");
    skin.joints.push_back(*number);
  }
  if (skin.joints.empty()) refuse("has no joints");
  document_.budget.spend(skin.joints.size(), sizeof(glm::mat4));
  skin.joints_from_mesh.resize(skin.joints.size(), glm::mat4(1.0f));
  if (source.inverseBindMatrices < 0) return skin;
  const std::vector<float> values =
      read(document_, source.inverseBindMatrices, TINYGLTF_TYPE_MAT4, "inverseBindMatrices");
  if (values.size() < 16 * skin.joints.size()) {
    refuse("has " + std::to_string(skin.joints.size()) + " joints, but " + std::to_string(values.size() / 16) +
           " inverse bind matrices");
  }
  for (std::size_t i = 0; i < skin.joints.size(); ++i) skin.joints_from_mesh[i] = glm::make_mat4(&values[16 * i]);
  return skin;
}

const Skin& MovementLoader::use_skin(int number, const Shape& shape) {
  return within(numbered("skin", std::size_t(number)), [&]() -> const Skin& {
    Skin& skin = movement.skins[std::size_t(number)];
    if (skin.joints.empty()) skin = load_skin(document_.model.skins[std::size_t(number)]);
    for (const Influence& influence : shape.influences) {
      const std::uint16_t joint = *std::max_element(influence.joints.begin(), influence.joints.end());
      if (joint >= skin.joints.size()) {
        refuse("has " + std::to_string(skin.joints.size()) + " joints, but a vertex names joint " +
               std::to_string(joint));
      }
    }
    return skin;
  });
}

// ---- animations -----------------------------------------------------------------------------------------------------
/// Numbers of a channel's value. Primitives of a mesh have as many morph targets.
std::size_t MovementLoader::width_of(const tinygltf::AnimationChannel& source) const {
  const std::optional<Path> path = path_of(source.target_path);
  if (path != Path::weights) return path == Path::rotation ? 4 : 3;
  const int mesh = document_.model.nodes[std::size_t(source.target_node)].mesh;
  if (mesh < 0) return 0;
  const auto& primitives = document_.model.meshes[std::size_t(mesh)].primitives;
  return primitives.empty() ? 0 : primitives.front().targets.size();
}

/// Nothing for what moves nothing that is shown.
std::optional<Channel> MovementLoader::load_channel(const tinygltf::AnimationChannel& source) const {
  const std::optional<Path> path = path_of(source.target_path);
  if (!path) {
    document_.warnings.add("animations of " + in_quotes(source.target_path) + " are left out");
    return std::nullopt;
  }
  if (source.target_node < 0 || width_of(source) == 0) return std::nullopt;
  if (path != Path::weights && !is_animated_[std::size_t(source.target_node)]) {
    document_.warnings.add("animations of nodes with a matrix are left out");
    return std::nullopt;
  }
  const std::optional<std::uint32_t> node = number_of(source.target_node);
  if (!node) return std::nullopt;
  return Channel{.path = *path, .node = *node, .curve = 0};
}

Curve MovementLoader::load_curve(const tinygltf::AnimationSampler& source, const Channel& channel,
                                 std::size_t width) const {
  Curve curve = {.interpolation = interpolation_of(source.interpolation), .times_s = {}, .values = {}, .width = width};
  curve.times_s = read(document_, source.input, TINYGLTF_TYPE_SCALAR, "times");
  if (curve.times_s.empty()) refuse("has no keys");
  if (!(curve.times_s.front() >= 0.0f)) refuse("its times begin below 0");
  if (!std::is_sorted(curve.times_s.begin(), curve.times_s.end())) refuse("its times don't rise");
  curve.values = read(document_, source.output, accessor_type(channel.path), "values");
  const std::size_t each = width * (curve.interpolation == Interpolation::cubic_spline ? 3 : 1);
  if (curve.values.size() != each * curve.times_s.size()) {
    refuse("has " + std::to_string(curve.times_s.size()) + " times, which take " +
           std::to_string(each * curve.times_s.size()) + " numbers; its output has " +
           std::to_string(curve.values.size()));
  }
  return curve;
}

Animation MovementLoader::load_animation(const tinygltf::Animation& source) const {
  Animation animation = {.name = printable(source.name), .duration_s = 0.0, .curves = {}, .channels = {}};
  std::map<std::pair<int, std::size_t>, std::uint32_t> curves;  // by sampler and width
  for (const tinygltf::AnimationChannel& its_channel : source.channels) {
    std::optional<Channel> channel = load_channel(its_channel);
    if (!channel) continue;
    const auto sampler = std::size_t(its_channel.sampler);
    if (sampler >= source.samplers.size()) {
      refuse("a channel names sampler " + std::to_string(sampler) + ", but the count of samplers is " +
             std::to_string(source.samplers.size()));
    }
    const auto [entry, is_new] =
        curves.try_emplace({its_channel.sampler, width_of(its_channel)}, std::uint32_t(animation.curves.size()));
    if (is_new) {
      animation.curves.push_back(within(numbered("sampler", sampler), [&] {
        return load_curve(source.samplers[sampler], *channel, width_of(its_channel));
      }));
      animation.duration_s = std::max(animation.duration_s, double(animation.curves.back().times_s.back()));
    }
    channel->curve = entry->second;
    animation.channels.push_back(*channel);
  }
  return animation;
}

void MovementLoader::load_animations() {
  for (std::size_t i = 0; i < document_.model.animations.size(); ++i) {
    try {
      Animation animation = load_animation(document_.model.animations[i]);
      if (!animation.channels.empty()) movement.animations.push_back(std::move(animation));
    } catch (const Refusal& refusal) {
      document_.warnings.add(numbered("animation", i) + " isn't played: " + refusal.what());
    }
  }
}

}  // namespace engine::gltf
