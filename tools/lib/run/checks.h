// SPDX-License-Identifier: MIT
// What can be told of a program before it runs.
#ifndef PHOTOPIC_TOOLS_RUN_CHECKS_H
#define PHOTOPIC_TOOLS_RUN_CHECKS_H

#include <filesystem>
#include <string>

namespace run {

/// Folder of the layer, its manifest and the clock, beside this program as installed. Throws files::Error where they
/// aren't.
std::filesystem::path layer_folder();

/// Throws files::Error for a program that no layer of this one can be loaded into: of 32 bits, for another CPU, or with
/// the rights of its owner, for which the loader takes no layers from the environment. `program`: as typed; `folder`:
/// where it is to run, which a name with a slash is below.
void check_program(const std::string& program, const std::filesystem::path& folder);

}  // namespace run

#endif
