// SPDX-License-Identifier: MIT
// Exposure states for C.
#ifndef PHOTOPIC_SRC_C_EXPOSURE_STATE_H
#define PHOTOPIC_SRC_C_EXPOSURE_STATE_H

#include <photopic/c/exposure.h>
#include <photopic/interface.h>

#include <cstddef>

namespace photopic::c {

/// `out`: its head has been checked.
photopic_result give_state(const gpu::ExposureState& state, photopic_exposure_state* out) noexcept;
/// From exported bytes.
photopic_result state_of_bytes(const char* function, const void* bytes, std::size_t size_bytes,
                               gpu::ExposureState* out) noexcept;

}  // namespace photopic::c

#endif
