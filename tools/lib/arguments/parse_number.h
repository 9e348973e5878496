// SPDX-License-Identifier: MIT
// Numbers as users write them.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_PARSE_NUMBER_H
#define PHOTOPIC_TOOLS_ARGUMENTS_PARSE_NUMBER_H

#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

#include "arguments/errors.h"

namespace arguments {

/// Both ends belong to it.
struct Range {
  double min = 0.0;
  double max = 0.0;
};

inline constexpr double kMaxFloat = std::numeric_limits<float>::max();
inline constexpr Range kAboveZero = {std::numeric_limits<float>::denorm_min(), kMaxFloat};
inline constexpr Range kNotNegative = {0.0, kMaxFloat};
inline constexpr Range kFinite = {-kMaxFloat, kMaxFloat};

/// As few digits as name the same float, or all of a whole number.
inline std::string bound_text(double bound) {
  char text[32];
  for (int digits = 6; digits <= 10; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, bound);
    const double read = std::strtod(text, nullptr);
    if (read == bound || (bound != std::floor(bound) && float(read) == float(bound))) break;
  }
  return text;
}

/// "-32 to 32", "above 0", "0 or more", "any finite number"
inline std::string range_text(Range range) {
  if (range.max < kMaxFloat && range.min == kAboveZero.min) return "above 0, up to " + bound_text(range.max);
  if (range.max < kMaxFloat) return bound_text(range.min) + " to " + bound_text(range.max);
  return range.min > 0.0 ? "above 0" : range.min < 0.0 ? "any finite number" : "0 or more";
}

/// The shortest text that reads back as the same number.
inline std::string number_text(float number) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// All of `text`, in the C locale whatever the user's is. Throws UsageError, `what` begins the message.
template <class Number>
Number parse_number(std::string_view text, const std::string& what, Range range) {
  const std::string quoted = what + ": '" + std::string(text) + "' is ";
  std::string_view digits = text;
  if (digits.starts_with('+') && !digits.starts_with("+-")) digits.remove_prefix(1);  // std::from_chars takes none
  const bool is_below_unsigned = std::is_unsigned_v<Number> && digits.starts_with('-');
  if (is_below_unsigned) digits.remove_prefix(1);
  Number value{};
  const char* const stop = digits.data() + digits.size();
  const auto [end, error] = std::from_chars(digits.data(), stop, value);
  if (end != stop || error == std::errc::invalid_argument) {
    throw UsageError(quoted + (std::is_integral_v<Number> ? "not a whole number" : "not a number"));
  }
  // NaN fails both comparisons.
  const bool is_inside = double(value) >= range.min && double(value) <= range.max;
  if (error != std::errc() || is_below_unsigned || !is_inside) {
    throw UsageError(quoted + "out of range: " + range_text(range));
  }
  return value;
}

}  // namespace arguments

#endif
