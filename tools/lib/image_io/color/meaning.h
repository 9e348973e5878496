// SPDX-License-Identifier: MIT
// The one place that decides what a picture's codes mean.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_COLOR_MEANING_H
#define PHOTOPIC_TOOLS_IMAGE_IO_COLOR_MEANING_H

#include <optional>
#include <string>
#include <vector>

#include "image_io/color/icc_profile.h"

namespace image_io::internal {

/// Of the display that HLG is shown on (ITU-R BT.2100-2, table 5: the nominal one).
inline constexpr double kHlgPeakNits = 1000.0;

/// How codes become linear light, 1 = white. The steps, in this order: range, curves, HLG's system gamma, a gain map's
/// gain, matrix. Or `convert` in place of all but the gain.
struct Meaning {
  bool is_narrow = false;     ///< codes are of narrow range
  std::vector<Curve> curves;  ///< one for all channels, or three; empty: `convert`, or floats that are light already
  double scale = 1.0;         ///< of what curves, or the system gamma, give
  std::optional<double> hlg_peak_nits = {};        ///< with HLG's system gamma, on a display of this peak
  reference::Rgb hlg_row = {};                     ///< weights of channels in it
  std::optional<reference::Matrix> to_bt709 = {};  ///< of linear colour
  Convert convert = nullptr;
  std::size_t converted_channels = 3;                 ///< of each colour that `convert` takes: 1, 3 or 4
  std::optional<Chromaticities> chromaticities = {};  ///< of the result, unless it is BT.709
  bool has_profile = false;                           ///< a profile has been applied
  std::optional<double> nits_of_one = {};             ///< as Facts::nits_of_one
  std::string words = {};                             ///< as Facts::encoding
  std::string note = {};                              ///< statements that can't be honoured, as Facts::note
};

/// By the first of these that can be used: cICP, the ICC profile, sRGB, gamma and chromaticities, else sRGB; floats
/// that nothing is said of are light. Throws Error for CMYK without a profile for it.
Meaning meaning_of(const std::filesystem::path& file, const CodeImage& picture, const LightChoice& light);

}  // namespace image_io::internal

#endif
