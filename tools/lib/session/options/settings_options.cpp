// SPDX-License-Identifier: MIT
// Settings options of a command.
#include "session/options/settings_options.h"

#include <algorithm>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "looks/cdl_file.h"
#include "session/settings/settings_file.h"

namespace session {
namespace {

bool has_group(Purpose purpose, std::string_view group) {
  const auto is_any = [&](std::initializer_list<std::string_view> groups) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
  };
  if (purpose == Purpose::measure) return is_any({"meter", "exposure", "input", "white_balance"});
  return purpose == Purpose::show || is_any({"white_balance", "tone_map", "display", "grade"});
}

void set_cdl(const looks::Cdl& cdl, photopic::GradeSettings& grade) {
  grade.cdl_slope_red = cdl.slope[0];
  grade.cdl_slope_green = cdl.slope[1];
  grade.cdl_slope_blue = cdl.slope[2];
  grade.cdl_offset_red = cdl.offset[0];
  grade.cdl_offset_green = cdl.offset[1];
  grade.cdl_offset_blue = cdl.offset[2];
  grade.cdl_power_red = cdl.power[0];
  grade.cdl_power_green = cdl.power[1];
  grade.cdl_power_blue = cdl.power[2];
  grade.cdl_saturation = cdl.saturation;
}

}  // namespace

void SettingsOptions::add_to(CLI::App& command, Purpose purpose) {
  purpose_ = purpose;
  const auto take_file = [this](const std::string& file) { file_ = file; };
  arguments::add_value(command, "--settings", take_file, "FILE",
                       "JSON file of settings, as --print-settings writes it; options win over the file");
  if (purpose == Purpose::show) {
    std::string help = "settings for a common use; files and options win over it:";
    for (const photopic::Preset& preset : photopic::preset_table()) {
      help += std::string("\n") + preset.name + " - " + preset.help;
    }
    const auto take_preset = [this](const std::string& name) { preset_ = &preset_of(name); };
    arguments::add_value(command, "--preset", take_preset, "NAME", help);
  }
  if (purpose != Purpose::measure) {
    arguments::add_value(command, "--cdl", cdl_, "FILE",
                         "ASC CDL in a .cc, .ccc or .cdl file, FILE#ID if it has several; sets the --cdl-* settings, "
                         "whose options win over it");
  }
  command.add_flag("--print-settings", print_, "print the settings as JSON, and exit");
  if (purpose == Purpose::show) {
    command.add_flag("--match-middle-grey", matches_grey_,
                     "adjust the compensation so that 18 % grey is 18 % of paper white, with any operator and display");
  }
  const Settings defaults =
      purpose == Purpose::show ? studied_settings(photopic::ToneMapSettings().tone_mapper) : Settings();
  for (const SettingField& field : setting_fields()) {
    if (has_group(purpose, field.group)) add_field(command, field, value_text(field, defaults));
  }
}

std::filesystem::path SettingsOptions::cdl_file() const {
  return cdl_.empty() ? std::filesystem::path() : looks::file_of_cdl(cdl_);
}

Settings SettingsOptions::settings(bool has_histogram) const {
  Settings settings;
  if (file_) {
    read_settings(*file_, [&](const json::Node& groups) { settings = in_force(&groups, has_histogram); });
  } else {
    settings = in_force(nullptr, has_histogram);
  }
  settings = checked_look(settings);
  check_settings(settings);
  return settings;
}

/// With the transform that the look needs.
Settings SettingsOptions::checked_look(const Settings& settings) const {
  const bool is_custom = settings.tone_map.tone_mapper == photopic::ToneMapper::custom;
  if (!settings.look.tone_mapper_lut.empty() && !is_custom) {
    throw arguments::UsageError("--tone-mapper-lut: needs --tone-mapper custom");
  }
  Settings with = with_transform(settings);
  const auto is_transform = [](const auto& given) { return given.first->name == std::string_view("transform"); };
  const bool is_given = std::any_of(given_.begin(), given_.end(), is_transform);
  if (is_given && with.display.transform != settings.display.transform) {
    throw arguments::UsageError("--transform exact: the gamut maps perceptual, relative and reach need baked");
  }
  return with;
}

Settings SettingsOptions::in_force(const json::Node* file, bool has_histogram) const {
  Settings settings = given_over({}, file);
  const bool is_studied = purpose_ == Purpose::show && has_histogram &&
                          settings.metering.method != MeteringMethod::pyramid &&
                          settings.exposure.mode == photopic::ExposureMode::automatic;
  if (!matches_grey_) return is_studied ? given_over(studied_settings(settings.tone_map.tone_mapper), file) : settings;
  // What agx has: matching adds the rest.
  if (is_studied) settings = given_over(studied_settings(photopic::ToneMapper::agx), file);
  match_middle_grey(settings);
  return settings;
}

Settings SettingsOptions::given_over(Settings start, const json::Node* file) const {
  if (preset_ != nullptr) preset_->apply(start);
  if (file != nullptr) assign_settings(*file, start);
  if (!cdl_.empty()) set_cdl(looks::read_cdl(cdl_), start.grade);
  for (const auto& [field, text] : given_) parse_setting(*field, text, option_name(*field), start);
  return start;
}

void SettingsOptions::add_field(CLI::App& command, const SettingField& field, const std::string& value) {
  const auto take = [this, &field](const std::string& text) {
    Settings none;  // it is read once more, over the settings of a preset and a file
    parse_setting(field, text, option_name(field), none);
    given_[&field] = text;
  };
  command.add_option_function<std::string>(option_name(field), take, help_text(field))
      ->type_name(type_text(field))
      ->default_str(value)
      ->group(std::string("Settings: ") + field.group);
}

}  // namespace session
