// SPDX-License-Identifier: MIT
#include <photopic/interface.h>
#include <photopic/settings.h>

#include <array>

namespace photopic {
namespace {

constexpr std::array<const char*, kToneMapperCount> kNames = {
    "none", "reinhard",   "reinhard-extended", "hable",       "aces-narkowicz", "aces-hill",
    "agx",  "agx-golden", "agx-punchy",        "pbr-neutral", "uchimura",       "lottes"};

static_assert(kToneMapperCount == PHOTOPIC_TONE_MAPPER_COUNT);
static_assert(static_cast<std::uint32_t>(ToneMapper::agx) == PHOTOPIC_TONE_MAPPER_AGX);
static_assert(static_cast<std::uint32_t>(ToneMapper::lottes) == PHOTOPIC_TONE_MAPPER_LOTTES);

}  // namespace

const char* tone_mapper_name(ToneMapper tone_mapper) noexcept {
  const auto index = static_cast<std::uint32_t>(tone_mapper);
  return index < kToneMapperCount ? kNames[index] : nullptr;
}

}  // namespace photopic
