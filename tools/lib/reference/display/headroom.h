// SPDX-License-Identifier: MIT
// Operators of tone_map.h that have a headroom: peak over paper white, 1 for a display without HDR.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HEADROOM_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_HEADROOM_H

#include "reference/rgb.h"

namespace reference {

// Scene-linear BT.709 times exposure, none below 0, to display-linear BT.709 relative to paper white, up to `headroom`
// if not clipped.

/// Khronos, "PBR Neutral Tone Mapper", 2024: names of its specification. Compression begins at 0.8 of the headroom.
Rgb pbr_neutral(Rgb c, double headroom);
/// Uchimura, "HDR Theory and Practice", CEDEC 2017: toe, linear section and shoulder, blended. The headroom is his P.
Rgb uchimura(Rgb c, double headroom);
/// Reinhard et al., "Photographic Tone Reproduction for Digital Images", 2002, eq. 4, with the colour's ratios kept:
/// `white` times the headroom is the smallest luminance that becomes the headroom.
Rgb reinhard_extended(Rgb c, double white, double headroom);
/// Lottes, "Advanced Techniques and Optimization of HDR Color Pipelines", GDC 2016: y = x^a / (x^(a d) b + c), where b
/// and c solve y(midIn) = midOut and y(hdrMax) = headroom.
Rgb lottes(Rgb c, double headroom);

}  // namespace reference

#endif
