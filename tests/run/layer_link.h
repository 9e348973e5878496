// SPDX-License-Identifier: MIT
// The loader's chain, for layers of the tests.
#ifndef PHOTOPIC_TESTS_RUN_LAYER_LINK_H
#define PHOTOPIC_TESTS_RUN_LAYER_LINK_H

#include <vulkan/vk_layer.h>

namespace test {

/// The link that the loader has made for this layer, in the pNext of what an instance or a device is made from.
template <class Link>
Link* link_of(const void* chain, VkStructureType type) {
  auto* one = static_cast<Link*>(const_cast<void*>(chain));
  while (one != nullptr && (one->sType != type || one->function != VK_LAYER_LINK_INFO)) {
    one = static_cast<Link*>(const_cast<void*>(one->pNext));
  }
  return one;
}

}  // namespace test

#endif
