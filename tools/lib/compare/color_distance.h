// SPDX-License-Identifier: MIT
// Perceived distances of two colours, on the CPU in double precision.
#ifndef PHOTOPIC_TOOLS_COMPARE_COLOR_DISTANCE_H
#define PHOTOPIC_TOOLS_COMPARE_COLOR_DISTANCE_H

#include <array>
#include <cstddef>

namespace compare {

/// sRGB codes of 8 bits, with fractions: 0..255.
using Color = std::array<double, 3>;

/// CIELAB of D65: lightness 0..100, a, b.
using Lab = std::array<double, 3>;

/// Light of an sRGB code as IEC 61966-2-1 decodes it, 0..1.
double light_of(double code);

/// Of light of the three primaries.
Lab lab_of(const std::array<double, 3>& light);

/// CIE 142-2001 with kL = kC = kH = 1, as Sharma, Wu and Dalal 2005 write it down.
double delta_e2000(const Lab& one, const Lab& other);

/// Kotsarenko and Ramos 2010, "Measuring perceived color difference using YIQ NTSC transmission color space in mobile
/// applications": the weighted square of a difference of colours, up to kMaxYiq.
double squared_yiq(const Color& difference);
inline constexpr double kMaxYiq = 35215.0;

/// Y of YIQ, of a colour or a difference.
inline double yiq_luma(const Color& color) {
  return color[0] * 0.29889531 + color[1] * 0.58662247 + color[2] * 0.11448223;
}

/// To OKLab (Ottosson 2020) with its corrected lightness, Lr, from 0 for black to 1 for white; a, b.
/// Cube roots are interpolated between 4097 samples, and codes with fractions between decoded codes, as pixelmatch 8
/// does: its counts are met to the pixel.
class Oklab {
 public:
  /// Made once.
  static const Oklab& instance();
  Lab of(const Color& color) const;

 private:
  Oklab();
  double root(double value) const;

  static constexpr std::size_t kRoots = 4096;
  std::array<double, 257> light_;
  std::array<double, kRoots + 2> roots_;
};

/// Whether HyAB (Abasi et al. 2020), |dLr| + sqrt(da^2 + db^2), is larger than `threshold`.
bool is_beyond_oklab(const Lab& one, const Lab& other, double threshold);

}  // namespace compare

#endif
