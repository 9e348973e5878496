// SPDX-License-Identifier: MIT
// PostProcess' getters of local exposure's tone curves.
#include <photopic/post_process.h>

#include "chain/effect_passes.h"

namespace photopic {
namespace {

const local_exposure::Passes* passes_of(const PostProcess& post) noexcept {
  const EffectPasses* passes = effect_passes_of(post);
  return passes != nullptr ? passes->local_exposure_passes() : nullptr;
}

}  // namespace

VkBuffer PostProcess::local_exposure_buffer() const noexcept {
  const local_exposure::Passes* passes = passes_of(*this);
  return passes != nullptr ? passes->nodes(0).buffer : VK_NULL_HANDLE;
}

VkDeviceSize PostProcess::local_exposure_offset_bytes(std::uint32_t view) const noexcept {
  const local_exposure::Passes* passes = passes_of(*this);
  return passes != nullptr ? passes->nodes(view).offset_bytes + sizeof(gpu::LocalGrid) : 0;
}

std::uint32_t PostProcess::local_exposure_pitch() const noexcept {
  const local_exposure::Passes* passes = passes_of(*this);
  return passes != nullptr ? passes->pitch().width : 0;
}

}  // namespace photopic
