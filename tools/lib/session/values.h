// SPDX-License-Identifier: MIT
// Numbers of scripts and camera paths.
#ifndef PHOTOPIC_TOOLS_SESSION_VALUES_H
#define PHOTOPIC_TOOLS_SESSION_VALUES_H

#include <cstdint>

#include "json/node.h"

namespace session {

/// A finite number. Throws json::Error "PATH is not a number".
double finite_number(const json::Node& value);
/// The same within [min, max]. Throws json::Error "PATH is not a number from MIN to MAX".
double number_of(const json::Node& value, double min, double max);
/// A whole number within [min, max].
std::uint32_t count_of(const json::Node& value, std::uint32_t min, std::uint32_t max);

}  // namespace session

#endif
