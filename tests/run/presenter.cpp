// SPDX-License-Identifier: MIT
// A program that presents known texels to headless surfaces, and misbehaves where it is asked to.
// presenter [--format N] [--color-space N] [--size W H] [--frames N] [--windows N] [--recreate EVERY] [--forget-old]
//           [--solid FRAMES] [--keep-alpha] [--crash-at N] [--exit-at N CODE] [--never-present] [--ignore-term]
//           [--fork] [--wait-at N] [--change-format] [--threads N] [--repeat N] [--until FILE] [--regions]
//           [--late] [--fork-after N]
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vulkan/vulkan.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "run/presented.h"

namespace {

struct Options {
  VkFormat format = VK_FORMAT_B8G8R8A8_UNORM;
  VkColorSpaceKHR color_space = VK_COLOR_SPACE_SRGB_NONLINEAR_KHR;
  VkExtent2D extent = {37, 23};
  long frames = 1000000, windows = 1, recreate = 0, crash_at = -1, exit_at = -1, exit_code = 0, wait_at = -1;
  long solid = 0;  ///< bits all 0 and all 1, each for so many frames in turn
  bool forgets_old = false, keeps_alpha = false, never_presents = false, ignores_term = false, forks = false;
  std::string until;            ///< presents until this file is there
  bool says_regions = false;    ///< that have changed, behind another structure of the chain
  long repeats = 1;             ///< of devices and windows that present all frames
  long threads = 1;             ///< each with a device and windows of its own
  long first_window = 0;        ///< of the thread, for its texels
  bool changes_format = false;  ///< of the second swapchain and later ones
  bool is_late = false;         ///< presents an image of a swapchain after it was replaced
  long fork_after = -1;         ///< this frame: children, one after the other, present frames of their own
};

void check(VkResult result, const char* call) {
  if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR) return;
  std::fprintf(stderr, "presenter: %s: %d\n", call, int(result));
  std::exit(9);
}
#define CHECK(call) check(call, #call)

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const auto number = [&] { return std::atol(argv[++i]); };
    if (word == "--format") options.format = VkFormat(number());
    if (word == "--color-space") options.color_space = VkColorSpaceKHR(number());
    if (word == "--size")
      options.extent.width = std::uint32_t(number()), options.extent.height = std::uint32_t(number());
    if (word == "--frames") options.frames = number();
    if (word == "--windows") options.windows = number();
    if (word == "--recreate") options.recreate = number();
    if (word == "--crash-at") options.crash_at = number();
    if (word == "--exit-at") options.exit_at = number(), options.exit_code = number();
    if (word == "--wait-at") options.wait_at = number();
    if (word == "--repeat") options.repeats = number();
    if (word == "--threads") options.threads = number();
    if (word == "--solid") options.solid = number();
    if (word == "--until") options.until = argv[++i];
    if (word == "--fork-after") options.fork_after = number();
    options.is_late |= word == "--late";
    options.says_regions |= word == "--regions";
    options.forgets_old |= word == "--forget-old";
    options.keeps_alpha |= word == "--keep-alpha";
    options.never_presents |= word == "--never-present";
    options.ignores_term |= word == "--ignore-term";
    options.forks |= word == "--fork";
    options.changes_format |= word == "--change-format";
  }
  return options;
}

std::uint32_t texel_bytes(VkFormat format) {
  return format == VK_FORMAT_R16G16B16A16_SFLOAT ? 8 : format == VK_FORMAT_R5G6B5_UNORM_PACK16 ? 2 : 4;
}

struct Window {
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  VkSwapchainKHR swapchain = VK_NULL_HANDLE;
  std::vector<VkImage> images;
  VkSemaphore acquired = VK_NULL_HANDLE;
};

class Presenter {
 public:
  explicit Presenter(const Options& options) : options_(options) {
    const char* const extensions[] = {"VK_KHR_surface", "VK_EXT_headless_surface", "VK_EXT_swapchain_colorspace"};
    const VkInstanceCreateInfo instance_info = {.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                                                .enabledExtensionCount = 3,
                                                .ppEnabledExtensionNames = extensions};
    CHECK(vkCreateInstance(&instance_info, nullptr, &instance_));
    std::uint32_t count = 1;
    vkEnumeratePhysicalDevices(instance_, &count, &physical_);
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue_info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
    const char* const swapchain = "VK_KHR_swapchain";
    const VkDeviceCreateInfo device_info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                            .queueCreateInfoCount = 1,
                                            .pQueueCreateInfos = &queue_info,
                                            .enabledExtensionCount = 1,
                                            .ppEnabledExtensionNames = &swapchain};
    CHECK(vkCreateDevice(physical_, &device_info, nullptr, &device_));
    vkGetDeviceQueue(device_, 0, 0, &queue_);
    const VkCommandPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    CHECK(vkCreateCommandPool(device_, &pool_info, nullptr, &pool_));
    const VkCommandBufferAllocateInfo commands_info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = pool_, .commandBufferCount = 1};
    CHECK(vkAllocateCommandBuffers(device_, &commands_info, &commands_));
    const VkFenceCreateInfo fence_info = {.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO};
    CHECK(vkCreateFence(device_, &fence_info, nullptr, &fence_));
    windows_.resize(std::size_t(options.windows));
    make_buffer();
    for (Window& window : windows_) {
      const VkHeadlessSurfaceCreateInfoEXT surface_info = {.sType = VK_STRUCTURE_TYPE_HEADLESS_SURFACE_CREATE_INFO_EXT};
      CHECK(vkCreateHeadlessSurfaceEXT(instance_, &surface_info, nullptr, &window.surface));
      const VkSemaphoreCreateInfo semaphore_info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
      CHECK(vkCreateSemaphore(device_, &semaphore_info, nullptr, &window.acquired));
      make_swapchain(window);
    }
    const VkSemaphoreCreateInfo semaphore_info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO};
    for (VkSemaphore& one : drawn_) CHECK(vkCreateSemaphore(device_, &semaphore_info, nullptr, &one));
  }

  ~Presenter() {
    vkDeviceWaitIdle(device_);
    for (const VkSwapchainKHR one : retired_) vkDestroySwapchainKHR(device_, one, nullptr);
    for (const Window& window : windows_) {
      vkDestroySwapchainKHR(device_, window.swapchain, nullptr);
      vkDestroySurfaceKHR(instance_, window.surface, nullptr);
      vkDestroySemaphore(device_, window.acquired, nullptr);
    }
    for (const VkSemaphore one : drawn_) vkDestroySemaphore(device_, one, nullptr);
    vkDestroyFence(device_, fence_, nullptr);
    vkDestroyCommandPool(device_, pool_, nullptr);
    vkDestroyBuffer(device_, buffer_, nullptr);
    vkFreeMemory(device_, memory_, nullptr);
    vkDestroyDevice(device_, nullptr);
    vkDestroyInstance(instance_, nullptr);
  }

  void present(long frame) {
    const bool is_recreated = options_.recreate != 0 && frame != 0 && frame % options_.recreate == 0;
    if (is_recreated && !options_.is_late) replace_swapchains();
    std::vector<std::uint32_t> indices(windows_.size());
    std::vector<VkSwapchainKHR> swapchains;
    std::vector<VkSemaphore> acquired;
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      CHECK(vkAcquireNextImageKHR(device_, windows_[i].swapchain, ~0ull, windows_[i].acquired, VK_NULL_HANDLE,
                                  &indices[i]));
      swapchains.push_back(windows_[i].swapchain);
      acquired.push_back(windows_[i].acquired);
      const auto bytes =
          test::presented_bytes(options_.extent.width, options_.extent.height, texel_bytes(options_.format),
                                std::uint64_t(frame), std::uint32_t(options_.first_window + long(i)));
      std::memcpy(texels_ + i * bytes.size(), bytes.data(), bytes.size());
      if (options_.solid != 0)
        std::memset(texels_ + i * bytes.size(), frame / options_.solid % 2 ? 255 : 0, bytes.size());
    }
    draw(indices);
    const std::vector<VkPipelineStageFlags> stages(acquired.size(), VK_PIPELINE_STAGE_ALL_COMMANDS_BIT);
    const VkSemaphore drawn = drawn_[std::size_t(frame) % std::size(drawn_)];
    const VkSubmitInfo submit = {.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
                                 .waitSemaphoreCount = std::uint32_t(acquired.size()),
                                 .pWaitSemaphores = acquired.data(),
                                 .pWaitDstStageMask = stages.data(),
                                 .commandBufferCount = 1,
                                 .pCommandBuffers = &commands_,
                                 .signalSemaphoreCount = 1,
                                 .pSignalSemaphores = &drawn};
    CHECK(vkQueueSubmit(queue_, 1, &submit, fence_));
    std::vector<VkResult> results(windows_.size());
    const std::vector<VkPresentRegionKHR> changed(swapchains.size());
    const VkPresentRegionsKHR regions = {.sType = VK_STRUCTURE_TYPE_PRESENT_REGIONS_KHR,
                                         .swapchainCount = std::uint32_t(swapchains.size()),
                                         .pRegions = changed.data()};
    const std::vector<std::uint32_t> masks(swapchains.size(), 1u);
    VkDeviceGroupPresentInfoKHR group = {.sType = VK_STRUCTURE_TYPE_DEVICE_GROUP_PRESENT_INFO_KHR,
                                         .pNext = &regions,
                                         .swapchainCount = std::uint32_t(swapchains.size()),
                                         .pDeviceMasks = masks.data(),
                                         .mode = VK_DEVICE_GROUP_PRESENT_MODE_LOCAL_BIT_KHR};
    const VkPresentInfoKHR info = {.sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
                                   .pNext = options_.says_regions ? &group : nullptr,
                                   .waitSemaphoreCount = 1,
                                   .pWaitSemaphores = &drawn,
                                   .swapchainCount = std::uint32_t(swapchains.size()),
                                   .pSwapchains = swapchains.data(),
                                   .pImageIndices = indices.data(),
                                   .pResults = results.data()};
    if (is_recreated && options_.is_late) replace_swapchains();
    CHECK(vkQueuePresentKHR(queue_, &info));
    for (const VkResult result : results) CHECK(result);
    if (group.pNext != &regions) check(VK_ERROR_UNKNOWN, "the chain isn't as it was");
    CHECK(vkWaitForFences(device_, 1, &fence_, VK_TRUE, ~0ull));
    CHECK(vkResetFences(device_, 1, &fence_));
  }

 private:
  /// Those that were replaced the time before are used no more.
  void replace_swapchains() {
    for (const VkSwapchainKHR one : retired_) vkDestroySwapchainKHR(device_, one, nullptr);
    retired_.clear();
    for (Window& window : windows_) make_swapchain(window);
  }

  void make_buffer() {
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = std::uint64_t(options_.extent.width) * options_.extent.height * 8 * std::uint64_t(options_.windows),
        .usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT};
    CHECK(vkCreateBuffer(device_, &info, nullptr, &buffer_));
    VkMemoryRequirements needs = {};
    vkGetBufferMemoryRequirements(device_, buffer_, &needs);
    VkPhysicalDeviceMemoryProperties memory = {};
    vkGetPhysicalDeviceMemoryProperties(physical_, &memory);
    std::uint32_t type = 0;
    constexpr VkMemoryPropertyFlags kFlags = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    while ((needs.memoryTypeBits >> type & 1u) == 0 || (memory.memoryTypes[type].propertyFlags & kFlags) != kFlags)
      ++type;
    const VkMemoryAllocateInfo memory_info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = needs.size, .memoryTypeIndex = type};
    CHECK(vkAllocateMemory(device_, &memory_info, nullptr, &memory_));
    CHECK(vkBindBufferMemory(device_, buffer_, memory_, 0));
    void* mapped = nullptr;
    CHECK(vkMapMemory(device_, memory_, 0, VK_WHOLE_SIZE, 0, &mapped));
    texels_ = static_cast<std::uint8_t*>(mapped);
  }

  void make_swapchain(Window& window) {
    const VkSwapchainKHR old = window.swapchain;
    if (options_.forgets_old) {
      vkDestroySwapchainKHR(device_, old, nullptr);
      window.swapchain = VK_NULL_HANDLE;
    }
    VkSurfaceCapabilitiesKHR capabilities = {};
    CHECK(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(physical_, window.surface, &capabilities));
    const VkSwapchainCreateInfoKHR info = {
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .surface = window.surface,
        .minImageCount = 2,
        .imageFormat = options_.changes_format && old != VK_NULL_HANDLE ? VK_FORMAT_R8G8B8A8_UNORM : options_.format,
        .imageColorSpace = options_.color_space,
        .imageExtent = options_.extent,
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_TRANSFER_DST_BIT,
        .preTransform = VK_SURFACE_TRANSFORM_IDENTITY_BIT_KHR,
        .compositeAlpha =
            options_.keeps_alpha ? VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR : VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR,
        .presentMode = VK_PRESENT_MODE_FIFO_KHR,
        .oldSwapchain = options_.forgets_old ? VK_NULL_HANDLE : old};
    CHECK(vkCreateSwapchainKHR(device_, &info, nullptr, &window.swapchain));
    if (options_.is_late) {
      retired_.push_back(old);
    } else if (!options_.forgets_old) {
      vkDestroySwapchainKHR(device_, old, nullptr);
    }
    std::uint32_t count = 0;
    CHECK(vkGetSwapchainImagesKHR(device_, window.swapchain, &count, nullptr));
    window.images.resize(count);
    CHECK(vkGetSwapchainImagesKHR(device_, window.swapchain, &count, window.images.data()));
  }

  void draw(const std::vector<std::uint32_t>& indices) {
    CHECK(vkResetCommandPool(device_, pool_, 0));
    const VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    CHECK(vkBeginCommandBuffer(commands_, &begin));
    const std::uint64_t size =
        std::uint64_t(options_.extent.width) * options_.extent.height * texel_bytes(options_.format);
    for (std::size_t i = 0; i < windows_.size(); ++i) {
      VkImageMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                      .dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                                      .oldLayout = VK_IMAGE_LAYOUT_UNDEFINED,
                                      .newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                      .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                      .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                      .image = windows_[i].images[indices[i]],
                                      .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1}};
      vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr,
                           0, nullptr, 1, &barrier);
      const VkBufferImageCopy region = {.bufferOffset = i * size,
                                        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                        .imageExtent = {options_.extent.width, options_.extent.height, 1}};
      vkCmdCopyBufferToImage(commands_, buffer_, barrier.image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
      barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
      barrier.dstAccessMask = 0;
      barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
      barrier.newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
      vkCmdPipelineBarrier(commands_, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0,
                           nullptr, 0, nullptr, 1, &barrier);
    }
    CHECK(vkEndCommandBuffer(commands_));
  }

  Options options_;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  VkCommandPool pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::uint8_t* texels_ = nullptr;
  VkSemaphore drawn_[4] = {};
  std::vector<Window> windows_;
  std::vector<VkSwapchainKHR> retired_;
};

void run(const Options& options);

/// Each with a device of its own. They begin while threads of this process may have locked something.
void present_in_children(Options options) {
  constexpr int kChildren = 8;
  options.fork_after = -1;
  options.frames = 2;
  pid_t children[kChildren];
  for (pid_t& child : children) {
    child = ::fork();
    if (child == 0) {
      run(options);
      ::_exit(0);
    }
    ::usleep(2000);
  }
  for (const pid_t child : children) {
    int status = 0;
    if (::waitpid(child, &status, 0) != child || status != 0) std::exit(8);
  }
}

void run(const Options& options) {
  for (long i = 0; i < options.repeats; ++i) {
    Presenter presenter(options);
    for (long frame = 0; frame < options.frames && !options.never_presents; ++frame) {
      if (!options.until.empty() && ::access(options.until.c_str(), F_OK) == 0) break;
      if (frame == options.crash_at) ::signal(SIGSEGV, SIG_DFL), ::raise(SIGSEGV);  // without a sanitizer's handler
      if (frame == options.exit_at) std::exit(int(options.exit_code));
      if (frame == options.wait_at) ::pause();
      presenter.present(frame);
      if (frame == options.fork_after) present_in_children(options);
    }
    if (options.never_presents || options.ignores_term) ::pause();
  }
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  if (options.ignores_term) ::signal(SIGTERM, SIG_IGN);
  if (options.exit_at == 0) return int(options.exit_code);
  if (options.forks && ::fork() != 0) return 0;  // the child presents
  std::vector<std::thread> others;
  for (long i = 1; i < options.threads; ++i) {
    Options own = options;
    own.first_window = i * options.windows;
    others.emplace_back(run, own);
  }
  run(options);
  for (std::thread& other : others) other.join();
  return 0;
}
