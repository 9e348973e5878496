// SPDX-License-Identifier: MIT
// Facts that formats of linear colour have in common.
#include "image_io/facts.h"

#include <cstdio>

#include "image_io/internal.h"

namespace image_io {

using internal::six_digits;

std::string text_of(const Chromaticities& chromaticities) {
  std::string text;
  for (std::size_t i = 0; i < chromaticities.size(); i += 2) {
    text += (text.empty() ? "" : " ") + six_digits(double{chromaticities[i]}) + "," +
            six_digits(double{chromaticities[i + 1]});
  }
  return text;
}

namespace internal {

std::string six_digits(double number) {
  char digits[32];
  std::snprintf(digits, sizeof digits, "%.6g", number);
  return digits;
}

std::optional<Chromaticities> named_chromaticities(const Chromaticities& xy) {
  constexpr Chromaticities kBt709 = {0.64f, 0.33f, 0.30f, 0.60f, 0.15f, 0.06f, 0.3127f, 0.3290f};
  return xy == kBt709 ? std::nullopt : std::optional(xy);
}

void put_linear_tags(const std::optional<Chromaticities>& chromaticities, double pixel_aspect, Tags& tags) {
  if (pixel_aspect != 1.0) tags[kTagPixelAspect] = six_digits(pixel_aspect);
  if (chromaticities) tags[kTagChromaticities] = text_of(*chromaticities);
}

}  // namespace internal
}  // namespace image_io
