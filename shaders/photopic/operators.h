// SPDX-License-Identifier: MIT
// Table of tone mapping operators, for C++ and GLSL. An operator is one row here, a function of that name in
// shaders/finish/tone_mappers.glsl, shaders/display/operators.glsl or a file of its own there, one in
// samples/reference/tone_map.cpp, and its part of docs/tone-mapping.md.
#ifndef PHOTOPIC_OPERATORS_H
#define PHOTOPIC_OPERATORS_H

#define PHOTOPIC_OPERATOR_MAX_PARAMETERS 12

// Primaries of what an operator returns.
#define PHOTOPIC_OPERATOR_BT709 0u   // of what it takes, too: channels below 0 count as 0
#define PHOTOPIC_OPERATOR_BT2020 1u  // it takes BT.709 with colours outside of it, whose channels are below 0
#define PHOTOPIC_OPERATOR_LIMIT 2u   // limiting primaries of the display; it takes the same

// OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters)
//   number      value of ToneMapper::name, and the bit of CreateInfo::tone_mappers; rows in its order, without gaps
//   name        in C++
//   word        on command lines and in files
//   expression  GLSL: exposed scene-linear BT.709 `c` to what is shown, 1 = paper white
//   hdr         the same for displays that show up to HEADROOM times paper white
//   primaries   PHOTOPIC_OPERATOR_*
//   gamma       power that makes display-linear values of the expression's; 1 = they are
//   max_input   brighter channels of c are lowered to it; 0 = any number, and infinity
//   max_output  of half-float output; 8-bit output ends at 1, HDR output at HEADROOM
//   portable    1 = the function is valid in GLSL ES 1.00: OpenGL ES 2.0 has the operator
//   parameters  members of ToneMapSettings, up to 12; the expression reads the first as PARAMETER(0)
// clang-format off
#define PHOTOPIC_OPERATORS(OPERATOR) \
  /* Clip. */ \
  OPERATOR(0, none, none, c, c, PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 65504.0, 1, ()) \
  /* Reinhard et al. 2002, eq. 3, per channel. */ \
  OPERATOR(1, reinhard, reinhard, reinhard(c), HEADROOM * reinhard(c / HEADROOM), PHOTOPIC_OPERATOR_BT709, 1.0, \
           65536.0, 1.0, 1, ()) \
  /* Reinhard et al. 2002, eq. 4, by luminance. */ \
  OPERATOR(2, reinhard_extended, reinhard-extended, reinhard_extended(c, PARAMETER(0)), HEADROOM * \
           reinhard_extended(c / HEADROOM, PARAMETER(0)), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, \
           (reinhard_white)) \
  /* Hable 2010, "Uncharted 2". */ \
  OPERATOR(3, hable, hable, hable(c, PARAMETER(0)), hable(c, PARAMETER(0)), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, \
           1.0, 1, (hable_white)) \
  /* Narkowicz 2016, ACES fit. */ \
  OPERATOR(4, aces_narkowicz, aces-narkowicz, aces_narkowicz(c), aces_narkowicz(c), PHOTOPIC_OPERATOR_BT709, 1.0, \
           65536.0, 1.0, 1, ()) \
  /* Hill 2016, ACES RRT and ODT fit. */ \
  OPERATOR(5, aces_hill, aces-hill, aces_hill(c), aces_hill(c), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* Sobotka's AgX, base look, fit by Wrensch 2023. */ \
  OPERATOR(6, agx, agx, agx(c), agx(c), PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* AgX, golden look; tints grey by design. */ \
  OPERATOR(7, agx_golden, agx-golden, agx_golden(c), agx_golden(c), PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* AgX, punchy look. */ \
  OPERATOR(8, agx_punchy, agx-punchy, agx_punchy(c), agx_punchy(c), PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* Khronos PBR Neutral, 2024; generalised by headroom. */ \
  OPERATOR(9, pbr_neutral, pbr-neutral, pbr_neutral(c), pbr_neutral_hdr(c, HEADROOM), PHOTOPIC_OPERATOR_BT709, 1.0, \
           65536.0, 1.0, 1, ()) \
  /* Uchimura 2017, "Gran Turismo". */ \
  OPERATOR(10, uchimura, uchimura, uchimura(c), uchimura_hdr(c, HEADROOM), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, \
           1.0, 1, ()) \
  /* Lottes 2016. */ \
  OPERATOR(11, lottes, lottes, lottes(c), lottes_hdr(c, HEADROOM), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, \
           ()) \
  /* AgX, golden look with the saturation of Sobotka's configuration. */ \
  OPERATOR(12, agx_golden_1_3, agx-golden-1.3, agx_golden_1_3(c), agx_golden_1_3(c), PHOTOPIC_OPERATOR_BT709, 2.2, \
           0.0, 1.0, 1, ()) \
  /* Narkowicz 2016 with the scale of 0.6 before it that brings it near ACES 1. */ \
  OPERATOR(13, aces_narkowicz_0_6, aces-narkowicz-0.6, aces_narkowicz(0.6 * c), aces_narkowicz(0.6 * c), \
           PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* AgX for any peak: Blender's matrices, Pestaluky's curve of 2025. */ \
  OPERATOR(14, agx_hdr, agx-hdr, agx_hdr(c, 1.0), agx_hdr(c, HEADROOM), PHOTOPIC_OPERATOR_BT2020, 1.0, 65536.0, 1.0, \
           0, ()) \
  /* Polyphony 2025, "Gran Turismo 7". */ \
  OPERATOR(15, gt7, gt7, gt7_sdr(c), gt7_hdr(c, PAPER_WHITE_NITS, PEAK_NITS), PHOTOPIC_OPERATOR_BT2020, 1.0, \
           65536.0, 1.0, 0, ()) \
  /* ITU-R BT.2390-11, EETF of the largest channel. */ \
  OPERATOR(16, bt2390, bt2390, bt2390(c, PARAMETER(0), 0.0, PAPER_WHITE_NITS, PAPER_WHITE_NITS), bt2390(c, \
           PARAMETER(0), MIN_NITS, PAPER_WHITE_NITS, PEAK_NITS), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 0, \
           (source_peak_nits)) \
  /* ITU-R BT.2446-1, method A, of the largest channel. */ \
  OPERATOR(17, bt2446a, bt2446a, bt2446a(c, PARAMETER(0), PAPER_WHITE_NITS, PAPER_WHITE_NITS), bt2446a(c, \
           PARAMETER(0), PAPER_WHITE_NITS, PEAK_NITS), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 0, \
           (source_peak_nits)) \
  /* libplacebo's spline of the largest channel. */ \
  OPERATOR(18, spline, spline, spline(c, PARAMETER(0), PARAMETER(1), PARAMETER(2), 0.0, PAPER_WHITE_NITS, \
           PAPER_WHITE_NITS), spline(c, PARAMETER(0), PARAMETER(1), PARAMETER(2), MIN_NITS, PAPER_WHITE_NITS, \
           PEAK_NITS), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 0, (source_peak_nits, spline_knee_adaptation, \
           spline_contrast)) \
  /* Blender's AgX, Eary Zhou 2024. */ \
  OPERATOR(19, agx_blender, agx-blender, agx_blender(c, LIMIT_PRIMARIES), agx_blender(c, LIMIT_PRIMARIES), \
           PHOTOPIC_OPERATOR_LIMIT, 1.0, 65536.0, 1.0, 0, ()) \
  /* ACES 2's output transform, any peak; reads tables of its own. */ \
  OPERATOR(20, aces2, aces2, aces2(c), aces2(c), PHOTOPIC_OPERATOR_LIMIT, 1.0, 65536.0, 1.0, 0, ()) \
  /* AMD's Luma Preserving Mapper, FidelityFX LPM 1.2; its middle grey stays whatever the peak. */ \
  OPERATOR(21, lpm, lpm, lpm(c, LPM_SETTINGS, 1.0, LIMIT_PRIMARIES), lpm(c, LPM_SETTINGS, HEADROOM, LIMIT_PRIMARIES), \
           PHOTOPIC_OPERATOR_LIMIT, 1.0, 65536.0, 1.0, 0, (lpm_content, lpm_input_max, lpm_exposure_ev, lpm_contrast, \
           lpm_shoulder, lpm_soft_gap, lpm_saturation_red, lpm_saturation_green, lpm_saturation_blue, \
           lpm_crosstalk_red, lpm_crosstalk_green, lpm_crosstalk_blue)) \
  /* The host's lookup table; baked looks alone. */ \
  OPERATOR(22, custom, custom, c, c, PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 0, ())
// clang-format on
#define PHOTOPIC_TONE_MAPPER_ACES2 20u
#define PHOTOPIC_TONE_MAPPER_CUSTOM 22u

#endif
