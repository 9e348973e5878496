// SPDX-License-Identifier: MIT
#include "viewer/script.h"

#include <algorithm>
#include <sstream>

#include "cli/errors.h"
#include "cli/settings_file.h"
#include "io/image_file.h"
#include "viewer/json_file.h"

namespace viewer {
namespace {

using Change = std::function<void(Session&, const Script::OnWindow&)>;

std::uint32_t view_bit(const std::string& name, const std::string& what) {
  const auto* const found = std::find(std::begin(kOverlayNames), std::end(kOverlayNames), name);
  if (found != std::end(kOverlayNames)) return 1u << (found - std::begin(kOverlayNames));
  std::string names;
  for (const char* one : kOverlayNames) names += (names.empty() ? "" : ", ") + std::string(one);
  throw cli::UsageError(what + ": '" + name + "' is none of " + names + ", all");
}

void assign_overlay(const std::string& key, const Json& value, photopic::OverlaySettings& overlay) {
  const auto number = [&] { return static_cast<float>(finite_number(value, key.c_str())); };
  const auto count = [&] { return value.get<std::uint32_t>(); };
  if (key == "views") {
    overlay.views = 0;
    for (const Json& name : value) overlay.views |= view_bit(name.get<std::string>(), "views");
  } else if (key == "scale") {
    overlay.scale = count();
  } else if (key == "pyramid_level") {
    overlay.pyramid_level = count();
  } else if (key == "split") {
    overlay.split = number();
  } else if (key == "false_color_min_ev100") {
    overlay.false_color_min_ev100 = number();
  } else if (key == "false_color_max_ev100") {
    overlay.false_color_max_ev100 = number();
  } else if (key == "zebra_under") {
    overlay.zebra_under = number();
  } else if (key == "zebra_over") {
    overlay.zebra_over = number();
  } else {
    throw cli::UsageError("there is no overlay setting '" + key + "'");
  }
}

void assign_scene(const std::string& key, const Json& value, engine::SceneSettings& scene) {
  if (key == "sun_scale") {
    scene.sun_scale = static_cast<float>(finite_number(value, "sun_scale"));
  } else if (key == "environment_scale") {
    scene.environment_scale = static_cast<float>(finite_number(value, "environment_scale"));
  } else {
    throw cli::UsageError("there is no scene setting '" + key + "'");
  }
}

Comparison comparison_of(const Json& json) {
  Comparison comparison;
  if (json.is_null()) return comparison;
  comparison.is_on = true;
  for (const auto& [key, value] : json.items()) {
    if (key == "tone_mapper") {
      cli::Settings settings;
      cli::assign_settings({{"tone_map", {{key, value}}}}, settings);
      comparison.tone_mapper = settings.tone_map.tone_mapper;
    } else if (key == "split") {
      comparison.split = static_cast<float>(finite_number(value, "split"));
      if (comparison.split < 0.0f || comparison.split > 1.0f) throw cli::UsageError("split is not from 0 to 1");
    } else {
      throw cli::UsageError("a comparison has no '" + key + "'");
    }
  }
  return comparison;
}

Change change_of(const std::string& key, const Json& value, const std::filesystem::path& folder) {
  if (key == "settings") {
    cli::Settings trial;
    cli::assign_settings(value, trial);  // refuses what is wrong before anything runs
    return
        [value](Session& session, const Script::OnWindow&) { cli::assign_settings(value, session.controls.settings); };
  }
  if (key == "overlay") {
    photopic::OverlaySettings trial;
    for (const auto& [name, one] : value.items()) assign_overlay(name, one, trial);
    return [value](Session& session, const Script::OnWindow&) {
      for (const auto& [name, one] : value.items()) assign_overlay(name, one, session.controls.overlay);
    };
  }
  if (key == "scene") {
    engine::SceneSettings trial;
    for (const auto& [name, one] : value.items()) assign_scene(name, one, trial);
    return [value](Session& session, const Script::OnWindow&) {
      for (const auto& [name, one] : value.items()) assign_scene(name, one, session.controls.view.scene);
    };
  }
  if (key == "fov_deg") {
    const double fov_deg = finite_number(value, "fov_deg");
    return [fov_deg](Session& session, const Script::OnWindow&) { session.controls.view.horizontal_fov_deg = fov_deg; };
  }
  if (key == "open") {
    const std::filesystem::path file = folder / value.get<std::string>();
    return [file](Session& session, const Script::OnWindow&) { session.open(file); };
  }
  if (key == "reset") {
    if (!value.get<bool>()) return [](Session&, const Script::OnWindow&) {};
    return [](Session& session, const Script::OnWindow&) { session.reset_exposure(); };
  }
  if (key == "comparison") {
    const Comparison comparison = comparison_of(value);
    return [comparison](Session& session, const Script::OnWindow&) { session.controls.comparison = comparison; };
  }
  if (key == "window") {
    const WindowChange change = window_change(value, folder);
    return [change](Session&, const Script::OnWindow& on_window) {
      if (on_window) on_window(change);
    };
  }
  throw cli::UsageError("there is no '" + key +
                        "'; there are settings, overlay, scene, fov_deg, open, comparison, reset, window");
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
  read_json(file, [&](const Json& root) {
    if (!root.is_array()) throw cli::UsageError("is not an array of steps");
    for (const Json& json : root) {
      const std::string number = "step " + std::to_string(steps_.size() + 1) + ": ";
      try {
        if (!json.is_object()) throw cli::UsageError("is not an object");
        if (!json.contains("time_s")) throw cli::UsageError("has no time_s");
        const double time_s = finite_number(json["time_s"], "time_s");
        if (!steps_.empty() && time_s < steps_.back().time_s) throw cli::UsageError("time_s is before the last step's");
        std::vector<Change> changes;
        for (const auto& [key, value] : json.items()) {
          if (key != "time_s") changes.push_back(change_of(key, value, file.parent_path()));
        }
        steps_.push_back({time_s, [changes](Session& session, const OnWindow& on_window) {
                            for (const Change& change : changes) change(session, on_window);
                          }});
      } catch (const nlohmann::json::exception& error) {
        const std::string words = error.what();
        throw cli::UsageError(number + words.substr(words.find("] ") + 2));
      } catch (const cli::UsageError& error) {
        throw cli::UsageError(number + error.what());
      }
    }
  });
}

void Script::apply(double time_s, Session& session, const OnWindow& on_window) {
  // A frame's time is a multiple of 1 / fps, rounded: a step on it must not come a frame late.
  constexpr double kSlack_s = 1e-9;
  while (next_ < steps_.size() && steps_[next_].time_s <= time_s + kSlack_s) steps_[next_++].apply(session, on_window);
}

}  // namespace viewer
