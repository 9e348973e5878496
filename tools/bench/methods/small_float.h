// SPDX-License-Identifier: MIT
// Encoding of channels in R16G16B16A16_SFLOAT and B10G11R11_UFLOAT_PACK32.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_SMALL_FLOAT_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_SMALL_FLOAT_H

#include <bit>
#include <cstdint>

namespace bench {

/// A float with 5 exponent bits (bias 15) and no sign, rounded to the nearest, ties to even: a half float with 10
/// mantissa bits, red and green of B10G11R11 with 6, its blue with 5. `value` in [2^-14, 2^15].
inline std::uint32_t pack_small_float(float value, std::uint32_t mantissa_bits) {
  const std::uint32_t dropped_bits = 23 - mantissa_bits;
  const auto bits = std::bit_cast<std::uint32_t>(value);
  // Half of the last kept bit, less one where that bit is even; a carry runs on into the exponent, as it should.
  const std::uint32_t rounding = (1u << (dropped_bits - 1)) - 1 + (bits >> dropped_bits & 1u);
  constexpr std::uint32_t kBiasDifference = 127 - 15;
  return ((bits + rounding) >> dropped_bits) - (kBiasDifference << mantissa_bits);
}

}  // namespace bench

#endif
