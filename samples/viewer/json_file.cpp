// SPDX-License-Identifier: MIT
#include "viewer/json_file.h"

#include <cmath>
#include <cstdio>

#include "cli/errors.h"
#include "io/image_file.h"
#include "io/text_file.h"

namespace viewer {

void read_json(const std::filesystem::path& file, const std::function<void(const Json&)>& read) {
  const std::string text = io::read_text(file);
  try {
    read(Json::parse(text));
  } catch (const nlohmann::json::parse_error& error) {
    throw io::Error(file, "is not valid JSON, byte " + std::to_string(error.byte));
  } catch (const nlohmann::json::exception& error) {
    const std::string words = error.what();  // "[json.exception.type_error.302] type must be ..."
    throw io::Error(file, words.substr(words.find("] ") + 2));
  } catch (const cli::UsageError& error) {
    throw io::Error(file, error.what());
  }
}

double finite_number(const Json& value, const char* name) {
  if (!value.is_number() || !std::isfinite(value.get<double>())) {
    throw cli::UsageError(std::string(name) + " is not a number");
  }
  return value.get<double>();
}

double number_of(const Json& value, const std::string& name, double min, double max) {
  const double number = finite_number(value, name.c_str());
  if (number >= min && number <= max) return number;
  char range[64];
  std::snprintf(range, sizeof range, " is not a number from %g to %g", min, max);
  throw cli::UsageError(name + range);
}

std::uint32_t count_of(const Json& value, const std::string& name, std::uint32_t min, std::uint32_t max) {
  const double number = finite_number(value, name.c_str());
  if (number < min || number > max || number != std::uint32_t(number)) {
    throw cli::UsageError(name + " is not a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return std::uint32_t(number);
}

}  // namespace viewer
