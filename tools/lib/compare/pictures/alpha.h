// SPDX-License-Identifier: MIT
// Handling of alpha in a comparison: compared, left out, or laid over a colour.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_ALPHA_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_ALPHA_H

#include <photopic/image_metrics.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "compare/pictures/frame.h"

namespace compare {

struct AlphaMode {
  enum class What {
    compare,  ///< as a fourth channel, where a picture isn't opaque
    ignore,   ///< all pixels count as opaque
    over,     ///< both pictures lie over a colour
  };
  What what = What::compare;
  std::array<std::uint8_t, 3> color = {};  ///< of `over`, sRGB codes
};

/// "compare", "ignore", "over:#rrggbb", "over:r,g,b" (0 to 255), "over:black" and other names. Throws
/// arguments::UsageError.
AlphaMode parse_alpha(const std::string& text);

/// `ignore` and `over` leave an opaque picture. Codes over a colour: round((alpha * code + (peak - alpha) * color) /
/// peak), in integers, on codes as stored, alpha not premultiplied. Floats: value + (1 - alpha) * color, the colour
/// decoded from sRGB, alpha premultiplied, as OpenEXR has it.
void apply_alpha(const AlphaMode& mode, Frame& frame);

struct AlphaErrors {
  double max_abs = 0.0;  ///< codes or values
  std::uint64_t pixels_differing = 0;
};

/// Errors of alpha; they go into `errors` as if alpha were a channel of its pixels (histogram, differing_pixels,
/// pixels_above), and into `absolute_map` unless it is empty, from which colours' errors are taken then: it must be
/// there where anti-aliased edges are left out. `errors`: of the same pair, settings and mask. With a shift radius,
/// alpha may be like the most alike around, on its own.
AlphaErrors add_alpha_errors(const Frame& reference, const Frame& test, const photopic::MetricsSettings& settings,
                             std::span<const std::uint8_t> mask, photopic::ErrorResult& errors,
                             std::span<float> absolute_map);

}  // namespace compare

#endif
