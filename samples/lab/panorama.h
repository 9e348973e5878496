// SPDX-License-Identifier: MIT
// The lab's scene: an HDR panorama, sampled at any size.
#ifndef PHOTOPIC_SAMPLES_LAB_PANORAMA_H
#define PHOTOPIC_SAMPLES_LAB_PANORAMA_H

#include <array>
#include <cstdint>
#include <vector>

namespace lab {

/// A picture as the meters take it: scene-linear BT.709, row by row, top row first.
struct View {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::array<std::vector<float>, 3> planes;  ///< red, green, blue
  std::vector<float> log2_luminance;         ///< clamped to the meter's limits
  double mean_log2_luminance = 0.0;          ///< summed in double precision
};

class Panorama {
 public:
  /// Takes the codes of a picture that photopic-panorama wrote as PNG: RGBA, rows of mantissas, then rows of exponents.
  void decode(const std::uint8_t* codes, std::uint32_t width, std::uint32_t rows);
  /// Resamples the whole panorama to a view's size.
  void sample(std::uint32_t width, std::uint32_t height, View* view) const;

 private:
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::vector<float> texels_;  // red, green, blue
};

}  // namespace lab

#endif
