// SPDX-License-Identifier: MIT
// Pictures, and the flash analyser on the device.
#ifndef PHOTOPIC_TESTS_FLASH_FLASH_RIG_H
#define PHOTOPIC_TESTS_FLASH_FLASH_RIG_H

#include <photopic/flash_analyser.h>

#include <cstring>
#include <vector>

#include "gpu/fixture.h"

namespace flash_test {

/// One picture at a time, RGBA32F unless said otherwise, and what the device says of it.
class FlashRig {
 public:
  explicit FlashRig(const photopic::FlashCreateInfo& info, const photopic::Device& device = test::context().lend())
      : info_(info) {
    test::context().check(photopic::FlashAnalyser::create(device, info, &analyser_));
  }

  photopic::FlashSettings settings;

  /// Texels are RGBA floats, or codes.
  template <class Sample>
  engine::Image make_image(VkExtent2D extent, const std::vector<Sample>& rgba) const {
    engine::Image image(test::context(), extent, info_.format,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    engine::upload(test::context(), image, std::as_bytes(std::span<const Sample>(rgba)));
    return image;
  }
  template <class Sample>
  void upload(VkExtent2D extent, const std::vector<Sample>& rgba) {
    if (image_.extent().width != extent.width || image_.extent().height != extent.height) {
      image_ = make_image(extent, rgba);
    } else {
      engine::upload(test::context(), image_, std::as_bytes(std::span<const Sample>(rgba)));
    }
  }

  void record(VkCommandBuffer commands, const engine::Image& image, std::uint64_t time_us, bool reset_history = false) {
    const photopic::FlashFrame frame = {
        .ldr = image.view(), .extent = image.extent(), .time_us = time_us, .reset_history = reset_history};
    test::context().check(analyser_.record(commands, frame, settings));
  }
  /// Of what was uploaded last.
  void record(VkCommandBuffer commands, std::uint64_t time_us, bool reset_history = false) {
    record(commands, image_, time_us, reset_history);
  }

  photopic::FlashStatistics submit(std::uint64_t time_us, bool reset_history = false) {
    test::submit([&](VkCommandBuffer commands) { record(commands, time_us, reset_history); });
    return statistics();
  }

  photopic::FlashStatistics statistics() const {
    photopic::FlashStatistics statistics;
    EXPECT_TRUE(analyser_.statistics(&statistics));
    return statistics;
  }

  std::vector<std::uint32_t> cells() const {
    std::vector<std::uint32_t> words(std::size_t{info_.columns} * info_.rows);
    const std::vector<std::byte> bytes =
        engine::read_back(test::context(), analyser_.cells_buffer(), 0, words.size() * sizeof(std::uint32_t));
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return words;
  }

  photopic::FlashAnalyser& analyser() { return analyser_; }

 private:
  photopic::FlashCreateInfo info_;
  photopic::FlashAnalyser analyser_;
  engine::Image image_;
};

}  // namespace flash_test

#endif
