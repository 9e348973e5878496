// SPDX-License-Identifier: MIT
// Scenes with a mask, depth and classes, metered with weights and compared with the reference.
#ifndef PHOTOPIC_TESTS_METER_WEIGHT_RIG_H
#define PHOTOPIC_TESTS_METER_WEIGHT_RIG_H

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "reference/weighted_metering.h"

namespace test {

/// Image with what engine::Image lacks: layers, integers, depth, stencil. Each aspect and layer has a 2D view.
class RawImage {
 public:
  /// One aspect's texels as vkCmdCopyBufferToImage takes them, layer by layer, tightly packed.
  struct Plane {
    VkImageAspectFlags aspect;
    std::span<const std::byte> bytes;
  };
  RawImage(VkExtent2D extent, VkFormat format, const std::vector<Plane>& planes, std::uint32_t layer_count = 1);
  ~RawImage();
  RawImage(const RawImage&) = delete;
  RawImage& operator=(const RawImage&) = delete;

  /// SHADER_READ_ONLY_OPTIMAL.
  VkImageView view(VkImageAspectFlags aspect, std::uint32_t layer = 0) const;

  /// Whether the device samples this format and takes copies to it.
  static bool is_supported(VkFormat format);

 private:
  struct View {
    VkImageAspectFlags aspect;
    std::uint32_t layer;
    VkImageView handle;
  };
  VkImage image_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::vector<View> views_;
};

/// From one-channel texels of their own type.
template <class T>
std::unique_ptr<RawImage> make_raw(VkExtent2D extent, VkFormat format, const std::vector<T>& texels,
                                   VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT) {
  return std::make_unique<RawImage>(extent, format,
                                    std::vector<RawImage::Plane>{{aspect, std::as_bytes(std::span(texels))}});
}

/// What is metered, on the CPU. Depth and classes have the size of the whole image, the mask its own.
struct WeightScene {
  std::vector<reference::Rgb> texels;
  VkExtent2D extent = {};
  VkRect2D region = {};
  VkExtent2D mask_extent = {};
  std::vector<float> mask;
  std::vector<float> depth;
  std::vector<std::uint32_t> classes;
};

// 192 columns and 128 rows of an image: no centre of a texel is on an edge of masks of 1, 3, 64 or 192 columns.
inline constexpr VkExtent2D kSceneExtent = {211, 139};
inline constexpr VkRect2D kSceneRegion = {{13, 7}, {192, 128}};

/// A scene with all that weights can ask for, and its images.
struct SceneOnGpu {
  explicit SceneOnGpu(VkRect2D region = kSceneRegion, VkExtent2D mask_extent = {64, 64}, std::uint32_t seed = 0);
  void set_mask(VkExtent2D extent, const std::function<float(std::uint32_t x, std::uint32_t y)>& value);
  /// With the images that these weights read.
  photopic::Source source(std::uint32_t weights = photopic::kAllWeights) const;
  photopic::Frame frame(std::uint32_t weights = photopic::kAllWeights) const;

  HdrImage hdr;
  WeightScene scene;
  std::shared_ptr<RawImage> mask, depth, classes;
  VkImageAspectFlags depth_aspect = VK_IMAGE_ASPECT_COLOR_BIT;
  VkImageAspectFlags classes_aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};

/// Parameters with which every weight leaves out a part of such a scene.
photopic::MeterSettings settings_for_all_weights();

/// The region of it for the reference; the parts that are in use are copied here.
class ReferenceSource {
 public:
  explicit ReferenceSource(const WeightScene& scene);
  reference::WeightedSource get() const;

 private:
  const WeightScene& scene_;
  std::vector<reference::Rgb> texels_;
  std::vector<float> depth_;
  std::vector<std::uint32_t> classes_;
};

/// The weights of `bits`, of photopic::Weight, with the parameters of `settings`.
reference::WeightSettings weight_settings(std::uint32_t bits, const photopic::MeterSettings& settings,
                                          std::uint32_t quantised_steps = PHOTOPIC_WEIGHT_ONE);

/// What a weighted measurement may be off by.
struct WeightBounds {
  double mean_stops = 0.0;         ///< against the oracle with quantised weights
  double unquantised_stops = 0.0;  ///< against the oracle without
  double weight_sum = 0.0;         ///< against the oracle with quantised weights
};
WeightBounds weight_bounds(std::span<const reference::WeightedSource> sources, std::uint32_t bits,
                           const photopic::MeterSettings& settings);

/// Counts, weight and mean against the reference. Returns the error of the mean, stops.
double expect_weighted(const State& state, std::span<const reference::WeightedSource> sources, std::uint32_t bits,
                       const photopic::MeterSettings& settings);
double expect_weighted(const State& state, const WeightScene& scene, std::uint32_t bits,
                       const photopic::MeterSettings& settings);

/// Everything but whose state it is, to the bit.
bool same_whole_bits(const State& a, const State& b);

}  // namespace test

#endif
