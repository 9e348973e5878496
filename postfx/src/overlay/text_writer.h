// SPDX-License-Identifier: MIT
// Writer of the debug overlay's text.
#ifndef PHOTOPIC_SRC_OVERLAY_TEXT_WRITER_H
#define PHOTOPIC_SRC_OVERLAY_TEXT_WRITER_H

#include <photopic/overlay_interface.h>

#include <cstdint>

#include "gpu/host/printf_format.h"

namespace photopic {

// For "%c": colours what follows in its line, and takes no column.
#define PHOTOPIC_INK(name) static_cast<char>(PHOTOPIC_OVERLAY_INK_##name)

/// Fills lines one after another, panel by panel.
class TextWriter {
 public:
  explicit TextWriter(gpu::OverlayParams* params) noexcept;

  void begin_panel(std::uint32_t index) noexcept;
  /// One line of text, cut at PHOTOPIC_OVERLAY_COLUMNS.
  PHOTOPIC_PRINTF(2, 3) void line(const char* format, ...) noexcept;
  /// A line that isn't above the plot, but below it or drawn by it: it follows those of the panel.
  void plot_line(const char* text) noexcept;
  /// A number in the line that was written last, right-aligned in `width` columns.
  void field(std::uint32_t column, std::uint32_t width, std::uint32_t decimals, std::uint32_t value) noexcept;
  /// The same, in their middle.
  void centered_field(std::uint32_t column, std::uint32_t width, std::uint32_t decimals, std::uint32_t value) noexcept;

  /// Width of the panel's text above its plot, dots.
  std::uint32_t width() const noexcept { return columns_ * PHOTOPIC_OVERLAY_CELL_WIDTH; }

 private:
  /// Into the line that is written.
  void put(std::uint32_t column, std::uint32_t character, std::uint32_t ink) noexcept;

  gpu::OverlayParams* params_;
  gpu::OverlayPanel* panel_ = nullptr;
  std::uint32_t line_ = 0;
  std::uint32_t columns_ = 0;
};

}  // namespace photopic

#endif
