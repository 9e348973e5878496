// SPDX-License-Identifier: MIT
// Values of reduce.frag for sums of an array's elements.
uniform sampler2D source;
uniform vec2 source_scale;

float value_of(vec2 texel) { return fetch(source, texel, source_scale); }
