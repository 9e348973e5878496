// SPDX-License-Identifier: MIT
// Letters of the debug overlay as its shaders read them.
#ifndef PHOTOPIC_SRC_OVERLAY_FONT_H
#define PHOTOPIC_SRC_OVERLAY_FONT_H

#include <cstdint>
#include <span>

namespace photopic {

/// OverlayData::font for pictures of `scale` texels per dot.
std::span<const std::uint32_t> font_words(std::uint32_t scale) noexcept;

}  // namespace photopic

#endif
