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

/// The strip's rows, cut at `columns`; what is beyond the picture is 0xee.
std::vector<engine::Image> upload_strip(const Picture& picture, const photopic::MetricsStrip& strip,
                                        std::uint32_t columns, const std::array<VkExtent2D, 3>& extents) {
  std::vector<engine::Image> images;
  for (std::uint32_t i = 0; i < picture.planes.size() && !picture.planes[i].empty(); ++i) {
    const Subsampling step = i == 0 ? Subsampling() : subsampling(picture.chroma);
    const std::size_t width = (picture.extent.width + step.x - 1) / step.x;
    const std::size_t height = (picture.extent.height + step.y - 1) / step.y;
    const std::size_t texel = picture.planes[i].size() / (width * height);
    const std::size_t first = strip.image_row / step.y;
    const std::size_t rows = (strip.image_row + strip.image_rows + step.y - 1) / step.y - first;
    const VkExtent2D extent = extents[i];
    std::vector<std::byte> texels(std::size_t{extent.width} * extent.height * texel, std::byte{0xee});
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::size_t x = 0; x < width; ++x) {
        const std::size_t piece = columns == 0 ? 0 : x / columns;
        const std::size_t to = (piece * rows + row) * extent.width + (columns == 0 ? x : x % columns);
        std::memcpy(&texels[to * texel], &picture.planes[i][((first + row) * width + x) * texel], texel);
      }
    }
    images.emplace_back(context(), extent, picture.format,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    engine::upload(context(), images.back(), texels);
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

MetricsRig::MetricsRig(const photopic::Device& device, const photopic::MetricsCreateInfo& info) : info_(info) {
  context().check(photopic::ImageMetrics::create(device, info, &metrics_));
}

photopic::MetricsResult MetricsRig::compare(const Picture& reference, const Picture& test,
                                            const std::vector<std::uint8_t>& mask) {
  extent_ = reference.extent;
  if (info_.strips.rows != 0) {
    Picture masked{reference.extent, VK_FORMAT_R8_UNORM, {}, {}};
    if (!mask.empty()) masked.planes[0] = bytes_of(mask);
    return compare_strips(reference, test, masked);
  }
  const std::vector<engine::Image> one = upload(reference), other = upload(test);
  std::vector<engine::Image> masks;
  if (!mask.empty()) masks = upload({reference.extent, VK_FORMAT_R8_UNORM, {}, {bytes_of(mask)}});
  const photopic::MetricsPair pair = {reference.extent, views_of(one), views_of(other), views_of(masks)[0], {}};
  photopic::Status status = photopic::Status::ok;
  submit([&](VkCommandBuffer command_buffer) { status = metrics_.record(command_buffer, pair, settings); });
  context().check(status);
  photopic::MetricsResult result;
  context().check(metrics_.finish(settings.slot, &result));
  return result;
}

photopic::MetricsResult MetricsRig::compare_strips(const Picture& reference, const Picture& test, const Picture& mask) {
  photopic::MetricsResult result;
  maps_.clear();
  const auto parts_of = [&](const Picture& picture, const photopic::MetricsStrip& strip) {
    std::array<VkExtent2D, 3> extents;
    for (std::uint32_t i = 0; i < 3; ++i) extents[i] = metrics_.image_extent(extent_, strip, i);
    return upload_strip(picture, strip, info_.strips.columns, extents);
  };
  photopic::MetricsSettings of_strip = settings;
  for (std::uint32_t row = 0; row < extent_.height;) {
    const photopic::MetricsStrip strip = metrics_.strip(extent_, row);
    const std::vector<engine::Image> one = parts_of(reference, strip), other = parts_of(test, strip);
    const std::vector<engine::Image> masks = parts_of(mask, strip);
    const photopic::MetricsPair pair = {extent_, views_of(one), views_of(other), views_of(masks)[0], strip};
    photopic::Status status = photopic::Status::ok;
    submit([&](VkCommandBuffer command_buffer) { status = metrics_.record(command_buffer, pair, of_strip); });
    context().check(status);
    context().check(metrics_.finish(of_strip.slot, &result));
    for (std::uint32_t bit = 1; bit <= photopic::kAllMaps; bit <<= 1) {
      if ((settings.maps & bit) == 0) continue;
      const auto map = photopic::MetricMap(bit);
      const std::vector<float> values = read_map(map, {extent_.width, strip.rows});
      maps_[map].insert(maps_[map].end(), values.begin(), values.end());
    }
    of_strip.slot = (of_strip.slot + 1) % info_.slots;
    row += strip.rows;
  }
  return result;
}

std::vector<float> MetricsRig::read_map(photopic::MetricMap map, VkExtent2D extent) const {
  std::vector<float> values(std::size_t{extent.width} * extent.height);
  const std::vector<std::byte> bytes =
      engine::read_back(context(), metrics_.map_buffer(map), 0, values.size() * sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

std::vector<float> MetricsRig::map(photopic::MetricMap map) const {
  return info_.strips.rows != 0 ? maps_.at(map) : read_map(map, extent_);
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
