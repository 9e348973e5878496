// SPDX-License-Identifier: MIT
// Flash analyser of the bench.
#include "bench/methods/flash_methods.h"

#include <photopic/flash_analyser.h>

#include <cstdint>
#include <memory>

#include "bench/methods/metric_methods.h"

namespace bench {
namespace {

constexpr std::uint32_t kNoiseCodes = 25;
constexpr std::uint64_t kFrameUs = 16667;
constexpr float kDimCdM2 = 60.0f;  // of white in every second frame: the same texels flash

}  // namespace

std::vector<Record> read_picture(const Rig& rig, VkExtent2D extent) {
  const auto picture = std::make_shared<const engine::Image>(make_picture(rig.context, extent, kNoiseCodes));
  std::vector<Record> records;
  for (const Record& read : read_image(rig, extent)) {
    records.push_back(
        [read, picture](VkCommandBuffer command_buffer, const engine::Image&) { read(command_buffer, *picture); });
  }
  return records;
}

Record flashes(const Rig& rig, VkExtent2D extent, bool is_flashing) {
  const auto analyser = std::make_shared<photopic::FlashAnalyser>();
  rig.context.check(photopic::FlashAnalyser::create(rig.watch.lend(), {}, analyser.get()));
  const auto picture = std::make_shared<const engine::Image>(make_picture(rig.context, extent, kNoiseCodes));
  const auto frames = std::make_shared<std::uint64_t>(0);
  return [&rig, analyser, picture, frames, is_flashing](VkCommandBuffer command_buffer, const engine::Image&) {
    photopic::FlashSettings settings;
    if (is_flashing && *frames % 2 != 0) settings.white_cd_m2 = kDimCdM2;
    const photopic::FlashFrame frame = {
        .ldr = picture->view(), .extent = picture->extent(), .time_us = ++*frames * kFrameUs};
    rig.context.check(analyser->record(command_buffer, frame, settings));
  };
}

}  // namespace bench
