// SPDX-License-Identifier: MIT
// Copies of presented images, to memory that the CPU reads and to tools, and their way to photopic run.
#include "layer/swapchain.h"

#include <unistd.h>

#include <cstdio>
#include <cstring>

#include "layer/clock/steps.h"

namespace layer {

Swapchain::Swapchain(Device& device, VkSwapchainKHR handle, const VkSwapchainCreateInfoKHR& info, Problem problem,
                     std::shared_ptr<Window> window)
    : device_(device),
      handle_(handle),
      extent_(info.imageExtent),
      format_(info.imageFormat),
      color_space_(info.imageColorSpace),
      is_opaque_(info.compositeAlpha == VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR),
      window_(std::move(window)),
      problem_(problem),
      texels_(device) {
  std::uint32_t count = 0;
  if (!check({device_.vk.GetSwapchainImagesKHR(device_.handle, handle_, &count, nullptr), "vkGetSwapchainImagesKHR"})) {
    return;
  }
  images_.resize(count);
  semaphores_.resize(count);
  check({device_.vk.GetSwapchainImagesKHR(device_.handle, handle_, &count, images_.data()), "vkGetSwapchainImagesKHR"});
}

Swapchain::~Swapchain() {
  finish();
  Tools* const tools = device_.tools_of(*window_);
  if (tools != nullptr && tools->swapchain() == this) tools->use(nullptr);
  {
    const std::lock_guard guard(device_.mutex);
    for (const VkSemaphore semaphore : semaphores_) {
      if (semaphore != VK_NULL_HANDLE) device_.used_semaphores.push_back(semaphore);
    }
  }
  device_.vk.DestroyCommandPool(device_.handle, pool_, nullptr);
  device_.vk.DestroyFence(device_.handle, fence_, nullptr);
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
  Report told = report(Report::Kind::swapchain);
  told.tools = window_->tools;
  told.name = window_->tools_words;
  if (Channel* const channel = Channel::open()) channel->send(told);
}

void Swapchain::make_tools(const Configuration& wanted, std::uint32_t family) {
  if (problem_ != Problem::none) return;
  const Tools::Kind kind = {texels_of(format_), color_space_, family};
  auto tools = std::make_unique<Tools>(device_, window_, kind);
  const std::uint32_t measuring =
      device_.is_cpu() && wanted.measures_on_cpu_devices == 0 ? 0 : wanted.tools & kMeasuringTools;
  if (measuring != 0 && tools->create(measuring, wanted, &window_->tools_words)) {
    window_->tools = measuring;
    const auto& name = device_.properties.deviceName;
    std::memcpy(window_->tools_words.data(), name, sizeof name);
  }
  if ((wanted.tools & kOverlayTool) != 0) {
    Reason reason = {};
    if (!tools->create(kOverlayTool, wanted, &reason)) {
      return refuse(Problem::no_overlay, VK_SUCCESS, reason.data());
    }
    window_->tools |= kOverlayTool;
  }
  if (window_->tools == 0) return;
  std::vector<std::unique_ptr<Tools>> left;  // destroyed without the lock
  const std::lock_guard guard(device_.mutex);
  for (std::unique_ptr<Tools>& one : device_.tools) {
    if (one->is_left()) left.push_back(std::move(one));
  }
  std::erase(device_.tools, nullptr);
  device_.tools.push_back(std::move(tools));
}

void Swapchain::refuse(Problem problem, VkResult result, const char* call) {
  problem_ = problem;
  if (!window_->is_known || !window_->is_wanted) return;
  Report told = report(Report::Kind::problem);
  told.result = result;
  std::snprintf(told.name.data(), told.name.size(), "%s", call);
  if (Channel* const channel = Channel::open()) channel->send(told);
}

bool Swapchain::check(const Outcome& outcome) {
  if (outcome) return true;
  const VkResult result = outcome.result;
  const bool is_memory = result == VK_ERROR_OUT_OF_HOST_MEMORY || result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
  refuse(outcome.is_of_module             ? Problem::module
         : result == VK_ERROR_DEVICE_LOST ? Problem::device_lost
         : is_memory                      ? Problem::memory
                                          : Problem::call,
         result, outcome.call);
  return false;
}

bool Swapchain::make_commands(std::uint32_t family) {
  const DeviceTable& vk = device_.vk;
  const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
  if (fence_ == VK_NULL_HANDLE &&
      !check({vk.CreateFence(device_.handle, &fence_info, nullptr, &fence_), "vkCreateFence"})) {
    return false;
  }
  if (family == family_) return check({vk.ResetCommandPool(device_.handle, pool_, 0), "vkResetCommandPool"});
  vk.DestroyCommandPool(device_.handle, pool_, nullptr);
  pool_ = VK_NULL_HANDLE;
  family_ = ~0u;
  const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                             .queueFamilyIndex = family};
  if (!check({vk.CreateCommandPool(device_.handle, &pool_info, nullptr, &pool_), "vkCreateCommandPool"})) return false;
  const VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                            .commandPool = pool_,
                                            .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                            .commandBufferCount = 1};
  if (!check({vk.AllocateCommandBuffers(device_.handle, &info, &commands_), "vkAllocateCommandBuffers"})) return false;
  // The loader writes its dispatch pointer into what applications allocate, but not into what layers do.
  if (!check({device_.set_loader_data(device_.handle, commands_), "pfnSetDeviceLoaderData"})) return false;
  family_ = family;
  return true;
}

VkSemaphore Swapchain::semaphore(std::uint32_t index) {
  const VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
  if (semaphores_[index] == VK_NULL_HANDLE) {
    check({device_.vk.CreateSemaphore(device_.handle, &info, nullptr, &semaphores_[index]), "vkCreateSemaphore"});
  }
  return semaphores_[index];
}

VkCommandBuffer Swapchain::record(std::uint32_t family, std::uint32_t index, const Taken& taken) {
  if (!finish() || index >= images_.size()) return VK_NULL_HANDLE;
  tools_ = taken.is_seen ? device_.tools_of(*window_) : nullptr;
  const Tools::Kind kind = {texels_of(format_), color_space_, family};
  if (taken.is_seen && (tools_ == nullptr || !tools_->fits(kind))) {
    refuse(Problem::changed);
    return VK_NULL_HANDLE;
  }
  if (tools_ != nullptr) {
    // An image of a swapchain that was replaced may be presented after the first of the new one.
    Swapchain* const before = tools_->swapchain();
    if (before != nullptr && before != this && !before->finish()) return VK_NULL_HANDLE;
    tools_->use(this);
  }
  const VkDeviceSize bytes = VkDeviceSize(extent_.width) * extent_.height * texel_bytes(texels_of(format_));
  if ((taken.is_copied && !check(texels_.create(bytes))) || !make_commands(family)) return VK_NULL_HANDLE;
  const DeviceTable& vk = device_.vk;
  const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                          .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  if (!check({vk.BeginCommandBuffer(commands_, &begin), "vkBeginCommandBuffer"})) return VK_NULL_HANDLE;
  // The semaphores that are waited for made all writes visible.
  VkImageMemoryBarrier image = image_barrier(images_[index], VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                                             VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, 0, VK_ACCESS_TRANSFER_READ_BIT);
  vk.CmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0,
                        nullptr, 1, &image);
  if (taken.is_copied) {
    const VkBufferImageCopy region = {.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                      .imageExtent = {extent_.width, extent_.height, 1}};
    vk.CmdCopyImageToBuffer(commands_, images_[index], VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, texels_.handle(), 1,
                            &region);
    texels_.record_barrier(commands_);
  }
  if (tools_ != nullptr && !check(tools_->record(commands_, images_[index], extent_, taken.frame))) {
    return VK_NULL_HANDLE;
  }
  image = image_barrier(images_[index], VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
                        VK_ACCESS_TRANSFER_READ_BIT, 0);
  vk.CmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, nullptr,
                        0, nullptr, 1, &image);
  return check({vk.EndCommandBuffer(commands_), "vkEndCommandBuffer"}) ? commands_ : VK_NULL_HANDLE;
}

bool Swapchain::finish() {
  if (!is_pending_) return true;
  is_pending_ = false;
  const DeviceTable& vk = device_.vk;
  if (!check({vk.WaitForFences(device_.handle, 1, &fence_, VK_TRUE, UINT64_MAX), "vkWaitForFences"}) ||
      !check({vk.ResetFences(device_.handle, 1, &fence_), "vkResetFences"})) {
    return false;
  }
  Channel* const channel = Channel::open();
  return tools_ == nullptr || channel == nullptr || check(tools_->send(*channel, report(Report::Kind::counted)));
}

void Swapchain::send(Channel& channel, std::uint64_t frame) {
  if (!finish() || !check(texels_.invalidate())) return;
  const int file = texels_.sealed_file();
  if (file < 0) return refuse(Problem::memory);
  Report sent = report(Report::Kind::picture);
  sent.frame = frame;
  channel.send_picture(sent, file);
  ::close(file);
}

}  // namespace layer
