// SPDX-License-Identifier: MIT
// Texels that effects change, before they are exposed.
#include "finish/effects/at_once.glsl"
#include "finish/effects/place.glsl"

struct SceneTexel {
  vec3 color;      // scene-linear, in the primaries of the display transform; pre-exposed as the HDR image is
  float gain;      // factor of the exposure
  float exposure;  // of such colour
  vec2 place;      // as place_in() gives it
  uvec2 texel;     // of the HDR image
  vec3 hdr;        // the HDR image's colour, in its primaries
  float direct;    // share of the HDR image's light that the lens lets through and glare leaves in its place
  float around;    // log2 luminance of its surroundings, above its own; 0 where no effect has found it
};

/// Where the HDR image is read.
struct SourceTexel {
  uvec2 texel;
  uvec2 origin;  // of the picture in the HDR image
  uvec2 extent;  // of the picture
};
