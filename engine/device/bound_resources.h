// SPDX-License-Identifier: MIT
// Descriptors of set 0 as they are recorded: pushed where the device can, else in sets of a ring.
#ifndef PHOTOPIC_ENGINE_DEVICE_BOUND_RESOURCES_H
#define PHOTOPIC_ENGINE_DEVICE_BOUND_RESOURCES_H

#include <cstdint>
#include <span>
#include <vector>

#include "engine/device/device_object.h"

namespace engine {

/// A layout of set 0 and its descriptors. Without push descriptors, up to kRing calls of bind() may be pending.
class BoundResources {
 public:
  static constexpr std::uint32_t kRing = 1024;

  /// Throws Error.
  BoundResources(const Context& context, const std::vector<VkDescriptorSetLayoutBinding>& bindings);

  VkDescriptorSetLayout layout() const { return layout_.get(); }
  /// `writes` with binding, type and resource; their sets are set here. Nothing is bound if there are none.
  void bind(VkCommandBuffer command_buffer, VkPipelineBindPoint point, VkPipelineLayout layout,
            std::span<VkWriteDescriptorSet> writes) const;

 private:
  const Context* context_;
  DescriptorSetLayout layout_;
  DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  ///< none: they are pushed
  mutable std::uint32_t next_ = 0;
};

}  // namespace engine

#endif
