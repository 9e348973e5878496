// SPDX-License-Identifier: MIT
// SSIM of luma as libvmaf's float_ssim defines it: Wang et al. 2004 over windows within the image, with taps that add up
// to 1.000002, variances not below 0, and no negative covariance where both are 0. Of the pair, or with PHOTOPIC_METRICS_LEVEL of
// one level of its pyramids.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "metrics/ssim/interface.h"

layout(push_constant, std430) uniform Push { MetricsSsimParams pc; };
#ifdef PHOTOPIC_METRICS_LEVEL
#include "metrics/strips.glsl"
layout(set = 0, binding = PHOTOPIC_METRICS_SSIM_LEVELS, std430) readonly buffer Levels { float levels[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_SSIM_RESULTS, std430) writeonly buffer Results { uint results[]; };
#else
#include "metrics/input.glsl"
layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Results { uint results[]; };
layout(set = 0, binding = PHOTOPIC_METRICS_OUTPUT, std430) writeonly buffer Map { float ssim_map[]; };
#endif
#define GROUP_INVOCATIONS PHOTOPIC_METRICS_INVOCATIONS
#include "gpu/lanes.glsl"
#include "gpu/small_memory.glsl"
#include "metrics/sums.glsl"

const float kTaps[PHOTOPIC_METRICS_SSIM_WINDOW] = float[](0.001028, 0.007599, 0.036001, 0.109361, 0.213006, 0.266012, 0.213006,
                                                 0.109361, 0.036001, 0.007599, 0.001028);
const float kC1 = 6.5025;  // (0.01 * 255)^2
const float kC2 = 58.5225;  // (0.03 * 255)^2
const float kC3 = kC2 / 2.0;

#define INPUT_WIDTH (PHOTOPIC_METRICS_SIDE + PHOTOPIC_METRICS_SSIM_WINDOW - 1)
// With little memory, a group's windows are made in parts, one below the other.
const uint kParts = kSmallMemory != 0u ? 4u : 1u;
const uint kPartRows = PHOTOPIC_METRICS_SSIM_ROWS / kParts;
const uint kInputRows = kPartRows + PHOTOPIC_METRICS_SSIM_WINDOW - 1u;
const uint kInputCount = INPUT_WIDTH * kInputRows;
const uint kFilteredCount = PHOTOPIC_METRICS_SIDE * kInputRows;
shared vec2 luma[kInputCount];  // reference, test
// Filtered along x. An invocation filters one after the other: together they would take half more registers.
shared vec2 filtered_means[kFilteredCount];
shared vec2 filtered_squares[kFilteredCount];
shared float filtered_product[kFilteredCount];

vec2 luma_at(uvec2 pixel) {
#ifdef PHOTOPIC_METRICS_LEVEL
  uint row = kHasStrips != 0u ? pixel.y % pc.ring_rows : pixel.y;
  uint index = row * pc.width + pixel.x;
  return vec2(levels[index], levels[pc.test + index]);
#else
  return vec2(luma_of(reference_y(ivec2(pixel))), luma_of(test_y(ivec2(pixel))));
#endif
}

void load(uvec2 origin) {
  uvec2 last = uvec2(pc.width, pc.height) - 1u;
  const uint kReads = (kInputCount + kGroup - 1u) / kGroup;
  vec2 read[kReads];  // all are asked for before one is waited for
  [[unroll]] for (uint j = 0u; j < kReads; ++j) {
    uint i = gl_LocalInvocationIndex + j * kGroup;
    read[j] = luma_at(min(origin + uvec2(i % INPUT_WIDTH, i / INPUT_WIDTH), last));
  }
  [[unroll]] for (uint j = 0u; j < kReads; ++j) {
    uint i = gl_LocalInvocationIndex + j * kGroup;
    if (i < kInputCount) luma[i] = read[j];
  }
}

/// Two sums and what their roundings lost. The variance of a smooth picture is what is left of two numbers of about
/// 10^4, and its root is in c and s: their means would move by 1e-4 with the roundings of eleven additions. libvmaf adds
/// doubles; products and filtered values are floats there too.
struct Sum {
  vec2 high, low;
};

/// Dekker's FastTwoSum, exact while the sum is at least as large as what is added: so the taps go from the window's
/// centre outwards. Where high contrast makes it smaller, the variance is large, too.
void add_tap(inout Sum sum, int tap, vec2 values) {
  precise vec2 weighted = kTaps[tap] * values;
  precise vec2 total = sum.high + weighted;
  precise vec2 lost = weighted - (total - sum.high);
  sum.high = total;
  sum.low += lost;
}

#define CENTRE (PHOTOPIC_METRICS_SSIM_WINDOW / 2)

/// Neighbours that an invocation filters: most of their samples are loaded once. Both products fit one vec2.
#define NEIGHBOURS 2
#if PHOTOPIC_METRICS_SSIM_ROWS != NEIGHBOURS * PHOTOPIC_METRICS_SIDE
#error an invocation has windows of NEIGHBOURS rows
#endif
#define SPAN (PHOTOPIC_METRICS_SSIM_WINDOW + NEIGHBOURS - 1)

/// The window whose first sample is `first`, from its centre outwards: see add_tap().
vec2 filter_taps(vec2 values[SPAN], int first) {
  precise Sum sum;
  sum.high = kTaps[CENTRE] * values[first + CENTRE];
  sum.low = vec2(0.0);
  [[unroll]] for (int offset = 1; offset <= CENTRE; ++offset) {
    add_tap(sum, CENTRE - offset, values[first + CENTRE - offset]);
    add_tap(sum, CENTRE + offset, values[first + CENTRE + offset]);
  }
  precise vec2 result = sum.high + sum.low;
  return result;
}

/// Product of the reference and the test at a sample.
float product_of(vec2 value) {
  precise float product = value.x * value.y;
  return product;
}

void filter_rows() {
  for (uint i = gl_LocalInvocationIndex; i < kFilteredCount / NEIGHBOURS; i += kGroup) {
    uint left = i * NEIGHBOURS;
    uint first = left / PHOTOPIC_METRICS_SIDE * INPUT_WIDTH + left % PHOTOPIC_METRICS_SIDE;
    vec2 values[SPAN], other[SPAN];
    [[unroll]] for (int j = 0; j < SPAN; ++j) values[j] = luma[first + j];
    [[unroll]] for (int j = 0; j < NEIGHBOURS; ++j) filtered_means[left + j] = filter_taps(values, j);
    [[unroll]] for (int j = 0; j < SPAN; ++j) {
      precise vec2 squared = values[j] * values[j];
      other[j] = squared;
    }
    [[unroll]] for (int j = 0; j < NEIGHBOURS; ++j) filtered_squares[left + j] = filter_taps(other, j);
    // Products of both neighbours side by side: the second window begins a sample later.
    [[unroll]] for (int j = 0; j < SPAN - 1; ++j) other[j] = vec2(product_of(values[j]), product_of(values[j + 1]));
    other[SPAN - 1] = vec2(0.0);
    vec2 products = filter_taps(other, 0);
    filtered_product[left] = products.x;
    filtered_product[left + 1u] = products.y;
  }
}

/// l * c * s, l, c, s of a window that was filtered both ways.
vec4 ssim_of(vec2 mean, vec2 mean_square, float product) {
  precise vec2 squared = mean * mean;
  precise vec2 variance = max(mean_square - squared, vec2(0.0));
  precise float mean_product = mean.x * mean.y;
  precise float covariance = product - mean_product;
  precise float deviation = sqrt(variance.x * variance.y);
  if (deviation <= 0.0) covariance = max(covariance, 0.0);
  // Precise, so that l, c and s of equal windows are 1.
  precise float l = (2.0 * mean_product + kC1) / (squared.x + squared.y + kC1);
  precise float c = (2.0 * deviation + kC2) / (variance.x + variance.y + kC2);
  precise float s = (covariance + kC3) / (deviation + kC3);
  return vec4(l * c * s, l, c, s);
}

/// Sum over the windows of an invocation, one below the other, each told by its upper left pixel. `first_row`, of the
/// group's windows, is the first that is filtered.
vec4 sum_of_windows(uvec2 origin, uint first_row, uint invocation) {
  uvec2 windows = uvec2(pc.width, pc.height) - (PHOTOPIC_METRICS_SSIM_WINDOW - 1u);
  uvec2 first = uvec2(invocation % PHOTOPIC_METRICS_SIDE, invocation / PHOTOPIC_METRICS_SIDE * NEIGHBOURS);
  uint top = (first.y - first_row) * PHOTOPIC_METRICS_SIDE + first.x;
  vec2 values[SPAN], means[NEIGHBOURS], squares[NEIGHBOURS];
  [[unroll]] for (int j = 0; j < SPAN; ++j) values[j] = filtered_means[top + j * PHOTOPIC_METRICS_SIDE];
  [[unroll]] for (int j = 0; j < NEIGHBOURS; ++j) means[j] = filter_taps(values, j);
  [[unroll]] for (int j = 0; j < SPAN; ++j) values[j] = filtered_squares[top + j * PHOTOPIC_METRICS_SIDE];
  [[unroll]] for (int j = 0; j < NEIGHBOURS; ++j) squares[j] = filter_taps(values, j);
  float row = filtered_product[top];
  [[unroll]] for (int j = 0; j < SPAN - 1; ++j) {
    float next = filtered_product[top + (j + 1) * PHOTOPIC_METRICS_SIDE];
    values[j] = vec2(row, next);
    row = next;
  }
  vec2 products = filter_taps(values, 0);
  vec4 sum = vec4(0.0);
  [[unroll]] for (int j = 0; j < NEIGHBOURS; ++j) {
    uvec2 place = first + uvec2(0, j);
    if (any(greaterThanEqual(origin + place, windows))) continue;
    vec4 ssim = ssim_of(means[j], squares[j], products[j]);
    sum += ssim;
#ifndef PHOTOPIC_METRICS_LEVEL
    uvec2 centre = origin + place + CENTRE;
    bool is_kept = kHasStrips == 0u || (centre.y >= pc.source.first_row && centre.y < pc.end_row);
    if (kHasMap != 0u && is_kept) ssim_map[map_index(centre, pc.width)] = ssim.x;
#endif
  }
  return sum;
}

/// Puts sums over the windows of a group's rows from `part` * kPartRows on; of all of them without parts. Has barriers.
void put_part(uvec2 origin, uint part) {
  const uint kPartInvocations = PHOTOPIC_METRICS_INVOCATIONS / kParts;
  uint first_row = part * kPartRows;
  load(origin + uvec2(0u, first_row));
  barrier();  // luma
  filter_rows();
  barrier();  // filtered, filtered_product
  EACH_LANE(
    if (kParts == 1u || INVOCATION_OF_LANE / kPartInvocations == part) {
      put_addend(INVOCATION_OF_LANE, sum_of_windows(origin, first_row, INVOCATION_OF_LANE));
    }
  )
}

void main() {
  uvec2 group = gl_WorkGroupID.xy;
  if (kHasStrips != 0u) group.y += pc.first_group;
  uvec2 origin = group * uvec2(PHOTOPIC_METRICS_SIDE, PHOTOPIC_METRICS_SSIM_ROWS);
  if (kParts == 1u) {
    put_part(origin, 0u);
  } else {
    for (uint part = 0u; part < kParts; ++part) {
      if (part != 0u) barrier();  // luma, filtered and filtered_product are read
      put_part(origin, part);
    }
  }
  vec4 sum = float_sum();
  uint word = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * PHOTOPIC_METRICS_SSIM_GROUP_WORDS;
  if (gl_LocalInvocationIndex < 4u) {
    results[word + gl_LocalInvocationIndex] = floatBitsToUint(sum[gl_LocalInvocationIndex]);
  }
}
