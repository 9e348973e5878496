// SPDX-License-Identifier: MIT
// Weight of a texel in the measurement: the product of those of photopic/weights.h that WEIGHTS names, quantised to
// 1 / PHOTOPIC_WEIGHT_ONE. What is left out costs nothing where WEIGHTS is a constant of the pipeline.

// The includer has WEIGHTS, WEIGHT_TABLES (a MeterTables), and the samplers mask, depth and classes; if these aren't of
// 2D images, WEIGHT_FETCH(image, texel).
#include "photopic/weights.h"
#ifndef WEIGHT_FETCH
#define WEIGHT_FETCH(image, texel) texelFetch(image, texel, 0)
#endif

struct WeightedTexel {
  vec2 position;  // its centre, from the top-left of the metered rectangle
  vec2 extent;    // of that rectangle, texels
  ivec2 source;   // the texel in the HDR image
  float luminance;
  uint parameters;  // index of the weight's first
};
#define WEIGHT_PARAMETER(i) WEIGHT_TABLES.weight_parameters[texel.parameters + (i)]

/// Squared distance from the centre, in half diagonals.
float half_diagonals_squared(WeightedTexel texel) {
  vec2 from_centre = texel.position - 0.5 * texel.extent;
  return dot(from_centre, from_centre) / (0.25 * dot(texel.extent, texel.extent));
}

float centre_weight(WeightedTexel texel) { return exp(-half_diagonals_squared(texel) * WEIGHT_PARAMETER(0)); }

float spot_weight(WeightedTexel texel) { return half_diagonals_squared(texel) > WEIGHT_PARAMETER(0) ? 0.0 : 1.0; }

float ellipse_weight(WeightedTexel texel) {
  vec2 from_centre = (texel.position / texel.extent - vec2(WEIGHT_PARAMETER(0), WEIGHT_PARAMETER(1))) *
                     vec2(WEIGHT_PARAMETER(2), WEIGHT_PARAMETER(3));
  float distance = length(from_centre);
  float inner = 1.0 - WEIGHT_PARAMETER(4);
  return distance <= inner ? 1.0 : distance >= 1.0 ? 0.0 : 1.0 - smoothstep(inner, 1.0, distance);
}

float mask_weight(WeightedTexel texel) {
  uvec2 size = uvec2(textureSize(mask, 0));
  float value = WEIGHT_FETCH(mask, ivec2(min(uvec2(texel.position / texel.extent * vec2(size)), size - 1u))).r;
  return nclamp(value, 0.0, 1.0);
}

float depth_weight(WeightedTexel texel) {
  float value = WEIGHT_FETCH(depth, texel.source).r;
  return value >= WEIGHT_PARAMETER(0) && value <= WEIGHT_PARAMETER(1) ? 1.0 : 0.0;
}

float classes_weight(WeightedTexel texel) {
  uint value = min(WEIGHT_FETCH(classes, texel.source).r, PHOTOPIC_CLASS_WORDS * 32u - 1u);
  return float(WEIGHT_TABLES.classes[value >> 5u] >> (value & 31u) & 1u);
}

float window_weight(WeightedTexel texel) {
  return texel.luminance >= WEIGHT_PARAMETER(0) && texel.luminance <= WEIGHT_PARAMETER(1) ? 1.0 : 0.0;
}

/// `texel` counts from the top-left of the metered rectangle of `extent` texels, `source` from that of the image.
uint weight_of(uvec2 texel, uvec2 extent, uvec2 source, float luminance) {
  WeightedTexel weighted = WeightedTexel(vec2(texel) + 0.5, vec2(extent), ivec2(source), luminance, 0u);
  float weight = 1.0;
#define WEIGHT(number, Name, word, function, image, parameter_list)           \
  if ((WEIGHTS & 1u << number) != 0u) {                                       \
    weighted.parameters = uint(number) * uint(PHOTOPIC_WEIGHT_MAX_PARAMETERS); \
    weight *= function(weighted);                                             \
  }
  PHOTOPIC_WEIGHTS(WEIGHT)
#undef WEIGHT
  return uint(weight * float(PHOTOPIC_WEIGHT_ONE) + 0.5);
}
