// SPDX-License-Identifier: MIT
// Settings to and from JSON.
#include "session/settings/settings_file.h"

#include <algorithm>
#include <cstdlib>
#include <span>

#include "arguments/errors.h"
#include "json/file.h"
#include "json/text.h"
#include "session/settings/setting_fields.h"

namespace session {
namespace {

/// Through the shortest text: 0.4f is written 0.4, not 0.4000000059604645.
double short_number(float number) { return std::strtod(arguments::number_text(number).c_str(), nullptr); }

json::Json curve_json(const photopic::Curve& curve) {
  json::Json points = json::Json::array();
  for (const photopic::Curve::Point& point : std::span(curve.points).first(curve.count)) {
    points.push_back({short_number(point.x), short_number(point.y)});
  }
  return points;
}

json::Json value_json(const SettingField& field, Settings& settings) {
  const SettingRef ref = field.ref(settings);
  if (bool* const* flag = std::get_if<bool*>(&ref)) return **flag;
  if (std::uint32_t* const* count = std::get_if<std::uint32_t*>(&ref)) return **count;
  if (float* const* number = std::get_if<float*>(&ref)) return short_number(**number);
  if (photopic::Curve* const* curve = std::get_if<photopic::Curve*>(&ref)) return curve_json(**curve);
  return value_text(field, settings);
}

/// Throws UsageError for a value that isn't `wanted`.
void require_kind(bool is_kind, const std::string& key, const json::Json& value, const char* wanted) {
  if (is_kind) return;
  // A nested value is not quoted: dump() recurses as deep as the file does.
  const std::string given = value.is_structured() ? std::string("the ") + value.type_name() : json::to_text(value);
  throw arguments::UsageError(key + ": " + given + " is not " + wanted);
}

/// "X:Y,X:Y", as the option has it.
std::string curve_text(const std::string& key, const json::Json& value) {
  require_kind(value.is_array(), key, value, "an array of [x, y]");
  std::string text;
  for (const json::Json& point : value) {
    const bool is_pair = point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number();
    require_kind(is_pair, key, point, "two numbers, [x, y]");
    text += (text.empty() ? "" : ",") + json::to_text(point[0]) + ":" + json::to_text(point[1]);
  }
  return text;
}

/// The value as parse_setting() takes it.
std::string text_of(const SettingRef& ref, const std::string& key, const json::Json& value) {
  if (std::holds_alternative<photopic::Curve*>(ref)) return curve_text(key, value);
  if (std::holds_alternative<bool*>(ref)) {
    require_kind(value.is_boolean(), key, value, "true or false");
    return json::to_text(value);
  }
  if (std::holds_alternative<float*>(ref) || std::holds_alternative<std::uint32_t*>(ref)) {
    require_kind(value.is_number(), key, value, "a number");
    return json::to_text(value);
  }
  require_kind(value.is_string(), key, value, "a string");
  return value.get<std::string>();
}

void assign(const SettingField& field, const json::Node& value, Settings& settings) {
  const std::string key = std::string(field.group) + "." + field.name;
  try {
    parse_setting(field, text_of(field.ref(settings), key, value.json()), key, settings);
  } catch (const arguments::UsageError& error) {
    value.refuse(error.what());
  }
}

void assign_group(const std::string& group, const json::Node& values, Settings& settings) {
  if (!values.json().is_object()) values.refuse("'" + group + "' is not an object");
  for (const auto& [key, value] : values.members()) {
    const auto fields = setting_fields();
    const auto field = std::find_if(fields.begin(), fields.end(), [&, &wanted = key](const SettingField& one) {
      return group == one.group && wanted == one.name;
    });
    if (field == fields.end()) value.refuse("there is no setting '" + group + "." + key + "'");
    assign(*field, value, settings);
  }
}

}  // namespace

std::string settings_json(Settings settings) {
  json::Json root;
  for (const SettingField& field : setting_fields()) root[field.group][field.name] = value_json(field, settings);
  const std::optional<std::string> text = json::exact_text(root, 2);
  if (text) return *text + "\n";
  throw arguments::UsageError("--mask: '" + settings.metering.mask.string() +
                              "' is not UTF-8, and JSON takes nothing else");
}

void assign_settings(const json::Node& groups, Settings& settings) {
  if (!groups.json().is_object()) groups.refuse("is not a JSON object");
  for (const auto& [group, values] : groups.members()) assign_group(group, values, settings);
}

void read_settings(const std::filesystem::path& file, const std::function<void(const json::Node& groups)>& read) {
  if (file.empty()) throw arguments::UsageError("--settings: the file name is empty");
  json::read_file(file, read);
}

void load_settings(const std::filesystem::path& file, Settings& settings) {
  read_settings(file, [&](const json::Node& groups) { assign_settings(groups, settings); });
}

}  // namespace session
