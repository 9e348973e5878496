// SPDX-License-Identifier: MIT
// Exact conversion between double and the small float formats of HDR texels.
#ifndef PHOTOPIC_TOOLS_REFERENCE_TEXEL_FORMATS_H
#define PHOTOPIC_TOOLS_REFERENCE_TEXEL_FORMATS_H

#include <cstdint>

#include "reference/rgb.h"

namespace reference {

inline constexpr double kHalfMax = 65504.0;
inline constexpr double kUfloat11Max = 65024.0;  ///< (2 - 2^-6) * 2^15
inline constexpr double kUfloat10Max = 64512.0;  ///< (2 - 2^-5) * 2^15

enum class Rounding {
  nearest_even,
  toward_zero,
};

/// IEEE 754-2019 binary16. Exact: every half is a double.
double half_to_double(std::uint16_t bits);
/// IEEE 754-2019 roundTiesToEven straight from double, so that nothing is rounded twice: 65520 and above become
/// infinity, NaN becomes the quiet NaN of the same sign.
std::uint16_t double_to_half(double value);

/// Unsigned small floats, 5 exponent bits with bias 15 and 6 or 5 mantissa bits (Khronos Data Format Specification 1.3,
/// 10.3 and 10.4). Bits above the format's width are ignored.
double ufloat11_to_double(std::uint32_t bits);
double ufloat10_to_double(std::uint32_t bits);
/// The specifications leave the rounding open; tests choose it. Negative values and -Inf become 0, +Inf stays, NaN
/// stays NaN, and finite values above the largest finite one become that (EXT_packed_float, 2.1.B).
std::uint32_t double_to_ufloat11(double value, Rounding rounding = Rounding::nearest_even);
std::uint32_t double_to_ufloat10(double value, Rounding rounding = Rounding::nearest_even);

/// VK_FORMAT_B10G11R11_UFLOAT_PACK32: red in bits 0..10, green in 11..21, blue in 22..31.
Rgb b10g11r11_to_rgb(std::uint32_t bits);
std::uint32_t rgb_to_b10g11r11(Rgb color, Rounding rounding = Rounding::nearest_even);

}  // namespace reference

#endif
