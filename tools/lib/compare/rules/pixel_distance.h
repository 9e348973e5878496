// SPDX-License-Identifier: MIT
// Ways to say how far apart two pixels are.
#ifndef PHOTOPIC_TOOLS_COMPARE_RULES_PIXEL_DISTANCE_H
#define PHOTOPIC_TOOLS_COMPARE_RULES_PIXEL_DISTANCE_H

#include <tuple>

namespace compare {

/// A pixel counts when its distance from the other picture's is larger than a threshold.
struct PixelDistance {
  enum class Kind {
    codes,        ///< of the channel that is furthest off, codes of 8 bits: 0..255
    delta_e2000,  ///< CIEDE2000 with kL = kC = kH = 1, of sRGB codes in CIELAB of D65
    yiq,          ///< square root of the share of the largest squared distance in YIQ, 0..1
    oklab,        ///< in OKLab: lightness and chroma apart, 0..1
  };
  Kind kind = Kind::codes;
  double threshold = 0.0;
  bool ignores_antialiasing = false;  ///< pixels of anti-aliased edges don't count; of yiq and oklab

  bool operator==(const PixelDistance&) const = default;
  bool operator<(const PixelDistance& other) const {
    return std::tie(kind, threshold, ignores_antialiasing) <
           std::tie(other.kind, other.threshold, other.ignores_antialiasing);
  }
};

/// Of which anti-aliased edges may be left out.
constexpr bool has_edges(PixelDistance::Kind kind) {
  return kind == PixelDistance::Kind::yiq || kind == PixelDistance::Kind::oklab;
}

}  // namespace compare

#endif
