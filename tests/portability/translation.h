// SPDX-License-Identifier: MIT
// Programs of SPIRV-Tools and SPIRV-Cross, run over all modules.
#ifndef PHOTOPIC_TESTS_PORTABILITY_TRANSLATION_H
#define PHOTOPIC_TESTS_PORTABILITY_TRANSLATION_H

#include <string>
#include <vector>

#include "portability/spirv_module.h"

namespace portability {

struct Failure {
  std::string language;  ///< "msl", "hlsl"; empty: spirv-val
  std::string module;
  std::string message;  ///< one line of the program
};

/// Modules that spirv-val refuses for Vulkan 1.2.
std::vector<Failure> invalid(const std::vector<SpirvModule>& modules);

/// Modules that spirv-cross can't write in MSL 2.3 or HLSL 6.0.
std::vector<Failure> not_translated(const std::vector<SpirvModule>& modules);

}  // namespace portability

#endif
