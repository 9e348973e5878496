// SPDX-License-Identifier: MIT
// The debug overlay on a program's frames, and the thread that makes its pipelines.
#include "layer/overlay_painter.h"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <mutex>
#include <system_error>

namespace layer {
namespace {

/// One pipeline at a time. Drivers clean up while the process exits, which therefore waits for it. It lives as long as
/// the process.
struct Making {
  std::mutex mutex;
  bool is_exiting = false;
  pid_t process = 0;  ///< a child of fork() hasn't the threads
};
Making& making() {
  static Making& one = *new Making;
  return one;
}
void await_making() {
  if (making().process != ::getpid()) return;
  const std::lock_guard guard(making().mutex);
  making().is_exiting = true;
}

/// On devices that are a CPU, numbers and plots are those of one frame in so many: gathering them takes the most time.
constexpr std::uint32_t kCpuFrames = 10;

/// How the module stores texels: their bits are the same, and every device has it as a storage image.
void choose_format(Texels texels, photopic::OverlayCreateInfo& info) {
  info.ldr_format = VK_FORMAT_R32_UINT;
  switch (texels) {
    case Texels::bgra8:
      info.packed_format = VK_FORMAT_B8G8R8A8_UNORM;
      break;
    case Texels::rgb10a2:
      info.packed_format = VK_FORMAT_A2B10G10R10_UNORM_PACK32;
      break;
    case Texels::bgr10a2:
      info.packed_format = VK_FORMAT_A2R10G10B10_UNORM_PACK32;
      break;
    case Texels::rgba16f:
      info.ldr_format = VK_FORMAT_R16G16B16A16_SFLOAT;
      break;
    case Texels::none:
    case Texels::rgba8:
      info.ldr_format = VK_FORMAT_R8G8B8A8_UNORM;
      break;
  }
}

}  // namespace

photopic::Status OverlayPainter::create(const photopic::Device& lent, Texels texels,
                                        photopic::OutputEncoding encoding) {
  VkPhysicalDeviceProperties properties = {};
  device_.instance->vk.GetPhysicalDeviceProperties(device_.physical, &properties);
  if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) numbered_every_ = kCpuFrames;
  const std::uint32_t side = std::min(kMaxSide, properties.limits.maxImageDimension2D);
  photopic::OverlayCreateInfo info = {.max_extent = {side, side},
                                      .encoding = encoding,
                                      .defer_pipelines = true,
                                      .source = photopic::OverlaySource::stored};
  choose_format(texels, info);
  format_ = info.ldr_format;
  const photopic::Status status = photopic::DebugOverlay::create(lent, info, &overlay_);
  if (status != photopic::Status::ok) return status;
  static std::once_flag is_registered;
  std::call_once(is_registered, [] {
    making().process = ::getpid();
    std::atexit(await_making);
  });
  // Signals are for the program's threads.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  try {
    thread_ = std::thread([this] { make_pipelines(); });
  } catch (const std::system_error&) {
    has_failed_ = true;
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return status;
}

OverlayPainter::~OverlayPainter() {
  is_ending_ = true;
  if (thread_.joinable()) thread_.join();
}

void OverlayPainter::make_pipelines() {
  for (;;) {
    const std::lock_guard guard(making().mutex);
    if (is_ending_ || making().is_exiting) return;
    const photopic::Status status = overlay_.prepare(1);
    if (status == photopic::Status::ok) return;
    if (status != photopic::Status::not_prepared) {
      has_failed_ = true;
      return;
    }
  }
}

Outcome OverlayPainter::record(VkCommandBuffer commands, VkImage presented, VkExtent2D extent) {
  if (has_failed_) return {VK_ERROR_UNKNOWN, "DebugOverlay::prepare"};
  if (!overlay_.is_prepared()) return {};
  constexpr VkImageUsageFlags kUsage =
      VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  if (const Outcome outcome = picture_.create(format_, extent, kUsage); !outcome) return outcome;
  const auto change = [&](VkPipelineStageFlags from, VkPipelineStageFlags to, const VkImageMemoryBarrier& barrier) {
    device_.vk.CmdPipelineBarrier(commands, from, to, 0, 0, nullptr, 0, nullptr, 1, &barrier);
  };
  constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkAccessFlags kShader = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  constexpr VkImageLayout kSource = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
  constexpr VkImageLayout kTarget = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;
  const VkImage picture = picture_.handle();
  change(VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, kTransfer,
         image_barrier(picture, VK_IMAGE_LAYOUT_UNDEFINED, kTarget, 0, VK_ACCESS_TRANSFER_WRITE_BIT));
  record_image_copy(device_, commands, presented, picture, extent);
  change(kTransfer, kCompute, image_barrier(picture, kTarget, kGeneral, VK_ACCESS_TRANSFER_WRITE_BIT, kShader));
  const photopic::StoredPicture stored = {
      .ldr = picture_.view(), .extent = extent, .display = display_, .keeps_numbers = drawn_++ % numbered_every_ != 0};
  if (overlay_.record(commands, stored, {.views = views_, .scale = scale_}) != photopic::Status::ok) {
    return {VK_ERROR_UNKNOWN, "DebugOverlay::record"};
  }
  change(kCompute, kTransfer,
         image_barrier(picture, kGeneral, kSource, VK_ACCESS_SHADER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT));
  change(kTransfer, kTransfer,
         image_barrier(presented, kSource, kTarget, VK_ACCESS_TRANSFER_READ_BIT, VK_ACCESS_TRANSFER_WRITE_BIT));
  record_image_copy(device_, commands, picture, presented, extent);
  change(kTransfer, kTransfer,
         image_barrier(presented, kTarget, kSource, VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_TRANSFER_READ_BIT));
  return {};
}

}  // namespace layer
