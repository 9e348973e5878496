// SPDX-License-Identifier: MIT
// Formats and encodings of finished pictures, which the flash analyser and the meter of content light read.
#ifndef PHOTOPIC_SRC_DISPLAY_STORED_FORMATS_H
#define PHOTOPIC_SRC_DISPLAY_STORED_FORMATS_H

#include <photopic/display.h>
#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic {

struct StoredFormat {
  VkFormat format;
  std::uint32_t max_code;  ///< largest code that a table decodes; 0: no table
  bool is_linear;          ///< what is read is linear, unless an encoding says otherwise
  bool is_decoded;         ///< by the device: what is read is always linear
};
inline constexpr StoredFormat kStoredFormats[] = {
    {VK_FORMAT_R8G8B8A8_UNORM, 255, false, false},
    {VK_FORMAT_B8G8R8A8_UNORM, 255, false, false},
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, 255, false, false},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 1023, false, false},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 1023, false, false},
    {VK_FORMAT_R16G16B16A16_UNORM, 0, false, false},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 0, true, false},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 0, true, false},
    {VK_FORMAT_R8G8B8A8_SRGB, 0, true, true},
    {VK_FORMAT_B8G8R8A8_SRGB, 0, true, true},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, 0, true, true},
};

/// Null: no picture is shown in this format.
constexpr const StoredFormat* stored_format(VkFormat format) noexcept {
  for (const StoredFormat& row : kStoredFormats) {
    if (row.format == format) return &row;
  }
  return nullptr;
}

/// `automatic` stands for sRGB or, of formats that are linear, for linear.
constexpr OutputEncoding stored_encoding(VkFormat format, OutputEncoding encoding) noexcept {
  const StoredFormat* const row = stored_format(format);
  if (encoding != OutputEncoding::automatic) return encoding;
  return row != nullptr && row->is_linear ? OutputEncoding::linear : OutputEncoding::srgb;
}

/// Whether numbers are multiples of a luminance, and no codes.
constexpr bool is_of_floats(OutputEncoding encoding) noexcept {
  return encoding == OutputEncoding::linear || encoding == OutputEncoding::scrgb;
}

/// Largest code where channels are decoded one by one from codes of 8 or 10 bits; else 0. `encoding` isn't automatic.
constexpr std::uint32_t table_peak(VkFormat format, OutputEncoding encoding) noexcept {
  const StoredFormat* const row = stored_format(format);
  return row == nullptr || is_of_floats(encoding) || encoding == OutputEncoding::hlg ? 0 : row->max_code;
}

}  // namespace photopic

#endif
