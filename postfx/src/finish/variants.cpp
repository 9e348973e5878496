// SPDX-License-Identifier: MIT
// Specialisation constants of the final pass.
#include "finish/variants.h"

namespace photopic {

FinishVariant exact_variant(VkFormat format, const Settings& settings) noexcept {
  return {static_cast<std::uint32_t>(settings.tone_map.tone_mapper),
          compiled_encoding(format, settings.display.encoding)};
}

std::uint32_t dither_of(const ToneMapSettings& settings) noexcept {
  if (!settings.dither) return PHOTOPIC_DITHER_OFF;
  return settings.dither_noise == DitherNoise::blue ? PHOTOPIC_DITHER_BLUE : PHOTOPIC_DITHER_HASH;
}

bool has_dither(const CreateInfo& info, std::uint32_t dither) noexcept {
  return dither == PHOTOPIC_DITHER_OFF || (info.dither && (dither == PHOTOPIC_DITHER_HASH || info.blue_noise));
}

std::array<Specialization, kFinishConstantCount> finish_constants(const CreateInfo& info,
                                                                  FinishVariant variant) noexcept {
  return {{
      {PHOTOPIC_SPEC_TONE_MAPPER, variant.tone_mapper},
      {PHOTOPIC_SPEC_ENCODING, static_cast<std::uint32_t>(variant.encoding)},
      {PHOTOPIC_SPEC_PACKING, packing_of(info.packed_format)},
      {PHOTOPIC_SPEC_CONVERT_INPUT, info.convert_input ? 1u : 0u},
      {PHOTOPIC_SPEC_WHITE_BALANCE, info.auto_white_balance ? 1u : 0u},
      {PHOTOPIC_SPEC_EFFECTS, info.effects},
      {PHOTOPIC_SPEC_LUT_SIZE, info.lut_size},
  }};
}

}  // namespace photopic
