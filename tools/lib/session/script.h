// SPDX-License-Identifier: MIT
// Setting changes at given times, so that a frame sequence needs no hand.
#ifndef PHOTOPIC_TOOLS_SESSION_SCRIPT_H
#define PHOTOPIC_TOOLS_SESSION_SCRIPT_H

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "json/node.h"
#include "session/session.h"
#include "session/window_change.h"

namespace session {

/// "false-color", "histogram", "weights", "pyramid", "naive", "zebra", "invalid", "strip-chart", "split", "nits",
/// "waveform", "white-balance", "local-exposure", "local-base", "local-detail", "glare", "glare-spread": bit i is name
/// i.
inline constexpr const char* kOverlayNames[] = {
    "false-color",    "histogram",   "weights",      "pyramid", "naive",       "zebra",
    "invalid",        "strip-chart", "split",        "nits",    "waveform",    "white-balance",
    "local-exposure", "local-base",  "local-detail", "glare",   "glare-spread"};
/// Of a comma-separated list; "" is none, "all" is all. Throws arguments::UsageError; `what` begins the message.
std::uint32_t overlay_views(const std::string& names, const std::string& what);

/// A JSON array of steps, times not falling: {"time_s": 1.5, ...} with any of
/// - "settings": as in a settings file, what it names alone;
/// - "overlay": {"views": ["naive", ...], "scale", "pyramid_level", "split", "false_color_min_ev100", ...};
/// - "scene": {"sun_scale", "environment_scale", "pre_exposure_ev", "environment": FILE,
///   "environment_yaw_deg", "sun": "file" or "day",
///   "time_of_day_h", "sun_azimuth_deg", "turbidity", "animation": NAME, "animation_time_s", "animation_speed"};
///   "fov_deg"; "open": FILE, or {"file": FILE} with any of "part", "layer" and "rgb": [NAME, ...], as --part, --layer
///   and --rgb take them; files are relative to the script's folder;
/// - "comparison": {"tone_mapper": NAME, "ungraded": false, "without": ["glare", ...], "split": 0.5}, or null for none;
/// - "calibration": "peak", "black", "paper-white" or "none";
/// - "camera": {"position_m": [x, y, z], "yaw_deg", "pitch_deg"}: a script with these takes the camera path's place;
/// - "measures": see read_measures(): all that there are from then on;
/// - "reset": true, which measures anew as after a cut;
/// - "window": see window_change().
class Script {
 public:
  Script() = default;
  /// Throws files::Error "FILE: step N: REASON" for whatever can be told without a device.
  explicit Script(const std::filesystem::path& file);
  /// The same of a parsed array; files that it names are relative to `folder`. Throws json::Error.
  Script(const json::Node& steps, const std::filesystem::path& folder);

  /// Files that its steps read.
  const std::vector<std::filesystem::path>& inputs() const { return inputs_; }

  /// Settings that come one after the other, `start` first.
  std::vector<Settings> settings_from(const Settings& start) const;

  /// Whether steps move the camera.
  bool has_camera() const { return has_camera_; }

  /// What a step does to the window; without a window, nothing.
  using OnWindow = std::function<void(const WindowChange&)>;
  /// Opens a file, or a layer of it, in the session's place.
  using OnOpen = std::function<void(const std::filesystem::path&, const image_io::LayerChoice&)>;
  /// Applies the steps that are due, each once. Throws as Session::open(): the rest of that step is then lost.
  void apply(double time_s, Session& session, const OnWindow& on_window = {}, const OnOpen& on_open = {});

  /// What a step changes.
  struct Target {
    Session& session;
    const OnWindow& on_window;
    const OnOpen& on_open;
  };

 private:
  struct Step {
    double time_s;
    std::function<void(const Target&)> apply;
  };
  Step read_step(const json::Node& node, const std::filesystem::path& folder);
  std::vector<Step> steps_;
  std::vector<std::filesystem::path> inputs_;
  std::vector<json::Json> settings_;  ///< of the steps that change some
  bool has_camera_ = false;
  std::size_t next_ = 0;
};

}  // namespace session

#endif
