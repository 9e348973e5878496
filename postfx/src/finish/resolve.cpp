// SPDX-License-Identifier: MIT
// Image and recording of the resolve before effects.
#include "finish/resolve.h"

#include <finish/interface.h>

#include <array>

#include "display/display.h"
#include "finish/passes.h"
#include "gpu/barriers/barriers.h"
#include "gpu/host/debug_names.h"
#include "gpu/memory/extent.h"

namespace photopic {

Status Resolve::create(const MadeFor& info) noexcept {
  if (!is_resolved(info)) return Status::ok;
  PHOTOPIC_TRY(pass_.create(passes::resolve_samples_rgba16f));
  const Specialization samples[] = {{PHOTOPIC_SPEC_SAMPLES, info.hdr_samples}};
  PHOTOPIC_TRY(pass_.add_variant(0, samples));
  return make_sized(info.max_extent);
}

Status Resolve::make_sized(VkExtent2D max_extent) noexcept {
  const auto create = [&](LevelImage& image) {
    constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    return image.create(max_extent, VK_FORMAT_R16G16B16A16_SFLOAT, kUsage, 1);
  };
  return image_.make(create, "resolved samples");
}

void Resolve::record(VkCommandBuffer command_buffer, const Settings& settings, const Binding& exposure,
                     ToneMapFrame* frame) const noexcept {
  const DebugLabel label(gpu_, command_buffer, "resolve");
  // Producers: the pass that adapts, or an import; earlier frames, which read the image. Consumer: this pass.
  memory_barrier(gpu_, command_buffer, kComputeWrite | kTransferWrite, kComputeRead);
  layout_barrier(gpu_, command_buffer, image_->handle(), 0, 1, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                 kComputeRead, kComputeWrite);
  const std::array<float, 3> row = luminance_row(settings.input);
  const VkRect2D& region = frame->region;
  const gpu::ResolveParams params = {.source_x = static_cast<std::uint32_t>(region.offset.x),
                                     .source_y = static_cast<std::uint32_t>(region.offset.y),
                                     .width = region.extent.width,
                                     .height = region.extent.height,
                                     .luminance_of_red = row[0],
                                     .luminance_of_green = row[1],
                                     .luminance_of_blue = row[2],
                                     .inverse_pre_exposure = 1.0f / frame->pre_exposure};
  const Binding target = image_binding(image_->level(0), VK_IMAGE_LAYOUT_GENERAL);
  const Binding bindings[] = {image_binding(frame->hdr, frame->hdr_layout), target, exposure};
  pass_.dispatch(command_buffer, 0, divide_up(region.extent, PHOTOPIC_RESOLVE_SIDE), params, bindings);
  // Producer: this pass. Consumers: effects, the final pass.
  memory_barrier(gpu_, command_buffer, kComputeWrite, kComputeRead);
  frame->hdr = target.view;
  frame->hdr_layout = VK_IMAGE_LAYOUT_GENERAL;
  frame->picture.offset.x -= region.offset.x;
  frame->picture.offset.y -= region.offset.y;
  frame->region.offset = {0, 0};
}

}  // namespace photopic
