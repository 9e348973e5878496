// SPDX-License-Identifier: MIT
// Settings of the C interface: the table of settings, by name.
#include <photopic/presets.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <limits>

#include "c/handles.h"
#include "c/structs.h"

namespace photopic::c {
namespace {

constexpr const char* type_name(SettingType type) {
  switch (type) {
    case SettingType::number:
    case SettingType::count:
      return "a number";
    case SettingType::flag:
      return "a flag";
    case SettingType::choice:
      return "a choice of words";
    case SettingType::curve:
      break;
  }
  return "a curve";
}

bool is_number(SettingType type) { return type == SettingType::number || type == SettingType::count; }

/// The row of "group.name".
const SettingInfo* find(const char* name) noexcept {
  for (const SettingInfo& row : setting_table()) {
    const std::size_t group_length = std::strlen(row.group);
    if (std::strncmp(row.group, name, group_length) == 0 && name[group_length] == '.' &&
        std::strcmp(row.name, name + group_length + 1) == 0) {
      return &row;
    }
  }
  return nullptr;
}

/// The row of that name, which has values of that type.
photopic_result find_row(const char* function, const void* settings, const char* name, SettingType type,
                         const void* value, const char* value_name, const SettingInfo** out) noexcept {
  PHOTOPIC_TRY(require(settings, function, "settings"));
  PHOTOPIC_TRY(require(name, function, "name"));
  PHOTOPIC_TRY(require(value, function, value_name));
  const SettingInfo* const row = find(name);
  if (row == nullptr) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': there is no such setting; names are group.name", function, name);
  }
  if (row->type != type && !(is_number(row->type) && is_number(type))) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': is %s", function, name, type_name(row->type));
  }
  *out = row;
  return PHOTOPIC_OK;
}

/// With commas, as many as there is room for.
template <std::size_t kSize>
void list_words(const char* const* words, std::uint32_t count, char (&text)[kSize]) {
  std::size_t length = 0;
  text[0] = '\0';
  for (std::uint32_t i = 0; i < count && length < kSize; ++i) {
    const int added = std::snprintf(text + length, kSize - length, i > 0 ? ", %s" : "%s", words[i]);
    length += static_cast<std::size_t>(std::max(added, 0));
  }
}

double default_of(const SettingInfo& row) noexcept {
  const Settings defaults;
  switch (row.type) {
    case SettingType::number:
      return setting_value<float>(row, defaults);
    case SettingType::count:
    case SettingType::choice:
      return setting_value<std::uint32_t>(row, defaults);
    case SettingType::flag:
      return setting_value<bool>(row, defaults) ? 1.0 : 0.0;
    case SettingType::curve:
      break;
  }
  return 0.0;
}

static_assert(PHOTOPIC_SETTING_NUMBER == static_cast<int>(SettingType::number) &&
              PHOTOPIC_SETTING_COUNT == static_cast<int>(SettingType::count) &&
              PHOTOPIC_SETTING_FLAG == static_cast<int>(SettingType::flag) &&
              PHOTOPIC_SETTING_CHOICE == static_cast<int>(SettingType::choice) &&
              PHOTOPIC_SETTING_CURVE == static_cast<int>(SettingType::curve));
static_assert(PHOTOPIC_MAX_CURVE_POINTS == Curve::kMaxPoints);

}  // namespace
}  // namespace photopic::c

using photopic::Curve;
using photopic::setting_value;
using photopic::SettingInfo;
using photopic::SettingType;
using photopic::c::fail;
using photopic::c::find_row;
using photopic::c::require;

extern "C" {

photopic_result photopic_settings_create(photopic_settings** out) {
  PHOTOPIC_TRY(require(out, __func__, "out"));
  auto* const settings = new (std::nothrow) photopic_settings;
  if (settings == nullptr) return photopic::c::out_of_memory(__func__);
  *out = settings;
  return PHOTOPIC_OK;
}

void photopic_settings_destroy(photopic_settings* settings) { delete settings; }

photopic_result photopic_settings_reset(photopic_settings* settings) {
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  *settings = {};
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_copy(photopic_settings* destination, const photopic_settings* source) {
  PHOTOPIC_TRY(require(destination, __func__, "destination"));
  PHOTOPIC_TRY(require(source, __func__, "source"));
  *destination = *source;
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_set_preset(photopic_settings* settings, const char* name) {
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  PHOTOPIC_TRY(require(name, __func__, "name"));
  const photopic::Preset* const preset = photopic::find_preset(name);
  if (preset == nullptr) {
    const char* names[16];
    static_assert(photopic::kPresetCount <= std::size(names));
    for (std::uint32_t i = 0; i < photopic::kPresetCount; ++i) names[i] = photopic_preset_name(i);
    char text[256];
    photopic::c::list_words(names, photopic::kPresetCount, text);
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': is none of %s", __func__, name, text);
  }
  *settings = photopic::preset_settings(*preset);
  return PHOTOPIC_OK;
}

uint32_t photopic_preset_count(void) { return photopic::preset_table().count; }

const char* photopic_preset_name(uint32_t index) {
  const photopic::PresetTable table = photopic::preset_table();
  return index < table.count ? table.first[index].name : nullptr;
}

const char* photopic_preset_help(uint32_t index) {
  const photopic::PresetTable table = photopic::preset_table();
  return index < table.count ? table.first[index].help : nullptr;
}

photopic_result photopic_settings_set_number(photopic_settings* settings, const char* name, double value) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::number, &value, "value", &row));
  const bool is_count = row->type == SettingType::count;
  // A double beyond the largest float is no number of the setting's, whatever its range.
  const double stored = is_count || !(std::fabs(value) <= std::numeric_limits<float>::max())
                            ? value
                            : static_cast<double>(static_cast<float>(value));
  const bool is_inside = stored >= row->min && stored <= row->max && !(row->excludes_min && stored == row->min);
  if (!is_inside || (is_count && stored != std::floor(stored))) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s' = %g: must be %swithin %c%g, %g]", __func__, name, value,
                is_count ? "a whole number " : "", row->excludes_min ? '(' : '[', row->min, row->max);
  }
  if (is_count) {
    photopic::set_setting_value<std::uint32_t>(*row, static_cast<std::uint32_t>(stored), settings);
  } else {
    photopic::set_setting_value<float>(*row, static_cast<float>(stored), settings);
  }
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_get_number(const photopic_settings* settings, const char* name, double* out) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::number, out, "out", &row));
  *out = row->type == SettingType::count ? double(setting_value<std::uint32_t>(*row, *settings))
                                         : double(setting_value<float>(*row, *settings));
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_set_flag(photopic_settings* settings, const char* name, VkBool32 value) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::flag, &value, "value", &row));
  photopic::set_setting_value<bool>(*row, value != 0, settings);
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_get_flag(const photopic_settings* settings, const char* name, VkBool32* out) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::flag, out, "out", &row));
  *out = setting_value<bool>(*row, *settings) ? VK_TRUE : VK_FALSE;
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_set_word(photopic_settings* settings, const char* name, const char* word) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::choice, word, "word", &row));
  for (std::uint32_t i = 0; i < row->word_count; ++i) {
    if (std::strcmp(word, row->words[i]) == 0) {
      photopic::set_setting_value<std::uint32_t>(*row, i, settings);
      return PHOTOPIC_OK;
    }
  }
  char words[512];
  photopic::c::list_words(row->words, row->word_count, words);
  return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s' = '%s': is none of %s", __func__, name, word, words);
}

photopic_result photopic_settings_get_word(const photopic_settings* settings, const char* name, const char** out) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::choice, out, "out", &row));
  *out = row->words[setting_value<std::uint32_t>(*row, *settings)];
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_set_curve(photopic_settings* settings, const char* name,
                                            const photopic_curve_point* points, uint32_t count) {
  const SettingInfo* row = nullptr;
  const void* const given = count == 0 ? name : static_cast<const void*>(points);
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::curve, given, "points", &row));
  if (count > Curve::kMaxPoints) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': count = %u: must be within [0, %u]", __func__, name, count,
                Curve::kMaxPoints);
  }
  Curve curve;
  curve.count = count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!std::isfinite(points[i].x) || (i > 0 && !(points[i - 1].x < points[i].x))) {
      return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': points[%u].x = %g: must be finite, and above the one before",
                  __func__, name, i, double(points[i].x));
    }
    if (!(points[i].y >= row->min && points[i].y <= row->max)) {
      return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': points[%u].y = %g: must be within [%g, %g]", __func__, name, i,
                  double(points[i].y), row->min, row->max);
    }
    curve.points[i] = {points[i].x, points[i].y};
  }
  photopic::set_setting_value<Curve>(*row, curve, settings);
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_get_curve(const photopic_settings* settings, const char* name,
                                            photopic_curve_point* points, uint32_t* count) {
  const SettingInfo* row = nullptr;
  PHOTOPIC_TRY(find_row(__func__, settings, name, SettingType::curve, points, "points", &row));
  PHOTOPIC_TRY(require(count, __func__, "count"));
  const auto curve = setting_value<Curve>(*row, *settings);
  *count = curve.count;
  std::transform(curve.points, curve.points + curve.count, points, [](const Curve::Point& point) {
    return photopic_curve_point{point.x, point.y};
  });
  return PHOTOPIC_OK;
}

photopic_result photopic_settings_set_metered_class(photopic_settings* settings, uint32_t metered_class,
                                                    VkBool32 counts) {
  PHOTOPIC_TRY(require(settings, __func__, "settings"));
  if (metered_class > 255) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: metered_class = %u: must be within [0, 255]", __func__, metered_class);
  }
  std::uint32_t& word = settings->meter.metered_classes[metered_class / 32];
  const std::uint32_t bit = 1u << metered_class % 32;
  word = counts != 0 ? word | bit : word & ~bit;
  return PHOTOPIC_OK;
}

uint32_t photopic_setting_count(void) { return photopic::setting_table().count; }

photopic_result photopic_setting_get(uint32_t index, photopic_setting_info* out) {
  PHOTOPIC_TRY(photopic::c::check_head(__func__, "out", out));
  if (index >= photopic_setting_count()) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: index = %u: must be below %u", __func__, index,
                photopic_setting_count());
  }
  const SettingInfo& row = photopic::setting_table().first[index];
  photopic_setting_info info = {};
  info.type = static_cast<std::uint32_t>(row.type);
  info.excludes_min = row.excludes_min ? VK_TRUE : VK_FALSE;
  info.group = row.group;
  info.name = row.name;
  info.unit = row.unit;
  info.help = row.help;
  info.at_least = row.at_least;
  info.min = row.min;
  info.max = row.max;
  info.default_number = photopic::c::default_of(row);
  info.word_count = row.word_count;
  info.words = row.words;
  photopic::c::give(info, out);
  return PHOTOPIC_OK;
}

}  // extern "C"
