// SPDX-License-Identifier: MIT
// Version, device, window and file in words.
#include "viewer/model/diagnostics.h"

#include <photopic/display.h>

#include <cstdlib>

#include "arguments/spread.h"
#include "arguments/version.h"
#include "viewer/model/formatted.h"

namespace viewer {
namespace {

const char* window_system() {
  const char* wayland = std::getenv("WAYLAND_DISPLAY");
  const char* x = std::getenv("DISPLAY");
  if (x != nullptr && *x != '\0') return wayland != nullptr && *wayland != '\0' ? "X11 on Wayland" : "X11";
  return wayland != nullptr && *wayland != '\0' ? "Wayland" : "no window system named";
}

}  // namespace

std::vector<std::string> diagnostics(const Model& model) {
  const arguments::DeviceKind kind = arguments::kind_of(model.context);
  const VkRect2D& room = model.room;
  const VkExtent2D picture = model.session.extent();
  std::vector<std::string> lines = {
      "photopic-viewer " + arguments::version(),
      "device: " + kind.name + ", " + kind.api,
      "driver: " + kind.driver,
      formatted("window: %s, format %d, colour space %d, %u x %u for the picture, %.2f pixels a unit", window_system(),
                int(model.output.surface.format), int(model.output.surface.colorSpace), room.extent.width,
                room.extent.height, double(model.pixels_per_unit)),
  };
  if (!model.session.file().empty()) {
    lines.push_back("file: " + model.session.file().filename().string() +
                    formatted(", %u x %u texels, format %d", picture.width, picture.height,
                              int(model.session.source().hdr().format())));
  }
  return lines;
}

}  // namespace viewer
