// SPDX-License-Identifier: MIT
// Table of all settings: name, unit, type, range and help. Checks, command lines, files, panels and docs/settings.md
// follow from it. Settings has the defaults.
#ifndef PHOTOPIC_SETTINGS_TABLE_H
#define PHOTOPIC_SETTINGS_TABLE_H

#include <photopic/settings.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace photopic {

/// Type of a setting in memory.
enum class SettingType : std::uint32_t {
  number,  ///< float
  count,   ///< std::uint32_t
  flag,    ///< bool
  choice,  ///< an enumeration of std::uint32_t, whose values have words
  curve,   ///< Curve; the range is that of y
};

/// Bits of SettingInfo::needs: parts of an object that read the setting. Without them it has no effect. Weight bits are
/// shifted by kNeedsWeightShift, Effect bits by kNeedsEffectShift.
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
  double min;  ///< range of numbers and counts; of curves: range of y
  double max;
  bool excludes_min;         ///< the value must be above `min`
  const char* at_least;      ///< setting of the same group that is also a lower bound; null = none
  std::uint32_t needs;       ///< bits kNeeds*
  const char* const* words;  ///< words of a choice, by value
  std::uint32_t word_count;
  std::size_t offset_bytes;  ///< offset in Settings
};

/// All settings, group by group.
struct SettingTable {
  const SettingInfo* first;
  std::uint32_t count;
  const SettingInfo* begin() const noexcept { return first; }
  const SettingInfo* end() const noexcept { return first + count; }
};
SettingTable setting_table() noexcept;

/// Setting of that name, or null.
const SettingInfo* find_setting(const char* group, const char* name) noexcept;

/// Whether the setting `name` of the group tone_map is a parameter of the operator.
bool has_parameter(ToneMapper tone_mapper, const char* name) noexcept;
/// Parameters of settings.tone_mapper, in the order of its row in <photopic/operators.h>, then zeros.
void operator_parameters(const ToneMapSettings& settings,
                         float (*parameters)[PHOTOPIC_OPERATOR_MAX_PARAMETERS]) noexcept;

/// Reference to the setting in `settings`. `Type` by SettingInfo::type: float, std::uint32_t (counts), bool or Curve.
/// For choices, which are enumerations, use setting_value().
template <class Type>
Type& setting_ref(const SettingInfo& info, Settings& settings) noexcept {
  return *reinterpret_cast<Type*>(reinterpret_cast<std::byte*>(&settings) + info.offset_bytes);
}
template <class Type>
const Type& setting_ref(const SettingInfo& info, const Settings& settings) noexcept {
  return *reinterpret_cast<const Type*>(reinterpret_cast<const std::byte*>(&settings) + info.offset_bytes);
}

/// Value of the setting. `Type` as above; std::uint32_t for choices.
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
