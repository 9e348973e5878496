// SPDX-License-Identifier: MIT
// Plot of exposure over time.
#include "plot/exposure_plot.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "plot/figure.h"
#include "plot/ticks.h"

namespace plot {
namespace {

struct Series {
  double ExposureSample::*value;
  LineStyle style;
};
constexpr Series kScene{&ExposureSample::scene_ev100, {"scene", kSkyBlue, 2.4, 0.0}};
constexpr Series kTarget{&ExposureSample::target_ev100, {"target", kBlue, 2.0, 7.0}};
constexpr Series kAdapted{&ExposureSample::adapted_ev100, {"adapted", kVermilion, 2.6, 0.0}};

struct Range {
  double min = 0.0;
  double max = 0.0;
  bool empty = true;

  void add(double value) {
    min = empty ? value : std::min(min, value);
    max = empty ? value : std::max(max, value);
    empty = false;
  }
};

/// Beyond this a value is no time and no exposure, and its span would leave no digits to place ticks with.
bool drawable(double value) { return std::abs(value) < 1e9; }

void require_size(std::uint32_t width_px, std::uint32_t height_px) {
  if (width_px < kMinPlotWidth_px || height_px < kMinPlotHeight_px) {
    throw std::invalid_argument("draw_exposure_plot: picture smaller than 320 x 200");
  }
}

void draw_axes(const Canvas& canvas, const Metrics& metrics, const ExposureAxes& axes) {
  const double time_count = std::max(2.0, (axes.right_px - axes.left_px) / (115.0 * metrics.scale));
  const double time_step_s = nice_step(axes.time_max_s - axes.time_min_s, time_count);
  for (const double tick : ticks(axes.time_min_s, axes.time_max_s, time_step_s)) {
    draw_x_tick(canvas, metrics, axes, axes.x_px(tick), tick_label(tick, time_step_s));
  }
  draw_x_name(canvas, metrics, axes, "time / s");
  const double ev_count = std::max(2.0, (axes.bottom_px - axes.top_px) / (62.0 * metrics.scale));
  const double ev_step = nice_step(axes.ev_max - axes.ev_min, ev_count);
  for (const double tick : ticks(axes.ev_min, axes.ev_max, ev_step)) {
    draw_y_tick(canvas, metrics, axes, axes.y_px(tick), tick_label(tick, ev_step));
  }
  draw_y_name(canvas, metrics, axes, "EV100");
}

/// One unbroken piece of a line, thinned to four points per pixel column: first, lowest, highest, last.
class Piece {
 public:
  Piece(const Canvas& canvas, double dot_radius_px)
      : canvas_(canvas), cr_(canvas.context()), dot_radius_px_(dot_radius_px) {}

  void add(double x, double y) {
    if (count_ == 0) {
      begin_column(x, y);
      cairo_move_to(cr_, x, y);
    } else if (std::floor(x) == std::floor(x_)) {
      lowest_ = std::max(lowest_, y);
      highest_ = std::min(highest_, y);
      x_ = x;
      last_ = y;
    } else {
      end_column();
      begin_column(x, y);
      cairo_line_to(cr_, x, y);
    }
    ++count_;
  }

  /// Strokes the piece; one that covers a single spot, where a stroke may show nothing, as a dot.
  void end() {
    if (count_ == 0) return;
    end_column();
    if (count_ == 1) {
      draw_dot(canvas_, x_, last_, dot_radius_px_);
    } else {
      cairo_stroke(cr_);
    }
    count_ = 0;
  }

 private:
  void begin_column(double x, double y) {
    x_ = x;
    first_ = last_ = lowest_ = highest_ = y;
  }
  void end_column() {
    if (lowest_ > std::max(first_, last_)) cairo_line_to(cr_, x_, lowest_);
    if (highest_ < std::min(first_, last_)) cairo_line_to(cr_, x_, highest_);
    cairo_line_to(cr_, x_, last_);
  }

  const Canvas& canvas_;
  cairo_t* cr_;
  double dot_radius_px_;
  std::size_t count_ = 0;
  double x_ = 0.0, first_ = 0.0, last_ = 0.0, lowest_ = 0.0, highest_ = 0.0;
};

void draw_series(const Canvas& canvas, const Metrics& metrics, const ExposureAxes& axes,
                 std::span<const ExposureSample> samples, const Series& series) {
  set_stroke(canvas, metrics, series.style);
  Piece piece(canvas, 1.6 * series.style.width_px * metrics.scale);
  for (const ExposureSample& sample : samples) {
    const double value = sample.*series.value;
    if (drawable(sample.time_s) && drawable(value)) {
      piece.add(axes.x_px(sample.time_s), axes.y_px(value));
    } else {
      piece.end();
    }
  }
  piece.end();
}

bool target_is_visible(std::span<const ExposureSample> samples, const ExposureAxes& axes) {
  constexpr double kVisible_px = 1.5;
  return std::any_of(samples.begin(), samples.end(), [&](const ExposureSample& sample) {
    if (!drawable(sample.time_s) || !drawable(sample.target_ev100)) return false;
    return !drawable(sample.scene_ev100) ||
           std::abs(axes.y_px(sample.target_ev100) - axes.y_px(sample.scene_ev100)) > kVisible_px;
  });
}

}  // namespace

ExposureAxes exposure_axes(std::span<const ExposureSample> samples, std::uint32_t width_px, std::uint32_t height_px) {
  require_size(width_px, height_px);
  Range time, ev;
  for (const ExposureSample& sample : samples) {
    if (!drawable(sample.time_s)) continue;
    for (const Series& series : {kScene, kTarget, kAdapted}) {
      if (!drawable(sample.*series.value)) continue;
      time.add(sample.time_s);
      ev.add(sample.*series.value);
    }
  }
  if (time.empty) time.max = ev.max = 1.0;
  if (time.max - time.min < 1e-6) {
    time.min -= 0.5;
    time.max += 0.5;
  }
  const double pad_ev = std::max(0.06 * (ev.max - ev.min), 0.5 * (1.0 - (ev.max - ev.min)));
  return {data_box(width_px, height_px), time.min, time.max, ev.min - pad_ev, ev.max + pad_ev};
}

Picture draw_exposure_plot(std::span<const ExposureSample> samples, const std::string& title, std::uint32_t width_px,
                           std::uint32_t height_px) {
  const ExposureAxes axes = exposure_axes(samples, width_px, height_px);
  const Metrics metrics = metrics_for(width_px, height_px);
  const Canvas canvas(width_px, height_px, kPaper);
  cairo_t* cr = canvas.context();

  cairo_set_line_width(cr, std::max(1.0, std::round(metrics.scale)));
  draw_axes(canvas, metrics, axes);
  draw_frame(canvas, axes);

  std::vector<Series> series{kScene};
  if (target_is_visible(samples, axes)) series.push_back(kTarget);
  series.push_back(kAdapted);
  for (const Series& one : series) {
    cairo_save(cr);
    draw_series(canvas, metrics, axes, samples, one);
    cairo_restore(cr);
  }
  std::vector<LineStyle> legend;
  for (const Series& one : series) legend.push_back(one.style);
  draw_header(canvas, metrics, axes, title, legend);
  return canvas.finish();
}

}  // namespace plot
