// SPDX-License-Identifier: MIT
// Rendering of a frame with the debug overlay, and reading of its text.
#include "overlay/overlay_rig.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "adapt/handover_rig.h"

namespace test {
namespace {

photopic::MadeFor with_encoding(photopic::MadeFor info, photopic::OutputEncoding encoding) {
  info.encodings = photopic::encoding_bit(encoding);
  return info;
}

photopic::DebugOverlay make_overlay(const photopic::MadeFor& info, photopic::OutputEncoding encoding) {
  photopic::DebugOverlay overlay;
  const photopic::OverlayCreateInfo overlay_info = {.max_extent = info.max_extent,
                                                    .ldr_format = info.ldr_format,
                                                    .encoding = encoding,
                                                    .tone_mappers = photopic::kPortableToneMappers | info.tone_mappers};
  context().check(photopic::DebugOverlay::create(context().lend(), overlay_info, &overlay));
  return overlay;
}

}  // namespace

photopic::MadeFor overlay_info(VkExtent2D extent) {
  return {.max_extent = extent,
          .meter_method = photopic::MeterMethod::pyramid,
          .tone_mappers = 1u << std::uint32_t(photopic::ToneMapper::agx)};
}

HdrImage make_overlay_scene(VkExtent2D extent) {
  return make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, extent, [&](std::uint32_t x, std::uint32_t y) {
    const double u = (x + 0.5) / extent.width, v = (y + 0.5) / extent.height;
    const double sun = std::hypot((u - 0.72) * 16.0 / 9.0, v - 0.3) < 0.06 ? 20000.0 : 0.0;
    const double base = std::exp2(-8.0 + 16.0 * u + 2.0 * std::sin(20.0 * v) + noise(x, y, 3));
    return reference::Rgb{base * (0.7 + 0.5 * v) + sun, base + sun, base * (1.2 - 0.5 * v) + sun};
  });
}

std::vector<std::string> OverlayShot::text(std::uint32_t index, std::uint32_t below) const {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < panel(index).line_count + below; ++i) {
    std::string line;
    for (std::uint32_t column = 0; column < PHOTOPIC_OVERLAY_COLUMNS; ++column) {
      const std::uint32_t word =
          data.params.text[(panel(index).first_line + i) * PHOTOPIC_OVERLAY_LINE_WORDS + column / 2];
      line += static_cast<char>(word >> (column % 2 * 16) & 0xffu);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    lines.push_back(line);
  }
  return lines;
}

bool OverlayShot::is_in_panel(std::uint32_t x, std::uint32_t y) const {
  return std::any_of(std::begin(data.params.panels), std::end(data.params.panels), [&](const auto& panel) {
    return x - panel.x < panel.width && y - panel.y < panel.height;  // wraps around
  });
}

OverlayRig::OverlayRig(photopic::MadeFor info, photopic::OutputEncoding encoding)
    : info_(with_encoding(info, encoding)), post_(make(info_)), drawer_(make_overlay(info_, encoding)) {
  settings.display.encoding = encoding;
}

OverlayShot OverlayRig::shoot(const HdrImage& hdr, photopic::Frame frame) {
  const engine::Image ldr = make_ldr(hdr.extent(), info_.ldr_format);
  frame.hdr.view = hdr.view();
  frame.ldr.view = ldr.view();
  frame.extent = hdr.extent();
  OverlayShot shot;
  shot.extent = hdr.extent();
  submit([&](VkCommandBuffer commands) { context().check(post_.record(commands, frame, settings)); });
  shot.plain = read_ldr(ldr);
  // Once more from the same history, now with the overlay in the same command buffer.
  frame.delta_time_s = 0.0f;
  frame.cut = false;
  submit([&](VkCommandBuffer commands) {
    context().check(post_.record(commands, frame, settings));
    context().check(drawer_.record(commands, post_, frame, settings, overlay));
  });
  shot.drawn = read_ldr(ldr);
  shot.state = state_of(post_, frame.view);
  constexpr std::size_t kPlots = photopic::gpu::kOverlayPlotsOffset;
  const auto bytes = engine::read_back(context(), drawer_.data_buffer(), 0, kPlots + sizeof shot.plots);
  std::memcpy(&shot.data, bytes.data(), sizeof shot.data);
  std::memcpy(&shot.plots, bytes.data() + kPlots, sizeof shot.plots);
  std::memcpy(shot.values.data(), bytes.data() + drawer_.values_offset_bytes(), sizeof shot.values);
  return shot;
}

void OverlayRig::record_and_drop(const HdrImage& hdr) {
  const engine::Image ldr = make_ldr(hdr.extent(), info_.ldr_format);
  const photopic::Frame frame = {
      .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = hdr.extent(), .delta_time_s = 0.1f};
  Recorded recorded;
  recorded.record([&](VkCommandBuffer commands) {
    context().check(post_.record(commands, frame, settings));
    context().check(drawer_.record(commands, post_, frame, settings, overlay));
  });
}

bool is_zebra_stripe(std::uint32_t x, std::uint32_t y, bool is_over) {
  constexpr std::uint32_t kPeriod = 8;
  return (x + (is_over ? y : kPeriod - y % kPeriod)) % kPeriod < kPeriod / 2;
}

void keep_picture(const OverlayShot& shot, const std::string& name) {
  const char* folder = std::getenv("PHOTOPIC_TEST_PICTURES");
  if (folder == nullptr) return;
  std::ofstream file(std::filesystem::path(folder) / (name + ".ppm"), std::ios::binary);
  file << "P6 " << shot.extent.width << ' ' << shot.extent.height << " 255\n";
  for (const LdrTexel& texel : shot.drawn) {
    for (std::size_t i = 0; i < 3; ++i) file.put(static_cast<char>(static_cast<int>(texel[i])));
  }
}

}  // namespace test
