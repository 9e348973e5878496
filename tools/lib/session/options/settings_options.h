// SPDX-License-Identifier: MIT
// Settings as options of a command line.
#ifndef PHOTOPIC_TOOLS_SESSION_OPTIONS_SETTINGS_OPTIONS_H
#define PHOTOPIC_TOOLS_SESSION_OPTIONS_SETTINGS_OPTIONS_H

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "arguments/command.h"
#include "json/node.h"
#include "session/settings/setting_fields.h"

namespace session {

/// What a command does with its settings.
enum class Purpose {
  measure,  ///< no settings of pictures, and every texel counts
  show,     ///< starts from studied_settings()
  look,     ///< settings of the look alone: no metering, exposure, input or effects
};

/// The settings options of a command: a preset, a file that wins over it, and one option for each setting that wins
/// over both.
class SettingsOptions {
 public:
  void add_to(CLI::App& command, Purpose purpose);
  /// Settings start as those of Purpose::show, whatever options the command has.
  void start_as_shown() { purpose_ = Purpose::show; }
  /// --print-settings was given.
  bool is_print() const { return print_; }
  /// What was given as --settings; empty: none.
  std::filesystem::path file() const { return file_.value_or(""); }
  /// The file of --cdl; empty: none.
  std::filesystem::path cdl_file() const;
  /// Starts from the module's defaults where a histogram has no place: without one, with the pyramid, and with
  /// exposures that aren't automatic. Throws UsageError and files::Error.
  Settings settings(bool has_histogram = true) const;

 private:
  void add_field(CLI::App& command, const SettingField& field, const std::string& value);
  Settings in_force(const json::Node* file, bool has_histogram) const;
  Settings checked_look(const Settings& settings) const;
  Settings given_over(Settings start, const json::Node* file) const;

  Purpose purpose_ = Purpose::measure;
  std::optional<std::filesystem::path> file_;
  const photopic::Preset* preset_ = nullptr;
  std::string cdl_;
  bool print_ = false;
  bool matches_grey_ = false;
  std::map<const SettingField*, std::string> given_;
};

}  // namespace session

#endif
