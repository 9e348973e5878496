// SPDX-License-Identifier: MIT
// Gain maps: an SDR picture, and what makes the HDR rendition of the same scene from it (ISO 21496-1).
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_GAIN_MAP_GAIN_MAP_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_GAIN_MAP_GAIN_MAP_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace image_io {

/// What a gain map's codes mean. Numbers are multiples of 2^-24, as files hold them.
struct GainMap {
  std::uint32_t channels = 1;  ///< 1: the gain of the luminances; 3: of R, G and B
  /// log2 of the gain of code 0 and of code 255, by channel; of one channel, three times the same.
  std::array<double, 3> min_log2 = {}, max_log2 = {};
  double gamma = 1.0;                    ///< codes are the gains' place between these to this power
  double offset = 1.0 / 64.0;            ///< added to both renditions before they are divided
  double base_headroom_log2 = 0.0;       ///< up to here a display shows the SDR rendition,
  double alternate_headroom_log2 = 0.0;  ///< and from here on the HDR rendition
  std::vector<std::uint8_t> codes;       ///< `channels` of each pixel
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

/// What a display of this headroom shows of a pixel, linear. `sdr` linear; `codes` has three, the same of one channel.
std::array<double, 3> apply_gain(const GainMap& map, const std::array<std::uint8_t, 3>& codes,
                                 const std::array<double, 3>& sdr, double display_headroom_log2);

struct GainMapFormat {
  std::uint32_t channels = 1;  ///< of the gain map, as GainMap::channels
  int quality = 95;            ///< of both JPEGs, 1 to 100
};

/// Writes a JPEG that shows `sdr`, sRGB-encoded, where gain maps aren't known, and with its gain map behind it up to
/// `hdr` where they are: by the metadata of ISO 21496-1 and of Ultra HDR 1.1 (XMP and MPF). The file is there complete
/// or not at all. Throws files::Error.
void write_gain_map_jpeg(const std::filesystem::path& file, const Renditions& renditions,
                         const GainMapFormat& format = {});

}  // namespace image_io

#endif
