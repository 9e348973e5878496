// SPDX-License-Identifier: MIT
// Presets of the user's own: settings files in a folder.
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_OWN_PRESETS_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_OWN_PRESETS_H

#include <filesystem>
#include <string>
#include <vector>

#include "session/settings/settings.h"

namespace session {

class OwnPresets {
 public:
  /// In `folder`, which need not be there.
  explicit OwnPresets(std::filesystem::path folder);
  /// $XDG_CONFIG_HOME/photopic/presets, or that of ~/.config; empty without a home.
  static std::filesystem::path default_folder();

  /// By name.
  const std::vector<std::string>& names() const { return names_; }
  /// Over one of that name. Throws arguments::UsageError for a name that can't be a file's; files::Error.
  void save(const std::string& name, const Settings& settings);
  /// What commands start from, with the preset's. Throws files::Error.
  Settings load(const std::string& name) const;
  /// Throws as save(), also where there is one of the new name.
  void rename(const std::string& name, const std::string& new_name);
  void remove(const std::string& name);
  /// Whether it is there or not. Throws as save() does for a name.
  std::filesystem::path file_of(const std::string& name) const;

 private:
  void list();

  std::filesystem::path folder_;
  std::vector<std::string> names_;
};

}  // namespace session

#endif
