// SPDX-License-Identifier: MIT
// Forward rendering of a scene into an HDR image whose values are luminances.
#ifndef PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_RENDERER_H
#define PHOTOPIC_ENGINE_SCENE_RENDERER_SCENE_RENDERER_H

#include <scene/interface.h>

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/compute_kernel.h"
#include "engine/device/context.h"
#include "engine/scene/camera.h"
#include "engine/scene/light/ambient_light.h"
#include "engine/scene/light/bvh.h"
#include "engine/scene/light/shadow_fit.h"
#include "engine/scene/light/sky.h"
#include "engine/scene/renderer/light_textures.h"
#include "engine/scene/renderer/scene_pipelines.h"
#include "engine/scene/renderer/scene_resources.h"
#include "engine/scene/scene.h"
#include "engine/transfer/memory.h"
#include "engine/transfer/uploads.h"

namespace engine {

/// What a frame may change without a new scene. Scales are finite, not negative.
struct SceneSettings {
  float sun_scale = 1.0f;          ///< of the sun, its disc, and what surfaces reflect of it; 0 = off
  float environment_scale = 1.0f;  ///< of the environment, seen, reflected and as ambient light
  /// Stops by which color() is brighter than the scene: below 0, half floats hold brighter light, and less of the dark.
  float pre_exposure_ev = 0.0f;  ///< [-kMostPreExposure_ev, kMostPreExposure_ev]

  bool operator==(const SceneSettings&) const = default;
};
inline constexpr float kMostPreExposure_ev = 16.0f;
/// What that multiplies colour by.
float pre_exposure(const SceneSettings& settings);

/// Renders metallic-roughness surfaces with punctual lights, the sun's shadow, and ambient light that walls keep out.
/// The same scene, camera, settings and size give the same bits on the same device and driver.
///
/// Limits: up to 16 lights at once besides the sun (the first directional light), the strongest at the camera; only the
/// sun casts sharp shadows, from a map of 2048 texels a side, or three of a scene of more than 80 m; the first 32 other
/// lights are kept out by walls as far as probes tell, and don't shade what is small; ambient light comes from a grid
/// of at most 24000 probes, and finer ones in up to 128 of its cells, where rooms are smaller than its steps; rooms of
/// less than half a step or 0.7 m, walls thinner than a tenth of a step, and gaps smaller than one, are lit only
/// roughly; blended surfaces are sorted as wholes, and within them up to 16384 triangles of a scene; they refract
/// nothing; reflections are of the environment alone.
///
/// Not for several threads at once. The context must outlive it.
class SceneRenderer {
 public:
  static constexpr VkFormat kColorFormat = VK_FORMAT_R16G16B16A16_SFLOAT;

  /// An empty scene under a clear sky; 1 or 4 `samples` a pixel. Throws engine::Error for a size of 0 or beyond the
  /// device's images, and for samples that it doesn't have.
  SceneRenderer(const Context& context, VkExtent2D extent, std::uint32_t samples = 1);
  ~SceneRenderer();
  SceneRenderer(const SceneRenderer&) = delete;
  SceneRenderer& operator=(const SceneRenderer&) = delete;

  /// Takes what it needs of the scene, and works out where light goes: about a second for 100000 triangles. Throws
  /// engine::Error, and keeps the last scene, if something in it is wrong or too big. Waits for the queue.
  void set_scene(const Scene& scene);
  /// The same with light of this very scene that was worked out by any thread, and in that light's environment.
  void set_scene(const Scene& scene, AmbientLight light);
  /// Until the next call. A clear sky draws the sun's disc and brightens around it; a panorama is taken to hold both.
  /// Waits for the queue.
  void set_environment(const ClearSky& sky);
  void set_environment(const Panorama& panorama);
  /// `sun`: sun_of() it, if that is a light of its own.
  void set_environment(const Panorama& panorama, const std::optional<PanoramaSun>& sun);
  /// New images; the scene stays. Waits for the queue.
  void resize(VkExtent2D extent);

  /// Renders a frame. The first after a new scene or environment works out the environment's light. Outside a render
  /// pass; any number of frames may be in flight, if each command buffer is submitted once, to the context's queue, in
  /// the order of recording. Throws engine::Error, with nothing recorded, for a camera or settings out of range.
  /// `moment`: of the scene's movement. Ambient light and lamps are those of what stands
  /// still; pick() takes the scene at rest.
  ///
  /// Of several samples a pixel is the mean of what they look like: a few bright ones don't outshine the rest.
  /// `exposure`: begins with a float, by which luminances are multiplied before the tone curve; usage STORAGE_BUFFER,
  /// written at COMPUTE_SHADER by what was submitted earlier, and only there later. Null: the mean of luminances.
  ///
  /// Before: color() in any layout, its contents are lost; reads of it by COMPUTE_SHADER, FRAGMENT_SHADER and TRANSFER
  /// that were submitted earlier are waited for. After: color() in SHADER_READ_ONLY_OPTIMAL, visible to COMPUTE_SHADER
  /// and FRAGMENT_SHADER / SHADER_READ and TRANSFER / TRANSFER_READ.
  void record(VkCommandBuffer command_buffer, const Camera& camera, const SceneSettings& settings = {},
              VkBuffer exposure = VK_NULL_HANDLE, const Moment& moment = {});

  struct Picked {
    float distance_m;
    Bounds object;  ///< of the mesh
  };
  /// The first surface that a ray meets, but for what lets more than half of the light through. The first call after
  /// set_scene() takes about 0.5 s for a million triangles.
  std::optional<Picked> pick(const Ray& ray);

  /// Nits times pre_exposure() of the last frame, 0..65504, never NaN or infinite; alpha 1. Usage SAMPLED and
  /// TRANSFER_SRC.
  const Image& color() const { return color_; }
  VkExtent2D extent() const { return color_.extent(); }

 private:
  struct Environment {
    EnvironmentTextures textures;
    Irradiance irradiance = {};
    std::optional<glm::vec3> to_sun;  ///< of a clear sky
  };

  struct ShadowTarget {
    ImageView layer;
    Framebuffer framebuffer;
  };

  void make_frame_set();
  void write_frame_set();
  void make_targets(VkExtent2D extent);
  void make_shadow_maps(std::size_t count);
  void take_panorama(const EnvironmentMaps& maps);
  void take_scene(const Scene& scene, std::unique_ptr<LightTransport> transport);
  Environment make_environment(const EnvironmentMaps& maps) const;
  /// What a change of scene or environment leaves to the next frame: several in a row are paid for once.
  void light_scene();

  ::scene::SceneFrame frame_block(const Camera& camera, const View& view, const SceneSettings& settings,
                                  const std::vector<ShadowFit>& fits) const;
  void record_frame_block(VkCommandBuffer command_buffer, const ::scene::SceneFrame& block) const;
  void record_shadow(VkCommandBuffer command_buffer, std::size_t cascade, const ShadowFit& fit) const;
  void record_main(VkCommandBuffer command_buffer, const glm::vec3& camera_m, const glm::mat4& clip_from_world) const;
  void record_surfaces(VkCommandBuffer command_buffer, std::span<const SceneDraw* const> draws) const;
  void record_resolve(VkCommandBuffer command_buffer, VkBuffer exposure, float pre_exposure) const;
  void bind_material(VkCommandBuffer command_buffer, std::uint32_t material) const;
  void record_draw(VkCommandBuffer command_buffer, const SceneDraw& draw) const;

  const Context& context_;
  std::uint32_t samples_;
  VkFormat depth_format_;
  VkFormat shadow_format_;
  ScenePipelines pipelines_;

  Image color_;
  Image color_samples_;  ///< if there are several
  Image depth_;
  Framebuffer framebuffer_;

  Image shadow_maps_;
  std::vector<ShadowTarget> shadow_targets_;  ///< of each map
  std::vector<ShadowFit> shadows_drawn_;      ///< empty: they must be drawn
  Bounds shadowed_;

  std::optional<ComputeKernel> resolve_;  ///< of several samples
  Buffer no_exposure_;                    ///< 0, for it

  Buffer frame_block_;
  Sampler shadow_sampler_;
  Sampler equirect_sampler_;
  Sampler probe_sampler_;
  Sampler texel_sampler_;
  DescriptorPool pool_;
  VkDescriptorSet frame_set_ = VK_NULL_HANDLE;

  std::unique_ptr<SceneResources> resources_;
  std::unique_ptr<LightTransport> transport_;
  std::optional<LightSurfaces> pickable_;  ///< if they aren't the transport's
  std::unique_ptr<Bvh> picking_;           ///< of these; null until pick()
  std::vector<Light> lights_;
  LightCounts light_counts_;
  std::optional<ClearSky> clear_sky_;                     ///< none: a panorama
  std::optional<Environment> environment_;                ///< none: light_scene() makes the clear sky's
  std::optional<std::vector<ProbeLight>> reflected_sky_;  ///< of environment_, if it was worked out already
  bool is_lit_ = false;                                   ///< light_scene() was called since the last change
  ProbeTextures probes_;
};

}  // namespace engine

#endif
