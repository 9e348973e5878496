// SPDX-License-Identifier: MIT
// Letters of the debug overlay: digits to words, when this is compiled.
#include "overlay/font.h"

#include <photopic/overlay_interface.h>

#include <array>

#include "overlay/font_table.h"

namespace photopic {
namespace {

constexpr std::size_t kWordDigits = 8;
constexpr std::size_t kFineWords = PHOTOPIC_OVERLAY_FONT_WORDS;
constexpr std::size_t kCoarseWords = kFineWords / (PHOTOPIC_OVERLAY_FONT_SCALE * PHOTOPIC_OVERLAY_FONT_SCALE);
static_assert(kCoarseWords * kWordDigits ==
              PHOTOPIC_OVERLAY_GLYPHS * PHOTOPIC_OVERLAY_CELL_WIDTH * PHOTOPIC_OVERLAY_CELL_HEIGHT);
static_assert(sizeof kFontDigits == (kCoarseWords + kFineWords) * kWordDigits + 1);

constexpr std::uint32_t value_of(char digit) {
  return static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

template <std::size_t kCount>
constexpr std::array<std::uint32_t, kCount> words_of(const char* digits) {
  std::array<std::uint32_t, kCount> words = {};
  for (std::size_t i = 0; i < kCount * kWordDigits; ++i) {
    words[i / kWordDigits] |= value_of(digits[i]) << (4 * (i % kWordDigits));
  }
  return words;
}

constexpr std::array kCoarse = words_of<kCoarseWords>(kFontDigits);
constexpr std::array kFine = words_of<kFineWords>(kFontDigits + kCoarseWords * kWordDigits);

}  // namespace

std::span<const std::uint32_t> font_words(std::uint32_t scale) noexcept {
  return scale == 1 ? std::span<const std::uint32_t>(kCoarse) : std::span<const std::uint32_t>(kFine);
}

}  // namespace photopic
