// SPDX-License-Identifier: MIT
// Presets: settings for common uses, by name. docs/metering.md explains the studied settings.
#ifndef PHOTOPIC_PRESETS_H
#define PHOTOPIC_PRESETS_H

#include <photopic/settings.h>

#include <cstdint>

namespace photopic {

/// A preset. Strings are static.
struct Preset {
  const char* name;                            ///< name, lower case: "film"
  const char* help;                            ///< help, one line, lower case, without full stop
  void (*apply)(Settings& settings) noexcept;  ///< sets its settings; others stay as they are
};

/// All presets, in the order of their names.
struct PresetTable {
  const Preset* first;
  std::uint32_t count;
  const Preset* begin() const noexcept { return first; }
  const Preset* end() const noexcept { return first + count; }
};
PresetTable preset_table() noexcept;
inline constexpr std::uint32_t kPresetCount = 7;

/// Preset of that name, or null.
const Preset* find_preset(const char* name) noexcept;

/// Settings of the preset, over presets::studied() of its operator.
Settings preset_settings(const Preset& preset) noexcept;

/// Compensation of the studied settings for an operator, stops, rounded to 0.05. It shows a metered 18 % grey as bright
/// as agx does with 0.8 stops, on an SDR display with default parameters. 1.05 for custom.
float studied_compensation_ev(ToneMapper tone_mapper) noexcept;

namespace presets {

/// Settings that programs start with: the mean without the brightest percent, a limit for highlights, no weight for
/// black, and the operator's studied_compensation_ev(). Needs the single pass.
Settings studied(ToneMapper tone_mapper = ToneMapper::agx) noexcept;
// The others are based on studied():
Settings archviz() noexcept;  ///< interiors: windows keep their view, and light is neutral
Settings film() noexcept;     ///< cinema camera: slow adaptation, a veil, dark corners
Settings game() noexcept;     ///< eye: quick at cuts, steady otherwise; details in dark and bright areas
Settings night() noexcept;    ///< eye in the dark; set view.cd_m2_per_unit if 1 in the picture isn't 1 cd/m^2
Settings photo() noexcept;    ///< photographs: neutral light, details in dark and bright areas
Settings viewer() noexcept;   ///< model on a black background: steady from all sides, in its own colours

}  // namespace presets
}  // namespace photopic

#endif
