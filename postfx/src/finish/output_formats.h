// SPDX-License-Identifier: MIT
// Table of output formats. A format is one row here, and a way to store in shaders/finish/store.glsl if it needs
// another.
#ifndef PHOTOPIC_SRC_FINISH_OUTPUT_FORMATS_H
#define PHOTOPIC_SRC_FINISH_OUTPUT_FORMATS_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <iterator>

namespace photopic {

// FORMAT(glsl, vulkan, STORE): GLSL's qualifier, Vulkan's name without VK_FORMAT_, STORE_* of finish/store.glsl.
// CMake reads the rows, one a line and with ", " between, and compiles the shaders that write pictures for each.
// clang-format off
#define PHOTOPIC_OUTPUT_FORMATS(FORMAT) \
  FORMAT(rgba8, R8G8B8A8_UNORM, UNORM8) \
  FORMAT(rgb10_a2, A2B10G10R10_UNORM_PACK32, UNORM10) \
  FORMAT(rgba16f, R16G16B16A16_SFLOAT, FLOAT) \
  FORMAT(r32ui, R32_UINT, PACKED)
// clang-format on

#define PHOTOPIC_OUTPUT_FORMAT(glsl, vulkan, ENCODING) VK_FORMAT_##vulkan,
inline constexpr VkFormat kOutputFormats[] = {PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT)};
#undef PHOTOPIC_OUTPUT_FORMAT
inline constexpr std::uint32_t kOutputFormatCount = std::size(kOutputFormats);

/// The row of a format; kOutputFormatCount if it has none.
constexpr std::uint32_t output_format_row(VkFormat format) noexcept {
  std::uint32_t row = 0;
  while (row < kOutputFormatCount && kOutputFormats[row] != format) ++row;
  return row;
}

/// "must be one of R8G8B8A8_UNORM ..."
#define PHOTOPIC_OUTPUT_FORMAT(glsl, vulkan, ENCODING) " " #vulkan
inline constexpr const char* kOutputFormatRule = "must be one of" PHOTOPIC_OUTPUT_FORMATS(PHOTOPIC_OUTPUT_FORMAT);
#undef PHOTOPIC_OUTPUT_FORMAT

}  // namespace photopic

#endif
