// SPDX-License-Identifier: MIT
// Image of signals, and recording of the pass that stores the picture.
#include "finish/signals.h"

#include <photopic/interface.h>

#include <algorithm>
#include <span>

#include "display/draw_formats.h"
#include "display/output_formats.h"
#include "finish/passes.h"
#include "gpu/barriers/barriers.h"
#include "gpu/memory/extent.h"
#include "settings/variants.h"

namespace photopic {
namespace {

/// `has_border`: as Finish::Variant has it.
std::uint32_t store_variant(bool has_border, std::uint32_t dither) { return (has_border ? 1u : 0u) + 2u * dither; }

}  // namespace

const PassDesc& Signals::final_pass(VkFormat format) noexcept {
  const bool has_floats = compiled_encoding(format, OutputEncoding::automatic) == OutputEncoding::automatic;
  return has_floats ? *passes::tone_map_to[output_format_row(kFormat)] : passes::tone_map_signals_rgba16f;
}

bool Signals::has_tiles(const Gpu& gpu, const MadeFor& info) noexcept {
  constexpr std::uint32_t kMaxCode8 = 255;  // halves are too coarse for more
  // Measured on NVIDIA only. GCN would have 2 waves a SIMD for the registers of the pass.
  const VkPhysicalDeviceLimits& limits = gpu.limits;
  return is_made_for(info) && (info.steps & kDrawStep) == 0 && max_code_of(info) == kMaxCode8 &&
         output_format(info.ldr_format)->max_code != 0 && !info.content_light && gpu.device.shader_float16 &&
         gpu.is_nvidia &&
         std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]) >=
             PHOTOPIC_SHARPEN_INVOCATIONS &&
         limits.maxComputeSharedMemorySize >= PHOTOPIC_SHARPEN_BYTES;
}

Status Signals::create_pass(const MadeFor& info) noexcept {
  if ((info.steps & kDrawStep) == 0) {
    const std::uint32_t row = output_format_row(info.ldr_format);
    return store_.create(info.content_light ? *passes::store_picture_light_to[row] : *passes::store_picture_to[row]);
  }
  const bool has_codes = draw_format(info.ldr_format)->max_code != 0;
  return draw_.create(has_codes ? passes::draw_signals_codes : passes::draw_signals_floats, passes::kFullScreen,
                      info.render_target, info.ldr_format);
}

Status Signals::create(const MadeFor& info) noexcept {
  if (!is_made_for(info)) return Status::ok;
  const bool is_drawn = (info.steps & kDrawStep) != 0;
  Pass& pass = is_drawn ? static_cast<Pass&>(draw_) : store_;
  Status status = create_pass(info);
  for (std::uint32_t i = 0; i < 2 * kDitherCount && status == Status::ok; ++i) {
    const bool has_border = i % 2 != 0;
    const std::uint32_t dither = i / 2;
    if (!has_dither(info, dither)) continue;
    if (is_drawn ? has_border && !info.scaled_draw : !has_border && gpu_.is_cpu) continue;  // as in the final pass
    const bool is_srgb = is_drawn && draw_format(info.ldr_format)->is_srgb;
    const Specialization constants[] = {{PHOTOPIC_SPEC_PACKING, packing_of(info.packed_format)},
                                        {PHOTOPIC_SPEC_EFFECTS, info.effects},
                                        {PHOTOPIC_SPEC_BORDER, has_border ? 1u : 0u},
                                        {PHOTOPIC_SPEC_SCALED, has_border ? 1u : 0u},  // of draws
                                        {PHOTOPIC_SPEC_DITHER, dither},
                                        {PHOTOPIC_SPEC_UI, info.ui ? 1u : 0u},
                                        {PHOTOPIC_SPEC_MAX_CODE, max_code_of(info)},
                                        {PHOTOPIC_SPEC_HALVES, halves_of(gpu_, info.ldr_format)},
                                        {PHOTOPIC_SPEC_SRGB_TARGET, is_srgb ? 1u : 0u}};
    status = pass.add_variant(store_variant(has_border, dither), constants);
  }
  return status == Status::ok ? make_sized(info.max_extent) : status;
}

Status Signals::make_sized(VkExtent2D max_extent) noexcept {
  const auto create = [&](LevelImage& image) {
    return image.create(max_extent, kFormat, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT, 1);
  };
  return image_.make(create, "signals");
}

void Signals::record_begin(VkCommandBuffer command_buffer) const noexcept {
  // Producer: earlier storing passes, which read it. Consumer: the final pass.
  layout_barrier(gpu_, command_buffer, image_->handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                 kComputeRead, kComputeWrite);
}

void Signals::record(VkCommandBuffer command_buffer, const gpu::ToneMapParams& params, std::uint32_t dither,
                     std::span<const Binding> bindings) const noexcept {
  // Producer: the final pass. Consumer: this one.
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
  Binding all[PHOTOPIC_STORE_LIGHT + 1] = {target()};
  std::copy(bindings.begin(), bindings.end(), all + 1);
  const VkExtent2D tile = {PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT};
  const VkExtent2D groups = {divide_up(params.width, tile.width), divide_up(params.height, tile.height)};
  const bool has_border = params.width % tile.width != 0 || params.height % tile.height != 0 || gpu_.is_cpu;
  store_.dispatch(command_buffer, store_variant(has_border, dither), groups, params,
                  std::span(all).first(bindings.size() + 1));
}

void Signals::draw(VkCommandBuffer command_buffer, const VkRect2D& area, bool is_scaled, const gpu::DrawParams& params,
                   std::uint32_t dither, std::span<const Binding> bindings) const noexcept {
  Binding all[PHOTOPIC_STORE_LIGHT] = {target(), {}};
  std::copy(bindings.begin(), bindings.end(), all + PHOTOPIC_STORE_LDR + 1);
  draw_.draw(command_buffer, store_variant(is_scaled, dither), area, params, all);
}

}  // namespace photopic
