// SPDX-License-Identifier: MIT
// The tone mapping operators of docs/tone-mapping.md, from their publications.
#ifndef PHOTOPIC_TOOLS_REFERENCE_TONE_MAP_H
#define PHOTOPIC_TOOLS_REFERENCE_TONE_MAP_H

#include <photopic/operators.h>

#include <cstdint>
#include <span>

#include "reference/display/primaries.h"
#include "reference/display/transfer.h"
#include "reference/rgb.h"

namespace reference {

/// As photopic::ToneMapper.
enum class ToneMapper : std::uint32_t {
#define PHOTOPIC_OPERATOR(number, name, ...) name = (number),
  PHOTOPIC_OPERATORS(PHOTOPIC_OPERATOR)
#undef PHOTOPIC_OPERATOR
};

/// Where Photopic's documented AgX and Wrensch's listing part: values below 0 after the polynomial, and the luma that
/// the looks saturate around: after the power as documented (the ASC CDL), before the slope as published.
enum class Version {
  documented,  ///< docs/tone-mapping.md
  published,   ///< the publication to the letter; what it would raise to a power is first raised to 0
};

/// Scene-linear BT.709 times exposure to display-linear BT.709 of SDR: colours outside of it are brought in toward a
/// grey of their luminance. NaN and negative channels count as 0; the largest input and output are those of the
/// operator's row in <photopic/operators.h>. `parameters` are in the order of that row; those that are left out have
/// their defaults.
Rgb tone_map(ToneMapper tone_mapper, Rgb exposed, std::span<const double> parameters = {},
             Version version = Version::documented);

/// What operators know of a display. SDR: the peak is paper white.
struct Display {
  double paper_white_nits = 203.0;
  double peak_nits = 203.0;
  double min_nits = 0.0;
  Primaries limit = kBt709;

  bool is_hdr() const { return peak_nits > paper_white_nits; }
  double headroom() const { return peak_nits / paper_white_nits; }
};

/// Primaries of what tone_map_for() returns: BT.709, BT.2020 or `limit`, by the operator's row.
Primaries result_primaries(ToneMapper tone_mapper, const Primaries& limit);
/// The operator's own result for a display, 1 = paper white, before gamut mapping and clipping. Input as tone_map();
/// operators that return other primaries take colours outside BT.709, too.
Rgb tone_map_for(const Display& display, ToneMapper tone_mapper, Rgb exposed, std::span<const double> parameters = {});

}  // namespace reference

#endif
