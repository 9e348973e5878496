// SPDX-License-Identifier: MIT
// PSNR-HVS-M (Ponomarenko et al. 2007) as libvmaf's `psnr_hvs` defines it: squared visible errors of the coefficients
// of overlapping 8 x 8 blocks. Eight invocations work on a block of both pictures: each on a column, then on a row.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "input.glsl"
#include "hvs_dct.glsl"
#include "sums.glsl"

layout(local_size_x = METRICS_INVOCATIONS) in;

layout(set = 0, binding = METRICS_RESULTS, std430) writeonly buffer Results { uint results[]; };
layout(push_constant, std430) uniform Push { MetricsHvsParams pc; };

#define SIDE METRICS_HVS_SIDE
const float kMasking = 0.3885746225901003;  // of sensitivities: what hides errors

// What the invocations of a block tell each other, one kind of thing at a time. Words, not vectors: of a vector whose
// component isn't known beforehand the compiler has all components read.
// - Of each invocation some words, each word of all together: its column's sums and squares, or energies and quadrants.
// - A block's coefficients, both pictures' in 16 bits, since a column's are below 2.83 * 4095. Rows are a word longer
//   than they need be, so that those who read or write together do so in different banks.
#define ROW (SIDE + 1)
#define BLOCK (SIDE * ROW)
shared uint words[METRICS_HVS_BLOCKS * BLOCK];
shared float maskings[2 * METRICS_HVS_BLOCKS];  // of each block's two pictures
shared uint differences[2];  // bits in which samples differ
shared float sensitivities[3 * HVS_TRIANGLE];

void write_word(uint index, uint word) { words[index * METRICS_INVOCATIONS + gl_LocalInvocationIndex] = word; }
uint read_word(uint index, uint invocation) { return words[index * METRICS_INVOCATIONS + invocation]; }

/// A column of a block.
struct Samples {
  int reference[SIDE];
  int test[SIDE];
};

// ---- samples ----

/// RGB: of three planes, 10 bits each, since all planes come from the same texels.
uint pack(uvec3 yuv) { return yuv.x | yuv.y << 10 | yuv.z << 20; }

uint reference_sample(ivec2 place) {
  if (kKind == METRICS_KIND_RGB) return pack(reference_yuv(place));
  if (pc.plane == 0u) return code_of(texelFetch(reference_0, place, 0).r);
  return code_of(pc.plane == 1u ? texelFetch(reference_1, place, 0).r : texelFetch(reference_2, place, 0).r);
}

uint test_sample(ivec2 place) {
  if (kKind == METRICS_KIND_RGB) return pack(test_yuv(place));
  if (is_masked(pc.plane == 0u ? place : place << ivec2(kChromaShiftX, kChromaShiftY))) return reference_sample(place);
  if (pc.plane == 0u) return code_of(texelFetch(test_0, place, 0).r);
  return code_of(pc.plane == 1u ? texelFetch(test_1, place, 0).r : texelFetch(test_2, place, 0).r);
}

int sample_of(uint codes, uint plane) {
  return int(kKind == METRICS_KIND_RGB ? codes >> (10u * plane) & 1023u : codes);
}

// ---- contrast ----

/// Of the half column that begins at `first`: sum and sum of squares.
uvec2 sums_of(int samples[SIDE], uint first) {
  uvec2 sums = uvec2(0u);
  for (uint i = 0u; i < 4u; ++i) {
    uint value = uint(samples[first + i]);
    sums += uvec2(value, value * value);
  }
  return sums;
}

/// Sums at word 0, squares at 2: of the reference's upper and lower half, then of the test's.
void share_sums(Samples samples) {
  uvec2 reference_upper = sums_of(samples.reference, 0u), reference_lower = sums_of(samples.reference, 4u);
  uvec2 test_upper = sums_of(samples.test, 0u), test_lower = sums_of(samples.test, 4u);
  write_word(0u, reference_lower.x << 16 | reference_upper.x);
  write_word(1u, test_lower.x << 16 | test_upper.x);
  write_word(2u, reference_upper.y);
  write_word(3u, reference_lower.y);
  write_word(4u, test_upper.y);
  write_word(5u, test_lower.y);
}

/// Of the quadrant that is this invocation's, the first four the reference's: 16 times the squared distances from its
/// mean (exact: 256 * 4095^2 fits 32 bits), and its sum.
vec2 quadrant() {
  uint lane = gl_LocalInvocationIndex % SIDE;
  uint picture = lane / 4u, is_lower = lane / 2u % 2u, is_right = lane % 2u;
  uint first = gl_LocalInvocationIndex - lane + 4u * is_right;
  uint sum = 0u, squares = 0u;
  for (uint i = 0u; i < 4u; ++i) {
    sum += read_word(picture, first + i) >> (16u * is_lower) & 0xffffu;
    squares += read_word(2u + 2u * picture + is_lower, first + i);
  }
  return vec2(float(16u * squares - sum * sum), float(sum));
}

/// Variances of the quadrants over that of the block: small where the block holds one edge. Of quadrants at words 2 and
/// 3 from invocation `first` on. No large numbers are subtracted, so that it is 0 only where the block is flat.
float quadrant_share(uint first) {
  float scatter = 0.0;
  float sum[4];
  for (uint i = 0u; i < 4u; ++i) {
    scatter += uintBitsToFloat(read_word(2u, first + i));
    sum[i] = uintBitsToFloat(read_word(3u, first + i));
  }
  float between = 0.0;  // 4 (a^2 + b^2 + c^2 + d^2) - (a + b + c + d)^2
  for (uint i = 0u; i < 4u; ++i) {
    for (uint j = i + 1u; j < 4u; ++j) between += (sum[i] - sum[j]) * (sum[i] - sum[j]);
  }
  float whole = 64.0 / 63.0 * (scatter + between / 4.0);
  return whole > 0.0 ? 16.0 / 15.0 * scatter / whole : 0.0;
}

// ---- coefficients ----

void share_columns(Samples samples) {
  transform(samples.reference);
  transform(samples.test);
  uint lane = gl_LocalInvocationIndex % SIDE;
  uint first = gl_LocalInvocationIndex / SIDE * BLOCK + lane;
  for (uint i = 0u; i < SIDE; ++i) {
    words[first + i * ROW] = uint(samples.test[i]) << 16 | (uint(samples.reference[i]) & 0xffffu);
  }
}

/// This invocation's row.
Samples read_row() {
  uint first = gl_LocalInvocationIndex / SIDE * BLOCK + gl_LocalInvocationIndex % SIDE * ROW;
  Samples row;
  for (uint i = 0u; i < SIDE; ++i) {
    int both = int(words[first + i]);
    row.reference[i] = both << 16 >> 16;
    row.test[i] = both >> 16;
  }
  transform(row.reference);
  transform(row.test);
  return row;
}

float sum_of_eight(float x[SIDE]) { return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7])); }

/// Of both pictures.
vec2 energy_of(Samples row, float sensitivity[SIDE]) {
  float reference[SIDE], test[SIDE];
  for (uint i = 0u; i < SIDE; ++i) {
    bool is_mean = i == 0u && gl_LocalInvocationIndex % SIDE == 0u;
    float mask = is_mean ? 0.0 : (sensitivity[i] * kMasking) * (sensitivity[i] * kMasking);
    reference[i] = float(row.reference[i]) * float(row.reference[i]) * mask;
    test[i] = float(row.test[i]) * float(row.test[i]) * mask;
  }
  return vec2(sum_of_eight(reference), sum_of_eight(test));
}

/// How much error the block hides, squared, times 32^2; by one of two pictures. Of energies at words 0 and 1.
float masking_of(uint picture) {
  uint first = gl_LocalInvocationIndex - gl_LocalInvocationIndex % SIDE;
  float energies[SIDE];
  for (uint i = 0u; i < SIDE; ++i) energies[i] = uintBitsToFloat(read_word(picture, first + i));
  return sum_of_eight(energies) * quadrant_share(first + 4u * picture);
}

/// The more of the two pictures.
float hidden_error(vec2 energy, vec2 own_quadrant) {
  uint lane = gl_LocalInvocationIndex % SIDE, block = gl_LocalInvocationIndex / SIDE;
  write_word(0u, floatBitsToUint(energy.x));
  write_word(1u, floatBitsToUint(energy.y));
  write_word(2u, floatBitsToUint(own_quadrant.x));
  write_word(3u, floatBitsToUint(own_quadrant.y));
  barrier();
  float masking = masking_of(lane / 4u);
  if (lane % 4u == 0u) maskings[2u * block + lane / 4u] = masking;
  barrier();
  return sqrt(max(maskings[2u * block], maskings[2u * block + 1u])) / 32.0;
}

float visible_error(Samples row, float sensitivity[SIDE], float hidden) {
  float errors[SIDE];
  for (uint i = 0u; i < SIDE; ++i) {
    bool is_mean = i == 0u && gl_LocalInvocationIndex % SIDE == 0u;
    float mask = (sensitivity[i] * kMasking) * (sensitivity[i] * kMasking);
    float error = float(abs(row.reference[i] - row.test[i]));
    if (!is_mean) error = max(error - hidden / mask, 0.0);
    errors[i] = (error * sensitivity[i]) * (error * sensitivity[i]);
  }
  return sum_of_eight(errors);
}

/// Of this invocation's row.
float error_of(Samples samples, uint plane) {
  share_sums(samples);
  barrier();
  vec2 own_quadrant = quadrant();
  barrier();
  share_columns(samples);
  barrier();
  Samples row = read_row();
  float sensitivity[SIDE];
  for (uint i = 0u; i < SIDE; ++i) {
    sensitivity[i] = sensitivities[plane * HVS_TRIANGLE + triangle_index(gl_LocalInvocationIndex % SIDE, i)];
  }
  vec2 energy = energy_of(row, sensitivity);
  barrier();
  return visible_error(row, sensitivity, hidden_error(energy, own_quadrant));
}

/// Bits: planes in which any sample of the group's blocks differs. Two flags take turns, so that each is zeroed while
/// the other is in use.
uint differing_planes(uint reference[SIDE], uint test[SIDE], uint turn) {
  uint difference = 0u;
  for (uint i = 0u; i < SIDE; ++i) difference |= reference[i] ^ test[i];
  barrier();
  if (gl_LocalInvocationIndex == 0u) differences[1u - turn] = 0u;
  if (difference != 0u) atomicOr(differences[turn], difference);
  barrier();
  difference = differences[turn];
  uint planes = 0u;
  for (uint plane = 0u; plane < pc.plane_count; ++plane) {
    if (sample_of(difference, plane) != 0) planes |= 1u << plane;
  }
  return planes;
}

void main() {
  for (uint i = gl_LocalInvocationIndex; i < 3u * HVS_TRIANGLE; i += METRICS_INVOCATIONS) {
    sensitivities[i] = kSensitivities[i];
  }
  if (gl_LocalInvocationIndex == 0u) differences[0] = 0u;
  vec3 sum = vec3(0.0);
  uint turn = 0u;
  for (uint begin = gl_WorkGroupID.x * METRICS_HVS_BLOCKS; begin < pc.blocks;
       begin += gl_NumWorkGroups.x * METRICS_HVS_BLOCKS) {
    uint block = begin + gl_LocalInvocationIndex / SIDE;
    bool is_block = block < pc.blocks;
    block = min(block, pc.blocks - 1u);
    ivec2 top = METRICS_HVS_STEP * ivec2(block % pc.blocks_x, block / pc.blocks_x);
    top.x += int(gl_LocalInvocationIndex % SIDE);
    uint reference[SIDE], test[SIDE];
    for (int i = 0; i < SIDE; ++i) {
      reference[i] = reference_sample(top + ivec2(0, i));
      test[i] = test_sample(top + ivec2(0, i));
    }
    // Where a plane's samples are equal its errors are 0. The same for all of the group, which so meet at barriers.
    for (uint planes = differing_planes(reference, test, turn); planes != 0u; planes &= planes - 1u) {
      uint plane = uint(findLSB(planes));
      Samples samples;
      for (uint i = 0u; i < SIDE; ++i) {
        samples.reference[i] = sample_of(reference[i], plane);
        samples.test[i] = sample_of(test[i], plane);
      }
      float error = error_of(samples, pc.plane + plane);
      if (is_block) sum[plane] += error;
    }
    turn = 1u - turn;
  }
  vec3 group = group_sum(vec4(sum, 0.0)).xyz;
  if (gl_LocalInvocationIndex < pc.plane_count) {
    uint word = gl_WorkGroupID.x * pc.plane_count + gl_LocalInvocationIndex;
    results[word] = floatBitsToUint(group[gl_LocalInvocationIndex]);
  }
}
