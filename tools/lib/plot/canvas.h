// SPDX-License-Identifier: MIT
// Drawing surface shared by the figures: an owned cairo image, its text helpers and its error check.
#ifndef PHOTOPIC_TOOLS_PLOT_CANVAS_H
#define PHOTOPIC_TOOLS_PLOT_CANVAS_H

#include <cairo.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "plot/picture.h"

namespace plot {

struct Color {
  double red, green, blue;  ///< sRGB-encoded, 0..1
};

/// An opaque sRGB page of DejaVu Sans text and cairo paths. Throws std::runtime_error with cairo's text on any failure.
class Canvas {
 public:
  Canvas(std::uint32_t width_px, std::uint32_t height_px, Color background);
  ~Canvas();
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;

  cairo_t* context() const { return context_; }
  void set_color(Color color) const;
  void set_font(double size_px, bool bold = false) const;
  /// Advance width of `text` in the current font, pixels.
  double text_width_px(const std::string& text) const;
  /// Draws with `align` of the width to the left of x: 0 left-aligned, 0.5 centred, 1 right-aligned.
  void draw_text(const std::string& text, double x_px, double baseline_px, double align = 0.0) const;
  /// The longest beginning of `text` that fits, with an ellipsis where something was cut.
  std::string ellipsised(const std::string& text, double max_width_px) const;
  /// Copies tightly packed opaque RGBA rows to whole pixel positions, unfiltered.
  void blit(const std::uint8_t* rgba, std::uint32_t width, std::uint32_t height, std::uint32_t left,
            std::uint32_t top) const;

  Picture finish() const;

 private:
  void check() const;

  std::uint32_t width_;
  std::uint32_t height_;
  cairo_surface_t* surface_ = nullptr;
  cairo_t* context_ = nullptr;
};

/// `text` as one line of valid UTF-8: control characters become spaces, malformed bytes U+FFFD.
std::string printable(std::string_view text);

}  // namespace plot

#endif
