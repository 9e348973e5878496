// SPDX-License-Identifier: MIT
#include "cli/settings_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
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
  const bool is_number = std::holds_alternative<float*>(field.ref(settings));
  const bool is_text = std::holds_alternative<Choice>(field.ref(settings));
  const bool is_right_kind = is_number ? value.is_number() : is_text ? value.is_string() : !value.is_string();
  if (!is_right_kind || value.is_structured() || value.is_null()) {
    throw UsageError(std::string(field.group) + "." + field.name + ": " + value.dump() + " is of the wrong kind");
  }
  parse_setting(field, is_text ? value.get<std::string>() : value.dump(), settings);
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

}  // namespace

std::string settings_json(photopic::Settings settings) {
  ordered_json root;
  for (const SettingField& field : setting_fields()) root[field.group][field.name] = value_json(field, settings);
  return root.dump(2) + "\n";
}

void load_settings(const std::filesystem::path& file, photopic::Settings& settings) {
  std::ifstream stream(file);
  if (!stream) throw io::Error(file, std::strerror(errno));
  try {
    const ordered_json root = ordered_json::parse(stream);
    if (!root.is_object()) throw UsageError("is not a JSON object");
    for (const auto& [group, values] : root.items()) assign_group(group, values, settings);
  } catch (const nlohmann::json::exception& error) {
    throw io::Error(file, std::string("is not valid JSON: ") + error.what());
  } catch (const UsageError& error) {
    throw io::Error(file, error.what());
  }
}

}  // namespace cli
