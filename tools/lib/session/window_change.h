// SPDX-License-Identifier: MIT
// Changes that a script makes to the window, if there is one.
#ifndef PHOTOPIC_TOOLS_SESSION_WINDOW_CHANGE_H
#define PHOTOPIC_TOOLS_SESSION_WINDOW_CHANGE_H

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "json/node.h"
#include "session/resize_lab.h"

namespace session {

enum class Panel : std::uint32_t {
  exposure,
  metering,
  tone_mapping,
  grade,
  display,
  overlay,
  pyramid,
  resize_lab,
  timing,
  scene,
  regression,
  effects,
  files,
  measures,
};
inline constexpr std::size_t kPanels = 14;
/// In scripts and on the command line.
inline constexpr const char* kPanelNames[kPanels] = {"exposure",   "metering", "tone-mapping", "grade",   "display",
                                                     "overlay",    "pyramid",  "resize-lab",   "timing",  "scene",
                                                     "regression", "effects",  "files",        "measures"};

/// Throws arguments::UsageError for a name that isn't one.
Panel panel_of(const std::string& name);

/// The file that the window's is compared with, as viewer::OtherFile has it; unset members leave it as it is.
struct OtherChange {
  std::optional<std::filesystem::path> file;
  std::optional<std::uint32_t> show;  ///< index of kOtherShows: viewer::OtherFile::Show
  std::optional<float> split;
  std::optional<bool> has_own_exposure;
};
inline constexpr const char* kOtherShows[] = {"nothing", "wipe", "whole"};

/// Change of the window; unset members leave it as it is.
struct WindowChange {
  std::optional<VkExtent2D> size;  ///< pixels
  std::optional<bool> is_minimised;
  std::optional<bool> is_full_screen;
  std::optional<bool> is_vsync;
  std::optional<bool> shows_panels;
  std::optional<bool> shows_help;
  std::optional<std::vector<Panel>> panels;   ///< to be open, and no others; the first is scrolled to
  std::optional<SweepPlan> sweep;             ///< of the resize lab
  std::optional<std::filesystem::path> drop;  ///< as if dropped on the window
  std::optional<OtherChange> other;
  std::optional<std::filesystem::path> window;   ///< picture of the window to write, PNG
  std::optional<std::filesystem::path> picture;  ///< picture without panels to write, PNG
  bool captures_golden = false;
  bool compares_golden = false;
};

/// {"size": [1280, 720], "minimised", "full_screen", "vsync", "shows_panels", "help", "panels": ["exposure", ...],
/// "sweep": {"first_width", "last_width", "step", "height"}, "drop": FILE,
/// "other": {"file": FILE, "show": "nothing", "wipe" or "whole", "split", "own_exposure"}, "save_window": FILE,
/// "save_picture": FILE, "golden": "capture" or "compare"}, any of them. Files to read are relative to `folder`. Throws
/// json::Error.
WindowChange window_change(const json::Node& node, const std::filesystem::path& folder);

}  // namespace session

#endif
