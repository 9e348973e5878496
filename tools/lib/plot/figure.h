// SPDX-License-Identifier: MIT
// Common parts of plots: page, frame, ticks, title and legend.
#ifndef PHOTOPIC_TOOLS_PLOT_FIGURE_H
#define PHOTOPIC_TOOLS_PLOT_FIGURE_H

#include <cstdint>
#include <span>
#include <string>

#include "plot/canvas.h"

namespace plot {

inline constexpr Color kPaper{1.0, 1.0, 1.0};
inline constexpr Color kInk{0.13, 0.13, 0.13};
inline constexpr Color kFrame{0.62, 0.62, 0.62};

// Hues of Okabe and Ito's palette, told apart by all common kinds of colour vision; width and dash help in print.
inline constexpr Color kSkyBlue{0.337, 0.706, 0.914};
inline constexpr Color kBlue{0.0, 0.447, 0.698};
inline constexpr Color kOrange{0.902, 0.624, 0.0};
inline constexpr Color kVermilion{0.835, 0.369, 0.0};

struct LineStyle {
  const char* label;
  Color color;
  double width_px;
  double dash_px;  ///< 0: solid
};

/// Sizes of one plot in pixels, all proportional to the picture within limits of legibility.
struct Metrics {
  double scale;
  double tick_font, label_font, title_font;
  double title_baseline, legend_middle;
};

Metrics metrics_for(std::uint32_t width_px, std::uint32_t height_px);
/// What the title, the legend and the axes' texts leave of a picture of that size.
Box data_box(std::uint32_t width_px, std::uint32_t height_px);

/// A line of the grid, of the current width, and its label beside the frame.
void draw_x_tick(const Canvas& canvas, const Metrics& metrics, const Box& box, double x_px, const std::string& label);
void draw_y_tick(const Canvas& canvas, const Metrics& metrics, const Box& box, double y_px, const std::string& label);
void draw_x_name(const Canvas& canvas, const Metrics& metrics, const Box& box, const std::string& name);
void draw_y_name(const Canvas& canvas, const Metrics& metrics, const Box& box, const std::string& name);
void draw_frame(const Canvas& canvas, const Box& box);

void set_stroke(const Canvas& canvas, const Metrics& metrics, const LineStyle& style);
void draw_dot(const Canvas& canvas, double x_px, double y_px, double radius_px);

/// The legend stands above the frame, where no data can get under it.
void draw_header(const Canvas& canvas, const Metrics& metrics, const Box& box, const std::string& title,
                 std::span<const LineStyle> lines);

}  // namespace plot

#endif
