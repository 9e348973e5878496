// SPDX-License-Identifier: MIT
// Text lines and places of the debug overlay's panels.
#include "overlay/layout.h"

#include <algorithm>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "gpu/host/printf_format.h"
#include "overlay/font.h"

namespace photopic {
namespace {

constexpr std::uint32_t kBorder = 4;  // dots around what a panel holds, as in overlay_panels.glsl
constexpr std::uint32_t kMargin = 8;  // dots between panels and the picture's edges
constexpr std::uint32_t kGap = 2;     // dots between text and plot

struct PanelSize {
  std::uint32_t width;  ///< dots inside the border
  std::uint32_t plot_height;
};

/// Fills lines one after another, panel by panel.
class Writer {
 public:
  explicit Writer(gpu::OverlayParams* params) : params_(params) {
    std::fill(std::begin(params->text), std::end(params->text), 0x20202020u);  // spaces
  }

  void begin_panel(std::uint32_t index) {
    panel_ = &params_->panels[index];
    panel_->first_line = line_;
  }

  /// One line of text, cut at PHOTOPIC_OVERLAY_COLUMNS.
  PHOTOPIC_PRINTF(2, 3) void line(const char* format, ...) {
    char text[PHOTOPIC_OVERLAY_COLUMNS + 1];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (std::uint32_t column = 0; text[column] != '\0'; ++column) {
      std::uint32_t& word = params_->text[line_ * PHOTOPIC_OVERLAY_LINE_WORDS + column / 4];
      const std::uint32_t shift = column % 4 * 8;
      word = (word & ~(0xffu << shift)) | static_cast<std::uint32_t>(static_cast<unsigned char>(text[column])) << shift;
    }
    ++line_;
    ++panel_->line_count;
  }

  /// A line that the panel's plot draws itself: it follows those of the panel.
  void plot_line(const char* text) {
    line("%s", text);
    --panel_->line_count;
  }

  /// A number in the line that was written last, right-aligned.
  void field(std::uint32_t column, std::uint32_t width, std::uint32_t decimals, std::uint32_t value) {
    params_->fields[params_->field_count++] = {(line_ - 1) | column << 8 | width << 16 | decimals << 24, value};
  }

 private:
  gpu::OverlayParams* params_;
  gpu::OverlayPanel* panel_ = nullptr;
  std::uint32_t line_ = 0;
};

void write_legend(Writer& writer, const OverlaySettings& overlay) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LEGEND);
  writer.line("EV100 %-8.1f                     %8.1f", static_cast<double>(overlay.false_color_min_ev100),
              static_cast<double>(overlay.false_color_max_ev100));
}

/// Of the view that is shown; of the base, that of false colours.
void write_local(Writer& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params) {
  const bool is_change = (overlay.views & kOverlayLocalExposure) != 0;
  const bool is_base = !is_change && (overlay.views & kOverlayLocalBase) != 0;
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LOCAL);
  if (params.local_pitch == 0) {
    writer.line("local exposure: off");
  } else if (is_base) {
    writer.line("EV100 of the base, as false colours");
  } else {
    const double most_ev = is_change ? PHOTOPIC_OVERLAY_LOCAL_MOST_EV : PHOTOPIC_OVERLAY_LOCAL_MOST_DETAIL_EV;
    writer.line("%+.0f EV               %s               %+.0f EV", -most_ev, is_change ? "exposure" : " detail ",
                most_ev);
  }
}

/// What is known of glare on the GPU, in one line.
void write_glare_light(Writer& writer) {
  writer.line("scattered         %%     removed          %%");
  writer.field(10, 7, 2, PHOTOPIC_OVERLAY_VALUE_GLARE_SCATTERED);
  writer.field(31, 9, 4, PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED);
}

void write_glare(Writer& writer, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_GLARE);
  if (params.glare.is_on == 0.0f) {
    writer.line("glare: off");
    return;
  }
  write_glare_light(writer);
  writer.line("%+.0f EV          veil over direct          %+.0f EV", -PHOTOPIC_OVERLAY_GLARE_MOST_EV,
              PHOTOPIC_OVERLAY_GLARE_MOST_EV);
}

void write_glare_spread(Writer& writer, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD);
  if (params.glare.is_on == 0.0f) {
    writer.line("glare: off");
    return;
  }
  write_glare_light(writer);
  writer.line("%.2f deg   1e%+.0f to 1e%+.0f per sr        %.0f deg", PHOTOPIC_OVERLAY_GLARE_FIRST_DEG,
              PHOTOPIC_OVERLAY_GLARE_LEAST_POWER, PHOTOPIC_OVERLAY_GLARE_MOST_POWER, PHOTOPIC_OVERLAY_GLARE_LAST_DEG);
}

void write_pyramid(Writer& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_PYRAMID);
  if (params.level_width == 0) {
    writer.line("level %u: none", overlay.pyramid_level);
  } else {
    writer.line("level %u: %ux%u of %ux%u", overlay.pyramid_level, params.level_used_width, params.level_used_height,
                params.level_width, params.level_height);
  }
}

void write_naive(Writer& writer, const gpu::OverlayParams& params) {
  const double texels = static_cast<double>(params.meter_width) * static_cast<double>(params.meter_height);
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_NAIVE);
  writer.line("mean log2, every texel counts");
  writer.field(30, 9, 3, PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2);
  writer.line("mean log2, chain of blits");
  writer.field(30, 9, 3, PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2);
  writer.line("error, stops");
  writer.field(30, 9, 3, PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS);
  writer.line("texels without weight  %13.1f %%", 100.0 * static_cast<double>(params.blit_zero_share));
  writer.line("largest weight / mean  %15.1f", texels * static_cast<double>(params.blit_max_weight));
}

void write_histogram(Writer& writer, const Settings& settings) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM);
  writer.line("EV100 scene         eye         target");
  writer.field(11, 7, 2, PHOTOPIC_OVERLAY_VALUE_SCENE_EV);
  writer.field(23, 7, 2, PHOTOPIC_OVERLAY_VALUE_ADAPTED_EV);
  writer.field(38, 7, 2, PHOTOPIC_OVERLAY_VALUE_TARGET_EV);
  writer.line("%5.1f %%          50 %%          %5.1f %%", static_cast<double>(settings.meter.low_percentile),
              static_cast<double>(settings.meter.high_percentile));
  writer.field(7, 8, 2, PHOTOPIC_OVERLAY_VALUE_LOW_LOG2);
  writer.field(21, 8, 2, PHOTOPIC_OVERLAY_VALUE_MEDIAN_LOG2);
  writer.field(38, 8, 2, PHOTOPIC_OVERLAY_VALUE_HIGH_LOG2);
  writer.line("below %4.0f           above %4.0f", static_cast<double>(settings.meter.min_log2_luminance),
              static_cast<double>(settings.meter.max_log2_luminance));
  writer.field(10, 10, 0, PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS);
  writer.field(31, 10, 0, PHOTOPIC_OVERLAY_VALUE_OVER_TEXELS);
}

void write_chart(Writer& writer, const Settings& settings) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_CHART);
  writer.line("EV100      to       scene, target, eye");
  writer.field(6, 4, 0, PHOTOPIC_OVERLAY_VALUE_CHART_MIN_EV);
  writer.field(13, 5, 0, PHOTOPIC_OVERLAY_VALUE_CHART_MAX_EV);
  if (needs_dark_adaptation(settings)) writer.line("seen by cones (orange), rods (violet)");
}

void write_white_balance(Writer& writer, const Settings& settings, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE);
  if (params.has_light == 0) {
    writer.line("light: not measured");
    return;
  }
  const bool is_on = settings.white_balance.white_balance == WhiteBalance::automatic;
  writer.line("scene         K");
  writer.field(8, 5, 0, PHOTOPIC_OVERLAY_VALUE_SCENE_K);
  writer.field(17, 7, 4, PHOTOPIC_OVERLAY_VALUE_SCENE_DUV);
  writer.line(is_on ? "picture       K" : "(off)         K");
  writer.field(8, 5, 0, PHOTOPIC_OVERLAY_VALUE_BALANCE_K);
  writer.field(17, 7, 4, PHOTOPIC_OVERLAY_VALUE_BALANCE_DUV);
}

void write_invalid(Writer& writer) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_INVALID);
  writer.line("invalid texels");
  writer.field(15, 9, 0, PHOTOPIC_OVERLAY_VALUE_INVALID_TEXELS);
}

/// SMPTE ST 2084.
double pq_signal(double nits) {
  constexpr double kM1 = 2610.0 / 16384.0, kM2 = 2523.0 / 32.0;
  constexpr double kC1 = 3424.0 / 4096.0, kC2 = 2413.0 / 128.0, kC3 = 2392.0 / 128.0;
  const double y = std::pow(std::clamp(nits / 10000.0, 0.0, 1.0), kM1);
  return std::pow((kC1 + kC2 * y) / (1.0 + kC3 * y), kM2);
}

constexpr std::uint32_t kNitsEnds = PHOTOPIC_OVERLAY_NITS_BANDS - 1;

/// Upper end of a band. Bands that the peak leaves nothing of end there, too.
double band_end_nits(std::uint32_t band, double peak_nits) {
  constexpr double kEnds_nits[kNitsEnds - 1] = {100.0, 203.0, 400.0, 1000.0};
  return band + 1 < kNitsEnds ? std::min(kEnds_nits[band], peak_nits) : peak_nits;
}

double peak_of(const gpu::DisplayParams& display) {
  return static_cast<double>(display.headroom) * static_cast<double>(display.paper_white_nits);
}

/// Upper ends of the bands over their colours, as "nits <100", "203", ...; "-" for one that there isn't.
void write_nits(Writer& writer, gpu::OverlayParams& params) {
  constexpr double kHalfCode = 0.5 / 1023.0;
  const double peak_nits = peak_of(params.finish.display);
  char words[PHOTOPIC_OVERLAY_NITS_BANDS][16];
  for (std::uint32_t i = 0; i < kNitsEnds; ++i) {
    const double end_nits = band_end_nits(i, peak_nits);
    params.nits_band_end[i] = static_cast<float>(pq_signal(end_nits) + kHalfCode);
    const bool is_empty = i > 0 && end_nits == band_end_nits(i - 1, peak_nits);
    std::snprintf(words[i], sizeof words[i], is_empty ? "-" : "to %.0f", end_nits);
  }
  std::snprintf(words[kNitsEnds], sizeof words[kNitsEnds], ">%.0f", peak_nits);
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_NITS);
  writer.line("nits of the brightest channel");
  writer.line("%-8s%-8s%-8s%-8s%-8s%s", words[0], words[1], words[2], words[3], words[4], words[5]);
}

void write_waveform(Writer& writer, gpu::OverlayParams& params) {
  constexpr double kMarks_nits[PHOTOPIC_OVERLAY_WAVEFORM_MARKS] = {1.0, 10.0, 100.0, 203.0, 1000.0, 4000.0, 10000.0};
  for (std::uint32_t i = 0; i < PHOTOPIC_OVERLAY_WAVEFORM_MARKS; ++i) {
    params.waveform_mark[i] = static_cast<float>(pq_signal(kMarks_nits[i]));
  }
  const double paper_white_nits = static_cast<double>(params.finish.display.paper_white_nits);
  const double peak_nits = peak_of(params.finish.display);
  params.paper_white_signal = static_cast<float>(pq_signal(paper_white_nits));
  params.peak_signal = static_cast<float>(pq_signal(peak_nits));
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_WAVEFORM);
  writer.line("nits   white %.0f   peak %.0f", paper_white_nits, peak_nits);
  writer.plot_line("    1   10  100  203 1000 400010000");
}

/// Sides of a plot that shows `width` x `height` texels within a box.
PanelSize fitted(std::uint32_t width, std::uint32_t height, PanelSize box) {
  if (width == 0 || height == 0) return {box.width, 0};
  const double scale = std::min(static_cast<double>(box.width) / width, static_cast<double>(box.plot_height) / height);
  return {box.width, std::max(static_cast<std::uint32_t>(scale * height), 1u)};
}

class Placer {
 public:
  Placer(VkExtent2D picture, std::uint32_t scale, gpu::OverlayParams* params)
      : picture_(picture), scale_(scale), params_(params) {}

  /// In a corner; `shift` is how far other panels of that corner reach. Returns the same with this one.
  std::uint32_t place(std::uint32_t index, PanelSize size, bool is_right, bool is_bottom, std::uint32_t shift) {
    gpu::OverlayPanel& panel = params_->panels[index];
    const std::uint32_t text = kBorder + panel.line_count * PHOTOPIC_OVERLAY_CELL_HEIGHT + kGap;
    const std::uint32_t height = text + size.plot_height + kBorder;
    panel.width = scale_ * (size.width + 2 * kBorder);
    panel.height = scale_ * height;
    panel.plot_y = scale_ * text;
    panel.plot_height = scale_ * size.plot_height;
    panel.x = is_right ? from_end(picture_.width, panel.width, kMargin) : scale_ * kMargin;
    panel.y = is_bottom ? from_end(picture_.height, panel.height, kMargin + shift) : scale_ * (kMargin + shift);
    return shift + height + kMargin;
  }

 private:
  std::uint32_t from_end(std::uint32_t side, std::uint32_t size, std::uint32_t dots) const {
    const std::uint32_t taken = size + scale_ * dots;
    return side > taken ? side - taken : 0;
  }

  VkExtent2D picture_;
  std::uint32_t scale_;
  gpu::OverlayParams* params_;
};

}  // namespace

void lay_out_overlay(VkExtent2D picture, const Settings& settings, const OverlaySettings& overlay,
                     gpu::OverlayParams* params) noexcept {
  constexpr PanelSize kWide = {288, 0};  // 48 columns
  const auto has = [&](OverlayView view) { return (overlay.views & view) != 0; };
  std::memset(params->panels, 0, sizeof params->panels);
  params->field_count = 0;
  std::memcpy(params->font, kOverlayFont, sizeof kOverlayFont);
  Writer writer(params);
  Placer placer(picture, overlay.scale, params);
  std::uint32_t top_left = 0, top_right = 0, bottom_left = 0, bottom_right = 0;
  if (has(kOverlayFalseColor)) {
    write_legend(writer, overlay);
    top_left = placer.place(PHOTOPIC_OVERLAY_PANEL_LEGEND, {kWide.width, 10}, false, false, top_left);
  }
  if (has(kOverlayLocalExposure) || has(kOverlayLocalBase) || has(kOverlayLocalDetail)) {
    write_local(writer, overlay, *params);
    const bool has_plot = params->local_pitch != 0 && (has(kOverlayLocalExposure) || !has(kOverlayLocalBase));
    top_left = placer.place(PHOTOPIC_OVERLAY_PANEL_LOCAL, {kWide.width, has_plot ? 10u : 0u}, false, false, top_left);
  }
  if (has(kOverlayGlare)) {
    write_glare(writer, *params);
    const std::uint32_t height = params->glare.is_on != 0.0f ? 10 : 0;
    top_left = placer.place(PHOTOPIC_OVERLAY_PANEL_GLARE, {kWide.width, height}, false, false, top_left);
  }
  if (has(kOverlayGlareSpread)) {
    write_glare_spread(writer, *params);
    const std::uint32_t height = params->glare.is_on != 0.0f ? 96 : 0;
    top_left = placer.place(PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD, {kWide.width, height}, false, false, top_left);
  }
  if (has(kOverlayNits)) {
    write_nits(writer, *params);
    top_left = placer.place(PHOTOPIC_OVERLAY_PANEL_NITS, {kWide.width, 10}, false, false, top_left);
  }
  if (has(kOverlayPyramid)) {
    write_pyramid(writer, overlay, *params);
    const PanelSize size = fitted(params->level_width, params->level_height, {192, 128});
    top_left = placer.place(PHOTOPIC_OVERLAY_PANEL_PYRAMID, size, false, false, top_left);
  }
  if (has(kOverlayInvalid)) {
    write_invalid(writer);
    top_right = placer.place(PHOTOPIC_OVERLAY_PANEL_INVALID, {144, 0}, true, false, top_right);
  }
  if (has(kOverlayNaive)) {
    write_naive(writer, *params);
    const PanelSize size = fitted(params->meter_width, params->meter_height, {240, 135});
    placer.place(PHOTOPIC_OVERLAY_PANEL_NAIVE, size, true, false, top_right);
  }
  if (has(kOverlayHistogram)) {
    write_histogram(writer, settings);
    placer.place(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM, {kWide.width, 80}, false, true, bottom_left);
  }
  if (has(kOverlayStripChart)) {
    write_chart(writer, settings);
    bottom_right = placer.place(PHOTOPIC_OVERLAY_PANEL_CHART, {256, 64}, true, true, bottom_right);
  }
  if (has(kOverlayWaveform)) {
    write_waveform(writer, *params);
    constexpr PanelSize kSize = {PHOTOPIC_OVERLAY_WAVEFORM_LABEL_DOTS + PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS,
                                 PHOTOPIC_OVERLAY_WAVEFORM_ROWS};
    bottom_right = placer.place(PHOTOPIC_OVERLAY_PANEL_WAVEFORM, kSize, true, true, bottom_right);
  }
  if (has(kOverlayWhiteBalance)) {
    write_white_balance(writer, settings, *params);
    const PanelSize size = {144, params->has_light != 0 ? 144u : 0u};
    placer.place(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE, size, true, true, bottom_right);
  }
}

}  // namespace photopic
