// SPDX-License-Identifier: MIT
// Vulkan device of a program, described to the module, which then runs on it.
#ifndef PHOTOPIC_LAYER_LENT_DEVICE_H
#define PHOTOPIC_LAYER_LENT_DEVICE_H

#include <photopic/device.h>

#include "layer/device.h"
#include "layer/objects.h"

namespace layer {

/// For queues of the family, one frame in flight. The module reaches the chain below the layer only. The reason for
/// which a call of it fails goes to `reason`, which lives as long as the module's objects.
photopic::Device lend(const Device& device, std::uint32_t family, Reason* reason);

/// Failure of the module's `call`. Without a reason, the call's name is all that is known.
inline Outcome failure_of(const char* call, const Reason& reason) {
  return {VK_ERROR_UNKNOWN, reason[0] != 0 ? reason.data() : call, true};
}

}  // namespace layer

#endif
