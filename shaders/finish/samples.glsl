// SPDX-License-Identifier: MIT
// Tone-mapped resolve: each sample of a texel goes through the display transform by itself, and the texel shows the mean
// of their light. A mean of scene-linear colour would be that of the brightest sample alone, and leave edges of lights
// as jagged as one sample does. Effects of the signal, what is drawn over the picture, dither and rounding come once,
// behind it. The includer has finish/display.glsl, finish/shown.glsl, hdr_at() and kSamples.

#include "finish/alike_samples.glsl"

vec4 display_samples(float exposure, uvec2 texel, Picture picture, uint dither_seed) {
  uint count = different_samples(texel);
  vec4 encoded = vec4(0.0);
  vec4 sum = vec4(0.0);  // display-linear
  for (uint i = 0u; i < count; ++i) {
    encoded = encoded_texel(hdr_at(texel, i), exposure, texel, picture);
    if (count > 1u) sum += shown_light(encoded);
  }
  if (count > 1u) encoded = encoded_light(sum / float(count));
  vec4 texels[1];
  texels[0] = encoded;
  uvec2 places[1];
  places[0] = texel;
  finish_texels(texels, places, dither_seed);
  return texels[0];
}
