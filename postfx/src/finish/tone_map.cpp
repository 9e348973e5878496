// SPDX-License-Identifier: MIT
// Making and recording of the tone mapping pass.
#include "finish/tone_map.h"
#include "finish/passes.h"
#include "gpu/compute_pass.h"
#include "gpu/extent.h"

namespace photopic {

static_assert(kToneMapperCount <= 32);  // bits of CreateInfo::tone_mappers

float tone_map_white(const ToneMapSettings& settings) noexcept {
  return settings.tone_mapper == ToneMapper::hable ? settings.hable_white : settings.reinhard_white;
}

Status ToneMap::create(const CreateInfo& info) noexcept {
  Status status =
      tone_map_.create(info.ldr_format == VK_FORMAT_R8G8B8A8_UNORM ? passes::tone_map_rgba8 : passes::tone_map_rgba16f);
  for (std::uint32_t i = 0; i < kToneMapperCount && status == Status::ok; ++i) {
    if ((info.tone_mappers >> i & 1u) == 0) continue;
    status = create_variants(i, info.dither);
  }
  return status;
}

Status ToneMap::create_variants(std::uint32_t tone_mapper, bool has_dither) noexcept {
  Status status = Status::ok;
  for (std::uint32_t bits = 0; bits < kVariantCount && status == Status::ok; ++bits) {
    const Variant variant = {.has_border = (bits & 1u) != 0, .is_dithered = (bits & 2u) != 0};
    if (variant.is_dithered && !has_dither) continue;
    if (!variant.has_border && gpu_.is_cpu) continue;  // the other is as fast
    const Specialization constants[] = {{PHOTOPIC_SPEC_TONE_MAPPER, tone_mapper},
                                        {PHOTOPIC_SPEC_BORDER, variant.has_border ? 1u : 0u},
                                        {PHOTOPIC_SPEC_DITHER, variant.is_dithered ? 1u : 0u}};
    status = tone_map_.add_variant(variant.index(tone_mapper), constants);
  }
  return status;
}

void ToneMap::record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const ToneMapSettings& settings,
                     const Binding& exposure) const noexcept {
  const gpu::ToneMapParams params = {.source_x = static_cast<std::uint32_t>(frame.region.offset.x),
                                     .source_y = static_cast<std::uint32_t>(frame.region.offset.y),
                                     .target_x = static_cast<std::uint32_t>(frame.ldr_offset.x),
                                     .target_y = static_cast<std::uint32_t>(frame.ldr_offset.y),
                                     .width = frame.region.extent.width,
                                     .height = frame.region.extent.height,
                                     .dither = settings.dither ? 1u : 0u,
                                     .dither_seed = settings.dither_seed,
                                     .white = tone_map_white(settings)};
  const Binding bindings[] = {image_binding(frame.hdr, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                              image_binding(frame.ldr, VK_IMAGE_LAYOUT_GENERAL), exposure};
  const VkExtent2D tile = {PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT};
  const VkExtent2D groups = {divide_up(params.width, tile.width), divide_up(params.height, tile.height)};
  const bool has_border = params.width % tile.width != 0 || params.height % tile.height != 0;
  const Variant variant = {.has_border = has_border || gpu_.is_cpu, .is_dithered = settings.dither};
  tone_map_.dispatch(command_buffer, variant.index(static_cast<std::uint32_t>(settings.tone_mapper)), groups, params,
                     bindings);
}

}  // namespace photopic
