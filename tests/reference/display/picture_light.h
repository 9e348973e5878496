// SPDX-License-Identifier: MIT
// Light of a finished picture as a display shows it: content light levels, luminances, gamut.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_PICTURE_LIGHT_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_PICTURE_LIGHT_H

#include <cstddef>
#include <span>

#include "reference/display/composition.h"
#include "reference/display/primaries.h"

namespace reference {

struct PictureLight {
  ContentLight light;       ///< nits, at most 10000
  double p9999_nits = 0.0;  ///< of texels' largest channels, nearest rank
  double min_nits = 0.0;    ///< of luminances, as all that follow
  double mean_nits = 0.0;
  double geometric_mean_nits = 0.0;  ///< of texels above 0
  double percentiles_nits[5] = {};   ///< 1, 10, 50, 90, 99 %, nearest rank
  std::size_t beyond_bt709 = 0;      ///< texels of which a channel is below -1/1000 of the largest
  std::size_t beyond_p3 = 0;
  std::size_t valid = 0;
  std::size_t invalid = 0;  ///< NaN, infinite, or of a luminance below 0
};

/// `nits`: linear colours of these primaries.
PictureLight picture_light(std::span<const Rgb> nits, const Primaries& primaries);

}  // namespace reference

#endif
