// SPDX-License-Identifier: MIT
// A compiled shader of the build, read from its file.
#ifndef PHOTOPIC_TESTS_PORTABILITY_SPIRV_MODULE_H
#define PHOTOPIC_TESTS_PORTABILITY_SPIRV_MODULE_H

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/spirv/instruction.h"
#include "gpu/spirv/opcodes.h"

namespace portability {

struct SpirvModule {
  std::string name;  ///< of its file, without .spv
  std::string path;
  std::vector<std::uint32_t> words;
};

/// Throws std::runtime_error if the file is missing or is no SPIR-V.
SpirvModule read_spirv_module(const std::string& path);

/// Calls take(Instruction) for each instruction, in order.
template <class Take>
void for_each_instruction(std::vector<std::uint32_t>& words, Take&& take) {
  using namespace photopic::spirv_code;
  for (std::size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) take(Instruction{&words[at]});
}

}  // namespace portability

#endif
