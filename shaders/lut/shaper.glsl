// SPDX-License-Identifier: MIT
// Shaper of a LUT: exposed scene-linear colour to places between nodes, and back. The includer has LUT, the LutParams,
// and nclamp() of meter/numbers.glsl.

/// Nodes are counted from 0; NaN is at the first, what lies beyond the last is there.
vec3 lut_place(vec3 c) {
  return log2(1.0 + nclamp(c, vec3(0.0), vec3(LUT.max_input)) * LUT.shaper_gain) * LUT.shaper_scale;
}
vec3 lut_color(vec3 place) { return (exp2(place / LUT.shaper_scale) - 1.0) / LUT.shaper_gain; }
