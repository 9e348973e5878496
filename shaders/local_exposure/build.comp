// SPDX-License-Identifier: MIT
// Build of the grid of tone curves: a workgroup reads a tile of the HDR image, and writes what it adds to the columns
// of the four nodes at its corners. Sums over invocations are of integers, so they don't depend on the order.
//
// A texel between slices k and k + 1, a fraction f above k, adds a weight of 1 - f to slice k and of f to the next;
// to the sums of weight times what it is above the slice, f (1 - f) and as much below. So weight, f and f (1 - f)
// are added up per interval, each also times x, y and x y of the texel's place in the tile, from which the corners'
// sums follow.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "local_exposure/interface.h"
#include "meter/color.glsl"
#include "glare/interface.h"
#include "glare/source.glsl"

layout(local_size_x_id = PHOTOPIC_SPEC_LOCAL_LANES) in;
layout(constant_id = PHOTOPIC_SPEC_LOCAL_SIDE) const uint kSide = 2u;
layout(constant_id = PHOTOPIC_SPEC_LOCAL_LANES) const uint kLanes = 256u;
layout(constant_id = PHOTOPIC_SPEC_BRANCHLESS) const uint kBranchless = 0u;

layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_COLUMNS, std430) writeonly buffer Columns { vec2 columns[]; };
layout(constant_id = PHOTOPIC_SPEC_LOCAL_VEIL) const uint kVeil = 0u;
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_VEIL) uniform sampler2D veil;
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_VEIL_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };
layout(push_constant, std430) uniform Push { LocalBuildParams pc; };

const uint kTile = PHOTOPIC_LOCAL_TILE_SIDE;
const uint kSlices = PHOTOPIC_LOCAL_SLICES;
const uint kIntervals = kSlices - 1u;
const uint kSampleColumns = kTile / kSide;
const uint kRows = kSampleColumns * kSampleColumns / kLanes;  // samples of an invocation, one below the other
const uint kBatch = kRows < 2u ? 1u : 2u;                // of which so many are asked for at once

// Of a tile: weight, f, f (1 - f), each times 1, x, y, x y. Several copies, since neighbouring invocations often add to
// the same interval; copies lie side by side, in different banks.
const uint kMoments = 12u;
const uint kCopies = 4u;
shared int moments[kMoments * kIntervals * kCopies];

// Units of the integers. What an invocation adds at once is of up to 64 texels: within 2^22, as whole() needs it.
const float kWeightUnit = 65536.0;  // 2^16
const float kSumUnit = 262144.0;    // 2^18, of f (1 - f), at most 1/4
const float kTileTexels = float(kTile * kTile);

bool is_whole;      // the tile lies within the region
vec2 inverse_size;  // of the HDR image, texels

struct Sums {
  float weight, fraction, product;        // of samples in one interval
  float weight_y, fraction_y, product_y;  // times y
};

// 1.5 * 2^23: what is added to it is rounded to an integer, which is in the lowest bits then. Conversions are slower.
const float kWhole = 12582912.0;

/// `value` in units; within 2^22.
int whole(float value, float unit) {
  precise float shifted = fma(value, unit, kWhole);
  return floatBitsToInt(shifted) - floatBitsToInt(kWhole);
}

/// Adds the sums of a column of samples at x.
void flush(Sums sums, float x, uint interval) {
  uint at = interval * kCopies + gl_LocalInvocationIndex % kCopies;
  float values[6] = float[](sums.weight, sums.weight_y, sums.fraction, sums.fraction_y, sums.product, sums.product_y);
  [[unroll]] for (uint i = 0u; i < 6u; ++i) {
    uint moment = i * 2u * kIntervals * kCopies + at;
    float unit = i < 4u ? kWeightUnit : kSumUnit;
    atomicAdd(moments[moment], whole(values[i], unit));
    atomicAdd(moments[moment + kIntervals * kCopies], whole(values[i] * x, unit));
  }
}

vec3 luminance_row() { return vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue); }

/// Mean of luminances, and how many they are, of their sum.
vec2 averaged(vec2 sum_and_count) {
  return vec2(sum_and_count.y > 0.0 ? sum_and_count.x / sum_and_count.y : 0.0, sum_and_count.y);
}

vec2 averaged_of_four(vec4 luminances) {
  float sum = (luminances.x + luminances.y) + (luminances.z + luminances.w);
  float least = min(min(luminances.x, luminances.y), min(luminances.z, luminances.w));
  if (kBranchless == 0u && least >= 0.0 && is_valid_luminance(sum)) return vec2(0.25 * sum, 4.0);
  vec2 sum_and_count = vec2(0.0);
  for (uint i = 0u; i < 4u; ++i) {
    if (is_valid_luminance(luminances[i])) sum_and_count += vec2(luminances[i], 1.0);
  }
  return averaged(sum_and_count);
}

/// Mean of the luminances of a sample's texels that count, and how many they are; of the HDR image. `place` is the
/// middle of its first four texels there.
vec2 take_sample(uvec2 corner, vec2 place) {
  // Gathers read a sample in three steps in place of four, where it lies within the region.
  if (kSide == 2u && (is_whole || all(lessThanEqual(corner + 2u, uvec2(pc.width, pc.height))))) {
    vec4 red = textureGather(hdr, place, 0), green = textureGather(hdr, place, 1), blue = textureGather(hdr, place, 2);
    vec4 luminances;
    for (uint i = 0u; i < 4u; ++i) luminances[i] = luminance_of(vec3(red[i], green[i], blue[i]), luminance_row());
    return averaged_of_four(luminances);
  }
  vec2 sum_and_count = vec2(0.0);
  for (uint i = 0u; i < kSide * kSide; ++i) {
    uvec2 texel = corner + uvec2(i % kSide, i / kSide);
    uvec2 within = min(texel, uvec2(pc.width, pc.height) - 1u);
    vec3 color = texelFetch(hdr, ivec2(uvec2(pc.origin_x, pc.origin_y) + within), 0).rgb;
    float luminance = luminance_of(color, luminance_row());
    if (is_valid_luminance(luminance) && texel == within) sum_and_count += vec2(luminance, 1.0);
  }
  return averaged(sum_and_count);
}

/// The same behind glare, of which the texel of level 1 in the sample's middle is taken.
vec2 sample_behind_glare(uvec2 corner, vec2 place) {
  vec2 taken = take_sample(corner, place);
  if (kVeil == 0u || taken.y == 0.0) return taken;
  float exposure = valid_exposure(current_exposure * pc.inverse_pre_exposure);
  if (exposure == 0.0) return taken;
  float kept = 1.0 - tables.scattered * scattered_share(taken.x * exposure, tables.excess_above);
  uvec2 middle = min(corner + kSide / 2u, uvec2(pc.width, pc.height) - 1u) / 2u;
  float added = luminance_of(texelFetch(veil, ivec2(middle), 0).rgb, luminance_row()) / exposure;
  return vec2(taken.x * kept + added, taken.y);
}

/// Where a luminance lies among slices; a bit below the last one, so that there is always one above.
float slices_above_first(float luminance) {
  const float kMost = float(kIntervals) * (1.0 - 1.0 / 4194304.0);
  float log2_luminance = log2(max(luminance * pc.inverse_pre_exposure, exp2(-PHOTOPIC_LOCAL_RANGE)));
  return min(log2_luminance + PHOTOPIC_LOCAL_RANGE, kMost);
}

/// Adds a sample, at y and a fraction above its interval's lower slice.
void add(float weight, float fraction, float y, inout Sums sums) {
  float weighted = weight * fraction;
  float product = weighted * (1.0 - fraction);
  sums.weight += weight;
  sums.fraction += weighted;
  sums.product += product;
  sums.weight_y += weight * y;
  sums.fraction_y += weighted * y;
  sums.product_y += product * y;
}

int moment_at(uint moment, uint interval) { return moments[(moment * kIntervals + interval) * kCopies]; }

/// Of the moments of weight (0), f (4) or f (1 - f) (8) in an interval: what belongs to a corner.
int corner_of(uint first, uint interval, uint corner) {
  int all = moment_at(first, interval), x = moment_at(first + 1u, interval);
  int y = moment_at(first + 2u, interval), xy = moment_at(first + 3u, interval);
  int lower = (corner & 1u) != 0u ? xy : y - xy;
  int both = (corner & 1u) != 0u ? x : all - x;
  return (corner & 2u) != 0u ? lower : both - lower;
}

/// Weight and sum of a slice.
vec2 pair_of(uint slice, uint corner) {
  ivec2 pair = ivec2(0);
  if (slice < kIntervals) {
    int fraction = corner_of(4u, slice, corner);
    pair = ivec2(corner_of(0u, slice, corner) - fraction, corner_of(8u, slice, corner));
  }
  if (slice > 0u) pair += ivec2(corner_of(4u, slice - 1u, corner), -corner_of(8u, slice - 1u, corner));
  return vec2(pair) / (kTileTexels * vec2(kWeightUnit, kSumUnit));
}

/// Weight and sum of log2 luminances, of all slices.
vec2 total_of(uint corner) {
  vec2 total = vec2(0.0);
  for (uint i = 0u; i < kIntervals; ++i) {
    vec2 of_interval = vec2(corner_of(0u, i, corner), corner_of(4u, i, corner)) / (kTileTexels * kWeightUnit);
    total += vec2(of_interval.x, (float(i) - PHOTOPIC_LOCAL_RANGE) * of_interval.x + of_interval.y);
  }
  return total;
}

void main() {
  // Backwards: what the meter read last is what is most likely still near.
  uvec2 tile = gl_NumWorkGroups.xy - 1u - gl_WorkGroupID.xy;
  is_whole = all(lessThanEqual((tile + 1u) * kTile, uvec2(pc.width, pc.height)));
  inverse_size = 1.0 / vec2(textureSize(hdr, 0));
  uint lane = gl_LocalInvocationIndex;
  for (uint i = lane; i < kMoments * kIntervals * kCopies; i += kLanes) moments[i] = 0;
  uvec2 first = uvec2(lane % kSampleColumns, lane / kSampleColumns * kRows);
  barrier();

  // A column of samples is added up in registers as long as it stays in one interval.
  vec2 place = vec2(uvec2(pc.origin_x, pc.origin_y) + tile * kTile + first * kSide + 1u) * inverse_size;
  vec2 in_tile = (vec2(first) + 0.5) * (float(kSide) / float(kTile));
  uint interval = kIntervals;
  Sums sums = Sums(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
  [[dont_unroll]] for (uint row = 0u; row < kRows; row += kBatch) {
    vec2 samples[kBatch];
    [[unroll]] for (uint i = 0u; i < kBatch; ++i) {
      uvec2 corner = tile * kTile + (first + uvec2(0u, row + i)) * kSide;
      samples[i] = sample_behind_glare(corner, place + vec2(0.0, float(i * kSide) * inverse_size.y));
    }
    [[unroll]] for (uint i = 0u; i < kBatch; ++i) {
      if (samples[i].y != 0.0) {
        float z = slices_above_first(samples[i].x);
        precise float shifted = (z - 0.5) + kWhole;
        precise float below = shifted - kWhole;
        uint now = floatBitsToUint(shifted) - floatBitsToUint(kWhole);
        if (now != interval) {
          if (interval < kIntervals) flush(sums, in_tile.x, interval);
          interval = now;
          sums = Sums(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        }
        add(samples[i].y, z - below, in_tile.y + float(i * kSide) / float(kTile), sums);
      }
    }
    place.y += float(kBatch * kSide) * inverse_size.y;
    in_tile.y += float(kBatch * kSide) / float(kTile);
  }
  if (interval < kIntervals) flush(sums, in_tile.x, interval);
  barrier();
  for (uint i = lane; i < kMoments * kIntervals; i += kLanes) {
    int sum = 0;
    for (uint copy = 0u; copy < kCopies; ++copy) sum += moments[i * kCopies + copy];
    moments[i * kCopies] = sum;
  }
  barrier();

  uint tile_number = tile.y * gl_NumWorkGroups.x + tile.x;
  const uint kPairs = uint(PHOTOPIC_LOCAL_COLUMN_PAIRS);
  for (uint i = lane; i < PHOTOPIC_LOCAL_CORNERS * kPairs; i += kLanes) {
    uint corner = i / kPairs, slice = i % kPairs;
    if (slice == kSlices && pc.has_totals == 0u) continue;
    vec2 pair = slice < kSlices ? pair_of(slice, corner) : total_of(corner);
    columns[tile_number * PHOTOPIC_LOCAL_CORNERS * kPairs + i] = pair;
  }
}
