// SPDX-License-Identifier: MIT
// AMD's Luma Preserving Mapper, FidelityFX LPM 1.2: tone and gamut mapping in one.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_LPM_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_LPM_H

#include "reference/display/primaries.h"

namespace reference {

/// Primaries of the content, of the display, and of the numbers that are written; and the stages between them.
struct LpmPrefab {
  Primaries working;
  Primaries output;
  Primaries container;
  bool has_conversion = false;  ///< working to output
  bool has_soft_gap = false;    ///< colours outside of the output's are brought in softly
  bool has_container = false;   ///< output to container
  bool is_clipped = false;      ///< in the container, at 0
  bool is_hdr10 = false;        ///< scaled to the peak
};

struct LpmSettings {
  double soft_gap = 0.0;
  double hdr_max = 256.0;  ///< the input that becomes white
  double exposure = 8.0;   ///< stops from there down to middle grey
  double contrast = 0.25;
  double shoulder = 1.0;
  Rgb saturation;
  Rgb crosstalk{1.0, 0.5, 0.03125};
  double mid_out = 0.18;  ///< what middle grey becomes, as a share of the peak; theirs is always this
};

/// What the setup computes.
struct LpmToneScale {
  double bias_x = 0.0;
  double bias_y = 0.0;
  double soft_gap = 0.0;        ///< at least 1/1024
  double soft_gap_slope = 0.0;  ///< of its exponential
};
LpmToneScale lpm_tone_scale(const LpmSettings& settings);

/// Linear working colour, none below 0, to linear colour of the container: 0 to 1, times `factor` where it is HDR10:
/// the peak over 10000 (raw) or 80 nits (scRGB).
Rgb lpm(Rgb c, const LpmPrefab& prefab, const LpmSettings& settings = {}, double factor = 1.0);

}  // namespace reference

#endif
