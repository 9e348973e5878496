// SPDX-License-Identifier: MIT
// Uploading of a scene's meshes and materials.
#include "engine/scene/renderer/scene_resources.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>
#include <utility>

#include "engine/scene/light/parallel.h"
#include "engine/transfer/commands.h"

namespace engine {
namespace {

constexpr std::uint32_t kTexturesPerMaterial = SCENE_MATERIAL_EMISSIVE - SCENE_MATERIAL_BLOCK;

constexpr Scope kVertexRead = {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT};

Bounds bounds_of(std::span<const Vertex> vertices) {
  Bounds bounds = empty_bounds();
  for (const Vertex& vertex : vertices) bounds = united(bounds, {vertex.position, vertex.position});
  return bounds;
}

/// Normals stay at right angles to the surface, on its outer side, whatever the matrix; its own size is of no matter.
::scene::SceneDraw pushed_of(const glm::mat4& world) {
  const glm::vec3 x(world[0]), y(world[1]), z(world[2]);
  const float side = glm::dot(glm::cross(x, y), z) < 0.0f ? -1.0f : 1.0f;
  ::scene::SceneDraw draw = {.world_from_mesh = world, .normal_from_mesh = {}};
  draw.normal_from_mesh[0] = glm::vec4(side * glm::cross(y, z), side);
  draw.normal_from_mesh[1] = glm::vec4(side * glm::cross(z, x), 0.0f);
  draw.normal_from_mesh[2] = glm::vec4(side * glm::cross(x, y), 0.0f);
  return draw;
}

::scene::SceneMaterial block_of(const Material& material) {
  return {.base_color = material.base_color,
          .emissive = {material.emissive_nits, material.alpha_cutoff.value_or(material.is_blended ? 0.5f : 0.0f)},
          .factors = {material.metallic, material.roughness, material.normal_scale, material.occlusion_strength}};
}

/// For SCENE_SPEC_TEXTURES.
std::int32_t textures_of(const Material& material) {
  std::int32_t bits = material.on_second << (SCENE_MATERIAL_BASE_COLOR + SCENE_SECOND_COORDINATES);
  const auto note = [&](const std::optional<std::uint32_t>& texture, std::uint32_t binding) {
    if (texture) bits |= 1 << binding;
  };
  note(material.base_color_texture, SCENE_MATERIAL_BASE_COLOR);
  note(material.metallic_roughness_texture, SCENE_MATERIAL_METALLIC_ROUGHNESS);
  note(material.normal_texture, SCENE_MATERIAL_NORMAL);
  note(material.occlusion_texture, SCENE_MATERIAL_OCCLUSION);
  note(material.emissive_texture, SCENE_MATERIAL_EMISSIVE);
  return bits;
}

SurfaceKind kind_of(const Material& material, const ::scene::SceneDraw& pushed) {
  return {.is_mirrored = pushed.normal_from_mesh[0].w < 0.0f,
          .is_double_sided = material.is_double_sided,
          .alpha = material.is_blended       ? SCENE_ALPHA_BLEND
                   : material.alpha_cutoff   ? SCENE_ALPHA_MASK
                   : material.fades_into_sky ? SCENE_ALPHA_FADE
                                             : SCENE_ALPHA_OPAQUE,
          .textures = textures_of(material),
          .is_unlit = material.is_unlit};
}

std::vector<VkDescriptorSet> allocate_sets(const Context& context, VkDescriptorPool pool, VkDescriptorSetLayout layout,
                                           std::size_t count) {
  const std::vector<VkDescriptorSetLayout> layouts(count, layout);
  std::vector<VkDescriptorSet> sets(count);
  const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = pool,
                                            .descriptorSetCount = std::uint32_t(count),
                                            .pSetLayouts = layouts.data()};
  check(context.vk().vkAllocateDescriptorSets(context.device(), &info, sets.data()), "vkAllocateDescriptorSets");
  return sets;
}

}  // namespace

SceneResources::SceneResources(const Context& context, const Scene& scene)
    : context_(context), movement_(scene.movement) {
  list_draws(scene, listed_vertices_, listed_indices_);
}

std::set<SurfaceKind> SceneResources::kinds() const {
  std::set<SurfaceKind> kinds;
  for (const SceneDraw& draw : draws_) kinds.insert(draw.kind);
  return kinds;
}

void SceneResources::upload(const ScenePipelines& pipelines, const Scene& scene) {
  textures_.emplace(context_, scene);
  if (!scene.materials.empty()) upload_materials(pipelines, scene);
  const std::vector<Vertex> vertices = std::move(listed_vertices_);
  const std::vector<std::uint32_t> indices = std::move(listed_indices_);
  vertices_ = upload_buffer(context_, std::as_bytes(std::span(vertices)), VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
                            VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT, "scene: vertices");
  indices_ = upload_buffer(context_, std::as_bytes(std::span(indices)), VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
                           VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_INDEX_READ_BIT, "scene: indices");
}

void SceneResources::upload_materials(const ScenePipelines& pipelines, const Scene& scene) {
  const auto count = std::uint32_t(scene.materials.size());
  const VkDeviceSize alignment = std::max<VkDeviceSize>(context_.properties().limits.minUniformBufferOffsetAlignment,
                                                        sizeof(::scene::SceneMaterial));
  std::vector<std::byte> bytes(count * alignment);
  for (std::size_t i = 0; i < count; ++i) {
    const ::scene::SceneMaterial block = block_of(scene.materials[i]);
    std::memcpy(bytes.data() + i * alignment, &block, sizeof block);
  }
  materials_ = upload_buffer(context_, bytes, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                             VK_ACCESS_UNIFORM_READ_BIT, "scene: materials");
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, count},
                                        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, count * kTexturesPerMaterial}};
  const VkDescriptorPoolCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                           .maxSets = count,
                                           .poolSizeCount = std::uint32_t(std::size(sizes)),
                                           .pPoolSizes = sizes};
  pool_ = {context_, info};
  material_sets_ = allocate_sets(context_, pool_.get(), pipelines.material_set_layout(), count);
  for (std::size_t i = 0; i < count; ++i) {
    write_material_set(scene, scene.materials[i], material_sets_[i], i * alignment);
  }
}

void SceneResources::write_material_set(const Scene& scene, const Material& material, VkDescriptorSet set,
                                        VkDeviceSize offset_bytes) {
  const VkDescriptorBufferInfo buffer = {materials_.handle(), offset_bytes, sizeof(::scene::SceneMaterial)};
  const std::array<VkDescriptorImageInfo, kTexturesPerMaterial> images = {
      textures_->get(scene, material.base_color_texture, Encoding::srgb),
      textures_->get(scene, material.metallic_roughness_texture, Encoding::linear),
      textures_->get(scene, material.normal_texture, Encoding::linear),
      textures_->get(scene, material.occlusion_texture, Encoding::linear),
      textures_->get(scene, material.emissive_texture, Encoding::srgb)};
  std::array<VkWriteDescriptorSet, 2> writes = {};
  for (VkWriteDescriptorSet& write : writes) {
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
  }
  writes[0].dstBinding = SCENE_MATERIAL_BLOCK;
  writes[0].descriptorCount = 1;
  writes[0].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  writes[0].pBufferInfo = &buffer;
  // Bindings that follow each other are written in one go.
  writes[1].dstBinding = SCENE_MATERIAL_BASE_COLOR;
  writes[1].descriptorCount = kTexturesPerMaterial;
  writes[1].descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
  writes[1].pImageInfo = images.data();
  context_.vk().vkUpdateDescriptorSets(context_.device(), std::uint32_t(writes.size()), writes.data(), 0, nullptr);
}

void SceneResources::list_draws(const Scene& scene, std::vector<Vertex>& vertices,
                                std::vector<std::uint32_t>& indices) {
  struct Range {
    std::uint32_t first_index;
    std::int32_t vertex_offset;
    Bounds bounds;
  };
  std::vector<Range> ranges;
  for (const Primitive& primitive : scene.primitives) {
    ranges.push_back({std::uint32_t(indices.size()), std::int32_t(vertices.size()), bounds_of(primitive.vertices)});
    vertices.insert(vertices.end(), primitive.vertices.begin(), primitive.vertices.end());
    indices.insert(indices.end(), primitive.indices.begin(), primitive.indices.end());
  }
  bounds_ = empty_bounds();
  for (const Instance& instance : scene.instances) {
    const Primitive& primitive = scene.primitives[instance.primitive];
    draw_of_instance_.push_back(std::uint32_t(draws_.size()));
    if (primitive.indices.empty()) continue;
    const Range& range = ranges[instance.primitive];
    const Material& material = scene.materials[primitive.material];
    SceneDraw draw = {.pushed = pushed_of(instance.world_from_mesh),
                      .kind = {},
                      .bounds = transformed(range.bounds, instance.world_from_mesh),
                      .box = range.bounds,
                      .material = primitive.material,
                      .first_index = range.first_index,
                      .index_count = std::uint32_t(primitive.indices.size()),
                      .vertex_offset = range.vertex_offset};
    draw.kind = kind_of(material, draw.pushed);
    if (material.is_blended) {
      draw.first_index = sorted_.add(primitive, instance.world_from_mesh, indices).value_or(range.first_index);
    }
    bounds_ = united(bounds_, draw.bounds);
    draws_.push_back(draw);
  }
  if (movement_) bounds_ = united(bounds_, scene.bounds);
  if (draws_.empty()) bounds_ = {glm::vec3(-0.5f), glm::vec3(0.5f)};
}

bool SceneResources::record_moment(VkCommandBuffer command_buffer, const Moment& moment) {
  if (movement_ == nullptr || moment == moment_) return false;
  moment_ = moment;
  const Posture posture = posture_at(*movement_, moment);
  for (const auto& [instance, node] : movement_->carried) {
    const glm::mat4 world(posture.worlds[node]);
    SceneDraw& draw = draws_[draw_of_instance_[instance]];
    draw.pushed = pushed_of(world);
    draw.kind.is_mirrored = draw.pushed.normal_from_mesh[0].w < 0.0f;
    draw.bounds = transformed(draw.box, world);
    sorted_.move(draw.first_index, world, {});
  }
  const std::vector<Deformation>& deformations = movement_->deformations;
  std::vector<std::vector<Vertex>> vertices(deformations.size());
  parallel_for(
      vertices.size(), [&](std::size_t i) { vertices[i] = deformed(*movement_, deformations[i], posture); }, 1);
  memory_barrier(context_, command_buffer, kVertexRead, kTransferWrite);
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    SceneDraw& draw = draws_[draw_of_instance_[deformations[i].instance]];
    const glm::mat4& world = draw.pushed.world_from_mesh;
    update_buffer(context_, command_buffer, vertices_, sizeof(Vertex) * std::size_t(draw.vertex_offset),
                  std::as_bytes(std::span(vertices[i])));
    draw.bounds = transformed(bounds_of(vertices[i]), world);
    sorted_.move(draw.first_index, world, vertices[i]);
  }
  memory_barrier(context_, command_buffer, kTransferWrite, kVertexRead);
  return true;
}

void SceneResources::bind_geometry(VkCommandBuffer command_buffer) const {
  const VkBuffer buffer = vertices_.handle();
  const VkDeviceSize offset = 0;
  context_.vk().vkCmdBindVertexBuffers(command_buffer, 0, 1, &buffer, &offset);
  context_.vk().vkCmdBindIndexBuffer(command_buffer, indices_.handle(), 0, VK_INDEX_TYPE_UINT32);
}

}  // namespace engine
