// SPDX-License-Identifier: MIT
// Pictures in the CPU's memory, to images and back.
#ifndef PHOTOPIC_SRC_HEADLESS_PICTURES_H
#define PHOTOPIC_SRC_HEADLESS_PICTURES_H

#include <cstddef>

#include "gpu/memory/level_image.h"
#include "gpu/memory/memory.h"
#include "headless/device.h"

namespace photopic {

enum class Sample : std::uint32_t {
  u8,   ///< codes
  u16,  ///< codes
  f16,
  f32,
};
constexpr std::size_t sample_bytes(Sample sample) { return sample == Sample::u8 ? 1 : sample == Sample::f32 ? 4 : 2; }
/// Of images that hold such samples, in four channels.
VkFormat format_of(Sample sample) noexcept;

/// Rows, top first, of pixels of 1 (grey), 3 or 4 channels.
struct Picture {
  std::byte* samples = nullptr;
  VkExtent2D extent = {};
  std::uint32_t channels = 0;
  Sample sample = Sample::u8;
  std::size_t row_bytes = 0;  ///< from row to row
};

/// An image of four channels, or of one (masks), on the way from a picture.
class Upload {
 public:
  Upload(const HeadlessDevice& device, const char* name)
      : device_(device), image_(device.gpu(), name), staging_(device.gpu(), name) {}

  /// Alpha of pictures without one is 1. Masks have one channel of codes of 8 bits. An image that is narrower than the
  /// picture has the rest of its rows further down.
  Status create(const Picture& picture, VkExtent2D image_extent, bool is_mask) noexcept;
  /// After: visible to COMPUTE_SHADER / SHADER_READ, SHADER_READ_ONLY_OPTIMAL.
  void record(VkCommandBuffer commands) noexcept;
  VkImageView view() const { return image_.level(0); }

 private:
  const HeadlessDevice& device_;
  LevelImage image_;
  DeviceBuffer staging_;
  VkExtent2D extent_ = {};  ///< of the picture
  std::size_t texel_bytes_ = 0;
};

/// An image that compute shaders write, on the way to a picture of four channels, or of three without its alpha.
class Download {
 public:
  explicit Download(const HeadlessDevice& device)
      : device_(device), image_(device.gpu(), "picture"), staging_(device.gpu(), "picture") {}

  Status create(VkExtent2D extent, Sample sample) noexcept;
  /// Before it is written: to GENERAL.
  void record_begin(VkCommandBuffer commands) noexcept;
  /// Once it is written at COMPUTE_SHADER.
  void record_end(VkCommandBuffer commands) noexcept;
  VkImageView view() const { return image_.level(0); }
  /// When the device is done; `picture` of the same extent and samples.
  void copy_to(const Picture& picture) const noexcept;

 private:
  const HeadlessDevice& device_;
  LevelImage image_;
  DeviceBuffer staging_;
  VkExtent2D extent_ = {};
};

/// A float for each pixel, on the way from a device's buffer.
class MapDownload {
 public:
  explicit MapDownload(const HeadlessDevice& device) : device_(device), staging_(device.gpu(), "map") {}

  Status create(VkExtent2D extent) noexcept;
  /// Copies the first bytes of `buffer`, once it is written at COMPUTE_SHADER, to `offset_bytes` of the map.
  void record(VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset_bytes, VkDeviceSize size_bytes) noexcept;
  /// When the device is done.
  const float* values() const { return static_cast<const float*>(staging_.mapped()); }

 private:
  const HeadlessDevice& device_;
  DeviceBuffer staging_;
};

}  // namespace photopic

#endif
