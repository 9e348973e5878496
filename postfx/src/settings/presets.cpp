// SPDX-License-Identifier: MIT
// Presets.
#include <photopic/presets.h>

#include <cstring>
#include <iterator>

namespace photopic {
namespace {

// By ToneMapper. A test computes each.
constexpr float kStudiedCompensationsEv[] = {1.05f, 1.4f,  1.35f, 1.65f, 0.55f, 1.55f, 0.8f,  0.4f,
                                             1.6f,  1.3f,  1.05f, 0.55f, 0.35f, 1.25f, 1.05f, 2.4f,
                                             1.05f, 2.35f, 1.95f, 1.05f, 1.85f, 1.05f, 1.05f};
static_assert(std::size(kStudiedCompensationsEv) == kToneMapperCount);

void studied(Settings& settings) noexcept {
  settings.meter.high_percentile = 99.0f;
  settings.meter.highlight_stops = 4.75f;
  settings.meter.black_stops = 9.0f;
  settings.exposure.compensation_ev = studied_compensation_ev(settings.tone_map.tone_mapper);
}

void archviz(Settings& settings) noexcept {
  settings.white_balance.white_balance = WhiteBalance::automatic;
  settings.tone_map.tone_mapper = ToneMapper::agx;
  settings.tone_map.dither = true;
  settings.glare.glare = GlareProfile::camera;
  settings.glare.veil_fraction = 0.02f;
  settings.local_exposure.local_exposure = LocalExposure::on;
  settings.local_exposure.highlight_contrast = 0.55f;
  settings.local_exposure.shadow_contrast = 0.75f;
}

void film(Settings& settings) noexcept {
  settings.exposure.curve = AdaptationCurve::two_exponentials;
  settings.exposure.to_bright_time_constant_s = 0.8f;
  settings.exposure.to_dark_time_constant_s = 2.4f;
  settings.tone_map.tone_mapper = ToneMapper::agx;
  settings.tone_map.dither = true;
  settings.grade.contrast = 1.06f;
  settings.grade.saturation = 1.06f;
  settings.glare.glare = GlareProfile::camera;
  settings.glare.veil_fraction = 0.03f;
  settings.glare.falloff_exponent = 0.8f;
  settings.aberration.chromatic_aberration_texels = 0.75f;
  settings.lens.vignette = 0.25f;
  settings.grain.grain = 0.02f;
}

void game(Settings& settings) noexcept {
  settings.exposure.curve = AdaptationCurve::two_exponentials;
  settings.exposure.dead_band_ev = 0.25f;
  settings.exposure.cut_low_ev = 3.0f;
  settings.exposure.cut_high_ev = 5.0f;
  settings.exposure.max_reversals_per_s = 3.0f;
  settings.exposure.hold_on_black = true;
  settings.tone_map.tone_mapper = ToneMapper::agx;
  settings.tone_map.dither = true;
  settings.glare.glare = GlareProfile::eye;
  settings.glare.glare_source = GlareSource::excess;
  settings.local_exposure.local_exposure = LocalExposure::on;
  settings.local_exposure.highlight_contrast = 0.8f;
  settings.local_exposure.shadow_contrast = 0.8f;
}

void night(Settings& settings) noexcept {
  settings.meter.min_log2_luminance = -24.0f;
  settings.meter.max_log2_luminance = 16.0f;
  settings.exposure.compensation_ev = -0.8f;
  settings.tone_map.tone_mapper = ToneMapper::agx;
  settings.tone_map.dither = true;
  settings.view.cd_m2_per_unit = 1.0f;
  settings.glare.glare = GlareProfile::eye;
  settings.glare.glare_source = GlareSource::excess;
  settings.acuity.acuity_loss = 1.0f;
  settings.night.night_strength = 1.0f;
  settings.night.night_noise = 0.05f;
  settings.night.dark_adaptation = DarkAdaptation::rods_and_cones;
  settings.night.time_scale = 60.0f;
}

void photo(Settings& settings) noexcept {
  settings.white_balance.white_balance = WhiteBalance::automatic;
  settings.white_balance.adaptation_degree = 0.5f;
  settings.tone_map.tone_mapper = ToneMapper::agx;
  settings.tone_map.dither = true;
  settings.local_exposure.local_exposure = LocalExposure::on;
  settings.local_exposure.highlight_contrast = 0.7f;
  settings.local_exposure.shadow_contrast = 0.7f;
  settings.sharpening.sharpening = 0.3f;
}

void viewer(Settings& settings) noexcept {
  settings.exposure.curve = AdaptationCurve::exponential;
  settings.exposure.dead_band_ev = 0.25f;
  settings.exposure.hold_on_black = true;
  settings.tone_map.tone_mapper = ToneMapper::pbr_neutral;
  settings.tone_map.dither = true;
}

constexpr Preset kPresets[] = {
    {"archviz", "interiors: windows keep their view, and light is neutral", archviz},
    {"film", "cinema camera: slow adaptation, a veil, dark corners", film},
    {"game", "eye: quick at cuts, steady otherwise, with details in dark and bright areas", game},
    {"night", "eye in the dark; needs pictures in cd/m^2, or view.cd_m2_per_unit", night},
    {"photo", "photographs: neutral light, with details in dark and bright areas", photo},
    {"studied", "settings that programs start with; a study chose them", studied},
    {"viewer", "model on a black background: steady from all sides, in its own colours", viewer},
};

static_assert(std::size(kPresets) == kPresetCount);

}  // namespace

PresetTable preset_table() noexcept { return {kPresets, kPresetCount}; }

const Preset* find_preset(const char* name) noexcept {
  for (const Preset& preset : kPresets) {
    if (std::strcmp(preset.name, name) == 0) return &preset;
  }
  return nullptr;
}

Settings preset_settings(const Preset& preset) noexcept {
  Settings named;
  preset.apply(named);
  Settings settings = presets::studied(named.tone_map.tone_mapper);
  preset.apply(settings);
  return settings;
}

float studied_compensation_ev(ToneMapper tone_mapper) noexcept {
  return kStudiedCompensationsEv[static_cast<std::uint32_t>(tone_mapper)];
}

namespace presets {

Settings studied(ToneMapper tone_mapper) noexcept {
  Settings settings;
  settings.tone_map.tone_mapper = tone_mapper;
  photopic::studied(settings);
  return settings;
}
Settings archviz() noexcept { return preset_settings(*find_preset("archviz")); }
Settings film() noexcept { return preset_settings(*find_preset("film")); }
Settings game() noexcept { return preset_settings(*find_preset("game")); }
Settings night() noexcept { return preset_settings(*find_preset("night")); }
Settings photo() noexcept { return preset_settings(*find_preset("photo")); }
Settings viewer() noexcept { return preset_settings(*find_preset("viewer")); }

}  // namespace presets
}  // namespace photopic
