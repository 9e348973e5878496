// SPDX-License-Identifier: MIT
// Reading of scripts, and applying of their steps.
#include "session/script.h"

#include <sstream>

#include "arguments/errors.h"
#include "arguments/words.h"
#include "json/file.h"
#include "session/settings/settings_file.h"
#include "session/values.h"

namespace session {
namespace {

using Change = std::function<void(const Script::Target&)>;

constexpr double kMaxScale = 1e6;  // of lights

std::uint32_t view_bit(const std::string& name, const std::string& what) {
  return 1u << arguments::word_index(kOverlayNames, name, what, "all");
}

void assign_overlay(const std::string& key, const json::Node& value, photopic::OverlaySettings& overlay) {
  const auto number = [&](double min, double max) { return static_cast<float>(number_of(value, min, max)); };
  constexpr double kEv = 64.0;
  if (key == "views") {
    if (!value.json().is_array()) value.refuse("views is not an array");
    overlay.views = 0;
    for (const json::Node& name : value.elements()) overlay.views |= view_bit(name.text(), "views");
  } else if (key == "scale") {
    overlay.scale = count_of(value, 1, 8);
  } else if (key == "pyramid_level") {
    overlay.pyramid_level = count_of(value, 0, 31);
  } else if (key == "split") {
    overlay.split = number(0.0, 1.0);
  } else if (key == "local_x") {
    overlay.local_x = number(0.0, 1.0);
  } else if (key == "local_y") {
    overlay.local_y = number(0.0, 1.0);
  } else if (key == "false_color_min_ev100") {
    overlay.false_color_min_ev100 = number(-kEv, kEv);
  } else if (key == "false_color_max_ev100") {
    overlay.false_color_max_ev100 = number(-kEv, kEv);
  } else if (key == "false_color_automatic") {
    overlay.false_color_automatic = value.flag();
  } else if (key == "zebra_under") {
    overlay.zebra_under = number(0.0, 1.0);
  } else if (key == "zebra_over") {
    overlay.zebra_over = number(0.0, 1.0);
  } else {
    throw arguments::UsageError("there is no overlay setting '" + key + "'");
  }
}

void assign_scene(const std::string& key, const json::Node& value, const std::filesystem::path& folder, View& view) {
  const auto number = [&](double min, double max) { return static_cast<float>(number_of(value, min, max)); };
  engine::Daylight& day = view.surroundings.daylight;
  if (key == "sun_scale") {
    view.scene.sun_scale = number(0.0, kMaxScale);
  } else if (key == "environment_scale") {
    view.scene.environment_scale = number(0.0, kMaxScale);
  } else if (key == "pre_exposure_ev") {
    view.scene.pre_exposure_ev = number(-double(engine::kMostPreExposure_ev), double(engine::kMostPreExposure_ev));
  } else if (key == "environment") {
    const std::string file = value.text();
    view.surroundings.environment = file.empty() ? std::filesystem::path() : folder / file;
  } else if (key == "environment_yaw_deg") {
    view.surroundings.environment_yaw_deg = number(-180.0, 180.0);
  } else if (key == "sun") {
    view.surroundings.sun = SunChoice(arguments::word_index(kSunNames, value.text(), "sun"));
  } else if (key == "time_of_day_h") {
    day.time_of_day_h = number(double(engine::kSunrise_h), double(engine::kSunset_h));
  } else if (key == "sun_azimuth_deg") {
    day.sun_azimuth_deg = number(-180.0, 180.0);
  } else if (key == "turbidity") {
    day.turbidity = number(double(engine::kLeastTurbidity), double(engine::kMostTurbidity));
  } else if (key == "animation") {
    view.animation.name = value.text();
  } else if (key == "animation_time_s") {
    view.animation.time_s = finite_number(value);
  } else if (key == "animation_speed") {
    view.animation.speed = number_of(value, -kMostAnimationSpeed, kMostAnimationSpeed);
  } else {
    throw arguments::UsageError("there is no scene setting '" + key + "'");
  }
}

Comparison comparison_of(const json::Node& node) {
  Comparison comparison;
  if (node.json().is_null()) return comparison;
  comparison.is_on = true;
  for (const auto& [key, value] : node.members()) {
    if (key == "tone_mapper") {
      const json::Json groups = {{"tone_map", {{key, value.json()}}}};
      Settings settings;
      assign_settings(json::Node(groups), settings);
      comparison.tone_mapper = settings.tone_map.tone_mapper;
    } else if (key == "ungraded") {
      comparison.is_ungraded = value.flag();
    } else if (key == "without") {
      for (const json::Node& name : value.elements()) {
        const std::uint32_t effect = effect_of_group(name.text());
        if (effect == 0) throw arguments::UsageError("without: '" + name.text() + "' is no effect");
        comparison.without |= effect;
      }
    } else if (key == "split") {
      comparison.split = static_cast<float>(number_of(value, 0.0, 1.0));
    } else {
      throw arguments::UsageError("a comparison has no '" + key + "'");
    }
  }
  return comparison;
}

struct Opening {
  std::string file;
  image_io::LayerChoice layers;
};

/// A file's name, or an object with it.
Opening opening_of(const json::Node& node) {
  if (!node.json().is_object()) return {node.text(), {}};
  Opening opening;
  for (const auto& [key, value] : node.members()) {
    if (key == "file") {
      opening.file = value.words();
    } else if (key == "part") {
      opening.layers.part = value.text();
    } else if (key == "layer") {
      opening.layers.layer = value.text();
    } else if (key == "rgb") {
      for (const json::Node& name : value.elements()) opening.layers.channels.push_back(name.words());
    } else {
      throw arguments::UsageError("open has no '" + key + "'; there are file, part, layer, rgb");
    }
  }
  node.at("file");
  const std::size_t channels = opening.layers.channels.size();
  const bool is_count_right = channels == 0 || channels == 1 || channels == 3;
  if (!is_count_right || (opening.layers.layer && channels != 0)) {
    throw arguments::UsageError("open: rgb takes one channel or three, and no layer beside them");
  }
  return opening;
}

/// `assign` for each member of an object.
template <class Assign, class Target>
void assign_members(const json::Node& object, const Assign& assign, Target& target) {
  for (const auto& [name, one] : object.rooted().members()) assign(name, one, target);
}

/// Files that the change reads are added to `inputs`.
Change change_of(const std::string& key, const json::Node& value, const std::filesystem::path& folder,
                 std::vector<std::filesystem::path>& inputs) {
  // What is wrong is refused before anything runs; the document is gone by then.
  const json::Json kept = value.json();
  if (key == "settings") {
    Settings trial;
    assign_settings(value, trial);
    for (const std::filesystem::path& file :
         {trial.metering.mask, trial.look.scene_lut, trial.look.tone_mapper_lut, trial.look.lut}) {
      if (!file.empty()) inputs.push_back(file);
    }
    const bool is_pyramid = trial.metering.method == MeteringMethod::pyramid;
    return [kept, is_pyramid](const Script::Target& target) {
      Settings& settings = target.session.controls.settings;
      if (is_pyramid) choose_pyramid(settings);
      assign_settings(json::Node(kept), settings);
    };
  }
  if (key == "overlay") {
    photopic::OverlaySettings trial;
    assign_members(value, assign_overlay, trial);
    return [kept](const Script::Target& target) {
      assign_members(json::Node(kept), assign_overlay, target.session.controls.overlay);
    };
  }
  if (key == "scene") {
    const auto assign = [folder](const std::string& name, const json::Node& one, View& view) {
      assign_scene(name, one, folder, view);
    };
    View trial;
    assign_members(value, assign, trial);
    if (!trial.surroundings.environment.empty()) inputs.push_back(trial.surroundings.environment);
    return [kept, assign](const Script::Target& target) {
      assign_members(json::Node(kept), assign, target.session.controls.view);
      target.session.check_animation();
    };
  }
  if (key == "fov_deg") {
    const double fov_deg = number_of(value, kMinFov_deg, kMaxFov_deg);
    return [fov_deg](const Script::Target& target) { target.session.controls.view.horizontal_fov_deg = fov_deg; };
  }
  if (key == "open") {
    const auto [name, layers] = opening_of(value.rooted());
    const std::filesystem::path file = folder / name;
    inputs.push_back(file);
    return [file, layers = layers](const Script::Target& target) {
      if (target.on_open) {
        target.on_open(file, layers);
      } else {
        target.session.open(file, target.session.controls.view.surroundings, layers);
      }
    };
  }
  if (key == "camera") {
    const Pose pose = read_pose(value.rooted());
    return [pose](const Script::Target& target) { target.session.controls.view.pose = pose; };
  }
  if (key == "reset") {
    if (!value.flag()) return [](const Script::Target&) {};
    return [](const Script::Target& target) { target.session.reset_exposure(); };
  }
  if (key == "comparison") {
    const Comparison comparison = comparison_of(value.rooted());
    return [comparison](const Script::Target& target) { target.session.controls.comparison = comparison; };
  }
  if (key == "measures") {
    const std::vector<Measure> measures = read_measures(value.rooted());
    return [measures](const Script::Target& target) { target.session.controls.measures = measures; };
  }
  if (key == "calibration") {
    const auto screen = CalibrationScreen(arguments::word_index(kCalibrationNames, value.text(), "calibration"));
    return [screen](const Script::Target& target) { target.session.controls.calibration = screen; };
  }
  if (key == "window") {
    const WindowChange change = window_change(value.rooted(), folder);
    if (change.drop) inputs.push_back(*change.drop);
    if (change.other && change.other->file) inputs.push_back(*change.other->file);
    return [change](const Script::Target& target) {
      if (target.on_window) target.on_window(change);
    };
  }
  throw arguments::UsageError(
      "there is no '" + key +
      "'; there are settings, overlay, scene, fov_deg, open, comparison, calibration, camera, measures, reset, window");
}

}  // namespace

std::uint32_t overlay_views(const std::string& names, const std::string& what) {
  if (names == "all") return photopic::kAllOverlayViews;
  std::uint32_t views = 0;
  std::istringstream stream(names);
  for (std::string name; std::getline(stream, name, ',');) views |= view_bit(name, what);
  return views;
}

Script::Script(const std::filesystem::path& file) {
  json::read_file(file, [&](const json::Node& root) { *this = Script(root, file.parent_path()); });
}

Script::Script(const json::Node& steps, const std::filesystem::path& folder) {
  if (!steps.json().is_array()) steps.refuse("is not an array of steps");
  std::size_t number = 0;
  for (const json::Node& step : steps.elements()) {
    ++number;
    try {
      steps_.push_back(read_step(step.rooted(), folder));
      const std::size_t last = steps_.size() - 1;
      const bool is_early = last > 0 && steps_[last].time_s < steps_[last - 1].time_s;
      if (is_early) step.refuse("time_s is before the last step's");
    } catch (const json::Error& error) {
      throw error.after("step " + std::to_string(number) + ": ");
    }
  }
}

Script::Step Script::read_step(const json::Node& node, const std::filesystem::path& folder) {
  if (!node.json().is_object()) node.refuse("is not an object");
  const json::Node time = node.at("time_s");
  std::vector<Change> changes;
  for (const auto& [key, value] : node.members()) {
    if (key == "time_s") continue;
    has_camera_ |= key == "camera";
    if (key == "settings") settings_.push_back(value.json());
    try {
      changes.push_back(change_of(key, value, folder, inputs_));
    } catch (const arguments::UsageError& error) {
      value.refuse(error.what());
    }
  }
  return {finite_number(time), [changes](const Target& target) {
            for (const Change& change : changes) change(target);
          }};
}

std::vector<Settings> Script::settings_from(const Settings& start) const {
  std::vector<Settings> all = {start};
  for (const json::Json& changed : settings_) {
    all.push_back(all.back());
    assign_settings(json::Node(changed), all.back());
  }
  return all;
}

void Script::apply(double time_s, Session& session, const OnWindow& on_window, const OnOpen& on_open) {
  // A frame's time is a multiple of 1 / fps, rounded: a step on it must not come a frame late.
  constexpr double kSlack_s = 1e-9;
  while (next_ < steps_.size() && steps_[next_].time_s <= time_s + kSlack_s)
    steps_[next_++].apply({session, on_window, on_open});
}

}  // namespace session
