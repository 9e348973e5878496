// SPDX-License-Identifier: MIT
// Settings as text: options, settings files and --help, made of the module's table and of what commands add to it.
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTING_FIELDS_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTING_FIELDS_H

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "arguments/parse_number.h"
#include "session/settings/settings.h"

namespace session {

/// A setting whose value is one of a list of words.
struct Choice {
  std::uint32_t index;  ///< of the current value among the words
  std::span<const char* const> words;
  std::function<void(Settings& settings, std::uint32_t index)> set;
};
/// Bits of photopic::Weight, written as a list of words.
struct Weights {
  std::uint32_t* bits;
};
using SettingRef =
    std::variant<float*, bool*, std::uint32_t*, Choice, Weights, photopic::Curve*, std::filesystem::path*, LutSpace*>;

struct SettingField {
  const char* group;       ///< of the settings file: "meter", "exposure", "tone_map"
  const char* name;        ///< in the settings file; the option is --name with hyphens
  const char* help;        ///< with unit
  arguments::Range range;  ///< of numbers
  std::function<SettingRef(Settings& settings)> ref;
};

std::span<const SettingField> setting_fields();
/// Weights that need no image, and their bits photopic::Weight.
std::span<const char* const> weight_names();
std::span<const std::uint32_t> weight_bits();
/// Names of the tone mapping operators, in the order of photopic::ToneMapper.
std::span<const char* const> tone_mapper_words();

/// "--to-bright-ev-per-s"
std::string option_name(const SettingField& field);

/// For --help: "NUMBER", and what it does, with its range or its words.
std::string type_text(const SettingField& field);
std::string help_text(const SettingField& field);

/// Sets the field from text. Throws UsageError "WHAT: 'TEXT' is not ...".
void parse_setting(const SettingField& field, std::string_view text, const std::string& what, Settings& settings);

/// The current value, as parse_setting() takes it.
std::string value_text(const SettingField& field, Settings settings);

}  // namespace session

#endif
