// SPDX-License-Identifier: MIT
// Comparison and upload of error maps.
#include "viewer/inspection/difference.h"

#include <numeric>

#include "compare/pictures/map_picture.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"

namespace viewer {

void Difference::clear() {
  has_picture_ = false;
  is_due_ = false;
}

void Difference::make(engine::Context& context, compare::Comparer& comparer, const Golden& reference, VkExtent2D extent,
                      std::span<const std::byte> rgba) {
  clear();
  const bool is_flip = map == Map::flip;
  const photopic::MetricMap kind = is_flip ? photopic::kMapFlip : photopic::kMapAbsolute;
  const compare::Options options = {
      .metrics = is_flip ? photopic::kMetricFlip : photopic::kMetricErrors, .maps = kind, .settings = {}};
  const std::span<const std::byte> golden = reference.rgba();
  const compare::Comparison made =
      comparer.compare(compare::frame_of(reference.extent(), {golden.begin(), golden.end()}),
                       compare::frame_of(extent, {rgba.begin(), rgba.end()}), options);
  const std::vector<float>& values = made.maps.at(kind);
  mean_ = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
  context.wait();  // for what reads the last one
  const VkExtent2D has = picture_.extent();
  if (has.width != extent.width || has.height != extent.height) {
    picture_ =
        engine::Image(context, extent, VK_FORMAT_R8G8B8A8_UNORM,
                      VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  }
  engine::upload(context, picture_, compare::map_picture(kind, values, 255.0));
  engine::submit_and_wait(context, [&](VkCommandBuffer command_buffer) {
    engine::image_barrier(context, command_buffer, picture_.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          VK_IMAGE_LAYOUT_GENERAL, engine::kComputeRead, engine::kComputeRead);
  });
  has_picture_ = true;
}

}  // namespace viewer
