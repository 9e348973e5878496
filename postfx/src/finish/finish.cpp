// SPDX-License-Identifier: MIT
// Making and recording of the final pass.
#include "finish/finish.h"

#include <photopic/settings_table.h>

#include "effects/chain.h"
#include "finish/output_formats.h"
#include "finish/passes.h"
#include "gpu/compute_pass.h"

namespace photopic {

std::uint32_t effects_of(const Settings& settings) noexcept { return effects_on(settings); }

gpu::FinishTables finish_tables(const Settings& settings) noexcept {
  gpu::FinishTables tables = {};
  operator_parameters(settings.tone_map, &tables.operator_parameters);
  set_effect_params(settings, &tables);
  return tables;
}

Status Finish::create(const CreateInfo& info) noexcept {
  Status status = tone_map_.create(*passes::tone_map_to[output_format_row(info.ldr_format)]);
  if (status == Status::ok) {
    status = tables_.create(sizeof(gpu::FinishTables), settings_slot_count(info.view_count));
  }
  for (std::uint32_t i = 0; i < kToneMapperCount && status == Status::ok; ++i) {
    if ((info.tone_mappers >> i & 1u) == 0) continue;
    const Specialization constants[] = {{PHOTOPIC_SPEC_TONE_MAPPER, i},
                                        {PHOTOPIC_SPEC_EFFECTS, info.effects},
                                        {PHOTOPIC_SPEC_DITHER, info.dither ? 1u : 0u}};
    status = tone_map_.add_variant(i, constants);
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
                                     .dither = settings.tone_map.dither ? 1u : 0u,
                                     .dither_seed = settings.tone_map.dither_seed,
                                     .picture_x = picture.offset.x,
                                     .picture_y = picture.offset.y,
                                     .picture_width = picture.extent.width,
                                     .picture_height = picture.extent.height};
  const Binding bindings[] = {image_binding(frame.hdr, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL),
                              image_binding(frame.ldr, VK_IMAGE_LAYOUT_GENERAL), exposure, tables(settings)};
  const std::uint32_t side = PHOTOPIC_TONE_MAP_TILE_SIDE;
  const VkExtent2D groups = {(params.width + side - 1) / side, (params.height + side - 1) / side};
  tone_map_.dispatch(command_buffer, static_cast<std::uint32_t>(settings.tone_map.tone_mapper), groups, params,
                     bindings);
}

}  // namespace photopic
