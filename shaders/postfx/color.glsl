// SPDX-License-Identifier: MIT
// Colour and number helpers that several passes share.

/// Luminance of scene-linear BT.709 (ITU-R BT.709-6, item 3.2), same unit as the input. Written out, so that every pass
/// that meters gets the same bits.
float luminance_bt709(vec3 linear_bt709) {
  precise float luminance = fma(linear_bt709.b, 0.0722, fma(linear_bt709.g, 0.7152, linear_bt709.r * 0.2126));
  return luminance;
}

/// True for NaN and +-Inf. A bit test: isnan() may be optimised away by drivers that assume finite arithmetic.
bool is_nonfinite(float x) { return (floatBitsToUint(x) & 0x7f800000u) == 0x7f800000u; }
bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }

/// Whether a texel of this luminance is metered: finite, and not below 0 (-0 is black). A channel that is NaN or infinite
/// makes the luminance so, since no coefficient is 0 and Inf - Inf is NaN.
bool is_valid_luminance(float luminance) {
  uint bits = floatBitsToUint(luminance);
  return bits < 0x7f800000u || bits == 0x80000000u;
}
