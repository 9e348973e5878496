// SPDX-License-Identifier: MIT
// Perceptual colour spaces of displays. An Rgb here holds the three coordinates in the order of the space's name.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_SPACES_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_SPACES_H

#include "reference/matrix.h"

namespace reference {

/// ITU-R BT.2100-2, table 7, of BT.2020 nits. Signals outside 0..1 become nits of the nearer end.
Rgb to_ictcp(Rgb bt2020_nits);
Rgb from_ictcp(Rgb ictcp);

/// Ottosson 2020, of linear BT.709.
Rgb to_oklab(Rgb bt709);
Rgb from_oklab(Rgb oklab);

}  // namespace reference

#endif
