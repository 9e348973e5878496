// SPDX-License-Identifier: MIT
// Taps of the pyramid's kernel along an axis, down and, transposed, up.
#include "glare/interface.h"

// Of a finer texel's sum over coarser ones, from q - 2 on: up_taps; of a coarser texel's mean, halved: the others.
vec4 glare_down_taps;
vec3 glare_fold_taps;
vec4 glare_up_taps;
bool glare_is_dark;

/// Before all else; `kernel`: PHOTOPIC_GLARE_KERNEL_*.
void set_taps(uint kernel) {
  bool is_j = (kernel & PHOTOPIC_GLARE_KERNEL_J) != 0u;
  vec4 taps = is_j ? vec4(PHOTOPIC_GLARE_J_TAPS) : vec4(PHOTOPIC_GLARE_B6_TAPS);
  glare_is_dark = (kernel & PHOTOPIC_GLARE_KERNEL_DARK) != 0u;
  glare_down_taps = taps * (1.0 / 128.0);
  glare_fold_taps = is_j ? vec3(PHOTOPIC_GLARE_J_FOLD) : vec3(PHOTOPIC_GLARE_B6_FOLD);
  glare_fold_taps *= glare_is_dark ? 0.0 : 1.0 / 128.0;
  glare_up_taps = taps.wyxz * (1.0 / 64.0);
}

/// Of level texels j, from finer texels 2 j - 3 .. 2 j + 4 of an axis of n, those beyond it 0.
vec3 down_taps(vec3 w0, vec3 w1, vec3 w2, vec3 w3, vec3 w4, vec3 w5, vec3 w6, vec3 w7, uint j, uint n) {
  vec3 sum = glare_down_taps.x * (w3 + w4) + glare_down_taps.y * (w2 + w5) + glare_down_taps.z * (w1 + w6) +
             glare_down_taps.w * (w0 + w7);
  if (j != 0u && 2u * j + 2u < n) return sum;
  if (n == 1u) return w3;
  if (j == 0u) sum += glare_fold_taps.x * w3 + glare_fold_taps.y * w4 + glare_fold_taps.z * w5;
  if (2u * j + 2u >= n) sum += glare_fold_taps.x * w4 + glare_fold_taps.y * w3 + glare_fold_taps.z * w2;
  return sum;
}
#define DOWN_TAPS(v, i, j, n) \
  down_taps(v[i], v[(i) + 1], v[(i) + 2], v[(i) + 3], v[(i) + 4], v[(i) + 5], v[(i) + 6], v[(i) + 7], j, n)

/// Of a finer texel, from the coarse one q that it belongs to, the nearer neighbour's side first: two of that side.
vec3 up_taps(vec3 second, vec3 near, vec3 own, vec3 far) {
  return glare_up_taps.x * second + glare_up_taps.y * near + glare_up_taps.z * own + glare_up_taps.w * far;
}
