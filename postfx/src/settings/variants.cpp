// SPDX-License-Identifier: MIT
// Specialisation constants of the final pass.
#include "settings/variants.h"

#include <bit>

#include "display/draw_formats.h"
#include "display/output_formats.h"
#include "gpu/host/gpu.h"

namespace photopic {

FinishVariant exact_variant(VkFormat format, const Settings& settings, bool has_look) noexcept {
  return {static_cast<std::uint32_t>(settings.tone_map.tone_mapper),
          compiled_encoding(format, settings.display.encoding), has_look};
}

bool has_look(const Settings& settings, const LookTables* tables) noexcept {
  return tables != nullptr || is_graded(settings.grade) || settings.tone_map.tone_mapper == ToneMapper::custom;
}

std::uint32_t dither_of(const ToneMapSettings& settings) noexcept {
  if (!settings.dither) return PHOTOPIC_DITHER_OFF;
  return settings.dither_noise == DitherNoise::blue ? PHOTOPIC_DITHER_BLUE : PHOTOPIC_DITHER_HASH;
}

bool has_dither(const MadeFor& info, std::uint32_t dither) noexcept {
  return dither == PHOTOPIC_DITHER_OFF || (info.dither && (dither == PHOTOPIC_DITHER_HASH || info.blue_noise));
}

std::uint32_t layer_count(const MadeFor& info) noexcept {
  if ((info.steps & kDrawStep) == 0) return info.layers;
  const std::uint32_t view_mask = info.render_target.view_mask;
  return view_mask == 0 ? 1 : static_cast<std::uint32_t>(32 - std::countl_zero(view_mask));
}

bool has_arrays(const MadeFor& info) noexcept {
  return info.layers > 1 || ((info.steps & kDrawStep) != 0 && info.render_target.view_mask != 0);
}

std::uint32_t max_code_of(const MadeFor& info) noexcept {
  constexpr std::uint32_t kMaxCode8 = 255, kMaxCode10 = 1023;
  const bool is_drawn = (info.steps & kDrawStep) != 0;
  const std::uint32_t max_code =
      is_drawn ? draw_format(info.ldr_format)->max_code : output_format(info.ldr_format)->max_code;
  if (max_code == kMaxCodeOfPacking) {
    return packing_of(info.packed_format) == PHOTOPIC_PACKING_BGRA8 ? kMaxCode8 : kMaxCode10;
  }
  return max_code != 0 ? max_code : kMaxCode10;
}

std::uint32_t halves_of(const Gpu& gpu, VkFormat format) noexcept {
  if (format != VK_FORMAT_R16G16B16A16_SFLOAT) return PHOTOPIC_HALVES_NONE;
  // There packHalf2x16() rounds to the nearest, and costs little.
  return gpu.is_nvidia ? PHOTOPIC_HALVES_BY_PACKING : PHOTOPIC_HALVES_BY_SUMS;
}

std::array<Specialization, kFinishConstantCount> finish_constants(const Gpu& gpu, const MadeFor& info, VkFormat format,
                                                                  FinishVariant variant) noexcept {
  return {{
      {PHOTOPIC_SPEC_TONE_MAPPER, variant.tone_mapper},
      {PHOTOPIC_SPEC_ENCODING, static_cast<std::uint32_t>(variant.encoding)},
      {PHOTOPIC_SPEC_PACKING, packing_of(info.packed_format)},
      {PHOTOPIC_SPEC_CONVERT_INPUT, info.convert_input ? 1u : 0u},
      {PHOTOPIC_SPEC_WHITE_BALANCE, info.auto_white_balance ? 1u : 0u},
      {PHOTOPIC_SPEC_EFFECTS, info.effects},
      {PHOTOPIC_SPEC_LUT_SIZE, info.lut_size},
      {PHOTOPIC_SPEC_LOOK, variant.has_look ? 1u : 0u},
      {PHOTOPIC_SPEC_HALVES, halves_of(gpu, format)},
  }};
}

}  // namespace photopic
