// SPDX-License-Identifier: MIT
// Perceptual colour spaces in double precision.
#include "reference/display/spaces.h"

#include <cmath>

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

}  // namespace

Rgb to_ictcp(Rgb bt2020_nits) { return multiply(kIctcpOpponents, pq_encode(multiply(kIctcpCones, bt2020_nits))); }

Rgb from_ictcp(Rgb ictcp) {
  const Rgb signals = per_channel(multiply(inverse(kIctcpOpponents), ictcp), saturate);
  return multiply(inverse(kIctcpCones), pq_decode(signals));
}

Rgb to_oklab(Rgb bt709) {
  return multiply(kOklabOpponents, per_channel(multiply(kOklabCones, bt709), [](double x) { return std::cbrt(x); }));
}

Rgb from_oklab(Rgb oklab) {
  const Rgb roots = multiply(inverse(kOklabOpponents), oklab);
  return multiply(inverse(kOklabCones), per_channel(roots, [](double x) { return x * x * x; }));
}

}  // namespace reference
