// SPDX-License-Identifier: MIT
// Settings of measurements and exposures, and their comparison.
#include "photopic/shot/shot_settings.h"

#include "files/hash.h"
#include "json/text.h"
#include "session/settings/settings_file.h"

namespace cli {
namespace {

constexpr const char* kReceptorSettings[] = {"dark_adaptation", "time_scale", "pupil", "pupil_field_deg2"};

/// Those of the metering, without those that name files.
json::Json all_settings(session::Settings settings) {
  settings.metering.method = session::method_of(settings, session::kFastestMethod);
  settings.metering.mask.clear();
  settings.look = {};
  return json::parsed(session::settings_json(settings)).value();
}

json::Json measured_of(const json::Json& all, const session::Settings& settings) {
  json::Json measured;
  measured["meter"] = all.at("meter");
  measured["meter"].erase("mask");
  const std::filesystem::path& mask = settings.metering.mask;
  measured["meter"]["mask_hash"] = mask.empty() ? "" : files::hash_of_file(mask);
  measured["input"] = all.at("input");
  measured["input"].erase("scene_gamut");  // of pictures
  return measured;
}

}  // namespace

json::Json measured_settings(const session::Settings& settings) {
  return measured_of(all_settings(settings), settings);
}

json::Json adapted_settings(const session::Settings& settings) {
  const json::Json all = all_settings(settings);
  json::Json adapted = measured_of(all, settings);
  adapted["exposure"] = all.at("exposure");
  if (session::is_balanced(settings)) adapted["white_balance"] = all.at("white_balance");
  if (photopic::needs_dark_adaptation(settings)) {
    for (const char* const name : kReceptorSettings) adapted["night"][name] = all.at("night").at(name);
    adapted["view"] = all.at("view");
  }
  return adapted;
}

void take_input(const json::Json& measured, session::Settings& settings) {
  if (settings.input.primaries != photopic::Primaries::automatic) return;
  const json::Json groups = {{"input", measured.at("input")}};
  session::assign_settings(json::Node(groups), settings);
}

std::optional<std::string> difference(const json::Json& wanted, const json::Json& found) {
  for (const auto& [group, settings] : wanted.items()) {
    if (!found.contains(group) || !found.at(group).is_object()) return group + " isn't among its settings";
    for (const auto& [name, value] : settings.items()) {
      const json::Json& others = found.at(group);
      const std::string there = others.contains(name) ? json::to_text(others.at(name)) : "missing";
      if (there != json::to_text(value))
        return group + "." + name + " is " + there + " there, " + json::to_text(value) + " here";
    }
  }
  return std::nullopt;
}

}  // namespace cli
