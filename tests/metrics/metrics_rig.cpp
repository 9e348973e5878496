// SPDX-License-Identifier: MIT
// Upload of pictures, and metrics of a pair.
#include "metrics/metrics_rig.h"

#include <cstring>
#include <memory>

namespace test {
namespace {

std::vector<engine::Image> upload(const Picture& picture) {
  std::vector<engine::Image> images;
  for (std::uint32_t i = 0; i < picture.planes.size() && !picture.planes[i].empty(); ++i) {
    VkExtent2D extent = picture.extent;
    const Subsampling step = i == 0 ? Subsampling() : subsampling(picture.chroma);
    extent = {(extent.width + step.x - 1) / step.x, (extent.height + step.y - 1) / step.y};
    images.emplace_back(context(), extent, picture.format,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    engine::upload(context(), images.back(), picture.planes[i]);
  }
  return images;
}

std::array<VkImageView, 3> views_of(const std::vector<engine::Image>& images) {
  std::array<VkImageView, 3> views = {};
  for (std::size_t i = 0; i < images.size(); ++i) views[i] = images[i].view();
  return views;
}

template <class Value>
std::vector<std::byte> bytes_of(const std::vector<Value>& values) {
  std::vector<std::byte> bytes(values.size() * sizeof(Value));
  if (!values.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

/// The one of the last compare(), kept for pictures like those: pipelines take longer to make than most pairs.
struct Last {
  photopic::MetricsCreateInfo info;
  MetricsRig rig;
};
std::unique_ptr<Last> last;

/// Before the device goes.
struct Release : testing::Environment {
  void TearDown() override { last.reset(); }
};
[[maybe_unused]] const testing::Environment* const kRelease = testing::AddGlobalTestEnvironment(new Release);

bool is_for(const photopic::MetricsCreateInfo& a, const photopic::MetricsCreateInfo& b) {
  return a.max_extent.width == b.max_extent.width && a.max_extent.height == b.max_extent.height &&
         a.format == b.format && a.chroma == b.chroma && a.metrics == b.metrics;
}

VkExtent2D extent_of(std::size_t width, std::size_t height) { return {std::uint32_t(width), std::uint32_t(height)}; }

}  // namespace

Picture picture_of(const reference::CodeImage& image) {
  Picture picture{extent_of(image.width, image.height), VK_FORMAT_R8G8B8A8_UNORM, {}, {}};
  picture.planes[0].assign(4 * image.pixels.size(), std::byte{0x5a});  // alpha is ignored, and need not be 1
  std::byte* at = picture.planes[0].data();
  for (const reference::Rgb8& pixel : image.pixels) {
    std::memcpy(at, pixel.data(), 3);
    at += 4;
  }
  return picture;
}

Picture picture_of(const reference::LinearImage& image) {
  std::vector<float> texels;
  for (const reference::Rgb& pixel : image.pixels) {
    texels.insert(texels.end(), {float(pixel.r), float(pixel.g), float(pixel.b), 0.5f});
  }
  return {extent_of(image.width, image.height), VK_FORMAT_R32G32B32A32_SFLOAT, {}, {bytes_of(texels)}};
}

Picture picture_of(const reference::Yuv444& yuv) {
  return {extent_of(yuv.y.width, yuv.y.height),
          VK_FORMAT_R8_UNORM,
          {},
          {bytes_of(yuv.y.pixels), bytes_of(yuv.u.pixels), bytes_of(yuv.v.pixels)}};
}

Picture picture_of_codes(VkExtent2D extent, VkFormat format, const std::array<std::vector<std::uint16_t>, 3>& planes,
                         photopic::Chroma chroma) {
  return {extent, format, chroma, {bytes_of(planes[0]), bytes_of(planes[1]), bytes_of(planes[2])}};
}

MetricsRig::MetricsRig(const photopic::MetricsCreateInfo& info) : MetricsRig(context().lend(), info) {}

MetricsRig::MetricsRig(const photopic::Device& device, const photopic::MetricsCreateInfo& info) {
  context().check(photopic::ImageMetrics::create(device, info, &metrics_));
}

photopic::MetricsResult MetricsRig::compare(const Picture& reference, const Picture& test,
                                            const std::vector<std::uint8_t>& mask) {
  extent_ = reference.extent;
  const std::vector<engine::Image> one = upload(reference), other = upload(test);
  std::vector<engine::Image> masks;
  if (!mask.empty()) masks = upload({reference.extent, VK_FORMAT_R8_UNORM, {}, {bytes_of(mask)}});
  const photopic::MetricsPair pair = {reference.extent, views_of(one), views_of(other), views_of(masks)[0]};
  photopic::Status status = photopic::Status::ok;
  submit([&](VkCommandBuffer command_buffer) { status = metrics_.record(command_buffer, pair, settings); });
  context().check(status);
  photopic::MetricsResult result;
  context().check(metrics_.finish(settings.slot, &result));
  return result;
}

std::vector<float> MetricsRig::map(photopic::MetricMap map) const {
  std::vector<float> values(std::size_t{extent_.width} * extent_.height);
  const std::vector<std::byte> bytes =
      engine::read_back(context(), metrics_.map_buffer(map), 0, values.size() * sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

photopic::MetricsCreateInfo info_for(const Picture& picture, std::uint32_t metrics, std::uint32_t maps) {
  photopic::MetricsCreateInfo info;
  info.max_extent = picture.extent;
  info.format = picture.format;
  info.chroma = picture.chroma;
  info.metrics = metrics;
  info.maps = maps;
  info.max_pixels_per_degree = needed_pixels_per_degree(photopic::MetricsSettings());
  return info;
}

photopic::MetricsResult compare(const Picture& reference, const Picture& test, std::uint32_t metrics) {
  const photopic::MetricsCreateInfo info = info_for(reference, metrics);
  if (!last || !is_for(last->info, info)) last.reset(new Last{info, MetricsRig(info)});
  return last->rig.compare(reference, test);
}

}  // namespace test
