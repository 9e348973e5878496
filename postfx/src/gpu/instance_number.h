// SPDX-License-Identifier: MIT
// A number for each object, by which device memory shows whose it is.
#ifndef PHOTOPIC_SRC_GPU_INSTANCE_NUMBER_H
#define PHOTOPIC_SRC_GPU_INSTANCE_NUMBER_H

#include <cstdint>

namespace photopic {

/// A number that no earlier object is likely to have left in the same memory: from where and when this one was made.
std::uint64_t instance_number(const void* object) noexcept;

}  // namespace photopic

#endif
