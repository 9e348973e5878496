// SPDX-License-Identifier: MIT
// Reader of SPIR-V files.
#include "portability/spirv_module.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace portability {
namespace {
constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::size_t kWordBytes = 4;
}  // namespace

SpirvModule read_spirv_module(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error(path + ": is missing. Build the whole preset first");
  const std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
  SpirvModule module = {std::filesystem::path(path).stem().string(), path, {}};
  module.words.resize(bytes.size() / kWordBytes);
  for (std::size_t i = 0; i < module.words.size() * kWordBytes; ++i) {
    module.words[i / kWordBytes] |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]))
                                    << i % kWordBytes * 8;
  }
  std::size_t at = photopic::spirv_code::kHeaderWords;
  if (module.words.size() < at || module.words[0] != kMagic) throw std::runtime_error(path + ": is no SPIR-V");
  while (at < module.words.size() && module.words[at] >> 16 != 0) at += module.words[at] >> 16;
  if (at != module.words.size()) throw std::runtime_error(path + ": ends within an instruction");
  return module;
}

}  // namespace portability
