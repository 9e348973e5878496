// SPDX-License-Identifier: MIT
// Pictures of any encoding as files: the format of their texels, what a file says of them, and how an SDR display shows
// them.
#ifndef PHOTOPIC_TOOLS_SESSION_OUTPUT_CODED_PICTURE_H
#define PHOTOPIC_TOOLS_SESSION_OUTPUT_CODED_PICTURE_H

#include <photopic/settings.h>
#include <vulkan/vulkan_core.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "image_io/image_file.h"

namespace session {

/// Whether the encoding has no codes: channels below 0 and above 1.
bool is_of_floats(photopic::OutputEncoding encoding);
/// Wider primaries or range than sRGB: 8 bits are too few.
bool is_wide(photopic::OutputEncoding encoding);
/// Of the texels that hold pictures of an encoding: R8G8B8A8_UNORM, R32_UINT of 10 bits packed as A2B10G10R10, or
/// R16G16B16A16_SFLOAT.
VkFormat picture_format(photopic::OutputEncoding encoding);
/// As in the table of settings: "hdr10".
std::string word_of(photopic::OutputEncoding encoding);

/// What a file of codes says of them; of HDR10 with the display that it was made for, and its light where that is
/// known.
image_io::ColorEncoding color_of(const photopic::DisplaySettings& display,
                                 const std::optional<image_io::LightLevels>& light = {});
/// What create_exr() writes of scRGB: cd/m^2 of 1.
std::optional<double> scrgb_nits_of(const photopic::DisplaySettings& display);
/// Texels of R32_UINT as RGBA codes of 16 bits, opaque; as many of `codes`, four each.
void widen_codes(std::span<const std::uint32_t> words, std::uint16_t* codes);

/// Frames are PNG: throws UsageError for encodings of floats.
void check_frame_encoding(const photopic::DisplaySettings& display);
/// ".png" or, for floats, ".exr".
const char* picture_extension(photopic::OutputEncoding encoding);
/// Writes `texels` of picture_format(): PNG of 8 bits, PNG of 16 that says its encoding (cICP, mDCV), or OpenEXR of
/// halves. Throws files::Error.
void write_coded_picture(const std::filesystem::path& file, VkExtent2D extent, std::span<const std::byte> texels,
                         const photopic::DisplaySettings& display);

/// Texels of picture_format() as RGBA of 8 bits that an SDR display shows: those of 8 bits as they are, others in sRGB,
/// with what is brighter than paper white clipped.
std::vector<std::byte> sdr_preview(std::span<const std::byte> texels, const photopic::DisplaySettings& display);

}  // namespace session

#endif
