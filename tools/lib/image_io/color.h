// SPDX-License-Identifier: MIT
// Encodings of pictures by code points of ITU-T H.273, and what goes with them for HDR displays.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_H

#include <array>
#include <cstdint>
#include <optional>

namespace image_io {

/// Of RGB.
struct Cicp {
  std::uint8_t primaries = 1;
  std::uint8_t transfer = 13;
  bool is_narrow = false;  ///< codes of 8 bits run from 16 to 235, of 16 bits from 4096 to 60160; else of full range

  bool operator==(const Cicp&) const = default;
};
inline constexpr Cicp kCicpSrgb = {1, 13};
inline constexpr Cicp kCicpDisplayP3 = {12, 13};
inline constexpr Cicp kCicpHdr10 = {9, 16};  ///< BT.2020, PQ
inline constexpr Cicp kCicpHlg = {9, 18};    ///< BT.2020, HLG

/// The display that a picture was made for (SMPTE ST 2086).
struct MasteringDisplay {
  std::array<double, 8> xy = {};  ///< of red, green, blue and white
  double max_nits = 0.0;
  double min_nits = 0.0;
};

/// MaxCLL and MaxFALL (CTA-861.3).
struct LightLevels {
  double max_nits = 0.0;      ///< of the brightest pixel
  double average_nits = 0.0;  ///< of the picture, by its brightest channel; of several, the brightest picture's
};

/// How a picture's codes are meant.
struct ColorEncoding {
  Cicp cicp = {};
  std::optional<MasteringDisplay> mastering = {};
  std::optional<LightLevels> light = {};
};

/// A code of 16 bits for a signal of 0 to 1, the nearest; what is outside is taken as the edge, NaN as 0.
constexpr std::uint16_t code16(float signal) {
  const float inside = signal > 0.0f ? signal < 1.0f ? signal : 1.0f : 0.0f;
  return static_cast<std::uint16_t>(inside * 65535.0f + 0.5f);
}

}  // namespace image_io

#endif
