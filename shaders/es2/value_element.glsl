// SPDX-License-Identifier: MIT
// reduce.frag: sums of an array's elements.
uniform sampler2D source;
uniform vec2 source_scale;

float value_of(vec2 texel) { return fetch(source, texel, source_scale); }
