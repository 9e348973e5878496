// SPDX-License-Identifier: MIT
// Table of output formats. A format is one row here, and a way to store in shaders/finish/store.glsl if it needs
// another.
#ifndef PHOTOPIC_SRC_DISPLAY_OUTPUT_FORMATS_H
#define PHOTOPIC_SRC_DISPLAY_OUTPUT_FORMATS_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <iterator>

namespace photopic {

/// Of formats that packed_format says.
inline constexpr std::uint32_t kMaxCodeOfPacking = ~0u;

// FORMAT(glsl, vulkan, STORE, max_code, is_signed, is_extended)
//   glsl         GLSL's qualifier
//   vulkan       Vulkan's name without VK_FORMAT_
//   STORE        STORE_* of finish/store.glsl
//   max_code     of red, green and blue; 0 = floats
//   is_signed    1 = floats that hold channels below 0, for linear and scrgb
//   is_extended  1 = the feature shaderStorageImageExtendedFormats is needed
// CMake reads the first three of each row, one a line and with ", " between, and compiles the shaders that write
// pictures for each.
// clang-format off
#define PHOTOPIC_OUTPUT_FORMATS(FORMAT) \
  FORMAT(rgba8, R8G8B8A8_UNORM, UNORM8, 255, 0, 0) \
  FORMAT(rgb10_a2, A2B10G10R10_UNORM_PACK32, UNORM10, 1023, 0, 1) \
  FORMAT(rgba16f, R16G16B16A16_SFLOAT, FLOAT, 0, 1, 0) \
  FORMAT(r32ui, R32_UINT, PACKED, kMaxCodeOfPacking, 0, 0)
// clang-format on

struct OutputFormat {
  VkFormat format;
  std::uint32_t max_code;
  bool is_signed;
  bool is_extended;
};
#define PHOTOPIC_OUTPUT_FORMAT(glsl, vulkan, STORE, max_code, is_signed, is_extended) \
  {VK_FORMAT_##vulkan, max_code, is_signed != 0, is_extended != 0},
inline constexpr OutputFormat kOutputFormats[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
inline constexpr std::uint32_t kOutputFormatCount = std::size(kOutputFormats);

/// The row of a format; kOutputFormatCount if it has none.
constexpr std::uint32_t output_format_row(VkFormat format) noexcept {
  std::uint32_t row = 0;
  while (row < kOutputFormatCount && kOutputFormats[row].format != format) ++row;
  return row;
}
/// Null where there is none.
constexpr const OutputFormat* output_format(VkFormat format) noexcept {
  const std::uint32_t row = output_format_row(format);
  return row < kOutputFormatCount ? &kOutputFormats[row] : nullptr;
}

// Messages; " NAME" of rows whose column is 1 or 0.
#define PHOTOPIC_NAME_OF_1(vulkan) " " #vulkan
#define PHOTOPIC_NAME_OF_0(vulkan)
#define PHOTOPIC_NAME(glsl, vulkan, ...) " " #vulkan
#define PHOTOPIC_SIGNED(glsl, vulkan, STORE, max_code, is_signed, is_extended) PHOTOPIC_NAME_OF_##is_signed(vulkan)
#define PHOTOPIC_EXTENDED(glsl, vulkan, STORE, max_code, is_signed, is_extended) PHOTOPIC_NAME_OF_##is_extended(vulkan)
inline constexpr const char* kOutputFormatRule = "must be one of" PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_NAME);
inline constexpr const char* kSignedFormatRule =
    "linear and scrgb need one of" PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_SIGNED);
inline constexpr const char* kExtendedFormatRule =
    "needs the feature shaderStorageImageExtendedFormats, as do all of" PHOTOPIC_OUTPUT_FORMATS(
        PHOTOPIC_EXTENDED) "; R32_UINT doesn't";
#undef PHOTOPIC_EXTENDED
#undef PHOTOPIC_SIGNED
#undef PHOTOPIC_NAME
#undef PHOTOPIC_NAME_OF_0
#undef PHOTOPIC_NAME_OF_1

}  // namespace photopic

#endif
