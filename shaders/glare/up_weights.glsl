// SPDX-License-Identifier: MIT
// Weights of a level's texels for a finer one's texel along an axis. The includer has UP_ROWS, rows of weights.
#include "glare/interface.h"

/// Of a finer texel, those of the coarser ones from its own - 3 on, the last 0.
struct UpWeights {
  vec4 a;
  vec4 b;
};

/// Of texel i of an axis of n; `first` of the axis' rows in UP_ROWS, and of those near its last texel.
UpWeights up_weights(uint steps, uint i, uint n, uint first, uint first_of_last) {
  uint end = PHOTOPIC_GLARE_UP_ENDS(steps);
  uint from_last = n - 1u - i;
  uint row = first + (i < end ? i : end + (i & ((1u << steps) - 1u)));
  if (from_last < end) row = first_of_last + from_last;
  return UpWeights(UP_ROWS[2u * row], UP_ROWS[2u * row + 1u]);
}
