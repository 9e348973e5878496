// SPDX-License-Identifier: MIT
// Numbers and arrays as they stand in every JSON that is written.
#ifndef PHOTOPIC_TOOLS_JSON_VALUES_H
#define PHOTOPIC_TOOLS_JSON_VALUES_H

#include <string>
#include <vector>

#include "json/document.h"

namespace json {

/// Text that reads as the same number, no digit longer than it must be: "0.1", "40", "1e-05", "inf", "nan". The same in
/// every locale.
std::string number_text(double number);

/// The same for people: at most six digits, "0.123457", "1.5e-05"; whole numbers have all of theirs.
std::string short_text(double number);

/// JSON has finite numbers alone: others are "inf", "-inf" and "nan". Whole numbers up to 2^53 have no point, for
/// shells that compare them.
Json json_of(double number);

/// Whether JSON takes it: valid UTF-8.
bool is_text(const std::string& text);

/// An array of what json_of() makes of each value; that of a type is found in the type's namespace.
template <class T>
Json json_array(const std::vector<T>& values) {
  Json array = Json::array();
  for (const T& value : values) array.push_back(json_of(value));
  return array;
}

}  // namespace json

#endif
