// SPDX-License-Identifier: MIT
// Copies of a swapchain's images.
#ifndef PHOTOPIC_LAYER_SWAPCHAIN_H
#define PHOTOPIC_LAYER_SWAPCHAIN_H

#include <span>

#include "layer/device.h"

namespace layer {

Texels texels_of(VkFormat format);

/// A swapchain and the objects that copy its images. Only the thread that presents uses it: Vulkan forbids the use of a
/// swapchain on two threads at once.
class Swapchain {
 public:
  /// `info`: as the swapchain was made.
  Swapchain(Device& device, VkSwapchainKHR handle, const VkSwapchainCreateInfoKHR& info, Problem problem,
            std::shared_ptr<Window> window);
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  Window& window() { return *window_; }
  const std::shared_ptr<Window>& shared_window() const { return window_; }
  /// Why nothing can be copied; is told once.
  Problem problem() const { return problem_; }
  void tell();
  void refuse(Problem problem, VkResult result = VK_SUCCESS, const char* call = "");

  /// Records the copy of image `index`, from PRESENT_SRC and back to it. Null: it failed, refuse() has said so.
  VkCommandBuffer record(std::uint32_t family, std::uint32_t index);
  /// Signalled by the submission that copies image `index`, and waited for by its present.
  VkSemaphore semaphore(std::uint32_t index);
  VkFence fence() const { return fence_; }
  /// Waits for the copy and sends it.
  void send(Channel& channel, std::uint64_t frame);
  Report report(Report::Kind kind) const;

 private:
  bool check(VkResult result, const char* call);
  bool make_buffer();
  bool make_commands(std::uint32_t family);

  Device& device_;
  VkSwapchainKHR handle_;
  VkExtent2D extent_;
  VkFormat format_;
  VkColorSpaceKHR color_space_;
  bool is_opaque_;
  std::shared_ptr<Window> window_;
  Problem problem_;
  std::vector<VkImage> images_;
  std::vector<VkSemaphore> semaphores_;  ///< by image, made when they are first needed
  std::uint32_t family_ = ~0u;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  void* texels_ = nullptr;
};

}  // namespace layer

#endif
