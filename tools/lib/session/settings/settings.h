// SPDX-License-Identifier: MIT
// Settings of a command: the module's, and the method of metering.
#ifndef PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTINGS_H
#define PHOTOPIC_TOOLS_SESSION_SETTINGS_SETTINGS_H

#include <photopic/post_process.h>
#include <photopic/presets.h>

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

#include "arguments/parse_number.h"
#include "engine/device/context.h"
#include "files/output_guard.h"
#include "image_io/facts.h"
#include "session/settings/look_files.h"

namespace session {

inline constexpr arguments::Range kEv = {-64.0, 64.0};  ///< of EV at ISO 100 and log2 luminance

enum class MeteringMethod : std::uint32_t { automatic, pyramid, single_pass };
inline constexpr const char* kMethodNames[] = {"auto", "pyramid", "single-pass"};

/// What an object is made with, from the command line.
struct Metering {
  MeteringMethod method = MeteringMethod::automatic;
  std::uint32_t weights = 0;   ///< bits photopic::Weight; that of the mask is set by the mask
  std::filesystem::path mask;  ///< picture whose first channel is a weight; empty = none
};

/// What glare's pyramid is made of: CreateInfo::glare_levels.
enum class GlareLevels : std::uint32_t { rgba16f, rgba32f, b10g11r11 };
inline constexpr const char* kGlareLevelNames[] = {"rgba16f", "rgba32f", "b10g11r11"};

struct Settings : photopic::Settings {
  Metering metering;
  GlareLevels glare_levels = GlareLevels::rgba16f;
  LookFiles look;
};

/// The same as the module takes them: DisplayTransform::baked where the gamut map needs it, and the weights' flags.
Settings with_transform(Settings settings);
/// True for a grade, a lookup table or an operator of the user's.
bool has_look(const Settings& settings);

/// What a command that shows pictures starts from, where the device makes a histogram: photopic::presets::studied().
Settings studied_settings(photopic::ToneMapper tone_mapper);
/// The studied settings with what the preset sets.
Settings preset_settings(const photopic::Preset& preset);
/// Throws UsageError for a name that there isn't.
const photopic::Preset& preset_of(const std::string& name);

/// Adds to the compensation what makes 18 % grey 18 % of paper white, whatever the operator, its parameters and the
/// display: pictures of operators can be compared.
void match_middle_grey(Settings& settings);

/// Meters with the pyramid; what it can't do is taken back: weights, mask, percentiles and the limit for highlights.
void choose_pyramid(Settings& settings);

/// True for a triangle around white, of numbers that settings take. Others make no colours.
bool are_usable(const image_io::Chromaticities& chromaticities);
/// Primaries of `file`: as given, or, if that is `automatic`, as the file names them. Throws files::Error if these
/// chromaticities make no colours, and for given ones where a colour profile has made BT.709 of the file's.
photopic::InputSettings input_of(const photopic::InputSettings& given, const image_io::Facts& facts,
                                 const std::filesystem::path& file);

/// Of each channel, by its primaries; their sum is 1.
std::array<double, 3> luminance_weights(const photopic::InputSettings& input);

/// The files that settings name are inputs.
void add_inputs(files::OutputGuard& guard, const Settings& settings);

/// Throws UsageError for two settings that contradict each other.
void check_settings(const Settings& settings);

/// True if percentiles, the median, a limit for highlights or black are asked for.
bool needs_histogram(const Settings& settings);
/// Settings that count every texel alike, in the same range of luminance.
photopic::MeterSettings mean_of_all(const photopic::MeterSettings& meter);
/// The first option that the pyramid can't do: "--black-stops"; null if it can do all.
const char* single_pass_option(const Settings& settings);
/// Whether white balance is automatic.
bool is_balanced(const Settings& settings);
/// Options that turn on effects, bits photopic::Effect: "--glare, --vignette".
std::string options_of_effects(std::uint32_t effects);
/// The bit photopic::Effect of a group of the table that is an effect's, such as "local_exposure"; else 0.
std::uint32_t effect_of_group(std::string_view group);
/// With the defaults of effects, bits photopic::Effect: they are off.
photopic::Settings without_effects(photopic::Settings settings, std::uint32_t effects);

/// The method that was asked for. `automatic` is the single pass where weights, a mask or percentiles need it, else the
/// method that is `usual`.
MeteringMethod method_of(const Settings& settings, MeteringMethod usual = MeteringMethod::pyramid);
/// Of the exact methods, on every kind of device that was measured (docs/performance.md).
inline constexpr MeteringMethod kFastestMethod = MeteringMethod::single_pass;

/// For pictures of up to `max_extent` texels that are metered and shown as the settings say, with `method` as
/// method_of() gives it.
/// Encodings that half floats alone can hold are left to who chooses the format.
/// `settings` and `tuning`, which this fills in, must live until the object is made.
photopic::CreateInfo create_info(VkExtent2D max_extent, const Settings& settings, MeteringMethod method,
                                 photopic::Tuning* tuning);

}  // namespace session

#endif
