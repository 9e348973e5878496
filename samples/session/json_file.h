// SPDX-License-Identifier: MIT
// A JSON file, and the numbers in it.
#ifndef PHOTOPIC_SAMPLES_SESSION_JSON_FILE_H
#define PHOTOPIC_SAMPLES_SESSION_JSON_FILE_H

#include <filesystem>
#include <functional>
#include <string>

#include "json/document.h"

namespace session {

/// Parses `file` and gives it to `read`. Throws files::Error "FILE: REASON" for a file that can't be read or parsed,
/// and for what `read` throws: arguments::UsageError, or nlohmann's errors for members of another kind.
void read_json(const std::filesystem::path& file, const std::function<void(const json::Json&)>& read);

/// A finite number. Throws arguments::UsageError "NAME is not a number".
double finite_number(const json::Json& value, const char* name);
/// The same within [min, max]. Throws arguments::UsageError "NAME is not a number from MIN to MAX".
double number_of(const json::Json& value, const std::string& name, double min, double max);
/// A whole number within [min, max].
std::uint32_t count_of(const json::Json& value, const std::string& name, std::uint32_t min, std::uint32_t max);

}  // namespace session

#endif
