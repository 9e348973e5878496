// SPDX-License-Identifier: MIT
// Tone mapping pass: HDR image x exposure -> display-referred image; of layers, all of them; of samples, resolved.
#version 450
#extension GL_EXT_control_flow_attributes : require
#extension GL_GOOGLE_include_directive : require
#ifdef HALVES
#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require
#endif
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
#ifndef HDR_SAMPLES
#define TEXELS_AT_ONCE PHOTOPIC_TONE_MAP_STEPS
#endif
#include "finish/picture.glsl"

layout(constant_id = PHOTOPIC_SPEC_BORDER) const uint kBorder = 1u;

const uint kTexels = PHOTOPIC_TONE_MAP_STEPS;  // for each invocation

#ifdef MEASURES_LIGHT
#define LIGHT_BINDING PHOTOPIC_TONE_MAP_LIGHT
#include "finish/light.glsl"
#endif

// Of constants, in place of functions: what they rule out isn't given to drivers.
#ifdef PHOTOPIC_WITHOUT_EFFECTS
#define HAS_SCENE_EFFECTS false
#define HAS_SIGNAL_EFFECTS false
#else
#define HAS_SCENE_EFFECTS ((EFFECTS & PHOTOPIC_SCENE_EFFECT_BITS) != 0u)
#define HAS_SIGNAL_EFFECTS ((EFFECTS & (PHOTOPIC_SIGNAL_EFFECT_BITS & ~PHOTOPIC_BEHIND_EFFECT_BITS)) != 0u)
#endif

const uvec2 kTile = uvec2(PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT);

/// `texel` of the picture.
void store(vec4 result, uvec2 texel) {
  if (kBorder != 0u && any(greaterThanEqual(texel, uvec2(pc.width, pc.height)))) return;
  imageStore(ldr, LDR_PLACE(uvec2(pc.target_x, pc.target_y) + texel), stored_texel(result));
#ifdef MEASURES_LIGHT
  see_light(result.rgb);
#endif
}

#ifdef EFFECT_PASSES
layout(constant_id = PHOTOPIC_SPEC_FILTERS_HDR) const uint kFiltersHdr = 0u;
#define ABERRATION_FILTERS (kFiltersHdr != 0u)

/// Effects on what is read of the HDR image.
void add_source(inout vec4 colors[kTexels], uvec2 texels[kTexels]) {
  SourceTexel sources[kTexels];
  for (uint i = 0u; i < kTexels; ++i) {
    sources[i] = SourceTexel(texels[i], uvec2(pc.source_x, pc.source_y), uvec2(pc.width, pc.height));
  }
  add_source_effects(colors, sources);
}
#endif

void main() {
  float exposure = CURRENT_EXPOSURE * INVERSE_PRE_EXPOSURE;  // of the image's colour
  load_balance();
  uvec2 extent = uvec2(pc.width, pc.height);
  uvec2 source = uvec2(pc.source_x, pc.source_y);
  uvec2 tile = gl_WorkGroupID.xy * kTile;
  uvec2 corner = tile + strip_texel_of_invocation(gl_LocalInvocationIndex);
  Picture picture = make_picture(ivec2(pc.picture_x, pc.picture_y), uvec2(pc.picture_width, pc.picture_height));
#ifdef HDR_SAMPLES
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    if (kBorder != 0u && any(greaterThanEqual(texel, extent))) continue;
    store(display_samples(exposure, source + texel, picture, pc.dither_seed), texel);
  }
#else
  vec4 colors[kTexels];
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    if (kBorder != 0u) texel = min(texel, extent - 1u);
    colors[i] = hdr_at(source + texel);
  }
#ifdef EFFECT_PASSES
  begin_scene_effects(tile, extent, source);
  if ((EFFECTS & PHOTOPIC_SHARED_EFFECT_BITS) != 0u) barrier();
#endif
  uvec2 texels[kTexels];  // of the HDR image
  for (uint i = 0u; i < kTexels; ++i) texels[i] = source + corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
#ifdef EFFECT_PASSES
  if ((EFFECTS & PHOTOPIC_EFFECT_ABERRATION) != 0u) add_source(colors, texels);
#endif
  if (HAS_SCENE_EFFECTS) {
    SceneTexel scene[kTexels];
    for (uint i = 0u; i < kTexels; ++i) scene[i] = scene_texel(colors[i], exposure, texels[i], picture);
    add_scene_effects(scene);
    for (uint i = 0u; i < kTexels; ++i) colors[i].rgb = exposed_color(scene[i]);
  }
  if (kLook != 0u) {  // long code, once for all texels
    [[dont_unroll]] for (uint i = 0u; i < kTexels; ++i) {
      if (!HAS_SCENE_EFFECTS) colors[i].rgb = exposed_color(colors[i].rgb, exposure);
      colors[i] = encoded_texel(colors[i].rgb, colors[i].a);
    }
  }
  for (uint i = 0u; i < kTexels; ++i) {
    uvec2 texel = corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u);
    vec4 color = colors[i];
    if (kLook == 0u) {
      if (!HAS_SCENE_EFFECTS) color.rgb = exposed_color(color.rgb, exposure);
      color = encoded_texel(color.rgb, color.a);
    }
    if (HAS_SIGNAL_EFFECTS) {
      colors[i] = color;
    } else {  // at once, not all at the end
      store(vec4(finished(color.rgb, source + texel, pc.dither_seed), color.a), texel);
    }
  }
  if (HAS_SIGNAL_EFFECTS) {
    finish_texels(colors, texels, pc.dither_seed);
    for (uint i = 0u; i < kTexels; ++i) store(colors[i], corner + uvec2(i * PHOTOPIC_TONE_MAP_STEP_WIDTH, 0u));
  }
#endif
#ifdef MEASURES_LIGHT
  add_light();
#endif
}

#ifdef EFFECT_PASSES
#include "finish/effect_passes.glsl"
#endif
