// SPDX-License-Identifier: MIT
// What of a machine matters beside its devices: caches, libraries, display, fonts.
#ifndef PHOTOPIC_TOOLS_DOCTOR_MACHINE_H
#define PHOTOPIC_TOOLS_DOCTOR_MACHINE_H

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace doctor {

struct Cache {
  const char* content;
  std::filesystem::path folder;  ///< empty: neither $XDG_CACHE_HOME nor $HOME is known
  std::uintmax_t bytes = 0;
};
std::vector<Cache> caches();

/// Names of the files of libraries that are loaded, with the versions that the names have: "libOpenEXR-3_1.so.30.5.1".
std::vector<std::string> libraries();

/// A variable of the environment, and its value; only those that are set.
using Variables = std::vector<std::pair<std::string, std::string>>;
/// Which drivers, layers and devices the loader takes, and the loader's own.
Variables vulkan_variables();

/// Display servers that programs with a window find: "X server :0", "Wayland wayland-0"; with "doesn't answer" where
/// there is none.
std::vector<std::string> displays();

/// File of the font of plots and contact sheets; empty: another font takes its place, or no text is drawn.
std::filesystem::path plot_font();

}  // namespace doctor

#endif
