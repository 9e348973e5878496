// SPDX-License-Identifier: MIT
// Settings as options of a command line.
#ifndef PHOTOPIC_SAMPLES_SESSION_SETTINGS_SETTINGS_OPTIONS_H
#define PHOTOPIC_SAMPLES_SESSION_SETTINGS_SETTINGS_OPTIONS_H

#include <CLI/CLI.hpp>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "session/settings/setting_fields.h"

namespace session {

/// The settings options of a command: a file, and one option for each setting that wins over it.
class SettingsOptions {
 public:
  void add_to(CLI::App& command, bool with_tone_map);
  /// --print-settings was given.
  bool is_print() const { return print_; }
  /// What was given as --settings; empty: none.
  std::filesystem::path file() const { return file_.value_or(""); }
  /// Throws UsageError and files::Error.
  Settings settings() const;

 private:
  void add_field(CLI::App& command, const SettingField& field);

  std::optional<std::filesystem::path> file_;
  bool print_ = false;
  std::map<const SettingField*, std::string> given_;
};

}  // namespace session

#endif
