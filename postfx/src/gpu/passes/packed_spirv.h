// SPDX-License-Identifier: MIT
// SPIR-V of a pass as the library holds it: a sixth of its size, unpacked when a pass is made.
#ifndef PHOTOPIC_SRC_GPU_PACKED_SPIRV_H
#define PHOTOPIC_SRC_GPU_PACKED_SPIRV_H

#include <cstddef>
#include <cstdint>
#include <memory>

#include "gpu/spirv/needs.h"

namespace photopic {

struct PassDesc;

/// Made by pack_spirv. Its text is that of its base, with what that has of its own base, then its own: words by the
/// rules of spirv_code.h, 7 bits a byte, lowest first, the highest bit where more follow. `bytes` are steps of LZ77
/// that make its own part: the number of literals, these, then the length of a match beyond kMinMatch and how far back
/// it begins; until the text is full. Their bytes are written by the codes of prefix_code.h.
struct PackedSpirv {
  static constexpr std::size_t kMinMatch = 4;

  const unsigned char* bytes;
  std::uint32_t text_bytes;  ///< of its own text
  std::uint32_t word_count;
  std::uint64_t hash;    ///< spirv_code::hash_of() the words
  const PassDesc* base;  ///< a pass with much the same text; or null
  ShaderNeeds needs;     ///< of all the code, with the default constants
};

/// The words; null without memory.
std::unique_ptr<std::uint32_t[]> unpack(const PackedSpirv& packed) noexcept;

}  // namespace photopic

#endif
