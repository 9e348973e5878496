// SPDX-License-Identifier: MIT
// Statements, members and options of settings that aren't at their defaults.
#include "session/settings/settings_text.h"

#include <photopic/settings_table.h>

#include "arguments/parse_number.h"
#include "json/node.h"
#include "json/text.h"
#include "session/settings/setting_changes.h"
#include "session/settings/settings_file.h"

namespace session {
namespace {

std::string float_literal(float value) {
  std::string text = arguments::number_text(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

std::string points_of(const photopic::Curve& curve) {
  std::string text;
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    text += (i == 0 ? "{" : ", {") + float_literal(curve.points[i].x) + ", " + float_literal(curve.points[i].y) + "}";
  }
  return text;
}

/// A statement for one setting; `s` is named `settings`.
std::string cpp_statement(const photopic::SettingInfo& info, const Settings& s) {
  const std::string place = "settings." + std::string(info.group) + "." + info.name;
  switch (info.type) {
    case photopic::SettingType::number:
      return place + " = " + float_literal(photopic::setting_value<float>(info, s)) + ";";
    case photopic::SettingType::count:
      return place + " = " + std::to_string(photopic::setting_value<std::uint32_t>(info, s)) + ";";
    case photopic::SettingType::flag:
      return place + " = " + (photopic::setting_value<bool>(info, s) ? "true;" : "false;");
    case photopic::SettingType::choice: {
      const auto index = photopic::setting_value<std::uint32_t>(info, s);
      return place + " = decltype(" + place + ")(" + std::to_string(index) + ");  // " + info.words[index];
    }
    case photopic::SettingType::curve: {
      const auto& curve = photopic::setting_ref<photopic::Curve>(info, s);
      return place + " = {" + std::to_string(curve.count) + ", {" + points_of(curve) + "}};";
    }
  }
  return "";
}

std::string c_statement(const photopic::SettingInfo& info, const Settings& s) {
  const auto call = [&](const char* function, const std::string& value) {
    return "photopic_settings_set_" + std::string(function) + "(settings, \"" + info.group + "." + info.name + "\", " +
           value + ");";
  };
  switch (info.type) {
    case photopic::SettingType::number:
      return call("number", arguments::number_text(photopic::setting_value<float>(info, s)));
    case photopic::SettingType::count:
      return call("number", std::to_string(photopic::setting_value<std::uint32_t>(info, s)));
    case photopic::SettingType::flag:
      return call("flag", photopic::setting_value<bool>(info, s) ? "VK_TRUE" : "VK_FALSE");
    case photopic::SettingType::choice:
      return call("word", "\"" + std::string(info.words[photopic::setting_value<std::uint32_t>(info, s)]) + "\"");
    case photopic::SettingType::curve: {
      const auto& curve = photopic::setting_ref<photopic::Curve>(info, s);
      if (curve.count == 0) return call("curve", "NULL, 0");
      return call("curve", "(const photopic_curve_point[]){" + points_of(curve) + "}, " + std::to_string(curve.count));
    }
  }
  return "";
}

template <class Statement>
std::string statements(const Settings& settings, const Statement& statement) {
  const Settings defaults;
  const auto is_weight = [](const photopic::SettingInfo& info) {
    return info.group == std::string_view("meter") && info.type == photopic::SettingType::flag;
  };
  std::string text;
  for (const SettingField& field : setting_fields()) {
    const photopic::SettingInfo* info = photopic::find_setting(field.group, field.name);
    if (info == nullptr || is_weight(*info) || is_same(field, settings, defaults)) continue;
    text += statement(*info, settings) + "\n";
  }
  // Programs have a list of weights and a mask's file, hosts have flags.
  const Settings of_host = with_transform(settings);
  for (const photopic::SettingInfo& info : photopic::setting_table()) {
    if (is_weight(info) && photopic::setting_value<bool>(info, of_host)) text += statement(info, of_host) + "\n";
  }
  return text;
}

std::string in_quotes(const std::string& word) {
  if (!word.empty() &&
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+.,:/") ==
          std::string::npos)
    return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

std::string options(const Settings& settings) {
  const Settings first = studied_settings(settings.tone_map.tone_mapper);
  std::string text;
  for (const SettingField& field : setting_fields()) {
    // The operator is named even where the start has it: the start depends on it.
    const bool is_operator = std::string_view(field.name) == "tone_mapper";
    if (!is_operator && is_same(field, settings, first)) continue;
    text += (text.empty() ? "" : " ") + option_name(field) + " " + in_quotes(value_text(field, settings));
  }
  return text + "\n";
}

/// A settings file of these alone.
std::string changed_json(const Settings& settings) {
  const json::Json whole = json::parsed(settings_json(settings)).value();
  json::Json changed = json::Json::object();
  const Settings defaults;
  for (const SettingField& field : setting_fields()) {
    if (!is_same(field, settings, defaults)) changed[field.group][field.name] = whole[field.group][field.name];
  }
  return json::to_text(changed, 2) + "\n";
}

}  // namespace

std::string settings_text(const Settings& settings, Notation notation) {
  switch (notation) {
    case Notation::cpp:
      return "photopic::Settings settings;\n" + statements(settings, cpp_statement);
    case Notation::c:
      return statements(settings, c_statement);
    case Notation::json:
      return changed_json(settings);
    case Notation::command_line:
      return options(settings);
  }
  return "";
}

}  // namespace session
