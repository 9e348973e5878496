// SPDX-License-Identifier: MIT
// Mean CIEDE2000 as libvmaf's `ciede` defines it: its own way from YUV to CIELAB, k_L = 0.65, k_C = 1, k_H = 4. CIELAB
// in Real, rounded to float where that tool does; the difference in float, and without the device's sin, cos and atan.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/ciede2000/interface.h"

layout(push_constant, std430) uniform Push { MetricsCiedeParams pc; };
#include "metrics/input.glsl"
#include "metrics/ciede2000/real.glsl"
#include "metrics/sums.glsl"
#include "metrics/tile_range.glsl"
#include "metrics/ciede2000/color_difference.glsl"
#include "metrics/ciede2000/lab.glsl"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) buffer Results { uint results[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT, std430) writeonly buffer Map { float difference_map[]; };

/// L*, a*, b* from YUV codes, by the tool's factors.
vec3 lab_of(uvec3 codes) {
  float unit = float(1u << (kBits - 8u));
  vec3 yuv = (vec3(codes) - vec3(16.0, 128.0, 128.0) * unit) / unit;  // exact
  Real y = multiply(real(0.00456620986, 1.89241345e-10), yuv.x);      // 1 / 219
  // 1.28033, -0.21482, -0.38059, 2.12798, each over 224
  Real r = add(y, multiply(real(0.00571575901, -7.68261288e-11), yuv.z));
  Real g = add(add(y, multiply(real(-0.000959017838, -1.92570907e-11), yuv.y)),
               multiply(real(-0.00169906253, 2.99513331e-11), yuv.z));
  Real b = add(y, multiply(real(0.00949991029, 4.26726682e-10), yuv.y));
  return lab_of_rgb(r, g, b);
}

const float kLightnessFactor = 0.65;  // k_L; k_C is 1
const float kHueFactor = 4.0;         // k_H

float difference_at(ivec2 pixel) {
  uvec3 reference = reference_yuv(pixel), test = test_yuv(pixel);
  return reference == test ? 0.0 : color_difference(lab_of(reference), lab_of(test), kLightnessFactor, kHueFactor);
}

void main() {
  // With what its roundings lose: of a flat picture all of them go the same way.
  precise float sum = 0.0, lost = 0.0;
  if (goes_on()) {
    uint state = state_word(PHOTOPIC_METRICS_CIEDE_STATE_WORDS);
    sum = uintBitsToFloat(results[state]);
    lost = uintBitsToFloat(results[state + 1u]);
  }
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 tiles = tiles_of(extent);
  for (uint tile = first_tile(); tile < end_tile(tiles); tile += tile_step()) {
    for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      uvec2 pixel = pixel_of_tile(tile, tiles, part);
      if (any(greaterThanEqual(pixel, extent))) continue;
      float difference = difference_at(ivec2(pixel));
      if (kHasMap != 0u) difference_map[map_index(pixel, pc.width)] = difference;
      precise float added = difference - lost;  // Kahan's
      precise float total = sum + added;
      lost = (total - sum) - added;
      sum = total;
    }
  }
  if (kHasStrips != 0u) {
    uint state = state_word(PHOTOPIC_METRICS_CIEDE_STATE_WORDS);
    results[state] = floatBitsToUint(sum);
    results[state + 1u] = floatBitsToUint(lost);
  }
  float group = group_sum(vec4(sum, 0.0, 0.0, 0.0)).x;
  if (gl_LocalInvocationIndex == 0u) results[gl_WorkGroupID.x] = floatBitsToUint(group);
}
