// SPDX-License-Identifier: MIT
// Colour and number helpers that several passes share.
#include "meter/luminance.glsl"
#include "meter/numbers.glsl"

layout(constant_id = PHOTOPIC_SPEC_CONVERT_INPUT) const uint kConvertInput = 0u;
layout(constant_id = PHOTOPIC_SPEC_WHITE_BALANCE) const uint kWhiteBalance = 0u;

/// The same of a texel of the HDR image, whose primaries may be others: `row` is theirs then.
float luminance_of(vec3 color, vec3 row) {
  if (kConvertInput == 0u) return luminance_bt709(color);
  precise float luminance = fma(color.b, row.b, fma(color.g, row.g, color.r * row.r));
  return luminance;
}

/// Whether a texel of this luminance is metered: finite, and not below 0 (-0 is black). A channel that is NaN or infinite
/// makes the luminance so, since no coefficient is 0 and Inf - Inf is NaN.
bool is_valid_luminance(float luminance) {
  uint bits = floatBitsToUint(luminance);
  return bits < 0x7f800000u || bits == 0x80000000u;
}
