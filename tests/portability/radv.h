// SPDX-License-Identifier: MIT
// What AMD's compiler of Mesa makes of the module's pipelines, without a GPU.
#ifndef PHOTOPIC_TESTS_PORTABILITY_RADV_H
#define PHOTOPIC_TESTS_PORTABILITY_RADV_H

#include <cstddef>
#include <string>

namespace portability {

/// Runs `program`, photopic-all-pipelines, on RADV's null hardware for each family, and compares with the table at
/// `path`. Returns the number of failures, which it prints: lines that differ, spills of VGPRs, scratch, and fewer
/// waves than the targets of docs/portability.md. With another version of Mesa than the table's, lines aren't compared.
/// Throws std::runtime_error if the driver is missing or a run fails.
std::size_t check_radv(const std::string& program, const std::string& path, bool is_update);

}  // namespace portability

#endif
