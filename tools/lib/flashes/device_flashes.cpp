// SPDX-License-Identifier: MIT
// Upload of frames, and what the device counts.
#include "flashes/device_flashes.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "arguments/errors.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "files/error.h"

namespace flashes {

using image_io::CodeImage;

VkFormat format_of(CodeImage::Samples samples) {
  if (samples == CodeImage::Samples::codes8) return VK_FORMAT_R8G8B8A8_UNORM;
  return samples == CodeImage::Samples::codes16 ? VK_FORMAT_R16G16B16A16_UNORM : VK_FORMAT_R32G32B32A32_SFLOAT;
}

void check_finite(const CodeImage& image, const std::filesystem::path& file) {
  if (image.samples != CodeImage::Samples::linear) return;
  for (std::size_t i = 0; i < std::size_t{image.width} * image.height; ++i) {
    float rgba[4];
    std::memcpy(rgba, image.texels.data() + sizeof rgba * i, sizeof rgba);
    if (std::isfinite(rgba[0]) && std::isfinite(rgba[1]) && std::isfinite(rgba[2])) continue;
    throw files::Error(file, "the pixel at (" + std::to_string(i % image.width) + ", " +
                                 std::to_string(i / image.width) + ") isn't finite");
  }
}

reference::FlashFrame frame_of(const photopic::FlashStatistics& statistics) {
  reference::FlashFrame frame;
  frame.verdict = reference::FlashVerdict(statistics.verdict);
  for (std::size_t i = 0; i < frame.kinds.size(); ++i) {
    const photopic::FlashCount& from = statistics.kinds[i];
    frame.kinds[i] = {reference::FlashVerdict(from.verdict), from.screen_transitions, from.cell_transitions,
                      double(from.risk_share), double(from.window_share)};
  }
  return frame;
}

std::vector<std::uint32_t> most_transitions(std::span<const std::uint32_t> words,
                                            const std::function<bool(reference::FlashKind)>& counts) {
  std::vector<std::uint32_t> most(words.size());
  for (std::size_t kind = 0; kind < reference::kFlashKinds; ++kind) {
    if (!counts(reference::FlashKind(kind))) continue;
    for (std::size_t i = 0; i < words.size(); ++i) {
      most[i] = std::max(most[i], photopic::flash_transitions(words[i], photopic::FlashKind(kind)));
    }
  }
  return most;
}

DeviceFlashes::DeviceFlashes(engine::Context& context, const Options& options) : context_(context) {
  settings_.profile = module_profile(options.profile);
  settings_.white_cd_m2 = float(options.display.white_cd_m2);
  settings_.cd_m2_per_unit = float(options.display.cd_m2_per_unit);
}

reference::FlashFrame DeviceFlashes::add(std::int64_t time_us, const CodeImage& image,
                                         photopic::OutputEncoding encoding) {
  const VkExtent2D extent = {image.width, image.height};
  const VkFormat format = format_of(image.samples);
  if (analyser_.cells_buffer() == VK_NULL_HANDLE) {
    info_ = {.format = format, .encoding = encoding, .columns = kColumns, .rows = kRows};
    arguments::require(context_, photopic::FlashAnalyser::create(context_.lend(), info_, &analyser_));
    image_ = engine::Image(context_, extent, format, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  }
  if (format != info_.format || encoding != info_.encoding) {
    throw arguments::UsageError("frames differ in depth or encoding, which one analyser on a device can't have");
  }
  engine::upload(context_, image_, image.texels);
  engine::submit_and_wait(context_, [&](VkCommandBuffer commands) {
    const photopic::FlashFrame frame = {
        .ldr = image_.view(), .extent = extent, .time_us = static_cast<std::uint64_t>(time_us)};
    arguments::require(context_, analyser_.record(commands, frame, settings_));
  });
  photopic::FlashStatistics statistics;
  if (!analyser_.statistics(&statistics)) throw engine::Error("no statistics after a frame of flashes");
  return frame_of(statistics);
}

std::vector<std::uint32_t> DeviceFlashes::transitions(const std::function<bool(reference::FlashKind)>& counts) const {
  std::vector<std::uint32_t> words(std::size_t{kColumns} * kRows);
  const std::vector<std::byte> bytes =
      engine::read_back(context_, analyser_.cells_buffer(), 0, words.size() * sizeof(std::uint32_t));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return most_transitions(words, counts);
}

}  // namespace flashes
