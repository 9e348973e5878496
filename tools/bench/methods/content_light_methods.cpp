// SPDX-License-Identifier: MIT
// Meter of content light of the bench.
#include "bench/methods/content_light_methods.h"

#include <photopic/content_light_meter.h>

#include <cstdint>
#include <cstring>
#include <memory>

namespace bench {
namespace {

constexpr VkFormat kFormat = VK_FORMAT_A2B10G10R10_UNORM_PACK32;

std::uint32_t texel_of(std::uint32_t x, std::uint32_t y) {
  std::uint32_t texel = 0;
  for (std::uint32_t c = 0; c < 3; ++c) {
    const std::uint32_t wave = 100 + (x * (1 + c) + y * (3 - c)) / 4 % 500;
    const std::uint32_t noise = ((x * 73856093u ^ y * 19349663u ^ c * 83492791u) >> 8) % 24;
    texel |= (wave + noise) << 10 * c;
  }
  return texel;
}

engine::Image make_hdr10(const engine::Context& context, VkExtent2D extent, bool is_flat) {
  engine::Image image(context, extent, kFormat, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    for (std::uint32_t y = first_row; y < first_row + row_count; ++y) {
      for (std::uint32_t x = 0; x < extent.width; ++x, rows += sizeof(std::uint32_t)) {
        const std::uint32_t texel = is_flat ? texel_of(0, 0) : texel_of(x, y);
        std::memcpy(rows, &texel, sizeof texel);
      }
    }
  });
  return image;
}

}  // namespace

Record content_light(const Rig& rig, VkExtent2D extent, bool is_flat) {
  const auto meter = std::make_shared<photopic::ContentLightMeter>();
  rig.context.check(photopic::ContentLightMeter::create(
      rig.watch.lend(), {.format = kFormat, .encoding = photopic::OutputEncoding::hdr10}, meter.get()));
  const auto picture = std::make_shared<const engine::Image>(make_hdr10(rig.context, extent, is_flat));
  return [&rig, meter, picture](VkCommandBuffer command_buffer, const engine::Image&) {
    rig.context.check(meter->record(command_buffer, {.ldr = picture->view(), .extent = picture->extent()}));
  };
}

}  // namespace bench
