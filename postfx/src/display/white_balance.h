// SPDX-License-Identifier: MIT
// White balance: the light that settings name, and the matrix that makes it neutral.
#ifndef PHOTOPIC_SRC_DISPLAY_WHITE_BALANCE_H
#define PHOTOPIC_SRC_DISPLAY_WHITE_BALANCE_H

#include "display/primaries.h"

namespace photopic {

/// The light that white balance makes neutral; D65 for WhiteBalance::off. Pure.
Chromaticity illuminant_of(const WhiteBalanceSettings& settings) noexcept;
/// Of linear BT.709: that light with Y = 1 becomes (1, 1, 1). The identity, exactly, for WhiteBalance::off. For colours
/// of other primaries it follows the conversion to BT.709, which leaves the light what it was. Pure.
Matrix3 white_balance_matrix(const WhiteBalanceSettings& settings) noexcept;

}  // namespace photopic

#endif
