// SPDX-License-Identifier: MIT
// PSNR-HVS-M (Ponomarenko et al. 2007) as libvmaf's `psnr_hvs` defines it: squared visible errors of the coefficients
// of overlapping 8 x 8 blocks of a plane. For GPUs: four invocations share a block of both pictures. Each transforms two
// of its columns, then two of its rows: so the code is short, and the registers are few. A workgroup has
// PHOTOPIC_METRICS_INVOCATIONS blocks, and takes them in rounds. CPUs have psnr_hvs.comp: there, barriers and shared
// memory cost three times as much as all the rest. Sums are in the same order in both.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "metrics/psnr_hvs/interface.h"

layout(push_constant, std430) uniform Push { MetricsHvsParams pc; };
#include "metrics/input.glsl"
#include "metrics/psnr_hvs/blocks.glsl"
#include "metrics/psnr_hvs/hvs_dct.glsl"
#include "metrics/sums.glsl"

layout(local_size_x = PHOTOPIC_METRICS_SIDE, local_size_y = PHOTOPIC_METRICS_SIDE) in;

layout(set = 0, binding = PHOTOPIC_METRICS_RESULTS, std430) writeonly buffer Results { uint results[]; };

#define HALF (SIDE / 2)
/// Invocations of a block. Lane k has columns k and k + 4, or rows k and k + 4.
#define LANES 4
#define ROUNDS LANES
#define ROUND_BLOCKS (PHOTOPIC_METRICS_INVOCATIONS / LANES)

/// A word from each invocation to its block's other lanes, SIDE times. The odd distance keeps lanes in banks of their own.
#define EXCHANGE_STRIDE (PHOTOPIC_METRICS_INVOCATIONS + 1)
shared uint exchanged[SIDE * EXCHANGE_STRIDE];

/// Of each block of a round, and each of its quadrants (above left and right, then below): sums of samples and squares.
#define QUADRANTS 4
#define BLOCK_SAMPLES 0  // of the reference, and of the test above bit 16
#define BLOCK_REFERENCE_SQUARES QUADRANTS
#define BLOCK_TEST_SQUARES (2 * QUADRANTS)
#define BLOCK_DIFFERENCE (3 * QUADRANTS)  // not 0 where the pictures differ
#define BLOCK_WORDS (3 * QUADRANTS + 1)
shared uint block_words[ROUND_BLOCKS * BLOCK_WORDS];

/// Of the plane, row by row.
shared float sensitivities[SIDE * SIDE];

// Until the blocks are summed up, metrics_sums has, of each block of the group, its error, and of each lane of a round:
#define ERROR 0
#define REFERENCE_ENERGY 1
#define TEST_ENERGY 2
#define LANE_ERROR 3

/// A sample or coefficient of both pictures, 16 bits each: none is above 8 * 4095 and what its roundings add.
uint pack(int reference, int test) { return uint(test) << 16 | (uint(reference) & 0xffffu); }
int reference_of(uint both) { return int(both) << 16 >> 16; }
int test_of(uint both) { return int(both) >> 16; }

// ---- samples ----

uint read_sample(ivec2 place) { return pack(int(reference_sample(place)), int(test_sample(place))); }

// ---- contrast ----

/// Four samples of a column.
void add_to_quadrant(uint first_word, uint quadrant, uvec4 samples) {
  uvec4 reference = samples & 0xffffu, test = samples >> 16;
  atomicAdd(block_words[first_word + BLOCK_SAMPLES + quadrant], sum_of(reference) | sum_of(test) << 16);
  atomicAdd(block_words[first_word + BLOCK_REFERENCE_SQUARES + quadrant], sum_of(reference * reference));
  atomicAdd(block_words[first_word + BLOCK_TEST_SQUARES + quadrant], sum_of(test * test));
}

uvec4 block_sums(uint first) {
  return uvec4(block_words[first], block_words[first + 1u], block_words[first + 2u], block_words[first + 3u]);
}

/// Of the reference and the test.
vec2 quadrant_shares(uint first_word) {
  uvec4 samples = block_sums(first_word + BLOCK_SAMPLES);
  return vec2(quadrant_share(samples & 0xffffu, block_sums(first_word + BLOCK_REFERENCE_SQUARES)),
              quadrant_share(samples >> 16, block_sums(first_word + BLOCK_TEST_SQUARES)));
}

// ---- blocks ----

/// Where an invocation works in a round.
struct Lane {
  uint lane;         // of its block
  uint first;        // invocation of its block
  uint group_block;  // its block, of the group
  uint first_word;   // of its block in block_words
};

Lane make_lane(uint round) {
  uint invocation = gl_LocalInvocationIndex;
  uint block = invocation / LANES;
  return Lane(invocation % LANES, invocation - invocation % LANES, round * ROUND_BLOCKS + block, block * BLOCK_WORDS);
}

/// Two columns, 4 apart, of a block whose top left sample is `corner`. Half of each at a time goes in at the end, and
/// the other moves up: so the loop stays one, and words are in registers.
uvec4[4] read_columns(ivec2 corner, Lane lane) {
  uvec4 words[4] = uvec4[](uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));  // upper left, upper right, lower ones
  uvec4 difference = uvec4(0u);
  [[dont_unroll]] for (uint half_index = 0u; half_index < 2u; ++half_index) {
    ivec2 place = corner + ivec2(lane.lane, half_index * HALF);
    words[0] = words[2];
    words[1] = words[3];
    [[unroll]] for (int y = 0; y < HALF; ++y) {
      words[2][y] = read_sample(place + ivec2(0, y));
      words[3][y] = read_sample(place + ivec2(HALF, y));
    }
    add_to_quadrant(lane.first_word, 2u * half_index, words[2]);
    add_to_quadrant(lane.first_word, 2u * half_index + 1u, words[3]);
    difference |= (words[2] ^ words[2] >> 16 | words[3] ^ words[3] >> 16) & 0xffffu;
  }
  if (difference != uvec4(0u)) atomicOr(block_words[lane.first_word + BLOCK_DIFFERENCE], 1u);
  return words;
}

/// A line's samples or coefficients.
void put_line(ivec4 lines[SIDE], uint second) {
  [[unroll]] for (int i = 0; i < SIDE; ++i) {
    ivec2 both = second != 0u ? lines[i].zw : lines[i].xy;
    exchanged[uint(i) * EXCHANGE_STRIDE + gl_LocalInvocationIndex] = pack(both.x, both.y);
  }
}

/// What each lane of the block has put of the lane's rows.
ivec4 row_element(Lane lane, uint column) {
  uint upper = exchanged[lane.lane * EXCHANGE_STRIDE + lane.first + column];
  uint lower = exchanged[(lane.lane + HALF) * EXCHANGE_STRIDE + lane.first + column];
  return ivec4(reference_of(upper), test_of(upper), reference_of(lower), test_of(lower));
}

/// From columns to rows: element [i] is of row i, then of column i. Has barriers.
void transpose(inout ivec4 lines[SIDE], Lane lane) {
  put_line(lines, 0u);
  barrier();
  ivec4 left[HALF];
  [[unroll]] for (int i = 0; i < HALF; ++i) left[i] = row_element(lane, uint(i));
  barrier();
  put_line(lines, 1u);
  barrier();
  [[unroll]] for (int i = 0; i < HALF; ++i) {
    lines[i] = left[i];
    lines[HALF + i] = row_element(lane, uint(i));
  }
}

/// Of all lanes of the block.
vec4 of_lanes(Lane lane, uint which) {
  return uintBitsToFloat(uvec4(metrics_sums[lane.first][which], metrics_sums[lane.first + 1u][which],
                               metrics_sums[lane.first + 2u][which], metrics_sums[lane.first + 3u][which]));
}

/// Of a lane's rows.
vec2 sensitivities_of(Lane lane, int column) {
  return vec2(sensitivities[lane.lane * SIDE + column], sensitivities[(lane.lane + HALF) * SIDE + column]);
}
vec2 masks_of(vec2 sensitivities) { return (sensitivities * kMasking) * (sensitivities * kMasking); }

/// The energy of a lane's coefficients, of the reference and the test.
vec2 energy_of(ivec4 lines[SIDE], Lane lane) {
  vec2 energy = vec2(0.0);
  [[unroll]] for (int i = 0; i < SIDE; ++i) {
    vec2 mask = masks_of(sensitivities_of(lane, i));
    if (i == 0 && lane.lane == 0u) mask.x = 0.0;  // of the mean
    vec4 values = vec4(lines[i]);
    energy += values.xy * values.xy * mask.x;
    energy += values.zw * values.zw * mask.y;
  }
  return energy;
}

/// Squared visible errors of a lane's coefficients.
float error_of(ivec4 lines[SIDE], Lane lane, float hidden) {
  float sum = 0.0;
  [[unroll]] for (int i = 0; i < SIDE; ++i) {
    vec2 sensitivity = sensitivities_of(lane, i);
    vec2 error = vec2(abs(lines[i].xz - lines[i].yw));
    vec2 visible = max(error - hidden / masks_of(sensitivity), 0.0);
    if (i == 0 && lane.lane == 0u) visible.x = error.x;
    vec2 weighted = visible * sensitivity;
    sum += weighted.x * weighted.x;
    sum += weighted.y * weighted.y;
  }
  return sum;
}

/// One block for each of its lanes' invocations. Leaves its error in metrics_sums. Has barriers.
void take_block(Lane lane) {
  for (uint i = lane.lane; i < BLOCK_WORDS; i += LANES) block_words[lane.first_word + i] = 0u;
  barrier();
  uvec2 place = gl_WorkGroupID.xy * PHOTOPIC_METRICS_SIDE +
                uvec2(lane.group_block % PHOTOPIC_METRICS_SIDE, lane.group_block / PHOTOPIC_METRICS_SIDE);
  if (kHasStrips != 0u) place.y += pc.first_block_y;
  uvec4 words[4] = uvec4[](uvec4(0u), uvec4(0u), uvec4(0u), uvec4(0u));
  if (place.x < pc.blocks_x && place.y < pc.blocks_y) {
    words = read_columns(PHOTOPIC_METRICS_HVS_STEP * ivec2(place), lane);
  }
  barrier();
  bool is_equal = block_words[lane.first_word + BLOCK_DIFFERENCE] == 0u;
  ivec4 lines[SIDE];
  [[unroll]] for (int i = 0; i < SIDE; ++i) {
    uint left = words[2 * (i / HALF)][i % HALF], right = words[2 * (i / HALF) + 1][i % HALF];
    lines[i] = ivec4(reference_of(left), test_of(left), reference_of(right), test_of(right));
  }
  if (!is_equal) transform(lines);
  transpose(lines, lane);
  if (!is_equal) {
    transform(lines);
    vec2 energy = energy_of(lines, lane);
    metrics_sums[gl_LocalInvocationIndex][REFERENCE_ENERGY] = floatBitsToUint(energy.x);
    metrics_sums[gl_LocalInvocationIndex][TEST_ENERGY] = floatBitsToUint(energy.y);
  }
  barrier();
  if (!is_equal) {
    vec2 energy = vec2(sum_of(of_lanes(lane, REFERENCE_ENERGY)), sum_of(of_lanes(lane, TEST_ENERGY)));
    vec2 masking = energy * quadrant_shares(lane.first_word);
    float hidden = sqrt(max(masking.x, masking.y)) / 32.0;
    metrics_sums[gl_LocalInvocationIndex][LANE_ERROR] = floatBitsToUint(error_of(lines, lane, hidden));
  }
  barrier();
  if (!is_equal && lane.lane == 0u) {
    metrics_sums[lane.group_block][ERROR] = floatBitsToUint(sum_of(of_lanes(lane, LANE_ERROR)));
  }
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  metrics_sums[invocation] = uvec4(0u);
  if (invocation < SIDE * SIDE) {
    int row = int(invocation) / SIDE, column = int(invocation) % SIDE;
    sensitivities[invocation] = kSensitivities[int(pc.plane) * HVS_TRIANGLE + HVS_TRIANGLE_INDEX(row, column)];
  }
  [[dont_unroll]] for (uint round = 0u; round < ROUNDS; ++round) take_block(make_lane(round));
  barrier();
  float group = group_sum(vec4(uintBitsToFloat(metrics_sums[invocation][ERROR]), 0.0, 0.0, 0.0)).x;
  if (invocation == 0u) {
    results[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = floatBitsToUint(group);
  }
}
