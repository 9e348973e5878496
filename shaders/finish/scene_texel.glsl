// SPDX-License-Identifier: MIT
// Texel that effects change, before it is exposed.
#include "finish/place.glsl"

struct SceneTexel {
  vec3 color;      // scene-linear, in the primaries of the display transform
  float gain;      // factor of the exposure
  float exposure;  // of the view
  vec2 place;      // as place_in() gives it
  uvec2 texel;     // of the HDR image
  vec3 hdr;        // the HDR image's colour, in its primaries
  float direct;    // share of the color that glare leaves in its place
};
