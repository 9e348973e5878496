// SPDX-License-Identifier: MIT
// Parsing of the layer of an OpenEXR picture.
#include "session/options/layer_options.h"

#include <algorithm>
#include <sstream>

#include "arguments/command_line.h"
#include "arguments/errors.h"

namespace session {

void add_layer_options(CLI::App& command, image_io::LayerChoice& choice) {
  CLI::Option* const layer =
      command
          .add_option(
              "--layer", choice.layer,
              "layer of an OpenEXR file; default: channels without a prefix, else beauty, rgba, Combined, else the "
              "first with colour")
          ->type_name("NAME");
  command.add_option("--part", choice.part, "part of an OpenEXR file, by number from 0 or by name")
      ->type_name("N|NAME");
  const auto take_channels = [&choice](const std::string& text) {
    choice.channels.clear();
    std::istringstream names(text);
    for (std::string name; std::getline(names, name, ',');) choice.channels.push_back(name);
    const bool is_any_empty = std::find(choice.channels.begin(), choice.channels.end(), "") != choice.channels.end();
    if ((choice.channels.size() != 1 && choice.channels.size() != 3) || is_any_empty || text.ends_with(',')) {
      throw arguments::UsageError("--rgb: '" + text +
                                  "' is neither three channels of an OpenEXR file, as in N.X,N.Y,N.Z, nor one");
    }
  };
  command
      .add_option_function<std::string>(
          "--rgb", take_channels,
          "channels of an OpenEXR file by their full names: three, or one that is shown as grey")
      ->type_name("R,G,B")
      ->excludes(layer);
}

}  // namespace session
