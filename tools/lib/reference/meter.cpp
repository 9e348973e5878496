// SPDX-License-Identifier: MIT
// Sum over texels in double precision, and the meter's readings from it.
#include "reference/meter.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "reference/compensated_sum.h"
#include "reference/exposure.h"

namespace reference {

bool is_valid_texel(Rgb texel) {
  return std::isfinite(texel.r) && std::isfinite(texel.g) && std::isfinite(texel.b) && luminance(texel) >= 0.0;
}

MeterResult meter(std::span<const Rgb> texels, double min_log2, double max_log2) {
  MeterResult result;
  CompensatedSum log2_sum;
  for (const Rgb& texel : texels) {
    if (!is_valid_texel(texel)) {
      ++result.invalid_texels;
      continue;
    }
    const double value = luminance(texel);
    result.min_luminance = result.valid_texels == 0 ? value : std::min(result.min_luminance, value);
    result.max_luminance = std::max(result.max_luminance, value);
    ++result.valid_texels;
    log2_sum.add(std::log2(std::clamp(value, std::exp2(min_log2), std::exp2(max_log2))));
  }
  result.mean_log2_luminance = result.valid_texels == 0 ? std::numeric_limits<double>::quiet_NaN()
                                                        : log2_sum.value() / static_cast<double>(result.valid_texels);
  result.geometric_mean = std::exp2(result.mean_log2_luminance);
  result.ev100 = ev100_from_luminance(result.geometric_mean);
  result.exposure = exposure_from_ev100(result.ev100);
  return result;
}

}  // namespace reference
