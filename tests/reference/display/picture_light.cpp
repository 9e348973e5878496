// SPDX-License-Identifier: MIT
// Light of a finished picture, by sorting.
#include "reference/display/picture_light.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace reference {
namespace {

constexpr double kMaxNits = 10000.0;

double nearest_rank(const std::vector<double>& sorted, double share) {
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size()) - 1e-9));
  return sorted[std::max<std::size_t>(rank, 1) - 1];
}

bool is_beyond(Rgb nits, const Primaries& from, const Primaries& to) {
  return min_channel(multiply(conversion(from, to), nits)) < -1e-3 * max_channel(nits);
}

}  // namespace

PictureLight picture_light(std::span<const Rgb> nits, const Primaries& primaries) {
  PictureLight result;
  std::vector<Rgb> counted;
  std::vector<double> luminances, brightest;
  double log2_sum = 0.0;
  std::size_t lit = 0;
  for (const Rgb texel : nits) {
    const double luminance = dot(luminance_row(primaries), texel);
    if (!std::isfinite(texel.r + texel.g + texel.b) || luminance < 0.0) {
      ++result.invalid;
      continue;
    }
    counted.push_back(per_channel(texel, [](double x) { return std::min(x, kMaxNits); }));
    brightest.push_back(max_channel(counted.back()));
    luminances.push_back(std::min(luminance, kMaxNits));
    result.mean_nits += luminances.back();
    if (luminances.back() > 0.0) {
      log2_sum += std::log2(luminances.back());
      ++lit;
    }
    if (is_beyond(texel, primaries, kBt709)) ++result.beyond_bt709;
    if (is_beyond(texel, primaries, kP3D65)) ++result.beyond_p3;
  }
  result.valid = counted.size();
  if (counted.empty()) return result;
  result.light = content_light(counted);
  result.mean_nits /= static_cast<double>(counted.size());
  if (lit != 0) result.geometric_mean_nits = std::exp2(log2_sum / static_cast<double>(lit));
  std::sort(luminances.begin(), luminances.end());
  std::sort(brightest.begin(), brightest.end());
  result.min_nits = luminances.front();
  result.p9999_nits = nearest_rank(brightest, 0.9999);
  constexpr double kShares[] = {0.01, 0.10, 0.50, 0.90, 0.99};
  for (std::size_t i = 0; i < std::size(kShares); ++i)
    result.percentiles_nits[i] = nearest_rank(luminances, kShares[i]);
  return result;
}

}  // namespace reference
