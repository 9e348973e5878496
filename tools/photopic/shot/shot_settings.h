// SPDX-License-Identifier: MIT
// Settings that the parts of a shot's work must agree in: measuring, adapting, developing.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_SHOT_SHOT_SETTINGS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_SHOT_SHOT_SETTINGS_H

#include <optional>
#include <string>

#include "json/document.h"
#include "session/settings/settings.h"

namespace cli {

/// {"meter": {...}, "input": {...}}, with the contents of the mask in the place of its name, and the method chosen.
/// Throws files::Error for a mask that can't be read.
json::Json measured_settings(const session::Settings& settings);

/// The same, and what exposure states depend on besides: "exposure", with automatic white balance "white_balance", with
/// dark adaptation or a pupil "night" and "view".
json::Json adapted_settings(const session::Settings& settings);

/// Takes the primaries that frames were measured in, where none are given.
void take_input(const json::Json& measured, session::Settings& settings);

/// The first setting of `wanted` that `found` has otherwise or lacks: "meter.high_percentile is 95 there, 99 here".
std::optional<std::string> difference(const json::Json& wanted, const json::Json& found);

}  // namespace cli

#endif
