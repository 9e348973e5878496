// SPDX-License-Identifier: MIT
// Files that a run writes, checked against those that it reads.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_OUTPUTS_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_OUTPUTS_H

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "files/output_guard.h"
#include "regress/runner/runner.h"

namespace regress {

/// All that a case reads but its golden; what can't be read isn't among them.
std::set<std::filesystem::path> files_of(const Suite& suite, const Case& one);

/// The suite's file and all that the cases read, but no goldens.
files::OutputGuard inputs_of(const Suite& suite, const std::vector<std::size_t>& cases);

/// Throws files::Error if one of the results would overwrite an input.
void check_results(const files::OutputGuard& inputs, const std::filesystem::path& folder);

/// Throws files::Error if a result or a picture of these cases would overwrite an input or a golden, or a golden that
/// may be updated an input.
void check_outputs(const Suite& suite, const RunOptions& options, const std::vector<std::size_t>& cases,
                   const GoldenStore& store, const std::string& device_class);

}  // namespace regress

#endif
