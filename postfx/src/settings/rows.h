// SPDX-License-Identifier: MIT
// Macros and ranges that rows of the table of settings are written with.
#ifndef PHOTOPIC_SRC_SETTINGS_ROWS_H
#define PHOTOPIC_SRC_SETTINGS_ROWS_H

#include <photopic/post_process.h>
#include <photopic/settings_table.h>

#include <cfloat>

namespace photopic {

struct SettingRange {
  double min = 0.0;
  double max = 0.0;
  bool excludes_min = false;
};
inline constexpr SettingRange kStopRange = {-64.0, 64.0};  // 2^64 and its inverse are still normal floats
inline constexpr SettingRange kPercentRange = {0.0, 100.0};
inline constexpr SettingRange kShareRange = {0.0, 1.0};
inline constexpr SettingRange kAgeRange = {20.0, 83.0};  // of the CIE's observer, and of pupils that were measured
inline constexpr SettingRange kAboveZeroRange = {0.0, FLT_MAX, true};
inline constexpr SettingRange kNotNegativeRange = {0.0, FLT_MAX};
inline constexpr SettingRange kFiniteRange = {-FLT_MAX, FLT_MAX};

static_assert(PHOTOPIC_WEIGHT_COUNT <= kNeedsEffectShift - kNeedsWeightShift);
constexpr std::uint32_t needs_weight(Weight weight) { return kNeedsMeter | weight << kNeedsWeightShift; }
constexpr std::uint32_t needs_effect(Effect effect) { return kNeedsToneMap | effect << kNeedsEffectShift; }

struct SettingWords {
  const char* const* first = nullptr;
  std::uint32_t count = 0;
  constexpr SettingWords() = default;
  template <std::size_t kCount>
  constexpr SettingWords(const char* const (&words)[kCount]) : first(words), count(kCount) {}
};

constexpr SettingInfo setting_row(const char* group, const char* name, const char* unit, SettingType type,
                                  SettingRange range, const char* at_least, std::uint32_t needs, SettingWords words,
                                  std::size_t offset_bytes, const char* help) {
  const bool is_number = type == SettingType::number;
  const double min = is_number ? static_cast<double>(static_cast<float>(range.min)) : range.min;
  const double most =
      is_number ? static_cast<double>(static_cast<float>(range.max)) : range.max;  // 0.2 of floats is more
  const double max = type == SettingType::choice ? words.count - 1.0 : most;
  return {group,    name,  unit,        help,        type,        min, max, range.excludes_min,
          at_least, needs, words.first, words.count, offset_bytes};
}

// A row each, of the member `name` of Settings::group. `needs` are bits of SettingInfo::needs; NUMBER_FROM's value is
// at least that of the setting `at_least` of its group; a CHOICE's words are in the order of its enumeration.
#define PHOTOPIC_SETTING(group, name, unit, type, range, at_least, needs, words, help)                               \
  setting_row(#group, #name, unit, SettingType::type, range, at_least, needs, words, offsetof(Settings, group.name), \
              help)
#define PHOTOPIC_NUMBER(group, name, unit, range, needs, help) \
  PHOTOPIC_SETTING(group, name, unit, number, range, nullptr, needs, SettingWords(), help)
#define PHOTOPIC_NUMBER_FROM(group, name, unit, range, at_least, needs, help) \
  PHOTOPIC_SETTING(group, name, unit, number, range, at_least, needs, SettingWords(), help)
#define PHOTOPIC_COUNT(group, name, range, needs, help) \
  PHOTOPIC_SETTING(group, name, "", count, range, nullptr, needs, SettingWords(), help)
#define PHOTOPIC_FLAG(group, name, needs, help) \
  PHOTOPIC_SETTING(group, name, "", flag, SettingRange(), nullptr, needs, SettingWords(), help)
#define PHOTOPIC_CHOICE(group, name, words, needs, help) \
  PHOTOPIC_SETTING(group, name, "", choice, SettingRange(), nullptr, needs, words, help)
#define PHOTOPIC_CURVE(group, name, unit, range, needs, help) \
  PHOTOPIC_SETTING(group, name, unit, curve, range, nullptr, needs, SettingWords(), help)

}  // namespace photopic

#endif
