// SPDX-License-Identifier: MIT
// Settings as JSON: {"meter": {...}, "exposure": {...}, "tone_map": {...}}, keys as in <photopic/settings.h>.
#ifndef PHOTOPIC_SAMPLES_CLI_SETTINGS_FILE_H
#define PHOTOPIC_SAMPLES_CLI_SETTINGS_FILE_H

#include <photopic/settings.h>

#include <filesystem>
#include <string>

namespace cli {

/// Every setting, with its value.
std::string settings_json(photopic::Settings settings);

/// Overwrites the settings that the file names; the others stay. Throws io::Error for a file that can't be read or
/// parsed, an unknown key, or a value of the wrong kind.
void load_settings(const std::filesystem::path& file, photopic::Settings& settings);

}  // namespace cli

#endif
