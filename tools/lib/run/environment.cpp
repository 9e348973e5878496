// SPDX-License-Identifier: MIT
#include "run/environment.h"

#include <algorithm>
#include <cstdlib>

#include "layer/protocol.h"
#include "run/checks.h"

namespace run {
namespace {

/// What is set already goes on after it. A run within a run has it already: the loader would take a layer twice.
void add_first(std::vector<std::pair<std::string, std::string>>& environment, const char* name,
               const std::string& value, char separator) {
  const char* const before = std::getenv(name);
  const std::string rest = before != nullptr && *before != '\0' ? separator + std::string(before) : "";
  const bool is_there = (rest + separator).find(separator + value + separator) != std::string::npos;
  environment.emplace_back(name, is_there ? before : value + rest);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> environment_of(const RunOptions& options,
                                                                const std::filesystem::path& socket,
                                                                const std::string& display) {
  const std::filesystem::path folder = options.layer.empty() ? layer_folder() : options.layer;
  std::vector<std::pair<std::string, std::string>> environment = options.environment;
  environment.emplace_back(layer::kSocketVariable, socket.string());
  add_first(environment, "VK_ADD_LAYER_PATH", folder.string(), ':');
  add_first(environment, "VK_INSTANCE_LAYERS", "VK_LAYER_PHOTOPIC_run", ':');
  if (!options.keeps_layers) add_first(environment, "VK_LOADER_LAYERS_DISABLE", "~implicit~", ',');
  if (options.step_ms) {
    add_first(environment, "LD_PRELOAD", (folder / "libphotopic_clock.so").string(), ':');
    environment.emplace_back("PHOTOPIC_CLOCK_STEP_NS", std::to_string(std::int64_t(*options.step_ms * 1e6 + 0.5)));
    environment.emplace_back("PHOTOPIC_CLOCK_START_S", std::to_string(options.start_s));
  }
  if (options.is_silent) {
    environment.emplace_back("ALSOFT_DRIVERS", "null");
    environment.emplace_back("SDL_AUDIODRIVER", "dummy");
    environment.emplace_back("PULSE_SERVER", "none");
  }
  if (!display.empty()) {
    environment.emplace_back("DISPLAY", display);
    environment.emplace_back("WAYLAND_DISPLAY", "");
  }
  return environment;
}

std::string missing_display(const RunOptions& options) {
  const auto is_set = [&](const std::string& name) {
    const auto names = [&](const auto& pair) { return pair.first == name; };
    const char* const value = std::getenv(name.c_str());
    return (value != nullptr && *value != '\0') ||
           std::any_of(options.environment.begin(), options.environment.end(), names);
  };
  if (options.screen || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")) return "";
  return "; neither DISPLAY nor WAYLAND_DISPLAY is set: --xvfb 1280x720 (xvfb in a suite) gives it a screen";
}

}  // namespace run
