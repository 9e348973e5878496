// SPDX-License-Identifier: MIT
// Words of bits for C: operators, encodings, metrics.
#include <photopic/metric_values.h>
#include <photopic/photopic.h>
#include <photopic/settings_table.h>

#include <cstdint>
#include <cstring>

#include <bit>

#include "c/common/frames.h"

namespace photopic::c {
namespace {

std::uint32_t unknown(const char* function, const char* word) noexcept {
  (void)fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': there is no such word", function, word);
  return 0;
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

photopic_result encoding_of(const char* function, const char* name, std::uint32_t bit, OutputEncoding otherwise,
                            OutputEncoding* out) noexcept {
  if (bit != 0 && (!std::has_single_bit(bit) || bit > kAllEncodings)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s = %u: must be one photopic_encoding_bit(), or 0", function, name, bit);
  }
  *out = bit == 0 ? otherwise : static_cast<OutputEncoding>(std::countr_zero(bit));
  return PHOTOPIC_OK;
}

}  // namespace photopic::c

extern "C" {

uint32_t photopic_tone_mapper_bit(const char* word) {
  return photopic::c::choice_bit(__func__, "tone_map", "tone_mapper", word);
}

uint32_t photopic_encoding_bit(const char* word) {
  return photopic::c::choice_bit(__func__, "display", "encoding", word);
}

uint32_t photopic_metric_bit(const char* word) {
  if (photopic::c::require(word, __func__, "word") != PHOTOPIC_OK) return 0;
  const photopic::MetricInfo* const metric = photopic::find_metric(word);
  return metric != nullptr ? metric->bit : photopic::c::unknown(__func__, word);
}

}  // extern "C"
