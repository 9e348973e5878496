// SPDX-License-Identifier: MIT
// Perceptual colour spaces in double precision.
#include "reference/display/spaces.h"

#include <cmath>

#include "reference/display/primaries.h"
#include "reference/display/transfer.h"

namespace reference {
namespace {

constexpr Matrix scaled(const Matrix& m, double factor) {
  return {scale(m[0], factor), scale(m[1], factor), scale(m[2], factor)};
}

constexpr Matrix kIctcpCones = scaled({{{1688, 2146, 262}, {683, 2951, 462}, {99, 309, 3688}}}, 1.0 / 4096.0);
constexpr Matrix kIctcpOpponents =
    scaled({{{2048, 2048, 0}, {6610, -13613, 7003}, {17933, -17390, -543}}}, 1.0 / 4096.0);

constexpr Matrix kOklabCones{{{0.4122214708, 0.5363325363, 0.0514459929},
                              {0.2119034982, 0.6806995451, 0.1073969566},
                              {0.0883024619, 0.2817188376, 0.6299787005}}};
constexpr Matrix kOklabOpponents{{{0.2104542553, 0.7936177850, -0.0040720468},
                                  {1.9779984951, -2.4285922050, 0.4505937099},
                                  {0.0259040371, 0.7827717662, -0.8086757660}}};

constexpr double kJzPqExponent = 1.7;
constexpr double kJzB = 1.15;
constexpr double kJzG = 0.66;
constexpr double kJzD = -0.56;
constexpr double kJzD0 = 1.6295499532821566e-11;
constexpr Matrix kJzWarp{{{kJzB, 0.0, 1.0 - kJzB}, {1.0 - kJzG, kJzG, 0.0}, {0.0, 0.0, 1.0}}};
constexpr Matrix kJzCones{
    {{0.41478972, 0.579999, 0.0146480}, {-0.2015100, 1.120649, 0.0531008}, {-0.0166008, 0.264800, 0.6684799}}};
constexpr Matrix kJzOpponents{{{0.5, 0.5, 0.0}, {3.524000, -4.066708, 0.542708}, {0.199076, 1.096799, -1.295875}}};

}  // namespace

Rgb to_ictcp(Rgb bt2020_nits) { return multiply(kIctcpOpponents, pq_encode(multiply(kIctcpCones, bt2020_nits))); }

Rgb from_ictcp(Rgb ictcp) {
  const Rgb signals = per_channel(multiply(inverse(kIctcpOpponents), ictcp), saturate);
  return multiply(inverse(kIctcpCones), pq_decode(signals));
}

double delta_e_itp(Rgb bt2020_nits, Rgb other_bt2020_nits) {
  const Rgb a = to_ictcp(bt2020_nits);
  const Rgb b = to_ictcp(other_bt2020_nits);
  return 720.0 * std::hypot(a.r - b.r, 0.5 * (a.g - b.g), a.b - b.b);
}

Rgb to_oklab(Rgb bt709) {
  return multiply(kOklabOpponents, per_channel(multiply(kOklabCones, bt709), [](double x) { return std::cbrt(x); }));
}

Rgb from_oklab(Rgb oklab) {
  const Rgb roots = multiply(inverse(kOklabOpponents), oklab);
  return multiply(inverse(kOklabCones), per_channel(roots, [](double x) { return x * x * x; }));
}

Rgb to_jzazbz(Rgb xyz_nits) {
  const Rgb cones = multiply(kJzCones, multiply(kJzWarp, xyz_nits));
  Rgb izazbz = multiply(kJzOpponents, per_channel(cones, [](double x) { return pq_encode(x, kJzPqExponent); }));
  izazbz.r = (1.0 + kJzD) * izazbz.r / (1.0 + kJzD * izazbz.r) - kJzD0;
  return izazbz;
}

Rgb from_jzazbz(Rgb jzazbz) {
  const double j = jzazbz.r + kJzD0;
  const Rgb izazbz{j / (1.0 + kJzD - kJzD * j), jzazbz.g, jzazbz.b};
  const Rgb signals = multiply(inverse(kJzOpponents), izazbz);
  const Rgb cones = per_channel(signals, [](double x) { return pq_decode(x, kJzPqExponent); });
  return multiply(inverse(kJzWarp), multiply(inverse(kJzCones), cones));
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
