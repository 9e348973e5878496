// SPDX-License-Identifier: MIT
// Settings as JSON: {"meter": {...}, "exposure": {...}, "tone_map": {...}}, keys as in <photopic/settings.h>. Curves
// are arrays of [x, y].
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTINGS_FILE_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTINGS_FILE_H

#include <filesystem>
#include <functional>
#include <string>

#include "json/node.h"
#include "session/settings/settings.h"

namespace session {

/// Every setting, with its value.
std::string settings_json(Settings settings);

/// Overwrites the settings that the file names; the others stay. Throws files::Error for a file that can't be read or
/// parsed, an unknown key, or a value of the wrong kind.
void load_settings(const std::filesystem::path& file, Settings& settings);

/// Gives the groups of the file, which may be a pipe, to `read`. Throws as above.
void read_settings(const std::filesystem::path& file, const std::function<void(const json::Node& groups)>& read);

/// The same from an object of groups. Throws json::Error.
void assign_settings(const json::Node& groups, Settings& settings);

}  // namespace session

#endif
