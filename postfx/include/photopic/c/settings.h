/* SPDX-License-Identifier: MIT */
/* Settings by name, and the table of all there are. docs/settings.md lists them. */
#ifndef PHOTOPIC_C_SETTINGS_H
#define PHOTOPIC_C_SETTINGS_H

#include <photopic/c/base.h>

/* Opaque in C. In C++, <photopic/settings.h> defines it: photopic::Settings. */
typedef struct photopic_settings photopic_settings;

/* Settings by reference: in C a pointer, null = none. */
#ifdef PHOTOPIC_CPP
namespace photopic {
/// A reference to settings that the host keeps. Refuses temporaries, which would end before the call.
class SettingsRef {
 public:
  constexpr SettingsRef() noexcept = default;  ///< to none
  constexpr SettingsRef(const photopic_settings& settings) noexcept : settings_(&settings) {}
  constexpr SettingsRef(const photopic_settings* settings) noexcept : settings_(settings) {}
  SettingsRef(const photopic_settings&&) = delete;
  constexpr const photopic_settings* get() const noexcept { return settings_; }

 private:
  const photopic_settings* settings_ = nullptr;
};
}  // namespace photopic
typedef photopic::SettingsRef photopic_settings_ref;
#else
typedef const photopic_settings* photopic_settings_ref;
#endif

PHOTOPIC_BEGIN_C
/* ---- values ---------------------------------------------------------------------------------------------------------
 * Everything that may change from frame to frame, of one view or of several. Plain data: recordings copy what they
 * need. One thread at a time. Names are "group.name", such as "exposure.compensation_ev"; a look-up takes about a
 * microsecond at most. Setters refuse names that there aren't, values outside a setting's own range, and settings of
 * another type: PHOTOPIC_INVALID_ARGUMENT. What depends on other settings ("meter.min_log2_luminance" is below
 * "meter.max_log2_luminance") is checked by the recording. */
/* At their defaults. PHOTOPIC_OUT_OF_MEMORY: `*out` is untouched. */
PHOTOPIC_API photopic_result photopic_settings_create(photopic_settings** out);
/* Null is allowed. */
PHOTOPIC_API void photopic_settings_destroy(photopic_settings* settings);
/* All back to their defaults. */
PHOTOPIC_API photopic_result photopic_settings_reset(photopic_settings* settings);
PHOTOPIC_API photopic_result photopic_settings_copy(photopic_settings* destination, const photopic_settings* source);

/* Numbers (stored as float) and counts (whole, 0 to 2^32 - 1). */
PHOTOPIC_API photopic_result photopic_settings_set_number(photopic_settings* settings, const char* name, double value);
PHOTOPIC_API photopic_result photopic_settings_get_number(const photopic_settings* settings, const char* name,
                                                          double* out);
/* Flags: 0 or 1. */
PHOTOPIC_API photopic_result photopic_settings_set_flag(photopic_settings* settings, const char* name, VkBool32 value);
PHOTOPIC_API photopic_result photopic_settings_get_flag(const photopic_settings* settings, const char* name,
                                                        VkBool32* out);
/* Choices: one of the setting's words, such as "agx" of "tone_map.tone_mapper". What get gives is static. */
PHOTOPIC_API photopic_result photopic_settings_set_word(photopic_settings* settings, const char* name,
                                                        const char* word);
PHOTOPIC_API photopic_result photopic_settings_get_word(const photopic_settings* settings, const char* name,
                                                        const char** out);

/* Curves: `count` points, linear between them and constant beyond the ends unless docs/settings.md says otherwise; 0 =
 * no curve, PHOTOPIC_MAX_CURVE_POINTS at most. x rises. Read during the call. */
typedef struct photopic_curve_point {
  float x;
  float y;
} photopic_curve_point;
#define PHOTOPIC_MAX_CURVE_POINTS 16u
PHOTOPIC_API photopic_result photopic_settings_set_curve(photopic_settings* settings, const char* name,
                                                         const photopic_curve_point* points, uint32_t count);
/* `points` holds PHOTOPIC_MAX_CURVE_POINTS; `*count` of them are written. */
PHOTOPIC_API photopic_result photopic_settings_get_curve(const photopic_settings* settings, const char* name,
                                                         photopic_curve_point* points, uint32_t* count);

/* Weight "classes": whether texels of a class (0 to 255; ids above it are 255) count. All do by default. */
PHOTOPIC_API photopic_result photopic_settings_set_metered_class(photopic_settings* settings, uint32_t metered_class,
                                                                 VkBool32 counts);

/* ---- presets --------------------------------------------------------------------------------------------------------
 * Settings for common uses; photopic::presets says what each is for. Programs start from "studied". */
/* Sets what the preset sets, over "studied", and all others to their defaults. PHOTOPIC_INVALID_ARGUMENT for a name
 * that there isn't; the message lists the names. */
PHOTOPIC_API photopic_result photopic_settings_set_preset(photopic_settings* settings, const char* name);
PHOTOPIC_API uint32_t photopic_preset_count(void);
/* By name. Static; null where `index` isn't below photopic_preset_count(). */
PHOTOPIC_API const char* photopic_preset_name(uint32_t index);
PHOTOPIC_API const char* photopic_preset_help(uint32_t index); /* one line */

/* ---- the table ------------------------------------------------------------------------------------------------------
 * For panels, files and bindings: a setting that a library to come has more appears here by itself. */
typedef enum photopic_setting_type {
  PHOTOPIC_SETTING_NUMBER = 0,
  PHOTOPIC_SETTING_COUNT = 1,
  PHOTOPIC_SETTING_FLAG = 2,
  PHOTOPIC_SETTING_CHOICE = 3,
  PHOTOPIC_SETTING_CURVE = 4,
  PHOTOPIC_SETTING_TYPE_MAX = 0x7fffffff
} photopic_setting_type;

typedef struct photopic_setting_info {
  uint32_t size;
  uint32_t version;
  uint32_t type;         /* photopic_setting_type */
  VkBool32 excludes_min; /* the value must be above `min` */
  const char* group;     /* strings are static */
  const char* name;      /* without the group */
  const char* unit;      /* "EV", "s", "percent", ...; empty where there is none */
  const char* help;      /* one line */
  const char* at_least;  /* setting of the same group that is a lower bound, too; null = none */
  double min;            /* of numbers and counts; of curves, of y */
  double max;
  double default_number; /* of numbers and counts; of flags 0 or 1; of choices, of the word */
  uint32_t word_count;
  const char* const* words; /* of a choice */
} photopic_setting_info;

PHOTOPIC_API uint32_t photopic_setting_count(void);
/* `index` < photopic_setting_count(), which may be another one in another version of the library. `out` with size and
 * version. */
PHOTOPIC_API photopic_result photopic_setting_get(uint32_t index, photopic_setting_info* out);

/* The bit of a word of "tone_map.tone_mapper", for photopic_overlay_info::tone_mappers; 0 and photopic_last_error() for
 * a word that there isn't. */
PHOTOPIC_API uint32_t photopic_tone_mapper_bit(const char* word);
PHOTOPIC_API uint32_t photopic_encoding_bit(const char* word); /* of "display.encoding", for members named `encoding` */

PHOTOPIC_END_C
#endif
