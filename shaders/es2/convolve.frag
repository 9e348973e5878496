// SPDX-License-Identifier: MIT
// Convolution of one tile of the array with KERNEL_WIDTH x KERNEL_HEIGHT taps of a kernel, added to what was found
// before. Neighbours in other tiles, and other taps, are other passes.
uniform sampler2D source;
uniform vec2 source_scale;
uniform vec2 source_size;
uniform sampler2D kernel;
uniform vec2 kernel_scale;
uniform sampler2D before;
uniform vec2 before_scale;
uniform float has_before;
uniform vec2 stride;
uniform vec2 first_tap;  // texel of the kernel
uniform vec2 offset;     // from the first output's texel, times stride, to what its first tap meets in the source

void main() {
  vec2 texel = floor(position);
  vec2 corner = texel * stride + offset;
  float sum = fetch(before, texel, before_scale);
  if (has_before < 0.5) sum = 0.0;
  for (int y = 0; y < KERNEL_HEIGHT; ++y) {
    for (int x = 0; x < KERNEL_WIDTH; ++x) {
      vec2 tap = vec2(float(x), float(y));
      vec2 at = corner + tap;
      float product = fetch(source, at, source_scale) * fetch(kernel, first_tap + tap, kernel_scale);
      bool is_inside = at.x >= 0.0 && at.y >= 0.0 && at.x < source_size.x && at.y < source_size.y;
      sum += is_inside ? product : 0.0;  // selected: 0 * NaN is NaN
    }
  }
  gl_FragColor = encode(sum);
}
