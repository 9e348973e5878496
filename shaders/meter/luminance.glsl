// SPDX-License-Identifier: MIT
// Luminance of linear BT.709.

/// Luminance of scene-linear BT.709 (ITU-R BT.709-6, item 3.2), same unit as the input. Written out, so that every pass
/// that meters gets the same bits.
float luminance_bt709(vec3 linear_bt709) {
  precise float luminance = fma(linear_bt709.b, 0.0722, fma(linear_bt709.g, 0.7152, linear_bt709.r * 0.2126));
  return luminance;
}
