// SPDX-License-Identifier: MIT
// Perceptual colour spaces in double precision.
#include "reference/display/color_spaces.h"

#include <cmath>

#include "reference/display/primaries.h"
#include "reference/display/spaces.h"
#include "reference/display/transfer.h"

namespace reference {

double delta_e_itp(Rgb bt2020_nits, Rgb other_bt2020_nits) {
  const Rgb a = to_ictcp(bt2020_nits);
  const Rgb b = to_ictcp(other_bt2020_nits);
  return 720.0 * std::hypot(a.r - b.r, 0.5 * (a.g - b.g), a.b - b.b);
}

Matrix ipt_pq_c4_cones() {
  constexpr Matrix kHuntPointerEstevez{
      {{0.40024, 0.70760, -0.08081}, {-0.22630, 1.16532, 0.04570}, {0.0, 0.0, 0.91822}}};
  constexpr double kCrosstalk = 0.04;
  constexpr double kOwn = 1.0 - 2.0 * kCrosstalk;
  constexpr Matrix kMix{
      {{kOwn, kCrosstalk, kCrosstalk}, {kCrosstalk, kOwn, kCrosstalk}, {kCrosstalk, kCrosstalk, kOwn}}};
  return multiply(kMix, kHuntPointerEstevez);
}

Matrix ipt_pq_c4_opponents() { return {{{0.4, 0.4, 0.2}, {4.4550, -4.8510, 0.3960}, {0.8056, 0.3572, -1.1628}}}; }

Rgb to_ipt_pq_c4(Rgb bt2020_nits) {
  const Matrix cones = multiply(ipt_pq_c4_cones(), rgb_to_xyz(kBt2020));
  return multiply(ipt_pq_c4_opponents(), pq_encode(multiply(cones, bt2020_nits)));
}

Rgb from_ipt_pq_c4(Rgb ipt) {
  const Matrix cones = multiply(ipt_pq_c4_cones(), rgb_to_xyz(kBt2020));
  return multiply(inverse(cones), pq_decode(multiply(inverse(ipt_pq_c4_opponents()), ipt)));
}

Polar polar_of(Rgb lab) { return {std::hypot(lab.g, lab.b), std::atan2(lab.b, lab.g)}; }

Rgb lab_of(double lightness, Polar polar) {
  return {lightness, polar.chroma * std::cos(polar.hue), polar.chroma * std::sin(polar.hue)};
}

}  // namespace reference
