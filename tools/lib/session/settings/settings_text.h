// SPDX-License-Identifier: MIT
// Settings as text to paste: C++, C, a settings file, a command line.
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTINGS_TEXT_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTINGS_TEXT_H

#include <string>

#include "session/settings/settings.h"

namespace session {

enum class Notation { cpp, c, json, command_line };

/// What differs from the module's defaults, or, on a command line, from what commands start from. C++ and C have the
/// module's settings alone: not the method, the mask or lookup tables, which are made with the host's objects.
std::string settings_text(const Settings& settings, Notation notation);

}  // namespace session

#endif
