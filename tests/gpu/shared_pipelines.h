// SPDX-License-Identifier: MIT
// Vulkan loader between Photopic and the real one, which gives objects of the same code the same pipelines.
#ifndef PHOTOPIC_TESTS_GPU_SHARED_PIPELINES_H
#define PHOTOPIC_TESTS_GPU_SHARED_PIPELINES_H

#include <vulkan/vulkan_core.h>

namespace test {

/// Tests make the same few pipelines hundreds of times, which is most of their time on llvmpipe. Through what this
/// returns, vkCreateComputePipelines gives a pipeline that has been made before if its shader words, specialisation and
/// layout are the same; vkDestroyPipeline keeps it. For one device of a process. Not for tests of when pipelines are
/// made and destroyed.
PFN_vkGetInstanceProcAddr share_pipelines(PFN_vkGetInstanceProcAddr real);

/// Destroys them. Before the device ends.
void destroy_shared_pipelines(VkDevice device);

}  // namespace test

#endif
