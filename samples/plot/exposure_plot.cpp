// SPDX-License-Identifier: MIT
#include "plot/exposure_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <vector>

#include "plot/canvas.h"

namespace plot {
namespace {

constexpr Colour kPaper{1.0, 1.0, 1.0};
constexpr Colour kInk{0.13, 0.13, 0.13};
constexpr Colour kSoftInk{0.35, 0.35, 0.35};
constexpr Colour kGrid{0.90, 0.90, 0.90};
constexpr Colour kFrame{0.62, 0.62, 0.62};

struct Series {
  double ExposureSample::*value;
  const char* label;
  Colour colour;
  double width_px;
  double dash_px;  ///< 0: solid
};
// Hues of Okabe and Ito's palette, told apart by all common kinds of colour vision; width and dash help in print.
constexpr Series kScene{&ExposureSample::scene_ev100, "scene", {0.337, 0.706, 0.914}, 2.4, 0.0};
constexpr Series kTarget{&ExposureSample::target_ev100, "target", {0.0, 0.447, 0.698}, 2.0, 7.0};
constexpr Series kAdapted{&ExposureSample::adapted_ev100, "adapted", {0.835, 0.369, 0.0}, 2.6, 0.0};

/// Sizes of one plot in pixels, all proportional to the picture within limits of legibility.
struct Metrics {
  double scale;
  double tick_font, label_font, title_font;
  double title_baseline, legend_middle;
};

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

Metrics metrics_for(std::uint32_t width_px, std::uint32_t height_px) {
  const double scale = std::clamp(std::min(width_px / 1280.0, height_px / 640.0), 0.55, 4.0);
  return {scale, 17.0 * scale, 18.0 * scale, 22.0 * scale, 40.0 * scale, 68.0 * scale};
}

void require_size(std::uint32_t width_px, std::uint32_t height_px) {
  if (width_px < kMinPlotWidth_px || height_px < kMinPlotHeight_px) {
    throw std::invalid_argument("plot::draw_exposure_plot: picture smaller than 320 x 200");
  }
}

/// The largest of 1, 2, 5 times a power of ten that gives at least about `count` steps.
double nice_step(double span, double count) {
  const double raw = span / count;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double digit = raw / power;
  return power * (digit < 1.5 ? 1.0 : digit < 3.5 ? 2.0 : digit < 7.5 ? 5.0 : 10.0);
}

std::string tick_label(double value, double step) {
  const int decimals = std::clamp(static_cast<int>(-std::floor(std::log10(step) + 1e-9)), 0, 12);
  std::array<char, 48> text{};
  if (std::abs(value) >= 1e6) {
    std::snprintf(text.data(), text.size(), "%.6g", value);
  } else {
    std::snprintf(text.data(), text.size(), "%.*f", decimals, std::abs(value) < step * 1e-6 ? 0.0 : value);
  }
  std::string label = text.data();
  if (label[0] == '-') label.replace(0, 1, "\xE2\x88\x92");  // a true minus sign, as wide as the digits
  return label;
}

std::vector<double> ticks(double min, double max, double step) {
  std::vector<double> values;
  const double first = std::ceil(min / step - 1e-9);
  const double last = std::floor(max / step + 1e-9);
  for (double i = first; i <= last && values.size() < 100; i += 1.0) values.push_back(i * step);
  return values;
}

void draw_horizontal_axis(const Canvas& canvas, const Metrics& metrics, const ExposureAxes& axes) {
  cairo_t* cr = canvas.context();
  const double count = std::max(2.0, (axes.right_px - axes.left_px) / (115.0 * metrics.scale));
  const double step = nice_step(axes.time_max_s - axes.time_min_s, count);
  canvas.set_font(metrics.tick_font);
  for (const double tick : ticks(axes.time_min_s, axes.time_max_s, step)) {
    const double x = std::round(axes.x_px(tick)) + 0.5;  // on pixel centres, so that hairlines stay crisp
    canvas.set_colour(kGrid);
    cairo_move_to(cr, x, axes.top_px);
    cairo_line_to(cr, x, axes.bottom_px);
    cairo_stroke(cr);
    canvas.set_colour(kSoftInk);
    canvas.draw_text(tick_label(tick, step), x, axes.bottom_px + 1.45 * metrics.tick_font, 0.5);
  }
  canvas.set_font(metrics.label_font);
  canvas.set_colour(kInk);
  canvas.draw_text("time / s", 0.5 * (axes.left_px + axes.right_px), axes.bottom_px + 3.0 * metrics.tick_font, 0.5);
}

void draw_vertical_axis(const Canvas& canvas, const Metrics& metrics, const ExposureAxes& axes) {
  cairo_t* cr = canvas.context();
  const double count = std::max(2.0, (axes.bottom_px - axes.top_px) / (62.0 * metrics.scale));
  const double step = nice_step(axes.ev_max - axes.ev_min, count);
  canvas.set_font(metrics.tick_font);
  for (const double tick : ticks(axes.ev_min, axes.ev_max, step)) {
    const double y = std::round(axes.y_px(tick)) + 0.5;
    canvas.set_colour(kGrid);
    cairo_move_to(cr, axes.left_px, y);
    cairo_line_to(cr, axes.right_px, y);
    cairo_stroke(cr);
    canvas.set_colour(kSoftInk);
    canvas.draw_text(tick_label(tick, step), axes.left_px - 0.55 * metrics.tick_font, y + 0.36 * metrics.tick_font,
                     1.0);
  }
  canvas.set_font(metrics.label_font);
  canvas.set_colour(kInk);
  cairo_save(cr);
  cairo_translate(cr, 1.45 * metrics.label_font, 0.5 * (axes.top_px + axes.bottom_px));
  cairo_rotate(cr, -std::acos(0.0));
  canvas.draw_text("EV100", 0.0, 0.0, 0.5);
  cairo_restore(cr);
}

void draw_frame(const Canvas& canvas, const ExposureAxes& axes) {
  cairo_t* cr = canvas.context();
  canvas.set_colour(kFrame);
  cairo_rectangle(cr, std::round(axes.left_px) + 0.5, std::round(axes.top_px) + 0.5,
                  std::round(axes.right_px - axes.left_px), std::round(axes.bottom_px - axes.top_px));
  cairo_stroke(cr);
}

void set_stroke(const Canvas& canvas, const Metrics& metrics, const Series& series) {
  cairo_t* cr = canvas.context();
  canvas.set_colour(series.colour);
  cairo_set_line_width(cr, series.width_px * metrics.scale);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cr, series.dash_px > 0.0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  const double dash = series.dash_px * metrics.scale;
  const std::array<double, 2> pattern{dash, 0.75 * dash};
  cairo_set_dash(cr, pattern.data(), series.dash_px > 0.0 ? 2 : 0, 0.0);
}

/// One unbroken piece of a line, thinned to four points per pixel column: first, lowest, highest, last.
class Piece {
 public:
  Piece(const Canvas& canvas, double dot_radius_px) : cr_(canvas.context()), dot_radius_px_(dot_radius_px) {}

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
      cairo_new_path(cr_);
      cairo_arc(cr_, x_, last_, dot_radius_px_, 0.0, 4.0 * std::acos(0.0));
      cairo_fill(cr_);
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

  cairo_t* cr_;
  double dot_radius_px_;
  std::size_t count_ = 0;
  double x_ = 0.0, first_ = 0.0, last_ = 0.0, lowest_ = 0.0, highest_ = 0.0;
};

void draw_series(const Canvas& canvas, const Metrics& metrics, const ExposureAxes& axes,
                 std::span<const ExposureSample> samples, const Series& series) {
  set_stroke(canvas, metrics, series);
  Piece piece(canvas, 1.6 * series.width_px * metrics.scale);
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

/// The legend stands above the frame, where no data can get under it.
void draw_header(const Canvas& canvas, const Metrics& metrics, const ExposureAxes& axes, const std::string& title,
                 std::span<const Series> series) {
  cairo_t* cr = canvas.context();
  canvas.set_colour(kInk);
  canvas.set_font(metrics.title_font, true);
  canvas.draw_text(canvas.ellipsised(printable(title), axes.right_px - axes.left_px), axes.left_px,
                   metrics.title_baseline);
  double x = axes.left_px;
  canvas.set_font(metrics.tick_font);
  for (const Series& one : series) {
    const double swatch = 34.0 * metrics.scale;
    cairo_save(cr);
    set_stroke(canvas, metrics, one);
    cairo_move_to(cr, x, metrics.legend_middle);
    cairo_line_to(cr, x + swatch, metrics.legend_middle);
    cairo_stroke(cr);
    cairo_restore(cr);
    x += swatch + 0.5 * metrics.tick_font;
    canvas.set_colour(kInk);
    canvas.draw_text(one.label, x, metrics.legend_middle + 0.36 * metrics.tick_font);
    x += canvas.text_width_px(one.label) + 1.8 * metrics.tick_font;
  }
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
  const double scale = metrics_for(width_px, height_px).scale;
  return {82.0 * scale, width_px - 32.0 * scale, 92.0 * scale,   height_px - 68.0 * scale, time.min,
          time.max,     ev.min - pad_ev,         ev.max + pad_ev};
}

Picture draw_exposure_plot(std::span<const ExposureSample> samples, const std::string& title, std::uint32_t width_px,
                           std::uint32_t height_px) {
  const ExposureAxes axes = exposure_axes(samples, width_px, height_px);
  const Metrics metrics = metrics_for(width_px, height_px);
  const Canvas canvas(width_px, height_px, kPaper);
  cairo_t* cr = canvas.context();

  cairo_set_line_width(cr, std::max(1.0, std::round(metrics.scale)));
  draw_horizontal_axis(canvas, metrics, axes);
  draw_vertical_axis(canvas, metrics, axes);
  draw_frame(canvas, axes);

  std::vector<Series> series{kScene};
  if (target_is_visible(samples, axes)) series.push_back(kTarget);
  series.push_back(kAdapted);
  for (const Series& one : series) {
    cairo_save(cr);
    draw_series(canvas, metrics, axes, samples, one);
    cairo_restore(cr);
  }
  draw_header(canvas, metrics, axes, title, series);
  return canvas.finish();
}

}  // namespace plot
