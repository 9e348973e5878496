// SPDX-License-Identifier: MIT
// Gain maps: an SDR picture, and what makes the HDR rendition of the same scene from it (ISO 21496-1).
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_GAIN_MAP_H
#define PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_GAIN_MAP_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace image_io {

/// A gain map. Numbers that are written are multiples of 2^-24, as files hold them.
struct GainMap {
  using Channels = std::array<double, 3>;  ///< of R, G and B; of a map with one channel three times the same

  std::uint32_t channels = 1;  ///< 1: the gain of the luminances; 3: of R, G and B
  std::uint32_t width = 0, height = 0;
  Channels min_log2 = {}, max_log2 = {};  ///< log2 of the gain of code 0 and of code 255
  Channels gamma = {1.0, 1.0, 1.0};       ///< codes are the gains' place between these to this power
  /// Added to the SDR and to the HDR rendition before they are divided.
  Channels base_offset = {1.0 / 64.0, 1.0 / 64.0, 1.0 / 64.0}, alternate_offset = base_offset;
  double base_headroom_log2 = 0.0;       ///< up to here a display shows the SDR rendition,
  double alternate_headroom_log2 = 0.0;  ///< and from here on the HDR rendition
  std::vector<std::uint8_t> codes = {};  ///< `channels` of each pixel
};

/// A scene for displays of two headrooms: rows of RGBA, linear BT.709, 1 = SDR white; alpha is left out. NaN and what
/// is negative count as 0, values above 65504 as that; of `sdr`, those above 1 as 1.
struct Renditions {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::span<const float> sdr, hdr;
  double hdr_headroom = 1.0;  ///< of the display that `hdr` is made for: its peak by SDR white, above 1
};

GainMap make_gain_map(const Renditions& renditions, std::uint32_t channels);

/// How much of the gain a display of this headroom shows, 0 to 1. Of equal headrooms 0.
double gain_weight(const GainMap& map, double display_headroom_log2);
/// log2 of the whole gain of a channel's code, which may lie between two.
double gain_log2(const GainMap& map, std::size_t channel, double code);

struct GainMapFormat {
  std::uint32_t channels = 3;  ///< of the gain map, as GainMap::channels; with 1, hues of highlights change
  int quality = 95;            ///< of both JPEGs, 1 to 100
};

/// Writes a JPEG that shows `sdr`, sRGB-encoded, where gain maps aren't known, and with its gain map behind it up to
/// `hdr` where they are: by the metadata of ISO 21496-1 and of Ultra HDR 1.1 (XMP and MPF). The file is there complete
/// or not at all. Throws files::Error.
void write_gain_map_jpeg(const std::filesystem::path& file, const Renditions& renditions,
                         const GainMapFormat& format = {});

}  // namespace image_io

#endif
