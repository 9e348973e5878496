// SPDX-License-Identifier: MIT
// Comparison of pictures, code by code.
#include "bench/measure/difference.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "engine/transfer/image_transfer.h"

namespace bench {

std::optional<Difference> difference_of(const engine::Context& context, const Method& own, const Method& other) {
  const engine::Image* const pictures[] = {own.record.picture(), other.record.picture()};
  for (const engine::Image* picture : pictures) {
    if (picture == nullptr || picture->format() != VK_FORMAT_R8G8B8A8_UNORM) return std::nullopt;
  }
  const std::vector<std::byte> a = engine::read_back(context, *pictures[0]);
  const std::vector<std::byte> b = engine::read_back(context, *pictures[1]);
  Difference difference = {};
  std::int64_t sum = 0;
  std::uint64_t differing = 0, above_1 = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (i % 4 == 3) continue;  // alpha
    const int codes = std::to_integer<int>(b[i]) - std::to_integer<int>(a[i]);
    sum += codes;
    differing += codes != 0 ? 1 : 0;
    above_1 += std::abs(codes) > 1 ? 1 : 0;
    difference.most_codes = std::max(difference.most_codes, std::abs(codes));
  }
  const double count = double(a.size() / 4 * 3);
  difference.share = double(differing) / count;
  difference.share_above_1 = double(above_1) / count;
  difference.mean_codes = double(sum) / count;
  return difference;
}

}  // namespace bench
