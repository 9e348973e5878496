// SPDX-License-Identifier: MIT
// Calls of the effects on texels. The includer has FINISH_TABLES and EFFECTS; with EFFECT_PASSES, it is the final pass
// by itself, with bindings of what effects' passes made, and includes finish/effect_passes.glsl after main().
#include "finish/effects/scene_texel.glsl"
#include "lens/texel.glsl"
#ifdef EFFECT_PASSES
void aberration(inout vec4 colors[TEXELS_AT_ONCE], SourceTexel texels[TEXELS_AT_ONCE], AberrationParams params);
void glare(inout SceneTexel texels[TEXELS_AT_ONCE], GlareParams params);
void glare_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, GlareParams params);
void acuity(inout SceneTexel texels[TEXELS_AT_ONCE], AcuityParams params);
void acuity_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, AcuityParams params);
void local_exposure(inout SceneTexel texels[TEXELS_AT_ONCE], LocalExposureParams params);
void local_exposure_begin_tile(uvec2 corner, uvec2 extent, uvec2 origin, LocalExposureParams params);
void night(inout SceneTexel texels[TEXELS_AT_ONCE], NightParams params);
#endif

/// Effects before exposure, in the order of the chain; but the lens, which the eye looks through, is first.
void add_scene_effects(inout SceneTexel texels[TEXELS_AT_ONCE]) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
  if ((EFFECTS & PHOTOPIC_EFFECT_LENS) != 0u) lens(texels, FINISH_TABLES.lens);
#ifdef EFFECT_PASSES
  if ((EFFECTS & PHOTOPIC_EFFECT_GLARE) != 0u) glare(texels, FINISH_TABLES.glare);
  if ((EFFECTS & PHOTOPIC_EFFECT_ACUITY) != 0u) acuity(texels, FINISH_TABLES.acuity);
  if ((EFFECTS & PHOTOPIC_EFFECT_LOCAL_EXPOSURE) != 0u) local_exposure(texels, FINISH_TABLES.local_exposure);
  if ((EFFECTS & PHOTOPIC_EFFECT_NIGHT) != 0u) night(texels, FINISH_TABLES.night);
#endif
#endif
}

#ifdef EFFECT_PASSES
/// What is read of the HDR image instead of its texels.
void add_source_effects(inout vec4 colors[TEXELS_AT_ONCE], SourceTexel texels[TEXELS_AT_ONCE]) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
  if ((EFFECTS & PHOTOPIC_EFFECT_ABERRATION) != 0u) aberration(colors, texels, FINISH_TABLES.aberration);
#endif
}

/// Before the texels of a tile, by all invocations of the workgroup: `corner` of the tile in a picture of that
/// extent, which begins at `origin` in the HDR image. A barrier follows if PHOTOPIC_SHARED_EFFECT_BITS are on.
void begin_scene_effects(uvec2 corner, uvec2 extent, uvec2 origin) {
#ifndef PHOTOPIC_WITHOUT_EFFECTS
  if ((EFFECTS & PHOTOPIC_EFFECT_GLARE) != 0u) glare_begin_tile(corner, extent, origin, FINISH_TABLES.glare);
  if ((EFFECTS & PHOTOPIC_EFFECT_ACUITY) != 0u) acuity_begin_tile(corner, extent, origin, FINISH_TABLES.acuity);
  if ((EFFECTS & PHOTOPIC_EFFECT_LOCAL_EXPOSURE) != 0u) {
    local_exposure_begin_tile(corner, extent, origin, FINISH_TABLES.local_exposure);
  }
#endif
}
#endif
