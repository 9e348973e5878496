// SPDX-License-Identifier: MIT
// Tone mapping pass: HDR image x exposure -> display-referred image.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_TONE_MAP_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_TONE_MAP_HDR) uniform sampler2D hdr;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly LDR_IMAGE ldr;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_EXPOSURE, std430) readonly buffer Exposure {
  float current_exposure;
  uint state_after[PHOTOPIC_STATE_NIGHT - 1];  // there with automatic white balance alone
};
layout(set = 0, binding = PHOTOPIC_TONE_MAP_FINISH, std430) readonly buffer Finish { FinishTables finish_tables; };
layout(push_constant, std430) uniform Push { ToneMapParams pc; };
layout(set = 0, binding = PHOTOPIC_TONE_MAP_UI) uniform sampler2D ui_image;
layout(constant_id = PHOTOPIC_SPEC_UI) const uint kUi = 0u;
#define FINISH_TABLES finish_tables
// Of the texel of the HDR image.
#define HAS_UI (kUi != 0u && (pc.flags & PHOTOPIC_TONE_MAP_HAS_UI) != 0u)
#define UI_AT(texel) texelFetch(ui_image, ivec2(texel - uvec2(pc.source_x, pc.source_y) + uvec2(pc.target_x, pc.target_y)), 0)
#define ACES2_BINDING PHOTOPIC_TONE_MAP_ACES2
#define LUT_BINDING PHOTOPIC_TONE_MAP_LUT
#define BALANCE_MATRIX(i) uintBitsToFloat(state_after[PHOTOPIC_STATE_BALANCE - 1 + PHOTOPIC_BALANCE_MATRIX + (i)])
#define BALANCE_FRAMES state_after[PHOTOPIC_STATE_BALANCE - 1 + PHOTOPIC_BALANCE_FRAMES]
#define BLUE_NOISE_BINDING PHOTOPIC_TONE_MAP_BLUE_NOISE
#define EFFECT_PASSES
#define INVERSE_PRE_EXPOSURE pc.inverse_pre_exposure
#define EFFECTS_ON (pc.flags >> PHOTOPIC_TONE_MAP_EFFECTS_SHIFT)
#define SIGNAL_TILE

/// A function, and before those of effects that sample images: the order in which types are first used stays the same
/// whether effects are off or not there, which tests/effects/off_is_free.cmake compares.
vec4 hdr_at(uvec2 texel) { return texelFetch(hdr, ivec2(texel), 0); }

#include "finish/display.glsl"

layout(constant_id = PHOTOPIC_SPEC_BORDER) const uint kBorder = 1u;

const uint kTexels = PHOTOPIC_TONE_MAP_STEPS;  // for each invocation

#ifdef MEASURES_LIGHT
#define LIGHT_BINDING PHOTOPIC_TONE_MAP_LIGHT
#include "finish/light.glsl"
#endif

void main() {
  float exposure = current_exposure * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 target = uvec2(pc.target_x, pc.target_y);
  uvec2 corner = gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT) +
                 strip_texel_of_invocation(gl_LocalInvocationIndex);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
  vec4 colors[kTexels];
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    if (kBorder != 0u) texel = min(texel, extent - 1u);
    colors[i] = hdr_at(source + texel);
  }
  begin_scene_effects(gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT), extent,
                      source);
  begin_signal_effects(
      source + gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT), pc.dither_seed);
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    add_source_effects(colors[i], SourceTexel(source + texel, source, extent));
    vec4 result = display_texel(colors[i], exposure, source + texel, picture, pc.dither_seed);
    if (kBorder == 0u || all(lessThan(texel, extent))) {
      imageStore(ldr, ivec2(target + texel), stored_texel(result));
#ifdef MEASURES_LIGHT
      see_light(result.rgb);
#endif
    }
  }
#ifdef MEASURES_LIGHT
  add_light();
#endif
}

#include "finish/effect_passes.glsl"
