// SPDX-License-Identifier: MIT
// Parsing of the layer of an OpenEXR picture, and of the light of pictures for a display.
#include "session/options/reading_options.h"

#include <algorithm>

#include "arguments/command_line.h"
#include "arguments/errors.h"
#include "arguments/words.h"

namespace session {
namespace {

std::vector<std::string> parse_channels(const std::string& text) {
  std::vector<std::string> names = arguments::list_items(text);
  const bool is_any_empty = std::find(names.begin(), names.end(), "") != names.end();
  if ((names.size() == 1 || names.size() == 3) && !is_any_empty) return names;
  throw arguments::UsageError("--rgb: '" + text +
                              "' is neither three channels of an OpenEXR file, as in N.X,N.Y,N.Z, nor one");
}

void add_layer_options(CLI::App& command, image_io::LayerChoice& choice) {
  const auto check = [&choice] {
    if (choice.layer && !choice.channels.empty()) {
      throw arguments::UsageError("--rgb doesn't go with --layer: it takes channels by their full names");
    }
  };
  const auto take_layer = [&choice, check](const std::string& name) {
    choice.layer = name;
    check();
  };
  arguments::add_value(command, "--layer", take_layer, "NAME",
                       "layer of an OpenEXR file; default: channels without a prefix, else beauty, "
                       "rgba, Combined, else the first with colour");
  arguments::add_value(command, "--part", choice.part, "N|NAME",
                       "part of an OpenEXR file: number, starting at 0, or name");
  const auto take_channels = [&choice, check](const std::string& text) {
    choice.channels = parse_channels(text);
    check();
  };
  arguments::add_value(command, "--rgb", take_channels, "R,G,B",
                       "full names of three channels of an OpenEXR file, or of one, shown as grey");
}

void add_light_options(CLI::App& command, image_io::LightChoice& light) {
  static constexpr arguments::Range kNits = {1.0, 10000.0};
  arguments::add_ranged(command, "--input-white-nits", light.white_nits, kNits,
                        "input pictures for a display: luminance of 1, cd/m^2; default: 203 for PQ, HLG and scRGB");
  arguments::add_ranged(
      command, "--input-peak-nits", light.peak_nits, kNits,
      "input pictures for a display: peak of the display, cd/m^2; default: 1000 for HLG; gain maps: all of it");
}

}  // namespace

void add_reading_options(CLI::App& command, image_io::ReadOptions& options) {
  add_layer_options(command, options.layers);
  add_light_options(command, options.light);
}

}  // namespace session
