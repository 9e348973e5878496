// SPDX-License-Identifier: MIT
// Reading of SPIR-V from a folder.
#include "bench/methods/other_code.h"

#include <cstring>
#include <fstream>
#include <string>

#include "arguments/errors.h"
#include "gpu/passes/pass_desc.h"
#include "gpu/passes/spirv_code.h"
#include "gpu/spirv/trim_spirv.h"

namespace bench {
namespace {

constexpr std::uint32_t kMagic = 0x07230203;
constexpr std::size_t kHeaderWords = 5;
constexpr std::uintmax_t kMost_bytes = std::uintmax_t{16} << 20;  // several times the longest pass

/// Whether instructions follow each other to the end.
bool is_whole(const OtherCode::Words& words) {
  std::size_t at = kHeaderWords;
  while (at < words.size() && words[at] >> 16 != 0) at += words[at] >> 16;
  return at == words.size();
}

/// Empty: there is no such file.
OtherCode::Words read_words(const std::filesystem::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = std::filesystem::file_size(file, error);
  if (error) return {};
  const auto fail = [&](const char* reason) {
    throw arguments::UsageError("--against: '" + file.string() + "' " + reason);
  };
  if (bytes < kHeaderWords * sizeof(std::uint32_t) || bytes % sizeof(std::uint32_t) != 0 || bytes > kMost_bytes) {
    fail("is no SPIR-V");
  }
  OtherCode::Words words(bytes / sizeof(std::uint32_t));
  std::ifstream stream(file, std::ios::binary);
  if (!stream.read(reinterpret_cast<char*>(words.data()), std::streamsize(bytes))) fail("can't be read");
  if (words[0] != kMagic || !is_whole(words)) fail("is no SPIR-V");
  return words;
}

}  // namespace

OtherCode::OtherCode(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) {
    throw arguments::UsageError("--against: '" + folder.string() + "' is no folder");
  }
  for (const photopic::PassDesc* pass : photopic::all_passes()) {
    Words words = read_words(folder / (std::string(pass->name) + ".spv"));
    const std::uint64_t own = pass->spirv->hash;
    if (!words.empty() && photopic::spirv_code::hash_of(words.data(), words.size()) != own) {
      words_[own] = std::move(words);
    }
  }
  if (words_.empty()) {
    throw arguments::UsageError("--against: '" + folder.string() +
                                "' has no file NAME.spv that differs from the module's pass NAME");
  }
}

const OtherCode::Words* OtherCode::of(std::span<const std::uint32_t> code) const {
  const auto found = words_.find(photopic::spirv_code::hash_of(code.data(), code.size()));
  return found != words_.end() ? &found->second : nullptr;
}

OtherCode::Words trimmed(const OtherCode::Words& words, const VkSpecializationInfo* constants) {
  std::vector<photopic::Specialization> values;
  for (std::uint32_t i = 0; constants != nullptr && i < constants->mapEntryCount; ++i) {
    const VkSpecializationMapEntry& entry = constants->pMapEntries[i];
    photopic::Specialization one = {entry.constantID, 0};
    std::memcpy(&one.value, static_cast<const char*>(constants->pData) + entry.offset, sizeof one.value);
    values.push_back(one);
  }
  OtherCode::Words result = words;
  result.resize(photopic::trim(result.data(), result.size(), values));
  return result;
}

}  // namespace bench
