// SPDX-License-Identifier: MIT
// The flash analyser on a program's frames: recording, and counts for photopic run.
#include "layer/flash_counter.h"

#include <unistd.h>

#include <cmath>

#include "layer/lent_device.h"

namespace layer {
namespace {

constexpr photopic::FlashCreateInfo kInfo;
constexpr VkDeviceSize kCellsBytes = VkDeviceSize{sizeof(std::uint32_t)} * kInfo.columns * kInfo.rows;

bool are_equal(const photopic::FlashCount& a, const photopic::FlashCount& b) {
  return a.verdict == b.verdict && a.screen_transitions == b.screen_transitions &&
         a.cell_transitions == b.cell_transitions && a.risk_share == b.risk_share && a.window_share == b.window_share;
}

}  // namespace

photopic::Status FlashCounter::create(const photopic::Device& lent, VkFormat format,
                                      photopic::OutputEncoding encoding) {
  photopic::FlashCreateInfo info = kInfo;
  info.format = format;
  info.encoding = encoding;
  return photopic::FlashAnalyser::create(lent, info, &analyser_);
}

Outcome FlashCounter::record(VkCommandBuffer commands, VkImageView picture, VkExtent2D extent, std::uint64_t frame) {
  if (const Outcome outcome = cells_.create(kCellsBytes); !outcome) return outcome;
  frame_ = frame;
  const photopic::FlashFrame flash = {
      .ldr = picture, .extent = extent, .time_us = std::uint64_t(std::floor(double(frame) * 1e6 / tool_.fps + 0.5))};
  if (analyser_.record(commands, flash, tool_.settings) != photopic::Status::ok) {
    return failure_of("FlashAnalyser::record", reason_);
  }
  const DeviceTable& vk = device_.vk;
  const VkMemoryBarrier counted = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                                   .srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT,
                                   .dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT};
  vk.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 1, &counted,
                        0, nullptr, 0, nullptr);
  const VkBufferCopy cells = {.size = kCellsBytes};
  vk.CmdCopyBuffer(commands, analyser_.cells_buffer(), cells_.handle(), 1, &cells);
  cells_.record_barrier(commands);
  return {};
}

Outcome FlashCounter::send(Channel& channel, Report report) {
  report.kind = Report::Kind::counted;
  report.frame = frame_;
  if (!analyser_.statistics(&report.flashes)) return failure_of("FlashAnalyser::statistics", reason_);
  bool is_same = frame_ != 0;
  for (std::size_t i = 0; i < photopic::kFlashKindCount; ++i) {
    is_same = is_same && are_equal(report.flashes.kinds[i], sent_.kinds[i]);
  }
  sent_ = report.flashes;
  if (is_same) {
    channel.send(report);
    return {};
  }
  if (const Outcome outcome = cells_.invalidate(); !outcome) return outcome;
  const int file = cells_.sealed_file();
  if (file < 0) return {VK_ERROR_OUT_OF_HOST_MEMORY, "memfd_create"};
  channel.send(report, file);
  ::close(file);
  return {};
}

}  // namespace layer
