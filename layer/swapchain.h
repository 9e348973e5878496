// SPDX-License-Identifier: MIT
// Copies of a swapchain's images.
#ifndef PHOTOPIC_LAYER_SWAPCHAIN_H
#define PHOTOPIC_LAYER_SWAPCHAIN_H

#include "layer/texels.h"
#include "layer/tools.h"

namespace layer {

/// A presented frame, and what is made of it.
struct Taken {
  class Swapchain* swapchain = nullptr;
  std::uint64_t frame = 0;
  bool is_told = false;    ///< its present
  bool is_copied = false;  ///< photopic run gets its picture
  bool is_seen = false;    ///< by tools
};

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

  /// Makes the window's tools. Where those that measure can't be had, Window::tools lacks them and Window::tools_words
  /// says why. Without an overlay that is asked for, the window is refused.
  void make_tools(const Configuration& wanted, std::uint32_t family);

  /// Records what is made of image `index`, from PRESENT_SRC and back to it. Waits for the frame before. Null: it
  /// failed, refuse() has said so.
  VkCommandBuffer record(std::uint32_t family, std::uint32_t index, const Taken& taken);
  /// Signalled by the submission that copies image `index`, and waited for by its present.
  VkSemaphore semaphore(std::uint32_t index);
  /// Signalled by the submission that submitted() tells of.
  VkFence fence() const { return fence_; }
  void submitted() { is_pending_ = true; }
  /// Waits for what was submitted last, and sends what tools have counted. False: it failed, refuse() has said so.
  bool finish();
  /// Waits for the copy and sends it.
  void send(Channel& channel, std::uint64_t frame);
  Report report(Report::Kind kind) const;

 private:
  bool check(const Outcome& outcome);
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
  bool is_pending_ = false;  ///< a submission that nobody has waited for
  Tools* tools_ = nullptr;   ///< that see the submitted frame
  ReadBuffer texels_;
};

}  // namespace layer

#endif
