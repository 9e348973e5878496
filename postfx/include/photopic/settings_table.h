// SPDX-License-Identifier: MIT
// Table of every setting: name, unit, type, range and help. Checks, command lines, files, panels and docs/settings.md
// are made of it; defaults are those of Settings.
#ifndef PHOTOPIC_SETTINGS_TABLE_H
#define PHOTOPIC_SETTINGS_TABLE_H

#include <photopic/settings.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace photopic {

/// How a setting is stored.
enum class SettingType : std::uint32_t {
  number,  ///< float
  count,   ///< std::uint32_t
  flag,    ///< bool
  choice,  ///< an enumeration of std::uint32_t, whose values have words
  curve,   ///< Curve; the range is that of y
};

/// What an object must be made for, so that a setting counts: bits of SettingInfo::needs. Weights are bits Weight,
/// shifted by kNeedsWeightShift, effects bits Effect, shifted by kNeedsEffectShift.
inline constexpr std::uint32_t kNeedsMeter = 1;
inline constexpr std::uint32_t kNeedsToneMap = 2;
inline constexpr std::uint32_t kNeedsHistogram = 4;
inline constexpr std::uint32_t kNeedsAutoWhiteBalance = 8;
inline constexpr std::uint32_t kNeedsDarkAdaptation = 16;
inline constexpr std::uint32_t kNeedsHighlightsAndBlack = 32;
inline constexpr std::uint32_t kNeedsWeightShift = 8;
inline constexpr std::uint32_t kNeedsEffectShift = 16;
static_assert(kAllEffects <= 0xffffu);

/// One setting. Strings and words are static.
struct SettingInfo {
  const char* group;  ///< member of Settings: "meter", "exposure", "tone_map", "view", and the effects
  const char* name;   ///< member of the group
  const char* unit;   ///< "EV", "s", "percent", ...; empty where there is none
  const char* help;   ///< one line, lower case, without full stop
  SettingType type;
  double min;  ///< of numbers and counts
  double max;
  bool excludes_min;         ///< the value must be above `min`
  const char* at_least;      ///< setting of the same group that is a lower bound, too; null = none
  std::uint32_t needs;       ///< bits kNeeds*
  const char* const* words;  ///< of a choice, by value
  std::uint32_t word_count;
  std::size_t offset_bytes;  ///< in Settings
};

/// All of them, group by group.
struct SettingTable {
  const SettingInfo* first;
  std::uint32_t count;
  const SettingInfo* begin() const noexcept { return first; }
  const SettingInfo* end() const noexcept { return first + count; }
};
SettingTable setting_table() noexcept;

/// The setting of that name, or null.
const SettingInfo* find_setting(const char* group, const char* name) noexcept;

/// Whether the operator has the setting of that name, of the group tone_map, as a parameter.
bool has_parameter(ToneMapper tone_mapper, const char* name) noexcept;
/// The parameters of settings.tone_mapper in the order of its row in <photopic/operators.h>, then zeros.
void operator_parameters(const ToneMapSettings& settings,
                         float (*parameters)[PHOTOPIC_OPERATOR_MAX_PARAMETERS]) noexcept;

/// Its place in `settings`. `Type`: float, std::uint32_t (counts), bool or Curve, as SettingInfo::type says. Choices
/// are enumerations, which no reference to a number may be to: setting_value().
template <class Type>
Type& setting_ref(const SettingInfo& info, Settings& settings) noexcept {
  return *reinterpret_cast<Type*>(reinterpret_cast<std::byte*>(&settings) + info.offset_bytes);
}
template <class Type>
const Type& setting_ref(const SettingInfo& info, const Settings& settings) noexcept {
  return *reinterpret_cast<const Type*>(reinterpret_cast<const std::byte*>(&settings) + info.offset_bytes);
}

/// Its value, and another one in its place: of any `Type` above, and of choices, whose values are std::uint32_t.
template <class Type>
Type setting_value(const SettingInfo& info, const Settings& settings) noexcept {
  Type value;
  std::memcpy(&value, reinterpret_cast<const std::byte*>(&settings) + info.offset_bytes, sizeof value);
  return value;
}
template <class Type>
void set_setting_value(const SettingInfo& info, const Type& value, Settings* settings) noexcept {
  std::memcpy(reinterpret_cast<std::byte*>(settings) + info.offset_bytes, &value, sizeof value);
}

}  // namespace photopic

#endif
