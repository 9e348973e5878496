// SPDX-License-Identifier: MIT
// The tone mapping operators of docs/tone-mapping.md, from their publications.
#ifndef PHOTOPIC_SAMPLES_REFERENCE_TONE_MAP_H
#define PHOTOPIC_SAMPLES_REFERENCE_TONE_MAP_H

#include <photopic/operators.h>

#include <cstdint>
#include <span>

#include "reference/display/transfer.h"
#include "reference/rgb.h"

namespace reference {

/// As photopic::ToneMapper.
enum class ToneMapper : std::uint32_t {
#define PHOTOPIC_OPERATOR(number, name, expression, gamma, max_input, max_output, parameters) name = (number),
  PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)
#undef PHOTOPIC_OPERATOR
};
#define PHOTOPIC_OPERATOR(number, name, expression, gamma, max_input, max_output, parameters) +1
inline constexpr std::uint32_t kToneMapperCount = 0 PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR);
#undef PHOTOPIC_OPERATOR

/// Where Photopic's documented AgX and Wrensch's listing part: values below 0 after the polynomial, and the luma that
/// the looks saturate around: after the power as documented (the ASC CDL), before the slope as published.
enum class Version {
  documented,  ///< docs/tone-mapping.md
  published,   ///< the publication to the letter; what it would raise to a power is first raised to 0
};

/// Scene-linear BT.709 times exposure to display-linear BT.709. NaN and negative channels count as 0; the largest input
/// and output are those of the operator's row in <photopic/operators.h>. `parameters` are in the order of that row;
/// those that are left out have their defaults.
Rgb tone_map(ToneMapper tone_mapper, Rgb exposed, std::span<const double> parameters = {},
             Version version = Version::documented);

/// agx_golden with the saturation that Sobotka's configuration of AgX has, instead of 0.8.
Rgb agx_golden_1_3(Rgb exposed);
/// aces_narkowicz with the scale before it that brings its greys closer to those of ACES 1.
Rgb aces_narkowicz_0_6(Rgb exposed);

}  // namespace reference

#endif
