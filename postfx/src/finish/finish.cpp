// SPDX-License-Identifier: MIT
// Making and recording of the final pass.
#include "finish/finish.h"

#include <photopic/settings_table.h>

#include "effects/chain.h"
#include "finish/output_formats.h"
#include "finish/passes.h"
#include "gpu/memory/extent.h"
#include "gpu/passes/compute_pass.h"

namespace photopic {

std::uint32_t effects_of(const Settings& settings) noexcept { return PHOTOPIC_EFFECTS_ON; }

gpu::FinishTables finish_tables(const Settings& settings) noexcept {
  gpu::FinishTables tables = {};
  operator_parameters(settings.tone_map, &tables.operator_parameters);
  set_effect_params(settings, &tables);
  return tables;
}

Status Finish::create(const CreateInfo& info) noexcept {
  Status status = tone_map_.create(*passes::tone_map_to[output_format_row(info.ldr_format)]);
  if (status == Status::ok) {
    status = tables_.create(settings_slot_count(info.view_count));
  }
  for (std::uint32_t i = 0; i < kToneMapperCount && status == Status::ok; ++i) {
    if ((info.tone_mappers >> i & 1u) == 0) continue;
    status = create_variants(info, i);
  }
  return status;
}

Status Finish::create_variants(const CreateInfo& info, std::uint32_t tone_mapper) noexcept {
  Status status = Status::ok;
  for (std::uint32_t bits = 0; bits < kVariantCount && status == Status::ok; ++bits) {
    const Variant variant = {.has_border = (bits & 1u) != 0, .is_dithered = (bits & 2u) != 0};
    if (variant.is_dithered && !info.dither) continue;
    if (!variant.has_border && gpu_.is_cpu) continue;  // the other is as fast
    const Specialization constants[] = {{PHOTOPIC_SPEC_TONE_MAPPER, tone_mapper},
                                        {PHOTOPIC_SPEC_EFFECTS, info.effects},
                                        {PHOTOPIC_SPEC_BORDER, variant.has_border ? 1u : 0u},
                                        {PHOTOPIC_SPEC_DITHER, variant.is_dithered ? 1u : 0u}};
    status = tone_map_.add_variant(variant.index(tone_mapper), constants);
  }
  return status;
}

void Finish::record(VkCommandBuffer command_buffer, const ToneMapFrame& frame, const Settings& settings,
                    const Binding& exposure) noexcept {
  const VkRect2D& picture = frame.picture.extent.width != 0 ? frame.picture : frame.region;
  const gpu::ToneMapParams params = {.source_x = static_cast<std::uint32_t>(frame.region.offset.x),
                                     .source_y = static_cast<std::uint32_t>(frame.region.offset.y),
                                     .target_x = static_cast<std::uint32_t>(frame.ldr_offset.x),
                                     .target_y = static_cast<std::uint32_t>(frame.ldr_offset.y),
                                     .width = frame.region.extent.width,
                                     .height = frame.region.extent.height,
                                     .dither_seed = settings.tone_map.dither_seed,
                                     .picture_x = picture.offset.x,
                                     .picture_y = picture.offset.y,
                                     .picture_width = picture.extent.width,
                                     .picture_height = picture.extent.height};
  const Binding bindings[] = {image_binding(frame.hdr, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                              image_binding(frame.ldr, VK_IMAGE_LAYOUT_GENERAL), exposure, tables(settings)};
  const VkExtent2D tile = {PHOTOPIC_TONE_MAP_TILE_WIDTH, PHOTOPIC_TONE_MAP_TILE_HEIGHT};
  const VkExtent2D groups = {divide_up(params.width, tile.width), divide_up(params.height, tile.height)};
  const bool has_border = params.width % tile.width != 0 || params.height % tile.height != 0;
  const Variant variant = {.has_border = has_border || gpu_.is_cpu, .is_dithered = settings.tone_map.dither};
  tone_map_.dispatch(command_buffer, variant.index(static_cast<std::uint32_t>(settings.tone_map.tone_mapper)), groups,
                     params, bindings);
}

}  // namespace photopic
