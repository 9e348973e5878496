// SPDX-License-Identifier: MIT
// Table of tone mapping operators, for C++ and GLSL. CONTRIBUTING.md lists the places of a new operator.
#ifndef PHOTOPIC_OPERATORS_H
#define PHOTOPIC_OPERATORS_H

#define PHOTOPIC_OPERATOR_MAX_PARAMETERS 12

// Primaries of an operator's input and output.
#define PHOTOPIC_OPERATOR_BT709 0u   // input and output BT.709; negative channels count as 0
#define PHOTOPIC_OPERATOR_BT2020 1u  // input BT.709 with negative channels, output BT.2020
#define PHOTOPIC_OPERATOR_LIMIT 2u   // input and output in the display's limiting primaries

// Numbers of the operators, for the rows and for shaders of hosts.
#define PHOTOPIC_TONE_MAPPER_NONE 0u
#define PHOTOPIC_TONE_MAPPER_REINHARD 1u
#define PHOTOPIC_TONE_MAPPER_REINHARD_EXTENDED 2u
#define PHOTOPIC_TONE_MAPPER_HABLE 3u
#define PHOTOPIC_TONE_MAPPER_ACES_NARKOWICZ 4u
#define PHOTOPIC_TONE_MAPPER_ACES_HILL 5u
#define PHOTOPIC_TONE_MAPPER_AGX 6u
#define PHOTOPIC_TONE_MAPPER_AGX_GOLDEN 7u
#define PHOTOPIC_TONE_MAPPER_AGX_PUNCHY 8u
#define PHOTOPIC_TONE_MAPPER_PBR_NEUTRAL 9u
#define PHOTOPIC_TONE_MAPPER_UCHIMURA 10u
#define PHOTOPIC_TONE_MAPPER_LOTTES 11u
#define PHOTOPIC_TONE_MAPPER_AGX_GOLDEN_1_3 12u
#define PHOTOPIC_TONE_MAPPER_ACES_NARKOWICZ_0_6 13u
#define PHOTOPIC_TONE_MAPPER_AGX_HDR 14u
#define PHOTOPIC_TONE_MAPPER_GT7 15u
#define PHOTOPIC_TONE_MAPPER_BT2390 16u
#define PHOTOPIC_TONE_MAPPER_BT2446A 17u
#define PHOTOPIC_TONE_MAPPER_SPLINE 18u
#define PHOTOPIC_TONE_MAPPER_AGX_BLENDER 19u
#define PHOTOPIC_TONE_MAPPER_ACES2 20u
#define PHOTOPIC_TONE_MAPPER_LPM 21u
#define PHOTOPIC_TONE_MAPPER_CUSTOM 22u

// OPERATOR(number, name, word, expression, hdr, primaries, gamma, max_input, max_output, portable, parameters)
//   number      value of ToneMapper::name; position of the row, from 0
//   name        name in C++
//   word        name on command lines and in files
//   expression  GLSL expression of the shown colour, 1 = paper white, for exposed scene-linear colour `c`
//   hdr         the same for a display with a peak of HEADROOM times paper white
//   primaries   PHOTOPIC_OPERATOR_*
//   gamma       power that converts the expression's values to display-linear ones; 1 = they are linear
//   max_input   limit of the channels of c; 0 = no limit, and infinity is allowed
//   max_output  limit of half-float output; 8-bit output ends at 1, HDR output at HEADROOM
//   portable    1 = the function is valid in GLSL ES 1.00, so OpenGL ES 2.0 supports the operator
//   parameters  up to 12 members of ToneMapSettings; the expression reads the first one as PARAMETER(0)
// clang-format off
#define PHOTOPIC_OPERATORS(OPERATOR) \
  /* Clip. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_NONE, none, none, c, c, PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 65504.0, 1, ()) \
  /* Reinhard et al. 2002, eq. 3, per channel. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_REINHARD, reinhard, reinhard, reinhard(c), HEADROOM * reinhard(c / HEADROOM), \
           PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* Reinhard et al. 2002, eq. 4, by luminance. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_REINHARD_EXTENDED, reinhard_extended, reinhard-extended, reinhard_extended(c, \
           PARAMETER(0)), HEADROOM * reinhard_extended(c / HEADROOM, PARAMETER(0)), PHOTOPIC_OPERATOR_BT709, 1.0, \
           65536.0, 1.0, 1, (reinhard_white)) \
  /* Hable 2010, "Uncharted 2". */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_HABLE, hable, hable, hable(c, PARAMETER(0)), hable(c, PARAMETER(0)), \
           PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, (hable_white)) \
  /* Narkowicz 2016, ACES fit. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_ACES_NARKOWICZ, aces_narkowicz, aces-narkowicz, aces_narkowicz(c), aces_narkowicz(c), \
           PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* Hill 2016, ACES RRT and ODT fit. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_ACES_HILL, aces_hill, aces-hill, aces_hill(c), aces_hill(c), PHOTOPIC_OPERATOR_BT709, \
           1.0, 65536.0, 1.0, 1, ()) \
  /* Sobotka's AgX, base look, fit by Wrensch 2023. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_AGX, agx, agx, agx(c), agx(c), PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* AgX, golden look; tints grey by design. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_AGX_GOLDEN, agx_golden, agx-golden, agx_golden(c), agx_golden(c), \
           PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* AgX, punchy look. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_AGX_PUNCHY, agx_punchy, agx-punchy, agx_punchy(c), agx_punchy(c), \
           PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* Khronos PBR Neutral, 2024; generalised by headroom. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_PBR_NEUTRAL, pbr_neutral, pbr-neutral, pbr_neutral(c), pbr_neutral_hdr(c, HEADROOM), \
           PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* Uchimura 2017, "Gran Turismo". */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_UCHIMURA, uchimura, uchimura, uchimura(c), uchimura_hdr(c, HEADROOM), \
           PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* Lottes 2016. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_LOTTES, lottes, lottes, lottes(c), lottes_hdr(c, HEADROOM), PHOTOPIC_OPERATOR_BT709, \
           1.0, 65536.0, 1.0, 1, ()) \
  /* AgX, golden look with the saturation of Sobotka's configuration. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_AGX_GOLDEN_1_3, agx_golden_1_3, agx-golden-1.3, agx_golden_1_3(c), agx_golden_1_3(c), \
           PHOTOPIC_OPERATOR_BT709, 2.2, 0.0, 1.0, 1, ()) \
  /* Narkowicz 2016 with the scale of 0.6 before it that brings it near ACES 1. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_ACES_NARKOWICZ_0_6, aces_narkowicz_0_6, aces-narkowicz-0.6, aces_narkowicz(0.6 * c), \
           aces_narkowicz(0.6 * c), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 1, ()) \
  /* AgX for any peak: Blender's matrices, Pestaluky's curve of 2025. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_AGX_HDR, agx_hdr, agx-hdr, agx_hdr(c, 1.0), agx_hdr(c, HEADROOM), \
           PHOTOPIC_OPERATOR_BT2020, 1.0, 65536.0, 1.0, 0, ()) \
  /* Polyphony 2025, "Gran Turismo 7". */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_GT7, gt7, gt7, gt7_sdr(c), gt7_hdr(c, PAPER_WHITE_NITS, PEAK_NITS), \
           PHOTOPIC_OPERATOR_BT2020, 1.0, 65536.0, 1.0, 0, ()) \
  /* ITU-R BT.2390-11, EETF of the largest channel. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_BT2390, bt2390, bt2390, bt2390(c, PARAMETER(0), 0.0, PAPER_WHITE_NITS, \
           PAPER_WHITE_NITS), bt2390(c, PARAMETER(0), MIN_NITS, PAPER_WHITE_NITS, PEAK_NITS), PHOTOPIC_OPERATOR_BT709, \
           1.0, 65536.0, 1.0, 0, (source_peak_nits)) \
  /* ITU-R BT.2446-1, method A, of the largest channel. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_BT2446A, bt2446a, bt2446a, bt2446a(c, PARAMETER(0), PAPER_WHITE_NITS, \
           PAPER_WHITE_NITS), bt2446a(c, PARAMETER(0), PAPER_WHITE_NITS, PEAK_NITS), PHOTOPIC_OPERATOR_BT709, 1.0, \
           65536.0, 1.0, 0, (source_peak_nits)) \
  /* libplacebo's spline of the largest channel. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_SPLINE, spline, spline, spline(c, PARAMETER(0), PARAMETER(1), PARAMETER(2), 0.0, \
           PAPER_WHITE_NITS, PAPER_WHITE_NITS), spline(c, PARAMETER(0), PARAMETER(1), PARAMETER(2), MIN_NITS, \
           PAPER_WHITE_NITS, PEAK_NITS), PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 0, (source_peak_nits, \
           spline_knee_adaptation, spline_contrast)) \
  /* Blender's AgX, Eary Zhou 2024. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_AGX_BLENDER, agx_blender, agx-blender, agx_blender(c, LIMIT_PRIMARIES), agx_blender(c, \
           LIMIT_PRIMARIES), PHOTOPIC_OPERATOR_LIMIT, 1.0, 65536.0, 1.0, 0, ()) \
  /* ACES 2's output transform, any peak; reads Aces2Tables. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_ACES2, aces2, aces2, aces2(c), aces2(c), PHOTOPIC_OPERATOR_LIMIT, 1.0, 65536.0, 1.0, \
           0, ()) \
  /* AMD's Luma Preserving Mapper, FidelityFX LPM 1.2; middle grey is the same for all peaks. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_LPM, lpm, lpm, lpm(c, LPM_SETTINGS, 1.0, LIMIT_PRIMARIES), lpm(c, LPM_SETTINGS, \
           HEADROOM, LIMIT_PRIMARIES), PHOTOPIC_OPERATOR_LIMIT, 1.0, 65536.0, 1.0, 0, (lpm_content, lpm_input_max, \
           lpm_exposure_ev, lpm_contrast, lpm_shoulder, lpm_soft_gap, lpm_saturation_red, lpm_saturation_green, \
           lpm_saturation_blue, lpm_crosstalk_red, lpm_crosstalk_green, lpm_crosstalk_blue)) \
  /* The host's lookup table; baked looks only. */ \
  OPERATOR(PHOTOPIC_TONE_MAPPER_CUSTOM, custom, custom, c, c, PHOTOPIC_OPERATOR_BT709, 1.0, 65536.0, 1.0, 0, ())
// clang-format on

// DEFAULT(number, place, name, value): non-zero defaults of ToneMapSettings, for shaders of hosts. `place` is the index
// of the parameter in its row, from 0. settings/operators.cpp compares the values with the members.
// clang-format off
#define PHOTOPIC_OPERATOR_DEFAULTS(DEFAULT) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_REINHARD_EXTENDED, 0, reinhard_white, 4.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_HABLE, 0, hable_white, 11.2) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_BT2390, 0, source_peak_nits, 1000.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_BT2446A, 0, source_peak_nits, 1000.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_SPLINE, 0, source_peak_nits, 1000.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_SPLINE, 1, spline_knee_adaptation, 0.4) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_SPLINE, 2, spline_contrast, 0.5) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 1, lpm_input_max, 256.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 2, lpm_exposure_ev, 8.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 3, lpm_contrast, 0.25) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 4, lpm_shoulder, 1.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 9, lpm_crosstalk_red, 1.0) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 10, lpm_crosstalk_green, 0.5) \
  DEFAULT(PHOTOPIC_TONE_MAPPER_LPM, 11, lpm_crosstalk_blue, 0.03125)
// clang-format on

#endif
