// SPDX-License-Identifier: MIT
// Stand-ins for what a driver without a GPU doesn't make: memory, images and buffers. RADV's null hardware compiles
// pipelines and nothing else.
#ifndef PHOTOPIC_TESTS_PORTABILITY_NULL_HARDWARE_H
#define PHOTOPIC_TESTS_PORTABILITY_NULL_HARDWARE_H

#include "gpu/loader_shim.h"

namespace portability {

/// From now on the module's memory is the CPU's, and its images and buffers are numbers. Nothing may be submitted.
void fake_objects(test::LoaderShim& shim);

}  // namespace portability

#endif
