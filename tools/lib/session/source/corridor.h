// SPDX-License-Identifier: MIT
// Location of the scene that comes with the programs.
#ifndef PHOTOPIC_TOOLS_SESSION_SOURCE_CORRIDOR_H
#define PHOTOPIC_TOOLS_SESSION_SOURCE_CORRIDOR_H

#include <filesystem>

namespace session {

/// The scene that the build makes: in build trees and installations. Empty if it isn't there.
std::filesystem::path corridor_folder();
/// It is that scene's file, under whatever name.
bool is_corridor(const std::filesystem::path& file);

}  // namespace session

#endif
