// SPDX-License-Identifier: MIT
// Inputs of the final pass, computed or drawn, and the display transform of its texels. The includer has
// finish/store.glsl; with EFFECT_PASSES, effects' passes ran before; with LAYER, images are arrays, of which that layer
// is read, and it may have an exposure of its own; with HDR_SAMPLES, the HDR image has several in a texel; with DRAWS,
// it is a draw.
#include "finish/interface.h"
#ifdef LAYER
#define PICTURE_SAMPLER sampler2DArray
#define PICTURE_FETCH(image, texel) texelFetch(image, ivec3(texel, LAYER), 0)
#else
#define PICTURE_SAMPLER sampler2D
#define PICTURE_FETCH(image, texel) texelFetch(image, ivec2(texel), 0)
#endif

#ifdef HDR_SAMPLES
layout(constant_id = PHOTOPIC_SPEC_SAMPLES) const uint kSamples = 2u;
layout(set = 0, binding = PHOTOPIC_TONE_MAP_HDR) uniform sampler2DMS hdr;
#else
layout(set = 0, binding = PHOTOPIC_TONE_MAP_HDR) uniform PICTURE_SAMPLER hdr;
#endif
#ifdef LAYER
layout(set = 0, binding = PHOTOPIC_TONE_MAP_EXPOSURE, std430) readonly buffer Exposures { uint exposure_words[]; };
#else
layout(set = 0, binding = PHOTOPIC_TONE_MAP_EXPOSURE, std430) readonly buffer Exposure {
  float current_exposure;
  uint state_after[PHOTOPIC_STATE_NIGHT - 1];  // there with automatic white balance alone
  NightTable night_table;                      // there with acuity and night alone: this is a NightExposure then
};
#endif
#define FINISH_BINDING PHOTOPIC_TONE_MAP_FINISH
#include "finish/tables.glsl"
#ifdef DRAWS
layout(push_constant, std430) uniform Push { DrawParams draw; };
#define pc draw.picture
#define EXPOSURE_STRIDE draw.exposure_stride
#elif defined(LAYER)
layout(push_constant, std430) uniform Push { LayersParams layers; };
#define pc layers.picture
#define EXPOSURE_STRIDE layers.exposure_stride
#else
layout(push_constant, std430) uniform Push { ToneMapParams pc; };
#endif
#ifdef LAYER
#define EXPOSURE_WORD (uint(LAYER) * EXPOSURE_STRIDE)
#define CURRENT_EXPOSURE uintBitsToFloat(exposure_words[EXPOSURE_WORD])
#define STATE_AFTER(i) exposure_words[EXPOSURE_WORD + 1u + uint(i)]
#else
#define CURRENT_EXPOSURE current_exposure
#define STATE_AFTER(i) state_after[i]
#endif
layout(set = 0, binding = PHOTOPIC_TONE_MAP_UI) uniform PICTURE_SAMPLER ui_image;
layout(constant_id = PHOTOPIC_SPEC_UI) const uint kUi = 0u;
// Of the texel of the HDR image.
#define HAS_UI (kUi != 0u && (pc.flags & PHOTOPIC_TONE_MAP_HAS_UI) != 0u)
#define UI_AT(texel) PICTURE_FETCH(ui_image, texel - uvec2(pc.source_x, pc.source_y) + uvec2(pc.target_x, pc.target_y))
#define LUT_BINDING PHOTOPIC_TONE_MAP_LUT
#define EXACT_LOOKS
#define BALANCE_MATRIX(i) uintBitsToFloat(STATE_AFTER(PHOTOPIC_STATE_BALANCE - 1 + PHOTOPIC_BALANCE_MATRIX + (i)))
#define BALANCE_FRAMES STATE_AFTER(PHOTOPIC_STATE_BALANCE - 1 + PHOTOPIC_BALANCE_FRAMES)
#define HAS_NOISE
#define INVERSE_PRE_EXPOSURE pc.inverse_pre_exposure
#define EFFECTS_ON (pc.flags >> PHOTOPIC_TONE_MAP_EFFECTS_SHIFT)

/// A function, and before those of effects that sample images: the order in which types are first used stays the same
/// whether effects are off or not there, which tests/effects/off_is_free.cmake compares.
#ifdef HDR_SAMPLES
vec4 hdr_at(uvec2 texel, uint i) { return texelFetch(hdr, ivec2(texel), int(i)); }
#else
vec4 hdr_at(uvec2 texel) { return PICTURE_FETCH(hdr, texel); }
#endif

#include "finish/display.glsl"
#if defined(HDR_SAMPLES) || defined(DRAWS)
#include "finish/shown.glsl"
#endif
#ifdef HDR_SAMPLES
#include "finish/samples.glsl"
#endif
