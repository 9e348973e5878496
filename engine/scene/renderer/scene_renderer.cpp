// SPDX-License-Identifier: MIT
// Recording of a scene's frame.
#include "engine/scene/renderer/scene_renderer.h"

#include <spirv/scene_resolve.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <numbers>
#include <string>
#include <utility>

#include "engine/device/pass_objects.h"
#include "engine/scene/camera.h"
#include "engine/scene/light/punctual_lights.h"
#include "engine/scene/scene_check.h"
#include "engine/transfer/commands.h"

namespace engine {
namespace {

constexpr VkShaderStageFlags kPushStages = VK_SHADER_STAGE_VERTEX_BIT;
constexpr Scope kUniformRead = {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                VK_ACCESS_UNIFORM_READ_BIT};

constexpr VkExtent2D kShadowExtent = {SCENE_SHADOW_SIDE, SCENE_SHADOW_SIDE};

VkFormat depth_format(const Context& context, VkFormatFeatureFlags further) {
  constexpr VkFormat kFormats[] = {VK_FORMAT_D32_SFLOAT, VK_FORMAT_X8_D24_UNORM_PACK32};
  return supported_format(context, kFormats, VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT | further);
}

void check_extent(const Context& context, VkExtent2D extent) {
  const auto& limits = context.properties().limits;
  const std::uint32_t width = std::min(limits.maxFramebufferWidth, limits.maxImageDimension2D);
  const std::uint32_t height = std::min(limits.maxFramebufferHeight, limits.maxImageDimension2D);
  if (extent.width >= 1 && extent.height >= 1 && extent.width <= width && extent.height <= height) return;
  throw Error("scene renderer: " + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
              " pixels: the device has 1x1 to " + std::to_string(width) + "x" + std::to_string(height));
}

std::uint32_t checked_samples(const Context& context, std::uint32_t samples) {
  const auto& limits = context.properties().limits;
  const VkSampleCountFlags possible =
      limits.framebufferColorSampleCounts & limits.framebufferDepthSampleCounts & limits.sampledImageColorSampleCounts;
  if (samples == 1 || (samples == SCENE_RESOLVE_COUNT && (possible & samples) != 0)) return samples;
  throw Error("scene renderer: " + std::to_string(samples) + " samples a pixel: " +
              (samples == SCENE_RESOLVE_COUNT ? "the device has not so many" : "there may be 1 or 4"));
}

void check_settings(const SceneSettings& settings) {
  for (const float scale : {settings.sun_scale, settings.environment_scale}) {
    if (!(scale >= 0.0f && std::isfinite(scale)))
      throw Error("scene renderer: a scale must be finite and not negative");
  }
  if (!(std::abs(settings.pre_exposure_ev) <= kMostPreExposure_ev)) {
    throw Error("scene renderer: pre-exposure must be within 16 stops");
  }
}

/// Luminance of white paper that lies in the open, 1 at least.
float paper_nits(const glm::vec3& sun_lux, const glm::vec3& to_sun, const Irradiance& sky, float sky_scale) {
  const glm::dvec3 upwards = glm::max(glm::dvec3(sky[0] + sky[1] - sky[6] - sky[8]), glm::dvec3(sky[9]));
  const glm::vec3 nits =
      sun_lux * std::max(to_sun.y, 0.0f) / std::numbers::pi_v<float> + glm::vec3(upwards) * sky_scale;
  return std::max(glm::dot(nits, glm::vec3(0.2126f, 0.7152f, 0.0722f)), 1.0f);
}

/// At least one, also without a sun.
std::vector<ShadowFit> shadow_fits(const std::vector<Light>& lights, const Bounds& shadowed, const Camera& camera) {
  const auto to_sun = direction_to_sun(lights);
  return to_sun ? fit_shadows(shadowed, *to_sun, camera) : std::vector<ShadowFit>(1);
}

VkClearValue clear_depth(float depth) {
  VkClearValue value = {};
  value.depthStencil.depth = depth;
  return value;
}

/// What may be seen: opaque surfaces and then masked ones, which are slower, from near to far, so that hidden parts
/// aren't shaded; and blended ones from far to near.
std::vector<const SceneDraw*> visible_draws(const std::vector<SceneDraw>& draws, const glm::vec3& camera_m,
                                            const glm::mat4& clip_from_world) {
  struct Entry {
    const SceneDraw* draw;
    float order;
  };
  const auto frustum = frustum_of(clip_from_world);
  std::vector<Entry> entries;
  for (const SceneDraw& draw : draws) {
    if (!may_be_seen(frustum, draw.bounds)) continue;
    const bool is_blended = draw.kind.alpha == SCENE_ALPHA_BLEND;
    const glm::vec3 nearest = glm::clamp(camera_m, draw.bounds.min_m, draw.bounds.max_m);
    const glm::vec3 middle = 0.5f * (draw.bounds.min_m + draw.bounds.max_m);
    entries.push_back({&draw, is_blended ? -glm::distance(camera_m, middle) : glm::distance(camera_m, nearest)});
  }
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.draw->kind.alpha, a.order) < std::pair(b.draw->kind.alpha, b.order);
  });
  std::vector<const SceneDraw*> sorted;
  for (const Entry& entry : entries) sorted.push_back(entry.draw);
  return sorted;
}

}  // namespace

float pre_exposure(const SceneSettings& settings) { return std::exp2(settings.pre_exposure_ev); }

SceneRenderer::SceneRenderer(const Context& context, VkExtent2D extent, std::uint32_t samples)
    : context_(context),
      samples_(checked_samples(context, samples)),
      depth_format_(depth_format(context, 0)),
      shadow_format_(depth_format(context, VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)),
      pipelines_(context, kColorFormat, depth_format_, shadow_format_, samples) {
  texel_sampler_ = make_sampler(context, {.filter = VK_FILTER_NEAREST, .magnification = VK_FILTER_NEAREST});
  if (samples > 1) {
    resolve_.emplace(context, photopic::spirv::scene_resolve,
                     std::vector{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                                 VK_DESCRIPTOR_TYPE_STORAGE_BUFFER},
                     std::uint32_t(sizeof(float)));
    constexpr float kNone = 0.0f;
    no_exposure_ = upload_buffer(context, std::as_bytes(std::span(&kNone, 1)), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                 kComputeRead.stages, kComputeRead.access, "scene: exposure");
  }
  make_targets(extent);
  make_frame_set();
  clear_sky_ = ClearSky{};
  set_scene({});
}

SceneRenderer::~SceneRenderer() { context_.vk().vkQueueWaitIdle(context_.queue()); }

void SceneRenderer::make_targets(VkExtent2D extent) {
  check_extent(context_, extent);
  const VkExtent3D size = {extent.width, extent.height, 1};
  Image color(context_, extent, kColorFormat,
              VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                  VkImageUsageFlags(resolve_ ? VK_IMAGE_USAGE_STORAGE_BIT : 0));
  Image color_samples;
  if (resolve_) {
    color_samples = Image(context_, {.extent = size,
                                     .format = kColorFormat,
                                     .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                                     .samples = samples_});
  }
  Image depth(context_, {.extent = size,
                         .format = depth_format_,
                         .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                         .samples = samples_,
                         .aspects = VK_IMAGE_ASPECT_DEPTH_BIT});
  const Image& target = resolve_ ? color_samples : color;
  framebuffer_ = make_framebuffer(context_, pipelines_.main_pass(), {target.view(), depth.view()}, extent);
  color_ = std::move(color);
  color_samples_ = std::move(color_samples);
  depth_ = std::move(depth);
}

void SceneRenderer::resize(VkExtent2D extent) {
  context_.vk().vkQueueWaitIdle(context_.queue());
  make_targets(extent);
}

/// A shadow map for each cascade, unless there are so many.
void SceneRenderer::make_shadow_maps(std::size_t count) {
  if (shadow_targets_.size() == count) return;
  Image maps(context_, {.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                        .extent = {SCENE_SHADOW_SIDE, SCENE_SHADOW_SIDE, 1},
                        .format = shadow_format_,
                        .usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT,
                        .layers = std::uint32_t(count),
                        .aspects = VK_IMAGE_ASPECT_DEPTH_BIT});
  std::vector<ShadowTarget> targets;
  for (std::uint32_t i = 0; i < count; ++i) {
    const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                        .image = maps.handle(),
                                        .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                        .format = shadow_format_,
                                        .subresourceRange = {VK_IMAGE_ASPECT_DEPTH_BIT, 0, 1, i, 1}};
    ShadowTarget target = {.layer = {context_, info}, .framebuffer = {}};
    target.framebuffer = make_framebuffer(context_, pipelines_.shadow_pass(), {target.layer.get()}, kShadowExtent);
    targets.push_back(std::move(target));
  }
  shadow_targets_ = std::move(targets);
  shadow_maps_ = std::move(maps);
}

void SceneRenderer::make_frame_set() {
  frame_block_ = Buffer(context_, sizeof(::scene::SceneFrame),
                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::device);
  shadow_sampler_ =
      make_sampler(context_, {.filter = VK_FILTER_NEAREST, .magnification = VK_FILTER_NEAREST, .compares = true});
  equirect_sampler_ = make_sampler(context_, {.wrap_u = VK_SAMPLER_ADDRESS_MODE_REPEAT});
  probe_sampler_ = make_sampler(context_, {});
  constexpr std::uint32_t kImages = SCENE_FRAME_PROBE_LAMPS;
  const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1},
                                        {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kImages}};
  const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                .maxSets = 1,
                                                .poolSizeCount = std::uint32_t(std::size(sizes)),
                                                .pPoolSizes = sizes};
  pool_ = {context_, pool_info};
  const VkDescriptorSetLayout layout = pipelines_.frame_set_layout();
  const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = pool_.get(),
                                            .descriptorSetCount = 1,
                                            .pSetLayouts = &layout};
  check(context_.vk().vkAllocateDescriptorSets(context_.device(), &info, &frame_set_), "vkAllocateDescriptorSets");
}

void SceneRenderer::write_frame_set() {
  constexpr VkImageLayout kColor = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  const VkDescriptorBufferInfo buffer = {frame_block_.handle(), 0, sizeof(::scene::SceneFrame)};
  // Bindings that follow each other, as interface.h counts them.
  const std::array<VkDescriptorImageInfo, SCENE_FRAME_PROBE_LAMPS> images = {
      VkDescriptorImageInfo{shadow_sampler_.get(), shadow_maps_.view(),
                            VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL},
      {equirect_sampler_.get(), environment_->textures.sky().view(), kColor},
      {equirect_sampler_.get(), environment_->textures.reflection().view(), kColor},
      {texel_sampler_.get(), probes_.probes().view(), kColor},
      {probe_sampler_.get(), probes_.distances().view(), kColor},
      {texel_sampler_.get(), probes_.lamps_seen().view(), kColor}};
  std::array<VkWriteDescriptorSet, 2> writes = {};
  for (VkWriteDescriptorSet& write : writes) {
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = frame_set_;
  }
  writes[0].dstBinding = SCENE_FRAME_BLOCK;
  writes[0].descriptorCount = 1;
  writes[0].descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  writes[0].pBufferInfo = &buffer;
  writes[1].dstBinding = SCENE_FRAME_SHADOW;
  writes[1].descriptorCount = std::uint32_t(images.size());
  writes[1].descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
  writes[1].pImageInfo = images.data();
  context_.vk().vkUpdateDescriptorSets(context_.device(), std::uint32_t(writes.size()), writes.data(), 0, nullptr);
}

void SceneRenderer::set_scene(const Scene& scene) {
  check_scene(scene, context_.properties().limits.maxImageDimension2D);
  take_scene(scene, std::make_unique<LightTransport>(scene));
}

void SceneRenderer::set_scene(const Scene& scene, AmbientLight light) {
  check_scene(scene, context_.properties().limits.maxImageDimension2D);
  Environment environment = make_environment(light.maps);
  environment.to_sun = light.to_sun;
  take_scene(scene, std::move(light.transport));
  clear_sky_ = light.sky;
  environment_ = std::move(environment);
  reflected_sky_ = std::move(light.reflected_sky);
}

std::optional<SceneRenderer::Picked> SceneRenderer::pick(const Ray& ray) {
  if (transport_ == nullptr) return {};
  const LightSurfaces& surfaces = pickable_ ? *pickable_ : transport_->surfaces();
  if (picking_ == nullptr) picking_ = std::make_unique<Bvh>(surfaces.triangles);
  const std::optional<RayHit> hit = picking_->nearest(ray);
  if (!hit) return {};
  Picked picked = {hit->distance_m, empty_bounds()};
  for (std::size_t i = 0; i < surfaces.triangles.size(); ++i) {
    if (surfaces.properties[i].body != surfaces.properties[hit->triangle].body) continue;
    for (const glm::vec3& corner : surfaces.triangles[i]) picked.object = united(picked.object, {corner, corner});
  }
  return picked;
}

void SceneRenderer::take_scene(const Scene& scene, std::unique_ptr<LightTransport> transport) {
  auto resources = std::make_unique<SceneResources>(context_, scene);
  const Bounds shadowed = scene.focus.value_or(resources->bounds());
  const std::size_t shadow_maps = shadow_fits(scene.lights, shadowed, {}).size();
  const LightCounts counts = {
      .lights = std::int32_t(std::min<std::size_t>(lamps_of(scene.lights).size(), SCENE_MAX_LIGHTS)),
      .shadow_maps = direction_to_sun(scene.lights) ? std::int32_t(shadow_maps) : 0,
      .has_fine_probes = !transport->layout().fine_cells().empty()};
  // OpenGL has one thread.
  const auto policy = context_.backend() == Backend::vulkan ? std::launch::async : std::launch::deferred;
  auto compiling = std::async(policy, [&] { pipelines_.need(resources->kinds(), counts); });
  resources->upload(pipelines_, scene);
  ProbeTextures probes(context_, *transport);
  compiling.get();
  context_.vk().vkQueueWaitIdle(context_.queue());
  make_shadow_maps(shadow_maps);
  shadows_drawn_.clear();
  resources_ = std::move(resources);
  picking_.reset();
  pickable_ = scene.movement ? std::optional(light_surfaces(scene, true)) : std::nullopt;
  transport_ = std::move(transport);
  lights_ = scene.lights;
  light_counts_ = counts;
  probes_ = std::move(probes);
  shadowed_ = shadowed;
  reflected_sky_.reset();
  is_lit_ = false;
}

SceneRenderer::Environment SceneRenderer::make_environment(const EnvironmentMaps& maps) const {
  return {.textures = EnvironmentTextures(context_, maps), .irradiance = maps.irradiance, .to_sun = std::nullopt};
}

void SceneRenderer::set_environment(const ClearSky& sky) {
  context_.vk().vkQueueWaitIdle(context_.queue());
  clear_sky_ = sky;
  environment_.reset();
  reflected_sky_.reset();
  is_lit_ = false;
}

void SceneRenderer::set_environment(const Panorama& panorama) { take_panorama(environment_maps(panorama)); }

void SceneRenderer::set_environment(const Panorama& panorama, const std::optional<PanoramaSun>& sun) {
  take_panorama(environment_maps(panorama, sun));
}

void SceneRenderer::take_panorama(const EnvironmentMaps& maps) {
  Environment environment = make_environment(maps);
  context_.vk().vkQueueWaitIdle(context_.queue());
  clear_sky_.reset();
  environment_ = std::move(environment);
  reflected_sky_.reset();
  is_lit_ = false;
}

void SceneRenderer::light_scene() {
  if (is_lit_) return;
  const auto to_sun = direction_to_sun(lights_);
  if (clear_sky_ && (!environment_ || environment_->to_sun != to_sun)) {
    environment_ = make_environment(environment_maps(clear_sky_nits(*clear_sky_, to_sun)));
    environment_->to_sun = to_sun;
    reflected_sky_.reset();
  }
  if (!reflected_sky_) reflected_sky_ = transport_->reflected_sky(environment_->irradiance);
  probes_.set_light(std::move(*reflected_sky_), transport_->reflected_sun(), transport_->reflected_lamps());
  reflected_sky_.reset();
  write_frame_set();
  is_lit_ = true;
}

void SceneRenderer::record(VkCommandBuffer command_buffer, const Camera& camera, const SceneSettings& settings,
                           VkBuffer exposure, const Moment& moment) {
  check_settings(settings);
  const View view = view_of(camera, float(extent().width) / float(extent().height));
  const std::vector<ShadowFit> fits = shadow_fits(lights_, shadowed_, camera);
  light_scene();
  record_frame_block(command_buffer, frame_block(camera, view, settings, fits));
  probes_.record_scales(command_buffer, settings.environment_scale, settings.sun_scale);
  context_.vk().vkCmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.layout(), 0, 1,
                                        &frame_set_, 0, nullptr);
  if (resources_->record_moment(command_buffer, moment)) {
    shadows_drawn_.clear();
    pipelines_.need(resources_->kinds(), light_counts_);  // scales may have become negative
  }
  resources_->record_order(command_buffer, camera.position_m);
  resources_->bind_geometry(command_buffer);
  for (std::size_t i = 0; i < fits.size(); ++i) {
    if (shadows_drawn_.empty() || shadows_drawn_[i] != fits[i]) record_shadow(command_buffer, i, fits[i]);
  }
  shadows_drawn_ = fits;
  record_main(command_buffer, camera.position_m, view.clip_from_world);
  if (resolve_) record_resolve(command_buffer, exposure, pre_exposure(settings));
}

::scene::SceneFrame SceneRenderer::frame_block(const Camera& camera, const View& view, const SceneSettings& settings,
                                               const std::vector<ShadowFit>& fits) const {
  const Light* sun = sun_of(lights_);
  const glm::vec3 lux = sun == nullptr ? glm::vec3(0.0f) : sun->color * sun->intensity * settings.sun_scale;
  const glm::vec3 disc = clear_sky_
                             ? glm::min(sun_disc_nits(lux), glm::vec3(float(SCENE_MAX_NITS) / pre_exposure(settings)))
                             : glm::vec3(0.0f);
  const ProbeGrid& grid = transport_->layout().grid();
  const ProbeGrid fine = {.spacing_m = grid.spacing_m / float(SCENE_PROBE_FINE_STEPS)};
  const glm::ivec3 probe_texels = transport_->layout().texture_size();
  const auto lights = frame_lights(lights_, camera.position_m);
  const float pixel_rad = 2.0f * glm::length(view.up) / float(extent().height);
  const float texel_rad = 2.0f * std::numbers::pi_v<float> / float(environment_->textures.sky().info().extent.width);

  ::scene::SceneFrame block = {};
  block.clip_from_world = view.clip_from_world;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    block.shadow_from_world[i] = fits[i].clip_from_world;
    block.shadow_texels[int(i)] = fits[i].texel_m;
  }
  block.camera_position = {camera.position_m, 0.0f};
  block.ray_forward = {view.forward, 0.0f};
  block.ray_right = {view.right, 0.0f};
  block.ray_up = {view.up, 0.0f};
  block.sun_direction = {direction_to_sun(lights_).value_or(glm::vec3(0, 1, 0)), lux == glm::vec3(0.0f) ? 0.0f : 1.0f};
  block.sun_illuminance = {lux,
                           paper_nits(lux, block.sun_direction, environment_->irradiance, settings.environment_scale)};
  block.sun_disc = {disc, kSunRadius_rad};
  if (clear_sky_ && sun != nullptr) {
    block.sunlit_ground = {sunlit_ground_nits(*clear_sky_, lux, -sun->direction), 0.0f};
  }
  block.environment = {settings.environment_scale, std::max(std::log2(pixel_rad / texel_rad), 0.0f),
                       float(kReflectionLevels - 1), pixel_rad};
  block.probe_origin = {grid.origin_m, grid.lift_m()};
  block.probe_spacing = {glm::vec3(grid.spacing_m), grid.margin_m()};
  block.probe_count = {glm::vec3(grid.count), pre_exposure(settings)};
  block.fine_probes = {fine.spacing_m, fine.lift_m(), fine.margin_m(), 0.0f};
  block.probe_texels = {glm::vec3(probe_texels), 0.0f};
  for (std::size_t i = 0; i < std::size(block.sky_irradiance); ++i) {
    const float least = i < 3 ? float(environment_->irradiance[9][int(i)]) : 0.0f;
    block.sky_irradiance[i] = {glm::vec3(environment_->irradiance[i]), least};
  }
  std::copy(lights.begin(), lights.end(), block.lights);
  return block;
}

void SceneRenderer::record_frame_block(VkCommandBuffer command_buffer, const ::scene::SceneFrame& block) const {
  memory_barrier(context_, command_buffer, kUniformRead, kTransferWrite);
  context_.vk().vkCmdUpdateBuffer(command_buffer, frame_block_.handle(), 0, sizeof block, &block);
  memory_barrier(context_, command_buffer, kTransferWrite, kUniformRead);
}

void SceneRenderer::record_draw(VkCommandBuffer command_buffer, const SceneDraw& draw) const {
  context_.vk().vkCmdPushConstants(command_buffer, pipelines_.layout(), kPushStages, 0, sizeof draw.pushed,
                                   &draw.pushed);
  context_.vk().vkCmdDrawIndexed(command_buffer, draw.index_count, 1, draw.first_index, draw.vertex_offset, 0);
}

void SceneRenderer::bind_material(VkCommandBuffer command_buffer, std::uint32_t material) const {
  const VkDescriptorSet set = resources_->material_set(material);
  context_.vk().vkCmdBindDescriptorSets(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.layout(), 1, 1,
                                        &set, 0, nullptr);
}

void SceneRenderer::record_shadow(VkCommandBuffer command_buffer, std::size_t cascade, const ShadowFit& fit) const {
  begin_pass(context_, command_buffer, pipelines_.shadow_pass(), shadow_targets_[cascade].framebuffer, kShadowExtent,
             {clear_depth(1.0f)});
  const auto frustum = frustum_of(fit.clip_from_world);
  for (const bool is_masked : {false, true}) {  // and blended, likewise
    if (sun_of(lights_) == nullptr) break;
    context_.vk().vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.shadow(is_masked));
    for (SceneDraw draw : resources_->draws()) {
      if ((draw.kind.alpha != SCENE_ALPHA_OPAQUE) != is_masked || !may_be_seen(frustum, draw.bounds)) continue;
      if (is_masked) bind_material(command_buffer, draw.material);
      draw.pushed.normal_from_mesh[1].w = float(cascade);
      record_draw(command_buffer, draw);
    }
  }
  context_.vk().vkCmdEndRenderPass(command_buffer);
}

void SceneRenderer::record_main(VkCommandBuffer command_buffer, const glm::vec3& camera_m,
                                const glm::mat4& clip_from_world) const {
  begin_pass(context_, command_buffer, pipelines_.main_pass(), framebuffer_, extent(),
             {VkClearValue{}, clear_depth(0.0f)});
  const auto draws = visible_draws(resources_->draws(), camera_m, clip_from_world);
  const auto blended =
      std::find_if(draws.begin(), draws.end(), [](const SceneDraw* d) { return d->kind.alpha == SCENE_ALPHA_BLEND; });
  record_surfaces(command_buffer, {draws.begin(), blended});
  context_.vk().vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines_.sky());
  context_.vk().vkCmdDraw(command_buffer, 3, 1, 0, 0);
  record_surfaces(command_buffer, {blended, draws.end()});
  context_.vk().vkCmdEndRenderPass(command_buffer);
}

void SceneRenderer::record_surfaces(VkCommandBuffer command_buffer, std::span<const SceneDraw* const> draws) const {
  VkPipeline bound = VK_NULL_HANDLE;
  for (const SceneDraw* draw : draws) {
    const VkPipeline pipeline = pipelines_.surface(draw->kind, light_counts_);
    if (pipeline != bound) context_.vk().vkCmdBindPipeline(command_buffer, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    bound = pipeline;
    bind_material(command_buffer, draw->material);
    record_draw(command_buffer, *draw);
  }
}

void SceneRenderer::record_resolve(VkCommandBuffer command_buffer, VkBuffer exposure, float pre_exposure) const {
  constexpr Scope kReaders = {
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
      VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT};
  image_barrier(context_, command_buffer, color_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                {kReaders.stages, 0}, kComputeWrite);
  memory_barrier(context_, command_buffer, kComputeWrite, kComputeRead);  // of the exposure
  Resource exposure_buffer = storage(no_exposure_);
  if (exposure != VK_NULL_HANDLE) exposure_buffer.buffer = {exposure, 0, sizeof(float)};
  constexpr std::uint32_t kSide = SCENE_RESOLVE_GROUP_SIDE;
  const float inverse = 1.0f / pre_exposure;
  resolve_->dispatch(command_buffer, {sampled(color_samples_, texel_sampler_.get()), storage(color_), exposure_buffer},
                     &inverse, {(extent().width + kSide - 1) / kSide, (extent().height + kSide - 1) / kSide});
  image_barrier(context_, command_buffer, color_.handle(), VK_IMAGE_LAYOUT_GENERAL,
                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kComputeWrite, kReaders);
  memory_barrier(context_, command_buffer, {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0}, kComputeWrite);
}

}  // namespace engine
