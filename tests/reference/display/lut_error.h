// SPDX-License-Identifier: MIT
// Errors of a lookup table against the transform that it was baked from: colours to try, and differences of what is
// shown.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_LUT_ERROR_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_LUT_ERROR_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "reference/matrix.h"

namespace reference {

/// Scene-linear BT.709: luminance from 9 EV below 0.18 to 6.5 above, evenly in EV; between grey and any hue.
std::vector<Rgb> lut_test_colors(std::size_t count, std::uint32_t seed);
/// Over the same range, evenly in EV.
std::vector<Rgb> lut_test_greys(std::size_t count);

/// CIEDE2000 of encoded sRGB.
double delta_e2000_of_srgb(Rgb encoded, Rgb other_encoded);
/// BT.2124 of PQ signals of BT.2020.
double delta_e_itp_of_pq(Rgb encoded, Rgb other_encoded);

struct LutError {
  double max = 0.0;
  double p99 = 0.0;  ///< the smallest that 99 % are at or below
  double mean = 0.0;
  double max_channel = 0.0;  ///< largest difference of a channel, of 0..1
};
using Difference = std::function<double(Rgb, Rgb)>;
LutError lut_error(std::span<const Rgb> shown, std::span<const Rgb> exact, const Difference& difference);

}  // namespace reference

#endif
