// SPDX-License-Identifier: MIT
// What the viewer was asked to do.
#ifndef PHOTOPIC_SAMPLES_VIEWER_OPTIONS_H
#define PHOTOPIC_SAMPLES_VIEWER_OPTIONS_H

#include <filesystem>
#include <optional>

#include "cli/options.h"
#include "viewer/session.h"

namespace viewer {

inline constexpr std::uint32_t kMaxFrames = 1'000'000;

struct Options {
  cli::DeviceOptions device;
  std::filesystem::path scene;   ///< glTF, HDR picture or panorama; default: the corridor beside the program
  std::filesystem::path path;    ///< camera path; default: the corridor's, if that is the scene
  std::filesystem::path script;  ///< empty: none
  VkExtent2D extent = {1280, 720};
  Controls controls;
  // Headless
  bool is_headless = false;
  std::filesystem::path output_folder;
  std::optional<std::uint32_t> frames;  ///< default: as long as the camera path
  double fps = 30.0;
};

/// Nothing if help or a version were asked for, and printed. Throws cli::UsageError, or io::Error for a settings file.
std::optional<Options> parse_options(int argc, char** argv);

/// The scene that the build makes: in build trees and installations. Empty if it isn't there.
std::filesystem::path corridor_folder();

}  // namespace viewer

#endif
