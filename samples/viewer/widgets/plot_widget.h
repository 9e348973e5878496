// SPDX-License-Identifier: MIT
// Lines over a common axis.
#ifndef PHOTOPIC_SAMPLES_VIEWER_WIDGETS_PLOT_WIDGET_H
#define PHOTOPIC_SAMPLES_VIEWER_WIDGETS_PLOT_WIDGET_H

#include <imgui.h>

#include <span>
#include <string>
#include <vector>

namespace viewer {

struct PlotLine {
  std::string name;
  ImU32 color;
  std::vector<ImVec2> points;  ///< x rising
};

struct PlotAxes {
  float x_min, x_max;  ///< x_min < x_max
  float y_min, y_max;
  const char* x_format;  ///< of a number: "%.0f px"
  const char* y_format;
  bool is_y_log10 = false;  ///< y is the logarithm of what y_format shows
};

/// Colours that tell lines apart on a dark ground, also for those who don't see red from green; any index.
ImU32 line_color(std::size_t index);

inline constexpr float kPlotLines = 9.0f;  ///< a plot's usual height, lines of text

/// Draws a frame with grid, numbers, lines and their names beneath, as wide as the panel; values under the mouse in a
/// tooltip. `height` without the names.
void plot(const char* id, float height, const PlotAxes& axes, std::span<const PlotLine> lines);

/// Room above and below what the lines hold, and at least `least` in all.
void fit_y(PlotAxes& axes, std::span<const PlotLine> lines, float least);

}  // namespace viewer

#endif
