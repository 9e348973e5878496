// SPDX-License-Identifier: MIT
#include "viewer/json_file.h"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>

#include "cli/errors.h"
#include "io/image_file.h"

namespace viewer {

void read_json(const std::filesystem::path& file, const std::function<void(const Json&)>& read) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) throw io::Error(file, std::strerror(EISDIR));
  std::ifstream stream(file);
  if (!stream) throw io::Error(file, std::strerror(errno));
  const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
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

}  // namespace viewer
