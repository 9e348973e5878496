// SPDX-License-Identifier: MIT
// Small floats, bit by bit.
#include "reference/texel_formats.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace reference {
namespace {

constexpr int kExponentBits = 5;
constexpr int kBias = 15;
constexpr int kMinExponent = 1 - kBias;  // of normal numbers; subnormal ones share it
constexpr std::uint32_t kExponentMask = (1u << kExponentBits) - 1;

double decode_magnitude(std::uint32_t bits, int mantissa_bits) {
  const std::uint32_t mantissa = bits & ((1u << mantissa_bits) - 1);
  const std::uint32_t exponent = (bits >> mantissa_bits) & kExponentMask;
  if (exponent == kExponentMask) {
    return mantissa ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  }
  if (exponent == 0) return std::ldexp(mantissa, kMinExponent - mantissa_bits);
  return std::ldexp(mantissa + (1u << mantissa_bits), static_cast<int>(exponent) - kBias - mantissa_bits);
}

double round_to_integer(double value, Rounding rounding) {
  const double down = std::floor(value);
  if (rounding == Rounding::toward_zero) return down;
  const double rest = value - down;
  const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2.0) == 1.0);
  return up ? down + 1.0 : down;
}

/// Of a finite value >= 0. A mantissa that rounds up to 2.0 carries into the exponent by itself, up to infinity.
std::uint32_t encode_magnitude(double value, int mantissa_bits, Rounding rounding) {
  const std::uint32_t infinity = kExponentMask << mantissa_bits;
  if (value == 0.0) return 0;
  const int exponent = std::max(std::ilogb(value), kMinExponent);
  if (exponent > kBias) return infinity;
  const double quanta = round_to_integer(std::ldexp(value, mantissa_bits - exponent), rounding);
  const std::uint32_t base = static_cast<std::uint32_t>(exponent - kMinExponent) << mantissa_bits;
  return base + static_cast<std::uint32_t>(quanta);
}

std::uint32_t encode_ufloat(double value, int mantissa_bits, Rounding rounding) {
  const std::uint32_t infinity = kExponentMask << mantissa_bits;
  if (std::isnan(value)) return infinity | (1u << (mantissa_bits - 1));
  if (value <= 0.0) return 0;
  if (std::isinf(value)) return infinity;
  return std::min(encode_magnitude(value, mantissa_bits, rounding), infinity - 1);
}

}  // namespace

double half_to_double(std::uint16_t bits) {
  const double magnitude = decode_magnitude(bits & 0x7fffu, 10);
  return (bits & 0x8000u) ? -magnitude : magnitude;
}

std::uint16_t double_to_half(double value) {
  const std::uint32_t sign = std::signbit(value) ? 0x8000u : 0u;
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00u);
  if (std::isinf(value)) return static_cast<std::uint16_t>(sign | 0x7c00u);
  return static_cast<std::uint16_t>(sign | encode_magnitude(std::abs(value), 10, Rounding::nearest_even));
}

double ufloat11_to_double(std::uint32_t bits) { return decode_magnitude(bits, 6); }
double ufloat10_to_double(std::uint32_t bits) { return decode_magnitude(bits, 5); }
std::uint32_t double_to_ufloat11(double value, Rounding rounding) { return encode_ufloat(value, 6, rounding); }
std::uint32_t double_to_ufloat10(double value, Rounding rounding) { return encode_ufloat(value, 5, rounding); }

Rgb b10g11r11_to_rgb(std::uint32_t bits) {
  return {ufloat11_to_double(bits), ufloat11_to_double(bits >> 11), ufloat10_to_double(bits >> 22)};
}

std::uint32_t rgb_to_b10g11r11(Rgb color, Rounding rounding) {
  return double_to_ufloat11(color.r, rounding) | double_to_ufloat11(color.g, rounding) << 11 |
         double_to_ufloat10(color.b, rounding) << 22;
}

}  // namespace reference
