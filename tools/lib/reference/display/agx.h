// SPDX-License-Identifier: MIT
// Blender's AgX, and AgX for displays with headroom. (Sobotka's, as others have it: tone_map.h.)
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_AGX_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_AGX_H

#include "reference/display/primaries.h"

namespace reference {

/// The curve of Pestaluky, "allenwp tonemapping curve", 2025, with white 16.29 and contrast 1.25, up to `headroom`;
/// 0.18 stays 0.18.
double agx_hdr_curve(double x, double headroom);
/// That curve between Blender's matrices. Scene-linear BT.709 times exposure, also outside of it, to display-linear
/// BT.2020 relative to paper white. The channels' curve ends at the headroom; the last matrix may leave the cube 0 to
/// headroom a little.
Rgb agx_hdr(Rgb bt709, double headroom);

/// Blender's sigmoid of EV -10 to 6.5 about 0.18 as 0 to 1, encoded by the power 2.4.
double agx_blender_curve(double x);
/// Zhou's generator of Blender's AgX (EaryChow/AgX_LUT_Gen): scene-linear BT.709 times exposure to display-linear
/// colour of the target, 0 to 1: BT.709, P3 or BT.2020.
Rgb agx_blender(Rgb bt709, const Primaries& target);

}  // namespace reference

#endif
