// SPDX-License-Identifier: MIT
// SPIR-V, bindings and push constants of the debug overlay's passes.
#include "overlay/passes.h"

#include <photopic/overlay_interface.h>
#include <spirv/overlay_compose.h>
#include <spirv/overlay_draw_rgba16f.h>
#include <spirv/overlay_draw_rgba8.h>
#include <spirv/overlay_gather.h>

namespace photopic::passes {
namespace {

using enum BindingKind;
// gather: HDR image, data, blit weights; draw: and state, LDR image, level, mask, depth, classes
constexpr BindingKind kGather[] = {sampled_image, storage_buffer, storage_buffer};
constexpr BindingKind kCompose[] = {storage_buffer, storage_buffer};
constexpr BindingKind kDraw[] = {sampled_image, storage_buffer, storage_buffer, storage_buffer, storage_image,
                                 sampled_image, sampled_image,  sampled_image,  sampled_image};

}  // namespace

constexpr PassDesc overlay_gather = {"overlay_gather", spirv::overlay_gather, kGather, sizeof(gpu::OverlayPush)};
constexpr PassDesc overlay_compose = {"overlay_compose", spirv::overlay_compose, kCompose, sizeof(gpu::OverlayPush)};
constexpr PassDesc overlay_draw_rgba8 = {"overlay_draw_rgba8", spirv::overlay_draw_rgba8, kDraw,
                                         sizeof(gpu::OverlayPush)};
constexpr PassDesc overlay_draw_rgba16f = {"overlay_draw_rgba16f", spirv::overlay_draw_rgba16f, kDraw,
                                           sizeof(gpu::OverlayPush)};

}  // namespace photopic::passes
