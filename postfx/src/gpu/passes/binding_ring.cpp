// SPDX-License-Identifier: MIT
// Pool of a ring's descriptor sets, and the choice of one.
#include "gpu/passes/binding_ring.h"

#include <algorithm>
#include <iterator>
#include <new>

#include "gpu/host/report.h"

namespace photopic {
namespace {

constexpr std::uint32_t kLooked = 2;  // sets before the next one that may hold what is asked for

}  // namespace

VkDescriptorType descriptor_type(BindingKind kind) noexcept {
  switch (kind) {
    case BindingKind::sampled_image:
    case BindingKind::filtered_image:
      return VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    case BindingKind::storage_image:
      return VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    case BindingKind::storage_buffer:
    case BindingKind::none:
      break;
  }
  return VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
}

BindingRing::~BindingRing() {
  if (pool_ != VK_NULL_HANDLE) gpu_.vk.vkDestroyDescriptorPool(gpu_.device.device, pool_, gpu_.device.allocator);
}

Status BindingRing::create(VkDescriptorSetLayout layout, std::span<const BindingKind> kinds,
                           std::uint32_t dispatches) noexcept {
  kinds_ = kinds;
  count_ = dispatches + kLooked;  // those that are looked at may be bound after a later one was written
  sets_.reset(new (std::nothrow) VkDescriptorSet[count_]());
  held_.reset(new (std::nothrow) Binding[count_ * kinds.size()]());
  written_.reset(new (std::nothrow) std::uint64_t[count_]());
  const std::unique_ptr<VkDescriptorSetLayout[]> layouts(new (std::nothrow) VkDescriptorSetLayout[count_]);
  if (sets_ == nullptr || held_ == nullptr || written_ == nullptr || layouts == nullptr) {
    return report(gpu_.device, Status::out_of_memory, "create: out of host memory");
  }
  std::fill_n(layouts.get(), count_, layout);
  VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 0},
                                  {VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 0},
                                  {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0}};
  for (const BindingKind kind : kinds) {
    if (kind == BindingKind::none) continue;
    std::find_if(std::begin(sizes), std::end(sizes), [&](const VkDescriptorPoolSize& size) {
      return size.type == descriptor_type(kind);
    })->descriptorCount += count_;
  }
  VkDescriptorPoolSize* const end =
      std::remove_if(std::begin(sizes), std::end(sizes), [](const auto& size) { return size.descriptorCount == 0; });
  VkDescriptorPoolCreateInfo pool_info = {};
  pool_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
  pool_info.maxSets = count_;
  pool_info.poolSizeCount = static_cast<std::uint32_t>(end - sizes);
  pool_info.pPoolSizes = sizes;
  const VkTable& vk = gpu_.vk;
  const VkDevice device = gpu_.device.device;
  PHOTOPIC_TRY(check(gpu_.device, vk.vkCreateDescriptorPool(device, &pool_info, gpu_.device.allocator, &pool_),
                     "vkCreateDescriptorPool"));
  VkDescriptorSetAllocateInfo sets_info = {};
  sets_info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
  sets_info.descriptorPool = pool_;
  sets_info.descriptorSetCount = count_;
  sets_info.pSetLayouts = layouts.get();
  return check(gpu_.device, vk.vkAllocateDescriptorSets(device, &sets_info, sets_.get()), "vkAllocateDescriptorSets");
}

bool BindingRing::holds(std::uint32_t set, std::span<const Binding> bindings) noexcept {
  return written_[set] == gpu_.recording && std::equal(bindings.begin(), bindings.end(), held(set));
}

VkDescriptorSet BindingRing::set_of(std::span<const Binding> bindings, bool* is_new) noexcept {
  *is_new = false;
  const std::uint32_t before = (last_ + count_ - 1) % count_;
  if (holds(last_, bindings)) return sets_[last_];
  if (holds(before, bindings)) return sets_[before];
  last_ = (last_ + 1) % count_;
  *is_new = true;
  written_[last_] = gpu_.recording;
  std::copy(bindings.begin(), bindings.end(), held(last_));
  return sets_[last_];
}

}  // namespace photopic
