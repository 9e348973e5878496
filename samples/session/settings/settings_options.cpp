// SPDX-License-Identifier: MIT
// Settings options of a command.
#include "session/settings/settings_options.h"

#include "session/settings/settings_file.h"

namespace session {

void SettingsOptions::add_to(CLI::App& command, bool with_tone_map) {
  const auto take_file = [this](const std::string& file) { file_ = file; };
  command
      .add_option_function<std::string>("--settings", take_file,
                                        "JSON file with settings, as --print-settings writes it; options win over it")
      ->type_name("FILE");
  command.add_flag("--print-settings", print_, "write the settings in force as JSON to stdout, and do nothing else");
  for (const SettingField& field : setting_fields()) {
    const std::string_view group = field.group;
    if (!with_tone_map && group != "meter" && group != "exposure") continue;
    add_field(command, field);
  }
}

Settings SettingsOptions::settings() const {
  Settings settings;
  if (file_) load_settings(*file_, settings);
  for (const auto& [field, text] : given_) parse_setting(*field, text, option_name(*field), settings);
  check_settings(settings);
  return settings;
}

void SettingsOptions::add_field(CLI::App& command, const SettingField& field) {
  Settings defaults;
  const auto take = [this, &field](const std::string& text) { given_[&field] = text; };
  command.add_option_function<std::string>(option_name(field), take, help_text(field))
      ->type_name(type_text(field))
      ->default_str(value_text(field, defaults))
      ->group(std::string("Settings: ") + field.group);
}

}  // namespace session
