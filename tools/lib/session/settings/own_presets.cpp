// SPDX-License-Identifier: MIT
// Files of the user's presets.
#include "session/settings/own_presets.h"

#include <algorithm>
#include <cstdlib>

#include "arguments/errors.h"
#include "files/atomic_file.h"
#include "files/error.h"
#include "session/settings/settings_file.h"

namespace session {

OwnPresets::OwnPresets(std::filesystem::path folder) : folder_(std::move(folder)) { list(); }

std::filesystem::path OwnPresets::default_folder() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  // The XDG base directory specification has relative paths ignored.
  if (config != nullptr && config[0] == '/') return std::filesystem::path(config) / "photopic" / "presets";
  if (home != nullptr && home[0] == '/') return std::filesystem::path(home) / ".config" / "photopic" / "presets";
  return {};
}

void OwnPresets::list() {
  names_.clear();
  std::error_code error;
  std::filesystem::directory_iterator entry(folder_, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".json") names_.push_back(entry->path().stem().string());
  }
  std::sort(names_.begin(), names_.end());
}

std::filesystem::path OwnPresets::file_of(const std::string& name) const {
  if (folder_.empty()) throw arguments::UsageError("there is no home folder for presets");
  if (name.empty() || name.front() == '.' || name.find_first_of("/\\\n") != std::string::npos) {
    throw arguments::UsageError("'" + name +
                                "' can't be a preset's name: it must be a file's, without a point at its "
                                "start");
  }
  return folder_ / (name + ".json");
}

void OwnPresets::save(const std::string& name, const Settings& settings) {
  const std::filesystem::path file = file_of(name);
  std::error_code error;
  std::filesystem::create_directories(folder_, error);
  if (error) throw files::Error(folder_, error.message());
  files::write_text(file, settings_json(settings));
  list();
}

Settings OwnPresets::load(const std::string& name) const {
  Settings settings = studied_settings(Settings{}.tone_map.tone_mapper);
  load_settings(file_of(name), settings);
  return settings;
}

void OwnPresets::rename(const std::string& name, const std::string& new_name) {
  const std::filesystem::path file = file_of(name), new_file = file_of(new_name);
  std::error_code error;
  if (std::filesystem::exists(new_file, error)) throw files::Error(new_file, "is there already");
  std::filesystem::rename(file, new_file, error);
  if (error) throw files::Error(file, error.message());
  list();
}

void OwnPresets::remove(const std::string& name) {
  const std::filesystem::path file = file_of(name);
  std::error_code error;
  std::filesystem::remove(file, error);
  if (error) throw files::Error(file, error.message());
  list();
}

}  // namespace session
