// SPDX-License-Identifier: MIT
// Function of each element. MAP is one of the functions below.
uniform sampler2D source;
uniform vec2 source_scale;
uniform vec2 parameters;

// -0 + 0 is 0: without an offset zeros keep their sign.
float map_affine(float x) { return parameters.y != 0.0 ? parameters.x * x + parameters.y : parameters.x * x; }
float map_abs(float x) { return abs(x); }
// log2() is undefined for 0, negative numbers and NaN.
float map_log2(float x) {
  if (x > 0.0 && x < specials.x) return log2(x);
  return x == 0.0 ? -specials.x : x < 0.0 ? specials.y : x;
}
float map_exp2(float x) { return exp2(x); }
// Of comparisons alone Mesa makes min() and max(), and they of NaN a number.
float map_clamp(float x) { return is_number(x) ? clamp(x, parameters.x, parameters.y) : x; }

void main() { gl_FragColor = encode(MAP(fetch(source, floor(position), source_scale))); }
