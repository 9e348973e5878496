// SPDX-License-Identifier: MIT
// Element by element sum.
uniform sampler2D a;
uniform sampler2D b;
uniform vec2 a_scale;

void main() {
  vec2 texel = floor(position);
  gl_FragColor = encode(fetch(a, texel, a_scale) + fetch(b, texel, a_scale));
}
