// SPDX-License-Identifier: MIT
// The debug overlay on a program's frames, and the thread that makes its pipelines.
#include "layer/overlay_painter.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <system_error>

#include "layer/lent_device.h"
#include "layer/texels.h"

namespace layer {
namespace {

/// One pipeline at a time. Drivers clean up while the process exits, which therefore waits for it.
struct Making {
  std::mutex mutex;
  std::atomic<bool> is_exiting = false;
};
/// It lives as long as the process.
Making& making() {
  static Making& one = *new Making;
  return one;
}
void await_making() {
  making().is_exiting = true;  // first: the thread that makes pipelines may lock again before this one does
  const std::lock_guard guard(making().mutex);
}
/// A child of fork() has none of the threads, one of which may have locked the mutex.
void begin_anew() { ::new (&making()) Making; }

/// On devices that are a CPU, numbers and plots are those of one frame in so many: gathering them takes the most time.
constexpr std::uint32_t kCpuFrames = 10;

/// How the module stores texels: their bits are the same, and every device has it as a storage image.
void choose_format(Texels texels, photopic::OverlayCreateInfo& info) {
  if (texels == Texels::rgba8 || texels == Texels::rgba16f) {
    info.ldr_format = format_of(texels);
  } else {
    info.ldr_format = VK_FORMAT_R32_UINT;
    info.packed_format = format_of(texels);
  }
}

/// Signals are for the program's threads, but for those of faults, which go to the thread that has them.
sigset_t signals_of_the_program() {
  sigset_t all;
  ::sigfillset(&all);
  for (const int fault : {SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP}) ::sigdelset(&all, fault);
  return all;
}

}  // namespace

photopic::Status OverlayPainter::create(const photopic::Device& lent, Texels texels,
                                        photopic::OutputEncoding encoding) {
  if (device_.is_cpu()) numbered_every_ = kCpuFrames;
  const std::uint32_t side = std::min(kMaxSide, device_.properties.limits.maxImageDimension2D);
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
    making();
    std::atexit(await_making);
    ::pthread_atfork(nullptr, nullptr, begin_anew);
  });
  const sigset_t blocked = signals_of_the_program();
  sigset_t before;
  ::pthread_sigmask(SIG_SETMASK, &blocked, &before);
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
  if (has_failed_) return failure_of("DebugOverlay::prepare", reason_);
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
    return failure_of("DebugOverlay::record", reason_);
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
