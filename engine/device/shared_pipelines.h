// SPDX-License-Identifier: MIT
// Sharing of compute pipelines between objects of the module that have the same shader code.
#ifndef PHOTOPIC_ENGINE_SHARED_PIPELINES_H
#define PHOTOPIC_ENGINE_SHARED_PIPELINES_H

#include "engine/device/vk.h"

namespace engine {

/// Suites and tests make the same few pipelines hundreds of times, which is most of their time on llvmpipe: it compiles
/// each anew. Through what this returns, vkCreateComputePipelines gives a pipeline of the device that has been made
/// before if its shader words, specialisation and layout are the same; vkDestroyPipeline keeps it. Any number of
/// devices, on any threads. Not for tests of when pipelines are made and destroyed.
PFN_vkGetInstanceProcAddr share_pipelines(VkInstance instance, VkDevice device, PFN_vkGetInstanceProcAddr loader);

/// Destroys the device's. Before it ends.
void destroy_shared_pipelines(VkDevice device);

}  // namespace engine

#endif
