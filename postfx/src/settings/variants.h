// SPDX-License-Identifier: MIT
// Variants of the final pass: what it is compiled for, alone and fused.
#ifndef PHOTOPIC_SRC_SETTINGS_VARIANTS_H
#define PHOTOPIC_SRC_SETTINGS_VARIANTS_H

#include <photopic/post_process.h>

#include "settings/made_for.h"

#include <array>

#include "display/display.h"
#include "gpu/passes/pipeline_batch.h"

namespace photopic {

struct FinishVariant {
  std::uint32_t tone_mapper;  ///< or PHOTOPIC_TONE_MAPPER_BAKED
  OutputEncoding encoding;    ///< compiled_encoding()
  bool has_look = false;      ///< grade and tables are evaluated with the operator, at each texel
  std::uint32_t index() const {
    const std::uint32_t encoded = (PHOTOPIC_TONE_MAPPER_BAKED + 1) * static_cast<std::uint32_t>(encoding) + tone_mapper;
    return 2 * encoded + (has_look ? 1u : 0u);
  }
};
static_assert(kToneMapperCount <= PHOTOPIC_TONE_MAPPER_BAKED);
/// Of baked looks: all operators and encodings are the LUT's.
inline constexpr FinishVariant kBakedVariant = {PHOTOPIC_TONE_MAPPER_BAKED, OutputEncoding::automatic};
/// What is evaluated exactly, for each texel or each node of a LUT. `has_look`: with a grade or tables.
FinishVariant exact_variant(VkFormat format, const Settings& settings, bool has_look) noexcept;
/// Whether there is more to evaluate than a built-in operator: a grade, tables of the host, an operator of it.
bool has_look(const Settings& settings, const LookTables* tables) noexcept;
inline bool is_exact_look(const Settings& settings, const LookTables* tables) noexcept {
  return settings.display.transform == DisplayTransform::exact && has_look(settings, tables);
}
/// Calls `make(OutputEncoding)` for each compiled_encoding() that record*() may be asked for, until one fails.
template <class Make>
Status for_each_encoding(const MadeFor& info, Make make) noexcept {
  std::uint32_t encodings = 0;
  for (std::uint32_t i = 0; i < kOutputEncodingCount; ++i) {
    const OutputEncoding encoding = compiled_encoding(info.ldr_format, static_cast<OutputEncoding>(i));
    if ((info.encodings >> i & 1u) != 0) encodings |= encoding_bit(encoding);
  }
  Status status = Status::ok;
  for (std::uint32_t i = 0; i < kOutputEncodingCount && status == Status::ok; ++i) {
    if ((encodings >> i & 1u) != 0) status = make(static_cast<OutputEncoding>(i));
  }
  return status;
}
/// Calls `make(FinishVariant)` for each that record*() may be asked for, that of baked looks last, until one fails.
template <class Make>
Status for_each_finish_variant(const MadeFor& info, Make make) noexcept {
  const auto make_all_operators = [&](OutputEncoding encoding) {
    Status status = Status::ok;
    for (std::uint32_t i = 0; i < kToneMapperCount && status == Status::ok; ++i) {
      if ((info.tone_mappers >> i & 1u) == 0) continue;
      if ((kExactToneMappers >> i & 1u) != 0) status = make(FinishVariant{i, encoding});
      if (status == Status::ok && info.exact_looks) status = make(FinishVariant{i, encoding, true});
    }
    return status;
  };
  const Status status = info.exact ? for_each_encoding(info, make_all_operators) : Status::ok;
  return status == Status::ok && info.lut_size != 0 ? make(kBakedVariant) : status;
}
/// PHOTOPIC_DITHER_* of settings.
inline constexpr std::uint32_t kDitherCount = 3;
std::uint32_t dither_of(const ToneMapSettings& settings) noexcept;
/// Whether record*() may be asked for it.
bool has_dither(const MadeFor& info, std::uint32_t dither) noexcept;
/// Layers of arrays that a picture has; 1 = images of their own.
std::uint32_t layer_count(const MadeFor& info) noexcept;
/// Whether the images of frames are arrays.
bool has_arrays(const MadeFor& info) noexcept;
/// Largest code of the picture; of floats, which have none, anything.
std::uint32_t max_code_of(const MadeFor& info) noexcept;
/// PHOTOPIC_HALVES_* of what is stored in this format.
std::uint32_t halves_of(const Gpu& gpu, VkFormat format) noexcept;
/// What all of them have in common. `format`: of what they write.
inline constexpr std::uint32_t kFinishConstantCount = 9;
std::array<Specialization, kFinishConstantCount> finish_constants(const Gpu& gpu, const MadeFor& info, VkFormat format,
                                                                  FinishVariant variant) noexcept;

}  // namespace photopic

#endif
