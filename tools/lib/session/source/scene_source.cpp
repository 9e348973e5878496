// SPDX-License-Identifier: MIT
// Scenes under daylight or a panorama, as sources of frames.
#include "session/source/scene_source.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <limits>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "arguments/errors.h"
#include "engine/scene/light/panorama_sun.h"
#include "engine/scene/movement.h"
#include "engine/scene/reader/gltf.h"
#include "engine/scene/scene_check.h"
#include "session/source/framing.h"
#include "session/source/ground.h"
#include "session/source/hdr_source.h"
#include "session/source/navigation.h"
#include "session/source/texture_file.h"

namespace session {
namespace {

float scene_radians(double degrees) { return static_cast<float>(degrees * std::numbers::pi / 180.0); }
double degrees(double radians) { return radians * 180.0 / std::numbers::pi; }

glm::quat orientation_of(const Pose& pose) {
  return glm::angleAxis(scene_radians(-pose.yaw_deg), glm::vec3(0, 1, 0)) *
         glm::angleAxis(scene_radians(pose.pitch_deg), glm::vec3(1, 0, 0));
}

Pose pose_of(const engine::Camera& camera) {
  const glm::vec3 forward = camera.orientation * glm::vec3(0, 0, -1);
  return {camera.position_m, degrees(std::atan2(double(forward.x), -double(forward.z))),
          degrees(std::asin(std::clamp(double(forward.y), -1.0, 1.0)))};
}

/// What is wrong with a file is no device error.
engine::Scene load_scene(const std::filesystem::path& file) {
  try {
    return engine::load_gltf(file, decode_texture);
  } catch (const engine::Error& error) {
    throw arguments::UsageError(error.what());
  }
}

/// A file with its size and time of change, which tell whether it still is the same.
struct Version {
  std::filesystem::path file;
  std::uintmax_t size_bytes = 0;
  std::filesystem::file_time_type changed = {};

  bool operator==(const Version&) const = default;
};

/// A file that isn't there has no size and no time; its reader says so.
Version newest(const std::filesystem::path& file) {
  std::error_code error;
  return {file, std::filesystem::file_size(file, error), std::filesystem::last_write_time(file, error)};
}

/// A file's scene. One with a sun of its own seldom stands in other light: it is read again then, and takes no memory.
struct Model {
  Version version;
  std::shared_ptr<const engine::Scene> kept;  ///< null: to be read

  std::shared_ptr<const engine::Scene> scene() const {
    if (kept) return kept;
    const std::filesystem::path& file = version.file;
    if (newest(file) != version) {
      throw arguments::UsageError(file.string() + ": has changed or is gone since it was opened; open it again");
    }
    auto scene = std::make_shared<const engine::Scene>(load_scene(file));
    engine::check_scene(*scene, std::numeric_limits<std::uint32_t>::max());
    return scene;
  }
};

constexpr glm::vec3 kLuminance = {0.2126f, 0.7152f, 0.0722f};  // of linear BT.709

/// Luminance of white paper on the ground, about.
float paper_nits(const engine::Daylight& day, const engine::Light& sun) {
  const float sun_nits =
      std::max(-sun.direction.y, 0.0f) * sun.intensity * glm::dot(sun.color, kLuminance) / std::numbers::pi_v<float>;
  return sun_nits + glm::dot(engine::daylight_nits(day, {0, 1, 0}), kLuminance);
}

bool is_sun(const engine::Light& light) { return light.kind == engine::Light::Kind::directional; }

/// The sky over a file's own lights. The made-up one gives level ground 10 klx, a fifth to a tenth of what a sun of 50
/// to 100 klx gives a plane across it, as in nature. Many files have weaker suns: their sky gives a fifth. Without a
/// sun, lamps are seen at dusk.
engine::ClearSky sky_of(const engine::Scene& scene) {
  constexpr float kClearDaysSun_lux = 50000.0f, kDusk = 1e-3f;
  float sun_lux = 0.0f;
  for (const engine::Light& light : scene.lights) {
    if (is_sun(light)) sun_lux += light.intensity * glm::dot(light.color, kLuminance);
  }
  const bool has_sun = std::any_of(scene.lights.begin(), scene.lights.end(), is_sun);
  const float scale = has_sun ? std::min(sun_lux / kClearDaysSun_lux, 1.0f) : kDusk;
  engine::ClearSky sky;
  sky.zenith_nits *= scale;
  sky.horizon_nits *= scale;
  return sky;
}

/// As it stands round the scene.
HdrPixels read_turned(const Surroundings& surroundings) {
  HdrPixels pixels = read_panorama(surroundings.environment);
  const double turn = std::round(double(surroundings.environment_yaw_deg) / 360.0 * double(pixels.width));
  const auto columns = std::size_t(turn < 0.0 ? turn + double(pixels.width) : turn) % pixels.width;
  for (auto row = pixels.rgba.begin(); row != pixels.rgba.end(); row += 4 * std::ptrdiff_t(pixels.width)) {
    std::rotate(row, row + 4 * std::ptrdiff_t(pixels.width - columns), row + 4 * std::ptrdiff_t(pixels.width));
  }
  return pixels;
}

/// Its sun casts shadows where the scene has none of its own.
engine::Panorama panorama_of(const HdrPixels& pixels, bool has_own_sun) {
  return {.rgba = pixels.rgba, .width = pixels.width, .height = pixels.height, .sun_is_a_light = !has_own_sun};
}

/// As a light of its own, if it has one.
std::optional<engine::PanoramaSun> sun_light_of(const engine::Panorama& panorama) {
  return panorama.sun_is_a_light ? engine::sun_of(panorama) : std::nullopt;
}

/// A model with the sun of a panorama, if that has one.
std::optional<engine::Scene> in_sun_of(const std::optional<engine::PanoramaSun>& sun, const engine::Scene& model) {
  if (!sun) return std::nullopt;
  engine::Scene scene = model;
  scene.lights.push_back(sun->light);
  return scene;
}

/// Whether sun and sky of a daylight are around a model, in the place of its own sun.
bool is_by_day(bool is_unlit, const Surroundings& surroundings) {
  return surroundings.environment.empty() && (is_unlit || surroundings.sun == SunChoice::day);
}

engine::ClearSky sky_by_day(const engine::Daylight& day) { return {.ground_albedo = kGroundAlbedo, .daylight = day}; }

/// A model by day, on ground. Its lamps stay.
engine::Scene by_day(const engine::Scene& model, const engine::Daylight& day) {
  engine::Scene scene = model;
  std::erase_if(scene.lights, is_sun);
  scene.lights.insert(scene.lights.begin(), engine::sunlight(day));
  if (model.lights.empty()) {
    // Of a file without lights, 1 means white: seen by day, it glows as bright as paper does there.
    const float white_nits = paper_nits(day, scene.lights.front());
    for (engine::Material& material : scene.materials) {
      material.emissive_nits = glm::min(material.emissive_nits * white_nits, glm::vec3(1e9f));  // finite
    }
  }
  if (!has_ground(model)) add_ground(scene);
  return scene;
}

/// A file's scene where it stands first, with all of its light that takes no device.
struct StandingScene {
  Version version;
  std::shared_ptr<const engine::Scene> model;  ///< the file's
  Surroundings surroundings;
  std::optional<engine::Scene> in_sun;  ///< the model, where they give it one
  std::optional<engine::AmbientLight> light;

  const engine::Scene& scene() const { return in_sun ? *in_sun : *model; }
};

StandingScene standing_in(const Model& model, const Surroundings& surroundings, const engine::LightCache& cache,
                          engine::Progress* progress) {
  StandingScene standing = {model.version, model.scene(), surroundings, {}, {}};
  if (progress != nullptr) progress->check();
  if (!surroundings.environment.empty()) {
    const HdrPixels pixels = read_turned(surroundings);
    const bool has_own_sun = engine::direction_to_sun(standing.model->lights).has_value();
    const engine::Panorama panorama = panorama_of(pixels, has_own_sun);
    const std::optional<engine::PanoramaSun> sun = sun_light_of(panorama);
    standing.in_sun = in_sun_of(sun, *standing.model);
    standing.light.emplace(standing.scene(), panorama, sun, cache, progress);
  } else if (is_by_day(standing.model->lights.empty(), surroundings)) {
    standing.in_sun = by_day(*standing.model, surroundings.daylight);
    standing.light.emplace(standing.scene(), sky_by_day(surroundings.daylight), cache, progress);
  } else {
    standing.light.emplace(*standing.model, sky_of(*standing.model), cache, progress);
  }
  return standing;
}

class SceneData : public SourceData {
 public:
  explicit SceneData(StandingScene its_standing) : standing(std::move(its_standing)) {}
  std::unique_ptr<Source> make(const engine::Context& context, VkExtent2D extent, std::uint32_t samples) override;

  StandingScene standing;
};

class SceneSource : public Source {
 public:
  SceneSource(const engine::Context& context, StandingScene standing, VkExtent2D extent, std::uint32_t samples)
      : renderer_(context, extent, samples), surroundings_(std::move(standing.surroundings)) {
    renderer_.set_scene(standing.scene(), std::move(*standing.light));
    const engine::Scene& model = *standing.model;
    is_unlit_ = model.lights.empty();
    sky_ = sky_of(model);
    has_own_sun_ = engine::direction_to_sun(model.lights).has_value();
    has_panoramas_sun_ = standing.in_sun && !surroundings_.environment.empty();
    if (!model.cameras.empty()) camera_ = model.cameras.front();
    const double reach = glm::length(glm::dvec3(model.bounds.max_m - model.bounds.min_m));
    camera_.far_m = std::max(camera_.far_m, static_cast<float>(4.0 * reach));
    if (model.cameras.empty()) {
      framing_.emplace(model);
      camera_.near_m = std::min(camera_.near_m,
                                static_cast<float>(0.01 * framing_->reach_m()));  // small things are looked at closely
    } else {
      start_ = pose_of(camera_);
    }
    subject_ = subject_of(model);
    warnings_ = model.warnings;
    if (model.movement) {
      for (const engine::Animation& animation : model.movement->animations) {
        animations_.push_back({animation.name, animation.duration_s});
      }
    }
    model_.version = std::move(standing.version);
    if (!has_own_sun_) model_.kept = std::move(standing.model);
  }

  SourceKind kind() const override { return SourceKind::scene; }
  bool has_daylight() const override { return is_by_day(is_unlit_, surroundings_); }
  bool has_lights() const override { return !is_unlit_; }
  bool has_sun() const override { return has_own_sun_ || has_panoramas_sun_ || has_daylight(); }
  void surround(const Surroundings& surroundings) override {
    if (is_relit_by(surroundings)) {
      if (surroundings.environment.empty()) {
        take_sky(surroundings);
      } else {
        take_panorama(surroundings);
      }
    }
    surroundings_ = surroundings;
  }
  Surroundings surroundings() const override { return surroundings_; }
  SourceWork relighting(const Surroundings& surroundings, const engine::LightCache& cache) const override {
    if (!is_relit_by(surroundings)) return {};
    return [model = model_, surroundings, cache](engine::Progress* progress) {
      return std::make_unique<SceneData>(standing_in(model, surroundings, cache, progress));
    };
  }
  void relight(SourceData& data) override {
    StandingScene& standing = dynamic_cast<SceneData&>(data).standing;
    renderer_.set_scene(standing.scene(), std::move(*standing.light));
    surroundings_ = standing.surroundings;
    has_panoramas_sun_ = standing.in_sun && !surroundings_.environment.empty();
  }
  void record(VkCommandBuffer command_buffer, const View& view, VkBuffer exposure) override {
    surround(view.surroundings);
    engine::Camera camera = camera_;
    camera.position_m = view.pose.position_m;
    camera.orientation = orientation_of(view.pose);
    const double aspect = double(renderer_.extent().width) / double(renderer_.extent().height);
    const double half = std::tan(double(scene_radians(view.horizontal_fov_deg)) / 2.0);
    camera.vertical_fov_rad = static_cast<float>(2.0 * std::atan(half / aspect));
    engine::SceneSettings settings = view.scene;
    if (has_panoramas_sun_) settings.sun_scale *= settings.environment_scale;
    engine::Moment moment = {.animation = chosen_animation(animations_, view.animation.name)};
    if (moment.animation) moment.time_s = view.animation.time_s;
    renderer_.record(command_buffer, camera, settings, exposure, moment);
    pre_exposure_ = engine::pre_exposure(view.scene);
  }
  const engine::Image& hdr() const override { return renderer_.color(); }
  float pre_exposure() const override { return pre_exposure_; }
  void resize(VkExtent2D extent) override { renderer_.resize(extent); }
  Pose start(double horizontal_fov_deg) const override {
    if (!framing_) return start_;
    return framing_->pose(horizontal_fov_deg, double(vertical_fov_deg(horizontal_fov_deg, renderer_.extent())));
  }
  std::optional<engine::SceneRenderer::Picked> pick(const glm::dvec3& from_m, const glm::dvec3& direction) override {
    return renderer_.pick({.origin_m = from_m, .direction = direction});
  }
  std::optional<engine::Bounds> subject() const override { return subject_; }
  double walking_speed_m_per_s() const override {
    return framing_ ? framing_->walking_speed_m_per_s() : kWalkingSpeed_m_per_s;
  }

 private:
  /// Whether they are other light.
  bool is_relit_by(const Surroundings& surroundings) const {
    if (surroundings.environment != surroundings_.environment) return true;
    if (!surroundings.environment.empty()) return surroundings.environment_yaw_deg != surroundings_.environment_yaw_deg;
    const bool is_day = is_by_day(is_unlit_, surroundings);
    return is_day != has_daylight() || (is_day && surroundings.daylight != surroundings_.daylight);
  }
  void take_sky(const Surroundings& surroundings) {
    const bool is_day = is_by_day(is_unlit_, surroundings);
    if (is_day) {
      renderer_.set_scene(by_day(*model_.scene(), surroundings.daylight));
    } else if (has_panoramas_sun_ || has_daylight()) {
      renderer_.set_scene(*model_.scene());
    }
    renderer_.set_environment(is_day ? sky_by_day(surroundings.daylight) : sky_);
    has_panoramas_sun_ = false;
  }
  void take_panorama(const Surroundings& surroundings) {
    const HdrPixels pixels = read_turned(surroundings);
    const engine::Panorama panorama = panorama_of(pixels, has_own_sun_);
    const std::optional<engine::PanoramaSun> sun = sun_light_of(panorama);
    const std::optional<engine::Scene> in_sun = sun ? in_sun_of(sun, *model_.scene()) : std::nullopt;
    if (in_sun) {
      renderer_.set_scene(*in_sun);
    } else if (has_panoramas_sun_ || has_daylight()) {
      renderer_.set_scene(*model_.scene());
    }
    renderer_.set_environment(panorama, sun);
    has_panoramas_sun_ = in_sun.has_value();
  }

  engine::SceneRenderer renderer_;
  bool is_unlit_ = false;  ///< the file has no lights
  bool has_own_sun_ = false;
  bool has_panoramas_sun_ = false;
  Model model_;
  engine::ClearSky sky_;  ///< of lights of its own
  Surroundings surroundings_;
  float pre_exposure_ = 1.0f;  ///< of the last frame
  engine::Camera camera_;
  engine::Bounds subject_;
  std::optional<Framing> framing_;  ///< where the file has no camera
  Pose start_;                      ///< else
};

std::unique_ptr<Source> SceneData::make(const engine::Context& context, VkExtent2D extent, std::uint32_t samples) {
  return std::make_unique<SceneSource>(context, std::move(standing), extent, samples);
}

}  // namespace

std::unique_ptr<SourceData> read_scene(const std::filesystem::path& file, const Surroundings& surroundings,
                                       const engine::LightCache& cache, engine::Progress* progress) {
  return std::make_unique<SceneData>(
      standing_in({.version = newest(file), .kept = nullptr}, surroundings, cache, progress));
}

}  // namespace session
