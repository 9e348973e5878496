// SPDX-License-Identifier: MIT
// Formatting into a string of whatever length.
#include "viewer/model/formatted.h"

#include <cstdarg>
#include <cstdio>

namespace viewer {

std::string formatted(const char* format, ...) {
  char text[256];
  std::va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  return text;
}

}  // namespace viewer
