// SPDX-License-Identifier: MIT
// Checks of numbers, worded for scripts.
#include "session/values.h"

#include <cmath>
#include <cstdio>
#include <string>

namespace session {

double finite_number(const json::Node& value) {
  const json::Json& json = value.json();
  if (!json.is_number() || !std::isfinite(json.get<double>())) value.refuse(value.path() + " is not a number");
  return json.get<double>();
}

double number_of(const json::Node& value, double min, double max) {
  const double number = finite_number(value);
  if (number >= min && number <= max) return number;
  char range[64];
  std::snprintf(range, sizeof range, " is not a number from %g to %g", min, max);
  value.refuse(value.path() + range);
}

std::uint32_t count_of(const json::Node& value, std::uint32_t min, std::uint32_t max) {
  const double number = finite_number(value);
  if (number < min || number > max || number != std::uint32_t(number)) {
    value.refuse(value.path() + " is not a whole number from " + std::to_string(min) + " to " + std::to_string(max));
  }
  return std::uint32_t(number);
}

}  // namespace session
