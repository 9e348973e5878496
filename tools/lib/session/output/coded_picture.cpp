// SPDX-License-Identifier: MIT
// Codes of pictures: widened, described, and decoded.
#include "session/output/coded_picture.h"

#include <photopic/hdr_display.h>
#include <photopic/settings_table.h>

#include <cstring>

#include "arguments/errors.h"
#include "reference/display/primaries.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"

namespace session {
namespace {

using photopic::DisplaySettings;
using photopic::OutputEncoding;

constexpr std::uint32_t kMaxCode10 = 1023;

image_io::Cicp cicp_of(OutputEncoding encoding) {
  constexpr image_io::Cicp kPower22 = {1, 4};  // BT.709, gamma 2.2
  switch (encoding) {
    case OutputEncoding::power22:
      return kPower22;
    case OutputEncoding::display_p3:
      return image_io::kCicpDisplayP3;
    case OutputEncoding::hdr10:
      return image_io::kCicpHdr10;
    case OutputEncoding::hlg:
      return image_io::kCicpHlg;
    default:
      return image_io::kCicpSrgb;
  }
}

image_io::MasteringDisplay mastering_of(const DisplaySettings& display) {
  const VkHdrMetadataEXT metadata = photopic::hdr_metadata(display);
  image_io::MasteringDisplay mastering = {.max_nits = double(metadata.maxLuminance),
                                          .min_nits = double(metadata.minLuminance)};
  const VkXYColorEXT corners[] = {metadata.displayPrimaryRed, metadata.displayPrimaryGreen, metadata.displayPrimaryBlue,
                                  metadata.whitePoint};
  for (std::size_t i = 0; i < std::size(corners); ++i) {
    mastering.xy[2 * i] = double(corners[i].x);
    mastering.xy[2 * i + 1] = double(corners[i].y);
  }
  return mastering;
}

/// A colour as it is stored, in light: 1 = paper white, BT.709.
reference::Rgb decoded(reference::Rgb signal, const DisplaySettings& display) {
  const double white = double(display.paper_white_nits);
  static const reference::Matrix kOfP3 = reference::conversion(reference::kP3D65, reference::kBt709);
  static const reference::Matrix kOfBt2020 = reference::conversion(reference::kBt2020, reference::kBt709);
  switch (display.encoding) {
    case OutputEncoding::display_p3:
      return reference::multiply(kOfP3, reference::per_channel(signal, reference::srgb_decode));
    case OutputEncoding::hdr10:
      return reference::multiply(kOfBt2020, reference::scale(reference::pq_decode(signal), 1.0 / white));
    case OutputEncoding::hlg:
      return reference::multiply(kOfBt2020, reference::scale(reference::hlg_decode(signal, 1000.0), 1.0 / white));
    case OutputEncoding::scrgb:
      return reference::scale(signal, double(display.scrgb_reference_nits) / white);
    default:
      return signal;
  }
}

}  // namespace

bool is_of_floats(OutputEncoding encoding) {
  return encoding == OutputEncoding::linear || encoding == OutputEncoding::scrgb;
}

bool is_wide(OutputEncoding encoding) {
  return encoding == OutputEncoding::display_p3 || encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg;
}

VkFormat picture_format(OutputEncoding encoding) {
  if (is_of_floats(encoding)) return VK_FORMAT_R16G16B16A16_SFLOAT;
  return is_wide(encoding) ? VK_FORMAT_R32_UINT : VK_FORMAT_R8G8B8A8_UNORM;
}

std::string word_of(OutputEncoding encoding) {
  return photopic::find_setting("display", "encoding")->words[static_cast<std::size_t>(encoding)];
}

image_io::ColorEncoding color_of(const DisplaySettings& display, const std::optional<image_io::LightLevels>& light) {
  image_io::ColorEncoding color = {.cicp = cicp_of(display.encoding)};
  if (display.encoding == OutputEncoding::hdr10) {
    color.mastering = mastering_of(display);
    color.light = light;
  }
  return color;
}

std::optional<double> scrgb_nits_of(const DisplaySettings& display) {
  if (display.encoding != OutputEncoding::scrgb) return std::nullopt;
  return double(display.scrgb_reference_nits);
}

void widen_codes(std::span<const std::uint32_t> words, std::uint16_t* codes) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) {
      const std::uint32_t code = words[i] >> 10 * channel & kMaxCode10;
      codes[4 * i + channel] = static_cast<std::uint16_t>((code * 65535u + kMaxCode10 / 2) / kMaxCode10);
    }
    codes[4 * i + 3] = 65535;
  }
}

void check_frame_encoding(const DisplaySettings& display) {
  if (!is_of_floats(display.encoding)) return;
  throw arguments::UsageError("--encoding: '" + word_of(display.encoding) + "' is of floats, and frames are PNG");
}

const char* picture_extension(OutputEncoding encoding) { return is_of_floats(encoding) ? ".exr" : ".png"; }

void write_coded_picture(const std::filesystem::path& file, VkExtent2D extent, std::span<const std::byte> texels,
                         const DisplaySettings& display) {
  if (is_of_floats(display.encoding)) {
    const auto writer = image_io::create_exr(file, {extent.width, extent.height, image_io::TexelFormat::rgba16f},
                                             scrgb_nits_of(display));
    writer->write_rows(extent.height, texels.data());
    writer->finish();
    return;
  }
  const bool is_of_16_bits = is_wide(display.encoding);
  const auto writer = image_io::create_png(file, extent.width, extent.height,
                                           {.bits = is_of_16_bits ? 16u : 8u, .color = color_of(display)});
  if (!is_of_16_bits) {
    writer->write_rows(extent.height, texels.data());
  } else {
    std::vector<std::uint32_t> words(extent.width);
    std::vector<std::uint16_t> row(std::size_t{4} * extent.width);
    const std::size_t row_bytes = words.size() * sizeof(std::uint32_t);
    for (std::uint32_t y = 0; y < extent.height; ++y) {
      std::memcpy(words.data(), texels.data() + y * row_bytes, row_bytes);
      widen_codes(words, row.data());
      writer->write_rows(1, row.data());
    }
  }
  writer->finish();
}

std::vector<std::byte> sdr_preview(std::span<const std::byte> texels, const DisplaySettings& display) {
  if (picture_format(display.encoding) == VK_FORMAT_R8G8B8A8_UNORM) return {texels.begin(), texels.end()};
  const bool is_float = is_of_floats(display.encoding);
  const std::size_t texel_bytes = is_float ? 8 : 4;
  std::vector<std::byte> rgba(texels.size() / texel_bytes * 4);
  for (std::size_t i = 0; i < texels.size() / texel_bytes; ++i) {
    reference::Rgb signal;
    if (is_float) {
      std::uint16_t halves[3];
      std::memcpy(halves, texels.data() + i * texel_bytes, sizeof halves);
      signal = {reference::half_to_double(halves[0]), reference::half_to_double(halves[1]),
                reference::half_to_double(halves[2])};
    } else {
      std::uint32_t word;
      std::memcpy(&word, texels.data() + i * texel_bytes, sizeof word);
      const auto channel = [&](unsigned shift) { return double(word >> shift & kMaxCode10) / kMaxCode10; };
      signal = {channel(0), channel(10), channel(20)};
    }
    const reference::Rgb light = decoded(signal, display);
    rgba[4 * i] = std::byte{reference::srgb_code8(light.r)};
    rgba[4 * i + 1] = std::byte{reference::srgb_code8(light.g)};
    rgba[4 * i + 2] = std::byte{reference::srgb_code8(light.b)};
    rgba[4 * i + 3] = std::byte{255};
  }
  return rgba;
}

}  // namespace session
