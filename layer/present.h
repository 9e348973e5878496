// SPDX-License-Identifier: MIT
// A present of a program, and what the layer does with its frames before and after it.
#ifndef PHOTOPIC_LAYER_PRESENT_H
#define PHOTOPIC_LAYER_PRESENT_H

#include "layer/swapchain.h"

namespace layer {

/// Counts the frames, copies those that are taken, runs the tools, presents, and tells photopic run.
VkResult present(Device& device, Channel& channel, VkQueue queue, const VkPresentInfoKHR& info);

}  // namespace layer

#endif
