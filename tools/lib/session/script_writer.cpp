// SPDX-License-Identifier: MIT
// Differences between controls as steps of a script.
#include "session/script_writer.h"

#include <cmath>

#include "arguments/errors.h"
#include "json/text.h"
#include "session/script.h"
#include "session/settings/setting_changes.h"
#include "session/settings/settings_file.h"

namespace session {
namespace {

using json::Json;

/// Of `now`, those that aren't as in `before`; all without one.
Json settings_of(const Settings& now, const Settings* before) {
  const Json whole = json::parsed(settings_json(now)).value();
  Json groups = Json::object();
  for (const SettingField& field : setting_fields()) {
    if (before != nullptr && is_same(field, now, *before)) continue;
    groups[field.group][field.name] = whole[field.group][field.name];
  }
  return groups;
}

Json overlay_of(const photopic::OverlaySettings& overlay) {
  Json views = Json::array();
  for (std::size_t i = 0; i < std::size(kOverlayNames); ++i) {
    if ((overlay.views >> i & 1u) != 0) views.push_back(kOverlayNames[i]);
  }
  return {{"views", views},
          {"scale", overlay.scale},
          {"false_color_min_ev100", overlay.false_color_min_ev100},
          {"false_color_max_ev100", overlay.false_color_max_ev100},
          {"false_color_automatic", overlay.false_color_automatic},
          {"pyramid_level", overlay.pyramid_level},
          {"zebra_under", overlay.zebra_under},
          {"zebra_over", overlay.zebra_over},
          {"split", overlay.split},
          {"local_x", overlay.local_x},
          {"local_y", overlay.local_y}};
}

Json comparison_json(const Comparison& comparison) {
  if (!comparison.is_on) return nullptr;
  Json without = Json::array();
  std::uint32_t listed = 0;
  for (const SettingField& field : setting_fields()) {
    const std::uint32_t effect = effect_of_group(field.group);
    if ((comparison.without & effect & ~listed) == 0) continue;
    without.push_back(field.group);
    listed |= effect;
  }
  return {{"tone_mapper", photopic::tone_mapper_name(comparison.tone_mapper)},
          {"ungraded", comparison.is_ungraded},
          {"without", without},
          {"split", comparison.split}};
}

Json scene_of(const View& view) {
  const engine::Daylight& day = view.surroundings.daylight;
  std::error_code error;  // then as it is
  const std::filesystem::path& file = view.surroundings.environment;
  return {{"sun_scale", view.scene.sun_scale},
          {"environment_scale", view.scene.environment_scale},
          {"pre_exposure_ev", view.scene.pre_exposure_ev},
          {"environment", file.empty() ? "" : std::filesystem::absolute(file, error).string()},
          {"environment_yaw_deg", view.surroundings.environment_yaw_deg},
          {"sun", kSunNames[std::size_t(view.surroundings.sun)]},
          {"time_of_day_h", day.time_of_day_h},
          {"sun_azimuth_deg", day.sun_azimuth_deg},
          {"turbidity", day.turbidity},
          {"animation", view.animation.name},
          {"animation_speed", view.animation.speed}};
}

Json camera_of(const Pose& pose) {
  return {{"position_m", {pose.position_m.x, pose.position_m.y, pose.position_m.z}},
          {"yaw_deg", pose.yaw_deg},
          {"pitch_deg", pose.pitch_deg}};
}

}  // namespace

/// An animation goes on by itself.
void ScriptWriter::note(double time_s, const Controls& controls, bool is_cut) {
  constexpr double kSlack_s = 1e-6;
  const double now_s = controls.view.animation.time_s;
  bool has_jumped = false;
  if (last_) {
    PlayedAnimation& animation = last_->view.animation;
    const double played_s = animation.time_s + animation.speed * (time_s - last_time_s_);
    has_jumped = now_s != animation.time_s && std::abs(now_s - played_s) > kSlack_s;
    animation.time_s = now_s;
  }
  last_time_s_ = time_s;
  if (last_ && !is_cut && !has_jumped && is_same(controls, *last_)) return;
  Json step = Json::object();
  step["time_s"] = time_s;
  const Json settings = settings_of(controls.settings, last_ ? &last_->settings : nullptr);
  if (!settings.empty()) step["settings"] = settings;
  // A member that is as before is left out.
  const auto add = [&](const char* key, const auto& json_of) {
    const Json now = json_of(controls);
    if (!last_ || now != json_of(*last_)) step[key] = now;
  };
  add("overlay", [](const Controls& c) { return overlay_of(c.overlay); });
  add("comparison", [](const Controls& c) { return comparison_json(c.comparison); });
  add("calibration", [](const Controls& c) { return Json(kCalibrationNames[std::size_t(c.calibration)]); });
  add("scene", [](const Controls& c) { return scene_of(c.view); });
  add("fov_deg", [](const Controls& c) { return Json(c.view.horizontal_fov_deg); });
  add("measures", [](const Controls& c) { return measures_json(c.measures); });
  add("camera", [](const Controls& c) { return camera_of(c.view.pose); });
  if (!last_ || has_jumped || step.contains("scene")) {
    step["scene"]["animation_time_s"] = now_s;
  }
  if (is_cut || !last_) step["reset"] = true;
  steps_.push_back(std::move(step));
  last_ = controls;
}

void ScriptWriter::note_open(double time_s, const std::filesystem::path& file, const image_io::LayerChoice& layers) {
  std::error_code error;
  Json opened = std::filesystem::absolute(file, error).string();
  if (layers.is_given()) {
    opened = {{"file", std::move(opened)}};
    if (layers.part) opened["part"] = *layers.part;
    if (layers.layer) opened["layer"] = *layers.layer;
    if (!layers.channels.empty()) opened["rgb"] = layers.channels;
  }
  steps_.push_back({{"time_s", time_s}, {"open", std::move(opened)}});
}

std::string ScriptWriter::text() const {
  std::string text = "[";
  for (const Json& step : steps_) {
    const std::optional<std::string> line = json::exact_text(step);
    if (!line) throw arguments::UsageError("a file's name is not UTF-8, and JSON takes nothing else");
    text += (text.size() == 1 ? "" : ",\n ") + *line;
  }
  return text + "]\n";
}

}  // namespace session
