// SPDX-License-Identifier: MIT
// Other ways of local exposure, for comparison: of log2 luminance along a row, with contrast about 0 and details kept.
#ifndef PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_RIVALS_H
#define PHOTOPIC_TESTS_REFERENCE_EFFECTS_LOCAL_RIVALS_H

#include "reference/effects/local_profiles.h"

namespace reference {

/// The base is a Gaussian of sigma 64 texels.
Profile through_gaussian(const Profile& input, double contrast);
/// The base is read from a bilateral grid (Chen, Paris, Durand 2007): 64 texels, `step_ev` EV, sums blurred by [1 2 1],
/// sliced, then divided.
Profile through_bilateral_grid(const Profile& input, double contrast, double step_ev);
/// The base is 0.4 of that of the grid of 1 EV and 0.6 of the Gaussian's.
Profile through_blend(const Profile& input, double contrast);
/// The base is that of a guided filter (He, Sun, Tang 2010) of radius 64 texels, eps 0.25 EV^2.
Profile through_guided_filter(const Profile& input, double contrast);
/// Exposure fusion (Mertens, Kautz, Van Reeth 2007) of three exposures 2 EV apart, 0 EV at 0.18, signals of gamma 2.2,
/// well-exposedness of sigma 0.2, Laplacian pyramids down to one texel. It has no contrast to set.
Profile through_fusion(const Profile& input);

}  // namespace reference

#endif
