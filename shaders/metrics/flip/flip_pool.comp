// SPDX-License-Identifier: MIT
// FLIP's errors, pooled: a histogram, sums, the least and the largest.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "metrics/flip/interface.h"

layout(push_constant, std430) uniform Push { MetricsFlipPoolParams pc; };
#include "metrics/strips.glsl"
#define GROUP_INVOCATIONS PHOTOPIC_METRICS_INVOCATIONS
#include "gpu/lanes.glsl"
#include "gpu/small_memory.glsl"
#include "metrics/sums.glsl"

layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_POOL_ERRORS, std430) readonly buffer Errors { float errors[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_POOL_RESULTS, std430) buffer Results { uint results[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_FLIP_POOL_MASK) uniform sampler2D mask;
layout(constant_id = PHOTOPIC_METRICS_SPEC_FLIP_POOL_HAS_MASK) const uint kHasMask = 0;

uint place_among_all(uint invocation) { return gl_WorkGroupID.x * PHOTOPIC_METRICS_INVOCATIONS + invocation; }

/// The pixel of the strip that an invocation begins with. Each has the same pixels of the picture, in the same order,
/// whatever the strips.
uint first_pixel(uint invocation) {
  uint place = place_among_all(invocation);
  if (kHasStrips == 0u) return place;
  return place >= pc.phase ? place - pc.phase
                           : place + gl_NumWorkGroups.x * PHOTOPIC_METRICS_INVOCATIONS - pc.phase;
}

uint state_word(uint invocation) { return pc.state + place_among_all(invocation) * PHOTOPIC_METRICS_FLIP_STATE_WORDS; }

shared uint bins[kSmallMemory != 0u ? 1u : PHOTOPIC_METRICS_FLIP_BINS];  // with little memory, results are counted in
shared uint masked;
shared uint least, largest;  // bits of floats, which order like them

bool is_masked(uint i) {
  uvec2 pixel = uvec2(i % pc.width, i / pc.width);
  if (kHasStrips != 0u) pixel.y += pc.source.first_row;
  return texelFetch(mask, texel_of(ivec2(pixel)), 0).r == 0.0;
}

void count(uint bin) {
  if (kSmallMemory != 0u) {
    atomicAdd(results[bin], 1u);
  } else {
    atomicAdd(bins[bin], 1u);
  }
}

/// Sums of an invocation's errors: of all, of those in bin 0.
vec2 sum_of(uint invocation) {
  vec2 sum = vec2(0.0);
  uint state = state_word(invocation);
  if (kHasStrips != 0u && pc.source.first_row != 0u) {
    sum = vec2(uintBitsToFloat(results[state]), uintBitsToFloat(results[state + 1u]));
  }
  uint low = ~0u, high = 0u;
  for (uint i = first_pixel(invocation); i < pc.pixels; i += gl_NumWorkGroups.x * PHOTOPIC_METRICS_INVOCATIONS) {
    float error = errors[i];
    uint bin = min(uint(error * float(PHOTOPIC_METRICS_FLIP_BINS)), PHOTOPIC_METRICS_FLIP_BINS - 1u);
    if (bin != 0u) count(bin);
    if (kHasMask != 0u && is_masked(i)) {
      atomicAdd(masked, 1u);
      // Few: near the edges of what is left out.
      if (bin != 0u) atomicAdd(results[PHOTOPIC_METRICS_FLIP_BINS + bin], 1u);
    }
    sum += vec2(error, bin == 0u ? error : 0.0);
    low = min(low, floatBitsToUint(error));
    high = max(high, floatBitsToUint(error));
  }
  if (kHasStrips != 0u) {
    results[state] = floatBitsToUint(sum.x);
    results[state + 1u] = floatBitsToUint(sum.y);
  }
  atomicMin(least, low);
  atomicMax(largest, high);
  return sum;
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  if (kSmallMemory == 0u) {
    for (uint i = invocation; i < PHOTOPIC_METRICS_FLIP_BINS; i += kGroup) bins[i] = 0u;
  }
  if (invocation == 0u) {
    masked = 0u;
    least = ~0u;
    largest = 0u;
  }
  barrier();
  EACH_LANE(put_addend(INVOCATION_OF_LANE, vec4(sum_of(INVOCATION_OF_LANE), 0.0, 0.0));)
  vec4 total = float_sum();
  if (kSmallMemory == 0u) {
    for (uint i = invocation; i < PHOTOPIC_METRICS_FLIP_BINS; i += kGroup) {
      if (bins[i] != 0u) atomicAdd(results[i], bins[i]);
    }
  }
  if (kHasMask != 0u && invocation == 0u) atomicAdd(results[PHOTOPIC_METRICS_FLIP_BINS], masked);
  uint group = pc.counters + gl_WorkGroupID.x * PHOTOPIC_METRICS_FLIP_GROUP_WORDS;
  if (invocation == 0u) {
    results[group] = floatBitsToUint(total.x);
    results[group + 1u] = floatBitsToUint(total.y);
    results[group + 2u] = least;
    results[group + 3u] = largest;
  }
}
