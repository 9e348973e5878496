// SPDX-License-Identifier: MIT
// Colour and number helpers that several passes share.
#extension GL_EXT_spirv_intrinsics : require

#include "meter/luminance.glsl"

layout(constant_id = PHOTOPIC_SPEC_CONVERT_INPUT) const uint kConvertInput = 0u;
layout(constant_id = PHOTOPIC_SPEC_WHITE_BALANCE) const uint kWhiteBalance = 0u;

/// The same of a texel of the HDR image, whose primaries may be others: `row` is theirs then.
float luminance_of(vec3 color, vec3 row) {
  if (kConvertInput == 0u) return luminance_bt709(color);
  precise float luminance = fma(color.b, row.b, fma(color.g, row.g, color.r * row.r));
  return luminance;
}

/// max() and clamp() that return the other operand where one is NaN: of GLSL's own, the result is then undefined.
spirv_instruction(set = "GLSL.std.450", id = 80) vec3 nmax(vec3 x, vec3 y);
spirv_instruction(set = "GLSL.std.450", id = 80) vec4 nmax(vec4 x, vec4 y);
spirv_instruction(set = "GLSL.std.450", id = 81) vec3 nclamp(vec3 x, vec3 low, vec3 high);
spirv_instruction(set = "GLSL.std.450", id = 81) float nclamp(float x, float low, float high);

/// True for NaN and +-Inf. A bit test: isnan() may be optimised away by drivers that assume finite arithmetic.
bool is_nonfinite(float x) { return (floatBitsToUint(x) & 0x7f800000u) == 0x7f800000u; }

/// Whether a texel of this luminance is metered: finite, and not below 0 (-0 is black). A channel that is NaN or infinite
/// makes the luminance so, since no coefficient is 0 and Inf - Inf is NaN.
bool is_valid_luminance(float luminance) {
  uint bits = floatBitsToUint(luminance);
  return bits < 0x7f800000u || bits == 0x80000000u;
}
