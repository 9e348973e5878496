// SPDX-License-Identifier: MIT
// Settings for common uses, which programs offer by name. docs/metering.md and docs/settings.md say where they are
// from.
#ifndef PHOTOPIC_PRESETS_H
#define PHOTOPIC_PRESETS_H

#include <photopic/settings.h>

#include <cstdint>

namespace photopic {

/// A preset by name.
struct Preset {
  const char* name;                            ///< "film"; lower case
  const char* help;                            ///< one line, lower case, without full stop
  void (*apply)(Settings& settings) noexcept;  ///< sets what the preset sets, and leaves the rest
};

/// All presets, by name.
struct PresetTable {
  const Preset* first;
  std::uint32_t count;
  const Preset* begin() const noexcept { return first; }
  const Preset* end() const noexcept { return first + count; }
};
PresetTable preset_table() noexcept;
inline constexpr std::uint32_t kPresetCount = 7;

/// The preset of that name, or null.
const Preset* find_preset(const char* name) noexcept;

/// The preset over presets::studied() of its operator.
Settings preset_settings(const Preset& preset) noexcept;

/// Stops of compensation that show a metered grey, 0.8 stops above 0.104, as bright as agx does, to 0.05 stop. On a
/// standard display, with the operator's default parameters. 1.05 for custom.
float studied_compensation_ev(ToneMapper tone_mapper) noexcept;

namespace presets {

/// What programs start from: the mean without the brightest percent, a limit for highlights, no weight for black, and
/// the operator's studied_compensation_ev(). Needs the single pass.
Settings studied(ToneMapper tone_mapper = ToneMapper::agx) noexcept;
// studied(), and:
Settings archviz() noexcept;  ///< interiors, where windows keep their view and light is neutral
Settings film() noexcept;     ///< a camera in cinema: slow adaptation, a veil, dark corners
Settings game() noexcept;     ///< an eye that is quick at cuts and steady else, with details in dark and bright
Settings night() noexcept;    ///< what an eye sees in the dark, of pictures in cd/m^2 or with view.cd_m2_per_unit
Settings photo() noexcept;    ///< photographs in neutral light, with details in dark and bright
Settings viewer() noexcept;   ///< a model on a black background, from all sides: steady, in its own colours

}  // namespace presets
}  // namespace photopic

#endif
