// SPDX-License-Identifier: MIT
// Exact errors: histograms, the largest error and its first place, squared errors, counts. RGB, or one plane.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "metrics/errors/interface.h"

layout(push_constant, std430) uniform Push { MetricsErrorsParams pc; };
#include "metrics/input.glsl"
#define GROUP_INVOCATIONS PHOTOPIC_METRICS_INVOCATIONS
#include "gpu/lanes.glsl"
#include "metrics/sums.glsl"
#include "metrics/tile_range.glsl"

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) buffer Results { uint results[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT, std430) writeonly buffer Absolute { float absolute_map[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT_2, std430) writeonly buffer Squared { float squared_map[]; };

shared uint bins[PHOTOPIC_METRICS_BINS];
shared uint masked, not_finite, not_finite_reference, not_finite_test;
shared uint group_max, group_place;

const bool kHasShift = (kHasMap & PHOTOPIC_METRICS_ERRORS_SHIFT) != 0u;
const bool kIgnoresEdges = (kHasMap & PHOTOPIC_METRICS_ERRORS_EDGES) != 0u;
#include "metrics/errors/pair_errors.glsl"

/// What this invocation has seen.
struct Seen {
  uint largest;  // see error_of()
  uint place;
  uint above;
  uvec3 low;  // squared codes, summed: their halves; of 8 bits all in the low one
  uvec3 high;
  vec3 squared;  // floats
};

uint bin_of(uint error) {
  if (kBits == 8u) return error;
  uint peak = (1u << kBits) - 1u;
  return clamp((error * 255u + peak / 2u) / peak, min(error, 1u), 255u);  // a code above the peak is an image's fault
}

uint bin_of(float error) {
  if (error == 0.0) return 0u;
  return uint(clamp(1.0 + floor(4.0 * (log2(error) + 32.0)), 1.0, 255.0));
}

// ---- counting ----

float value_of(uint error) { return kIsFloat ? uintBitsToFloat(error) : float(error); }

void write_maps(uvec2 pixel, uvec3 error) {
  if (pc.channel != 0u) return;
  uint index = map_index(pixel, pc.width);
  vec3 values = vec3(value_of(error.r), value_of(error.g), value_of(error.b));
  if ((kHasMap & 1u) != 0u) absolute_map[index] = value_of(largest_of(error));
  if ((kHasMap & 2u) != 0u) squared_map[index] = dot(values, values);
}

void add_squared(uvec3 error, inout Seen seen) {
  if (kIsFloat) {
    vec3 values = uintBitsToFloat(error);
    seen.squared += values * values;
    return;
  }
  uvec3 squared = error * error;
  seen.low += kBits == 8u ? squared : squared & 0xffffu;
  if (kBits != 8u) seen.high += squared >> 16;
}

/// A pixel that differs.
void count_error(uvec2 pixel, uvec3 error, inout Seen seen) {
  uint largest = largest_of(error);
  uint place = pixel.y << 16 | pixel.x;
  if (largest > seen.largest || (largest == seen.largest && place < seen.place)) {
    seen.largest = largest;
    seen.place = place;
  }
  uint threshold = kIsFloat ? floatBitsToUint(pc.threshold) : uint(min(pc.threshold, 65535.0));
  if (largest > threshold) ++seen.above;
  uint bin = kIsFloat ? bin_of(uintBitsToFloat(largest)) : bin_of(largest);
  atomicAdd(bins[bin], 1u);
  add_squared(error, seen);
}

void see(uvec2 pixel, vec3 reference, vec3 test, inout Seen seen) {
  uvec3 error = uvec3(0u);
  if (is_left_out(ivec2(pixel))) {
    atomicAdd(masked, 1u);
  } else if (kIsFloat && !(is_finite(reference) && is_finite(test))) {
    atomicAdd(not_finite, 1u);
    if (!is_finite(reference)) atomicAdd(not_finite_reference, 1u);
    if (!is_finite(test)) atomicAdd(not_finite_test, 1u);
  } else {
    error = compared_error(ivec2(pixel), reference, test);
  }
  if ((kHasMap & PHOTOPIC_METRICS_ERRORS_MAPS) != 0u) write_maps(pixel, error);
  if (error != uvec3(0u)) count_error(pixel, error, seen);
}

void look_at_tiles(uint invocation, inout Seen seen) {
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 tiles = tiles_of(extent);
  for (uint tile = first_tile(); tile < end_tile(tiles); tile += tile_step()) {
    // All reads first, so that they are under way together.
    vec3 reference[PHOTOPIC_METRICS_PARTS], test[PHOTOPIC_METRICS_PARTS];
    [[unroll]] for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      ivec2 pixel = ivec2(min(pixel_of_tile(tile, tiles, part, invocation), extent - 1u));
      reference[part] = view_of(false, pixel);
      test[part] = view_of(true, pixel);
    }
    // Long code is there once: the next part's views move to the front, so that they are in registers.
    if (kHasShift || kIgnoresEdges) {
      [[dont_unroll]] for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
        uvec2 pixel = pixel_of_tile(tile, tiles, part, invocation);
        if (all(lessThan(pixel, extent))) see(pixel, reference[0], test[0], seen);
        [[unroll]] for (uint i = 1u; i < PHOTOPIC_METRICS_PARTS; ++i) {
          reference[i - 1u] = reference[i];
          test[i - 1u] = test[i];
        }
      }
      continue;
    }
    [[unroll]] for (uint part = 0u; part < PHOTOPIC_METRICS_PARTS; ++part) {
      uvec2 pixel = pixel_of_tile(tile, tiles, part, invocation);
      if (all(lessThan(pixel, extent))) see(pixel, reference[part], test[part], seen);
    }
  }
}

void write_counters() {
  for (uint bin = gl_LocalInvocationIndex; bin < PHOTOPIC_METRICS_BINS; bin += kGroup) {
    if (bins[bin] != 0u) atomicAdd(results[PHOTOPIC_METRICS_ERRORS_HISTOGRAM + bin], bins[bin]);
  }
  if (gl_LocalInvocationIndex != 0u) return;
  if (masked != 0u) atomicAdd(results[PHOTOPIC_METRICS_ERRORS_MASKED], masked);
  if (not_finite != 0u) atomicAdd(results[PHOTOPIC_METRICS_ERRORS_NOT_FINITE], not_finite);
  if (not_finite_reference != 0u) atomicAdd(results[PHOTOPIC_METRICS_ERRORS_NOT_FINITE_REFERENCE], not_finite_reference);
  if (not_finite_test != 0u) atomicAdd(results[PHOTOPIC_METRICS_ERRORS_NOT_FINITE_TEST], not_finite_test);
}

void write_sums(uint group, Seen seen[kLaneCount]) {
  uint channel = gl_LocalInvocationIndex;  // of the few that write
  uint word = group + 2u + 2u * channel;
  EACH_LANE(put_addend(INVOCATION_OF_LANE, uvec4(seen[lane].low, seen[lane].above));)
  uvec4 low = uint_sum();
  if (channel == 0u && low.w != 0u) atomicAdd(results[PHOTOPIC_METRICS_ERRORS_ABOVE], low.w);
  if (kIsFloat) {
    barrier();
    EACH_LANE(put_addend(INVOCATION_OF_LANE, vec4(seen[lane].squared, 0.0));)
    vec4 sum = float_sum();
    if (channel < 3u) results[word] = floatBitsToUint(sum[channel]);
    return;
  }
  if (channel < 3u) results[word] = low[channel];
  if (kBits == 8u) return;
  barrier();
  EACH_LANE(put_addend(INVOCATION_OF_LANE, uvec4(seen[lane].high, 0u));)
  uvec4 high = uint_sum();
  if (channel < 3u) results[word + 1u] = high[channel];
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  for (uint i = invocation; i < PHOTOPIC_METRICS_BINS; i += kGroup) bins[i] = 0u;
  if (invocation == 0u) {
    masked = not_finite = not_finite_reference = not_finite_test = group_max = 0u;
    group_place = ~0u;
  }
  barrier();
  Seen seen[kLaneCount];
  EACH_LANE(
    seen[lane] = Seen(0u, ~0u, 0u, uvec3(0u), uvec3(0u), vec3(0.0));
    const uint state_words = PHOTOPIC_METRICS_ERRORS_STATE_WORDS;
    uint state = state_word(state_words, INVOCATION_OF_LANE);
    if (kIsFloat && goes_on()) {
      for (uint i = 0u; i < state_words; ++i) seen[lane].squared[i] = uintBitsToFloat(results[state + i]);
    }
    look_at_tiles(INVOCATION_OF_LANE, seen[lane]);
    if (kIsFloat && kHasStrips != 0u) {
      for (uint i = 0u; i < state_words; ++i) results[state + i] = floatBitsToUint(seen[lane].squared[i]);
    }
    if (seen[lane].largest != 0u) atomicMax(group_max, seen[lane].largest);
  )
  barrier();
  EACH_LANE(
    if (seen[lane].largest == group_max) atomicMin(group_place, seen[lane].place);
  )
  barrier();
  write_counters();
  uint group = PHOTOPIC_METRICS_ERRORS_COUNTERS + gl_WorkGroupID.x * PHOTOPIC_METRICS_ERRORS_GROUP_WORDS;
  if (invocation == 0u) {
    results[group] = group_max;
    results[group + 1u] = group_place;
  }
  write_sums(group, seen);
}
