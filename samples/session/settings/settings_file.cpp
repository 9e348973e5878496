// SPDX-License-Identifier: MIT
// Settings to and from JSON.
#include "session/settings/settings_file.h"

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <span>

#include "arguments/errors.h"
#include "files/text_file.h"
#include "image_io/image_file.h"
#include "session/settings/setting_fields.h"

namespace session {
namespace {

using nlohmann::ordered_json;

/// Through the shortest text: 0.4f is written 0.4, not 0.4000000059604645.
double short_number(float number) { return std::strtod(arguments::number_text(number).c_str(), nullptr); }

ordered_json curve_json(const photopic::Curve& curve) {
  ordered_json points = ordered_json::array();
  for (const photopic::Curve::Point& point : std::span(curve.points).first(curve.count)) {
    points.push_back({short_number(point.x), short_number(point.y)});
  }
  return points;
}

ordered_json value_json(const SettingField& field, Settings& settings) {
  const SettingRef ref = field.ref(settings);
  if (bool* const* flag = std::get_if<bool*>(&ref)) return **flag;
  if (std::uint32_t* const* count = std::get_if<std::uint32_t*>(&ref)) return **count;
  if (float* const* number = std::get_if<float*>(&ref)) return short_number(**number);
  if (photopic::Curve* const* curve = std::get_if<photopic::Curve*>(&ref)) return curve_json(**curve);
  return value_text(field, settings);
}

/// Throws UsageError for a value that isn't `wanted`.
void require_kind(bool is_kind, const std::string& key, const ordered_json& value, const char* wanted) {
  if (is_kind) return;
  // A nested value is not quoted: dump() recurses as deep as the file does.
  const std::string given = value.is_structured() ? std::string("the ") + value.type_name() : value.dump();
  throw arguments::UsageError(key + ": " + given + " is not " + wanted);
}

/// "X:Y,X:Y", as the option has it.
std::string curve_text(const std::string& key, const ordered_json& value) {
  require_kind(value.is_array(), key, value, "an array of [x, y]");
  std::string text;
  for (const ordered_json& point : value) {
    const bool is_pair = point.is_array() && point.size() == 2 && point[0].is_number() && point[1].is_number();
    require_kind(is_pair, key, point, "two numbers, [x, y]");
    text += (text.empty() ? "" : ",") + point[0].dump() + ":" + point[1].dump();
  }
  return text;
}

/// The value as parse_setting() takes it.
std::string text_of(const SettingRef& ref, const std::string& key, const ordered_json& value) {
  if (std::holds_alternative<photopic::Curve*>(ref)) return curve_text(key, value);
  if (std::holds_alternative<bool*>(ref)) {
    require_kind(value.is_boolean(), key, value, "true or false");
    return value.dump();
  }
  if (std::holds_alternative<float*>(ref) || std::holds_alternative<std::uint32_t*>(ref)) {
    require_kind(value.is_number(), key, value, "a number");
    return value.dump();
  }
  require_kind(value.is_string(), key, value, "a string");
  return value.get<std::string>();
}

void assign(const SettingField& field, const ordered_json& value, Settings& settings) {
  const std::string key = std::string(field.group) + "." + field.name;
  parse_setting(field, text_of(field.ref(settings), key, value), key, settings);
}

void assign_group(const std::string& group, const ordered_json& values, Settings& settings) {
  if (!values.is_object()) throw arguments::UsageError("'" + group + "' is not an object");
  for (const auto& [key, value] : values.items()) {
    const auto fields = setting_fields();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const SettingField& one) { return group == one.group && key == one.name; });
    if (field == fields.end()) throw arguments::UsageError("there is no setting '" + group + "." + key + "'");
    assign(*field, value, settings);
  }
}

/// nlohmann's words without its "[json.exception.parse_error.101] ".
std::string json_reason(const nlohmann::json::exception& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

}  // namespace

std::string settings_json(Settings settings) {
  ordered_json root;
  for (const SettingField& field : setting_fields()) root[field.group][field.name] = value_json(field, settings);
  try {
    return root.dump(2) + "\n";
  } catch (const nlohmann::json::exception&) {
    throw arguments::UsageError("--mask: '" + settings.meter.mask.string() +
                                "' is not UTF-8, and JSON takes nothing else");
  }
}

void assign_settings(const ordered_json& groups, Settings& settings) {
  if (!groups.is_object()) throw arguments::UsageError("is not a JSON object");
  for (const auto& [group, values] : groups.items()) assign_group(group, values, settings);
}

void load_settings(const std::filesystem::path& file, Settings& settings) {
  if (file.empty()) throw arguments::UsageError("--settings: the file name is empty");
  const std::string text = files::read_text(file);
  try {
    const ordered_json root = ordered_json::parse(text);
    assign_settings(root, settings);
  } catch (const nlohmann::json::exception& error) {
    throw files::Error(file, "is not valid JSON: " + json_reason(error));
  } catch (const arguments::UsageError& error) {
    throw files::Error(file, error.what());
  }
}

}  // namespace session
