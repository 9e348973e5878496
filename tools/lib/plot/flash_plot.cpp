// SPDX-License-Identifier: MIT
// Plot of transitions over time, and map of a frame.
#include "plot/flash_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "plot/figure.h"
#include "plot/ticks.h"

namespace plot {
namespace {

constexpr std::uint32_t kFlashWidth_px = 1280;
constexpr std::uint32_t kFlashHeight_px = 720;
constexpr double kShareHeight = 0.22;  // of the plot, for the share of the worst window
constexpr double kLeastTop = 8.5;      // transitions

constexpr LineStyle kScreenStyle{"screen", kBlue, 2.6, 0.0};
constexpr LineStyle kCellStyle{"busiest cell", kSkyBlue, 2.2, 7.0};
constexpr LineStyle kRedStyle{"saturated red", kVermilion, 2.4, 0.0};
constexpr LineStyle kLimitStyle{"limits of the screen: 4 warning, 7 fail", kFrame, 1.4, 4.0};
constexpr LineStyle kShareStyle{"", kBlue, 2.2, 0.0};

/// Behind spans of frames: warning, extended, fail.
constexpr Color kVerdictColors[] = {{1.0, 0.96, 0.82}, {1.0, 0.90, 0.74}, {0.98, 0.80, 0.76}};

/// Of 0 to 8 transitions: the limits are steps that one sees.
constexpr Color kMapColors[] = {{0.12, 0.12, 0.14}, {0.16, 0.22, 0.34}, {0.18, 0.32, 0.50},
                                {0.20, 0.45, 0.62}, {0.90, 0.78, 0.36}, {0.94, 0.68, 0.26},
                                {0.96, 0.56, 0.18}, {0.86, 0.20, 0.14}, {1.00, 0.36, 0.30}};
constexpr std::size_t kMapSteps = std::size(kMapColors);

struct FlashAxes {
  Box counts, shares;
  double begin_s, end_s, most;

  double x_px(double time_s) const {
    return counts.left_px + (time_s - begin_s) / (end_s - begin_s) * (counts.right_px - counts.left_px);
  }
  double count_px(double count) const {
    return counts.bottom_px - std::min(count, most) / most * (counts.bottom_px - counts.top_px);
  }
  double share_px(double share) const { return shares.bottom_px - share * (shares.bottom_px - shares.top_px); }
};

FlashAxes axes_of(std::span<const FlashSample> samples) {
  const Box all = data_box(kFlashWidth_px, kFlashHeight_px);
  const double split = all.bottom_px - kShareHeight * (all.bottom_px - all.top_px);
  FlashAxes axes = {all, all, samples.front().time_s, samples.back().time_s, kLeastTop};
  axes.counts.bottom_px = split - 14.0;
  axes.shares.top_px = split + 14.0;
  for (const FlashSample& sample : samples) {
    axes.most = std::max(
        {axes.most, 1.06 * sample.screen_transitions, 1.06 * sample.red_transitions, 1.06 * sample.cell_transitions});
  }
  return axes;
}

void shade(const Canvas& canvas, const FlashAxes& axes, std::span<const FlashSample> samples) {
  for (std::size_t i = 0; i < samples.size();) {
    std::size_t end = i + 1;
    while (end < samples.size() && samples[end].verdict == samples[i].verdict) ++end;
    const std::uint32_t verdict = samples[i].verdict;
    const double from = axes.x_px(samples[i].time_s);
    const double to = axes.x_px(samples[std::min(end, samples.size() - 1)].time_s);
    if (verdict != 0) {
      canvas.set_color(kVerdictColors[std::min<std::uint32_t>(verdict, 3) - 1]);
      cairo_rectangle(canvas.context(), from, axes.counts.top_px, std::max(to - from, 1.0),
                      axes.shares.bottom_px - axes.counts.top_px);
      cairo_fill(canvas.context());
    }
    i = end;
  }
}

/// Steps: a count holds until the next frame.
template <class Height>
void draw_steps(const Canvas& canvas, const Metrics& metrics, const FlashAxes& axes,
                std::span<const FlashSample> samples, const LineStyle& style, const Height& height_px) {
  cairo_t* cr = canvas.context();
  cairo_save(cr);
  set_stroke(canvas, metrics, style);
  double before = height_px(samples.front());
  cairo_move_to(cr, axes.x_px(samples.front().time_s), before);
  for (const FlashSample& sample : samples) {
    const double now = height_px(sample);
    if (now == before) continue;
    cairo_line_to(cr, axes.x_px(sample.time_s), before);
    cairo_line_to(cr, axes.x_px(sample.time_s), now);
    before = now;
  }
  cairo_line_to(cr, axes.x_px(samples.back().time_s), before);
  cairo_stroke(cr);
  cairo_restore(cr);
}

void draw_limit(const Canvas& canvas, const Metrics& metrics, const Box& box, double y_px) {
  cairo_t* cr = canvas.context();
  cairo_save(cr);
  set_stroke(canvas, metrics, kLimitStyle);
  cairo_move_to(cr, box.left_px, y_px);
  cairo_line_to(cr, box.right_px, y_px);
  cairo_stroke(cr);
  cairo_restore(cr);
}

void draw_flash_axes(const Canvas& canvas, const Metrics& metrics, const FlashAxes& axes) {
  const double time_step = nice_step(axes.end_s - axes.begin_s, 10.0);
  for (const double tick : ticks(axes.begin_s, axes.end_s, time_step)) {
    draw_x_tick(canvas, metrics, axes.shares, axes.x_px(tick), tick_label(tick, time_step));
  }
  const double count_step = std::max(1.0, nice_step(axes.most, 8.0));
  for (const double tick : ticks(0.0, axes.most, count_step)) {
    draw_y_tick(canvas, metrics, axes.counts, axes.count_px(tick), tick_label(tick, count_step));
  }
  for (const double tick : {0.0, 0.5, 1.0}) {
    draw_y_tick(canvas, metrics, axes.shares, axes.share_px(tick), tick_label(100.0 * tick, 1.0) + " %");
  }
  draw_x_name(canvas, metrics, axes.shares, "time / s; below: cells at risk, share of the worst third by third");
  draw_y_name(canvas, metrics, axes.counts, "transitions in a second");
}

}  // namespace

Picture draw_flash_plot(std::span<const FlashSample> samples, const std::string& title) {
  if (samples.size() < 2 || !(samples.back().time_s > samples.front().time_s)) {
    throw std::invalid_argument("draw_flash_plot: less than two samples in ascending order");
  }
  const FlashAxes axes = axes_of(samples);
  const Metrics metrics = metrics_for(kFlashWidth_px, kFlashHeight_px);
  const Canvas canvas(kFlashWidth_px, kFlashHeight_px, kPaper);
  cairo_set_line_width(canvas.context(), 1.0);
  shade(canvas, axes, samples);
  draw_flash_axes(canvas, metrics, axes);
  draw_limit(canvas, metrics, axes.counts, axes.count_px(4.0));
  draw_limit(canvas, metrics, axes.counts, axes.count_px(7.0));
  draw_limit(canvas, metrics, axes.shares, axes.share_px(0.25));
  draw_frame(canvas, axes.counts);
  draw_frame(canvas, axes.shares);
  const auto draw = [&](const LineStyle& style, double FlashSample::*value) {
    draw_steps(canvas, metrics, axes, samples, style,
               [&](const FlashSample& sample) { return axes.count_px(sample.*value); });
  };
  draw(kCellStyle, &FlashSample::cell_transitions);
  draw(kRedStyle, &FlashSample::red_transitions);
  draw(kScreenStyle, &FlashSample::screen_transitions);
  draw_steps(canvas, metrics, axes, samples, kShareStyle,
             [&](const FlashSample& sample) { return axes.share_px(sample.window_share); });
  const std::array legend = {kScreenStyle, kRedStyle, kCellStyle, kLimitStyle};
  draw_header(canvas, metrics, axes.counts, title, legend);
  return canvas.finish();
}

Picture draw_flash_map(std::span<const std::uint32_t> transitions, std::uint32_t columns, std::uint32_t rows,
                       double aspect, const std::string& title) {
  if (transitions.size() != std::size_t{columns} * rows || transitions.empty()) {
    throw std::invalid_argument("draw_flash_map: not as many cells as columns x rows");
  }
  constexpr std::uint32_t kMargin_px = 40, kTop_px = 72, kScale_px = 72;
  const std::uint32_t width = kFlashWidth_px - 2 * kMargin_px;
  const auto height = static_cast<std::uint32_t>(std::clamp(std::round(width / aspect), 64.0, 4096.0));
  const Canvas canvas(kFlashWidth_px, kTop_px + height + kScale_px, kPaper);
  const Metrics metrics = metrics_for(kFlashWidth_px, kFlashHeight_px);
  std::vector<std::uint8_t> rgba(std::size_t{width} * height * 4, 255);
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const std::size_t cell = std::size_t{y} * rows / height * columns + std::size_t{x} * columns / width;
      const Color color = kMapColors[std::min<std::size_t>(transitions[cell], kMapSteps - 1)];
      std::uint8_t* const out = rgba.data() + (std::size_t{y} * width + x) * 4;
      out[0] = static_cast<std::uint8_t>(std::lround(255.0 * color.red));
      out[1] = static_cast<std::uint8_t>(std::lround(255.0 * color.green));
      out[2] = static_cast<std::uint8_t>(std::lround(255.0 * color.blue));
    }
  }
  canvas.blit(rgba.data(), width, height, kMargin_px, kTop_px);
  canvas.set_color(kInk);
  canvas.set_font(metrics.title_font, true);
  canvas.draw_text(canvas.ellipsised(printable(title), width), kMargin_px, metrics.title_baseline);
  canvas.set_font(metrics.tick_font);
  cairo_t* const cr = canvas.context();
  const double top = kTop_px + height + 18.0, side = 30.0;
  double x = kMargin_px;
  for (std::size_t i = 0; i < kMapSteps; ++i) {
    canvas.set_color(kMapColors[i]);
    cairo_rectangle(cr, x, top, side, side);
    cairo_fill(cr);
    canvas.set_color(kInk);
    canvas.draw_text(std::to_string(i) + (i + 1 == kMapSteps ? " or more" : ""), x + side + 6.0, top + 21.0);
    x += side + 36.0;
  }
  canvas.draw_text("transitions in the last second; 7 fail", x + 110.0, top + 21.0);
  return canvas.finish();
}

}  // namespace plot
