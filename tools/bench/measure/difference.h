// SPDX-License-Identifier: MIT
// Difference of a method's picture when other code makes it.
#ifndef PHOTOPIC_TOOLS_BENCH_MEASURE_DIFFERENCE_H
#define PHOTOPIC_TOOLS_BENCH_MEASURE_DIFFERENCE_H

#include <optional>
#include <string>

#include "bench/methods/methods.h"

namespace bench {

/// End of the name of a method that runs other code.
inline constexpr const char* kAgainst = "_against";

/// Of two 8-bit pictures: codes of red, green and blue of every texel.
struct Difference {
  std::string name;      ///< of the method, with format, size and cache state
  double own_us;         ///< median
  double other_us;       ///< median, with other code
  int most_codes;        ///< largest difference
  double share;          ///< of codes that differ
  double share_above_1;  ///< of codes that differ by more than 1
  double mean_codes;     ///< of other minus own, over all codes
};

/// Numbers of the pictures; nothing where a method has no 8-bit picture. Both must have been recorded equally often.
std::optional<Difference> difference_of(const engine::Context& context, const Method& own, const Method& other);

}  // namespace bench

#endif
