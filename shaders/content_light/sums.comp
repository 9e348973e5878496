// SPDX-License-Identifier: MIT
// Sums and histograms of the light of a stored picture. Each texel is read once. What four texels of an invocation make is
// added up as integers, so that sums don't depend on the order.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#include "content_light/interface.h"

layout(local_size_x = PHOTOPIC_CONTENT_LIGHT_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_CONTENT_LIGHT_SUMS_PICTURE) uniform sampler2D picture;
layout(set = 0, binding = PHOTOPIC_CONTENT_LIGHT_SUMS_TOTALS, std430) buffer Totals { ContentLightTotals totals; };
layout(push_constant, std430) uniform Push { ContentLightParams pc; };

layout(constant_id = PHOTOPIC_CONTENT_LIGHT_SPEC_ENCODING) const uint kEncoding = PHOTOPIC_ENCODING_SRGB;
layout(constant_id = PHOTOPIC_CONTENT_LIGHT_SPEC_PEAK) const uint kPeak = 255;

#define STORED_INVOCATIONS PHOTOPIC_CONTENT_LIGHT_INVOCATIONS
#include "display/encoding.glsl"
#include "display/stored_light.glsl"
#include "display/content_light.glsl"
#include "meter/luminance.glsl"
#include "meter/tile.glsl"

// Others store BT.709 without a channel below 0.
const bool kMayBeBeyond = ((kHdrEncodings | kP3Encodings) >> kEncoding & 1u) != 0u;

// A bin of luminance has the lower 16 bits, the same bin of brightest channels the upper ones.
const uint kLuminanceUnit = 1u, kBrightestUnit = 0x10000u;
shared uint bins[PHOTOPIC_CONTENT_LIGHT_BINS];
// Totals of the workgroup: invocations add up in slots first. Sums of 64 bits have the lower 16 bits of each added value
// in the first word, the upper ones in the second.
const uint kSlots = 16u;
shared uint slots[PHOTOPIC_CONTENT_LIGHT_TOTALS * kSlots];

// ---- findings of an invocation ----

uint seen[PHOTOPIC_CONTENT_LIGHT_TOTALS];

void see_sum(uint word, uint value) {
  seen[word] += value & 0xffffu;
  seen[word + 1u] += value >> 16u;
}

/// Texels of one bin, one after the other, that the bin doesn't have yet. In areas of one colour, few of them ask for it.
struct Run {
  uint bin;
  uint count;
};

void count(float nits, uint unit, inout Run run) {
  const uint kFirst = uint(PHOTOPIC_CONTENT_LIGHT_FIRST_BIN);
  uint bin = max(floatBitsToUint(nits) >> PHOTOPIC_CONTENT_LIGHT_BIN_SHIFT, kFirst) - kFirst;
  if (bin != run.bin) {
    atomicAdd(bins[run.bin], run.count);
    run = Run(bin, 0u);
  }
  run.count += unit;
}

// ---- a texel ----

bool is_beyond(vec3 light, float brightest) {
  return min(light.r, min(light.g, light.b)) < -PHOTOPIC_CONTENT_LIGHT_BORDER * brightest;
}

vec3 bt709_of(vec3 light) { return kIsBt2020 ? kBt709OfBt2020 * light : kIsP3 ? kBt709OfP3 * light : light; }

void see_gamut(vec3 light, vec3 bt709, float brightest) {
  if (!kMayBeBeyond || !is_beyond(bt709, brightest)) return;
  ++seen[PHOTOPIC_CONTENT_LIGHT_BEYOND_BT709];
  if (!kIsP3 && is_beyond(kIsBt2020 ? kP3OfBt2020 * light : kP3OfBt709 * light, brightest)) {
    ++seen[PHOTOPIC_CONTENT_LIGHT_BEYOND_P3];
  }
}

/// Whether a texel counts. Codes do.
bool is_valid(vec3 stored, float luminance) { return kPeak != 0u || (is_finite(stored) && luminance >= 0.0); }

/// Four texels, but for those that aren't in the picture. Branches are for atomics.
void see_four(vec3 stored[4], bvec4 is_there, inout Run luminances, inout Run brightests) {
  const float kLeast = exp2(float(PHOTOPIC_CONTENT_LIGHT_MIN_LOG2));
  float brightest_sum = 0.0, luminance_sum = 0.0, product = 1.0;
  uint lit = 0u;
  [[unroll]] for (uint i = 0u; i < 4u; ++i) {
    vec3 light = light_of(stored[i]);
    vec3 bt709 = bt709_of(light);
    float largest = max(light.r, max(light.g, light.b));
    float nits = luminance_bt709(bt709) * pc.nits;
    bool is_counted = is_there[i] && is_valid(stored[i], nits);
    uint one = is_counted ? 1u : 0u;
    seen[PHOTOPIC_CONTENT_LIGHT_INVALID] += (is_there[i] ? 1u : 0u) - one;
    float luminance = is_counted ? counted_nits(nits) : 0.0;
    float brightest = is_counted ? counted_nits(largest * pc.nits) : 0.0;
    if (is_counted) see_gamut(light, bt709, largest);
    count(luminance, one * kLuminanceUnit, luminances);
    count(brightest, one * kBrightestUnit, brightests);
    brightest_sum += brightest;
    luminance_sum += luminance;
    seen[PHOTOPIC_CONTENT_LIGHT_MAX] = max(seen[PHOTOPIC_CONTENT_LIGHT_MAX], floatBitsToUint(brightest));
    seen[PHOTOPIC_CONTENT_LIGHT_INVERTED_MIN] =
        max(seen[PHOTOPIC_CONTENT_LIGHT_INVERTED_MIN], is_counted ? ~floatBitsToUint(luminance) : 0u);
    bool is_lit = luminance > 0.0;
    product *= is_lit ? max(luminance, kLeast) : 1.0;
    lit += is_lit ? 1u : 0u;
  }
  see_sum(PHOTOPIC_CONTENT_LIGHT_BRIGHTEST, uint(brightest_sum * PHOTOPIC_CONTENT_LIGHT_SUM_UNIT + 0.5));
  see_sum(PHOTOPIC_CONTENT_LIGHT_LUMINANCE, uint(luminance_sum * PHOTOPIC_CONTENT_LIGHT_SUM_UNIT + 0.5));
  float log2_above_least = log2(product) - float(PHOTOPIC_CONTENT_LIGHT_MIN_LOG2) * float(lit);
  see_sum(PHOTOPIC_CONTENT_LIGHT_LOG2, uint(max(log2_above_least, 0.0) * PHOTOPIC_CONTENT_LIGHT_LOG2_UNIT + 0.5));
  seen[PHOTOPIC_CONTENT_LIGHT_LIT] += lit;
}

// ---- a workgroup ----

const uint kStripWidth = 32u, kStripHeight = 4u;  // texels of all invocations at once
const uint kStepHeight = 4u * kStripHeight;
const uint kStepsDown = PHOTOPIC_CONTENT_LIGHT_TILE_SIDE / kStepHeight;
const uint kSteps = kStepsDown * PHOTOPIC_CONTENT_LIGHT_TILE_SIDE / kStripWidth;

/// First texel of an invocation's step, whose four lie below each other. `first`: that of the tile.
uvec2 texel_of_step(uvec2 first, uint step) {
  return first + uvec2(step / kStepsDown * kStripWidth, step % kStepsDown * kStepHeight);
}

void read_four(uvec2 texel, out vec3 stored[4]) {
  uvec2 last = uvec2(pc.width, pc.height) - 1u;
  [[unroll]] for (uint i = 0u; i < 4u; ++i) {
    stored[i] = texelFetch(picture, ivec2(min(uvec2(texel.x, texel.y + i * kStripHeight), last)), 0).rgb;
  }
}

/// First texel of an invocation in a tile.
uvec2 first_of_tile(uint tile) {
  uvec2 corner = uvec2(tile % pc.tile_columns, tile / pc.tile_columns) * PHOTOPIC_CONTENT_LIGHT_TILE_SIDE;
  return corner + strip_texel_of_invocation(gl_LocalInvocationIndex);
}

uint sum_of_slots(uint word) {
  uint sum = 0u;
  for (uint i = 0u; i < kSlots; ++i) sum += slots[word * kSlots + i];
  return sum;
}

/// A sum of 64 bits: the carry of each wrap of the low word goes to the high one.
void add_wide(uint word, uint low, uint high) {
  uint before = atomicAdd(totals.words[word], low);
  if (before + low < before) ++high;
  if (high != 0u) atomicAdd(totals.words[word + 1u], high);
}

/// By the invocation that has the number of the word.
void add_total(uint word) {
  if (word < PHOTOPIC_CONTENT_LIGHT_WIDE_TOTALS) {
    if (word % 2u != 0u) return;
    uint low = sum_of_slots(word), upper = sum_of_slots(word + 1u);
    uint sum = low + (upper << 16u);
    add_wide(word, sum, (upper >> 16u) + (sum < low ? 1u : 0u));
  } else if (word < PHOTOPIC_CONTENT_LIGHT_MAX) {
    uint sum = sum_of_slots(word);
    if (sum != 0u) atomicAdd(totals.words[word], sum);
  } else {
    uint most = 0u;
    for (uint i = 0u; i < kSlots; ++i) most = max(most, slots[word * kSlots + i]);
    atomicMax(totals.words[word], most);
  }
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  uint tile = gl_WorkGroupID.x;
  uvec2 first = first_of_tile(tile);
  vec3 next[4];
  read_four(first, next);
  for (uint i = invocation; i < PHOTOPIC_CONTENT_LIGHT_BINS; i += PHOTOPIC_CONTENT_LIGHT_INVOCATIONS) bins[i] = 0u;
  for (uint i = invocation; i < PHOTOPIC_CONTENT_LIGHT_TOTALS * kSlots; i += PHOTOPIC_CONTENT_LIGHT_INVOCATIONS) {
    slots[i] = 0u;
  }
  fill_code_light();
  barrier();

  [[unroll]] for (uint word = 0u; word < PHOTOPIC_CONTENT_LIGHT_TOTALS; ++word) seen[word] = 0u;
  Run luminances = Run(0u, 0u), brightests = Run(0u, 0u);
  // Each step asks for the texels of the next one before it looks at its own. One loop: code that is short.
  for (uint step = 0u; tile < pc.tiles;) {
    uvec2 texel = texel_of_step(first, step);
    vec3 stored[4] = next;
    if (++step == kSteps) {
      step = 0u;
      tile += pc.workgroups;
      first = first_of_tile(tile);
    }
    if (tile < pc.tiles) read_four(texel_of_step(first, step), next);
    uvec4 rows = texel.y + uvec4(0u, 1u, 2u, 3u) * kStripHeight;
    see_four(stored, lessThan(rows, uvec4(texel.x < pc.width ? pc.height : 0u)), luminances, brightests);
  }
  atomicAdd(bins[luminances.bin], luminances.count);
  atomicAdd(bins[brightests.bin], brightests.count);
  [[unroll]] for (uint word = 0u; word < PHOTOPIC_CONTENT_LIGHT_MAX; ++word) {
    atomicAdd(slots[word * kSlots + invocation % kSlots], seen[word]);
  }
  [[unroll]] for (uint word = PHOTOPIC_CONTENT_LIGHT_MAX; word < PHOTOPIC_CONTENT_LIGHT_TOTALS; ++word) {
    atomicMax(slots[word * kSlots + invocation % kSlots], seen[word]);
  }
  barrier();

  for (uint bin = invocation; bin < PHOTOPIC_CONTENT_LIGHT_BINS; bin += PHOTOPIC_CONTENT_LIGHT_INVOCATIONS) {
    uint both = bins[bin];
    if ((both & 0xffffu) != 0u) atomicAdd(totals.luminance_bins[bin], both & 0xffffu);
    if (both >> 16u != 0u) atomicAdd(totals.brightest_bins[bin], both >> 16u);
  }
  if (invocation < PHOTOPIC_CONTENT_LIGHT_TOTALS) add_total(invocation);
}
