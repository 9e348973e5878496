// SPDX-License-Identifier: MIT
// The output transform of ACES 2.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_ACES2_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_ACES2_H

#include "reference/display/hull.h"
#include "reference/display/model.h"
#include "reference/display/peak.h"

namespace reference {

/// For a peak in nits, 100 without HDR, and the primaries that colours are brought into. Making one computes tables.
class Aces2 {
 public:
  Aces2(double peak_nits, const Primaries& limit);

  /// Scene-linear AP0 to display-linear colour of the limiting primaries, 1 = 100 nits, 0 to the peak. NaN is black.
  Rgb operator()(Rgb ap0) const;
  /// The same before the last clamp.
  Rgb unclamped(Rgb ap0) const;
  /// The gamut compression alone, clamped: of display-linear colour of the limiting primaries that may lie outside.
  Rgb map_gamut(Rgb rgb) const;

  const Aces2Peak& peak() const { return peak_; }
  const Aces2Tables& tables() const { return tables_; }

 private:
  double compress_chroma(Jmh scene, double j) const;
  Jmh compress_gamut(Jmh jmh) const;
  Rgb clamped(Rgb rgb) const;

  Aces2Peak peak_;
  Aces2Model input_;
  Aces2Model output_;
  Aces2Tables tables_;
};

}  // namespace reference

#endif
