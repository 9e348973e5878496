// SPDX-License-Identifier: MIT
// Rounding to halves before they are stored: devices cut off what a half doesn't hold. docs/display.md.

const float kLargestHalf = 65504.0;

/// The nearest half, of two the even one, of finite floats. Beyond the largest half, that one.
float nearest_half(float x) {
  const float kSmallestNormal = 1.0 / 16384.0;  // below, halves are multiples of 2^-24
  x = clamp(x, -kLargestHalf, kLargestHalf);
  // 1.5 * 2^(e + 13), of x's exponent e: the sum with x, rounded to a float's 24 bits, ends where a half of x ends.
  uint exponent = floatBitsToUint(max(abs(x), kSmallestNormal)) & 0x7f800000u;
  float shift = uintBitsToFloat(exponent | 0x400000u) * 8192.0;
  precise float sum = x + shift;
  precise float nearest = sum - shift;
  return nearest;
}
vec4 nearest_halves(vec4 v) {
  return vec4(nearest_half(v.x), nearest_half(v.y), nearest_half(v.z), nearest_half(v.w));
}

/// The same, of an alpha within [0, 1], where packing rounds so and costs least. `zero` is 0 in a way that compilers
/// can't know: NVIDIA's takes a half that is packed and unpacked for the float that it was.
vec4 packed_halves(vec4 v, uint zero) {
  v.rgb = clamp(v.rgb, -kLargestHalf, kLargestHalf);
  uvec2 words = uvec2(packHalf2x16(v.xy), packHalf2x16(v.zw)) + zero;
  return vec4(unpackHalf2x16(words.x), unpackHalf2x16(words.y));
}
