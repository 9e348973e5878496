// SPDX-License-Identifier: MIT
// Final pass that also sharpens: it exposes, tone maps and encodes a tile and a texel around it into shared memory, then
// sharpens the tile and stores it. For effects of a texel and aberration, and pictures of 8-bit codes; the device has
// shaderFloat16.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "finish/interface.h"
#include "meter/color.glsl"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_SHARPEN_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly LDR_IMAGE ldr;
#define TEXELS_AT_ONCE 4
#include "finish/picture.glsl"
#include "sharpening/tile.glsl"

layout(constant_id = PHOTOPIC_SPEC_FILTERS_HDR) const uint kFiltersHdr = 0u;
#define ABERRATION_FILTERS (kFiltersHdr != 0u)
void aberration(inout vec4 colors[TEXELS_AT_ONCE], SourceTexel texels[TEXELS_AT_ONCE], AberrationParams params);

const uint kWidth = PHOTOPIC_SHARPEN_WIDTH, kHeight = PHOTOPIC_SHARPEN_HEIGHT;  // with a texel around the tile
const uint kTexels = TEXELS_AT_ONCE;
const uint kRows = kWidth * kHeight / PHOTOPIC_SHARPEN_INVOCATIONS;  // of an invocation, in one column
const uint kBatches = kRows / kTexels;

shared f16vec4 signals[kWidth * kHeight];

/// Code values of texels, before effects of the signal.
void find_codes(inout vec4 colors[kTexels], uvec2 texels[kTexels], float exposure, Picture picture) {
  if ((EFFECTS & PHOTOPIC_EFFECT_ABERRATION) != 0u) {
    SourceTexel sources[kTexels];
    EACH_TEXEL(i) {
      sources[i] = SourceTexel(texels[i], uvec2(pc.source_x, pc.source_y), uvec2(pc.width, pc.height));
    }
    aberration(colors, sources, FINISH_TABLES.aberration);
  }
  if ((EFFECTS & PHOTOPIC_SCENE_EFFECT_BITS) != 0u) {
    SceneTexel scene[kTexels];
    EACH_TEXEL(i) scene[i] = scene_texel(colors[i], exposure, texels[i], picture);
    add_scene_effects(scene);
    EACH_TEXEL(i) colors[i].rgb = exposed_color(scene[i]);
  } else {
    EACH_TEXEL(i) colors[i].rgb = exposed_color(colors[i].rgb, exposure);
  }
  if (kLook != 0u) {  // long code, once for all texels
    [[dont_unroll]] EACH_TEXEL(i) colors[i] = encoded_texel(colors[i].rgb, colors[i].a);
  } else {
    EACH_TEXEL(i) colors[i] = encoded_texel(colors[i].rgb, colors[i].a);
  }
}

/// Grain on codes, as it follows sharpening in the chain.
void add_grain(inout vec3 codes[kTexels], uvec2 texels[kTexels]) {
  SignalTexel grained[kTexels];
  EACH_TEXEL(i) grained[i] = SignalTexel(codes[i] * (1.0 / MAX_CODE), texels[i], pc.dither_seed);
  grain(grained, FINISH_TABLES.grain);
  EACH_TEXEL(i) codes[i] += (grained[i].color - codes[i] * (1.0 / MAX_CODE)) * MAX_CODE;
}

void main() {
  float exposure = CURRENT_EXPOSURE * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  ivec2 source = ivec2(pc.source_x, pc.source_y);
  ivec2 last = source + ivec2(pc.width, pc.height) - 1;
  // With what is around the tile, which may be beyond the picture.
  ivec2 corner = source + ivec2(gl_WorkGroupID.xy * uvec2(kWidth - 2u, kHeight - 2u)) - 1;
  uvec2 lane = uvec2(gl_LocalInvocationIndex % kWidth, gl_LocalInvocationIndex / kWidth * kRows);  // its first row
  ivec2 first = corner + ivec2(lane);
  uint place = lane.y * kWidth + lane.x;
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
  uvec2 own[kRows];
  [[unroll]] for (uint batch = 0u; batch < kBatches; ++batch) {
    uvec2 texels[kTexels];  // of the HDR image; beyond the picture, the nearest one
    vec4 codes[kTexels];
    [[unroll]] EACH_TEXEL(i) {
      texels[i] = uvec2(clamp(first + ivec2(0, batch * kTexels + i), source, last));
      codes[i] = hdr_at(texels[i]);
    }
    find_codes(codes, texels, exposure, picture);
    [[unroll]] EACH_TEXEL(i) {
      uint row = batch * kTexels + i;
      own[row] = packed_code(codes[i]);
      signals[place + kWidth * row] = f16vec4(signal_of_code(codes[i].rgb), 0.0);
    }
  }
  barrier();
  if (lane.x == 0u || lane.x == kWidth - 1u || first.x > last.x) return;
  ivec2 target = ivec2(pc.target_x, pc.target_y) + first - source;
  int rows = min(int(kHeight - 1u - lane.y), last.y - first.y + 1);  // to the tile's end and the picture's
  float amount = FINISH_TABLES.sharpening.amount;
  f16vec3 north = signals[max(place, kWidth) - kWidth].rgb, center = signals[place].rgb;
  [[unroll]] for (uint batch = 0u; batch < kBatches; ++batch) {
    uvec2 texels[kTexels];
    vec3 codes[kTexels];
    [[unroll]] EACH_TEXEL(i) {
      uint row = batch * kTexels + i;
      uint at = place + kWidth * row;
      f16vec3 south = signals[min(at + kWidth, kWidth * kHeight - 1u)].rgb;
      f16vec3 west = signals[at - 1u].rgb, east = signals[at + 1u].rgb;
      codes[i] = sharpened_code(color_of_packed(own[row]), center, north, west, east, south, amount);
      texels[i] = uvec2(first) + uvec2(0u, row);
      north = center;
      center = south;
    }
    if ((EFFECTS & PHOTOPIC_EFFECT_GRAIN) != 0u) add_grain(codes, texels);
    [[unroll]] EACH_TEXEL(i) {
      uint row = batch * kTexels + i;
      if ((row == 0u && lane.y == 0u) || int(row) >= rows) continue;
      vec4 result = vec4(finished(codes[i], texels[i], pc.dither_seed), alpha_of_packed(own[row]));
      imageStore(ldr, LDR_PLACE(target + ivec2(0, row)), stored_texel(result));
    }
  }
}

#include "aberration/texel.glsl"
