// SPDX-License-Identifier: MIT
// Thresholds of cones and rods over the luminance that they are adapted to: Ferwerda et al. 1996.
#ifndef NIGHT_THRESHOLDS_GLSL
#define NIGHT_THRESHOLDS_GLSL

const float kLog2Of10 = 3.32192809;
const float kLog10Of2 = 0.301029996;

// The least increments that are seen in the dark, log2 of cd/m^2, and of scotopic cd/m^2.
const float kConeLog2 = -0.72 * kLog2Of10;
const float kRodLog2 = -2.86 * kLog2Of10;

// Stops of the least increments above them.
float cone_ev_at_rest(float log10_cd_m2) {
  if (log10_cd_m2 <= -2.6) return 0.0;
  float log10_elevation = log10_cd_m2 >= 1.9 ? log10_cd_m2 - 0.535 : pow(0.249 * log10_cd_m2 + 0.65, 2.7);
  return log10_elevation * kLog2Of10;
}
float rod_ev_at_rest(float log10_cd_m2) {
  if (log10_cd_m2 <= -3.94) return 0.0;
  float log10_elevation = log10_cd_m2 >= -1.44 ? log10_cd_m2 + 2.465 : pow(0.405 * log10_cd_m2 + 1.6, 2.18);
  return log10_elevation * kLog2Of10;
}
#endif
