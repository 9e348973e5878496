// SPDX-License-Identifier: MIT
// Reading of a JSON file.
#include "session/json_file.h"

#include <cmath>
#include <cstdio>

#include "arguments/errors.h"
#include "files/text_file.h"
#include "image_io/image_file.h"

namespace session {

void read_json(const std::filesystem::path& file, const std::function<void(const json::Json&)>& read) {
  const std::string text = files::read_text(file);
  try {
    read(json::Json::parse(text));
  } catch (const nlohmann::json::parse_error& error) {
    throw files::Error(file, "is not valid JSON, byte " + std::to_string(error.byte));
  } catch (const nlohmann::json::exception& error) {
    const std::string words = error.what();  // "[json.exception.type_error.302] type must be ..."
    throw files::Error(file, words.substr(words.find("] ") + 2));
  } catch (const arguments::UsageError& error) {
    throw files::Error(file, error.what());
  }
}

double finite_number(const json::Json& value, const char* name) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    throw arguments::UsageError(std::string(name) + " is not a number");
  }
  return value.get<double>();
}

double number_of(const json::Json& value, const std::string& name, double min, double max) {
  const double number = finite_number(value, name.c_str());
  if (number >= min && number <= max) return number;
  char range[64];
  std::snprintf(range, sizeof range, " is not a number from %g to %g", min, max);
  throw arguments::UsageError(name + range);
}

std::uint32_t count_of(const json::Json& value, const std::string& name, std::uint32_t min, std::uint32_t max) {
  const double number = finite_number(value, name.c_str());
  if (number < min || number > max || number != std::uint32_t(number)) {
    throw arguments::UsageError(name + " is not a whole number from " + std::to_string(min) + " to " +
                                std::to_string(max));
  }
  return std::uint32_t(number);
}

}  // namespace session
