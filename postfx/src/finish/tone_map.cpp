// SPDX-License-Identifier: MIT
// Making and recording of the tone mapping pass.
#include "finish/tone_map.h"
#include "finish/passes.h"
#include "gpu/compute_pass.h"

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
    const Specialization constants[] = {{PHOTOPIC_SPEC_TONE_MAPPER, i}, {PHOTOPIC_SPEC_DITHER, info.dither ? 1u : 0u}};
    status = tone_map_.add_variant(i, constants);
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
  const std::uint32_t side = PHOTOPIC_TONE_MAP_TILE_SIDE;
  const VkExtent2D groups = {(params.width + side - 1) / side, (params.height + side - 1) / side};
  tone_map_.dispatch(command_buffer, static_cast<std::uint32_t>(settings.tone_mapper), groups, params, bindings);
}

}  // namespace photopic
