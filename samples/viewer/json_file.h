// SPDX-License-Identifier: MIT
#ifndef PHOTOPIC_SAMPLES_VIEWER_JSON_FILE_H
#define PHOTOPIC_SAMPLES_VIEWER_JSON_FILE_H

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

namespace viewer {

using Json = nlohmann::ordered_json;

/// Parses `file` and gives it to `read`. Throws io::Error "FILE: REASON" for a file that can't be read or parsed, and
/// for what `read` throws: cli::UsageError, or nlohmann's errors for members of another kind.
void read_json(const std::filesystem::path& file, const std::function<void(const Json&)>& read);

/// A finite number. Throws cli::UsageError "NAME is not a number".
double finite_number(const Json& value, const char* name);
/// The same within [min, max]. Throws cli::UsageError "NAME is not a number from MIN to MAX".
double number_of(const Json& value, const std::string& name, double min, double max);
/// A whole number within [min, max].
std::uint32_t count_of(const Json& value, const std::string& name, std::uint32_t min, std::uint32_t max);

}  // namespace viewer

#endif
