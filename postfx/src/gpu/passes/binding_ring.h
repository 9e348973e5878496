// SPDX-License-Identifier: MIT
// Ring of descriptor sets of a pass, where descriptors can't be pushed.
#ifndef PHOTOPIC_SRC_GPU_BINDING_RING_H
#define PHOTOPIC_SRC_GPU_BINDING_RING_H

#include <cstdint>
#include <memory>
#include <span>

#include "gpu/host/gpu.h"
#include "gpu/passes/binding.h"
#include "gpu/passes/pass_desc.h"

namespace photopic {

VkDescriptorType descriptor_type(BindingKind kind) noexcept;

/// Sets are written one after the other. Where a pass asks for n of other bindings than the two before in a recording
/// at most, and the ring was made for r recordings, a set that a recording has bound is written again by the r-th
/// recording behind it at the earliest: Device::frames_in_flight.
class BindingRing {
 public:
  explicit BindingRing(const Gpu& gpu) : gpu_(gpu) {}
  ~BindingRing();
  BindingRing(const BindingRing&) = delete;
  BindingRing& operator=(const BindingRing&) = delete;

  /// `kinds` must outlive this object. `dispatches`: n times r.
  Status create(VkDescriptorSetLayout layout, std::span<const BindingKind> kinds, std::uint32_t dispatches) noexcept;

  /// A set that holds `bindings`, and whether it is to be written first: what it holds then is taken to be them. One
  /// that this recording (Gpu::recording) wrote is taken again; what an earlier one wrote may have ended since, and a
  /// new view or buffer may have its handle.
  VkDescriptorSet set_of(std::span<const Binding> bindings, bool* is_new) noexcept;

 private:
  Binding* held(std::uint32_t set) { return held_.get() + set * kinds_.size(); }
  bool holds(std::uint32_t set, std::span<const Binding> bindings) noexcept;

  const Gpu& gpu_;
  std::span<const BindingKind> kinds_;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  std::uint32_t count_ = 0;
  std::uint32_t last_ = 0;  // the one that was written last
  std::unique_ptr<VkDescriptorSet[]> sets_;
  std::unique_ptr<Binding[]> held_;
  std::unique_ptr<std::uint64_t[]> written_;  // in which recording
};

}  // namespace photopic

#endif
