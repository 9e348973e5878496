// SPDX-License-Identifier: MIT
// SPIR-V of passes from a folder, to run in place of the module's own.
#ifndef PHOTOPIC_TOOLS_BENCH_METHODS_OTHER_CODE_H
#define PHOTOPIC_TOOLS_BENCH_METHODS_OTHER_CODE_H

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <filesystem>
#include <span>
#include <unordered_map>
#include <vector>

namespace bench {

/// Code of the files NAME.spv of a folder that differs from that of the module's pass NAME.
class OtherCode {
 public:
  using Words = std::vector<std::uint32_t>;

  /// Throws arguments::UsageError: `folder` can't be read, a file is no SPIR-V, or no file differs from its pass.
  explicit OtherCode(const std::filesystem::path& folder);

  /// In place of a pass's whole code; null: that stays.
  const Words* of(std::span<const std::uint32_t> code) const;

 private:
  std::unordered_map<std::uint64_t, Words> words_;  ///< by the hash of the pass's own code
};

/// What a variant with these constants runs of `words`.
OtherCode::Words trimmed(const OtherCode::Words& words, const VkSpecializationInfo* constants);

}  // namespace bench

#endif
