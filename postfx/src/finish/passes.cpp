// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the passes of tone mapping.
#include "finish/passes.h"

#include <finish/interface.h>
#include <photopic/interface.h>
#include <spirv/draw_codes.h>
#include <spirv/draw_floats.h>
#include <spirv/draw_signals_codes.h>
#include <spirv/draw_signals_floats.h>
#include <spirv/draw_views_codes.h>
#include <spirv/draw_views_floats.h>
#include <spirv/full_screen_vert.h>
#include <spirv/resolve_samples_rgba16f.h>
#include <spirv/store_picture_light_outputs.h>
#include <spirv/store_picture_outputs.h>
#include <spirv/tone_map_halves_outputs.h>
#include <spirv/tone_map_layers_outputs.h>
#include <spirv/tone_map_light_outputs.h>
#include <spirv/tone_map_outputs.h>
#include <spirv/tone_map_samples_outputs.h>
#include <spirv/tone_map_sharpened_halves_r32ui.h>
#include <spirv/tone_map_sharpened_halves_rgba8.h>
#include <spirv/tone_map_signals_rgba16f.h>

#include <iterator>

#include "chain/chain.h"
#include "display/output_formats.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
#define PHOTOPIC_EFFECT_KIND(name, bit, binding, kind) , kind
// HDR image, LDR image, exposure, tables, LUT, UI, images of effects; light: sums
constexpr BindingKind kToneMap[] = {sampled_image,  storage_image,
                                    storage_buffer, storage_buffer,
                                    storage_buffer, sampled_image PHOTOPIC_IMAGE_EFFECTS(PHOTOPIC_EFFECT_KIND)};
constexpr BindingKind kToneMapLight[] = {sampled_image,  storage_image,
                                         storage_buffer, storage_buffer,
                                         storage_buffer, sampled_image PHOTOPIC_IMAGE_EFFECTS(PHOTOPIC_EFFECT_KIND),
                                         storage_buffer};
// Layers of arrays, and samples: without effects that have passes.
constexpr BindingKind kToneMapPlain[] = {sampled_image,  storage_image,  storage_buffer,
                                         storage_buffer, storage_buffer, sampled_image};
// Drawn: the attachment in place of the LDR image.
constexpr BindingKind kDraw[] = {sampled_image,  none,
                                 storage_buffer, storage_buffer,
                                 storage_buffer, sampled_image PHOTOPIC_IMAGE_EFFECTS(PHOTOPIC_EFFECT_KIND)};
constexpr BindingKind kDrawViews[] = {sampled_image,  none,           storage_buffer,
                                      storage_buffer, storage_buffer, sampled_image};
static_assert(std::size(kDraw) == PHOTOPIC_TONE_MAP_LIGHT && std::size(kDrawViews) == PHOTOPIC_TONE_MAP_FIRST_EFFECT);
static_assert(std::size(kToneMapPlain) == PHOTOPIC_TONE_MAP_FIRST_EFFECT);
#undef PHOTOPIC_EFFECT_KIND
static_assert(std::size(kToneMapLight) == PHOTOPIC_TONE_MAP_LIGHT + 1);
// samples, resolved image, exposure
constexpr BindingKind kResolve[] = {sampled_image, storage_image, storage_buffer};
// signals, LDR image, tables, UI; light: sums
constexpr BindingKind kStore[] = {sampled_image, storage_image, storage_buffer, sampled_image};
constexpr BindingKind kDrawSignals[] = {sampled_image, none, storage_buffer, sampled_image};
constexpr BindingKind kStoreLight[] = {sampled_image, storage_image, storage_buffer, sampled_image, storage_buffer};
static_assert(std::size(kStoreLight) == PHOTOPIC_STORE_LIGHT + 1);

}  // namespace

#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...)                              \
  PHOTOPIC_PASS(tone_map_##glsl, kToneMap, ToneMapParams)              \
  PHOTOPIC_PASS(tone_map_halves_##glsl, kToneMap, ToneMapParams)       \
  PHOTOPIC_PASS(tone_map_light_##glsl, kToneMapLight, ToneMapParams)   \
  PHOTOPIC_PASS(tone_map_layers_##glsl, kToneMapPlain, LayersParams)   \
  PHOTOPIC_PASS(tone_map_samples_##glsl, kToneMapPlain, ToneMapParams) \
  PHOTOPIC_PASS(store_picture_##glsl, kStore, ToneMapParams)           \
  PHOTOPIC_PASS(store_picture_light_##glsl, kStoreLight, ToneMapParams)
PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)
PHOTOPIC_PASS(tone_map_sharpened_halves_rgba8, kToneMapPlain, ToneMapParams)
PHOTOPIC_PASS(tone_map_sharpened_halves_r32ui, kToneMapPlain, ToneMapParams)
PHOTOPIC_PASS(tone_map_signals_rgba16f, kToneMap, ToneMapParams)
PHOTOPIC_PASS(resolve_samples_rgba16f, kResolve, ResolveParams)
PHOTOPIC_PASS(draw_codes, kDraw, DrawParams)
PHOTOPIC_PASS(draw_floats, kDraw, DrawParams)
PHOTOPIC_PASS(draw_signals_codes, kDrawSignals, DrawParams)
PHOTOPIC_PASS(draw_signals_floats, kDrawSignals, DrawParams)
PHOTOPIC_PASS(draw_views_codes, kDrawViews, DrawParams)
PHOTOPIC_PASS(draw_views_floats, kDrawViews, DrawParams)
#undef PHOTOPIC_OUTPUT_FORMAT

const PackedSpirv& kFullScreen = spirv::full_screen_vert;

#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &tone_map_##glsl,
constexpr const PassDesc* const tone_map_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &tone_map_halves_##glsl,
constexpr const PassDesc* const tone_map_halves_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &tone_map_light_##glsl,
constexpr const PassDesc* const tone_map_light_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &tone_map_layers_##glsl,
constexpr const PassDesc* const tone_map_layers_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &tone_map_samples_##glsl,
constexpr const PassDesc* const tone_map_samples_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &store_picture_##glsl,
constexpr const PassDesc* const store_picture_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &store_picture_light_##glsl,
constexpr const PassDesc* const store_picture_light_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT

}  // namespace photopic::passes
