// SPDX-License-Identifier: MIT
// PSNR-HVS-M of YUV pictures as libvmaf's `psnr_hvs` (from Xiph's daala) defines it: Ponomarenko et al.
// 2007, "On between-coefficient contrast masking of DCT basis functions", with overlapping blocks and an integer DCT.
// The tool sums in float, and so is up to 3e-3 dB off at 1920 x 1080; here everything after the DCT is double.
#ifndef PHOTOPIC_TESTS_REFERENCE_PSNR_HVS_H
#define PHOTOPIC_TESTS_REFERENCE_PSNR_HVS_H

#include <array>
#include <cstddef>
#include <cstdint>

#include "reference/metrics/metrics.h"

namespace reference {

/// Row by row.
using DctBlock = std::array<std::int32_t, 64>;

/// Daala's 8 x 8 integer DCT-II, columns first, then rows. Its scale is the orthonormal DCT's, to within the roundings
/// of its steps: 64 equal samples `s` give 8 s, or 1 more or less, and 0 elsewhere.
DctBlock integer_dct(const DctBlock& samples);

/// Side of a block, pixels; the next one begins 7 pixels on.
inline constexpr std::size_t kHvsBlock = 8;

enum class HvsPlane { y, cb, cr };  ///< which contrast sensitivity

/// Mean over the coefficients of all blocks of the squared visible error, in units of the peak, 255: 0 for planes
/// without one. Throws std::invalid_argument for planes of less than 8 samples across or down.
double hvs_error(const Plane& reference, const Plane& test, HvsPlane which);
/// The same of codes of `bits` bits, up to 12: in units of 2^bits - 1.
using DeepPlane = Raster<std::uint16_t>;
double hvs_error(const DeepPlane& reference, const DeepPlane& test, HvsPlane which, unsigned bits);

/// dB, -10 log10 of the error: +infinity without one.
struct PsnrHvs {
  double y_db = 0.0;
  double cb_db = 0.0;
  double cr_db = 0.0;
  double combined_db = 0.0;  ///< of 0.8 Y + 0.1 Cb + 0.1 Cr
};
PsnrHvs psnr_hvs(const Yuv444& reference, const Yuv444& test);

}  // namespace reference

#endif
