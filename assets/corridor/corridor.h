// SPDX-License-Identifier: MIT
// The generated test scene of eye adaptation, as files.
#ifndef PHOTOPIC_ASSETS_CORRIDOR_CORRIDOR_H
#define PHOTOPIC_ASSETS_CORRIDOR_CORRIDOR_H

#include <filesystem>

namespace corridor {

/// Writes corridor.gltf, corridor.bin, its textures as PNG, and corridor-path.json; makes the folder where there's
/// none. Throws files::Error or std::filesystem::filesystem_error.
void write_corridor(const std::filesystem::path& folder);

}  // namespace corridor

#endif
