// SPDX-License-Identifier: MIT
// Cut of SPIR-V to what one variant of a pass runs.
#ifndef PHOTOPIC_SRC_GPU_TRIM_SPIRV_H
#define PHOTOPIC_SRC_GPU_TRIM_SPIRV_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/spirv/constants.h"

namespace photopic {

/// Removes, in place, branches that are never taken with these constants, and functions that are never called then.
/// Drivers would drop them too, but only once they have translated and inlined them: Mesa's llvmpipe makes the pipeline
/// of a plain tone map in an eighth of the time. The constants stay specialisation constants. A function stays whole
/// where what is left would take a value from what is cut. `words`: valid SPIR-V for Vulkan with one entry point.
/// Returns how many words are left: all of them without memory.
std::size_t trim(std::uint32_t* words, std::size_t count, std::span<const Specialization> constants) noexcept;

}  // namespace photopic

#endif
