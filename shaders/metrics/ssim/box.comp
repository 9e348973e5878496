// SPDX-License-Identifier: MIT
// Averages over squares of pixels, as libvmaf's float_ssim takes them at scales above 1.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/ssim/scale.glsl"

void make_sample(uint invocation) {
  uvec2 place = group_origin() + uvec2(invocation % PHOTOPIC_METRICS_SIDE, invocation / PHOTOPIC_METRICS_SIDE);
  int side = int(pc.scale);
  ivec2 first = ivec2(place) * side - side / 2;
  float sum = 0.0;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) sum += luma_at(first + ivec2(x, y));
  }
  store(place, sum / float(side * side));
}

void main() {
  EACH_LANE(make_sample(INVOCATION_OF_LANE);)
}
