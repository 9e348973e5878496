// SPDX-License-Identifier: MIT
// Gamut mapping: colours of large primaries brought into smaller ones.
#ifndef PHOTOPIC_TESTS_REFERENCE_DISPLAY_GAMUT_H
#define PHOTOPIC_TESTS_REFERENCE_DISPLAY_GAMUT_H

#include "reference/display/display_map.h"
#include "reference/display/primaries.h"

namespace reference {

// Linear colour of the target, not yet clipped, relative to a peak of 1.

Rgb clip_gamut(Rgb c);
/// Towards grey of the colour's luminance until no channel is below 0; then clipped at 1.
Rgb desaturate_gamut(Rgb c, const Primaries& target);
/// BT.709: to the largest Oklab chroma inside the cube, lightness and hue kept.
Rgb oklab_gamut(Rgb bt709);

// libplacebo's, in IPTPQc4.

/// A display's primaries, and the nits it shows.
struct GamutDisplay {
  Primaries primaries;
  NitsRange nits;
};
/// Linear colour in nits of the source's primaries to that of the target's.
Rgb perceptual_gamut(Rgb source_nits, const GamutDisplay& source, const GamutDisplay& target);
Rgb relative_gamut(Rgb source_nits, const GamutDisplay& source, const GamutDisplay& target);

/// ACES 1.3's reference gamut compression, of AP1.
Rgb compress_aces13(Rgb ap1);

}  // namespace reference

#endif
