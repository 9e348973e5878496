// SPDX-License-Identifier: MIT
#include "viewer/options.h"

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/command_line.h"
#include "cli/errors.h"
#include "cli/settings_file.h"
#include "cli/settings_options.h"
#include "viewer/script.h"

namespace viewer {
namespace {

constexpr cli::Range kFovDeg = {1.0, 170.0};

void add_picture_options(CLI::App& app, Options& options) {
  app.add_option("--scene,SCENE", options.scene,
                 "glTF scene (.gltf, .glb), HDR picture, or panorama twice as wide as high; default: the corridor")
      ->type_name("FILE");
  app.add_option("--path", options.path, "camera path, JSON; default: the corridor's, for the corridor")
      ->type_name("FILE");
  app.add_option("--script", options.script, "timed changes of settings, JSON")->type_name("FILE");
  const auto take_size = [&options](const std::string& text) { options.extent = cli::parse_size(text, "--size"); };
  app.add_option_function<std::string>("--size", take_size, "of the window or the frames; pictures keep their own")
      ->type_name("WIDTHxHEIGHT")
      ->default_str("1280x720");
  cli::add_ranged(app, "--fov-deg", options.controls.view.horizontal_fov_deg, kFovDeg,
                  "horizontal field of view, degrees");
  const auto take_views = [&options](const std::string& names) {
    options.controls.overlay.views = overlay_views(names, "--overlay");
  };
  std::string names;
  for (const char* name : kOverlayNames) names += (names.empty() ? "" : ", ") + std::string(name);
  app.add_option_function<std::string>("--overlay", take_views, "comma-separated: " + names + ", or all")
      ->type_name("LIST");
  cli::add_ranged(app, "--overlay-scale", options.controls.overlay.scale, {1.0, 8.0}, "size of its text and panels");
}

void add_headless_options(CLI::App& app, Options& options) {
  app.add_flag("--headless", options.is_headless, "no window: writes frames, and ends");
  app.add_option("-o,--output", options.output_folder, "headless: folder for frames, sheet, table and plot")
      ->type_name("DIR");
  cli::add_ranged(app, "--frames", options.frames, {1.0, double(kMaxFrames)},
                  "headless: number of frames; default: as long as the path");
  cli::add_ranged(app, "--fps", options.fps, {0.001, 100000.0}, "headless: frames per second");
}

/// What wasn't given, and what doesn't go together.
void complete(Options& options) {
  const std::filesystem::path folder = corridor_folder();
  if (options.scene.empty()) {
    if (folder.empty()) throw cli::UsageError("--scene is missing, and the corridor isn't beside this program");
    options.scene = folder / "corridor.gltf";
    if (options.path.empty()) options.path = folder / "corridor-path.json";
  }
  if (options.is_headless && options.output_folder.empty()) {
    throw cli::UsageError("-o DIR is missing; see 'photopic-viewer --help'");
  }
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv) {
  CLI::App app("Shows scenes and pictures through an eye that adapts, and what its light meter sees.",
               "photopic-viewer");
  app.formatter(std::make_shared<cli::HelpFormatter>("photopic-viewer [SCENE] [OPTIONS]"));
  app.set_version_flag("--version", "photopic-viewer " + cli::version(), "print the version and exit");
  app.footer(
      "Example: photopic-viewer --headless -o out --size 640x360\n"
      "Exit codes: 0 done; 4 input, output or usage; 5 no Vulkan device, or a device error.");
  Options options;
  cli::SettingsOptions settings;
  add_picture_options(app, options);
  add_headless_options(app, options);
  cli::add_device_options(app, options.device.device, "--validate", options.device.validate);
  settings.add_to(app, /*with_tone_map=*/true);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& help_or_version) {
    app.exit(help_or_version);
    return {};
  } catch (const CLI::ParseError& error) {
    throw cli::UsageError(cli::usage_message(app, error));
  }
  options.controls.settings = settings.settings();
  if (settings.is_print()) {
    std::fputs(cli::settings_json(options.controls.settings).c_str(), stdout);
    return {};
  }
  complete(options);
  return options;
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

}  // namespace viewer
