// SPDX-License-Identifier: MIT
// Metrics of image comparison as methods of the bench.
#include "bench/methods/metric_methods.h"

#include <photopic/image_metrics.h>

#include <cstdint>
#include <memory>

#include "bench/methods/hdr_image.h"
#include "engine/transfer/image_transfer.h"

namespace bench {
namespace {

std::shared_ptr<const PicturePair> make_pair(const engine::Context& context, VkExtent2D extent) {
  constexpr std::uint32_t kNoise = 25;  // codes
  return std::make_shared<const PicturePair>(
      PicturePair{make_picture(context, extent, 0), make_picture(context, extent, kNoise)});
}

}  // namespace

engine::Image make_picture(const engine::Context& context, VkExtent2D extent, std::uint32_t noise) {
  engine::Image image(context, extent, VK_FORMAT_R8G8B8A8_UNORM,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
    for (std::uint32_t y = first_row; y < first_row + row_count; ++y) {
      for (std::uint32_t x = 0; x < extent.width; ++x) {
        for (std::uint32_t c = 0; c < 4; ++c) {
          const std::uint32_t wave = 30 + (x * (3 + c) + y * (7 - c)) % 180;
          const std::uint32_t added = noise == 0 ? 0 : hash((y * extent.width + x) * 4 + c) % noise;
          *rows++ = std::byte(wave + added);
        }
      }
    }
  });
  return image;
}

std::vector<Record> read_pair(const Rig& rig, VkExtent2D extent) {
  std::vector<Record> records;
  for (const Record& read : read_image(rig, extent)) {
    records.push_back(
        [read, pair = make_pair(rig.context, extent)](VkCommandBuffer command_buffer, const engine::Image&) {
          read(command_buffer, pair->reference);
          read(command_buffer, pair->test);
        });
  }
  return records;
}

Record metrics(const Rig& rig, VkExtent2D extent, std::uint32_t metrics) {
  auto object = std::make_shared<photopic::ImageMetrics>();
  const photopic::MetricsCreateInfo info = {.max_extent = extent, .metrics = metrics & photopic::metrics_for(extent)};
  rig.context.check(photopic::ImageMetrics::create(rig.watch.lend(), info, object.get()));
  auto pair = make_pair(rig.context, extent);
  return [&rig, object, pair, extent](VkCommandBuffer command_buffer, const engine::Image&) {
    photopic::MetricsPair pictures;
    pictures.extent = extent;
    pictures.reference[0] = pair->reference.view();
    pictures.test[0] = pair->test.view();
    rig.context.check(object->record(command_buffer, pictures, {}));
  };
}

}  // namespace bench
