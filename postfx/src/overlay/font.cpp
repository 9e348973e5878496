// SPDX-License-Identifier: MIT
// Letters of the debug overlay: digits to words.
#include "overlay/font.h"

#include <new>

#include "overlay/font_table.h"

namespace photopic {
namespace {

constexpr std::size_t kWordDigits = 8;
constexpr std::size_t kFineWords = PHOTOPIC_OVERLAY_FONT_WORDS;
constexpr std::size_t kCoarseWords = kFineWords / (PHOTOPIC_OVERLAY_FONT_SCALE * PHOTOPIC_OVERLAY_FONT_SCALE);
static_assert(kCoarseWords * kWordDigits ==
              PHOTOPIC_OVERLAY_GLYPHS * PHOTOPIC_OVERLAY_CELL_WIDTH * PHOTOPIC_OVERLAY_CELL_HEIGHT);
static_assert(sizeof kFontDigits == (kCoarseWords + kFineWords) * kWordDigits + 1);

std::uint32_t value_of(char digit) { return static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10); }

}  // namespace

bool OverlayFont::create() noexcept {
  words_.reset(new (std::nothrow) std::uint32_t[kCoarseWords + kFineWords]());
  if (!words_) return false;
  for (std::size_t i = 0; kFontDigits[i] != '\0'; ++i) {
    words_[i / kWordDigits] |= value_of(kFontDigits[i]) << (4 * (i % kWordDigits));
  }
  return true;
}

std::span<const std::uint32_t> OverlayFont::words(std::uint32_t scale) const noexcept {
  return scale == 1 ? std::span(words_.get(), kCoarseWords) : std::span(words_.get() + kCoarseWords, kFineWords);
}

}  // namespace photopic
