// SPDX-License-Identifier: MIT
// Numbers as text and as JSON.
#include "json/values.h"

#include <charconv>
#include <cmath>
#include <cstdint>

#include "json/text.h"

namespace json {
namespace {

constexpr double kExact = 9007199254740992.0;  // 2^53

}  // namespace

std::string number_text(double number) {
  if (std::isnan(number)) return "nan";  // without a sign
  char buffer[32];
  const double magnitude = std::fabs(number);
  const bool is_plain = magnitude == 0.0 || (magnitude >= 1e-4 && magnitude < 1e9);
  const std::chars_format format = is_plain ? std::chars_format::fixed : std::chars_format::general;
  const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof buffer, number, format);
  return {buffer, result.ptr};
}

std::string short_text(double number) {
  if (std::isnan(number) || (std::fabs(number) <= kExact && number == std::floor(number))) return number_text(number);
  constexpr int kDigits = 6;
  char buffer[32];
  const std::to_chars_result result =
      std::to_chars(buffer, buffer + sizeof buffer, number, std::chars_format::general, kDigits);
  return {buffer, result.ptr};
}

Json json_of(double number) {
  if (!std::isfinite(number)) return number_text(number);
  if (std::fabs(number) <= kExact && number == std::floor(number)) return static_cast<std::int64_t>(number);
  return number;
}

bool is_text(const std::string& text) { return exact_text(text).has_value(); }

}  // namespace json
