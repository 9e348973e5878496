// SPDX-License-Identifier: MIT
// PSNR-HVS-M (Ponomarenko et al. 2007) as libvmaf's `psnr_hvs` defines it: squared visible errors of the coefficients
// of overlapping 8 x 8 blocks of a plane. For CPUs: an invocation works on a block of both pictures, and keeps it in
// registers. GPUs have psnr_hvs_lanes.comp, which has the same results to the bit.
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

/// Four samples or coefficients of both pictures, 16 bits each: none is above 8 * 4095 and what its roundings add.
uvec4 pack(ivec4 reference, ivec4 test) { return uvec4(test) << 16 | (uvec4(reference) & 0xffffu); }
ivec4 reference_of(uvec4 both) { return ivec4(both) << 16 >> 16; }
ivec4 test_of(uvec4 both) { return ivec4(both) >> 16; }

/// Of four lines at a time: of samples [2 * row + half] the columns of a half, of coefficients [2 * column + half] the
/// rows of a half.
#define WORDS (2 * SIDE)

// ---- samples ----

uvec4 read_four(ivec2 place) {
  const ivec2 next = ivec2(1, 0);
  ivec4 reference = ivec4(reference_sample(place), reference_sample(place + next), reference_sample(place + 2 * next),
                          reference_sample(place + 3 * next));
  ivec4 test = ivec4(test_sample(place), test_sample(place + next), test_sample(place + 2 * next),
                     test_sample(place + 3 * next));
  return pack(reference, test);
}

// ---- contrast ----

/// Of a picture's quadrants: above left and right, then below.
struct Sums {
  uvec4 samples;
  uvec4 squares;
};

void add_row(inout Sums sums, uvec4 left, uvec4 right, bool is_lower) {
  uvec2 samples = uvec2(sum_of(left), sum_of(right)), squares = uvec2(sum_of(left * left), sum_of(right * right));
  sums.samples += is_lower ? uvec4(0u, 0u, samples) : uvec4(samples, 0u, 0u);
  sums.squares += is_lower ? uvec4(0u, 0u, squares) : uvec4(squares, 0u, 0u);
}

// ---- blocks ----

struct Block {
  uvec4 words[WORDS];
  vec2 quadrant_shares;  // of the reference and the test
  bool is_equal;
};

/// Samples. One row at a time goes in at the end, and all others move up: so the loop may stay one, which takes less
/// time to compile, and words are in registers.
Block read_block(ivec2 corner) {
  Block block;
  [[unroll]] for (int i = 0; i < WORDS; ++i) block.words[i] = uvec4(0u);
  Sums reference = Sums(uvec4(0u), uvec4(0u)), test = reference;
  uvec4 difference = uvec4(0u);
  [[dont_unroll]] for (int y = 0; y < SIDE; ++y) {
    uvec4 left = read_four(corner + ivec2(0, y)), right = read_four(corner + ivec2(SIDE / 2, y));
    add_row(reference, left & 0xffffu, right & 0xffffu, y >= SIDE / 2);
    add_row(test, left >> 16, right >> 16, y >= SIDE / 2);
    difference |= (left ^ left >> 16 | right ^ right >> 16) & 0xffffu;
    [[unroll]] for (int i = 2; i < WORDS; ++i) block.words[i - 2] = block.words[i];
    block.words[WORDS - 2] = left;
    block.words[WORDS - 1] = right;
  }
  block.quadrant_shares =
      vec2(quadrant_share(reference.samples, reference.squares), quadrant_share(test.samples, test.squares));
  block.is_equal = difference == uvec4(0u);
  return block;
}

/// The four lines of a half.
void transform_half(inout uvec4 words[WORDS], int half_index) {
  ivec4 reference[SIDE], test[SIDE];
  [[unroll]] for (int i = 0; i < SIDE; ++i) {
    reference[i] = reference_of(words[2 * i + half_index]);
    test[i] = test_of(words[2 * i + half_index]);
  }
  transform(reference);
  transform(test);
  [[unroll]] for (int i = 0; i < SIDE; ++i) words[2 * i + half_index] = pack(reference[i], test[i]);
}

#define COLUMN(of, first, i) uvec4(of[first][i], of[first + 2][i], of[first + 4][i], of[first + 6][i])
#define COLUMNS(of, half_index, i) COLUMN(of, half_index, i), COLUMN(of, SIDE + half_index, i)

void transform_block(inout uvec4 words[WORDS]) {
  transform_half(words, 0);
  transform_half(words, 1);
  words = uvec4[](COLUMNS(words, 0, 0), COLUMNS(words, 0, 1), COLUMNS(words, 0, 2), COLUMNS(words, 0, 3),
                  COLUMNS(words, 1, 0), COLUMNS(words, 1, 1), COLUMNS(words, 1, 2), COLUMNS(words, 1, 3));
  transform_half(words, 0);
  transform_half(words, 1);
}

#define OF_PLANE(i)                 \
  (pc.plane == 0u   ? kSensitivities[i]              \
   : pc.plane == 1u ? kSensitivities[HVS_TRIANGLE + i] \
                    : kSensitivities[2 * HVS_TRIANGLE + i])
#define SENSITIVITY(row, column) OF_PLANE(HVS_TRIANGLE_INDEX(row, column))
#define SENSITIVITIES(column)                                                                                        \
  vec4(SENSITIVITY(0, column), SENSITIVITY(1, column), SENSITIVITY(2, column), SENSITIVITY(3, column)),              \
      vec4(SENSITIVITY(4, column), SENSITIVITY(5, column), SENSITIVITY(6, column), SENSITIVITY(7, column))

/// Of each word's coefficients. Indices are constants: no table is in memory.
vec4[WORDS] plane_sensitivities() {
  return vec4[](SENSITIVITIES(0), SENSITIVITIES(1), SENSITIVITIES(2), SENSITIVITIES(3), SENSITIVITIES(4),
                SENSITIVITIES(5), SENSITIVITIES(6), SENSITIVITIES(7));
}

/// Squared visible errors.
float error_of(Block block) {
  transform_block(block.words);
  vec4 sensitivities[WORDS] = plane_sensitivities();
  vec4 masks[WORDS];
  vec4 reference_energy = vec4(0.0), test_energy = vec4(0.0);
  [[unroll]] for (int i = 0; i < WORDS; ++i) {
    masks[i] = (sensitivities[i] * kMasking) * (sensitivities[i] * kMasking);
    vec4 mask = masks[i];
    if (i == 0) mask.x = 0.0;  // of the mean
    vec4 reference = vec4(reference_of(block.words[i])), test = vec4(test_of(block.words[i]));
    reference_energy += reference * reference * mask;
    test_energy += test * test * mask;
  }
  vec2 masking = vec2(sum_of(reference_energy), sum_of(test_energy)) * block.quadrant_shares;
  float hidden = sqrt(max(masking.x, masking.y)) / 32.0;
  vec4 sum = vec4(0.0);
  [[unroll]] for (int i = 0; i < WORDS; ++i) {
    vec4 error = vec4(abs(reference_of(block.words[i]) - test_of(block.words[i])));
    vec4 visible = max(error - hidden / masks[i], 0.0);
    if (i == 0) visible.x = error.x;
    sum += (visible * sensitivities[i]) * (visible * sensitivities[i]);
  }
  return sum_of(sum);
}

void main() {
  uvec2 place = gl_GlobalInvocationID.xy;
  if (kHasStrips != 0u) place.y += pc.first_block_y;
  bool is_block = place.x < pc.blocks_x && place.y < pc.blocks_y;
  float error = 0.0;
  if (is_block) {
    Block block = read_block(PHOTOPIC_METRICS_HVS_STEP * ivec2(place));
    if (!block.is_equal) error = error_of(block);
  }
  float group = group_sum(vec4(error, 0.0, 0.0, 0.0)).x;
  if (gl_LocalInvocationIndex == 0u) {
    results[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = floatBitsToUint(group);
  }
}
