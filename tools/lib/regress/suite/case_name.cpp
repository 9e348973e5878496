// SPDX-License-Identifier: MIT
// Rules for the names of cases and device classes.
#include "regress/suite/case_name.h"

#include <algorithm>

#include "compare/file_name.h"
#include "files/path.h"

namespace regress {
namespace {

// Without the locale, unlike std::isalpha() and std::tolower().
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_allowed(char c) {
  return is_upper(c) || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
}

std::string part_problem(std::string_view part) {
  if (part.empty()) return "has an empty part";
  if (part.front() == '.') return "has a part that begins with a dot";
  const auto* const odd = std::find_if_not(part.begin(), part.end(), is_allowed);
  if (odd == part.end()) return {};
  const bool is_visible = *odd > ' ' && *odd < 0x7f;
  const std::string character = is_visible ? std::string("'") + *odd + "'" : "a character";
  return "has " + character + ", which is none of letters, digits, '-', '_', '.'";
}

}  // namespace

std::string name_problem(std::string_view name) {
  if (name.empty()) return "is empty";
  constexpr std::size_t kMaxLength = compare::kMaxNameLength;
  if (name.size() > kMaxLength) {
    return "has " + std::to_string(name.size()) + " characters; the limit is " + std::to_string(kMaxLength);
  }
  for (std::size_t slash = name.find('/'); slash != std::string_view::npos; slash = name.find('/')) {
    const std::string_view folder = name.substr(0, slash);
    if (std::string problem = part_problem(folder); !problem.empty()) return problem;
    if (files::lower_case(folder).ends_with(".png")) return "has a folder that is named as a picture";
    name.remove_prefix(slash + 1);
  }
  return part_problem(name);
}

std::string device_class_problem(std::string_view device_class) {
  constexpr std::size_t kMaxLength = 50;
  if (device_class.size() > kMaxLength) return "is longer than " + std::to_string(kMaxLength) + " characters";
  if (std::any_of(device_class.begin(), device_class.end(), is_upper)) return "isn't lower case";
  return part_problem(device_class);
}

}  // namespace regress
