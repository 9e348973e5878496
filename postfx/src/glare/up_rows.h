// SPDX-License-Identifier: MIT
// Weights of levels of glare on the way up: the pyramid's transposed kernel, up to three times in a row.
#ifndef PHOTOPIC_SRC_GLARE_UP_ROWS_H
#define PHOTOPIC_SRC_GLARE_UP_ROWS_H

#include <glare/interface.h>
#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace photopic::glare {

/// For all kernels, PHOTOPIC_GLARE_KERNEL_*. Made by the first call.
const gpu::GlareUpRows& up_rows() noexcept;
/// Steps from a level of that extent that one pass up may take at once.
std::uint32_t most_steps(VkExtent2D finer) noexcept;
/// Sets what the final pass needs to read a level so many steps from a picture of that extent, at most most_steps().
void set_steps(gpu::GlareTables& tables, std::uint32_t steps, VkExtent2D extent, std::uint32_t kernel_bits) noexcept;

}  // namespace photopic::glare

#endif
