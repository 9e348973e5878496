// SPDX-License-Identifier: MIT
// CIEDE2000 of 8-bit YUV 4:4:4 pictures as libvmaf's `ciede` defines it: the formula of CIE 142-2001 (Sharma et al.
// 2005, "The CIEDE2000 color-difference formula") over that tool's own way from YUV to CIELAB.
#ifndef PHOTOPIC_TESTS_REFERENCE_CIEDE2000_H
#define PHOTOPIC_TESTS_REFERENCE_CIEDE2000_H

#include <cstdint>

#include "reference/metrics/metrics.h"

namespace reference {

/// CIELAB of the white point D65. Floats: the colour differences are those of the rounded values.
struct Lab {
  float l = 0.0f;  ///< 0..100 for colours that a display has
  float a = 0.0f;
  float b = 0.0f;
};

/// Of limited-range codes. U and V go by the factors of analogue YUV, which they have not been made with: the tool's
/// definition, not colorimetry. Colours outside the RGB cube are kept as they are.
Lab yuv_to_lab(Yuv8 yuv);

/// Of sRGB codes, as IEC 61966-2-1 decodes them.
Lab rgb_to_lab(Rgb8 rgb);

/// What differences of lightness, chroma and hue are divided by. Defaults are libvmaf's; CIE's reference conditions
/// have 1, 1, 1.
struct CiedeFactors {
  double lightness = 0.65;
  double chroma = 1.0;
  double hue = 4.0;
};

/// Colour difference dE00, from 0; about 1 is just noticeable for factors of 1. Named quantities are rounded to float.
double ciede2000(Lab one, Lab other, CiedeFactors factors = {});

struct CiedeResult {
  double score = 0.0;  ///< 45 - 20 log10(mean): 45 for a mean of 1; +infinity for equal images
  double mean = 0.0;   ///< mean dE00
  Map map;             ///< dE00 of each pixel
};

/// Of sRGB pictures, with factors of 1. `p95`: the smallest that 95 % of the pixels are at or below (nearest rank).
struct DeltaEResult {
  double mean = 0.0, max = 0.0, p95 = 0.0;
};
DeltaEResult delta_e2000(const CodeImage& reference, const CodeImage& test);

/// Throws std::invalid_argument for planes that check_pair() refuses, or that differ in size among themselves.
CiedeResult ciede2000(const Yuv444& reference, const Yuv444& test);

}  // namespace reference

#endif
