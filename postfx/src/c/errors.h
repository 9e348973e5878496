// SPDX-License-Identifier: MIT
// Errors of the C interface: the text of the calling thread's last one, and the host's callback.
#ifndef PHOTOPIC_SRC_C_ERRORS_H
#define PHOTOPIC_SRC_C_ERRORS_H

#include <photopic/c/base.h>
#include <photopic/device.h>

#include "gpu/host/printf_format.h"

namespace photopic::c {

/// Sets photopic_last_error() and returns `result`.
PHOTOPIC_PRINTF(2, 3) photopic_result fail(photopic_result result, const char* format, ...) noexcept;
photopic_result out_of_memory(const char* function) noexcept;

/// The host's device as this version has it. `memory`: filled in if the device has callbacks, and pointed to.
photopic_result take_device(const char* function, const photopic_device* given, MemoryCallbacks* memory,
                            Device* out) noexcept;

}  // namespace photopic::c

#endif
