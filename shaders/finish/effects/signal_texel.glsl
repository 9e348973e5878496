// SPDX-License-Identifier: MIT
// Texel that effects of the signal change, after it is tone mapped and encoded, before it is dithered.
#include "finish/effects/at_once.glsl"

struct SignalTexel {
  vec3 color;   // [0, 1] from black to the most that the encoding holds; of light, as signal_of_stored() has it
  uvec2 texel;  // of the HDR image
  uint seed;    // of the frame's noise
};
