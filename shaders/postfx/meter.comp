// SPDX-License-Identifier: MIT
// The whole measurement in one dispatch: each texel of the HDR image is read once, and the workgroup that arrives last
// ends the measurement and moves the exposure state on. Fused (LDR_FORMAT defined), the same read also tone maps with
// the exposure of the frame before.
//
// All sums are of integers, so the result doesn't depend on how many workgroups there are or when each runs. Two ways to
// bring them together:
// - METER_INT64: one 64-bit atomic per workgroup adds its sum and its arrival. What it returns to the last one is the
//   whole sum: nothing has to be made visible, and nothing is waited for. The mean alone.
// - else: each workgroup leaves a MeterPartial, releases it, and adds its arrival; the last one acquires and sums all.
//   Needs no feature and no subgroups. Extrema, histogram, weights (METER_WEIGHTED).
#version 450
#extension GL_GOOGLE_include_directive : require
#ifdef METER_INT64
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
#endif
#include "interface.h"
#include "color.glsl"
#include "tile.glsl"

layout(local_size_x = POSTFX_METER_INVOCATIONS) in;
#ifdef METER_INT64
const uint kHistogram = 0u;
#else
layout(constant_id = POSTFX_SPEC_HISTOGRAM) const uint kHistogram = 0u;
layout(constant_id = POSTFX_SPEC_EXTREMA) const uint kExtrema = 0u;
#endif

layout(set = 0, binding = POSTFX_METER_HDR) uniform sampler2D hdr;
layout(set = 0, binding = POSTFX_METER_ACCUMULATORS, std430) coherent buffer Accumulators { MeterAccumulators acc; };
layout(set = 0, binding = POSTFX_METER_STATE, std430) buffer State { uint state_words[POSTFX_STATE_WORDS]; };
layout(set = 0, binding = POSTFX_METER_TABLES, std430) readonly buffer Tables { MeterTables tables; };
#ifdef LDR_FORMAT
#ifdef METER_WEIGHTED
layout(set = 0, binding = POSTFX_METER_WEIGHTED_LDR, LDR_FORMAT) uniform writeonly image2D ldr;
#else
layout(set = 0, binding = POSTFX_METER_LDR, LDR_FORMAT) uniform writeonly image2D ldr;
#endif
layout(push_constant, std430) uniform Push { FusedParams pc; };
#define METER pc.meter
#include "display.glsl"
#else
layout(push_constant, std430) uniform Push { MeterParams pc; };
#define METER pc
#endif

shared uint shared_state[POSTFX_STATE_WORDS];  // as it was when the dispatch began
#define STATE_BEFORE(word) shared_state[word]
#include "exposure.glsl"
#include "meter_tally.glsl"
#ifdef METER_WEIGHTED
#include "meter_weights.glsl"
#endif
#ifndef METER_INT64
// Columns of numbers that a workgroup adds up, or takes the maximum of, in the end; those of what is off aren't there.
#ifdef METER_WEIGHTED
const uint kWeightColumns = 3u;
const uint kCountersPerBin = 2u;
#else
const uint kWeightColumns = 0u;
const uint kCountersPerBin = 1u;
#endif
const uint kFirstHistogramColumn = 6u;
const uint kFirstWeightColumn = kFirstHistogramColumn + (kHistogram != 0u ? 2u : 0u);
const uint kColumns = kFirstWeightColumn + kWeightColumns;
// First the histogram's counters, then the columns: what is shared takes room from the texture cache.
const uint kHistogramCopies = 8u;
const uint kCounters = kHistogram != 0u ? POSTFX_HISTOGRAM_BINS * kHistogramCopies * kCountersPerBin : 1u;
const uint kColumnWords = kColumns * POSTFX_METER_INVOCATIONS;
shared uint scratch[kCounters > kColumnWords ? kCounters : kColumnWords];
#include "meter_histogram.glsl"
#endif

/// What an invocation has seen.
struct Tally {
  uvec2 sum;  // of weight * quantised log2 luminance
#ifdef METER_WEIGHTED
  uvec2 weight;
#endif
  uint invalid_texels;
#ifndef METER_INT64
  uint max_luminance_bits;
  uint inverted_min_luminance_bits;
  uint under_texels;
  uint over_texels;
#endif
};

#include "meter_group.glsl"

/// Beyond this, a product of four luminances could leave the range of a float.
const float kMaxProductLog2 = 31.0;

/// What all texels of a dispatch share.
struct Metering {
  uvec2 extent;  // of the metered rectangle
  Quantiser quantiser;
  vec2 luminance_range;
  bool has_products;  // the range is within 2^+-kMaxProductLog2
};

/// Where a workgroup reads: steps of a tile side by side and one below the other.
const uint kSteps = POSTFX_METER_STEPS_SIDE;
const uint kTexels = kSteps * kSteps;  // of a tile, for each invocation

uvec2 texel_of_step(uvec2 corner, uint i) { return corner + uvec2(i % kSteps, i / kSteps) * POSTFX_STEP_SIDE; }

/// `first`: top-left of the rectangle of `extent` texels that the tiles cover. Beyond its border, the last texel.
void fetch_tile(uvec2 corner, uvec2 first, uvec2 extent, out vec4 colors[kTexels]) {
  uvec2 position[kSteps];
  for (uint i = 0u; i < kSteps; ++i) position[i] = first + min(corner + i * POSTFX_STEP_SIDE, extent - 1u);
  for (uint i = 0u; i < kTexels; ++i) {
    colors[i] = texelFetch(hdr, ivec2(position[i % kSteps].x, position[i / kSteps].y), 0);
  }
}

/// Luminance of one texel of the metered rectangle, clamped to the range; 1, whose logarithm is 0, if it isn't valid.
/// `texel` counts from the rectangle's top-left.
float see(vec3 color, uvec2 texel, Metering metering, inout Tally tally) {
  float luminance = luminance_bt709(color);
  bool is_valid = is_valid_luminance(luminance);
  float clamped = clamp(luminance, metering.luminance_range.x, metering.luminance_range.y);
  tally.invalid_texels += is_valid ? 0u : 1u;
#ifndef METER_INT64
  if (kExtrema != 0u) {
    uint bits = floatBitsToUint(luminance) & 0x7fffffffu;  // -0 would order above every number as an integer
    tally.max_luminance_bits = max(tally.max_luminance_bits, is_valid ? bits : 0u);
    tally.inverted_min_luminance_bits = max(tally.inverted_min_luminance_bits, is_valid ? ~bits : 0u);
  }
#ifdef METER_WEIGHTED
  uvec2 source = texel + uvec2(METER.origin & 0xffffu, METER.origin >> 16u);
  uint weight = is_valid ? weight_of(texel, metering.extent, source, luminance) : 0u;
  float log2_luminance = log2(clamped);
  add_to(tally.sum, product(quantised(metering.quantiser, log2_luminance), weight));
  add_to(tally.weight, uvec2(weight, 0u));
  if (kHistogram != 0u && weight != 0u) histogram_add(gl_LocalInvocationIndex, log2_luminance, weight);
#else
  if (kHistogram != 0u && is_valid) histogram_add(gl_LocalInvocationIndex, log2(clamped), 1u);
#endif
  if (kHistogram != 0u) {
    tally.under_texels += is_valid && luminance < metering.luminance_range.x ? 1u : 0u;
    tally.over_texels += is_valid && luminance > metering.luminance_range.y ? 1u : 0u;
  }
#endif
  return is_valid ? clamped : 1.0;
}

/// Adds the log2 luminances of four texels, as one logarithm where it can be.
void add_unweighted(vec4 luminances, Metering metering, inout Tally tally) {
  float sum = 0.0;
  if (metering.has_products) {
    sum = log2((luminances.x * luminances.y) * (luminances.z * luminances.w));
  } else {
    sum = (log2(luminances.x) + log2(luminances.y)) + (log2(luminances.z) + log2(luminances.w));
  }
  add_to(tally.sum, extended(quantised(metering.quantiser, sum)));
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  // Asked for now, waited for at the end, when it would cost the time of a read.
  uint state_word = invocation < POSTFX_STATE_WORDS ? state_words[invocation] : 0u;
#ifndef METER_INT64
  if (kHistogram != 0u) {
    histogram_clear(invocation);
    barrier();
  }
#endif

  uvec2 origin = uvec2(METER.origin & 0xffffu, METER.origin >> 16u);
  uvec2 extent = uvec2(METER.extent & 0xffffu, METER.extent >> 16u);
#ifdef LDR_FORMAT
  uvec2 frame = uvec2(pc.frame_extent & 0xffffu, pc.frame_extent >> 16u);
  uvec2 first = uvec2(0u);
  // A dropped first frame leaves no exposure: as for a luminance of 1.
  bool is_exposed = state_words[POSTFX_STATE_EPOCH_INSTANCE] == METER.adapt.epoch_instance;
  float exposure =
      is_exposed ? uintBitsToFloat(state_words[POSTFX_STATE_EXPOSURE]) : unmeasured_exposure(METER.adapt);
#else
  uvec2 frame = extent;
  uvec2 first = origin;
#endif
  Metering metering;
  metering.extent = extent;
  metering.quantiser = make_quantiser(METER.min_log2, METER.max_log2, METER.adapt.texels);
  metering.luminance_range = vec2(exp2(METER.min_log2), exp2(METER.max_log2));
  metering.has_products = max(-METER.min_log2, METER.max_log2) <= kMaxProductLog2;
#ifdef LDR_FORMAT
  bool is_part = origin != uvec2(0u) || extent != frame;  // only a part of the frame is metered
#endif

  // The workgroups stride over the tiles, in both directions.
  uvec2 within = texel_of_invocation(invocation);
  uvec2 stride = gl_NumWorkGroups.xy * POSTFX_METER_TILE_SIDE;
  uvec2 tile = gl_WorkGroupID.xy * POSTFX_METER_TILE_SIDE;
  Tally tally = empty_tally();
  uint tiles_since_flush = 0u;
  while (tile.y < frame.y) {
    uvec2 corner = tile + within;
    vec4 colors[kTexels];
    fetch_tile(corner, first, frame, colors);
    vec4 luminances = vec4(1.0);
    for (uint i = 0u; i < kTexels; ++i) {
      uvec2 texel = texel_of_step(corner, i);
      if (texel.x >= frame.x || texel.y >= frame.y) continue;
#ifdef LDR_FORMAT
      bool is_dithered = (METER.adapt.flags & POSTFX_FUSED_DITHER) != 0u;
      imageStore(ldr, ivec2(texel), display_texel(colors[i], exposure, pc.white, texel, is_dithered, pc.dither_seed));
      if (is_part) {
        texel -= origin;  // wraps around left of and above the metered rectangle
        if (texel.x >= extent.x || texel.y >= extent.y) continue;
      }
#endif
      luminances[i] = see(colors[i].rgb, texel, metering, tally);
    }
#ifndef METER_WEIGHTED
    add_unweighted(luminances, metering, tally);
#endif

    tile.x += stride.x;
    if (tile.x >= frame.x) tile = uvec2(gl_WorkGroupID.x * POSTFX_METER_TILE_SIDE, tile.y + stride.y);
#ifndef METER_INT64
    if (kHistogram != 0u && ++tiles_since_flush == kTilesPerFlush) {  // the same in all invocations
      barrier();
      histogram_flush(invocation);
      barrier();
      tiles_since_flush = 0u;
    }
#endif
  }
  if (invocation < POSTFX_STATE_WORDS) shared_state[invocation] = state_word;
  finish(tally, metering.quantiser);  // has barriers
}
