// SPDX-License-Identifier: MIT
// Gain of a map, over a picture of any size.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_GAIN_LAYER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_GAIN_MAP_GAIN_LAYER_H

#include <vector>

#include "image_io/color/orientation.h"
#include "image_io/facts.h"
#include "image_io/gain_map/gain_map.h"

namespace image_io::internal {

/// Makes the HDR rendition of the SDR one. A map that is smaller than the picture is interpolated between the centres
/// of its texels.
class GainLayer {
 public:
  /// `width`, `height`: of the picture as stored. The display has the light's peak, by its white; without a peak, the
  /// map's whole headroom.
  GainLayer(GainMap map, std::uint32_t width, std::uint32_t height, const LightChoice& light);

  /// `rgba`: linear light of the texels on the line, in the primaries of the SDR rendition; alpha stays.
  void apply(const Line& line, std::size_t count, float* rgba) const;

 private:
  double factor(std::size_t channel, double x, double y) const;
  double code(std::size_t channel, std::int64_t x, std::int64_t y) const;

  GainMap map_;
  std::uint32_t width_, height_;
  double weight_;
  bool is_of_one_size_;
  bool is_same_for_all_;        ///< one gain for all channels
  std::vector<float> factors_;  ///< of codes, by channel
};

}  // namespace image_io::internal

#endif
