// SPDX-License-Identifier: MIT
// Options of the viewer.
#ifndef PHOTOPIC_SAMPLES_VIEWER_OPTIONS_H
#define PHOTOPIC_SAMPLES_VIEWER_OPTIONS_H

#include <filesystem>
#include <optional>
#include <vector>

#include "arguments/device_options.h"
#include "files/output_guard.h"
#include "session/script.h"
#include "session/session.h"
#include "session/source/corridor.h"
#include "session/window_change.h"

namespace viewer {

/// Half floats then hold 4 million nits: the corridor's walk doesn't clip, and the dark keeps its digits down to 0.004.
inline constexpr float kPreExposure_ev = -6.0f;

inline constexpr std::uint32_t kMaxFrames = 1'000'000;

struct Options {
  arguments::DeviceOptions device;
  std::vector<std::filesystem::path> files;  ///< and folders, to go through in the window
  std::filesystem::path scene;  ///< the first: glTF, HDR picture or panorama; default: the corridor beside the program
  image_io::ReadOptions reading;   ///< of a picture
  std::filesystem::path path;      ///< camera path; default: the corridor's, if that is the scene
  std::filesystem::path script;    ///< empty: none
  std::filesystem::path settings;  ///< file; empty: none
  VkExtent2D extent = {1280, 720};
  std::optional<std::uint32_t> samples;  ///< of a scene's pixel; default: 4 in a window on a GPU, else 1
  session::Controls controls;
  bool has_overlay_scale = false;       ///< else that of the display
  std::optional<std::uint32_t> frames;  ///< default: as long as the camera path; with a window, until it is closed
  double fps = 30.0;                    ///< of a number of frames
  std::filesystem::path output_folder;  ///< with a window, of screenshots
  std::filesystem::path video;          ///< headless: of the frames; empty: none
  bool is_headless = false;
  // With a window
  std::optional<float> scale;  ///< of text and controls; default: that of the display
  std::vector<session::Panel> panels = {session::Panel::exposure, session::Panel::overlay};
  bool hides_panels = false;
  bool has_own_dialogs = false;  ///< for files, also where the desktop has some
};

/// All files that are read, with those that `script` names.
files::OutputGuard inputs_of(const Options& options, const session::Script& script);

/// Nothing if help or a version were asked for, and printed. Throws arguments::UsageError, or files::Error for a
/// settings file.
std::optional<Options> parse_options(int argc, char** argv);

}  // namespace viewer

#endif
