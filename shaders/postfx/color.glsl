// SPDX-License-Identifier: MIT
// Colour and number helpers that several passes share.

/// Luminance of scene-linear BT.709 (ITU-R BT.709-6, item 3.2), same unit as the input.
float luminance_bt709(vec3 linear_bt709) { return dot(linear_bt709, vec3(0.2126, 0.7152, 0.0722)); }

/// True for NaN and +-Inf. A bit test: isnan() may be optimised away by drivers that assume finite arithmetic.
bool is_nonfinite(float x) { return (floatBitsToUint(x) & 0x7f800000u) == 0x7f800000u; }
bool is_nan(float x) { return (floatBitsToUint(x) & 0x7fffffffu) > 0x7f800000u; }
