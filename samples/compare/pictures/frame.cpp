// SPDX-License-Identifier: MIT
// Frames from decoded pictures and video, and checks of two that are to be compared.
#include "compare/pictures/frame.h"

#include <cmath>
#include <cstring>
#include <utility>

namespace compare {
namespace {

std::string size_text(VkExtent2D extent) {
  return std::to_string(extent.width) + " x " + std::to_string(extent.height);
}

const char* channel_text(const Frame& frame) {
  if (!frame.is_rgb()) {
    constexpr const char* kNames[] = {"YUV 4:4:4", "YUV 4:2:2", "YUV 4:2:0"};
    return kNames[std::size_t(frame.chroma)];
  }
  constexpr const char* kNames[] = {"grey", "grey and alpha", "RGB", "RGB and alpha"};
  return kNames[frame.channels - 1];
}

photopic::Chroma chroma_of(image_io::VideoFormat::Chroma chroma) {
  using Chroma = image_io::VideoFormat::Chroma;
  if (chroma == Chroma::c420) return photopic::Chroma::c420;
  return chroma == Chroma::c422 ? photopic::Chroma::c422 : photopic::Chroma::c444;
}

}  // namespace

Frame frame_of(image_io::CodeImage image) {
  Frame frame;
  frame.extent = {image.width, image.height};
  frame.channels = image.channels;
  switch (image.samples) {
    case image_io::CodeImage::Samples::codes8:
      frame.format = VK_FORMAT_R8G8B8A8_UNORM;
      frame.bits = 8;
      break;
    case image_io::CodeImage::Samples::codes16:
      frame.format = VK_FORMAT_R16G16B16A16_UNORM;
      frame.bits = 16;
      break;
    case image_io::CodeImage::Samples::linear:
      frame.format = VK_FORMAT_R32G32B32A32_SFLOAT;
      frame.bits = 0;
      break;
  }
  frame.planes[0] = std::move(image.texels);
  return frame;
}

Frame frame_of(const image_io::VideoFormat& format, image_io::VideoFrame& read) {
  Frame frame;
  frame.extent = {format.width, format.height};
  frame.format = format.bits == 8 ? VK_FORMAT_R8_UNORM : VK_FORMAT_R16_UNORM;
  frame.bits = format.bits;
  frame.chroma = chroma_of(format.chroma);
  for (std::size_t i = 0; i < 3; ++i) frame.planes[i] = std::move(read.planes[i]);
  return frame;
}

Frame frame_of(VkExtent2D extent, std::vector<std::byte> rgba) {
  Frame frame;
  frame.extent = extent;
  frame.format = VK_FORMAT_R8G8B8A8_UNORM;
  frame.planes[0] = std::move(rgba);
  return frame;
}

std::uint64_t bytes_of(const Frame& frame) {
  std::uint64_t bytes = 0;
  for (const std::vector<std::byte>& plane : frame.planes) bytes += plane.size();
  return bytes;
}

VkExtent2D plane_extent(const Frame& frame, std::size_t plane) {
  VkExtent2D extent = frame.extent;
  if (plane != 0 && frame.chroma != photopic::Chroma::c444) extent.width /= 2;
  if (plane != 0 && frame.chroma == photopic::Chroma::c420) extent.height /= 2;
  return extent;
}

std::string description_of(const Frame& frame) {
  const std::string depth = frame.is_float() ? "float" : std::to_string(frame.bits) + " bits";
  return size_text(frame.extent) + ", " + channel_text(frame) + ", " + depth;
}

void check_alike(const Frame& reference, const Frame& test) {
  const std::string one = description_of(reference), other = description_of(test);
  if (one == other) return;
  throw Mismatch("the reference has " + one + ", the test " + other);
}

void check_finite(const Frame& frame, const std::filesystem::path& file) {
  if (!frame.is_float()) return;
  std::size_t count = 0, first = 0;
  const std::size_t pixels = frame.planes[0].size() / sizeof(float[4]);
  for (std::size_t i = 0; i < pixels; ++i) {
    float rgba[4];
    std::memcpy(rgba, frame.planes[0].data() + i * sizeof rgba, sizeof rgba);
    if (std::isfinite(rgba[0]) && std::isfinite(rgba[1]) && std::isfinite(rgba[2])) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return;
  const std::string place =
      "(" + std::to_string(first % frame.extent.width) + ", " + std::to_string(first / frame.extent.width) + ")";
  throw files::Error(file, count == 1 ? "the pixel at " + place + " isn't finite"
                                      : std::to_string(count) + " pixels aren't finite, the first at " + place);
}

}  // namespace compare
