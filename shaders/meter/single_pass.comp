// SPDX-License-Identifier: MIT
// The whole measurement in one dispatch: each texel of the HDR image is read once, and the workgroup that arrives last
// ends the measurement and moves the exposure state on. Fused (LDR_FORMAT defined, for the stored picture), the same read also tone maps with
// the exposure of the frame before.
//
// All sums are of integers, so the result doesn't depend on how many workgroups there are or when each runs. Two ways to
// bring them together:
// - METER_INT64: one 64-bit atomic per workgroup adds its sum and its arrival. What it returns to the last one is the
//   whole sum: for the mean alone nothing has to be made visible, and nothing is waited for.
// - else: each workgroup leaves a MeterPartial, releases it, and adds its arrival; the last one acquires and sums all.
//   Needs no feature and no subgroups. Weights too (METER_WEIGHTED).
//
// With METER_LOCAL, the same read builds local exposure's grid of tone curves, without a histogram.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#ifdef METER_INT64
#extension GL_EXT_shader_atomic_int64 : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_basic : require
#endif
#ifdef METER_LOCAL
#include "local_exposure/interface.h"
#endif
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"

#define GROUP_INVOCATIONS PHOTOPIC_METER_INVOCATIONS
#ifdef METER_INT64  // for devices with such groups
#include "gpu/one_lane.glsl"
#else
#include "gpu/lanes.glsl"
#endif
#ifdef LDR_FORMAT
#define FUSED
#endif
layout(constant_id = PHOTOPIC_SPEC_HISTOGRAM) const uint kHistogram = 0u;
layout(constant_id = PHOTOPIC_SPEC_HIGHLIGHTS_AND_BLACK) const uint kHighlightsAndBlack = 0u;
layout(constant_id = PHOTOPIC_SPEC_EXTREMA) const uint kExtrema = 0u;  // 1 with a histogram
layout(constant_id = PHOTOPIC_SPEC_BORDER) const uint kBorder = 1u;
layout(constant_id = PHOTOPIC_SPEC_BRANCHLESS) const uint kBranchless = 0u;

#include "meter/source.glsl"
layout(set = 0, binding = PHOTOPIC_METER_ACCUMULATORS, std430) coherent buffer Accumulators { MeterAccumulators acc; };
layout(set = 0, binding = PHOTOPIC_METER_STATE, std430) buffer State { uint state_words[PHOTOPIC_STATE_ALL_WORDS]; };
#ifdef FUSED
#include "finish/store.glsl"
#define FINISH_BINDING PHOTOPIC_METER_TABLES
#define FINISH_AFTER_METER
#include "finish/tables.glsl"
#ifdef METER_WEIGHTED
#define LDR_BINDING PHOTOPIC_METER_WEIGHTED_LDR
#define LUT_BINDING PHOTOPIC_METER_WEIGHTED_LUT
#else
#define LDR_BINDING PHOTOPIC_METER_LDR
#define LUT_BINDING PHOTOPIC_METER_LUT
#endif
layout(set = 0, binding = LDR_BINDING, LDR_FORMAT) uniform writeonly LDR_IMAGE ldr;
#define HAS_NOISE
#define BALANCE_MATRIX(i) uintBitsToFloat(state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_MATRIX + (i)])
#define BALANCE_FRAMES state_words[PHOTOPIC_STATE_BALANCE + PHOTOPIC_BALANCE_FRAMES]
#include "finish/display.glsl"
#else
layout(set = 0, binding = PHOTOPIC_METER_TABLES, std430) readonly buffer Tables { MeterTables tables; };
#endif
layout(push_constant, std430) uniform Push { MeterParams pc; };

// What the end reads, asked for before it: the state as it was when the dispatch began, and settings of the histogram.
const uint kPercentilesWord = PHOTOPIC_STATE_WORDS;
const uint kMedianBlendWord = PHOTOPIC_STATE_WORDS + 1u;
const uint kHighlightWord = PHOTOPIC_STATE_WORDS + 2u;
const uint kHighlightShareWord = PHOTOPIC_STATE_WORDS + 3u;
const uint kBlackWord = PHOTOPIC_STATE_WORDS + 4u;
const uint kEndWords = PHOTOPIC_STATE_WORDS + 5u;
shared uint shared_state[kEndWords];
#define STATE_BEFORE(word) shared_state[word]
#define TELLS_CUT (kWhiteBalance != 0u)
#define HAS_LIGHT_RULE (kHighlightsAndBlack != 0u)
#include "adapt/exposure.glsl"
#include "meter/tally.glsl"
#ifdef METER_WEIGHTED
layout(constant_id = PHOTOPIC_SPEC_WEIGHTS) const uint kWeights = 0u;
layout(set = 0, binding = PHOTOPIC_METER_MASK) uniform SOURCE_SAMPLER mask;
layout(set = 0, binding = PHOTOPIC_METER_DEPTH) uniform SOURCE_SAMPLER depth;
layout(set = 0, binding = PHOTOPIC_METER_CLASSES) uniform SOURCE_USAMPLER classes;
#define WEIGHTS kWeights
#define WEIGHT_TABLES tables
#include "meter/weights.glsl"
#endif
#include "meter/shared.glsl"
#include "meter/histogram.glsl"
#include "meter/texels.glsl"
#include "meter/group.glsl"

// Where a workgroup reads: steps of a tile side by side and one below the other.
const uint kSteps = PHOTOPIC_METER_STEPS_SIDE;
const uint kTexels = kSteps * kSteps;  // of a tile, for each invocation
#ifdef FUSED
const bool kBands = true;
#else
const bool kBands = false;
#endif

/// What all texels of a dispatch share. Rectangles of texels of the HDR image.
struct Area {
  uvec2 frame_origin;  // what is read, and, fused, tone mapped
  uvec2 frame;
  uvec2 origin;  // what is metered, counted from the frame's top-left
  uvec2 extent;
#ifdef FUSED
  float exposure;  // of the image's colour
#endif
};

uvec2 unpacked(uint pair) { return uvec2(pair & 0xffffu, pair >> 16u); }

Area make_area() {
  Area area;
  area.extent = unpacked(pc.extent);
#ifdef FUSED
  area.frame_origin = uvec2(0u);
  area.frame = unpacked(pc.frame_extent);
  area.origin = unpacked(pc.origin);
  // A dropped first frame leaves no exposure: as for a luminance of 1.
  bool is_exposed = state_words[PHOTOPIC_STATE_EPOCH_INSTANCE] == pc.adapt.epoch_instance;
  if (is_exposed) load_balance();
  area.exposure = is_exposed ? uintBitsToFloat(state_words[PHOTOPIC_STATE_EXPOSURE]) : unmeasured_exposure(pc.adapt);
  area.exposure *= inverse_pre_exposure(pc.pre_exposure_log2);
#else
  area.frame_origin = unpacked(pc.origin);
  area.frame = area.extent;
  area.origin = uvec2(0u);
#endif
  return area;
}

uvec2 texel_of(uvec2 corner, uint i) { return corner + uvec2(i % kSteps, i / kSteps) * PHOTOPIC_STEP_SIDE; }

/// Top-left texel of a tile.
uvec2 corner_of(uvec2 tile) {
  if (!kBands) return tile * PHOTOPIC_METER_TILE_SIDE;
  const uint kBandsOfTile = PHOTOPIC_STEP_SIDE / PHOTOPIC_METER_BAND_ROWS;
  return uvec2(tile.x * PHOTOPIC_METER_BAND_WIDTH, tile.y / kBandsOfTile * PHOTOPIC_METER_TILE_SIDE +
                                                       tile.y % kBandsOfTile * PHOTOPIC_METER_BAND_ROWS);
}

// Without borders, the upper steps lie in the frame, and the lower ones up to a row.
bool is_within(uvec2 texel, uint i, Area area) {
  if (kBorder != 0u) return all(lessThan(texel, area.frame));
  return i < kSteps || texel.y < area.frame.y;
}

/// Where to read: all reads are asked for at once.
uvec2 nearest_within(uvec2 texel, uint i, Area area) {
  if (kBorder != 0u) return min(texel, area.frame - 1u);
  return i < kSteps ? texel : uvec2(texel.x, min(texel.y, area.frame.y - 1u));
}

void meter(vec4 luminances, bvec4 is_metered, uvec2 corner, Area area, Metering metering, inout Tally tally) {
#ifdef METER_WEIGHTED
  for (uint i = 0u; i < kTexels; ++i) {
    if (is_metered[i]) add_weighted(luminances[i], texel_of(corner, i) - area.origin, metering, tally);
  }
#else
  bool is_done = kBranchless == 0u && add_valid_four(luminances, is_metered, metering, tally);
  if (!is_done) add_four(luminances, is_metered, metering, tally);
#endif
}

#ifdef METER_LOCAL
const uint kSide = 2u;
const uint kLanes = PHOTOPIC_METER_INVOCATIONS;
layout(set = 0, binding = PHOTOPIC_METER_COLUMNS, std430) writeonly buffer Columns { vec2 columns[]; };
#include "local_exposure/tile.glsl"

/// Luminances of 2 x 2 texels, in any order; of `is_within`, where the tile isn't whole, in that order.
vec4 luminances_of_sample(uvec2 corner, vec2 place, bool is_whole, Area area, Metering metering, out bvec4 is_metered) {
  vec4 luminances;
  is_metered = bvec4(true);
  if (is_whole) {
    vec4 red = textureGather(hdr, place, 0), green = textureGather(hdr, place, 1), blue = textureGather(hdr, place, 2);
    for (uint i = 0u; i < 4u; ++i) {
      luminances[i] = luminance_of(vec3(red[i], green[i], blue[i]), metering.luminance_row);
    }
    return luminances;
  }
  for (uint i = 0u; i < 4u; ++i) {
    uvec2 texel = corner + uvec2(i & 1u, i >> 1u);
    is_metered[i] = all(lessThan(texel, area.extent));
    vec3 color = HDR_FETCH(ivec2(area.frame_origin + min(texel, area.extent - 1u))).rgb;
    luminances[i] = luminance_of(color, metering.luminance_row);
  }
  return luminances;
}

/// Samples of a lane in a tile of the grid of tone curves.
void take_samples(uvec2 tile, uint invocation, Area area, Metering metering, inout Tally tally) {
  bool is_whole = all(lessThanEqual((tile + 1u) * kTile, area.extent));
  vec2 inverse_size = 1.0 / vec2(textureSize(hdr, 0));
  float inverse_pre_exposure_ = inverse_pre_exposure(pc.pre_exposure_log2);
  uvec2 first = grid_begin(invocation);
  vec2 place = vec2(area.frame_origin + tile * kTile + first * kSide + 1u) * inverse_size;
  vec2 in_tile = grid_place(first);
  [[dont_unroll]] for (uint row = 0u; row < kRows; row += kBatch) {
    vec4 luminances[kBatch];
    bvec4 is_metered[kBatch];
    [[unroll]] for (uint i = 0u; i < kBatch; ++i) {
      luminances[i] = luminances_of_sample(tile * kTile + (first + uvec2(0u, row + i)) * kSide,
                                           place + vec2(0.0, float(i * kSide) * inverse_size.y), is_whole, area,
                                           metering, is_metered[i]);
    }
    [[unroll]] for (uint i = 0u; i < kBatch; ++i) {
      meter(luminances[i], is_metered[i], uvec2(0u), area, metering, tally);
      const float kInvalid = -1.0;
      grid_add(averaged_of_four(mix(vec4(kInvalid), luminances[i], is_metered[i])),
               in_tile + vec2(0.0, float(i * kSide) / float(kTile)), inverse_pre_exposure_);
    }
    place.y += float(kBatch * kSide) * inverse_size.y;
    in_tile.y += float(kBatch * kSide) / float(kTile);
  }
  grid_end(in_tile.x);
}

/// A tile of the grid of tone curves: the meter's sums, and the grid's columns.
void take_grid_tile(uvec2 tile, uint tile_number, Area area, Metering metering, inout Tally tally) {
  barrier();  // the tile before has been written
  grid_clear();
  barrier();
  EACH_LANE(take_samples(tile, INVOCATION_OF_LANE, area, metering, tally);)
  grid_write(tile_number, pc.frame_extent != 0u);
}
#endif

#ifdef FUSED
/// Tone maps the `i`-th texel.
void show(vec4 color, uvec2 corner, uint i, Area area, Picture picture) {
  uvec2 texel = texel_of(corner, i);
  color = display_texel(color, area.exposure, texel, picture, pc.dither_seed);
  if (is_within(texel, i, area)) imageStore(ldr, ivec2(texel), stored_texel(color));  // at once: it needs no register then
}
#endif

/// One texel of each step. One path for all tiles: a second one for those at the border would make the code half as large
/// again, and a device that runs both sides of every branch would do everything twice.
void take_tile(uvec2 corner, Area area, Metering metering, inout Tally tally) {
  vec4 colors[kTexels];
  vec4 luminances;
  bvec4 is_metered;
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = texel_of(corner, i);
    uvec2 metered = texel - area.origin;  // wraps around left of and above the metered rectangle
    is_metered[i] = is_within(texel, i, area) && (kBorder == 0u || all(lessThan(metered, area.extent)));
    colors[i] = HDR_FETCH(ivec2(area.frame_origin + nearest_within(texel, i, area)));
    luminances[i] = luminance_of(colors[i].rgb, metering.luminance_row);
  }
  meter(luminances, is_metered, corner, area, metering, tally);
#ifdef FUSED
  Picture picture = make_picture(ivec2(0), area.frame);
  for (uint i = 0u; i < kTexels; ++i) show(colors[i], corner, i, area, picture);
#endif
}

uint end_word_of(uint invocation) {
  if (invocation < PHOTOPIC_STATE_WORDS) return state_words[invocation];
  if (kHistogram != 0u && invocation == kPercentilesWord) return tables.percentiles;
  if (kHistogram != 0u && invocation == kMedianBlendWord) return floatBitsToUint(tables.median_blend);
  if (HAS_LIGHT_RULE && invocation == kHighlightWord) return floatBitsToUint(tables.highlight_stops);
  if (HAS_LIGHT_RULE && invocation == kHighlightShareWord) return floatBitsToUint(tables.highlight_share);
  if (HAS_LIGHT_RULE && invocation == kBlackWord) return floatBitsToUint(tables.black_stops);
  return 0u;
}

void main() {
  uint invocation = gl_LocalInvocationIndex;
  if (kHistogram != 0u) {
    histogram_clear();
    barrier();
  }
  Area area = make_area();
  Metering metering = make_metering();
#ifndef FUSED
  // Asked for now, waited for at the end, when it would cost the time of a read.
  uint end_word = end_word_of(invocation);
#endif

  // The workgroups stride over the tiles, in both directions.
  uvec2 within[kLaneCount];
  EACH_LANE(
    within[lane] = kBands ? band_texel_of_invocation(INVOCATION_OF_LANE) : texel_of_invocation(INVOCATION_OF_LANE);
  )
  Tally tally = empty_tally();
#ifdef METER_LOCAL
  uvec2 tiles = (area.extent + kTile - 1u) / kTile;
  for (uvec2 tile = gl_WorkGroupID.xy; tile.y < tiles.y; tile.y += gl_NumWorkGroups.y) {
    for (tile.x = gl_WorkGroupID.x; tile.x < tiles.x; tile.x += gl_NumWorkGroups.x) {
      take_grid_tile(tile, tile.y * tiles.x + tile.x, area, metering, tally);
    }
  }
#else
  uint tiles_since_flush = 0u;
  for (uvec2 tile = gl_WorkGroupID.xy; corner_of(tile).y < area.frame.y; tile.y += gl_NumWorkGroups.y) {
    for (tile.x = gl_WorkGroupID.x; corner_of(tile).x < area.frame.x; tile.x += gl_NumWorkGroups.x) {
      EACH_SAMPLE {
        EACH_LANE(take_tile(corner_of(tile) + within[lane], area, metering, tally);)
        if (kHistogram != 0u && ++tiles_since_flush == kTilesPerFlush) {  // the same in all invocations
          barrier();
          histogram_flush();
          barrier();
          tiles_since_flush = 0u;
        }
      }
    }
  }
#endif
#ifdef FUSED
  // Asked for late: tone mapping needs the register.
  uint end_word = end_word_of(invocation);
#endif
  end_measurement(tally, end_word);  // has barriers
}
