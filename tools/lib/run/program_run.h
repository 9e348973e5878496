// SPDX-License-Identifier: MIT
// A run of a program with the layer: its frames, and how it ended.
#ifndef PHOTOPIC_TOOLS_RUN_PROGRAM_RUN_H
#define PHOTOPIC_TOOLS_RUN_PROGRAM_RUN_H

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "run/frame_file.h"
#include "run/screen.h"
#include "run/window_flashes.h"

namespace run {

/// Where flashes and light of a window are measured.
enum class MeasuringPlace {
  automatic,  ///< on the program's device, unless that is a CPU or can't
  device,     ///< on the program's device, unless it can't
  cpu,        ///< by this program, from copies of all frames
};

struct RunOptions {
  std::vector<std::string> program;   ///< and its arguments
  std::filesystem::path folder = {};  ///< where it runs; empty: here
  std::vector<std::pair<std::string, std::string>> environment = {};
  std::vector<std::uint64_t> frames = {};  ///< ascending
  std::uint64_t every = 0;                 ///< 0: none
  std::optional<std::uint64_t> last = {};  ///< it is ended after this one; default: the last of `frames`
  bool on_signal = false;                  ///< the next frame after each SIGUSR1 to this process
  /// Light of every frame, whatever is asked for above, of a window that must be one; not with `on_signal`. Both, of
  /// which one is called: with a copy of the frame, or with the layer's Report::Kind::lit.
  std::function<void(const Frame&)> measure = {};
  std::function<void(const layer::Report&)> take_light = {};
  WindowFlashes* flashes = nullptr;  ///< likewise; a run with fewer than two frames is a problem then
  MeasuringPlace place = MeasuringPlace::automatic;
  std::uint32_t overlay_views = 0;          ///< drawn over windows: bits of photopic::kStoredOverlayViews
  std::uint32_t overlay_scale = 1;          ///< texels per dot of its panels, 1..8
  flashes::Display display = {};            ///< how windows are shown, for light and overlay
  std::optional<std::uint32_t> window = 0;  ///< by the order of their first frames; none: all
  std::optional<double> step_ms = {};       ///< of the clock, a frame; none: real time
  std::int64_t start_s = 946684800;         ///< of the stepping clock, since 1970: 2000-01-01
  std::optional<ScreenSize> screen = {};    ///< none: the user's
  std::optional<double> time_limit_s = {};
  std::filesystem::path layer = {};  ///< folder with the layer and its clock; empty: as installed beside this program
  bool keeps_layers = false;         ///< implicit ones, such as overlays
  bool is_silent = false;            ///< null drivers of audio
  int output = 1, error_output = 2;  ///< the program's

  /// A file, or the program's end.
  bool asks() const { return !frames.empty() || every != 0 || last || on_signal || sees_all(); }
  bool sees_all() const { return measure || flashes != nullptr; }
  bool needs_window() const { return asks() || overlay_views != 0; }
  std::optional<std::uint64_t> end() const {
    return last ? last : frames.empty() || every != 0 || on_signal ? std::nullopt : std::optional(frames.back());
  }
};

/// What was presented.
struct WindowSeen {
  std::uint32_t process = 0;
  std::uint32_t width = 0, height = 0;  ///< texels, the latest
  std::uint32_t format = 0, color_space = 0;
  std::uint64_t frames = 0;  ///< as far as they were counted: after the last that was asked for nothing is
  std::string problem;       ///< why its frames can't be taken; empty: they can
  std::optional<std::array<float, 4>> light = {};  ///< layer::Report::light
  std::uint32_t tools = 0;                         ///< bits of layer::Tool that its process runs
  std::string tools_words;                         ///< on which device, or why it can't
};

struct RunResult {
  std::string problem;  ///< what was asked for isn't there; empty: it is
  bool is_device_problem = false;
  std::vector<std::string> devices;
  std::vector<WindowSeen> windows;
  std::uint64_t frames_taken = 0;
  std::optional<int> status;  ///< of a program that ended by itself, as waitpid() has it
  std::uint32_t clock = 0;    ///< layer::Report::clock
};

/// Runs it until the last frame, its own end or the time limit; `take` gets each frame. What `take` throws ends the
/// program and goes on. Throws files::Error for a program or a screen that can't be started.
RunResult run_program(const RunOptions& options, const std::function<void(const Frame&)>& take);

}  // namespace run

#endif
