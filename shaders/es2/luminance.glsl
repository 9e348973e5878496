// SPDX-License-Identifier: MIT
// Luminance, and arithmetic that GLSL ES 1.00 lacks.

/// Of scene-linear BT.709 (ITU-R BT.709-6, item 3.2), same unit as the input.
float luminance_bt709(vec3 c) { return dot(c, vec3(0.2126, 0.7152, 0.0722)); }

/// GLSL ES 1.00 has none; rounded twice.
vec3 fma(vec3 a, vec3 b, vec3 c) { return a * b + c; }
