// SPDX-License-Identifier: MIT
// Version of the programs, which is the module's.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_VERSION_H
#define PHOTOPIC_TOOLS_ARGUMENTS_VERSION_H

#include <photopic/version.h>

#include <string>

namespace arguments {

/// "1.2.3"
inline std::string version() {
  return std::to_string(PHOTOPIC_VERSION_MAJOR) + "." + std::to_string(PHOTOPIC_VERSION_MINOR) + "." +
         std::to_string(PHOTOPIC_VERSION_PATCH);
}

}  // namespace arguments

#endif
