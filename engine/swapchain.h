// SPDX-License-Identifier: MIT
// Frames on a window.
#ifndef PHOTOPIC_ENGINE_SWAPCHAIN_H
#define PHOTOPIC_ENGINE_SWAPCHAIN_H

#include <functional>
#include <optional>
#include <vector>

#include "engine/device/device_object.h"

namespace engine {

/// A swapchain with its surface, and command buffers for up to kInFlight frames. Outgrown or lost, it is made anew by
/// begin(). One thread; the context must outlive it, and must have been made with surface_extensions.
class Swapchain {
 public:
  static constexpr std::uint32_t kInFlight = 2;

  struct Frame {
    VkCommandBuffer command_buffer = VK_NULL_HANDLE;
    std::uint32_t slot = 0;   ///< < kInFlight: what was recorded with it before is done
    std::uint32_t image = 0;  ///< index among images()
  };

  /// `make_surface` makes a surface of the window for this context's instance, or throws Error; it is called again
  /// should the surface be lost. Throws Error if the device can't present to it.
  Swapchain(const Context& context, std::function<VkSurfaceKHR()> make_surface);
  ~Swapchain();
  Swapchain(const Swapchain&) = delete;
  Swapchain& operator=(const Swapchain&) = delete;

  /// Waits until a frame is free, and begins its command buffer. Nothing while the window has no area. The image is
  /// in VK_IMAGE_LAYOUT_UNDEFINED; its first use must wait for kAcquireStages. Throws Error.
  std::optional<Frame> begin(VkExtent2D window, bool vsync);
  /// Ends, submits and presents; the image must be in PRESENT_SRC_KHR. Throws Error.
  void end(const Frame& frame);
  /// Waits for the queue.
  void wait() const;

  static constexpr VkPipelineStageFlags kAcquireStages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;

  /// What the surface takes now; a window that has moved to another display may take others.
  std::vector<VkSurfaceFormatKHR> formats() const;
  /// What begin() makes the images with from now on, one of formats(). At first sRGB of 8 bits a channel, else of 10,
  /// without an _SRGB format: what is written is taken to be encoded.
  void choose(VkSurfaceFormatKHR format);
  VkSurfaceFormatKHR chosen() const { return format_; }
  /// Of the images: usage COLOR_ATTACHMENT.
  VkFormat format() const { return made_format_; }
  /// For this and later images, with the device's extension; else nothing happens. `metadata.pNext` is null.
  void set_metadata(const VkHdrMetadataEXT& metadata);
  const Context& context() const { return context_; }
  VkExtent2D extent() const { return extent_; }
  VkImage image(std::uint32_t index) const { return images_[index]; }
  /// Views of the images; others after each change of generation().
  const std::vector<ImageView>& views() const { return views_; }
  std::uint32_t generation() const { return generation_; }
  /// The images also have TRANSFER_SRC usage, and 8 bits a channel.
  bool is_readable() const { return is_readable_; }

 private:
  struct Slot {
    VkCommandBuffer command_buffer = VK_NULL_HANDLE;
    Fence done;
    Semaphore acquired;
  };

  void make_slots();
  void take_surface();
  void choose_first_format();
  void keep_available_format();
  void tell_metadata() const;
  VkPresentModeKHR present_mode(bool vsync) const;
  bool make_images(VkExtent2D window, bool vsync);
  void destroy_images();
  void destroy();

  const Context& context_;
  std::function<VkSurfaceKHR()> make_surface_;
  VkSurfaceKHR surface_ = VK_NULL_HANDLE;
  VkSurfaceFormatKHR format_ = {};
  VkFormat made_format_ = VK_FORMAT_UNDEFINED;
  std::optional<VkHdrMetadataEXT> metadata_;
  VkSwapchainKHR swapchain_ = VK_NULL_HANDLE;
  VkExtent2D extent_ = {};
  VkExtent2D made_for_ = {};  ///< size of the window
  bool is_vsync_ = true;
  bool is_readable_ = false;
  bool is_stale_ = true;
  std::uint32_t generation_ = 0;
  std::vector<VkImage> images_;
  std::vector<ImageView> views_;
  std::vector<Semaphore> rendered_;  ///< of each image
  CommandPool pool_;
  Slot slots_[kInFlight];
  std::uint32_t next_ = 0;
};

}  // namespace engine

#endif
