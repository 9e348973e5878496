/* SPDX-License-Identifier: MIT */
/* Settings by name, presets, and the table of all settings. docs/settings.md lists them. */
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
 * Everything that may change from frame to frame. Plain data: recordings copy what they need. One thread at a time.
 * - Names are "group.name", such as "exposure.compensation_ev". A look-up takes at most about a microsecond.
 * - PHOTOPIC_INVALID_ARGUMENT: an unknown name, a value out of the setting's range, or a setter of another type.
 * - Recordings check ranges that depend on other settings, such as "meter.min_log2_luminance" below
 *   "meter.max_log2_luminance". */
/* Makes settings with their defaults. The caller destroys them. PHOTOPIC_OUT_OF_MEMORY: `*out` is unchanged. */
PHOTOPIC_API photopic_result photopic_settings_create(photopic_settings** out);
/* Null is allowed. */
PHOTOPIC_API void photopic_settings_destroy(photopic_settings* settings);
/* Sets all settings to their defaults. */
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
/* Choices: one of the setting's words, such as "agx" for "tone_map.tone_mapper". The returned string is static. */
PHOTOPIC_API photopic_result photopic_settings_set_word(photopic_settings* settings, const char* name,
                                                        const char* word);
PHOTOPIC_API photopic_result photopic_settings_get_word(const photopic_settings* settings, const char* name,
                                                        const char** out);

/* Curves: `count` points with rising x, 0..PHOTOPIC_MAX_CURVE_POINTS; 0 = no curve. Linear between points and constant
 * beyond the ends, unless docs/settings.md says otherwise. */
typedef struct photopic_curve_point {
  float x;
  float y;
} photopic_curve_point;
#define PHOTOPIC_MAX_CURVE_POINTS 16u
PHOTOPIC_API photopic_result photopic_settings_set_curve(photopic_settings* settings, const char* name,
                                                         const photopic_curve_point* points, uint32_t count);
/* `points`: array of PHOTOPIC_MAX_CURVE_POINTS; the call writes `*count` of them. */
PHOTOPIC_API photopic_result photopic_settings_get_curve(const photopic_settings* settings, const char* name,
                                                         photopic_curve_point* points, uint32_t* count);

/* Weight "classes": whether texels of a class count. `metered_class`: 0..255; larger ids in the image are 255. Default:
 * all count. */
PHOTOPIC_API photopic_result photopic_settings_set_metered_class(photopic_settings* settings, uint32_t metered_class,
                                                                 VkBool32 counts);

/* ---- presets --------------------------------------------------------------------------------------------------------
 * Settings for common uses. <photopic/presets.h> describes each. Programs start with "studied". */
/* Sets the settings of the preset, over "studied", and all others to their defaults. PHOTOPIC_INVALID_ARGUMENT: an
 * unknown name; the message lists the names. */
PHOTOPIC_API photopic_result photopic_settings_set_preset(photopic_settings* settings, const char* name);
PHOTOPIC_API uint32_t photopic_preset_count(void);
/* Name of a preset, in the order of names. Static string; null if `index` >= photopic_preset_count(). */
PHOTOPIC_API const char* photopic_preset_name(uint32_t index);
PHOTOPIC_API const char* photopic_preset_help(uint32_t index); /* help, one line */

/* ---- the table ------------------------------------------------------------------------------------------------------
 * For panels, files and bindings. Settings of newer library versions appear here by themselves. */
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
  const char* at_least;  /* setting of the same group that is also a lower bound; null = none */
  double min;            /* range of numbers and counts; of curves: range of y */
  double max;
  double default_number; /* default of numbers and counts; of flags: 0 or 1; of choices: index of the word */
  uint32_t word_count;
  const char* const* words; /* words of a choice */
} photopic_setting_info;

PHOTOPIC_API uint32_t photopic_setting_count(void);
/* Row of the table. `index` < photopic_setting_count(); indices may change between versions of the library. Set size
 * and version of `out`. */
PHOTOPIC_API photopic_result photopic_setting_get(uint32_t index, photopic_setting_info* out);

/* Bit of a word of "tone_map.tone_mapper", for photopic_debug_overlay_info::tone_mappers. 0, with
 * photopic_last_error(): an unknown word. */
PHOTOPIC_API uint32_t photopic_tone_mapper_bit(const char* word);
PHOTOPIC_API uint32_t photopic_encoding_bit(const char* word); /* the same for "display.encoding" */

PHOTOPIC_END_C
#endif
