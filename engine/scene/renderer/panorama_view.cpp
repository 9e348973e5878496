// SPDX-License-Identifier: MIT
// Rendering of a view into a panorama.
#include "engine/scene/renderer/panorama_view.h"

#include <spirv/panorama_view.h>

#include "engine/transfer/commands.h"

namespace engine {
namespace {

static_assert(SCENE_PANORAMA_VIEW_PANORAMA == 0 && SCENE_PANORAMA_VIEW_TARGET == 1);  // the kernel's order

Sampler make_sampler(const Context& context) {
  const VkSamplerCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
  return {context, info};
}

}  // namespace

PanoramaView::PanoramaView(const Context& context, VkExtent2D extent)
    : context_(context),
      target_(context, extent, VK_FORMAT_R16G16B16A16_SFLOAT,
              VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
      sampler_(make_sampler(context)),
      kernel_(context, photopic::spirv::panorama_view,
              {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE},
              sizeof(::scene::PanoramaViewParams)) {}

void PanoramaView::record(VkCommandBuffer command_buffer, const Image& panorama,
                          ::scene::PanoramaViewParams params) const {
  params.width = target_.extent().width;
  params.height = target_.extent().height;
  // The previous frame's meter and tone map, or a copy of it, read the target.
  image_barrier(context_, command_buffer, target_.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT, 0}, kComputeWrite);
  const std::uint32_t side = SCENE_PANORAMA_VIEW_GROUP_SIDE;
  const VkExtent2D groups = {(params.width + side - 1) / side, (params.height + side - 1) / side};
  kernel_.dispatch(command_buffer, {sampled(panorama, sampler_.get()), storage(target_)}, &params, groups);
  image_barrier(context_, command_buffer, target_.handle(), VK_IMAGE_LAYOUT_GENERAL,
                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, kComputeWrite, kComputeRead);
}

}  // namespace engine
