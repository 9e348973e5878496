// SPDX-License-Identifier: MIT
// Vulkan device of a program, described to the module, which then runs on it.
#ifndef PHOTOPIC_LAYER_LENT_DEVICE_H
#define PHOTOPIC_LAYER_LENT_DEVICE_H

#include <photopic/device.h>

#include "layer/device.h"

namespace layer {

/// For queues of the family, one frame in flight. The module reaches the chain below the layer only. What its calls
/// fail for goes to `reason`, which lives as long as the module's objects.
photopic::Device lend(const Device& device, std::uint32_t family, Reason* reason);

}  // namespace layer

#endif
