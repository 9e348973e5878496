// SPDX-License-Identifier: MIT
#include "cli/setting_fields.h"

#include <algorithm>
#include <array>
#include <charconv>

#include <photopic/exposure.h>

#include "cli/errors.h"

namespace cli {
namespace {

using photopic::Settings;

// Words in the order of the enumerations in <photopic/settings.h>.
constexpr const char* kModes[] = {"automatic", "manual", "camera"};
constexpr const char* kCurves[] = {"linear-exponential", "exponential"};

std::span<const char* const> tone_mapper_words() {
  static const auto kWords = [] {
    std::array<const char*, photopic::kToneMapperCount> words{};
    for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = photopic::tone_mapper_name(photopic::ToneMapper(i));
    return words;
  }();
  return kWords;
}

constexpr Range kWords = {};  // no number
constexpr Range kStops = {-32.0, 32.0};
constexpr Range kEv = {-64.0, 64.0};
constexpr Range kWhite = {1e-3, 65536.0};
constexpr Range kSeed = {0.0, 4294967295.0};

// clang-format off
#define FIELD(group, member, range, help) \
  {#group, #member, help, range, [](Settings& s) -> SettingRef { return &s.group.member; }}
#define CHOICE(group, member, words, help)                                                             \
  {#group, #member, help, kWords, [](Settings& s) -> SettingRef {                                      \
     return Choice{std::uint32_t(s.group.member), words, [](Settings& to, std::uint32_t index) {       \
                     to.group.member = decltype(to.group.member)(index);                               \
                   }};                                                                                 \
   }}
// clang-format on

// Ranges as in <photopic/settings.h>.
const SettingField kFields[] = {
    FIELD(meter, min_log2_luminance, kEv,
          "darker texels are raised to 2^this before averaging; log2 of the file's unit"),
    FIELD(meter, max_log2_luminance, kEv, "brighter texels are lowered to 2^this before averaging"),
    CHOICE(exposure, mode, kModes, "where the exposure comes from"),
    FIELD(exposure, compensation_ev, kStops, "stops; +1 makes the picture twice as bright"),
    FIELD(exposure, min_ev100, kEv, "darkest scene that is followed, EV at ISO 100"),
    FIELD(exposure, max_ev100, kEv, "brightest scene that is followed, EV at ISO 100"),
    FIELD(exposure, manual_ev100, kEv, "mode manual: EV at ISO 100"),
    FIELD(exposure, aperture_f_number, kAboveZero, "mode camera: f-number"),
    FIELD(exposure, shutter_s, kAboveZero, "mode camera: shutter time, seconds"),
    FIELD(exposure, sensitivity_iso, kAboveZero, "mode camera: ISO sensitivity"),
    CHOICE(exposure, curve, kCurves, "how the exposure moves to its target over time"),
    FIELD(exposure, to_bright_ev_per_s, kNotNegative, "linear-exponential: speed into a brighter scene, EV per second"),
    FIELD(exposure, to_dark_ev_per_s, kNotNegative, "linear-exponential: speed into a darker scene, EV per second"),
    FIELD(exposure, transition_ev, kNotNegative, "linear-exponential: distance to the target where it slows down, EV"),
    FIELD(exposure, to_bright_time_constant_s, kNotNegative,
          "exponential: seconds to 63.2 % of a step into a brighter scene"),
    FIELD(exposure, to_dark_time_constant_s, kNotNegative,
          "exponential: seconds to 63.2 % of a step into a darker scene"),
    FIELD(exposure, hold, kWords, "true keeps the exposure of the first frame"),
    CHOICE(tone_map, tone_mapper, tone_mapper_words(), "tone mapping operator"),
    FIELD(tone_map, reinhard_white, kWhite, "reinhard-extended: exposed luminance that becomes white"),
    FIELD(tone_map, hable_white, kWhite, "hable: his W; half of it, exposed, becomes white"),
    FIELD(tone_map, dither, kWords, "true adds triangular noise of one code value before rounding to 8 bit"),
    FIELD(tone_map, dither_seed, kSeed, "changes the noise; a whole number"),
};
#undef FIELD
#undef CHOICE

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool parse_bool(std::string_view text, const std::string& what) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw UsageError(what + ": " + quoted(text) + " is neither true nor false");
}

}  // namespace

std::span<const SettingField> setting_fields() { return kFields; }

std::string option_name(const SettingField& field) {
  std::string option = "--" + std::string(field.name);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::uint32_t choice_index(const Choice& choice, std::string_view word, const std::string& what) {
  const auto found = std::find(choice.words.begin(), choice.words.end(), word);
  if (found != choice.words.end()) return std::uint32_t(found - choice.words.begin());
  std::string list;
  for (const char* one : choice.words) list += (list.empty() ? "" : ", ") + std::string(one);
  throw UsageError(what + ": " + quoted(word) + " is none of " + list);
}

void parse_setting(const SettingField& field, std::string_view text, const std::string& what, Settings& settings) {
  const SettingRef ref = field.ref(settings);
  if (float* const* number = std::get_if<float*>(&ref)) {
    **number = parse_number<float>(text, what, field.range);
  } else if (bool* const* flag = std::get_if<bool*>(&ref)) {
    **flag = parse_bool(text, what);
  } else if (std::uint32_t* const* count = std::get_if<std::uint32_t*>(&ref)) {
    **count = parse_number<std::uint32_t>(text, what, field.range);
  } else {
    const Choice& choice = std::get<Choice>(ref);
    choice.set(settings, choice_index(choice, text, what));
  }
}

void check_settings(const Settings& settings) {
  if (settings.meter.max_log2_luminance <= settings.meter.min_log2_luminance) {
    throw UsageError("--max-log2-luminance must be above --min-log2-luminance");
  }
  if (settings.exposure.max_ev100 < settings.exposure.min_ev100) {
    throw UsageError("--max-ev100 must not be below --min-ev100");
  }
  const photopic::ExposureSettings& camera = settings.exposure;
  const double ev100 = photopic::ev100_from_camera(camera.aperture_f_number, camera.shutter_s, camera.sensitivity_iso);
  if (camera.mode == photopic::ExposureMode::camera && !(ev100 >= kEv.min && ev100 <= kEv.max)) {
    throw UsageError("--aperture-f-number, --shutter-s and --sensitivity-iso make EV100 " + std::to_string(ev100) +
                     ", which is not " + range_text(kEv));
  }
}

std::string value_text(const SettingField& field, Settings settings) {
  const SettingRef ref = field.ref(settings);
  if (float* const* number = std::get_if<float*>(&ref)) {
    char text[32];  // the shortest text that reads back as the same float
    return {text, std::to_chars(text, text + sizeof text, **number).ptr};
  }
  if (bool* const* flag = std::get_if<bool*>(&ref)) return **flag ? "true" : "false";
  if (std::uint32_t* const* count = std::get_if<std::uint32_t*>(&ref)) return std::to_string(**count);
  const Choice& choice = std::get<Choice>(ref);
  return choice.words[choice.index];
}

}  // namespace cli
