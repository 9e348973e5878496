// SPDX-License-Identifier: MIT
// Curves over axes that are both logarithmic.
#ifndef PHOTOPIC_TOOLS_PLOT_LOG_PLOT_H
#define PHOTOPIC_TOOLS_PLOT_LOG_PLOT_H

#include <span>
#include <string>
#include <vector>

#include "plot/picture.h"

namespace plot {

struct LogPoint {
  double x = 0.0;
  double y = 0.0;
};

struct LogCurve {
  const char* label;
  std::vector<LogPoint> points;  ///< ascending x; only what is above 0 and finite is drawn
};

struct LogPlot {
  std::string title;
  std::string x_name;  ///< with its unit
  std::string y_name;
  std::span<const LogCurve> curves;  ///< up to kMaxLogCurves
};

inline constexpr std::size_t kMaxLogCurves = 4;

/// 1280 x 720 pixels; the axes end at powers of ten. Throws std::invalid_argument for more curves, std::runtime_error
/// when cairo fails.
Picture draw_log_plot(const LogPlot& plot);

}  // namespace plot

#endif
