// SPDX-License-Identifier: MIT
// Pictures on the device, and their comparison.
#ifndef PHOTOPIC_TESTS_METRICS_METRICS_RIG_H
#define PHOTOPIC_TESTS_METRICS_METRICS_RIG_H

#include <photopic/image_metrics.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "gpu/fixture.h"
#include "reference/metrics/metrics.h"

namespace test {

/// Pixels per sample of chroma.
struct Subsampling {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
};
inline Subsampling subsampling(photopic::Chroma chroma) {
  using photopic::Chroma;
  return {chroma == Chroma::c444 ? 1u : chroma == Chroma::c411 ? 4u : 2u, chroma == Chroma::c420 ? 2u : 1u};
}

/// What the device gets: one image, or three planes.
struct Picture {
  VkExtent2D extent = {};
  VkFormat format = VK_FORMAT_UNDEFINED;
  photopic::Chroma chroma = photopic::Chroma::c444;
  std::array<std::vector<std::byte>, 3> planes;
};

/// RGBA8.
Picture picture_of(const reference::CodeImage& image);
/// RGBA32F.
Picture picture_of(const reference::LinearImage& image);
/// Three planes of 8 bits.
Picture picture_of(const reference::Yuv444& yuv);
/// Of codes, `channels` to a texel (4 for RGBA16, 1 for planes).
Picture picture_of_codes(VkExtent2D extent, VkFormat format, const std::array<std::vector<std::uint16_t>, 3>& planes,
                         photopic::Chroma chroma = photopic::Chroma::c444);

class MetricsRig {
 public:
  /// Throws engine::Error with the module's words.
  explicit MetricsRig(const photopic::MetricsCreateInfo& info);
  MetricsRig(const photopic::Device& device, const photopic::MetricsCreateInfo& info);

  photopic::MetricsSettings settings;

  /// In one submission, or one for each strip, in slots in turn. `mask`: a byte for each pixel, or empty.
  photopic::MetricsResult compare(const Picture& reference, const Picture& test,
                                  const std::vector<std::uint8_t>& mask = {});
  /// Of the last compared pair.
  std::vector<float> map(photopic::MetricMap map) const;
  photopic::ImageMetrics& metrics() { return metrics_; }

 private:
  photopic::MetricsResult compare_strips(const Picture& reference, const Picture& test, const Picture& mask);
  std::vector<float> read_map(photopic::MetricMap map, VkExtent2D extent) const;

  photopic::MetricsCreateInfo info_;
  photopic::ImageMetrics metrics_;
  VkExtent2D extent_ = {};
  std::map<photopic::MetricMap, std::vector<float>> maps_;  ///< of strips
};

/// For pictures like this one.
photopic::MetricsCreateInfo info_for(const Picture& picture, std::uint32_t metrics, std::uint32_t maps = 0);
/// By an object for pictures of this size, format and kind, whose pipelines the next call may use too.
photopic::MetricsResult compare(const Picture& reference, const Picture& test, std::uint32_t metrics);

}  // namespace test

#endif
