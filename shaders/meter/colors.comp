// SPDX-License-Identifier: MIT
// Light of the scene: some of the meter's texels are read again, beside its dispatch, and the workgroup that arrives
// last moves the state of white balance on. All sums are of integers, so the result doesn't depend on how many
// workgroups there are or when each runs.
// Where the light may move on only after the meter's dispatch has ended, the one workgroup of a last dispatch, which
// reads no texels, arrives last.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"

#define GROUP_INVOCATIONS PHOTOPIC_METER_INVOCATIONS
#include "gpu/lanes.glsl"

#include "meter/source.glsl"
layout(set = 0, binding = PHOTOPIC_COLORS_SUMS, std430) coherent buffer Sums { ColorSums sums; };
layout(set = 0, binding = PHOTOPIC_METER_STATE, std430) buffer State { uint state_words[PHOTOPIC_STATE_ALL_WORDS]; };
layout(set = 0, binding = PHOTOPIC_METER_TABLES, std430) readonly buffer Tables { MeterTables tables; };
layout(push_constant, std430) uniform Push { MeterParams pc; };

#include "meter/tally.glsl"
#include "meter/colors.glsl"
#include "adapt/white_balance.glsl"
#ifdef METER_WEIGHTED
layout(constant_id = PHOTOPIC_SPEC_WEIGHTS) const uint kWeights = 0u;
layout(set = 0, binding = PHOTOPIC_METER_MASK) uniform SOURCE_SAMPLER mask;
layout(set = 0, binding = PHOTOPIC_METER_DEPTH) uniform SOURCE_SAMPLER depth;
layout(set = 0, binding = PHOTOPIC_METER_CLASSES) uniform SOURCE_USAMPLER classes;
#define WEIGHTS kWeights
#define WEIGHT_TABLES tables
#include "meter/weights.glsl"
#endif

/// The texel's colour in linear BT.709.
vec3 in_bt709(vec3 color) {
  if (kConvertInput == 0u) return color;
  vec3 result;
  for (int i = 0; i < 3; ++i) {
    result[i] = deterministic_dot(
        vec3(tables.input_to_bt709[3 * i], tables.input_to_bt709[3 * i + 1], tables.input_to_bt709[3 * i + 2]), color);
  }
  return result;
}

/// A texel, if it lies in the meter's range of luminance: what was raised or lowered to it has no colour that one could
/// trust. `texel` counts from the corner of the metered rectangle of that extent.
void see_color(vec3 color, uvec2 texel, uvec2 extent, inout ColorTally tally) {
  vec3 row = kConvertInput != 0u ? vec3(tables.luminance_row[0], tables.luminance_row[1], tables.luminance_row[2]) : vec3(0.0);
  float luminance = luminance_of(color, row);
  if (any(greaterThanEqual(texel, extent)) || !(luminance > pc.min_luminance && luminance <= pc.max_luminance)) return;
  uint weight = PHOTOPIC_WEIGHT_ONE;
#ifdef METER_WEIGHTED
  weight = weight_of(texel, extent, texel + uvec2(pc.origin & 0xffffu, pc.origin >> 16u), luminance);
#endif
  add_color(in_bt709(color), weight, tally);
}

/// Squares are shared among the workgroups, one after the other. By an invocation.
void see_colors(uint invocation, inout ColorTally tally) {
  uvec2 origin = uvec2(pc.origin & 0xffffu, pc.origin >> 16u);
  uvec2 extent = uvec2(pc.extent & 0xffffu, pc.extent >> 16u);
  if (extent.x == 0u) return;
  uint side = PHOTOPIC_COLORS_SQUARE_SIDE(pc.adapt.texels);
  uvec2 first = origin / side;
  uvec2 squares = (origin + extent - 1u) / side - first + 1u;
  const uint kAtOnce = 4u;  // reads that are waited for together
  for (uint i = gl_WorkGroupID.x; i < squares.x * squares.y; i += kAtOnce * gl_NumWorkGroups.x) {
    vec3 colors[kAtOnce];
    uvec2 texels[kAtOnce];
    for (uint j = 0u; j < kAtOnce; ++j) {
      uint square = i + j * gl_NumWorkGroups.x;  // beyond the last one: below the rectangle
      uvec2 corner = (first + uvec2(square % squares.x, square / squares.x)) * side;
      uvec2 texel = color_texel(corner, side, invocation);
#ifdef HDR_SAMPLES
      hdr_sample = square % kSamples;  // one of each texel, all in turn
#endif
      colors[j] = HDR_FETCH(ivec2(clamp(texel, origin, origin + extent - 1u))).rgb;
      texels[j] = texel - origin;  // wraps around left of and above it
    }
    for (uint j = 0u; j < kAtOnce; ++j) see_color(colors[j], texels[j], extent, tally);
  }
}

/// 64-bit numbers.
struct Totals {
  uvec2 weight;
  uvec2 rg;
  uvec2 bg;
};

// Three digits of each of three numbers. Little shared memory: devices that divide theirs with a cache by pass run
// passes of a kind side by side.
shared uint digits[9];
shared uint is_last;

void add_digits(uint first, uvec2 sum) {
  if ((sum.x & 0xffffu) != 0u) atomicAdd(digits[first], sum.x & 0xffffu);
  if (sum.x > 0xffffu) atomicAdd(digits[first + 1u], sum.x >> 16u);
  if (sum.y != 0u) atomicAdd(digits[first + 2u], sum.y);
}

uvec2 sum_of_digits(uint first) { return from_digit_sums(digits[first], digits[first + 1u], digits[first + 2u]); }

/// Over all invocations of the workgroup; the result is in each.
Totals group_total(Totals totals) {
  barrier();
  if (gl_LocalInvocationIndex < 9u) digits[gl_LocalInvocationIndex] = 0u;
  barrier();
  add_digits(0u, totals.weight);
  add_digits(3u, totals.rg);
  add_digits(6u, totals.bg);
  barrier();
  return Totals(sum_of_digits(0u), sum_of_digits(3u), sum_of_digits(6u));
}

Totals sum_of_partials(uint count) {
  Totals totals = Totals(uvec2(0u), uvec2(0u), uvec2(0u));
  for (uint i = gl_LocalInvocationIndex; i < count; i += kGroup) {
    ColorPartial partial = sums.partials[i];
    add_to(totals.weight, uvec2(partial.weight_low, partial.weight_high));
    add_to(totals.rg, uvec2(partial.rg_low, partial.rg_high));
    add_to(totals.bg, uvec2(partial.bg_low, partial.bg_high));
  }
  return group_total(totals);
}

void conclude(Totals totals) {
  ColorMeasurement m;
  m.is_measured = (totals.weight.x | totals.weight.y) != 0u;
  m.estimate = vec2(0.0);
  float unit = 1.0 / float(1 << (PHOTOPIC_COLORS_FRACTION_BITS - color_shift()));
  if (m.is_measured) {
    int whole;
    float rest = quotient(totals.rg, totals.weight, whole);
    m.estimate.x = (float(whole) + rest) * unit;
    rest = quotient(totals.bg, totals.weight, whole);
    m.estimate.y = (float(whole) + rest) * unit;
  }
  m.weight = (float(totals.weight.y) * 4294967296.0 + float(totals.weight.x)) / float(PHOTOPIC_COLORS_WEIGHT_ONE);
  adapt_white_balance(pc.adapt, m);
}

void main() {
  ColorTally tally = empty_color_tally();
  EACH_LANE(see_colors(INVOCATION_OF_LANE, tally);)
  Totals totals = group_total(Totals(uvec2(tally.weight, 0u), tally.sum_rg, tally.sum_bg));
  uint count = pc.arrivals & 0xffffu;
  if (gl_LocalInvocationIndex == 0u) {
    sums.partials[(pc.arrivals >> 16u) + gl_WorkGroupID.x] =
        ColorPartial(totals.weight.x, totals.weight.y, totals.rg.x, totals.rg.y, totals.bg.x, totals.bg.y);
  }
  memoryBarrierBuffer();  // release: the partial before the arrival; by every invocation, as group.glsl says
  if (gl_LocalInvocationIndex == 0u) is_last = atomicAdd(sums.arrivals, 1u) + 1u == count ? 1u : 0u;
  barrier();
  if (is_last == 0u) return;
  memoryBarrierBuffer();  // acquire: all others' partials, after the last arrival
  totals = sum_of_partials(count);
  if (gl_LocalInvocationIndex != 0u) return;
  sums.arrivals = 0u;  // for the next measurement, behind the barrier between dispatches
  conclude(totals);
}
