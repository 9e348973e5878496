// SPDX-License-Identifier: MIT
// Build of the grid of tone curves: a workgroup reads a tile of the HDR image, and writes what it adds to the columns
// of the four nodes at its corners.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#include "local_exposure/interface.h"
#include "meter/color.glsl"
#include "glare/interface.h"
#include "glare/source.glsl"

layout(constant_id = PHOTOPIC_SPEC_LOCAL_SIDE) const uint kSide = 2u;
layout(constant_id = PHOTOPIC_SPEC_LOCAL_LANES) const uint kLanes = 256u;
#include "gpu/interface.h"
layout(constant_id = PHOTOPIC_SPEC_GROUP) const uint kGroup = 256u;
layout(local_size_x = 256, local_size_x_id = PHOTOPIC_SPEC_GROUP) in;
#define GROUP_INVOCATIONS kLanes
#include "gpu/each_lane.glsl"
layout(constant_id = PHOTOPIC_SPEC_BRANCHLESS) const uint kBranchless = 0u;

layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_COLUMNS, std430) writeonly buffer Columns { vec2 columns[]; };
layout(constant_id = PHOTOPIC_SPEC_LOCAL_VEIL) const uint kVeil = 0u;
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_VEIL) uniform sampler2D veil;
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_VEIL_TABLES, std430) readonly buffer Tables { GlareTables tables; };
layout(set = 0, binding = PHOTOPIC_LOCAL_BUILD_EXPOSURE, std430) readonly buffer Exposure { float current_exposure; };
layout(push_constant, std430) uniform Push { LocalBuildParams pc; };

#include "local_exposure/tile.glsl"

bool is_whole;      // the tile lies within the region
vec2 inverse_size;  // of the HDR image, texels

vec3 luminance_row() { return vec3(pc.luminance_of_red, pc.luminance_of_green, pc.luminance_of_blue); }

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

void take_samples(uvec2 tile, uint invocation) {
  uvec2 first = grid_begin(invocation);
  vec2 place = vec2(uvec2(pc.origin_x, pc.origin_y) + tile * kTile + first * kSide + 1u) * inverse_size;
  vec2 in_tile = grid_place(first);
  [[dont_unroll]] for (uint row = 0u; row < kRows; row += kBatch) {
    vec2 samples[kBatch];
    [[unroll]] for (uint i = 0u; i < kBatch; ++i) {
      uvec2 corner = tile * kTile + (first + uvec2(0u, row + i)) * kSide;
      samples[i] = sample_behind_glare(corner, place + vec2(0.0, float(i * kSide) * inverse_size.y));
    }
    [[unroll]] for (uint i = 0u; i < kBatch; ++i) {
      grid_add(samples[i], in_tile + vec2(0.0, float(i * kSide) / float(kTile)), pc.inverse_pre_exposure);
    }
    place.y += float(kBatch * kSide) * inverse_size.y;
    in_tile.y += float(kBatch * kSide) / float(kTile);
  }
  grid_end(in_tile.x);
}

void main() {
  // Backwards: what the meter read last is what is most likely still near.
  uvec2 tile = gl_NumWorkGroups.xy - 1u - gl_WorkGroupID.xy;
  is_whole = all(lessThanEqual((tile + 1u) * kTile, uvec2(pc.width, pc.height)));
  inverse_size = 1.0 / vec2(textureSize(hdr, 0));
  grid_clear();
  barrier();
  EACH_LANE(take_samples(tile, INVOCATION_OF_LANE);)
  grid_write(tile.y * gl_NumWorkGroups.x + tile.x, pc.has_totals != 0u);
}
