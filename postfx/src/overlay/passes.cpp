// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the debug overlay's passes.
#include "overlay/passes.h"

#include <photopic/overlay_interface.h>
#include <spirv/overlay_compose.h>
#include <spirv/overlay_display_outputs.h>
#include <spirv/overlay_draw_outputs.h>
#include <spirv/overlay_gather.h>
#include <spirv/overlay_gather_stored_outputs.h>
#include <spirv/overlay_waveform_outputs.h>

#include "display/output_formats.h"

namespace photopic::passes {
namespace {

using enum BindingKind;
// gather: HDR image (stored: LDR image), data, blit weights; waveform: LDR image, plots; display, draw: HDR image,
// data, state, LDR image, local exposure, plots; then display: ACES 2's tables; draw: blit weights, level, mask, depth,
// classes, glare, its tables
constexpr BindingKind kGather[] = {sampled_image, storage_buffer, storage_buffer};
constexpr BindingKind kGatherStored[] = {storage_image, storage_buffer, storage_buffer};
constexpr BindingKind kCompose[] = {storage_buffer, storage_buffer};
constexpr BindingKind kWaveform[] = {storage_image, storage_buffer};
constexpr BindingKind kDisplay[] = {sampled_image,  storage_buffer, storage_buffer, storage_image,
                                    storage_buffer, storage_buffer, storage_buffer};
constexpr BindingKind kDraw[] = {sampled_image,  storage_buffer, storage_buffer, storage_image, storage_buffer,
                                 storage_buffer, storage_buffer, sampled_image,  sampled_image, sampled_image,
                                 sampled_image,  sampled_image,  storage_buffer};

}  // namespace

PHOTOPIC_PASS(overlay_gather, kGather, OverlayPush)
PHOTOPIC_PASS(overlay_compose, kCompose, OverlayPush)
// Of each output format: descriptions, then tables of them.
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...)                        \
  PHOTOPIC_PASS(overlay_display_##glsl, kDisplay, OverlayPush)   \
  PHOTOPIC_PASS(overlay_draw_##glsl, kDraw, OverlayPush)         \
  PHOTOPIC_PASS(overlay_waveform_##glsl, kWaveform, OverlayPush) \
  PHOTOPIC_PASS(overlay_gather_stored_##glsl, kGatherStored, OverlayPush)
PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)
#undef PHOTOPIC_OUTPUT_FORMAT

#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &overlay_display_##glsl,
constexpr const PassDesc* const overlay_display_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &overlay_draw_##glsl,
constexpr const PassDesc* const overlay_draw_to[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &overlay_waveform_##glsl,
constexpr const PassDesc* const overlay_waveform_of[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
#define PHOTOPIC_OUTPUT_FORMAT(glsl, ...) &overlay_gather_stored_##glsl,
constexpr const PassDesc* const overlay_gather_stored_of[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT

}  // namespace photopic::passes
