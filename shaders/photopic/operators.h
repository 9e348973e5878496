// SPDX-License-Identifier: MIT
// Table of tone mapping operators, for C++ and GLSL. An operator is one row here, a function of that name in
// shaders/finish/tone_mappers.glsl, one in samples/reference/tone_map.cpp, and its part of docs/tone-mapping.md.
#ifndef PHOTOPIC_OPERATORS_H
#define PHOTOPIC_OPERATORS_H

#define PHOTOPIC_OPERATOR_MAX_PARAMETERS 12

// OPERATOR(number, name, expression, gamma, max_input, max_output, parameters)
//   number      value of ToneMapper::name, and the bit of CreateInfo::tone_mappers; rows in its order, without gaps
//   name        in C++; on command lines and in files with hyphens
//   expression  GLSL: exposed scene-linear BT.709 `c` to what is shown
//   gamma       power that makes display-linear values of the expression's; 1 = they are
//   max_input   brighter channels of c are lowered to it; 0 = any number, and infinity
//   max_output  of half-float output; 8-bit output ends at 1
//   parameters  members of ToneMapSettings, up to 12; the expression reads the first as PARAMETER(0)
#define PHOTOPIC_OPERATORS(OPERATOR)                                                                      \
  /* Clip. */                                                                                             \
  OPERATOR(0, none, c, 1.0, 65536.0, 65504.0, ())                                                         \
  /* Reinhard et al. 2002, eq. 3, per channel. */                                                         \
  OPERATOR(1, reinhard, reinhard(c), 1.0, 65536.0, 1.0, ())                                               \
  /* Reinhard et al. 2002, eq. 4, by luminance. */                                                        \
  OPERATOR(2, reinhard_extended, reinhard_extended(c, PARAMETER(0)), 1.0, 65536.0, 1.0, (reinhard_white)) \
  /* Hable 2010, "Uncharted 2". */                                                                        \
  OPERATOR(3, hable, hable(c, PARAMETER(0)), 1.0, 65536.0, 1.0, (hable_white))                            \
  /* Narkowicz 2016, ACES fit. */                                                                         \
  OPERATOR(4, aces_narkowicz, aces_narkowicz(c), 1.0, 65536.0, 1.0, ())                                   \
  /* Hill 2016, ACES RRT and ODT fit. */                                                                  \
  OPERATOR(5, aces_hill, aces_hill(c), 1.0, 65536.0, 1.0, ())                                             \
  /* Sobotka's AgX, base look, fit by Wrensch 2023. */                                                    \
  OPERATOR(6, agx, agx(c), 2.2, 0.0, 1.0, ())                                                             \
  /* AgX, golden look; tints grey by design. */                                                           \
  OPERATOR(7, agx_golden, agx_golden(c), 2.2, 0.0, 1.0, ())                                               \
  /* AgX, punchy look. */                                                                                 \
  OPERATOR(8, agx_punchy, agx_punchy(c), 2.2, 0.0, 1.0, ())                                               \
  /* Khronos PBR Neutral, 2024. */                                                                        \
  OPERATOR(9, pbr_neutral, pbr_neutral(c), 1.0, 65536.0, 1.0, ())                                         \
  /* Uchimura 2017, "Gran Turismo". */                                                                    \
  OPERATOR(10, uchimura, uchimura(c), 1.0, 65536.0, 1.0, ())                                              \
  /* Lottes 2016. */                                                                                      \
  OPERATOR(11, lottes, lottes(c), 1.0, 65536.0, 1.0, ())

#endif
