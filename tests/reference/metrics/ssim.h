// SPDX-License-Identifier: MIT
// SSIM and MS-SSIM of 8-bit luma planes as libvmaf's `float_ssim` and `float_ms_ssim` define them: Wang et al. 2004,
// "Image quality assessment: from error visibility to structural similarity", and Wang et al. 2003, "Multiscale
// structural similarity for image quality assessment", with windows within the image alone, so that maps are 10 pixels
// narrower and lower, and with variances and covariances of flat regions kept from going negative.
#ifndef PHOTOPIC_TESTS_REFERENCE_SSIM_H
#define PHOTOPIC_TESTS_REFERENCE_SSIM_H

#include <array>
#include <cstddef>

#include "reference/metrics/metrics.h"

namespace reference {

/// What the filtered images and the values of each pixel are held in. Sums are doubles either way. Scores differ by up
/// to 1e-5. The separate means of contrast and structure differ by about 1e-4 where one image is smooth: roundings make
/// its variance of nearly 0 a deviation that only their product forgives.
enum class SsimArithmetic {
  float32,  ///< as libvmaf does
  exact,    ///< doubles
};

struct SsimMeans {
  double luminance = 0.0;  ///< l, (0, 1]
  double contrast = 0.0;   ///< c, (0, 1]
  double structure = 0.0;  ///< s, [-1, 1]
};

struct SsimResult {
  double score = 0.0;  ///< mean of l * c * s: at most 1, which equal images have
  SsimMeans means;
  unsigned scale = 1;  ///< the one used
  Map map;             ///< l * c * s for each window, by its upper left pixel in the decimated image
};

/// Side of the window, pixels.
inline constexpr std::size_t kSsimWindow = 11;
/// The least width and height, pixels, that five scales can be made of: 176 halved four times is 11.
inline constexpr std::size_t kMsSsimMinSide = 176;

/// max(1, min(width, height) / 256 rounded to nearest, halves up).
unsigned automatic_ssim_scale(std::size_t width, std::size_t height);

/// `scale`: 1..10, how many pixels across are averaged to one beforehand; 0 for automatic_ssim_scale().
/// Throws std::invalid_argument for another scale, and where fewer than 11 pixels across or down are left.
SsimResult float_ssim(const Plane& reference, const Plane& test, unsigned scale = 0,
                      SsimArithmetic arithmetic = SsimArithmetic::float32);

struct MsSsimResult {
  double score = 0.0;                    ///< NaN when a mean structure is below 0, which has no such power
  std::array<SsimMeans, 5> scales = {};  ///< full resolution first
};

/// Throws std::invalid_argument below kMsSsimMinSide.
MsSsimResult float_ms_ssim(const Plane& reference, const Plane& test,
                           SsimArithmetic arithmetic = SsimArithmetic::float32);

}  // namespace reference

#endif
