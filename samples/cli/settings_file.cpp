// SPDX-License-Identifier: MIT
#include "cli/settings_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/setting_fields.h"
#include "io/image_file.h"

namespace cli {
namespace {

using nlohmann::ordered_json;

ordered_json value_json(const SettingField& field, photopic::Settings& settings) {
  const SettingRef ref = field.ref(settings);
  if (bool* const* flag = std::get_if<bool*>(&ref)) return **flag;
  if (std::uint32_t* const* count = std::get_if<std::uint32_t*>(&ref)) return **count;
  if (std::holds_alternative<Choice>(ref)) return value_text(field, settings);
  // Through the shortest text: 0.4f is written 0.4, not 0.4000000059604645.
  return std::strtod(value_text(field, settings).c_str(), nullptr);
}

void assign(const SettingField& field, const ordered_json& value, photopic::Settings& settings) {
  const SettingRef ref = field.ref(settings);
  const bool is_word = std::holds_alternative<Choice>(ref);
  const bool is_flag = std::holds_alternative<bool*>(ref);
  const std::string key = std::string(field.group) + "." + field.name;
  if (is_word ? !value.is_string() : is_flag ? !value.is_boolean() : !value.is_number()) {
    const char* const wanted = is_word ? "a string" : is_flag ? "true or false" : "a number";
    // A nested value is not quoted: dump() recurses as deep as the file does.
    const std::string given = value.is_structured() ? std::string("the ") + value.type_name() : value.dump();
    throw UsageError(key + ": " + given + " is not " + wanted);
  }
  parse_setting(field, is_word ? value.get<std::string>() : value.dump(), key, settings);
}

void assign_group(const std::string& group, const ordered_json& values, photopic::Settings& settings) {
  if (!values.is_object()) throw UsageError("'" + group + "' is not an object");
  for (const auto& [key, value] : values.items()) {
    const auto fields = setting_fields();
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&](const SettingField& one) { return group == one.group && key == one.name; });
    if (field == fields.end()) throw UsageError("there is no setting '" + group + "." + key + "'");
    assign(*field, value, settings);
  }
}

/// nlohmann's words without its "[json.exception.parse_error.101] ".
std::string json_reason(const nlohmann::json::exception& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  return bracket == std::string::npos ? text : text.substr(bracket + 2);
}

std::string read_text(const std::filesystem::path& file) {
  if (file.empty()) throw UsageError("--settings: the file name is empty");
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) throw io::Error(file, std::strerror(EISDIR));
  std::ifstream stream(file);
  if (!stream) throw io::Error(file, std::strerror(errno));
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

}  // namespace

std::string settings_json(photopic::Settings settings) {
  ordered_json root;
  for (const SettingField& field : setting_fields()) root[field.group][field.name] = value_json(field, settings);
  return root.dump(2) + "\n";
}

void load_settings(const std::filesystem::path& file, photopic::Settings& settings) {
  const std::string text = read_text(file);
  try {
    const ordered_json root = ordered_json::parse(text);
    if (!root.is_object()) throw UsageError("is not a JSON object");
    for (const auto& [group, values] : root.items()) assign_group(group, values, settings);
  } catch (const nlohmann::json::exception& error) {
    throw io::Error(file, "is not valid JSON: " + json_reason(error));
  } catch (const UsageError& error) {
    throw io::Error(file, error.what());
  }
}

}  // namespace cli
