// SPDX-License-Identifier: MIT
// Upload of picture files.
#include "session/source/hdr_source.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <glm/gtc/packing.hpp>

#include "arguments/errors.h"
#include "engine/scene/light/environment.h"
#include "engine/transfer/image_transfer.h"
#include "reference/display/primaries.h"

namespace session {

engine::Image load_image(const engine::Context& context, const std::filesystem::path& file,
                         image_io::ImageReader& reader) {
  const image_io::ImageInfo& info = reader.info();
  const std::uint32_t limit = context.properties().limits.maxImageDimension2D;
  if (info.width > limit || info.height > limit) {
    throw files::Error(file, "is " + std::to_string(info.width) + "x" + std::to_string(info.height) +
                                 " texels; the device takes up to " + std::to_string(limit) + " a side");
  }
  image_io::check_memory(file, info.width, info.height, image_io::texel_bytes(info.format) * info.width * info.height);
  const VkFormat format =
      info.format == image_io::TexelFormat::rgba16f ? VK_FORMAT_R16G16B16A16_SFLOAT : VK_FORMAT_R32G32B32A32_SFLOAT;
  try {
    engine::Image image(context, {info.width, info.height}, format,
                        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    engine::upload(context, image, [&](std::uint32_t first_row, std::uint32_t row_count, std::byte* rows) {
      reader.read_rows(first_row, row_count, rows);
    });
    return image;
  } catch (const engine::Error& error) {
    throw engine::Error(file.string() + ": " + error.what());
  }
}

engine::Image load_image(const engine::Context& context, const std::filesystem::path& file,
                         const image_io::ReadOptions& options) {
  return load_image(context, file, *image_io::open_image(file, options));
}

namespace {

/// A scene is rendered in BT.709, whatever the panorama around it is of.
void make_bt709(const std::filesystem::path& file, const image_io::Chromaticities& xy, HdrPixels& pixels) {
  if (!are_usable(xy)) {
    throw files::Error(file, "its chromaticities, " + image_io::text_of(xy) +
                                 " (red, green, blue, white), have no triangle around white");
  }
  std::array<double, std::tuple_size_v<image_io::Chromaticities>> numbers;
  std::copy(xy.begin(), xy.end(), numbers.begin());
  const reference::Matrix matrix = reference::conversion(reference::custom_primaries(numbers), reference::kBt709);
  for (std::size_t i = 0; i < pixels.rgba.size(); i += 4) {
    float* const texel = &pixels.rgba[i];
    const reference::Rgb named = {double{texel[0]}, double{texel[1]}, double{texel[2]}};
    const reference::Rgb color = reference::multiply(matrix, named);
    texel[0] = static_cast<float>(color.r);
    texel[1] = static_cast<float>(color.g);
    texel[2] = static_cast<float>(color.b);
  }
}

}  // namespace

HdrPixels read_panorama(const std::filesystem::path& file) {
  const auto reader = image_io::open_image(file);
  const image_io::ImageInfo info = reader->info();
  const std::string size = std::to_string(info.width) + "x" + std::to_string(info.height);
  if (info.width != 2 * info.height) {
    throw files::Error(file, "has " + size + " texels: a panorama is twice as wide as high");
  }
  if (info.width > engine::kMaxPanoramaWidth) {
    throw files::Error(file, "has " + size + " texels: as an environment, up to 8192x4096 are taken");
  }
  const std::size_t count = 4 * std::size_t(info.width) * info.height;
  image_io::check_memory(file, info.width, info.height, sizeof(float) * count);
  HdrPixels pixels = {info.width, info.height, std::vector<float>(count)};
  if (info.format == image_io::TexelFormat::rgba32f) {
    reader->read_rows(0, info.height, pixels.rgba.data());
  } else {
    std::vector<std::uint16_t> halves(count);
    reader->read_rows(0, info.height, halves.data());
    std::transform(halves.begin(), halves.end(), pixels.rgba.begin(),
                   [](std::uint16_t half) { return glm::unpackHalf1x16(half); });
  }
  if (const auto& named = reader->facts().chromaticities) make_bt709(file, *named, pixels);
  return pixels;
}

engine::Image load_mask(const engine::Context& context, const Metering& metering) {
  if (metering.mask.empty()) return {};
  return load_image(context, metering.mask, *image_io::open_weights(metering.mask));
}

photopic::gpu::ExposureState read_state(const engine::Context& context, const photopic::PostProcess& post) {
  photopic::gpu::ExposureState state;
  const auto bytes = engine::read_back(context, post.state_buffer(), 0, sizeof state);
  std::memcpy(&state, bytes.data(), sizeof state);
  return state;
}

}  // namespace session
