// SPDX-License-Identifier: MIT
// Number of an object, which marks device memory as its own.
#ifndef PHOTOPIC_SRC_GPU_INSTANCE_NUMBER_H
#define PHOTOPIC_SRC_GPU_INSTANCE_NUMBER_H

#include <cstdint>

namespace photopic {

/// A number that no earlier object is likely to have left in the same memory: from where and when this one was made.
std::uint64_t instance_number(const void* object) noexcept;

}  // namespace photopic

#endif
