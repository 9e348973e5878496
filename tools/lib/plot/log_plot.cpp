// SPDX-License-Identifier: MIT
// Plot with logarithmic axes.
#include "plot/log_plot.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "plot/figure.h"

namespace plot {
namespace {

constexpr std::uint32_t kWidth_px = 1280;
constexpr std::uint32_t kHeight_px = 720;
constexpr double kDotRadius_widths = 1.9;

/// A thin dashed line and small dots leave a curve visible that they lie on.
constexpr LineStyle kStyles[kMaxLogCurves] = {
    {"", kVermilion, 3.2, 0.0}, {"", kOrange, 2.2, 9.0}, {"", kSkyBlue, 3.2, 0.0}, {"", kBlue, 2.2, 9.0}};

/// Whole powers of ten at both ends.
struct Decades {
  int first = 0;
  int last = 1;
};

bool is_drawable(LogPoint point) {
  return point.x > 0.0 && point.y > 0.0 && std::isfinite(point.x) && std::isfinite(point.y);
}

Decades decades_of(std::span<const LogCurve> curves, double LogPoint::*value) {
  double min = HUGE_VAL, max = 0.0;
  for (const LogCurve& curve : curves) {
    for (const LogPoint& point : curve.points) {
      if (!is_drawable(point)) continue;
      min = std::min(min, point.*value);
      max = std::max(max, point.*value);
    }
  }
  if (max == 0.0) return {};
  const int first = static_cast<int>(std::floor(std::log10(min)));
  return {first, std::max(static_cast<int>(std::ceil(std::log10(max))), first + 1)};
}

/// Where a number is along an axis: 0 to 1.
double share_of(Decades decades, double value) {
  return (std::log10(value) - decades.first) / (decades.last - decades.first);
}

/// 10 with a superscript.
std::string power_of_ten(int exponent) {
  constexpr const char* kDigits[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                     "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  std::string label = "10";
  if (exponent < 0) label += "\u207b";
  for (const char digit : std::to_string(std::abs(exponent))) label += kDigits[digit - '0'];
  return label;
}

struct LogAxes {
  Box box;
  Decades x, y;

  double x_px(double value) const { return box.left_px + share_of(x, value) * (box.right_px - box.left_px); }
  double y_px(double value) const { return box.bottom_px - share_of(y, value) * (box.bottom_px - box.top_px); }
};

/// Calls `draw` for twice to nine times each power of ten.
template <class Draw>
void for_each_between(Decades decades, Draw draw) {
  for (int exponent = decades.first; exponent < decades.last; ++exponent) {
    for (int digit = 2; digit <= 9; ++digit) draw(digit * std::pow(10.0, exponent));
  }
}

/// Marks without labels, on the frame.
void draw_marks(const Canvas& canvas, const Metrics& metrics, const LogAxes& axes) {
  cairo_t* cr = canvas.context();
  const double length = 6.0 * metrics.scale;
  canvas.set_color(kFrame);
  for_each_between(axes.x, [&](double value) {
    cairo_move_to(cr, std::round(axes.x_px(value)) + 0.5, axes.box.bottom_px);
    cairo_rel_line_to(cr, 0.0, -length);
  });
  for_each_between(axes.y, [&](double value) {
    cairo_move_to(cr, axes.box.left_px, std::round(axes.y_px(value)) + 0.5);
    cairo_rel_line_to(cr, length, 0.0);
  });
  cairo_stroke(cr);
}

void draw_log_axes(const Canvas& canvas, const Metrics& metrics, const LogAxes& axes, const LogPlot& plot) {
  for (int exponent = axes.x.first; exponent <= axes.x.last; ++exponent) {
    draw_x_tick(canvas, metrics, axes.box, axes.x_px(std::pow(10.0, exponent)), power_of_ten(exponent));
  }
  for (int exponent = axes.y.first; exponent <= axes.y.last; ++exponent) {
    draw_y_tick(canvas, metrics, axes.box, axes.y_px(std::pow(10.0, exponent)), power_of_ten(exponent));
  }
  draw_x_name(canvas, metrics, axes.box, plot.x_name);
  draw_y_name(canvas, metrics, axes.box, plot.y_name);
  draw_marks(canvas, metrics, axes);
  draw_frame(canvas, axes.box);
}

void draw_curve(const Canvas& canvas, const Metrics& metrics, const LogAxes& axes, const LogCurve& curve,
                const LineStyle& style) {
  cairo_t* cr = canvas.context();
  cairo_save(cr);
  set_stroke(canvas, metrics, style);
  const double radius_px = kDotRadius_widths * style.width_px * metrics.scale;
  for (const LogPoint& point : curve.points) {
    if (is_drawable(point)) cairo_line_to(cr, axes.x_px(point.x), axes.y_px(point.y));
  }
  cairo_stroke(cr);
  for (const LogPoint& point : curve.points) {
    if (is_drawable(point)) draw_dot(canvas, axes.x_px(point.x), axes.y_px(point.y), radius_px);
  }
  cairo_restore(cr);
}

}  // namespace

Picture draw_log_plot(const LogPlot& plot) {
  if (plot.curves.size() > kMaxLogCurves) throw std::invalid_argument("draw_log_plot: more than four curves");
  const Metrics metrics = metrics_for(kWidth_px, kHeight_px);
  const LogAxes axes = {data_box(kWidth_px, kHeight_px), decades_of(plot.curves, &LogPoint::x),
                        decades_of(plot.curves, &LogPoint::y)};
  const Canvas canvas(kWidth_px, kHeight_px, kPaper);
  cairo_set_line_width(canvas.context(), 1.0);
  draw_log_axes(canvas, metrics, axes, plot);
  std::vector<LineStyle> legend;
  for (const LogCurve& curve : plot.curves) {
    LineStyle style = kStyles[legend.size()];
    style.label = curve.label;
    draw_curve(canvas, metrics, axes, curve, style);
    legend.push_back(style);
  }
  draw_header(canvas, metrics, axes.box, plot.title, legend);
  return canvas.finish();
}

}  // namespace plot
