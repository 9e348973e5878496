// SPDX-License-Identifier: MIT
// Meter that counts every texel equally, in double precision.
#ifndef PHOTOPIC_TOOLS_REFERENCE_METER_H
#define PHOTOPIC_TOOLS_REFERENCE_METER_H

#include <cstdint>
#include <span>

#include "reference/rgb.h"

namespace reference {

/// Without a valid texel the first four are NaN and the extrema 0.
struct MeterResult {
  double mean_log2_luminance = 0.0;
  double geometric_mean = 0.0;
  double ev100 = 0.0;
  double exposure = 0.0;       ///< at that EV, uncompensated
  double min_luminance = 0.0;  ///< of valid texels, before clamping
  double max_luminance = 0.0;
  std::uint64_t valid_texels = 0;
  std::uint64_t invalid_texels = 0;
};

/// False if a channel is NaN or infinite (even where infinities of opposite sign would meet), or luminance negative.
bool is_valid_texel(Rgb texel);

/// Log-average luminance (Reinhard et al., "Photographic Tone Reproduction for Digital Images", 2002, eq. 1) over valid
/// texels, each luminance clamped to [2^min, 2^max] in place of their delta.
MeterResult meter(std::span<const Rgb> texels, double min_log2 = -16.0, double max_log2 = 16.0);

}  // namespace reference

#endif
