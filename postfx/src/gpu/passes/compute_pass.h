// SPDX-License-Identifier: MIT
// Compute passes on the device.
#ifndef PHOTOPIC_SRC_GPU_COMPUTE_PASS_H
#define PHOTOPIC_SRC_GPU_COMPUTE_PASS_H

#include <cassert>
#include <cstdint>
#include <span>

#include "gpu/passes/pass.h"

namespace photopic {

class ComputePass : public Pass {
 public:
  explicit ComputePass(const Gpu& gpu) : Pass(gpu, VK_SHADER_STAGE_COMPUTE_BIT) {}

  /// `dispatches`: how many with other bindings than the two before it has in a recording, at most.
  Status create(const PassDesc& desc, std::uint32_t dispatches = 1, VkFilter filter = VK_FILTER_NEAREST) noexcept {
    return Pass::create(desc, dispatches, filter);
  }

  template <class Params>
  void dispatch(VkCommandBuffer command_buffer, std::uint32_t variant, VkExtent2D groups, const Params& params,
                std::span<const Binding> bindings, std::uint32_t layers = 1) const noexcept {
    assert(sizeof(Params) == desc_->push_bytes);
    bind(command_buffer, variant, &params, bindings);
    gpu_.vk.vkCmdDispatch(command_buffer, groups.width, groups.height, layers);
  }
};

}  // namespace photopic

#endif
