// SPDX-License-Identifier: MIT
// Final pass that also sharpens: it exposes, tone maps and encodes a tile and a texel around it into shared memory, then
// sharpens the tile and stores it. For effects of a texel and aberration, and pictures of codes; the device has shaderFloat16.
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
f16vec4 signal_near(uvec2 texel, ivec2 offset);
#define SIGNAL_NEAR_HALVES(texel, offset) signal_near(texel, offset)
#define SIGNAL_NEAR
#include "finish/picture.glsl"

layout(constant_id = PHOTOPIC_SPEC_FILTERS_HDR) const uint kFiltersHdr = 0u;
#define ABERRATION_FILTERS (kFiltersHdr != 0u)
void aberration(inout vec4 colors[TEXELS_AT_ONCE], SourceTexel texels[TEXELS_AT_ONCE], AberrationParams params);

const uint kWidth = PHOTOPIC_SHARPEN_WIDTH, kHeight = PHOTOPIC_SHARPEN_HEIGHT;  // with a texel around the tile
const uint kTexels = TEXELS_AT_ONCE;
const uint kRows = PHOTOPIC_SHARPEN_INVOCATIONS / kWidth;  // that invocations have at once
const uint kBatches = kHeight / (kRows * kTexels);

shared f16vec4 signals[kWidth * kHeight];
ivec2 corner;  // of what is around the tile, in the HDR image; wraps around

f16vec4 signal_near(uvec2 texel, ivec2 offset) {
  uvec2 place = uvec2(ivec2(texel) - corner + offset);
  return signals[place.y * kWidth + place.x];
}

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

void main() {
  float exposure = CURRENT_EXPOSURE * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  ivec2 source = ivec2(pc.source_x, pc.source_y);
  ivec2 last = source + ivec2(pc.width, pc.height) - 1;
  corner = source + ivec2(gl_WorkGroupID.xy * uvec2(kWidth - 2u, kHeight - 2u)) - 1;
  uvec2 lane = uvec2(gl_LocalInvocationIndex % kWidth, gl_LocalInvocationIndex / kWidth);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
  // An invocation's own stay in registers: where nothing is sharpened, they are as exact as without sharpening.
  vec4 own[kBatches][kTexels];
  [[unroll]] for (uint batch = 0u; batch < kBatches; ++batch) {
    uvec2 texels[kTexels];  // of the HDR image; beyond the picture, the nearest one
    [[unroll]] EACH_TEXEL(i) {
      uint row = lane.y + kRows * (batch * kTexels + i);
      texels[i] = uvec2(clamp(corner + ivec2(lane.x, row), source, last));
      own[batch][i] = hdr_at(texels[i]);
    }
    find_codes(own[batch], texels, exposure, picture);
    [[unroll]] EACH_TEXEL(i) {
      uint place = gl_LocalInvocationIndex + PHOTOPIC_SHARPEN_INVOCATIONS * (batch * kTexels + i);
      signals[place] = f16vec4(own[batch][i].rgb * (1.0 / MAX_CODE), 0.0);
    }
  }
  barrier();
  if (lane.x == 0u || lane.x == kWidth - 1u) return;
  [[unroll]] for (uint batch = 0u; batch < kBatches; ++batch) {
    uvec2 texels[kTexels];
    bool is_own[kTexels];
    [[unroll]] EACH_TEXEL(i) {
      uint row = lane.y + kRows * (batch * kTexels + i);
      ivec2 texel = corner + ivec2(lane.x, row);
      is_own[i] = row != 0u && row != kHeight - 1u && all(lessThanEqual(texel, last));
      // Others are computed, and not stored.
      texels[i] = uvec2(corner + ivec2(lane.x, clamp(row, 1u, kHeight - 2u)));
    }
    finish_texels(own[batch], texels, pc.dither_seed);
    [[unroll]] EACH_TEXEL(i) {
      if (!is_own[i]) continue;
      uvec2 place = uvec2(pc.target_x, pc.target_y) + (texels[i] - uvec2(source));
      imageStore(ldr, LDR_PLACE(place), stored_texel(own[batch][i]));
    }
  }
}

#include "aberration/texel.glsl"
