// SPDX-License-Identifier: MIT
// One triangle over the whole viewport.
attribute vec2 corner;  // (-1, -1), (3, -1), (-1, 3)
uniform vec2 size;      // of the viewport, texels
// Not gl_FragCoord, which is mediump and may tell no more than 1024 texels apart.
varying vec2 position;  // texels from the viewport's corner; floor() of it is the texel

void main() {
  position = (corner * 0.5 + 0.5) * size;
  gl_Position = vec4(corner, 0.0, 1.0);
}
