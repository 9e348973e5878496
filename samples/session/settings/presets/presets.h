// SPDX-License-Identifier: MIT
// Settings for common uses, built in: the files of assets/presets.
#ifndef PHOTOPIC_SAMPLES_SESSION_SETTINGS_PRESETS_PRESETS_H
#define PHOTOPIC_SAMPLES_SESSION_SETTINGS_PRESETS_PRESETS_H

#include <span>
#include <string>

#include "json/node.h"
#include "session/settings/settings.h"

namespace session {

struct Preset {
  const char* name;
  const char* help;  ///< one line, lower case, without full stop
  const char* json;  ///< a settings file, of what it sets alone
};

/// All, by name.
std::span<const Preset> presets();
/// Throws arguments::UsageError for a name that there isn't; `what` begins the message.
const Preset& preset_of(const std::string& name, const std::string& what);
/// Groups as assign_settings() takes them.
json::Json preset_groups(const Preset& preset);
/// The studied settings with what the preset sets.
Settings preset_settings(const Preset& preset);

}  // namespace session

#endif
