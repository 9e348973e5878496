// SPDX-License-Identifier: MIT
// Formats of presented images, as texels of the protocol and as the module reads them.
#ifndef PHOTOPIC_LAYER_TEXELS_H
#define PHOTOPIC_LAYER_TEXELS_H

#include <vulkan/vulkan_core.h>

#include "layer/protocol.h"

namespace layer {

/// Texels::none: the layer doesn't know the format.
Texels texels_of(VkFormat format);
/// A format with the same bits that nothing but the module decodes.
VkFormat format_of(Texels texels);

}  // namespace layer

#endif
