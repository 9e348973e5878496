// SPDX-License-Identifier: MIT
// Storage of the picture's texels: STORE_* of postfx/src/display/output_formats.h says how; STORE_SIGNALS: halves, for the
// pass that stores the picture; STORE_CODES: an attachment of codes of any size;
// STORE_FLOATS: one of floats. With LAYER, the image is an array, of which that layer is written.
#ifdef STORE_PACKED
layout(constant_id = PHOTOPIC_SPEC_PACKING) const uint kPacking = 0u;
#define LDR_TEXEL uvec4
#else
#define LDR_TEXEL vec4
#endif
#if defined(STORE_PACKED) && defined(LAYER)
#define LDR_IMAGE uimage2DArray
#elif defined(STORE_PACKED)
#define LDR_IMAGE uimage2D
#elif defined(LAYER)
#define LDR_IMAGE image2DArray
#else
#define LDR_IMAGE image2D
#endif
#ifdef LAYER
#define LDR_PLACE(texel) ivec3(texel, LAYER)
#else
#define LDR_PLACE(texel) ivec2(texel)
#endif

#if defined(STORE_UNORM8)
#define MAX_CODE 255.0
#elif defined(STORE_UNORM10)
#define MAX_CODE 1023.0
#elif defined(STORE_PACKED)
#define MAX_CODE (kPacking == PHOTOPIC_PACKING_BGRA8 ? 255.0 : 1023.0)
#elif defined(STORE_SIGNALS) || defined(STORE_CODES)
layout(constant_id = PHOTOPIC_SPEC_MAX_CODE) const uint kMaxCode = 255u;
#define MAX_CODE float(kMaxCode)
#endif

#ifdef STORE_SIGNALS
/// A half near the normalised code value that is rounded to the same code. There are two of each code at least: halves
/// below 1 are multiples of 2^-11 or less. By the bits of a float: some compilers take a half that is packed and unpacked
/// for the float that it was. Below 2^-14, where halves are coarser, all is code 0.
float half_of_code(float code, float max_code) {
  const uint kUnit = 0x2000u;  // of a half's 10 bits in a float's 23
  precise float value = code * (1.0 / max_code);
  uint bits = (floatBitsToUint(value) + kUnit / 2u) & ~(kUnit - 1u);  // nearest
  precise float nearest = uintBitsToFloat(bits) * max_code;
  float above = roundEven(code) - roundEven(nearest);
  if (above > 0.0) bits += kUnit;
  if (above < 0.0) bits -= kUnit;
  return uintBitsToFloat(bits);
}
#endif

#ifdef STORE_PACKED
uvec4 stored_texel(vec4 texel) {
  uvec3 code = uvec3(texel.rgb * MAX_CODE + 0.5);
  if (kPacking == PHOTOPIC_PACKING_BGRA8) {
    return uvec4(code.b | code.g << 8u | code.r << 16u | uint(texel.a * 255.0 + 0.5) << 24u);
  }
  if (kPacking == PHOTOPIC_PACKING_A2R10G10B10) code = code.bgr;
  return uvec4(code.r | code.g << 10u | code.b << 20u | uint(texel.a * 3.0 + 0.5) << 30u);
}
vec4 texel_of_stored(uvec4 stored) {
  uint word = stored.r;
  if (kPacking == PHOTOPIC_PACKING_BGRA8) return unpackUnorm4x8(word).bgra;
  vec3 color = vec3(word & 1023u, word >> 10u & 1023u, word >> 20u & 1023u) / 1023.0;
  if (kPacking == PHOTOPIC_PACKING_A2R10G10B10) color = color.bgr;
  return vec4(color, float(word >> 30u) / 3.0);
}
#elif defined(STORE_SIGNALS)
vec4 stored_texel(vec4 texel) {
  float max_code = kMaxCode == 255u ? 255.0 : 3.0;
  return vec4(texel.rgb, half_of_code(texel.a * max_code, max_code));
}
#elif defined(STORE_FLOAT) || defined(STORE_FLOATS)
#include "finish/halves.glsl"
layout(constant_id = PHOTOPIC_SPEC_HALVES) const uint kHalves = PHOTOPIC_HALVES_BY_SUMS;
#ifdef STORE_FLOATS  // in a fragment shader; no image has 65536 texels a side
#define HIDDEN_ZERO (uint(gl_FragCoord.x) >> 16u)
#else
#define HIDDEN_ZERO (gl_WorkGroupID.x >> 16u)
#endif
vec4 stored_texel(vec4 texel) {
  if (kHalves == PHOTOPIC_HALVES_BY_SUMS) return nearest_halves(texel);
  if (kHalves == PHOTOPIC_HALVES_BY_PACKING) return packed_halves(texel, HIDDEN_ZERO);
  return texel;
}
vec4 texel_of_stored(vec4 stored) { return stored; }
#else
vec4 stored_texel(vec4 texel) { return texel; }
vec4 texel_of_stored(vec4 stored) { return stored; }
#endif
