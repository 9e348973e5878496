// SPDX-License-Identifier: MIT
// Error messages to the host's callback.
#ifndef PHOTOPIC_SRC_GPU_REPORT_H
#define PHOTOPIC_SRC_GPU_REPORT_H

#include <photopic/device.h>

#include "gpu/host/printf_format.h"

namespace photopic {

/// Gives the formatted text to the host's callback and returns `status`.
PHOTOPIC_PRINTF(3, 4) Status report(const Device& device, Status status, const char* format, ...) noexcept;

/// ok for VK_SUCCESS; else maps and reports "CALL: VK_ERROR_...".
Status check(const Device& device, VkResult result, const char* call) noexcept;

}  // namespace photopic

#endif
