// SPDX-License-Identifier: MIT
// Tone mapping pass: HDR image x exposure -> display-referred image; of layers, all of them; of samples, resolved.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "photopic/interface.h"
#include "meter/color.glsl"
#include "meter/tile.glsl"
#ifdef MAPS_LAYERS
#define LAYER gl_WorkGroupID.z
#elif !defined(HDR_SAMPLES)
#define EFFECT_PASSES
#endif
#include "finish/store.glsl"

layout(local_size_x = PHOTOPIC_TONE_MAP_INVOCATIONS) in;

layout(set = 0, binding = PHOTOPIC_TONE_MAP_LDR, LDR_FORMAT) uniform writeonly LDR_IMAGE ldr;
#define SIGNAL_TILE
#include "finish/picture.glsl"

layout(constant_id = PHOTOPIC_SPEC_BORDER) const uint kBorder = 1u;

const uint kTexels = PHOTOPIC_TONE_MAP_STEPS;  // for each invocation

#ifdef MEASURES_LIGHT
#define LIGHT_BINDING PHOTOPIC_TONE_MAP_LIGHT
#include "finish/light.glsl"
#endif

void main() {
  float exposure = CURRENT_EXPOSURE * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 target = uvec2(pc.target_x, pc.target_y);
  uvec2 corner = gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT) +
                 strip_texel_of_invocation(gl_LocalInvocationIndex);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
#ifndef HDR_SAMPLES
  vec4 colors[kTexels];
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    if (kBorder != 0u) texel = min(texel, extent - 1u);
    colors[i] = hdr_at(source + texel);
  }
#endif
#ifdef EFFECT_PASSES
  begin_scene_effects(gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT), extent,
                      source);
#endif
  begin_signal_effects(
      source + gl_WorkGroupID.xy * uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT), pc.dither_seed);
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
#ifdef EFFECT_PASSES
    add_source_effects(colors[i], SourceTexel(source + texel, source, extent));
#endif
#ifdef HDR_SAMPLES
    if (kBorder != 0u && any(greaterThanEqual(texel, extent))) continue;
    vec4 result = display_samples(exposure, source + texel, picture, pc.dither_seed);
#else
    vec4 result = display_texel(colors[i], exposure, source + texel, picture, pc.dither_seed);
#endif
    if (kBorder == 0u || all(lessThan(texel, extent))) {
      imageStore(ldr, LDR_PLACE(target + texel), stored_texel(result));
#ifdef MEASURES_LIGHT
      see_light(result.rgb);
#endif
    }
  }
#ifdef MEASURES_LIGHT
  add_light();
#endif
}

#ifdef EFFECT_PASSES
#include "finish/effect_passes.glsl"
#endif
