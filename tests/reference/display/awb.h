// SPDX-License-Identifier: MIT
// Estimates of the light of a picture, and its partial correction.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_AWB_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_AWB_H

#include <span>

#include "reference/display/white_balance.h"

namespace reference {

// Of linear BT.709 texels: the colour of the light with Y = 1. Texels with a channel not above 0 don't count; if none
// does, white.

/// Of the means of log2(R/G) and log2(B/G).
Rgb grey_world_log(std::span<const Rgb> texels);
Rgb grey_world_linear(std::span<const Rgb> texels);
/// Finlayson and Trezzi 2004: means of the powers.
Rgb minkowski(std::span<const Rgb> texels, double power = 6.0);
/// grey_world_log over this share of the brightest texels, and all that are as bright as the last of them.
Rgb white_patch(std::span<const Rgb> texels, double share = 0.05);
/// grey_world_log with Gaussian weights of the distance from the locus of blackbodies in CIE 1960.
Rgb locus_weighted(std::span<const Rgb> texels, double sigma = 0.02);

/// In degrees, between colours as vectors.
double angular_error(Rgb a, Rgb b);

/// log2(R/G) and log2(B/G): the state that adapts. D65 is 0, 0.
struct LogRatios {
  double rg = 0.0;
  double bg = 0.0;
};
LogRatios log_ratios_of(Rgb light);
/// With Y = 1.
Rgb light_of(LogRatios ratios);
LogRatios scaled(LogRatios ratios, double degree);
Chromaticity light_xy(Rgb bt709);

/// Degree of adaptation of CIECAM02 in an average surround.
double ciecam02_degree(double adapting_nits);

}  // namespace reference

#endif
