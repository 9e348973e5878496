// SPDX-License-Identifier: MIT
// CIEDE2000 as CIE has it, k_L = k_C = k_H = 1, of sRGB codes (of planes: limited-range BT.709) in CIELAB of D65.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/delta_e2000/interface.h"

layout(push_constant, std430) uniform Push { MetricsDeltaEParams pc; };
#include "metrics/input.glsl"
#include "metrics/ciede2000/real.glsl"
#include "metrics/sums.glsl"
#include "metrics/tile_range.glsl"
#include "metrics/ciede2000/color_difference.glsl"
#include "metrics/ciede2000/lab.glsl"

layout(local_size_x = PHOTOPIC_METRICS_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) buffer Results { uint results[]; };

shared uint bins[PHOTOPIC_METRICS_DE_BINS];
shared uint group_max;

/// BT.709's Y'CbCr in [0, 1] and [-0.5, 0.5] to R'G'B'.
vec3 lab_of_yuv(uvec3 codes) {
  float unit = float(1u << (kBits - 8u));
  vec3 yuv = (vec3(codes) - vec3(16.0, 128.0, 128.0) * unit) / unit;  // exact
  Real y = multiply(real(0.00456620986, 1.89241345e-10), yuv.x);      // 1 / 219
  // 1.5748, -0.187324273, -0.468124273, 1.8556, each over 224
  Real r = add(y, multiply(real(0.00703035714, 1.80942674e-12), yuv.z));
  Real g = add(add(y, multiply(real(-0.000836269057, -1.86930939e-11), yuv.y)), multiply(real(-0.00208984059, 8.86617932e-11), yuv.z));
  Real b = add(y, multiply(real(0.00828392897, -3.96583766e-10), yuv.y));
  return lab_of_rgb(r, g, b);
}

vec3 lab_of(uvec3 codes) {
  if (kKind != PHOTOPIC_METRICS_KIND_RGB) return lab_of_yuv(codes);
  Real unit = real(pc.unit_high, pc.unit_low);
  return lab_of_rgb(multiply(unit, float(codes.r)), multiply(unit, float(codes.g)), multiply(unit, float(codes.b)));
}

uvec3 reference_codes(ivec2 pixel) {
  return kKind == PHOTOPIC_METRICS_KIND_RGB ? codes_of(reference_view(pixel)) : reference_yuv(pixel);
}

uvec3 test_codes(ivec2 pixel) {
  if (kKind != PHOTOPIC_METRICS_KIND_RGB) return test_yuv(pixel);
  return is_masked(pixel) ? reference_codes(pixel) : codes_of(test_view(pixel));
}

float difference_at(ivec2 pixel) {
  uvec3 reference = reference_codes(pixel), test = test_codes(pixel);
  return reference == test ? 0.0 : color_difference(lab_of(reference), lab_of(test), 1.0, 1.0);
}

/// The upper bits of a float: its exponent and the first of its mantissa.
uint bin_of(float difference) {
  uint upper = floatBitsToUint(difference) >> (23 - PHOTOPIC_METRICS_DE_BITS);
  uint first = uint(127 + PHOTOPIC_METRICS_DE_MIN_LOG2) << PHOTOPIC_METRICS_DE_BITS;
  return upper < first ? 0u : min(upper - first + 1u, PHOTOPIC_METRICS_DE_BINS - 1u);
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  for (uint i = invocation; i < PHOTOPIC_METRICS_DE_BINS; i += PHOTOPIC_METRICS_INVOCATIONS) bins[i] = 0u;
  if (invocation == 0u) group_max = 0u;
  barrier();
  precise float sum = 0.0, lost = 0.0;
  if (goes_on()) {
    uint state = state_word(PHOTOPIC_METRICS_DE_STATE_WORDS);
    sum = uintBitsToFloat(results[state]);
    lost = uintBitsToFloat(results[state + 1u]);
  }
  float largest = 0.0;
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 tiles = tiles_of(extent);
  for (uint tile = first_tile(); tile < end_tile(tiles); tile += tile_step()) {
    for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      uvec2 pixel = pixel_of_tile(tile, tiles, part);
      if (any(greaterThanEqual(pixel, extent))) continue;
      float difference = difference_at(ivec2(pixel));
      largest = max(largest, difference);
      uint bin = bin_of(difference);
      if (bin != 0u) atomicAdd(bins[bin], 1u);  // the rest of the pixels are in bin 0
      precise float added = difference - lost;  // Kahan's
      precise float total = sum + added;
      lost = (total - sum) - added;
      sum = total;
    }
  }
  if (kHasStrips != 0u) {
    uint state = state_word(PHOTOPIC_METRICS_DE_STATE_WORDS);
    results[state] = floatBitsToUint(sum);
    results[state + 1u] = floatBitsToUint(lost);
  }
  atomicMax(group_max, floatBitsToUint(largest));
  float group = group_sum(vec4(sum, 0.0, 0.0, 0.0)).x;  // with barriers
  for (uint i = invocation; i < PHOTOPIC_METRICS_DE_BINS; i += PHOTOPIC_METRICS_INVOCATIONS) {
    if (bins[i] != 0u) atomicAdd(results[i], bins[i]);
  }
  if (invocation != 0u) return;
  uint word = PHOTOPIC_METRICS_DE_BINS + gl_WorkGroupID.x * PHOTOPIC_METRICS_DE_GROUP_WORDS;
  results[word] = floatBitsToUint(group);
  results[word + 1u] = group_max;
}
