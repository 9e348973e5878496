// SPDX-License-Identifier: MIT
// A display and view of an OpenColorIO config.
#ifndef PHOTOPIC_TOOLS_LOOKS_OCIO_H
#define PHOTOPIC_TOOLS_LOOKS_OCIO_H

#include <array>
#include <filesystem>
#include <span>
#include <string>

namespace looks {

struct OcioView {
  std::filesystem::path config;
  std::string display;                 ///< empty: the config's default
  std::string view;                    ///< empty: the display's default
  std::string space = "scene_linear";  ///< colour space or role of what goes in
};

/// Colours of `view.space` to what the view shows, in place, on the CPU. Throws files::Error "FILE: REASON" for a
/// config that can't be read, for names that it hasn't, and in a build without OpenColorIO.
void apply_ocio(const OcioView& view, std::span<std::array<float, 3>> colors);

}  // namespace looks

#endif
