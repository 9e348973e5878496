// SPDX-License-Identifier: MIT
#include "run/frame_file.h"

#include <vulkan/vulkan_core.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "files/error.h"
#include "files/path.h"
#include "image_io/image_file.h"
#include "image_io/tags.h"
#include "reference/texel_formats.h"

namespace run {
namespace {

struct ColorSpace {
  VkColorSpaceKHR space;
  const char* name;
  std::optional<image_io::Cicp> cicp;  ///< none: PNG can't say it
};
constexpr ColorSpace kColorSpaces[] = {
    {VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, "SRGB_NONLINEAR", image_io::kCicpSrgb},
    {VK_COLOR_SPACE_PASS_THROUGH_EXT, "PASS_THROUGH", image_io::kCicpSrgb},
    {VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT, "DISPLAY_P3_NONLINEAR", image_io::kCicpDisplayP3},
    {VK_COLOR_SPACE_HDR10_ST2084_EXT, "HDR10_ST2084", image_io::kCicpHdr10},
    {VK_COLOR_SPACE_HDR10_HLG_EXT, "HDR10_HLG", image_io::kCicpHlg},
    {VK_COLOR_SPACE_BT709_NONLINEAR_EXT, "BT709_NONLINEAR", image_io::Cicp{1, 1}},
    {VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, "EXTENDED_SRGB_LINEAR", {}},
    {VK_COLOR_SPACE_EXTENDED_SRGB_NONLINEAR_EXT, "EXTENDED_SRGB_NONLINEAR", {}},
    {VK_COLOR_SPACE_BT709_LINEAR_EXT, "BT709_LINEAR", {}},
    {VK_COLOR_SPACE_BT2020_LINEAR_EXT, "BT2020_LINEAR", {}},
    {VK_COLOR_SPACE_DISPLAY_P3_LINEAR_EXT, "DISPLAY_P3_LINEAR", {}},
    {VK_COLOR_SPACE_DCI_P3_NONLINEAR_EXT, "DCI_P3_NONLINEAR", {}},
    {VK_COLOR_SPACE_ADOBERGB_LINEAR_EXT, "ADOBERGB_LINEAR", {}},
    {VK_COLOR_SPACE_ADOBERGB_NONLINEAR_EXT, "ADOBERGB_NONLINEAR", {}},
    {VK_COLOR_SPACE_DOLBYVISION_EXT, "DOLBYVISION", {}},
};

const ColorSpace* known(std::uint32_t space) {
  const auto found = std::find_if(std::begin(kColorSpaces), std::end(kColorSpaces),
                                  [&](const ColorSpace& one) { return std::uint32_t(one.space) == space; });
  return found == std::end(kColorSpaces) ? nullptr : found;
}

/// Row `y` as RGBA codes of 8 bits.
void unpack8(const Frame& frame, const std::byte* row, std::uint8_t* rgba) {
  const int red = frame.texels == layer::Texels::bgra8 ? 2 : 0;
  for (std::uint32_t x = 0; x < frame.width; ++x, row += 4, rgba += 4) {
    rgba[0] = std::uint8_t(row[red]);
    rgba[1] = std::uint8_t(row[1]);
    rgba[2] = std::uint8_t(row[2 - red]);
    rgba[3] = std::uint8_t(row[3]);
  }
}

/// The same of 10 bits as 16, of which the upper 10 are the code; alpha of 2 bits.
void unpack10(const Frame& frame, const std::byte* row, std::uint16_t* rgba) {
  const unsigned red = frame.texels == layer::Texels::bgr10a2 ? 20 : 0;
  for (std::uint32_t x = 0; x < frame.width; ++x, row += 4, rgba += 4) {
    std::uint32_t word = 0;
    std::memcpy(&word, row, sizeof word);
    const auto wide = [&](unsigned shift) {
      const std::uint32_t code = word >> shift & 1023u;
      return std::uint16_t(code << 6 | code >> 4);
    };
    rgba[0] = wide(red);
    rgba[1] = wide(10);
    rgba[2] = wide(20 - red);
    rgba[3] = std::uint16_t((word >> 30) * 21845u);
  }
}

const std::byte* row_of(const Frame& frame, std::uint32_t y) {
  return frame.data.data() + std::size_t(y) * frame.width * layer::texel_bytes(frame.texels);
}

bool is_wide(const Frame& frame) {
  return frame.texels == layer::Texels::rgb10a2 || frame.texels == layer::Texels::bgr10a2;
}

template <class Code, class Unpack>
void write_codes(const std::filesystem::path& file, const Frame& frame, const image_io::CodeFormat& format,
                 const Unpack& unpack) {
  const auto writer = image_io::create_png(file, frame.width, frame.height, format);
  std::vector<Code> rgba(std::size_t(frame.width) * 4);
  for (std::uint32_t y = 0; y < frame.height; ++y) {
    unpack(frame, row_of(frame, y), rgba.data());
    writer->write_rows(1, rgba.data());
  }
  writer->finish();
}

template <class Code, class Unpack>
void read_codes(const Frame& frame, const Unpack& unpack, std::vector<std::byte>& texels) {
  const std::size_t row = std::size_t(frame.width) * 4;
  texels.resize(row * frame.height * sizeof(Code));
  auto* const rgba = reinterpret_cast<Code*>(texels.data());
  for (std::uint32_t y = 0; y < frame.height; ++y) unpack(frame, row_of(frame, y), rgba + y * row);
  for (std::size_t i = 3; frame.is_opaque && i < row * frame.height; i += 4) rgba[i] = Code(~Code{});
}

void write_exr(const std::filesystem::path& file, const Frame& frame) {
  const bool is_scrgb = frame.color_space == std::uint32_t(VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT);
  const auto writer = image_io::create_exr(file, {frame.width, frame.height, image_io::TexelFormat::rgba16f},
                                           is_scrgb ? std::optional(kScrgbNits) : std::nullopt);
  std::vector<std::array<std::uint16_t, 4>> row(frame.width);
  constexpr std::uint16_t kHalfOne = 0x3c00;
  for (std::uint32_t y = 0; y < frame.height; ++y) {
    const std::size_t size = row.size() * sizeof row.front();
    std::memcpy(row.data(), frame.data.data() + y * size, size);
    if (frame.is_opaque) {
      for (auto& texel : row) texel[3] = kHalfOne;
    }
    writer->write_rows(1, row.data());
  }
  writer->finish();
}

}  // namespace

std::string format_name(std::uint32_t format) {
  switch (VkFormat(format)) {
    case VK_FORMAT_R8G8B8A8_UNORM:
      return "R8G8B8A8_UNORM";
    case VK_FORMAT_R8G8B8A8_SRGB:
      return "R8G8B8A8_SRGB";
    case VK_FORMAT_B8G8R8A8_UNORM:
      return "B8G8R8A8_UNORM";
    case VK_FORMAT_B8G8R8A8_SRGB:
      return "B8G8R8A8_SRGB";
    case VK_FORMAT_A8B8G8R8_UNORM_PACK32:
      return "A8B8G8R8_UNORM_PACK32";
    case VK_FORMAT_A8B8G8R8_SRGB_PACK32:
      return "A8B8G8R8_SRGB_PACK32";
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
      return "A2B10G10R10_UNORM_PACK32";
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return "A2R10G10B10_UNORM_PACK32";
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      return "R16G16B16A16_SFLOAT";
    case VK_FORMAT_R5G6B5_UNORM_PACK16:
      return "R5G6B5_UNORM_PACK16";
    case VK_FORMAT_B10G11R11_UFLOAT_PACK32:
      return "B10G11R11_UFLOAT_PACK32";
    default:
      return "VkFormat " + std::to_string(format);
  }
}

std::string color_space_name(std::uint32_t space) {
  const ColorSpace* const found = known(space);
  return found != nullptr ? found->name : "VkColorSpaceKHR " + std::to_string(space);
}

image_io::CodeImage code_image_of(const Frame& frame, const std::string& name) {
  using Samples = image_io::CodeImage::Samples;
  image_io::CodeImage image;
  image.width = frame.width;
  image.height = frame.height;
  if (frame.texels == layer::Texels::rgba16f) {
    image.samples = Samples::linear;
    image.texels.resize(std::size_t(frame.width) * frame.height * 4 * sizeof(float));
    auto* const floats = reinterpret_cast<float*>(image.texels.data());
    for (std::size_t i = 0; i < std::size_t(frame.width) * frame.height * 4; ++i) {
      std::uint16_t bits = 0;
      std::memcpy(&bits, frame.data.data() + i * sizeof bits, sizeof bits);
      floats[i] = frame.is_opaque && i % 4 == 3 ? 1.0f : float(reference::half_to_double(bits));
    }
    return image;
  }
  const ColorSpace* const space = known(frame.color_space);
  if (space == nullptr || !space->cicp) {
    throw files::Error(name, "the window's colour space " + color_space_name(frame.color_space) + " isn't of codes");
  }
  if (space->cicp != image_io::kCicpSrgb) {
    image.facts.tags[image_io::kTagCicp] =
        std::to_string(space->cicp->primaries) + "/" + std::to_string(space->cicp->transfer) + "/0/1";
  }
  if (is_wide(frame)) {
    image.samples = Samples::codes16;
    read_codes<std::uint16_t>(frame, unpack10, image.texels);
  } else {
    image.samples = Samples::codes8;
    read_codes<std::uint8_t>(frame, unpack8, image.texels);
  }
  return image;
}

void write_frame(const std::filesystem::path& file, const Frame& frame) {
  const std::string extension = files::lower_extension(file);
  const bool is_float = frame.texels == layer::Texels::rgba16f;
  if (extension == ".exr") {
    if (!is_float) throw files::Error(file, "the window has codes, not half floats: name the frames .png");
    return write_exr(file, frame);
  }
  if (is_float) throw files::Error(file, "the window has half floats, which PNG can't hold: name the frames .exr");
  const ColorSpace* const space = known(frame.color_space);
  if (space == nullptr || !space->cicp) {
    throw files::Error(file,
                       "the window's colour space " + color_space_name(frame.color_space) + " can't be said in PNG");
  }
  const image_io::CodeFormat format = {
      .bits = is_wide(frame) ? 16u : 8u, .keep_alpha = !frame.is_opaque, .color = {.cicp = *space->cicp}};
  if (is_wide(frame)) {
    write_codes<std::uint16_t>(file, frame, format, unpack10);
  } else {
    write_codes<std::uint8_t>(file, frame, format, unpack8);
  }
}

}  // namespace run
