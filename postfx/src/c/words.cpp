// SPDX-License-Identifier: MIT
// Words of bits for C: operators, encodings, metrics.
#include <photopic/metric_values.h>
#include <photopic/photopic.h>
#include <photopic/settings_table.h>

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>

#include "c/frames.h"

namespace photopic::c {
namespace {

struct NamedColor {
  const char* name;
  std::uint32_t color;  ///< 0xRRGGBB
};
constexpr NamedColor kNamedColors[] = {{"black", 0x000000}, {"white", 0xffffff},   {"grey", 0x808080},
                                       {"red", 0xff0000},   {"green", 0x00ff00},   {"blue", 0x0000ff},
                                       {"cyan", 0x00ffff},  {"magenta", 0xff00ff}, {"yellow", 0xffff00}};

/// A name, #rrggbb or r,g,b (0 to 255).
bool read_color(std::string_view text, std::uint32_t* out) noexcept {
  for (const NamedColor& named : kNamedColors) {
    if (text != named.name) continue;
    *out = named.color;
    return true;
  }
  const bool is_hex = text.size() == 7 && text[0] == '#';
  std::uint32_t color = 0;
  std::size_t at = is_hex ? 1 : 0;
  for (int i = 0; i < 3; ++i) {
    const std::size_t end = is_hex ? at + 2 : i == 2 ? text.size() : text.find(',', at);
    if (end == std::string_view::npos || at >= end) return false;
    std::uint8_t code = 0;
    const std::from_chars_result read = std::from_chars(text.data() + at, text.data() + end, code, is_hex ? 16 : 10);
    if (read.ec != std::errc() || read.ptr != text.data() + end) return false;
    color = color << 8 | code;
    at = is_hex ? end : end + 1;
  }
  *out = color;
  return true;
}

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
  char list[400] = "";
  for (std::uint32_t i = 0; i < row.word_count; ++i) {
    const std::size_t length = std::strlen(list);
    (void)std::snprintf(list + length, sizeof list - length, "%s%s", i == 0 ? "" : ", ", row.words[i]);
  }
  (void)fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s': there is no such word; there are %s", function, word, list);
  return 0;
}

}  // namespace

photopic_result encoding_of(const char* function, const char* name, std::uint32_t bit, OutputEncoding otherwise,
                            OutputEncoding* out) noexcept {
  if (bit != 0 && (!std::has_single_bit(bit) || bit > kAllEncodings)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: %s = %u: must be one photopic_encoding_bit(), or 0", function, name,
                bit);
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

photopic_result photopic_alpha_of_word(const char* word, uint32_t* alpha, uint32_t* background) {
  using photopic::c::fail;
  PHOTOPIC_TRY(photopic::c::require(word, __func__, "word"));
  PHOTOPIC_TRY(photopic::c::require(alpha, __func__, "alpha"));
  PHOTOPIC_TRY(photopic::c::require(background, __func__, "background"));
  constexpr std::string_view kOver = "over:";
  const std::string_view text = word;
  if (text == "compare" || text == "ignore") {
    *alpha = text == "compare" ? PHOTOPIC_ALPHA_COMPARE : PHOTOPIC_ALPHA_IGNORE;
    *background = 0;
    return PHOTOPIC_OK;
  }
  if (text.substr(0, kOver.size()) != kOver) {
    return fail(PHOTOPIC_INVALID_ARGUMENT, "%s: '%s' is none of compare, ignore, over:COLOUR", __func__, word);
  }
  if (!photopic::c::read_color(text.substr(kOver.size()), background)) {
    return fail(PHOTOPIC_INVALID_ARGUMENT,
                "%s: '%s': COLOUR is #rrggbb, r,g,b (0 to 255), black, white, grey, red, green, blue, cyan, magenta or "
                "yellow",
                __func__, word);
  }
  *alpha = PHOTOPIC_ALPHA_OVER;
  return PHOTOPIC_OK;
}

}  // extern "C"
