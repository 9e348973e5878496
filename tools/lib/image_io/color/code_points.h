// SPDX-License-Identifier: MIT
// Primaries and transfer functions by code points of ITU-T H.273.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_CODE_POINTS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_CODE_POINTS_H

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "image_io/facts.h"

namespace image_io::internal {

/// Light of a signal. PQ: cd/m^2; HLG: scene light of 0 to 1, before the system gamma; all others: 1 = white.
using Curve = std::function<double(double signal)>;

inline constexpr std::uint8_t kTransferPq = 16, kTransferHlg = 18;

/// Of table 2; 2, "unspecified", is BT.709. Nothing for a number without a meaning.
std::optional<Chromaticities> primaries_of(std::uint8_t code_point);
/// What a display makes of the signal, by table 3: of BT.601, BT.709 and BT.2020 it is BT.1886 with a black of 0; 2,
/// "unspecified", is sRGB. Nothing for logarithmic ones (9, 10) and for a number without a meaning.
std::optional<Curve> curve_of(std::uint8_t code_point);

/// "Display P3, sRGB's curve"
std::string words_of(const Cicp& cicp);
/// "9/16/0/1", with "0" at the end for narrow range: as the tag of cICP has it.
std::string cicp_text(const Cicp& cicp);

}  // namespace image_io::internal

#endif
