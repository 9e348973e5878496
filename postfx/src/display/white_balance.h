// SPDX-License-Identifier: MIT
// White balance: the light that settings name, and the matrix that makes it neutral.
#ifndef PHOTOPIC_SRC_DISPLAY_WHITE_BALANCE_H
#define PHOTOPIC_SRC_DISPLAY_WHITE_BALANCE_H

#include <photopic/white_balance.h>

#include "display/primaries.h"

namespace photopic {

/// The light that white balance makes neutral; D65 where settings name none. Pure.
Chromaticity illuminant_of(const WhiteBalanceSettings& settings) noexcept;
/// Of linear BT.709: that light with Y = 1 becomes (1, 1, 1). The identity, exactly, where settings name none.
/// For colours of other primaries it follows the conversion to BT.709, which leaves the light what it was. Pure.
Matrix3 white_balance_matrix(const WhiteBalanceSettings& settings) noexcept;
/// PHOTOPIC_BALANCE_* of WhiteBalance::automatic. Pure.
void balance_parameters(const WhiteBalanceSettings& settings, float (*out)[PHOTOPIC_BALANCE_PARAMETERS]) noexcept;

}  // namespace photopic

#endif
