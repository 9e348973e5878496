// SPDX-License-Identifier: MIT
// Words of bits for C: operators, encodings, effects, weights, metrics.
#include <photopic/metric_values.h>
#include <photopic/photopic.h>
#include <photopic/settings_table.h>
#include <photopic/weights.h>

#include <cstdint>
#include <cstring>

#include "c/common/structs.h"

namespace photopic::c {
namespace {

struct Word {
  const char* word;
  std::uint32_t bit;
};

#define PHOTOPIC_WEIGHT(number, Name, word, ...) {#word, 1u << (number)},
constexpr Word kWeightWords[] = {PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)};
#undef PHOTOPIC_WEIGHT
#define PHOTOPIC_EFFECT_WORD(name, bit) {#name, bit},
constexpr Word kEffectWords[] = {PHOTOPIC_EFFECTS(PHOTOPIC_EFFECT_WORD)};
#undef PHOTOPIC_EFFECT_WORD

std::uint32_t unknown(const char* function, const char* word) noexcept {
  fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': there is no such word", function, word);
  return 0;
}

template <std::size_t kCount>
std::uint32_t bit_of(const char* function, const Word (&words)[kCount], const char* word) noexcept {
  if (require(word, function, "word") != PHOTOPIC_OK) return 0;
  for (const Word& row : words) {
    if (std::strcmp(row.word, word) == 0) return row.bit;
  }
  return unknown(function, word);
}

/// 1 << the number of a word of a choice among the settings.
std::uint32_t choice_bit(const char* function, const char* group, const char* name, const char* word) noexcept {
  if (require(word, function, "word") != PHOTOPIC_OK) return 0;
  const SettingInfo& row = *find_setting(group, name);
  for (std::uint32_t i = 0; i < row.word_count; ++i) {
    if (std::strcmp(row.words[i], word) == 0) return 1u << i;
  }
  return unknown(function, word);
}

}  // namespace
}  // namespace photopic::c

extern "C" {

uint32_t photopic_tone_mapper_bit(const char* word) {
  return photopic::c::choice_bit(__func__, "tone_map", "tone_mapper", word);
}

uint32_t photopic_encoding_bit(const char* word) {
  return photopic::c::choice_bit(__func__, "display", "encoding", word);
}

uint32_t photopic_effect_bit(const char* word) {
  return photopic::c::bit_of(__func__, photopic::c::kEffectWords, word);
}

uint32_t photopic_weight_bit(const char* word) {
  return photopic::c::bit_of(__func__, photopic::c::kWeightWords, word);
}

uint32_t photopic_metric_bit(const char* word) {
  if (photopic::c::require(word, __func__, "word") != PHOTOPIC_OK) return 0;
  const photopic::MetricInfo* const metric = photopic::find_metric(word);
  return metric != nullptr ? metric->bit : photopic::c::unknown(__func__, word);
}

}  // extern "C"
