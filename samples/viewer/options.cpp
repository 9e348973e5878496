// SPDX-License-Identifier: MIT
// Parsing of the viewer's command line.
#include "viewer/options.h"

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <sstream>

#include "arguments/command_line.h"
#include "arguments/completion.h"
#include "arguments/errors.h"
#include "arguments/version.h"
#include "arguments/words.h"
#include "session/options/memory_option.h"
#include "session/options/reading_options.h"
#include "session/options/settings_options.h"
#include "session/script.h"
#include "session/settings/settings_file.h"
#include "viewer/files/file_list.h"

namespace viewer {
namespace {

constexpr arguments::Range kFovDeg = {session::kMinFov_deg, session::kMaxFov_deg};
constexpr arguments::Range kOverlayScale = {1.0, 8.0};

void add_picture_options(CLI::App& app, Options& options) {
  arguments::add_value(
      app, "--scene,FILES", options.files, "FILE",
      "glTF scene (.gltf, .glb), HDR picture, or panorama twice as wide as high; a window goes through several, or "
      "those in a folder, with . and ,; default: the corridor");
  session::add_reading_options(app, options.reading);
  arguments::add_value(app, "--path", options.path, "FILE",
                       "camera path, JSON; default: the path of the corridor, in the corridor");
  arguments::add_value(app, "--script", options.script, "FILE", "timed changes of settings, JSON");
  const auto take_size = [&options](const std::string& text) {
    options.extent = arguments::parse_size(text, "--size");
  };
  arguments::add_value(app, "--size", take_size, "WIDTHxHEIGHT",
                       "size of the window or of frames; pictures keep their own size")
      ->default_str("1280x720");
  const auto take_samples = [&options](const std::string& text) {
    constexpr std::array<const char*, 2> kCounts = {"1", "4"};
    options.samples = arguments::word_index(kCounts, text, "--samples") == 0 ? 1 : 4;
  };
  arguments::add_value(app, "--samples", take_samples, "NUMBER",
                       "samples per pixel of scenes, for smooth edges: 1 or 4; default: 4 in a window "
                       "on a GPU without --frames, else 1");
  arguments::add_ranged(app, "--fov-deg", options.controls.view.horizontal_fov_deg, kFovDeg,
                        "horizontal field of view, degrees");
  arguments::add_ranged(app, "--pre-exposure-ev", options.controls.view.scene.pre_exposure_ev,
                        {-double(engine::kMostPreExposure_ev), double(engine::kMostPreExposure_ev)},
                        "pre-exposure of a scene's colours in memory, stops; below 0, half floats hold brighter "
                        "light");
  session::Surroundings& surroundings = options.controls.view.surroundings;
  arguments::add_value(app, "--environment", surroundings.environment, "FILE",
                       "panorama that lights the scene and is its background; you can also drop a file on the scene");
  arguments::add_ranged(app, "--environment-yaw-deg", surroundings.environment_yaw_deg, {-180.0, 180.0},
                        "turn of --environment to the right, degrees");
  const auto take_sun = [&surroundings](const std::string& name) {
    surroundings.sun = session::SunChoice(arguments::word_index(session::kSunNames, name, "--sun"));
  };
  arguments::add_value(app, "--sun", take_sun, "NAME",
                       "sun and sky of a scene: file (the file's lights, under a made-up sky; daylight if it has no "
                       "lights) or day (daylight in place of the file's sun)")
      ->default_str(session::kSunNames[0]);
  arguments::add_ranged(app, "--time-of-day", surroundings.daylight.time_of_day_h,
                        {double(engine::kSunrise_h), double(engine::kSunset_h)},
                        "scene in daylight: solar time, hours");
  arguments::add_ranged(app, "--sun-azimuth", surroundings.daylight.sun_azimuth_deg, {-180.0, 180.0},
                        "scene in daylight: direction of the sun, degrees; 0 = -Z, positive = to the right");
  arguments::add_ranged(app, "--turbidity", surroundings.daylight.turbidity,
                        {double(engine::kLeastTurbidity), double(engine::kMostTurbidity)},
                        "scene in daylight: turbidity of the air; larger values are hazier");
  session::PlayedAnimation& animation = options.controls.view.animation;
  arguments::add_value(app, "--animation", animation.name, "NAME",
                       "animation of a scene, by its name or its number from 0 on; none: the scene is at rest; "
                       "default: the file's first");
  arguments::add_ranged(app, "--animation-time", animation.time_s, {0.0, 1e6},
                        "time of the animation at the start, seconds");
  arguments::add_ranged(app, "--animation-speed", animation.speed,
                        {-session::kMostAnimationSpeed, session::kMostAnimationSpeed},
                        "speed of the animation; 0: it stands still");
  const auto take_views = [&options](const std::string& names) {
    options.controls.overlay.views = session::overlay_views(names, "--overlay");
  };
  arguments::add_value(
      app, "--overlay", take_views, "LIST",
      "views of the meter, comma-separated: " + arguments::word_list(session::kOverlayNames) + ", or all");
  const auto take_screen = [&options](const std::string& name) {
    options.controls.calibration =
        session::CalibrationScreen(arguments::word_index(session::kCalibrationNames, name, "--calibration"));
  };
  arguments::add_value(app, "--calibration", take_screen, "NAME",
                       "test screen for setting up the display: " + arguments::word_list(session::kCalibrationNames))
      ->default_str("none");
  const auto take_scale = [&options](const std::string& text) {
    options.controls.overlay.scale = arguments::parse_number<std::uint32_t>(text, "--overlay-scale", kOverlayScale);
    options.has_overlay_scale = true;
  };
  arguments::add_value(app, "--overlay-scale", take_scale, "NUMBER",
                       "size of the overlay's text and panels; " + arguments::range_text(kOverlayScale))
      ->default_str("scale of the display, or 1");
}

void add_frame_options(CLI::App& app, Options& options) {
  app.add_flag("--headless", options.is_headless, "write frames without a window, and exit");
  arguments::add_value(app, "-o,--output", options.output_folder, "DIR",
                       "headless: folder for frames, sheet, table and plot; with a window: for screenshots");
  arguments::add_value(app, "--video", options.video, "FILE",
                       "headless: video of the frames, .y4m; with ffmpeg installed also .mp4 and others");
  arguments::add_ranged(app, "--frames", options.frames, {1.0, double(kMaxFrames)},
                        "number of frames; default: the length of the path; with a window, until it is closed");
  arguments::add_ranged(app, "--fps", options.fps, {0.001, 100000.0}, "frames per second, with --frames or --headless");
}

void add_window_options(CLI::App& app, Options& options) {
  arguments::add_ranged(app, "--scale", options.scale, {0.5, 4.0},
                        "scale of text and controls; default: scale of the display");
  const auto take_panels = [&options](const std::string& names) {
    options.panels.clear();
    std::istringstream stream(names);
    for (std::string name; std::getline(stream, name, ',');) options.panels.push_back(session::panel_of(name));
  };
  arguments::add_value(
      app, "--panels", take_panels, "LIST",
      "panels that are open at the start, comma-separated: " + arguments::word_list(session::kPanelNames))
      ->default_str("exposure,overlay");
  app.add_flag("--hide-panels", options.hides_panels, "show only the picture; Tab shows the panels");
  app.add_flag("--own-dialogs", options.has_own_dialogs,
               "use the viewer's own file dialogs instead of zenity or kdialog");
}

/// Fills in what wasn't given, and refuses options that contradict each other.
void complete(Options& options) {
  const std::filesystem::path folder = session::corridor_folder();
  if (!options.is_headless) {
    FileList files;
    for (const std::filesystem::path& file : options.files) files.add(file);
    options.files = files.files();
  } else if (options.files.size() > 1) {
    throw arguments::UsageError("--headless shows one file, and " + std::to_string(options.files.size()) +
                                " were given");
  }
  if (!options.files.empty()) options.scene = options.files.front();
  if (options.scene.empty()) {
    if (folder.empty()) {
      throw arguments::UsageError(
          "--scene is missing, and the corridor isn't beside this program (a whole build makes it)");
    }
    options.scene = folder / "corridor.gltf";
  }
  if (options.path.empty() && session::is_corridor(options.scene)) options.path = folder / "corridor-path.json";
  if (options.is_headless && options.output_folder.empty() && options.video.empty()) {
    throw arguments::UsageError("-o DIR is missing, or --video FILE; see 'photopic-viewer --help'");
  }
  if (!options.is_headless && !options.video.empty()) {
    throw arguments::UsageError("--video is for --headless; in the window, it is in the menu File");
  }
}

}  // namespace

files::OutputGuard inputs_of(const Options& options, const session::Script& script) {
  files::OutputGuard inputs;
  for (const auto& file :
       {options.path, options.script, options.settings, options.controls.view.surroundings.environment})
    inputs.add_input(file);
  session::add_inputs(inputs, options.controls.settings);
  for (const auto& file : options.files) inputs.add_input(file);
  for (const auto& file : session::source_files(options.scene)) inputs.add_input(file);
  for (const auto& named : script.inputs()) {
    for (const auto& file : session::source_files(named)) inputs.add_input(file);
  }
  return inputs;
}

std::optional<Options> parse_options(int argc, char** argv) {
  CLI::App app("Shows scenes and pictures as an adapting eye sees them, with views of the light meter.",
               "photopic-viewer");
  app.formatter(std::make_shared<arguments::HelpFormatter>("photopic-viewer [FILE...] [OPTIONS]"));
  app.set_version_flag("--version", "photopic-viewer " + arguments::version(), "print the version and exit");
  app.footer(
      "Examples: photopic-viewer\n"
      "          photopic-viewer scene.glb --overlay naive,histogram\n"
      "          photopic-viewer --headless -o out --size 640x360\n"
      "Exit codes: 0 done; 4 input, output or usage; 5 no Vulkan device, or a device error.");
  Options options;
  options.controls.view.scene.pre_exposure_ev = kPreExposure_ev;
  options.controls.view.animation.name.clear();
  session::SettingsOptions settings;
  add_picture_options(app, options);
  add_frame_options(app, options);
  add_window_options(app, options);
  arguments::add_device_options(app, options.device, arguments::Backends::vulkan);
  session::add_memory_option(app);
  settings.add_to(app, session::Purpose::show);
  std::string shell;
  arguments::add_value(app, "--completion", shell, "SHELL", "print the completion of bash, zsh or fish, and exit")
      ->group("");  // hidden: packages install it
  if (!arguments::parse(app, argc, argv)) return {};
  if (!shell.empty()) {
    std::fputs(arguments::completion(app, shell).c_str(), stdout);
    return {};
  }
  options.settings = settings.file();
  options.controls.settings = settings.settings();
  if (settings.is_print()) {
    std::fputs(session::settings_json(options.controls.settings).c_str(), stdout);
    return {};
  }
  complete(options);
  return options;
}

}  // namespace viewer
