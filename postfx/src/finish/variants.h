// SPDX-License-Identifier: MIT
// Variants of the final pass: what it is compiled for, alone and fused.
#ifndef PHOTOPIC_SRC_FINISH_VARIANTS_H
#define PHOTOPIC_SRC_FINISH_VARIANTS_H

#include <photopic/post_process.h>

#include <array>

#include "display/display.h"
#include "gpu/passes/pipeline_batch.h"

namespace photopic {

struct FinishVariant {
  std::uint32_t tone_mapper;
  OutputEncoding encoding;  ///< compiled_encoding()
  std::uint32_t index() const { return kToneMapperCount * static_cast<std::uint32_t>(encoding) + tone_mapper; }
};
FinishVariant finish_variant(VkFormat format, const Settings& settings) noexcept;
/// Calls `make(FinishVariant)` for each that record*() may be asked for, until one fails.
template <class Make>
Status for_each_finish_variant(const CreateInfo& info, Make make) noexcept {
  std::uint32_t encodings = 0;
  for (std::uint32_t i = 0; i < kOutputEncodingCount; ++i) {
    const OutputEncoding encoding = compiled_encoding(info.ldr_format, static_cast<OutputEncoding>(i));
    if ((info.encodings >> i & 1u) != 0) encodings |= encoding_bit(encoding);
  }
  Status status = Status::ok;
  for (std::uint32_t i = 0; i < kOutputEncodingCount; ++i) {
    for (std::uint32_t j = 0; j < kToneMapperCount && status == Status::ok; ++j) {
      if ((encodings >> i & 1u) == 0 || (info.tone_mappers >> j & 1u) == 0) continue;
      status = make(FinishVariant{j, static_cast<OutputEncoding>(i)});
    }
  }
  return status;
}
/// What all of them have in common.
inline constexpr std::uint32_t kFinishConstantCount = 5;
std::array<Specialization, kFinishConstantCount> finish_constants(const CreateInfo& info,
                                                                  FinishVariant variant) noexcept;

}  // namespace photopic

#endif
