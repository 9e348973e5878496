// SPDX-License-Identifier: MIT
// Axes, grid and legend of a plot.
#include "plot/figure.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace plot {
namespace {

constexpr Color kSoftInk{0.35, 0.35, 0.35};
constexpr Color kGrid{0.90, 0.90, 0.90};

void draw_grid_line(const Canvas& canvas, double from_x, double from_y, double to_x, double to_y) {
  canvas.set_color(kGrid);
  cairo_move_to(canvas.context(), from_x, from_y);
  cairo_line_to(canvas.context(), to_x, to_y);
  cairo_stroke(canvas.context());
}

/// On pixel centres, so that hairlines stay crisp.
double crisp(double px) { return std::round(px) + 0.5; }

}  // namespace

Metrics metrics_for(std::uint32_t width_px, std::uint32_t height_px) {
  const double scale = std::clamp(std::min(width_px / 1280.0, height_px / 640.0), 0.55, 4.0);
  return {scale, 17.0 * scale, 18.0 * scale, 22.0 * scale, 40.0 * scale, 68.0 * scale};
}

Box data_box(std::uint32_t width_px, std::uint32_t height_px) {
  const double scale = metrics_for(width_px, height_px).scale;
  return {82.0 * scale, width_px - 32.0 * scale, 92.0 * scale, height_px - 68.0 * scale};
}

void draw_x_tick(const Canvas& canvas, const Metrics& metrics, const Box& box, double x_px, const std::string& label) {
  const double x = crisp(x_px);
  draw_grid_line(canvas, x, box.top_px, x, box.bottom_px);
  canvas.set_font(metrics.tick_font);
  canvas.set_color(kSoftInk);
  canvas.draw_text(label, x, box.bottom_px + 1.45 * metrics.tick_font, 0.5);
}

void draw_y_tick(const Canvas& canvas, const Metrics& metrics, const Box& box, double y_px, const std::string& label) {
  const double y = crisp(y_px);
  draw_grid_line(canvas, box.left_px, y, box.right_px, y);
  canvas.set_font(metrics.tick_font);
  canvas.set_color(kSoftInk);
  canvas.draw_text(label, box.left_px - 0.55 * metrics.tick_font, y + 0.36 * metrics.tick_font, 1.0);
}

void draw_x_name(const Canvas& canvas, const Metrics& metrics, const Box& box, const std::string& name) {
  canvas.set_font(metrics.label_font);
  canvas.set_color(kInk);
  canvas.draw_text(name, 0.5 * (box.left_px + box.right_px), box.bottom_px + 3.0 * metrics.tick_font, 0.5);
}

void draw_y_name(const Canvas& canvas, const Metrics& metrics, const Box& box, const std::string& name) {
  cairo_t* cr = canvas.context();
  canvas.set_font(metrics.label_font);
  canvas.set_color(kInk);
  cairo_save(cr);
  cairo_translate(cr, 1.45 * metrics.label_font, 0.5 * (box.top_px + box.bottom_px));
  cairo_rotate(cr, -std::acos(0.0));
  canvas.draw_text(name, 0.0, 0.0, 0.5);
  cairo_restore(cr);
}

void draw_frame(const Canvas& canvas, const Box& box) {
  cairo_t* cr = canvas.context();
  canvas.set_color(kFrame);
  cairo_rectangle(cr, crisp(box.left_px), crisp(box.top_px), std::round(box.right_px - box.left_px),
                  std::round(box.bottom_px - box.top_px));
  cairo_stroke(cr);
}

void set_stroke(const Canvas& canvas, const Metrics& metrics, const LineStyle& style) {
  cairo_t* cr = canvas.context();
  canvas.set_color(style.color);
  cairo_set_line_width(cr, style.width_px * metrics.scale);
  cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cr, style.dash_px > 0.0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  const double dash = style.dash_px * metrics.scale;
  const std::array<double, 2> pattern{dash, 0.75 * dash};
  cairo_set_dash(cr, pattern.data(), style.dash_px > 0.0 ? 2 : 0, 0.0);
}

void draw_dot(const Canvas& canvas, double x_px, double y_px, double radius_px) {
  cairo_t* cr = canvas.context();
  cairo_new_path(cr);
  cairo_arc(cr, x_px, y_px, radius_px, 0.0, 4.0 * std::acos(0.0));
  cairo_fill(cr);
}

void draw_header(const Canvas& canvas, const Metrics& metrics, const Box& box, const std::string& title,
                 std::span<const LineStyle> lines) {
  cairo_t* cr = canvas.context();
  canvas.set_color(kInk);
  canvas.set_font(metrics.title_font, true);
  canvas.draw_text(canvas.ellipsised(printable(title), box.right_px - box.left_px), box.left_px,
                   metrics.title_baseline);
  double x = box.left_px;
  canvas.set_font(metrics.tick_font);
  for (const LineStyle& line : lines) {
    const double swatch = 34.0 * metrics.scale;
    cairo_save(cr);
    set_stroke(canvas, metrics, line);
    cairo_move_to(cr, x, metrics.legend_middle);
    cairo_line_to(cr, x + swatch, metrics.legend_middle);
    cairo_stroke(cr);
    cairo_restore(cr);
    x += swatch + 0.5 * metrics.tick_font;
    canvas.set_color(kInk);
    canvas.draw_text(line.label, x, metrics.legend_middle + 0.36 * metrics.tick_font);
    x += canvas.text_width_px(line.label) + 1.8 * metrics.tick_font;
  }
}

}  // namespace plot
