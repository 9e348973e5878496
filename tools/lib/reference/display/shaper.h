// SPDX-License-Identifier: MIT
// Shapers: where a scene-linear value lies along an axis of a lookup table.
#ifndef PHOTOPIC_TOOLS_REFERENCE_DISPLAY_SHAPER_H
#define PHOTOPIC_TOOLS_REFERENCE_DISPLAY_SHAPER_H

namespace reference {

enum class ShaperCurve {
  linear_log,  ///< log2(1 + x / offset)
  log2,        ///< log2 of x, at least 2^-12; 0 stands for 0
  pq,          ///< PQ of 100 x nits, over that of the largest
  acescct,
  logc3,  ///< ARRI's, exposure index 800
};

/// 0..max to 0..1; other values are clipped.
struct Shaper {
  ShaperCurve curve = ShaperCurve::linear_log;
  double max = 128.0;
  double offset = 1.0 / 256.0;  ///< of linear_log

  double encode(double linear) const;
  double decode(double position) const;
};

/// AgX's: log2 from min to max becomes 0 to 1, clipped.
double log_encode(double linear, double min_log2, double max_log2);

}  // namespace reference

#endif
