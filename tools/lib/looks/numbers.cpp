// SPDX-License-Identifier: MIT
// Words and numbers of text files.
#include "looks/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "files/error.h"

namespace looks {
namespace {

constexpr std::string_view kBlanks = " \t\n\r\f\v";

/// "'WORD' WHAT", of a long word its beginning.
[[noreturn]] void fail(std::string_view word, const char* what) {
  constexpr std::size_t kMostShown = 40;
  const std::string shown = files::printable(word.substr(0, kMostShown));  // a NUL would end what()
  throw NumberError("'" + shown + (word.size() > kMostShown ? "...' " : "' ") + what);
}

template <typename Number>
std::errc parse(std::string_view word, Number& number) {
  const char* const end = word.data() + word.size();
  const auto [stop, error] = std::from_chars(word.data(), end, number);
  return stop == end ? error : std::errc::invalid_argument;
}

}  // namespace

void split(std::string_view text, std::vector<std::string_view>& words) {
  words.clear();
  for (std::size_t at = text.find_first_not_of(kBlanks); at != text.npos; at = text.find_first_not_of(kBlanks, at)) {
    const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = end;
  }
}

float parse_float(std::string_view word) {
  const bool has_plus = word.starts_with('+') && !word.starts_with("+-");
  const std::string_view digits = word.substr(has_plus ? 1 : 0);
  float number = 0.0f;
  std::errc error = parse(digits, number);
  if (error == std::errc::result_out_of_range) {  // of a float: too small, or too large?
    double wide = 0.0;
    error = parse(digits, wide);
    if (error == std::errc() && std::fabs(wide) < std::numeric_limits<float>::min()) {
      number = static_cast<float>(wide);
    } else {
      error = std::errc::result_out_of_range;
    }
  }
  if (error == std::errc::result_out_of_range) fail(word, "is out of a float's range");
  if (error != std::errc()) fail(word, "is not a number");
  if (!std::isfinite(number)) fail(word, "is not finite");
  return number;
}

}  // namespace looks
