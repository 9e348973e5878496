// SPDX-License-Identifier: MIT
// Specialisation constants with which passes need most of a device.
#ifndef PHOTOPIC_TESTS_UNIT_SHADERS_LARGEST_VARIANTS_H
#define PHOTOPIC_TESTS_UNIT_SHADERS_LARGEST_VARIANTS_H

#include <string>
#include <vector>

#include "gpu/spirv/constants.h"

namespace test {

using Specializations = std::vector<photopic::Specialization>;

/// Constants with which a pass has its largest groups and most memory.
Specializations largest_variant(const std::string& pass);
/// The same on a device that lacks the usual limits.
Specializations largest_small_variant(const std::string& pass);

}  // namespace test

#endif
