// SPDX-License-Identifier: MIT
// Error messages to the host's callback.
#ifndef PHOTOPIC_SRC_GPU_REPORT_H
#define PHOTOPIC_SRC_GPU_REPORT_H

#include <photopic/device.h>

#include "gpu/host/printf_format.h"

namespace photopic {

/// Keeps the formatted text as this thread's last error, but of Status::ok, a note; gives it to the host's callback and
/// returns `status`.
PHOTOPIC_PRINTF(3, 4) Status report(const Device& device, Status status, const char* format, ...) noexcept;

/// Text of this thread's last failed call: photopic_last_error().
const char* last_error() noexcept;
/// Sets it, for calls that have no device to report to.
void keep_error(const char* text) noexcept;

/// ok for VK_SUCCESS; else maps and reports "CALL: VK_ERROR_...".
Status check(const Device& device, VkResult result, const char* call) noexcept;

}  // namespace photopic

/// Returns the status of the expression if it isn't ok.
#define PHOTOPIC_TRY(expression) \
  if (const ::photopic::Status tried = (expression); !tried) return tried

#endif
