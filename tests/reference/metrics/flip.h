// SPDX-License-Identifier: MIT
// FLIP: Andersson et al. 2020, "FLIP: a difference evaluator for alternating images", and HDR-FLIP: Andersson et al.
// 2021, "Visualizing errors in rendered high dynamic range images", as release 1.6 of their tool defines them. In
// doubles, where the tool has floats. Throws std::invalid_argument as check_pair() does, for pixels that aren't finite,
// and for fewer than 1 or more than 1000 pixels per degree.
#ifndef PHOTOPIC_TESTS_REFERENCE_FLIP_H
#define PHOTOPIC_TESTS_REFERENCE_FLIP_H

#include <cstdint>
#include <numbers>

#include "reference/metrics/metrics.h"

namespace reference {

/// The tool's viewing conditions: 0.7 m from a screen 0.7 m wide with 3840 pixels across.
inline constexpr double kFlipPixelsPerDegree = 0.7 * (3840.0 / 0.7) * std::numbers::pi / 180.0;

/// Pooled over the pixels; each error in [0, 1]. The weighted quantile q is the error at which the sum of all errors up
/// to it first exceeds q times the sum of all; 0 for equal images.
struct FlipPool {
  double mean = 0.0;
  double weighted_first_quartile = 0.0;
  double weighted_median = 0.0;
  double weighted_third_quartile = 0.0;
  double min = 0.0;
  double max = 0.0;
};
FlipPool pool_flip(const Map& errors);

/// Error of each pixel, [0, 1]. Display-linear BT.709, clamped to [0, 1] first. Symmetric in its images.
Map flip(const LinearImage& reference, const LinearImage& test, double pixels_per_degree = kFlipPixelsPerDegree);

// ---- HDR ------------------------------------------------------------------------------------------------------------

enum class FlipToneMapper { aces, hable, reinhard };

/// Display-linear colour, clamped to [0, 1], of an exposed one.
Rgb flip_tone_map(FlipToneMapper tone_mapper, Rgb exposed);
/// The exposed value that the curve takes to 0.85.
double flip_white(FlipToneMapper tone_mapper);

/// Exposures in stops: start + i * (stop - start) / (count - 1), i from 0.
struct FlipExposures {
  double start_ev = 0.0;    ///< takes the reference's highest luminance to flip_white()
  double stop_ev = 0.0;     ///< takes its median luminance there
  std::uint32_t count = 2;  ///< at least 2: one for each stop of the range, rounded up
};

/// The median is of all pixels (the upper one of two), or where that is 0 or less, of those that have a luminance above
/// 0: the tool then fails without notice. Throws std::invalid_argument where no pixel has one, and where the highest
/// luminance over the median is beyond a double's range.
FlipExposures flip_exposures(const LinearImage& reference, FlipToneMapper tone_mapper = FlipToneMapper::aces);

struct HdrFlip {
  Map errors;                             ///< the worst over the exposures, of each pixel
  Raster<std::uint32_t> worst_exposures;  ///< index of the first exposure that has it
};

/// Scene-linear BT.709. `exposures`: of the reference image; for an animation, of one image for all. Throws
/// std::invalid_argument for fewer than 2 exposures or a range that isn't finite and ascending, too.
HdrFlip hdr_flip(const LinearImage& reference, const LinearImage& test, const FlipExposures& exposures,
                 FlipToneMapper tone_mapper = FlipToneMapper::aces, double pixels_per_degree = kFlipPixelsPerDegree);

}  // namespace reference

#endif
