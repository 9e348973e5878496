// SPDX-License-Identifier: MIT
// Copy of a presented image to memory that the CPU reads, and its way to photopic run.
#include "layer/swapchain.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

#include "layer/clock/steps.h"

namespace layer {
namespace {

/// A memory type of `types` that the CPU can read, cached if there is one. -1: there is none.
int readable_type(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t types) {
  constexpr VkMemoryPropertyFlags kChoices[] = {
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT};
  for (const VkMemoryPropertyFlags flags : kChoices) {
    for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
      if ((types >> i & 1u) != 0 && (memory.memoryTypes[i].propertyFlags & flags) == flags) return int(i);
    }
  }
  return -1;
}

/// A file without a name that nobody can change any more. -1: there is no memory.
int sealed_file(const void* data, std::size_t size) {
  const int file = ::memfd_create("photopic frame", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  const char* at = static_cast<const char*>(data);
  for (std::size_t left = size; file >= 0 && left > 0;) {
    const ssize_t written = ::write(file, at, left);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) {
      ::close(file);
      return -1;
    }
    at += written;
    left -= std::size_t(written);
  }
  if (file >= 0) ::fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL);
  return file;
}

}  // namespace

Texels texels_of(VkFormat format) {
  switch (format) {
    case VK_FORMAT_R8G8B8A8_UNORM:
    case VK_FORMAT_R8G8B8A8_SRGB:
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32:
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32:
      return Texels::rgba8;
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_SRGB:
      return Texels::bgra8;
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
      return Texels::rgb10a2;
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return Texels::bgr10a2;
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return Texels::rgba16f;
    default:
      return Texels::none;
  }
}

Swapchain::Swapchain(Device& device, VkSwapchainKHR handle, const VkSwapchainCreateInfoKHR& info, Problem problem,
                     std::shared_ptr<Window> window)
    : device_(device),
      handle_(handle),
      extent_(info.imageExtent),
      format_(info.imageFormat),
      color_space_(info.imageColorSpace),
      is_opaque_(info.compositeAlpha == VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR),
      window_(std::move(window)),
      problem_(problem) {
  std::uint32_t count = 0;
  if (!check(device_.vk.GetSwapchainImagesKHR(device_.handle, handle_, &count, nullptr), "vkGetSwapchainImagesKHR")) {
    return;
  }
  images_.resize(count);
  semaphores_.resize(count);
  check(device_.vk.GetSwapchainImagesKHR(device_.handle, handle_, &count, images_.data()), "vkGetSwapchainImagesKHR");
}

Swapchain::~Swapchain() {
  {
    const std::lock_guard guard(device_.mutex);
    for (const VkSemaphore semaphore : semaphores_) {
      if (semaphore != VK_NULL_HANDLE) device_.used_semaphores.push_back(semaphore);
    }
  }
  // Nothing of the rest is in use: each present waits for its copy.
  device_.vk.DestroyCommandPool(device_.handle, pool_, nullptr);
  device_.vk.DestroyFence(device_.handle, fence_, nullptr);
  device_.vk.DestroyBuffer(device_.handle, buffer_, nullptr);
  device_.vk.FreeMemory(device_.handle, memory_, nullptr);
}

Report Swapchain::report(Report::Kind kind) const {
  Report report;
  report.kind = kind;
  report.window = window_->number;
  report.width = extent_.width;
  report.height = extent_.height;
  report.format = std::uint32_t(format_);
  report.color_space = std::uint32_t(color_space_);
  report.texels = texels_of(format_);
  report.is_opaque = is_opaque_ ? 1 : 0;
  report.problem = problem_;
  report.clock = clock_state();
  return report;
}

void Swapchain::tell() {
  if (Channel* const channel = Channel::open()) channel->send(report(Report::Kind::swapchain));
}

void Swapchain::refuse(Problem problem, VkResult result, const char* call) {
  problem_ = problem;
  if (!window_->is_known || !window_->is_wanted) return;
  Report told = report(Report::Kind::problem);
  told.result = result;
  std::snprintf(told.name.data(), told.name.size(), "%s", call);
  if (Channel* const channel = Channel::open()) channel->send(told);
}

bool Swapchain::check(VkResult result, const char* call) {
  if (result == VK_SUCCESS) return true;
  const bool is_memory = result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
  refuse(result == VK_ERROR_DEVICE_LOST ? Problem::device_lost
         : is_memory                    ? Problem::memory
                                        : Problem::call,
         result, call);
  return false;
}

bool Swapchain::make_buffer() {
  if (texels_ != nullptr) return true;
  const DeviceTable& vk = device_.vk;
  const VkBufferCreateInfo buffer_info = {
      .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
      .size = VkDeviceSize(extent_.width) * extent_.height * texel_bytes(texels_of(format_)),
      .usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT};
  if (!check(vk.CreateBuffer(device_.handle, &buffer_info, nullptr, &buffer_), "vkCreateBuffer")) return false;
  VkMemoryRequirements needs = {};
  vk.GetBufferMemoryRequirements(device_.handle, buffer_, &needs);
  const int type = readable_type(device_.memory, needs.memoryTypeBits);
  if (type < 0) {
    refuse(Problem::memory);
    return false;
  }
  const VkMemoryAllocateInfo memory_info = {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                            .allocationSize = needs.size,
                                            .memoryTypeIndex = std::uint32_t(type)};
  return check(vk.AllocateMemory(device_.handle, &memory_info, nullptr, &memory_), "vkAllocateMemory") &&
         check(vk.BindBufferMemory(device_.handle, buffer_, memory_, 0), "vkBindBufferMemory") &&
         check(vk.MapMemory(device_.handle, memory_, 0, VK_WHOLE_SIZE, 0, &texels_), "vkMapMemory");
}

bool Swapchain::make_commands(std::uint32_t family) {
  const DeviceTable& vk = device_.vk;
  const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  if (fence_ == VK_NULL_HANDLE &&
      !check(vk.CreateFence(device_.handle, &fence_info, nullptr, &fence_), "vkCreateFence")) {
    return false;
  }
  if (family == family_) return check(vk.ResetCommandPool(device_.handle, pool_, 0), "vkResetCommandPool");
  vk.DestroyCommandPool(device_.handle, pool_, nullptr);
  pool_ = VK_NULL_HANDLE;
  family_ = ~0u;
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .queueFamilyIndex = family};
  if (!check(vk.CreateCommandPool(device_.handle, &pool_info, nullptr, &pool_), "vkCreateCommandPool")) return false;
  const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = pool_,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
  if (!check(vk.AllocateCommandBuffers(device_.handle, &info, &commands_), "vkAllocateCommandBuffers")) return false;
  // The loader writes its dispatch pointer into what applications allocate, but not into what layers do.
  if (!check(device_.set_loader_data(device_.handle, commands_), "pfnSetDeviceLoaderData")) return false;
  family_ = family;
  return true;
}

VkSemaphore Swapchain::semaphore(std::uint32_t index) {
  const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  if (semaphores_[index] == VK_NULL_HANDLE) {
    check(device_.vk.CreateSemaphore(device_.handle, &info, nullptr, &semaphores_[index]), "vkCreateSemaphore");
  }
  return semaphores_[index];
}

VkCommandBuffer Swapchain::record(std::uint32_t family, std::uint32_t index) {
  if (index >= images_.size() || !make_buffer() || !make_commands(family)) return VK_NULL_HANDLE;
  const DeviceTable& vk = device_.vk;
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                          .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  if (!check(vk.BeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer")) return VK_NULL_HANDLE;
  VkImageMemoryBarrier image = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                .srcAccessMask = 0,  // the semaphores that are waited for made all writes visible
                                .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT,
                                .oldLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                                .newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                .image = images_[index],
                                .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
  vk.CmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                        nullptr, 1, &image);
  const VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                    .imageExtent = {extent_.width, extent_.height, 1}};
  vk.CmdCopyImageToBuffer(commands_, images_[index], VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer_, 1, &region);
  std::swap(image.oldLayout, image.newLayout);
  image.srcAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
  image.dstAccessMask = 0;
  const VkBufferMemoryBarrier host = {.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                      .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                      .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
                                      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                      .buffer = buffer_,
                                      .size = VK_WHOLE_SIZE};
  vk.CmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT,
                        VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, nullptr, 1, &host, 1,
                        &image);
  return check(vk.EndCommandBuffer(commands_), "vkEndCommandBuffer") ? commands_ : VK_NULL_HANDLE;
}

void Swapchain::send(Channel& channel, std::uint64_t frame) {
  const DeviceTable& vk = device_.vk;
  if (!check(vk.WaitForFences(device_.handle, 1, &fence_, VK_TRUE, UINT64_MAX), "vkWaitForFences") ||
      !check(vk.ResetFences(device_.handle, 1, &fence_), "vkResetFences")) {
    return;
  }
  const VkMappedMemoryRange range = {
      .sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE, .memory = memory_, .size = VK_WHOLE_SIZE};
  if (!check(vk.InvalidateMappedMemoryRanges(device_.handle, 1, &range), "vkInvalidateMappedMemoryRanges")) return;
  const std::size_t size = std::size_t(extent_.width) * extent_.height * texel_bytes(texels_of(format_));
  const int file = sealed_file(texels_, size);
  if (file < 0) return refuse(Problem::memory);
  Report sent = report(Report::Kind::picture);
  sent.frame = frame;
  channel.send_picture(sent, file);
  ::close(file);
}

}  // namespace layer
