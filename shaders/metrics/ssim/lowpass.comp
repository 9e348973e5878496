// SPDX-License-Identifier: MIT
// Halving of a picture for MS-SSIM, with the low-pass filter of the 9/7 biorthogonal wavelet: its nine taps along x and
// then along y, which differ from libvmaf's 9 x 9 by less than 3e-6 in the score.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "metrics/ssim/scale.glsl"

#define RADIUS 4
#define INPUT_SIDE (2 * PHOTOPIC_METRICS_SIDE + 2 * RADIUS - 1)
const float kTaps[RADIUS + 1] = float[](0.602914, 0.266846, -0.078201, -0.016828, 0.026727);  // from the centre

shared float luma[INPUT_SIDE * INPUT_SIDE];
shared float filtered[INPUT_SIDE * PHOTOPIC_METRICS_SIDE];

void filter_column(uvec2 origin, uint invocation) {
  uvec2 place = uvec2(invocation % PHOTOPIC_METRICS_SIDE, invocation / PHOTOPIC_METRICS_SIDE);
  uint centre = (2u * place.y + RADIUS) * PHOTOPIC_METRICS_SIDE + place.x;
  float sum = kTaps[0] * filtered[centre];
  for (uint tap = 1u; tap <= RADIUS; ++tap) {
    sum += kTaps[tap] * (filtered[centre - tap * PHOTOPIC_METRICS_SIDE] + filtered[centre + tap * PHOTOPIC_METRICS_SIDE]);
  }
  store(origin + place, sum);
}

void main() {
  uvec2 origin = group_origin();
  ivec2 first = 2 * ivec2(origin) - RADIUS;
  const uint kReads = (INPUT_SIDE * INPUT_SIDE + kGroup - 1u) / kGroup;
  float read[kReads];  // all are asked for before one is waited for
  [[unroll]] for (uint j = 0u; j < kReads; ++j) {
    uint i = gl_LocalInvocationIndex + j * kGroup;
    read[j] = luma_at(first + ivec2(i % INPUT_SIDE, i / INPUT_SIDE));
  }
  [[unroll]] for (uint j = 0u; j < kReads; ++j) {
    uint i = gl_LocalInvocationIndex + j * kGroup;
    if (i < INPUT_SIDE * INPUT_SIDE) luma[i] = read[j];
  }
  barrier();
  for (uint i = gl_LocalInvocationIndex; i < INPUT_SIDE * PHOTOPIC_METRICS_SIDE; i += kGroup) {
    uint centre = i / PHOTOPIC_METRICS_SIDE * INPUT_SIDE + 2u * (i % PHOTOPIC_METRICS_SIDE) + RADIUS;
    float sum = kTaps[0] * luma[centre];
    for (uint tap = 1u; tap <= RADIUS; ++tap) sum += kTaps[tap] * (luma[centre - tap] + luma[centre + tap]);
    filtered[i] = sum;
  }
  barrier();
  EACH_LANE(filter_column(origin, INVOCATION_OF_LANE);)
}
