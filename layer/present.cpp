// SPDX-License-Identifier: MIT
// Frames of presents: which are taken, their submissions, and their packets to photopic run.
#include "layer/present.h"

#include <optional>

namespace layer {
namespace {

bool is_listed(const Configuration& wanted, std::uint64_t frame) {
  for (std::uint32_t i = 0; i < wanted.frame_count; ++i) {
    if (wanted.frames[i] == frame) return true;
  }
  return wanted.every != 0 && frame % wanted.every == 0;
}

/// Counts the frame.
Taken next_frame(Swapchain& swapchain, Channel& channel, std::uint32_t family) {
  Window& window = swapchain.window();
  const Configuration& wanted = channel.configuration();
  if (!window.is_known) {
    const Answer answer = channel.send_window(swapchain.report(Report::Kind::window));
    window = {
        .is_known = true, .is_wanted = answer.is_wanted != 0, .number = answer.window, .encoding = answer.encoding};
    if (window.is_wanted && wanted.tools != 0) swapchain.make_tools(wanted, family);
    swapchain.tell();
  }
  Taken taken = {.swapchain = &swapchain, .frame = window.frames++};
  if (!window.is_wanted || taken.frame > wanted.last) return taken;
  taken.is_told = wanted.sends_presents != 0;
  taken.is_seen = window.tools != 0;
  taken.is_copied = is_listed(wanted, taken.frame) || (wanted.tools & kMeasuringTools & ~window.tools) != 0;
  if (wanted.takes_requests != 0) {
    const std::uint32_t requests = channel.requests();
    if (requests != window.requests) taken.is_copied = true;
    window.requests = requests;
  }
  if (swapchain.problem() != Problem::none) taken.is_copied = taken.is_seen = false;
  return taken;
}

/// The presents of several devices show images of other devices, too.
bool is_of_device_group(const VkPresentInfoKHR& info) {
  for (auto* one = static_cast<const VkBaseInStructure*>(info.pNext); one != nullptr; one = one->pNext) {
    if (one->sType != VK_STRUCTURE_TYPE_DEVICE_GROUP_PRESENT_INFO_KHR) continue;
    const auto& group = *reinterpret_cast<const VkDeviceGroupPresentInfoKHR*>(one);
    for (std::uint32_t i = 0; i < group.swapchainCount; ++i) {
      if (group.pDeviceMasks[i] != 1) return true;
    }
  }
  return false;
}

/// Takes VkPresentRegionsKHR off a present's chain, for as long as it lives: overlays change texels outside of them.
class WholePresent {
 public:
  explicit WholePresent(VkPresentInfoKHR& info) {
    auto* before = reinterpret_cast<VkBaseInStructure*>(&info);
    for (; before->pNext != nullptr; before = const_cast<VkBaseInStructure*>(before->pNext)) {
      if (before->pNext->sType != VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR) continue;
      before_ = before;
      regions_ = before->pNext;
      before->pNext = regions_->pNext;
      return;
    }
  }
  ~WholePresent() {
    if (before_ != nullptr) before_->pNext = regions_;
  }
  WholePresent(const WholePresent&) = delete;
  WholePresent& operator=(const WholePresent&) = delete;

 private:
  VkBaseInStructure* before_ = nullptr;  ///< the program's where regions aren't the first of the chain
  const VkBaseInStructure* regions_ = nullptr;
};

/// Lists of one present. Each thread keeps its own, so that presents take no memory from the heap.
struct Presents {
  std::vector<Taken> taken;
  std::vector<VkSemaphore> semaphores;
  std::vector<VkPipelineStageFlags> stages;
};

/// Makes what is to be made of frames, in one submission for each window: the first waits for all that the present
/// waits for, and the present for all of them. False: nothing was submitted.
bool submit(Device& device, VkQueue queue, std::uint32_t family, const VkPresentInfoKHR& info, Presents& presents) {
  constexpr VkQueueFlags kCopies = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT;
  const bool can_copy = family < device.families.size() && (device.families[family].queueFlags & kCopies) != 0;
  const bool is_group = is_of_device_group(info);
  presents.semaphores.clear();
  presents.stages.assign(info.waitSemaphoreCount, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
  for (std::uint32_t i = 0; i < info.swapchainCount; ++i) {
    Taken& taken = presents.taken[i];
    if (!taken.is_copied && !taken.is_seen) continue;
    const Taken asked = taken;
    taken.is_copied = taken.is_seen = false;
    Swapchain& swapchain = *taken.swapchain;
    if (!can_copy || is_group) {
      swapchain.refuse(can_copy ? Problem::device_group : Problem::queue);
      continue;
    }
    const VkCommandBuffer commands = swapchain.record(family, info.pImageIndices[i], asked);
    const VkSemaphore semaphore =
        commands != VK_NULL_HANDLE ? swapchain.semaphore(info.pImageIndices[i]) : VK_NULL_HANDLE;
    if (semaphore == VK_NULL_HANDLE) continue;
    const bool is_first = presents.semaphores.empty();
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .waitSemaphoreCount = is_first ? info.waitSemaphoreCount : 0,
                                 .pWaitSemaphores = info.pWaitSemaphores,
                                 .pWaitDstStageMask = presents.stages.data(),
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &commands,
                                 .signalSemaphoreCount = 1,
                                 .pSignalSemaphores = &semaphore};
    const VkResult result = device.vk.QueueSubmit(queue, 1, &submit, swapchain.fence());
    if (result != VK_SUCCESS) {
      swapchain.refuse(result == VK_ERROR_DEVICE_LOST ? Problem::device_lost : Problem::call, result, "vkQueueSubmit");
      continue;
    }
    swapchain.submitted();
    presents.semaphores.push_back(semaphore);
    taken = asked;
  }
  return !presents.semaphores.empty();
}

}  // namespace

VkResult present(Device& device, Channel& channel, VkQueue queue, const VkPresentInfoKHR& info) {
  static thread_local Presents presents;
  presents.taken.clear();
  const std::uint32_t family = device.family(queue);
  bool is_submitting = false, has_overlay = false;
  for (std::uint32_t i = 0; i < info.swapchainCount; ++i) {
    Swapchain* const swapchain = device.swapchain(info.pSwapchains[i]);
    presents.taken.push_back(swapchain != nullptr ? next_frame(*swapchain, channel, family) : Taken{});
    const Taken& taken = presents.taken.back();
    is_submitting = is_submitting || taken.is_copied || taken.is_seen;
    has_overlay = has_overlay || (taken.is_seen && (swapchain->window().tools & kOverlayTool) != 0);
  }
  VkPresentInfoKHR changed = info;
  if (is_submitting && submit(device, queue, family, info, presents)) {
    changed.waitSemaphoreCount = std::uint32_t(presents.semaphores.size());
    changed.pWaitSemaphores = presents.semaphores.data();
  }
  std::optional<WholePresent> whole;
  if (has_overlay) whole.emplace(changed);
  const VkResult result = device.vk.QueuePresentKHR(queue, &changed);
  whole.reset();
  for (const Taken& taken : presents.taken) {
    if (taken.is_copied) {
      taken.swapchain->send(channel, taken.frame);
    } else if (taken.is_seen && taken.frame == channel.configuration().last) {
      taken.swapchain->finish();
    }
  }
  for (const Taken& taken : presents.taken) {
    if (!taken.is_told) continue;
    Report report = taken.swapchain->report(Report::Kind::present);
    report.frame = taken.frame;
    channel.send(report);
  }
  return result;
}

}  // namespace layer
