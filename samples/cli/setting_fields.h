// SPDX-License-Identifier: MIT
// Every setting of the module, once: its name, unit and meaning. Options, settings files and --help are made of this.
#ifndef PHOTOPIC_SAMPLES_CLI_SETTING_FIELDS_H
#define PHOTOPIC_SAMPLES_CLI_SETTING_FIELDS_H

#include <photopic/settings.h>

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/parse_number.h"

namespace cli {

/// A setting whose value is one of a list of words.
struct Choice {
  std::uint32_t index;  ///< of the current value among the words
  std::span<const char* const> words;
  void (*set)(photopic::Settings& settings, std::uint32_t index);
};
using SettingRef = std::variant<float*, bool*, std::uint32_t*, Choice>;

struct SettingField {
  const char* group;  ///< of the settings file: "meter", "exposure", "tone_map"
  const char* name;   ///< in the settings file; the option is --name with hyphens
  const char* help;   ///< with unit
  Range range;        ///< of numbers
  SettingRef (*ref)(photopic::Settings& settings);
};

std::span<const SettingField> setting_fields();

/// "--to-bright-ev-per-s"
std::string option_name(const SettingField& field);

/// Sets the field from text. Throws UsageError "WHAT: 'TEXT' is not ...".
void parse_setting(const SettingField& field, std::string_view text, const std::string& what,
                   photopic::Settings& settings);

/// Throws UsageError for two settings that contradict each other.
void check_settings(const photopic::Settings& settings);

/// The current value.
std::string value_text(const SettingField& field, photopic::Settings settings);

/// The index of `word` among a choice's words. Throws UsageError that lists them; `what` begins the message.
std::uint32_t choice_index(const Choice& choice, std::string_view word, const std::string& what);

}  // namespace cli

#endif
