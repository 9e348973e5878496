// SPDX-License-Identifier: MIT
// The list of settings, and their values as text.
#include "session/settings/setting_fields.h"

#include <algorithm>
#include <array>
#include <vector>

#include "arguments/errors.h"

namespace session {
namespace {

// Words in the order of the enumerations in <photopic/settings.h>.
constexpr const char* kModes[] = {"automatic", "manual", "camera"};
constexpr const char* kCurves[] = {"linear-exponential", "exponential", "two-exponentials"};

constexpr const char* kWeightWords[] = {"centre", "spot", "ellipse", "window"};
constexpr std::uint32_t kWeightBits[] = {photopic::kWeightCentre, photopic::kWeightSpot, photopic::kWeightEllipse,
                                         photopic::kWeightWindow};
static_assert(std::size(kWeightWords) == std::size(kWeightBits));

constexpr arguments::Range kNoNumber = {};
constexpr arguments::Range kStops = {-32.0, 32.0};
constexpr arguments::Range kPercent = {0.0, 100.0};
constexpr arguments::Range kShare = {0.0, 1.0};
constexpr arguments::Range kPlace = {-1000.0, 1000.0};  // shares of a frame's side, about it
constexpr arguments::Range kSize = {0.001, 1000.0};
constexpr arguments::Range kCalibration = {1.0, 100.0};
constexpr arguments::Range kRatio = {1.0, 1000.0};
constexpr arguments::Range kDistance = {0.0, 64.0};
constexpr arguments::Range kWhite = {1e-3, 65536.0};
constexpr arguments::Range kSeed = {0.0, 4294967295.0};

// clang-format off
#define FIELD(group, member, range, help) \
  {#group, #member, help, range, [](Settings& s) -> SettingRef { return &s.group.member; }}
#define CHOICE(group, member, words, help)                                                             \
  {#group, #member, help, kNoNumber, [](Settings& s) -> SettingRef {                                      \
     return Choice{std::uint32_t(s.group.member), words, [](Settings& to, std::uint32_t index) {       \
                     to.group.member = decltype(to.group.member)(index);                               \
                   }};                                                                                 \
   }}
// clang-format on

// Ranges as in <photopic/settings.h>.
const SettingField kFields[] = {
    CHOICE(meter, method, kMethodNames, "how the mean is computed; weights, a mask and percentiles need single-pass"),
    {"meter", "weights", "what counts how much; separated by commas, they are multiplied", kNoNumber,
     [](Settings& s) -> SettingRef { return Weights{&s.meter.weights}; }},
    FIELD(meter, mask, kNoNumber,
          "picture, stretched over the frame; its first channel, decoded from sRGB in PNG and JPEG, is a weight"),
    FIELD(meter, min_log2_luminance, kEv,
          "darker texels are raised to 2^this before averaging; log2 of the file's unit"),
    FIELD(meter, max_log2_luminance, kEv, "brighter texels are lowered to 2^this before averaging"),
    FIELD(meter, low_percentile, kPercent, "the darkest texels up to this share don't count, percent"),
    FIELD(meter, high_percentile, kPercent, "the brightest texels beyond this share don't count, percent"),
    FIELD(meter, median_blend, kShare, "0 takes the mean between the percentiles, 1 the median"),
    FIELD(meter, centre_sigma, kSize, "weight centre: standard deviation, half diagonals of the frame"),
    FIELD(meter, spot_radius, kSize, "weight spot: radius about the centre, half diagonals of the frame"),
    FIELD(meter, ellipse_x, kPlace, "weight ellipse: its centre, share of the frame's width from the left"),
    FIELD(meter, ellipse_y, kPlace, "weight ellipse: its centre, share of the frame's height from the top"),
    FIELD(meter, ellipse_radius_x, kSize, "weight ellipse: share of the frame's width"),
    FIELD(meter, ellipse_radius_y, kSize, "weight ellipse: share of the frame's height"),
    FIELD(meter, ellipse_softness, kShare, "weight ellipse: share of the radius over which the weight falls to 0"),
    FIELD(meter, window_min_log2, kEv, "weight window: darker texels than 2^this don't count; -64 = no limit"),
    FIELD(meter, window_max_log2, kEv, "weight window: brighter texels than 2^this don't count; 64 = no limit"),
    CHOICE(exposure, mode, kModes, "where the exposure comes from"),
    FIELD(exposure, calibration_k, kCalibration, "K of the meter: EV at ISO 100 is log2(luminance 100 / K)"),
    FIELD(exposure, compensation_ev, kStops, "stops; +1 makes the picture twice as bright"),
    FIELD(exposure, compensation_curve, kNoNumber, "stops over adapted EV, added to the compensation"),
    FIELD(exposure, target_curve, kNoNumber, "EV to adapt to, over the scene's EV"),
    FIELD(exposure, min_ev100, kEv, "darkest scene that is followed, EV at ISO 100"),
    FIELD(exposure, max_ev100, kEv, "brightest scene that is followed, EV at ISO 100"),
    FIELD(exposure, min_curve, kNoNumber, "takes the place of min-ev100, over the scene's EV"),
    FIELD(exposure, max_curve, kNoNumber, "takes the place of max-ev100, over the scene's EV"),
    FIELD(exposure, manual_ev100, kEv, "mode manual: EV at ISO 100"),
    FIELD(exposure, aperture_f_number, arguments::kAboveZero, "mode camera: f-number"),
    FIELD(exposure, shutter_s, arguments::kAboveZero, "mode camera: shutter time, seconds"),
    FIELD(exposure, sensitivity_iso, arguments::kAboveZero, "mode camera: ISO sensitivity"),
    CHOICE(exposure, curve, kCurves, "how the exposure moves to its target over time"),
    FIELD(exposure, to_bright_ev_per_s, arguments::kNotNegative,
          "linear-exponential: speed into a brighter scene, EV per second"),
    FIELD(exposure, to_dark_ev_per_s, arguments::kNotNegative,
          "linear-exponential: speed into a darker scene, EV per second"),
    FIELD(exposure, transition_ev, arguments::kNotNegative,
          "linear-exponential: distance to the target where it slows down, EV"),
    FIELD(exposure, to_bright_time_constant_s, arguments::kNotNegative,
          "exponentials: seconds to 63.2 % of a step into a brighter scene"),
    FIELD(exposure, to_dark_time_constant_s, arguments::kNotNegative,
          "exponentials: seconds to 63.2 % of a step into a darker scene"),
    FIELD(exposure, slow_time_constant_ratio, kRatio,
          "two-exponentials: time constant of the slower one, multiple of the other's"),
    FIELD(exposure, hold, kNoNumber, "true keeps the exposure where it is; the first frame is measured all the same"),
    FIELD(exposure, hold_on_black, kNoNumber,
          "true keeps the exposure while no texel is brighter than 2^min-log2-luminance"),
    FIELD(exposure, dead_band_ev, kDistance, "distance to the target that doesn't move the exposure, EV"),
    FIELD(exposure, cut_low_ev, arguments::kNotNegative,
          "change of the scene within a frame that begins to count as a cut, EV"),
    FIELD(exposure, cut_high_ev, arguments::kNotNegative,
          "change from which on the target is taken at once, EV; 0 = never"),
    FIELD(exposure, max_ev_per_s, arguments::kNotNegative, "bound of the exposure's speed, EV per second; 0 = none"),
    FIELD(exposure, max_reversals_per_s, arguments::kNotNegative,
          "bound of its changes of direction per second; 0 = none"),
    CHOICE(tone_map, tone_mapper, tone_mapper_words(), "tone mapping operator"),
    FIELD(tone_map, reinhard_white, kWhite, "reinhard-extended: exposed luminance that becomes white"),
    FIELD(tone_map, hable_white, kWhite, "hable: his W; half of it, exposed, becomes white"),
    FIELD(tone_map, dither, kNoNumber, "true adds triangular noise of one code value before rounding to 8 bit"),
    FIELD(tone_map, dither_seed, kSeed, "changes the noise; a whole number"),
};
#undef FIELD
#undef CHOICE

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool parse_bool(std::string_view text, const std::string& what) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw arguments::UsageError(what + ": " + quoted(text) + " is neither true nor false");
}

/// "a, b"
std::string word_list(std::span<const char* const> words) {
  std::string list;
  for (const char* word : words) list += (list.empty() ? "" : ", ") + std::string(word);
  return list;
}

std::uint32_t word_index(std::span<const char* const> words, std::string_view word, const std::string& what) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found != words.end()) return std::uint32_t(found - words.begin());
  throw arguments::UsageError(what + ": " + quoted(word) + " is none of " + word_list(words));
}

/// "a,b" is two items; nothing is none.
std::vector<std::string_view> list_items(std::string_view text) {
  std::vector<std::string_view> items;
  if (text.empty()) return items;
  for (std::size_t comma = 0; (comma = text.find(',')) != std::string_view::npos; text.remove_prefix(comma + 1)) {
    items.push_back(text.substr(0, comma));
  }
  items.push_back(text);
  return items;
}

photopic::Curve parse_curve(std::string_view text, const std::string& what) {
  const std::vector<std::string_view> points = list_items(text);
  if (points.size() > photopic::Curve::kMaxPoints) {
    throw arguments::UsageError(what + ": " + std::to_string(points.size()) + " points are given; up to " +
                                std::to_string(photopic::Curve::kMaxPoints) + " are taken");
  }
  photopic::Curve curve;
  for (const std::string_view point : points) {
    const std::size_t colon = point.find(':');
    if (colon == std::string_view::npos)
      throw arguments::UsageError(what + ": " + quoted(point) + " is not X:Y, as in 10:-1.5");
    const float x = arguments::parse_number<float>(point.substr(0, colon), what, arguments::kFinite);
    const float y = arguments::parse_number<float>(point.substr(colon + 1), what, kEv);
    if (curve.count > 0 && !(curve.points[curve.count - 1].x < x)) {
      throw arguments::UsageError(what + ": " + quoted(point) + " follows " + quoted(points[curve.count - 1]) +
                                  ", but X must rise");
    }
    curve.points[curve.count++] = {x, y};
  }
  return curve;
}

struct Parser {
  std::string_view text;
  const std::string& what;
  arguments::Range range;
  Settings& settings;

  void operator()(float* number) const { *number = arguments::parse_number<float>(text, what, range); }
  void operator()(std::uint32_t* count) const { *count = arguments::parse_number<std::uint32_t>(text, what, range); }
  void operator()(bool* flag) const { *flag = parse_bool(text, what); }
  void operator()(const Choice& choice) const { choice.set(settings, word_index(choice.words, text, what)); }
  void operator()(Weights weights) const {
    *weights.bits = 0;
    for (const std::string_view word : list_items(text)) {
      *weights.bits |= kWeightBits[word_index(kWeightWords, word, what)];
    }
  }
  void operator()(photopic::Curve* curve) const { *curve = parse_curve(text, what); }
  void operator()(std::filesystem::path* file) const { *file = text; }
};

struct Writer {
  std::string operator()(const float* number) const { return arguments::number_text(*number); }
  std::string operator()(const std::uint32_t* count) const { return std::to_string(*count); }
  std::string operator()(const bool* flag) const { return *flag ? "true" : "false"; }
  std::string operator()(const Choice& choice) const { return choice.words[choice.index]; }
  std::string operator()(Weights weights) const {
    std::string list;
    for (std::size_t i = 0; i < std::size(kWeightBits); ++i) {
      if (*weights.bits & kWeightBits[i]) list += (list.empty() ? "" : ",") + std::string(kWeightWords[i]);
    }
    return list;
  }
  std::string operator()(const photopic::Curve* curve) const {
    std::string list;
    for (const photopic::Curve::Point& point : std::span(curve->points).first(curve->count)) {
      list += (list.empty() ? "" : ",") + arguments::number_text(point.x) + ":" + arguments::number_text(point.y);
    }
    return list;
  }
  std::string operator()(const std::filesystem::path* file) const { return file->string(); }
};

/// What a value looks like.
struct Type {
  const char* operator()(const float*) const { return "NUMBER"; }
  const char* operator()(const std::uint32_t*) const { return "NUMBER"; }
  const char* operator()(const bool*) const { return "true|false"; }
  const char* operator()(const Choice&) const { return "NAME"; }
  const char* operator()(Weights) const { return "NAME,..."; }
  const char* operator()(const photopic::Curve*) const { return "X:Y,..."; }
  const char* operator()(const std::filesystem::path*) const { return "FILE"; }
};

/// Which values there are.
struct Values {
  arguments::Range range;

  std::string operator()(const float*) const { return "; " + arguments::range_text(range); }
  std::string operator()(const std::uint32_t*) const { return "; " + arguments::range_text(range); }
  std::string operator()(const bool*) const { return ""; }
  std::string operator()(const Choice& choice) const { return ": " + word_list(choice.words); }
  std::string operator()(Weights) const { return ": " + word_list(kWeightWords); }
  std::string operator()(const photopic::Curve*) const {
    return "; up to " + std::to_string(photopic::Curve::kMaxPoints) + " points, X rising";
  }
  std::string operator()(const std::filesystem::path*) const { return ""; }
};

}  // namespace

std::span<const SettingField> setting_fields() { return kFields; }

std::span<const char* const> tone_mapper_words() {
  static const auto kWords = [] {
    std::array<const char*, photopic::kToneMapperCount> words{};
    for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = photopic::tone_mapper_name(photopic::ToneMapper(i));
    return words;
  }();
  return kWords;
}

std::string option_name(const SettingField& field) {
  std::string option = "--" + std::string(field.name);
  std::replace(option.begin(), option.end(), '_', '-');
  return option;
}

std::string type_text(const SettingField& field) {
  Settings defaults;
  return std::visit(Type{}, field.ref(defaults));
}

std::string help_text(const SettingField& field) {
  Settings defaults;
  return field.help + std::visit(Values{field.range}, field.ref(defaults));
}

void parse_setting(const SettingField& field, std::string_view text, const std::string& what, Settings& settings) {
  std::visit(Parser{text, what, field.range, settings}, field.ref(settings));
}

std::string value_text(const SettingField& field, Settings settings) {
  return std::visit(Writer{}, field.ref(settings));
}

}  // namespace session
