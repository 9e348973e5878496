// SPDX-License-Identifier: MIT
// Checks of settings, and the module's create info for them.
#include "session/settings/settings.h"

#include <photopic/exposure.h>
#include <photopic/settings_table.h>

#include <algorithm>

#include "arguments/errors.h"
#include "arguments/words.h"
#include "files/error.h"
#include "reference/display/primaries.h"

namespace session {
namespace {

/// A setting and the option that the user knows it by.
struct Given {
  const char* option;
  float value;
};

/// `relation` is what the two must not be: "is below".
void refuse_if(bool condition, Given one, const char* relation, Given other) {
  if (!condition) return;
  throw arguments::UsageError(std::string(one.option) + ": '" + arguments::number_text(one.value) + "' " + relation +
                              " " + other.option + ", '" + arguments::number_text(other.value) + "'");
}

bool has_highlight_limit(const photopic::MeterSettings& meter) {
  return meter.highlight_stops < photopic::MeterSettings().highlight_stops;
}

bool has_black(const photopic::MeterSettings& meter) {
  return meter.black_stops < photopic::MeterSettings().black_stops;
}

void check_method(const Settings& settings) {
  if (settings.metering.method != MeteringMethod::pyramid) return;
  const char* const option = single_pass_option(settings);
  if (option != nullptr) throw arguments::UsageError(std::string(option) + " needs --method single-pass");
}

void check_meter(const Settings& settings) {
  const photopic::MeterSettings& meter = settings.meter;
  constexpr float kMinPercentiles = 0.1f;  // as the module
  check_method(settings);
  refuse_if(meter.max_log2_luminance <= meter.min_log2_luminance, {"--max-log2-luminance", meter.max_log2_luminance},
            "is not above", {"--min-log2-luminance", meter.min_log2_luminance});
  refuse_if(meter.high_percentile < meter.low_percentile + kMinPercentiles,
            {"--high-percentile", meter.high_percentile}, "is not at least 0.1 above",
            {"--low-percentile", meter.low_percentile});
  refuse_if(meter.window_max_log2 < meter.window_min_log2, {"--window-max-log2", meter.window_max_log2}, "is below",
            {"--window-min-log2", meter.window_min_log2});
}

void check_exposure(const photopic::ExposureSettings& exposure) {
  refuse_if(exposure.max_ev100 < exposure.min_ev100, {"--max-ev100", exposure.max_ev100}, "is below",
            {"--min-ev100", exposure.min_ev100});
  refuse_if(exposure.cut_high_ev != 0.0f && exposure.cut_high_ev <= exposure.cut_low_ev,
            {"--cut-high-ev", exposure.cut_high_ev}, "is neither 0 nor above", {"--cut-low-ev", exposure.cut_low_ev});
  if (exposure.mode != photopic::ExposureMode::camera) return;
  const double ev100 =
      photopic::ev100_from_camera(exposure.aperture_f_number, exposure.shutter_s, exposure.sensitivity_iso);
  if (ev100 >= kEv.min && ev100 <= kEv.max) return;
  throw arguments::UsageError("--aperture-f-number, --shutter-s and --sensitivity-iso make EV100 " +
                              std::to_string(ev100) + ", which is not " + arguments::range_text(kEv));
}

void check_hues(const char* option, const photopic::Curve& curve) {
  constexpr float kTurn = 360.0f;
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    const float hue = curve.points[i].x;
    if (hue >= 0.0f && hue < kTurn) continue;
    throw arguments::UsageError(std::string(option) + ": hue '" + arguments::number_text(hue) +
                                "' is not from 0 to below 360 degrees");
  }
}

void check_grade(const Settings& settings) {
  const photopic::GradeSettings& grade = settings.grade;
  check_hues("--hue-vs-hue", grade.hue_vs_hue);
  check_hues("--hue-vs-saturation", grade.hue_vs_saturation);
  check_hues("--hue-vs-luminance", grade.hue_vs_luminance);
  refuse_if(grade.shadows_end < grade.shadows_start, {"--shadows-end", grade.shadows_end}, "is below",
            {"--shadows-start", grade.shadows_start});
  refuse_if(grade.highlights_end < grade.highlights_start, {"--highlights-end", grade.highlights_end}, "is below",
            {"--highlights-start", grade.highlights_start});
  if (settings.tone_map.tone_mapper == photopic::ToneMapper::custom && settings.look.tone_mapper_lut.empty()) {
    throw arguments::UsageError("--tone-mapper custom: needs --tone-mapper-lut");
  }
}

void check_night(const Settings& settings) {
  const photopic::NightSettings& night = settings.night;
  const char* const option = night.night_strength > 0.0f                              ? "--night-strength"
                             : settings.acuity.acuity_loss > 0.0f                     ? "--acuity-loss"
                             : night.dark_adaptation != photopic::DarkAdaptation::off ? "--dark-adaptation"
                             : night.pupil                                            ? "--pupil"
                                                                                      : nullptr;
  if (option != nullptr && settings.view.cd_m2_per_unit <= 0.0f) {
    throw arguments::UsageError(std::string(option) +
                                ": needs --cd-m2-per-unit, the luminance that 1 in the picture stands for");
  }
  constexpr float kMinSOverP = 0.2f;
  if (night.scene_s_over_p > 0.0f && night.scene_s_over_p < kMinSOverP) {
    throw arguments::UsageError("--scene-s-over-p: '" + arguments::number_text(night.scene_s_over_p) +
                                "' is neither 0 nor from 0.2 to 4");
  }
}

}  // namespace

void add_inputs(files::OutputGuard& guard, const Settings& settings) {
  guard.add_input(settings.metering.mask);
  guard.add_input(settings.look.scene_lut);
  guard.add_input(settings.look.tone_mapper_lut);
  guard.add_input(settings.look.lut);
}

Settings with_transform(Settings settings) {
  if (photopic::is_baked_gamut_map(settings.display.gamut_map)) {
    settings.display.transform = photopic::DisplayTransform::baked;
  }
  const std::uint32_t weights = settings.metering.weights;
  settings.meter.centre = (weights & photopic::kWeightCentre) != 0;
  settings.meter.spot = (weights & photopic::kWeightSpot) != 0;
  settings.meter.ellipse = (weights & photopic::kWeightEllipse) != 0;
  settings.meter.mask = !settings.metering.mask.empty();
  return settings;
}

bool has_look(const Settings& settings) {
  return photopic::is_graded(settings.grade) || settings.look.has_files() ||
         settings.tone_map.tone_mapper == photopic::ToneMapper::custom;
}

Settings studied_settings(photopic::ToneMapper tone_mapper) {
  Settings settings;
  static_cast<photopic::Settings&>(settings) = photopic::presets::studied(tone_mapper);
  return settings;
}

Settings preset_settings(const photopic::Preset& preset) {
  Settings settings;
  static_cast<photopic::Settings&>(settings) = photopic::preset_settings(preset);
  return settings;
}

const photopic::Preset& preset_of(const std::string& name) {
  std::vector<const char*> names;
  for (const photopic::Preset& preset : photopic::preset_table()) names.push_back(preset.name);
  return photopic::preset_table().begin()[arguments::word_index(names, name, "--preset")];
}

void choose_pyramid(Settings& settings) {
  const photopic::MeterSettings defaults;
  settings.metering = {.method = MeteringMethod::pyramid, .weights = 0, .mask = {}};
  settings.meter.window_min_log2 = defaults.window_min_log2;
  settings.meter.window_max_log2 = defaults.window_max_log2;
  settings.meter.low_percentile = defaults.low_percentile;
  settings.meter.high_percentile = defaults.high_percentile;
  settings.meter.median_blend = defaults.median_blend;
  settings.meter.highlight_stops = defaults.highlight_stops;
  settings.meter.highlight_percent = defaults.highlight_percent;
  settings.meter.black_stops = defaults.black_stops;
  if (is_balanced(settings)) settings.white_balance.white_balance = photopic::WhiteBalance::off;
}

void check_settings(const Settings& settings) {
  refuse_if(settings.display.peak_nits < settings.display.paper_white_nits, {"--peak-nits", settings.display.peak_nits},
            "is below", {"--paper-white-nits", settings.display.paper_white_nits});
  if (settings.tone_map.tone_mapper == photopic::ToneMapper::gt7 && photopic::is_hdr(settings.display.encoding)) {
    if (settings.display.peak_nits < photopic::kGt7MinPeakNits) {
      throw arguments::UsageError("--peak-nits: '" + arguments::number_text(settings.display.peak_nits) +
                                  "' is below " + arguments::number_text(photopic::kGt7MinPeakNits) +
                                  ", from where on --tone-mapper gt7 is made");
    }
  }
  if (!photopic::has_usable_primaries(settings.input)) {
    throw arguments::UsageError(
        "--primaries custom: red, green and blue must go round the white point counterclockwise");
  }
  const photopic::WhiteBalanceSettings& balance = settings.white_balance;
  if (balance.white_balance == photopic::WhiteBalance::daylight && balance.temperature_k < photopic::kMinDaylightK) {
    throw arguments::UsageError("--white-balance daylight: --temperature-k must be at least 4000");
  }
  if (!photopic::has_neutral(balance)) {
    throw arguments::UsageError("--duv: the light of --temperature-k and --duv has no blue that could be made neutral");
  }
  refuse_if(balance.max_temperature_k < balance.min_temperature_k, {"--max-temperature-k", balance.max_temperature_k},
            "is below", {"--min-temperature-k", balance.min_temperature_k});
  check_grade(settings);
  check_night(settings);
  check_meter(settings);
  check_exposure(settings.exposure);
}

namespace {

photopic::InputSettings custom_input(const image_io::Chromaticities& xy) {
  return {.primaries = photopic::Primaries::custom,
          .red_x = xy[0],
          .red_y = xy[1],
          .green_x = xy[2],
          .green_y = xy[3],
          .blue_x = xy[4],
          .blue_y = xy[5],
          .white_x = xy[6],
          .white_y = xy[7]};
}

}  // namespace

bool are_usable(const image_io::Chromaticities& xy) {
  const photopic::SettingInfo& row = *photopic::find_setting("input", "red_x");  // the others have the same range
  const auto is_in_range = [&](float value) { return double{value} >= row.min && double{value} <= row.max; };
  return std::all_of(xy.begin(), xy.end(), is_in_range) && photopic::has_usable_primaries(custom_input(xy));
}

photopic::InputSettings input_of(const photopic::InputSettings& given, const image_io::Facts& facts,
                                 const std::filesystem::path& file) {
  const bool is_named = given.primaries != photopic::Primaries::automatic;
  if (facts.has_applied_profile && is_named && given.primaries != photopic::Primaries::bt709) {
    throw files::Error(file,
                       "its colour profile is applied, which makes BT.709 of its primaries; leave --primaries out");
  }
  if (is_named || !facts.chromaticities) return given;
  if (!are_usable(*facts.chromaticities)) {
    throw files::Error(file, "its chromaticities, " + image_io::text_of(*facts.chromaticities) +
                                 " (red, green, blue, white), have no triangle around white; --primaries bt709 takes "
                                 "its channels as BT.709's");
  }
  photopic::InputSettings input = custom_input(*facts.chromaticities);
  input.scene_gamut = given.scene_gamut;
  return input;
}

std::array<double, 3> luminance_weights(const photopic::InputSettings& input) {
  const auto primaries = [&]() -> reference::Primaries {
    switch (input.primaries) {
      case photopic::Primaries::custom:
        return {{double(input.red_x), double(input.red_y)},
                {double(input.green_x), double(input.green_y)},
                {double(input.blue_x), double(input.blue_y)},
                {double(input.white_x), double(input.white_y)}};
      case photopic::Primaries::p3:
        return reference::kP3D65;
      case photopic::Primaries::bt2020:
        return reference::kBt2020;
      case photopic::Primaries::ap1:
        return reference::kAp1;
      case photopic::Primaries::ap0:
        return reference::kAp0;
      default:
        return reference::kBt709;
    }
  };
  const reference::Rgb row = reference::luminance_row(primaries());
  return {row.r, row.g, row.b};
}

photopic::MeterSettings mean_of_all(const photopic::MeterSettings& meter) {
  return {.min_log2_luminance = meter.min_log2_luminance, .max_log2_luminance = meter.max_log2_luminance};
}

const char* single_pass_option(const Settings& settings) {
  const photopic::MeterSettings& meter = settings.meter;
  const photopic::MeterSettings defaults;
  const std::pair<bool, const char*> options[] = {
      {settings.metering.method == MeteringMethod::single_pass, "--method single-pass"},
      {settings.metering.weights != 0, "--weights"},
      {!settings.metering.mask.empty(), "--mask"},
      {meter.low_percentile > defaults.low_percentile, "--low-percentile"},
      {meter.high_percentile < defaults.high_percentile, "--high-percentile"},
      {meter.median_blend > defaults.median_blend, "--median-blend"},
      {has_highlight_limit(meter), "--highlight-stops"},
      {meter.highlight_percent != defaults.highlight_percent, "--highlight-percent"},
      {has_black(meter), "--black-stops"},
      {is_balanced(settings), "--white-balance auto"}};
  const auto* const first =
      std::find_if(std::begin(options), std::end(options), [](const auto& row) { return row.first; });
  return first == std::end(options) ? nullptr : first->second;
}

bool is_balanced(const Settings& settings) {
  return settings.white_balance.white_balance == photopic::WhiteBalance::automatic;
}

bool needs_histogram(const Settings& settings) {
  const photopic::MeterSettings& meter = settings.meter;
  return meter.low_percentile > 0.0f || meter.high_percentile < 100.0f || meter.median_blend > 0.0f ||
         has_highlight_limit(meter) || has_black(meter);
}

MeteringMethod method_of(const Settings& settings, MeteringMethod usual) {
  const Metering& metering = settings.metering;
  if (metering.method != MeteringMethod::automatic) return metering.method;
  const bool needs_single_pass =
      photopic::weights_of(with_transform(settings).meter) != 0 || needs_histogram(settings) || is_balanced(settings);
  return needs_single_pass ? MeteringMethod::single_pass : usual;
}

photopic::CreateInfo create_info(VkExtent2D max_extent, const Settings& settings, MeteringMethod method,
                                 photopic::Tuning* tuning) {
  constexpr VkFormat kGlareLevels[] = {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT,
                                       VK_FORMAT_B10G11R11_UFLOAT_PACK32};
  tuning->glare_levels = kGlareLevels[std::size_t(settings.glare_levels)];
  tuning->lut_size = settings.look.lut_size;
  if (method == MeteringMethod::pyramid) tuning->meter_method = photopic::MeterMethod::pyramid;
  photopic::CreateInfo info = {.max_extent = max_extent, .uses = {settings}, .tuning = tuning};
  if (settings.look.has_files()) info.with |= photopic::kWithTables;
  return info;
}

std::string options_of_effects(std::uint32_t effects) {
  std::string options;
  std::uint32_t named = 0;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {  // of each group the first row turns it on
    const std::uint32_t effect = row.needs >> photopic::kNeedsEffectShift & effects;
    if ((effect & ~named) == 0) continue;
    named |= effect;
    std::string name = row.name;
    std::replace(name.begin(), name.end(), '_', '-');
    options += (options.empty() ? "--" : ", --") + name;
  }
  return options;
}

std::uint32_t effect_of_group(std::string_view group) {
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    if (row.group == group && row.needs >> photopic::kNeedsEffectShift != 0) {
      return row.needs >> photopic::kNeedsEffectShift;
    }
  }
  return 0;
}

photopic::Settings without_effects(photopic::Settings settings, std::uint32_t effects) {
  const photopic::Settings defaults;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    if ((row.needs >> photopic::kNeedsEffectShift & effects) == 0) continue;
    const auto reset = [&]<class Type>(const Type&) {
      photopic::set_setting_value(row, photopic::setting_value<Type>(row, defaults), &settings);
    };
    switch (row.type) {
      case photopic::SettingType::number:
        reset(float{});
        break;
      case photopic::SettingType::count:
      case photopic::SettingType::choice:
        reset(std::uint32_t{});
        break;
      case photopic::SettingType::flag:
        reset(bool{});
        break;
      case photopic::SettingType::curve:
        reset(photopic::Curve{});
        break;
    }
  }
  return settings;
}

}  // namespace session
