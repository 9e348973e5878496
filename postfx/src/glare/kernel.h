// SPDX-License-Identifier: MIT
// Kernels of glare's pyramid along an axis.
#ifndef PHOTOPIC_SRC_GLARE_KERNEL_H
#define PHOTOPIC_SRC_GLARE_KERNEL_H

#include <glare/interface.h>

#include <array>

namespace photopic::glare {

/// Taps of a kernel in 64ths, from the middle outward, and what an end's texel gets of light that would leave.
struct KernelTaps {
  std::array<double, 4> taps;
  std::array<double, 3> fold;
};
inline constexpr KernelTaps kB6 = {{PHOTOPIC_GLARE_B6_TAPS}, {PHOTOPIC_GLARE_B6_FOLD}};
inline constexpr KernelTaps kJ = {{PHOTOPIC_GLARE_J_TAPS}, {PHOTOPIC_GLARE_J_FOLD}};

}  // namespace photopic::glare

#endif
