// SPDX-License-Identifier: MIT
// Search for the built scene.
#include "session/source/corridor.h"

#include <system_error>

namespace session {

bool is_corridor(const std::filesystem::path& file) {
  const std::filesystem::path folder = corridor_folder();
  std::error_code error;
  return !folder.empty() && std::filesystem::equivalent(file, folder / "corridor.gltf", error);
}

std::filesystem::path corridor_folder() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  // In a build tree, and installed.
  for (const char* relative : {"../corridor", "../share/photopic/corridor"}) {
    const std::filesystem::path folder = program.parent_path() / relative;
    if (std::filesystem::exists(folder / "corridor.gltf", error)) return folder.lexically_normal();
  }
  return {};
}

}  // namespace session
