// SPDX-License-Identifier: MIT
// Light of finished pictures as a display shows it, for the command meter.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_CONTENT_LIGHT_H
#define PHOTOPIC_TOOLS_PHOTOPIC_CONTENT_LIGHT_H

#include <photopic/content_light_meter.h>

#include <filesystem>
#include <string>

#include "engine/device/context.h"
#include "flashes/light.h"
#include "json/document.h"

namespace cli {

struct ShownLight {
  std::string encoding;  ///< "hdr10"
  photopic::ContentLightStatistics light;
};

/// Reads the file's codes and measures them on the device. Throws files::Error, and engine::Error.
ShownLight shown_light(engine::Context& context, const std::filesystem::path& file, const flashes::Display& display);

/// Words of the table of `photopic run --meter`.
json::Json json_of(const ShownLight& shown);
void print_text(const ShownLight& shown);

}  // namespace cli

#endif
