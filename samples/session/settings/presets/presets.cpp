// SPDX-License-Identifier: MIT
// Presets: their list is made by CMake.
#include "session/settings/presets/presets.h"

#include "arguments/errors.h"
#include "json/text.h"
#include "session/settings/text/settings_file.h"

namespace session {
namespace {

constexpr Preset kPresets[] = {
#include "presets.inc"
};

}  // namespace

std::span<const Preset> presets() { return kPresets; }

const Preset& preset_of(const std::string& name, const std::string& what) {
  std::string names;
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return preset;
    names += (names.empty() ? "" : ", ") + std::string(preset.name);
  }
  throw arguments::UsageError(what + ": '" + name + "' is none of " + names);
}

json::Json preset_groups(const Preset& preset) { return json::parsed(preset.json).value(); }

Settings preset_settings(const Preset& preset) {
  const json::Json groups = preset_groups(preset);
  Settings named;
  assign_settings(json::Node(groups), named);
  Settings settings = studied_settings(named.tone_map.tone_mapper);
  assign_settings(json::Node(groups), settings);
  return settings;
}

}  // namespace session
