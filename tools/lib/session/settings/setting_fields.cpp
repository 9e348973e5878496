// SPDX-License-Identifier: MIT
// The list of settings, and their values as text.
#include "session/settings/setting_fields.h"

#include <photopic/settings_table.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "arguments/errors.h"
#include "arguments/words.h"

namespace session {
namespace {

/// Of those without an image; commands have no depth images and no classes, and an option of its own for the mask.
struct WeightWords {
  std::vector<const char*> words;
  std::vector<std::uint32_t> bits;

  WeightWords() {
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) \
  if (!(image)) {                                                        \
    words.push_back(#word);                                              \
    bits.push_back(photopic::kWeight##Name);                             \
  }
    PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)
#undef PHOTOPIC_WEIGHT
  }
};

const WeightWords& weight_words() {
  static const WeightWords kWords;
  return kWords;
}

SettingRef ref_of(Settings& settings, const photopic::SettingInfo& info) {
  using photopic::SettingType;
  switch (info.type) {
    case SettingType::number:
      return &photopic::setting_ref<float>(info, settings);
    case SettingType::count:
      return &photopic::setting_ref<std::uint32_t>(info, settings);
    case SettingType::flag:
      return &photopic::setting_ref<bool>(info, settings);
    case SettingType::curve:
      return &photopic::setting_ref<photopic::Curve>(info, settings);
    case SettingType::choice:
      break;
  }
  return Choice{photopic::setting_value<std::uint32_t>(info, settings),
                {info.words, info.word_count},
                [&info](Settings& to, std::uint32_t index) { photopic::set_setting_value(info, index, &to); }};
}

SettingField field_of(const photopic::SettingInfo& info) {
  const double min = info.excludes_min ? info.min + arguments::kAboveZero.min : info.min;
  return {info.group, info.name, info.help, {min, info.max}, [&info](Settings& settings) {
            return ref_of(settings, info);
          }};
}

/// What commands have besides the module's settings; in the help before those of its group.
std::vector<SettingField> meter_fields() {
  return {{"meter",
           "method",
           "method that computes the mean; auto = the method that other settings need, else the fastest",
           {},
           [](Settings& s) -> SettingRef {
             return Choice{std::uint32_t(s.metering.method), kMethodNames,
                           [](Settings& to, std::uint32_t index) { to.metering.method = MeteringMethod(index); }};
           }},
          {"meter",
           "weights",
           "weights of texels, separated by commas; they are multiplied",
           {},
           [](Settings& s) -> SettingRef { return Weights{&s.metering.weights}; }},
          {"meter",
           "mask",
           "weight mask: picture, stretched over the frame; its first channel is the weight, floats or sRGB codes",
           {},
           [](Settings& s) -> SettingRef { return &s.metering.mask; }}};
}

std::vector<SettingField> look_fields() {
  return {{"grade",
           "scene_lut",
           ".cube before the operator; input: exposed scene-linear colour in --scene-lut-space",
           {},
           [](Settings& s) -> SettingRef { return &s.look.scene_lut; }},
          {"grade",
           "scene_lut_space",
           "input and output of --scene-lut: curve (linear, acescct, logc3, linlog-sdr, linlog-hdr) and primaries",
           {},
           [](Settings& s) -> SettingRef { return &s.look.scene_lut_space; }},
          {"grade",
           "tone_mapper_lut",
           ".cube for --tone-mapper custom, from exposed linear to encoded, as 'photopic lut' writes it",
           {},
           [](Settings& s) -> SettingRef { return &s.look.tone_mapper_lut; }},
          {"grade",
           "lut",
           ".cube after the operator and lift, gamma, gain; input and output are sRGB-encoded",
           {},
           [](Settings& s) -> SettingRef { return &s.look.lut; }},
          {"grade",
           "lut_size",
           "nodes per side of the LUT of baked looks",
           {photopic::kMinLutSize, photopic::kMaxLutSize},
           [](Settings& s) -> SettingRef { return &s.look.lut_size; }}};
}

std::vector<SettingField> glare_fields() {
  return {{"glare",
           "glare_levels",
           "format of glare's pyramid; more bytes, smaller rounding errors",
           {},
           [](Settings& s) -> SettingRef {
             return Choice{std::uint32_t(s.glare_levels), kGlareLevelNames,
                           [](Settings& to, std::uint32_t index) { to.glare_levels = GlareLevels(index); }};
           }}};
}

/// Commands have no depth images and no classes; --weights and --mask turn weights on.
bool is_available(const photopic::SettingInfo& info) {
  if (info.group == std::string_view("meter") && info.type == photopic::SettingType::flag) return false;
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) | (std::uint32_t{image} << (number))
  constexpr std::uint32_t kOfImages = 0u PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT);
#undef PHOTOPIC_WEIGHT
  return (info.needs & kOfImages << photopic::kNeedsWeightShift) == 0;
}

/// Behind the others of their group.
void add_to_group(std::vector<SettingField>& fields, const std::vector<SettingField>& added) {
  const auto after = std::find_if(fields.rbegin(), fields.rend(), [&](const SettingField& field) {
    return field.group == std::string_view(added.front().group);
  });
  fields.insert(after.base(), added.begin(), added.end());
}

std::vector<SettingField> make_fields() {
  std::vector<SettingField> fields = meter_fields();
  for (const photopic::SettingInfo& info : photopic::setting_table()) {
    if (is_available(info)) fields.push_back(field_of(info));
  }
  add_to_group(fields, look_fields());
  add_to_group(fields, glare_fields());
  return fields;
}

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

bool parse_bool(std::string_view text, const std::string& what) {
  if (text == "true") return true;
  if (text == "false") return false;
  throw arguments::WordError(what + ": " + quoted(text) + " is neither true nor false", std::string(text),
                             {"true", "false"});
}

photopic::Curve parse_curve(std::string_view text, const std::string& what, arguments::Range range) {
  const std::vector<std::string> points = arguments::list_items(text);
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
    const float y = arguments::parse_number<float>(point.substr(colon + 1), what, range);
    if (curve.count > 0 && !(curve.points[curve.count - 1].x < x)) {
      throw arguments::UsageError(what + ": " + quoted(point) + " follows " +
                                  quoted(std::string_view(points[curve.count - 1])) + ", but X must rise");
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
  void operator()(const Choice& choice) const {
    choice.set(settings, std::uint32_t(arguments::word_index(choice.words, text, what)));
  }
  void operator()(Weights weights) const {
    *weights.bits = 0;
    for (const std::string& word : arguments::list_items(text)) {
      *weights.bits |= weight_words().bits[arguments::word_index(weight_words().words, word, what)];
    }
  }
  void operator()(photopic::Curve* curve) const { *curve = parse_curve(text, what, range); }
  void operator()(std::filesystem::path* file) const { *file = text; }
  void operator()(LutSpace* space) const { *space = parse_lut_space(text, what); }
};

struct Writer {
  std::string operator()(const float* number) const { return arguments::number_text(*number); }
  std::string operator()(const std::uint32_t* count) const { return std::to_string(*count); }
  std::string operator()(const bool* flag) const { return *flag ? "true" : "false"; }
  std::string operator()(const Choice& choice) const { return choice.words[choice.index]; }
  std::string operator()(Weights weights) const {
    std::string list;
    const WeightWords& all = weight_words();
    for (std::size_t i = 0; i < all.bits.size(); ++i) {
      if (*weights.bits & all.bits[i]) list += (list.empty() ? "" : ",") + std::string(all.words[i]);
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
  std::string operator()(const LutSpace* space) const { return lut_space_text(*space); }
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
  const char* operator()(const LutSpace*) const { return "CURVE,PRIMARIES"; }
};

/// Which values there are.
struct Values {
  arguments::Range range;

  std::string operator()(const float*) const { return "; " + arguments::range_text(range); }
  std::string operator()(const std::uint32_t*) const { return "; " + arguments::range_text(range); }
  std::string operator()(const bool*) const { return ""; }
  std::string operator()(const Choice& choice) const { return ": " + arguments::word_list(choice.words); }
  std::string operator()(Weights) const { return ": " + arguments::word_list(weight_words().words); }
  std::string operator()(const photopic::Curve*) const {
    return "; up to " + std::to_string(photopic::Curve::kMaxPoints) + " points, X rising, Y " +
           arguments::range_text(range);
  }
  std::string operator()(const std::filesystem::path*) const { return ""; }
  std::string operator()(const LutSpace*) const { return ""; }
};

}  // namespace

std::span<const SettingField> setting_fields() {
  static const std::vector<SettingField> kFields = make_fields();
  return kFields;
}

std::span<const char* const> weight_names() { return weight_words().words; }
std::span<const std::uint32_t> weight_bits() { return weight_words().bits; }

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
