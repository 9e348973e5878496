// SPDX-License-Identifier: MIT
// Settings options of a command.
#include "session/settings/settings_options.h"

#include "session/settings/settings_file.h"

namespace session {

void SettingsOptions::add_to(CLI::App& command, Purpose purpose) {
  purpose_ = purpose;
  const auto take_file = [this](const std::string& file) { file_ = file; };
  command
      .add_option_function<std::string>("--settings", take_file,
                                        "JSON file with settings, as --print-settings writes it; options win over it")
      ->type_name("FILE");
  command.add_flag("--print-settings", print_, "write the settings in force as JSON to stdout, and do nothing else");
  if (purpose == Purpose::show) {
    command.add_flag("--match-middle-grey", matches_grey_,
                     "add compensation so that 18 % grey is 18 % of paper white with any operator on any display");
  }
  for (const SettingField& field : setting_fields()) {
    const std::string_view group = field.group;
    if (purpose == Purpose::measure && group != "meter" && group != "exposure" && group != "input") continue;
    add_field(command, field);
  }
}

Settings SettingsOptions::settings(bool has_histogram) const {
  Settings settings;
  if (file_) {
    read_settings(*file_, [&](const json::Node& groups) { settings = in_force(&groups, has_histogram); });
  } else {
    settings = in_force(nullptr, has_histogram);
  }
  check_settings(settings);
  return settings;
}

Settings SettingsOptions::in_force(const json::Node* file, bool has_histogram) const {
  Settings settings = given_over({}, file);
  const bool is_studied = purpose_ == Purpose::show && has_histogram &&
                          settings.metering.method != MeteringMethod::pyramid &&
                          settings.exposure.mode == photopic::ExposureMode::automatic;
  if (!matches_grey_) return is_studied ? given_over(studied_settings(settings.tone_map.tone_mapper), file) : settings;
  if (is_studied) settings = given_over(studied_settings_before_matching(), file);
  match_middle_grey(settings);
  return settings;
}

Settings SettingsOptions::given_over(Settings start, const json::Node* file) const {
  if (file != nullptr) assign_settings(*file, start);
  for (const auto& [field, text] : given_) parse_setting(*field, text, option_name(*field), start);
  return start;
}

void SettingsOptions::add_field(CLI::App& command, const SettingField& field) {
  const Settings defaults =
      purpose_ == Purpose::show ? studied_settings(photopic::ToneMapSettings().tone_mapper) : Settings();
  const auto take = [this, &field](const std::string& text) { given_[&field] = text; };
  command.add_option_function<std::string>(option_name(field), take, help_text(field))
      ->type_name(type_text(field))
      ->default_str(value_text(field, defaults))
      ->group(std::string("Settings: ") + field.group);
}

}  // namespace session
