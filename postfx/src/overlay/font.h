// SPDX-License-Identifier: MIT
// Letters of the debug overlay as its shaders read them.
#ifndef PHOTOPIC_SRC_OVERLAY_FONT_H
#define PHOTOPIC_SRC_OVERLAY_FONT_H

#include <photopic/overlay_interface.h>

#include <cstdint>
#include <memory>
#include <span>

namespace photopic {

/// Both tables of letters.
class OverlayFont {
 public:
  /// False: out of host memory.
  bool create() noexcept;
  /// OverlayData::font for pictures of `scale` texels per dot.
  std::span<const std::uint32_t> words(std::uint32_t scale) const noexcept;

 private:
  std::unique_ptr<std::uint32_t[]> words_;  // the coarser table, then the finer one
};

}  // namespace photopic

#endif
