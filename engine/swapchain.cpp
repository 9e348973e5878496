// SPDX-License-Identifier: MIT
// Making of a swapchain, and its frames.
#include "engine/swapchain.h"

#include <algorithm>
#include <utility>

#include "engine/transfer/commands.h"

namespace engine {
namespace {

constexpr int kAttempts = 4;  // a window that changes faster than this is drawn with the next frame

template <class Item, class Query>
std::vector<Item> list_of(const char* call, const Query& query) {
  std::uint32_t count = 0;
  check(query(&count, nullptr), call);
  std::vector<Item> items(count);
  check(query(&count, items.data()), call);
  items.resize(count);
  return items;
}

constexpr VkSemaphoreCreateInfo kSemaphoreInfo = {VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, nullptr, 0};

ImageView make_view(const Context& context, VkImage image, VkFormat format) {
  const VkImageViewCreateInfo info = {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                      .image = image,
                                      .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                      .format = format,
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  return {context, info};
}

}  // namespace

Swapchain::Swapchain(const Context& context, std::function<VkSurfaceKHR()> make_surface)
    : context_(context), make_surface_(std::move(make_surface)) {
  try {
    take_surface();
    make_slots();
  } catch (...) {
    destroy();
    throw;
  }
}

Swapchain::~Swapchain() { destroy(); }

void Swapchain::make_slots() {
  pool_ = make_command_pool(context_);
  const VkFenceCreateInfo fence_info = {VK_STRUCTURE_TYPE_FENCE_CREATE_INFO, nullptr, VK_FENCE_CREATE_SIGNALED_BIT};
  for (Slot& slot : slots_) {
    slot.command_buffer = allocate_command_buffer(context_, pool_);
    slot.done = {context_, fence_info};
    slot.acquired = {context_, kSemaphoreInfo};
  }
}

void Swapchain::take_surface() {
  surface_ = make_surface_();
  VkBool32 is_supported = VK_FALSE;
  check(context_.vk().vkGetPhysicalDeviceSurfaceSupportKHR(context_.physical_device(), context_.queue_family(),
                                                           surface_, &is_supported),
        "vkGetPhysicalDeviceSurfaceSupportKHR");
  if (is_supported == VK_FALSE) {
    throw Error(std::string("device '") + context_.properties().deviceName +
                "' can't draw to this window system; --device chooses another");
  }
  choose_first_format();
}

std::vector<VkSurfaceFormatKHR> Swapchain::formats() const {
  return list_of<VkSurfaceFormatKHR>(
      "vkGetPhysicalDeviceSurfaceFormatsKHR", [&](std::uint32_t* count, VkSurfaceFormatKHR* items) {
        return context_.vk().vkGetPhysicalDeviceSurfaceFormatsKHR(context_.physical_device(), surface_, count, items);
      });
}

void Swapchain::choose(VkSurfaceFormatKHR format) {
  if (format.format == format_.format && format.colorSpace == format_.colorSpace) return;
  format_ = format;
  is_stale_ = true;
}

void Swapchain::set_metadata(const VkHdrMetadataEXT& metadata) {
  metadata_ = metadata;
  tell_metadata();
}

void Swapchain::tell_metadata() const {
  const bool is_hdr = format_.colorSpace != VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
  if (!metadata_ || !is_hdr || is_stale_ || swapchain_ == VK_NULL_HANDLE || !context_.has_hdr_metadata()) return;
  context_.vk().vkSetHdrMetadataEXT(context_.device(), 1, &swapchain_, &*metadata_);
}

/// Those that were there before may have gone with the display's HDR mode.
void Swapchain::keep_available_format() {
  const auto formats = this->formats();
  const bool is_there = std::any_of(formats.begin(), formats.end(), [&](const VkSurfaceFormatKHR& one) {
    return one.format == format_.format && one.colorSpace == format_.colorSpace;
  });
  if (!is_there) choose_first_format();
}

void Swapchain::choose_first_format() {
  const auto formats = this->formats();
  for (const VkFormat wanted : {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_A2R10G10B10_UNORM_PACK32,
                                VK_FORMAT_A2B10G10R10_UNORM_PACK32}) {
    const auto is_it = [&](const VkSurfaceFormatKHR& one) {
      return one.format == wanted && one.colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
    };
    const auto found = std::find_if(formats.begin(), formats.end(), is_it);
    if (found == formats.end()) continue;
    choose(*found);
    return;
  }
  throw Error("the window takes no sRGB colours of 8 or 10 bits");
}

VkPresentModeKHR Swapchain::present_mode(bool vsync) const {
  if (vsync) return VK_PRESENT_MODE_FIFO_KHR;  // there always is
  const auto modes = list_of<VkPresentModeKHR>("vkGetPhysicalDeviceSurfacePresentModesKHR",
                                               [&](std::uint32_t* count, VkPresentModeKHR* items) {
                                                 return context_.vk().vkGetPhysicalDeviceSurfacePresentModesKHR(
                                                     context_.physical_device(), surface_, count, items);
                                               });
  for (const VkPresentModeKHR wanted : {VK_PRESENT_MODE_IMMEDIATE_KHR, VK_PRESENT_MODE_MAILBOX_KHR}) {
    if (std::find(modes.begin(), modes.end(), wanted) != modes.end()) return wanted;
  }
  return VK_PRESENT_MODE_FIFO_KHR;
}

/// False if the window has no area.
bool Swapchain::make_images(VkExtent2D window, bool vsync) {
  is_stale_ = true;  // until there are new ones
  wait();
  VkSurfaceCapabilitiesKHR surface = {};
  VkResult result =
      context_.vk().vkGetPhysicalDeviceSurfaceCapabilitiesKHR(context_.physical_device(), surface_, &surface);
  if (result == VK_ERROR_SURFACE_LOST_KHR) {
    destroy_images();
    context_.vk().vkDestroySwapchainKHR(context_.device(), std::exchange(swapchain_, VK_NULL_HANDLE), nullptr);
    context_.vk().vkDestroySurfaceKHR(context_.instance(), std::exchange(surface_, VK_NULL_HANDLE), nullptr);
    take_surface();
    result = context_.vk().vkGetPhysicalDeviceSurfaceCapabilitiesKHR(context_.physical_device(), surface_, &surface);
  }
  check(result, "vkGetPhysicalDeviceSurfaceCapabilitiesKHR");
  constexpr std::uint32_t kAny = 0xFFFFFFFF;  // the surface takes the swapchain's size
  const VkExtent2D wanted = surface.currentExtent.width == kAny ? window : surface.currentExtent;
  const VkExtent2D extent = {
      std::clamp(wanted.width, surface.minImageExtent.width, surface.maxImageExtent.width),
      std::clamp(wanted.height, surface.minImageExtent.height, surface.maxImageExtent.height),
  };
  if (wanted.width == 0 || wanted.height == 0 || extent.width == 0 || extent.height == 0) return false;

  destroy_images();
  keep_available_format();
  const bool has_8_bits = format_.format == VK_FORMAT_B8G8R8A8_UNORM || format_.format == VK_FORMAT_R8G8B8A8_UNORM;
  is_readable_ = has_8_bits && (surface.supportedUsageFlags & VK_IMAGE_USAGE_TRANSFER_SRC_BIT) != 0;
  VkSwapchainCreateInfoKHR info = {.sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR};
  info.surface = surface_;
  info.minImageCount = std::max(surface.minImageCount, kInFlight + 1);
  if (surface.maxImageCount != 0) info.minImageCount = std::min(info.minImageCount, surface.maxImageCount);
  info.imageFormat = format_.format;
  info.imageColorSpace = format_.colorSpace;
  info.imageExtent = extent;
  info.imageArrayLayers = 1;
  info.imageUsage =
      VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | (is_readable_ ? VkImageUsageFlags(VK_IMAGE_USAGE_TRANSFER_SRC_BIT) : 0u);
  info.preTransform = surface.currentTransform;
  // Any that there is: the images are opaque.
  for (VkFlags bit = 1; bit <= VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR && info.compositeAlpha == 0; bit <<= 1) {
    if (surface.supportedCompositeAlpha & bit) info.compositeAlpha = VkCompositeAlphaFlagBitsKHR(bit);
  }
  info.presentMode = present_mode(vsync);
  info.clipped = VK_TRUE;
  info.oldSwapchain = swapchain_;
  VkSwapchainKHR next = VK_NULL_HANDLE;
  result = context_.vk().vkCreateSwapchainKHR(context_.device(), &info, nullptr, &next);
  // Retired, whether or not there is a next.
  context_.vk().vkDestroySwapchainKHR(context_.device(), std::exchange(swapchain_, next), nullptr);
  if (result == VK_ERROR_SURFACE_LOST_KHR) return false;  // found again, and mended, before the next frame
  check(result, "vkCreateSwapchainKHR");
  images_ = list_of<VkImage>("vkGetSwapchainImagesKHR", [&](std::uint32_t* count, VkImage* items) {
    return context_.vk().vkGetSwapchainImagesKHR(context_.device(), swapchain_, count, items);
  });
  for (VkImage image : images_) {
    views_.push_back(make_view(context_, image, format_.format));
    rendered_.emplace_back(context_, kSemaphoreInfo);
  }
  made_format_ = format_.format;
  extent_ = extent;
  made_for_ = window;
  is_vsync_ = vsync;
  is_stale_ = false;
  ++generation_;
  tell_metadata();
  return true;
}

std::optional<Swapchain::Frame> Swapchain::begin(VkExtent2D window, bool vsync) {
  if (window.width == 0 || window.height == 0) return {};
  const Slot& slot = slots_[next_];
  const VkFence done = slot.done.get();
  check(context_.vk().vkWaitForFences(context_.device(), 1, &done, VK_TRUE, UINT64_MAX), "vkWaitForFences");
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    const bool fits = made_for_.width == window.width && made_for_.height == window.height && is_vsync_ == vsync;
    if ((is_stale_ || !fits) && !make_images(window, vsync)) return {};
    Frame frame = {slot.command_buffer, next_, 0};
    const VkResult result = context_.vk().vkAcquireNextImageKHR(context_.device(), swapchain_, UINT64_MAX,
                                                                slot.acquired.get(), VK_NULL_HANDLE, &frame.image);
    is_stale_ = result != VK_SUCCESS;
    if (result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_ERROR_SURFACE_LOST_KHR) continue;
    if (result != VK_SUBOPTIMAL_KHR) check(result, "vkAcquireNextImageKHR");
    const VkCommandBufferBeginInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                           .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    check(context_.vk().vkBeginCommandBuffer(frame.command_buffer, &info), "vkBeginCommandBuffer");
    return frame;
  }
  return {};
}

void Swapchain::end(const Frame& frame) {
  const Slot& slot = slots_[frame.slot];
  check(context_.vk().vkEndCommandBuffer(slot.command_buffer), "vkEndCommandBuffer");
  const VkFence done = slot.done.get();
  const VkSemaphore acquired = slot.acquired.get(), rendered = rendered_[frame.image].get();
  check(context_.vk().vkResetFences(context_.device(), 1, &done), "vkResetFences");
  const VkPipelineStageFlags acquire_stages = kAcquireStages;
  const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                               .waitSemaphoreCount = 1,
                               .pWaitSemaphores = &acquired,
                               .pWaitDstStageMask = &acquire_stages,
                               .commandBufferCount = 1,
                               .pCommandBuffers = &slot.command_buffer,
                               .signalSemaphoreCount = 1,
                               .pSignalSemaphores = &rendered};
  check(context_.vk().vkQueueSubmit(context_.queue(), 1, &submit, done), "vkQueueSubmit");
  next_ = (next_ + 1) % kInFlight;

  const VkPresentInfoKHR present = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                    .waitSemaphoreCount = 1,
                                    .pWaitSemaphores = &rendered,
                                    .swapchainCount = 1,
                                    .pSwapchains = &swapchain_,
                                    .pImageIndices = &frame.image};
  const VkResult result = context_.vk().vkQueuePresentKHR(context_.queue(), &present);
  if (result == VK_SUCCESS) return;
  is_stale_ = true;
  if (result == VK_SUBOPTIMAL_KHR || result == VK_ERROR_OUT_OF_DATE_KHR || result == VK_ERROR_SURFACE_LOST_KHR) return;
  check(result, "vkQueuePresentKHR");
}

void Swapchain::wait() const { check(context_.vk().vkQueueWaitIdle(context_.queue()), "vkQueueWaitIdle"); }

void Swapchain::destroy_images() {
  views_.clear();
  rendered_.clear();
  images_.clear();
}

void Swapchain::destroy() {
  context_.vk().vkQueueWaitIdle(context_.queue());
  destroy_images();
  context_.vk().vkDestroySwapchainKHR(context_.device(), swapchain_, nullptr);
  if (surface_ != VK_NULL_HANDLE) context_.vk().vkDestroySurfaceKHR(context_.instance(), surface_, nullptr);
}

}  // namespace engine
