// SPDX-License-Identifier: MIT
// What a compiled shader needs of a device, as a line of needs.txt, and devices whose limits are in limits.txt.
#ifndef PHOTOPIC_TESTS_PORTABILITY_MODULE_NEEDS_H
#define PHOTOPIC_TESTS_PORTABILITY_MODULE_NEEDS_H

#include <map>
#include <string>
#include <vector>

#include "portability/committed_list.h"
#include "portability/spirv_module.h"

namespace portability {

/// Limits and features by the names of limits.txt, for each device.
using Devices = std::map<std::string, std::map<std::string, std::uint64_t>>;

/// Throws std::runtime_error if the file is missing, or a line has too few numbers.
Devices read_devices(const std::string& path);

/// The line of needs.txt: name, stage, workgroup, its memory, the same where the device has less than usual, bindings
/// by kind, bytes of push constants, features, subgroup operations, and devices that can't run the whole module.
Columns needs_line(const SpirvModule& module, const Devices& devices);
bool is_compute(const SpirvModule& module);

}  // namespace portability

#endif
