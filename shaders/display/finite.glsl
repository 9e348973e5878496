// SPDX-License-Identifier: MIT
// Texels of finished pictures, whose halves may be any. The includer has meter/numbers.glsl.

/// NaN counts as 0, infinity as 65504.
vec3 finite(vec3 c) { return mix(nclamp(c, vec3(-65504.0), vec3(65504.0)), vec3(0.0), is_nan(c)); }

/// Whether statistics of light have this texel, if its luminance isn't below 0.
bool is_finite(vec3 c) { return !(is_nonfinite(c.r) || is_nonfinite(c.g) || is_nonfinite(c.b)); }
