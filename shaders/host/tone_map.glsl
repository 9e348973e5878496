// SPDX-License-Identifier: MIT
// Exposure, grading and tone mapping for a host's own pass, in GLSL 4.50 and later: the functions of Photopic's passes.
//   #include "photopic/tone_map.glsl"
//   vec3 exposed = hdr.rgb * photopic_exposure(ev100, 0.0);  // or times the float at the start of the state buffer
//   vec3 c = photopic_tone_mapped(photopic_tone_map_of(PHOTOPIC_TONE_MAPPER_AGX), photopic_sdr_display(), exposed);
//   color = vec4(photopic_srgb_extended(c), 1.0);            // into UNORM; c itself into _SRGB
// All names begin with photopic or PHOTOPIC. Macros of the host, defined before the include:
//   PHOTOPIC_TONE_MAPPER    a constant: the operator whatever the struct says; drivers drop the others
//   PHOTOPIC_ACES2_TABLES   name of an array of 728 vec4: what photopic::aces2_tables() gives. Operator aces2 needs it
//   PHOTOPIC_LOOK_NODES     name of an array of floats: the nodes of LookTables. Operator custom needs it, and the
//                           photopic_LookParams of photopic::look_params()
// docs/embedding-reference.md says more.
#ifndef PHOTOPIC_HOST_TONE_MAP_GLSL
#define PHOTOPIC_HOST_TONE_MAP_GLSL
#include "glsl/host/names.glsl"
#include "photopic/operators.h"
#include "photopic/display.h"
#include "photopic/look.h"

/// An operator and its parameters, in the order of docs/tone-mapping.md.
struct PhotopicToneMap {
  uint tone_mapper;  // PHOTOPIC_TONE_MAPPER_*
  float parameters[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
};

/// What the picture is made for.
struct PhotopicDisplay {
  bool is_hdr;             // shows more than paper white
  float paper_white_nits;  // cd/m^2 of 1
  float peak_nits;         // at least paper_white_nits
  float min_nits;
  uint limit_primaries;  // PHOTOPIC_LIMIT_*: of the result
  uint gamut_map;        // PHOTOPIC_GAMUT_CLIP or _DESATURATE: how colours come inside
};

PhotopicDisplay photopic_sdr_display() {
  return PhotopicDisplay(false, 203.0, 203.0, 0.005, PHOTOPIC_LIMIT_BT709, PHOTOPIC_GAMUT_DESATURATE);
}
PhotopicDisplay photopic_hdr_display(float paper_white_nits, float peak_nits, uint limit_primaries) {
  return PhotopicDisplay(true, paper_white_nits, peak_nits, 0.005, limit_primaries, PHOTOPIC_GAMUT_DESATURATE);
}

/// With the parameters that settings have by default.
PhotopicToneMap photopic_tone_map_of(uint tone_mapper) {
  PhotopicToneMap made;
  made.tone_mapper = tone_mapper;
  for (int i = 0; i < PHOTOPIC_OPERATOR_MAX_PARAMETERS; ++i) made.parameters[i] = 0.0;
#define PHOTOPIC_DEFAULT(number, place, name, value) \
  if (tone_mapper == number) made.parameters[place] = value;
  PHOTOPIC_OPERATOR_DEFAULTS(PHOTOPIC_DEFAULT)
#undef PHOTOPIC_DEFAULT
  return made;
}

/// max() and clamp() that return the other operand where one is NaN.
vec3 nmax(vec3 x, vec3 y) { return mix(y, x, greaterThan(x, y)); }
vec3 nclamp(vec3 x, vec3 low, vec3 high) { return min(nmax(x, low), high); }

// What the functions of the passes read from blocks.
struct PhotopicDisplayInUse {
  float to_limit[9];
  float limit_luminance[3];
  float soft_clip_distance[3];
  float headroom;
  float paper_white_nits;
  float paper_white_scrgb;
  uint gamut_map;
};
PhotopicDisplay photopic_display_in_use;
PhotopicDisplayInUse photopic_gamut_in_use;
PhotopicToneMap photopic_tone_map_in_use;
#define DISPLAY photopic_gamut_in_use
#define kIsHdr photopic_display_in_use.is_hdr
#define HEADROOM photopic_gamut_in_use.headroom
#define PAPER_WHITE_NITS photopic_display_in_use.paper_white_nits
#define PEAK_NITS photopic_display_in_use.peak_nits
#define MIN_NITS photopic_display_in_use.min_nits
#define LIMIT_PRIMARIES photopic_display_in_use.limit_primaries
#define PARAMETER(i) photopic_tone_map_in_use.parameters[i]
#define OPERATORS ~0u
#ifdef PHOTOPIC_ACES2_TABLES
#define ACES2_ROWS PHOTOPIC_ACES2_TABLES
#endif
#ifdef PHOTOPIC_LOOK_NODES
#define TABLE_NODES PHOTOPIC_LOOK_NODES
#endif
#ifdef PHOTOPIC_TONE_MAPPER
#define TONE_MAPPER PHOTOPIC_TONE_MAPPER
#else
#define TONE_MAPPER photopic_tone_map_in_use.tone_mapper
#endif

#include "glsl/meter/luminance.glsl"
#include "glsl/finish/tone_mappers.glsl"
#include "glsl/display/operators.glsl"
#include "glsl/display/lpm.glsl"

#ifdef PHOTOPIC_ACES2_TABLES
#include "glsl/display/aces2.glsl"
#else
/// Without its tables: clipped.
vec3 aces2(vec3 c) { return in_primaries(c, PHOTOPIC_LIMIT_BT709, LIMIT_PRIMARIES); }
#endif

#include "glsl/finish/operator.glsl"

/// 2^`compensation_ev` / (1.2 * 2^`ev100`): scene-linear colour times this is exposed.
float photopic_exposure(float ev100, float compensation_ev) { return exp2(compensation_ev - ev100) / 1.2; }

/// Sets what is in use.
void photopic_use_display(PhotopicToneMap tone_map, PhotopicDisplay display) {
  const float kScrgbReferenceNits = 80.0;
  photopic_tone_map_in_use = tone_map;
  photopic_display_in_use = display;
  photopic_gamut_in_use.headroom = display.is_hdr ? display.peak_nits / display.paper_white_nits : 1.0;
  photopic_gamut_in_use.paper_white_nits = display.paper_white_nits;
  photopic_gamut_in_use.paper_white_scrgb = display.paper_white_nits / kScrgbReferenceNits;
  photopic_gamut_in_use.gamut_map = display.gamut_map;
  vec3 luminance = luminance_row_of(display.limit_primaries);
  for (int i = 0; i < 3; ++i) {
    vec3 column = vec3(0.0);
    column[i] = 1.0;
    column = in_primaries(column, result_primaries(), display.limit_primaries);
    for (int row = 0; row < 3; ++row) photopic_gamut_in_use.to_limit[3 * row + i] = column[row];
    photopic_gamut_in_use.limit_luminance[i] = luminance[i];
    photopic_gamut_in_use.soft_clip_distance[i] = 1.0;
  }
}

/// Exposed scene-linear BT.709 to display-linear colour in the display's limiting primaries, 1 = paper white; within 0
/// and the headroom, peak_nits / paper_white_nits, which is 1 of SDR. NaN counts as 0.
vec3 tone_mapped(PhotopicToneMap tone_map, PhotopicDisplay display, vec3 exposed) {
  photopic_use_display(tone_map, display);
  vec3 mapped = tone_mapped(in_domain(exposed));
  if (display.is_hdr || display.limit_primaries != PHOTOPIC_LIMIT_BT709 || !IS_BT709_OPERATOR) return limited(mapped);
  mapped = clamp(mapped, 0.0, 1.0);  // in SDR, BT.709's operators end in a clip
  return display_gamma() != 1.0 ? pow(mapped, vec3(display_gamma())) : mapped;
}

// ---- looks, docs/looks.md: grading and the host's tables, before the operator and after it ----
LookParams photopic_look_in_use;
#define LOOK photopic_look_in_use
#include "glsl/lut/grade.glsl"
#ifdef PHOTOPIC_LOOK_NODES
#include "glsl/display/decoded.glsl"
#include "glsl/lut/tetrahedron.glsl"
#include "glsl/lut/table.glsl"
#endif
#include "glsl/lut/look.glsl"

/// Nothing on. Members have the names of settings; `stages` turns them on (PHOTOPIC_STAGE_*).
LookParams photopic_neutral_look() {
  LookParams look;
  look.stages = 0u;
  for (int i = 0; i < 3; ++i) {
    look.cdl_slope[i] = look.cdl_power[i] = look.shadows[i] = look.midtones[i] = look.highlights[i] = 1.0;
    look.cdl_offset[i] = look.lift[i] = 0.0;
    look.inverse_gamma[i] = look.gain[i] = 1.0;
    look.hue_count[i] = 0u;
  }
  look.cdl_saturation = look.contrast = look.saturation = 1.0;
  look.contrast_pivot = 0.18;
  look.vibrance = 0.0;
  look.shadows_start = 0.0;
  look.shadows_end = 0.333;
  look.highlights_start = 0.55;
  look.highlights_end = 1.0;
  return look;
}

/// Exposed scene-linear BT.709, before tone_mapped().
vec3 scene_graded(LookParams look, vec3 exposed) {
  const float kBrightest = 65504.0;
  photopic_look_in_use = look;
  return scene_look(clamped(exposed, kBrightest));
}

#ifdef PHOTOPIC_LOOK_NODES
/// The operator custom, in place of tone_mapped(). Of the look, the table of the tone mapper is read.
vec3 photopic_custom_mapped(LookParams look, PhotopicDisplay display, vec3 exposed) {
  const float kBrightest = 65504.0;
  photopic_use_display(photopic_tone_map_of(PHOTOPIC_TONE_MAPPER_CUSTOM), display);
  photopic_look_in_use = look;
  return through_custom(clamped(exposed, kBrightest));
}
#endif

/// What tone_mapped() or photopic_custom_mapped() returns, for the same display: lift, gamma and gain, then the table.
vec3 photopic_display_graded(LookParams look, PhotopicDisplay display, vec3 shown) {
  photopic_look_in_use = look;
  float headroom = display.is_hdr ? display.peak_nits / display.paper_white_nits : 1.0;
  return nclamp(display_look(shown), vec3(0.0), vec3(headroom));
}

#ifndef PHOTOPIC_ACES2_TABLES
#undef PHOTOPIC_TONE_MAPPER_ACES2
#endif
#ifndef PHOTOPIC_LOOK_NODES
#undef PHOTOPIC_TONE_MAPPER_CUSTOM
#endif
#include "glsl/host/names_end.glsl"
#endif
