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
#include "gpu/memory/extent.h"
#include "overlay/font.h"
#include "overlay/placement.h"

namespace photopic {
namespace {

constexpr std::uint32_t kWide = 6 * PHOTOPIC_OVERLAY_COLUMNS;  // dots

// Characters that colour what follows.
#define INK(name) ink(PHOTOPIC_OVERLAY_INK_##name)
constexpr char ink(int number) { return static_cast<char>(number); }

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

  /// A line that isn't above the plot, but below it or drawn by it: it follows those of the panel.
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

/// Numbers under the colours, a seventh of the columns each.
void write_legend_axis(Writer& writer, const OverlaySettings& overlay) {
  constexpr std::uint32_t kTicks = PHOTOPIC_OVERLAY_FALSE_TICKS;
  const float step = (overlay.false_color_max_ev100 - overlay.false_color_min_ev100) / static_cast<float>(kTicks - 1);
  const bool is_whole =
      overlay.false_color_automatic ||
      (step == std::floor(step) && overlay.false_color_min_ev100 == std::floor(overlay.false_color_min_ev100));
  writer.plot_line("");
  for (std::uint32_t i = 0; i < kTicks; ++i) {
    writer.field(7 * i, 5, is_whole ? 0 : 1, PHOTOPIC_OVERLAY_VALUE_FALSE_TICK + i);
  }
}

void write_legend(Writer& writer, const OverlaySettings& overlay) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LEGEND);
  writer.line("EV100%s", overlay.false_color_automatic ? ", range of the picture" : "");
  write_legend_axis(writer, overlay);
}

/// SMPTE ST 2084.
double pq_signal(double nits) {
  constexpr double kM1 = 2610.0 / 16384.0, kM2 = 2523.0 / 32.0;
  constexpr double kC1 = 3424.0 / 4096.0, kC2 = 2413.0 / 128.0, kC3 = 2392.0 / 128.0;
  const double y = std::pow(std::clamp(nits / 10000.0, 0.0, 1.0), kM1);
  return std::pow((kC1 + kC2 * y) / (1.0 + kC3 * y), kM2);
}

constexpr double kHalfCode = 0.5 / 1023.0;  // of 10 bits: the code nearest to a limit belongs to it

double peak_of(const gpu::DisplayParams& display) {
  return static_cast<double>(display.headroom) * static_cast<double>(display.paper_white_nits);
}

/// HDR of a finished picture: limits are shares of the peak.
void write_stored_zebra(Writer& writer, const OverlaySettings& overlay, gpu::OverlayParams& params) {
  const double peak_nits = peak_of(params.finish.display);
  const double over_nits = static_cast<double>(overlay.zebra_over) * peak_nits;
  const double under_nits = static_cast<double>(overlay.zebra_under) * peak_nits;
  params.zebra_over = static_cast<float>(pq_signal(over_nits) - kHalfCode);
  params.zebra_under = static_cast<float>(pq_signal(under_nits) + kHalfCode);
  writer.line("%c////%c a channel from %.0f nits", INK(OVER), INK(TEXT), over_nits);
  writer.line("%c////%c all channels up to %.0f", INK(UNDER), INK(TEXT), under_nits);
}

void write_zebra(Writer& writer, const OverlaySettings& overlay, gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_ZEBRA);
  if (params.is_stored != 0 && is_hdr(static_cast<OutputEncoding>(params.finish.display.encoding))) {
    write_stored_zebra(writer, overlay, params);
    return;
  }
  writer.line("%c////%c a channel from %.3f on", INK(OVER), INK(TEXT), static_cast<double>(overlay.zebra_over));
  writer.line("%c////%c all channels up to %.3f", INK(UNDER), INK(TEXT), static_cast<double>(overlay.zebra_under));
}

/// Of the view that is shown; of the base, that of false colours.
void write_local(Writer& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params) {
  const bool is_change = (overlay.views & kOverlayLocalExposure) != 0;
  const bool is_base = !is_change && (overlay.views & kOverlayLocalBase) != 0;
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LOCAL);
  if (params.local_pitch == 0) {
    writer.line("local exposure is off: nothing to show");
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
    writer.line("glare is off: nothing to show");
    return;
  }
  write_glare_light(writer);
  writer.line("%+.0f EV          veil over direct          %+.0f EV", -PHOTOPIC_OVERLAY_GLARE_MOST_EV,
              PHOTOPIC_OVERLAY_GLARE_MOST_EV);
}

void write_glare_spread(Writer& writer, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD);
  if (params.glare.is_on == 0.0f) {
    writer.line("glare is off: nothing to show");
    return;
  }
  write_glare_light(writer);
  writer.line("%.2f deg   1e%+.0f to 1e%+.0f per sr        %.0f deg", PHOTOPIC_OVERLAY_GLARE_FIRST_DEG,
              PHOTOPIC_OVERLAY_GLARE_LEAST_POWER, PHOTOPIC_OVERLAY_GLARE_MOST_POWER, PHOTOPIC_OVERLAY_GLARE_LAST_DEG);
}

void write_pyramid(Writer& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_PYRAMID);
  if (params.level_width == 0) {
    writer.line("level %u: this meter makes none", overlay.pyramid_level);
  } else {
    writer.line("level %u: %ux%u of %ux%u", overlay.pyramid_level, params.level_used_width, params.level_used_height,
                params.level_width, params.level_height);
  }
}

void write_naive(Writer& writer, const gpu::OverlayParams& params) {
  const double texels = static_cast<double>(params.meter_width) * static_cast<double>(params.meter_height);
  const bool is_stored = params.is_stored != 0;
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_NAIVE);
  writer.line(is_stored ? "mean nits, every texel counts" : "mean log2, every texel counts");
  writer.field(30, 9, 3, is_stored ? PHOTOPIC_OVERLAY_VALUE_MEAN_NITS : PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2);
  writer.line(is_stored ? "mean nits, chain of blits" : "mean log2, chain of blits");
  writer.field(30, 9, 3, is_stored ? PHOTOPIC_OVERLAY_VALUE_NAIVE_NITS : PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2);
  writer.line("error, stops");
  writer.field(30, 9, 3, PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS);
  writer.line("texels without weight  %13.1f %%", 100.0 * static_cast<double>(params.blit_zero_share));
  writer.line("largest weight / mean  %15.1f", texels * static_cast<double>(params.blit_max_weight));
}

/// The least of 1, 2, 5, 10, 20, ... that divides `range` into up to `most` parts.
double axis_step(double range, double most) {
  for (double power = 1.0;; power *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (range <= most * factor * power) return factor * power;
    }
  }
}

/// EV100 or nits at the ticks that the plot draws, below it.
void write_histogram_axis(Writer& writer, gpu::OverlayParams& params) {
  constexpr double kMostTicks = 9.0;  // with five columns each
  const bool is_stored = params.is_stored != 0;
  const double one = static_cast<double>(params.ev100_of_luminance_one);
  const double least = static_cast<double>(params.min_log2) + one, largest = static_cast<double>(params.max_log2) + one;
  const double step = is_stored ? std::log2(10.0) : axis_step(largest - least, kMostTicks);
  params.histogram_step_ev = static_cast<float>(step);
  char text[PHOTOPIC_OVERLAY_COLUMNS + 1];
  std::memset(text, ' ', PHOTOPIC_OVERLAY_COLUMNS);
  text[PHOTOPIC_OVERLAY_COLUMNS] = '\0';
  for (double tick = std::ceil(least / step) * step; tick <= largest; tick += step) {
    char number[16];
    const int length = is_stored ? std::snprintf(number, sizeof number, "%g", std::round(std::exp2(tick) * 100) / 100)
                                 : std::snprintf(number, sizeof number, "%.0f", tick + 0.0);
    const double column = (tick - least) / (largest - least) * PHOTOPIC_OVERLAY_COLUMNS - 0.5 * length;
    const int first = std::clamp(static_cast<int>(std::lround(column)), 0, PHOTOPIC_OVERLAY_COLUMNS - length);
    std::memcpy(text + first, number, static_cast<std::size_t>(length));
  }
  writer.plot_line(text);
}

/// `low_value`: the first of three.
void write_percentiles(Writer& writer, const Settings& settings, std::uint32_t low_value, std::uint32_t width) {
  writer.line("%c%5.1f %%         50 %%         %5.1f %%", INK(PERCENTILE),
              static_cast<double>(settings.meter.low_percentile), static_cast<double>(settings.meter.high_percentile));
  writer.field(8, width, 2, low_value);
  writer.field(21, width, 2, low_value + 1);
  writer.field(37, width, 2, low_value + 2);
}

/// Luminance of a finished picture.
void write_stored_histogram(Writer& writer, const Settings& settings, gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM);
  writer.line("nits           geometric mean");
  writer.field(30, 9, 2, PHOTOPIC_OVERLAY_VALUE_MEAN_NITS);
  write_percentiles(writer, settings, PHOTOPIC_OVERLAY_VALUE_LOW_NITS, 8);
  writer.line("below %.3f            above %5.0f", std::exp2(static_cast<double>(params.min_log2)),
              std::exp2(static_cast<double>(params.max_log2)));
  writer.field(12, 10, 0, PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS);
  writer.field(35, 10, 0, PHOTOPIC_OVERLAY_VALUE_OVER_TEXELS);
  write_histogram_axis(writer, params);
}

void write_histogram(Writer& writer, const Settings& settings, gpu::OverlayParams& params) {
  if (params.is_stored != 0) {
    write_stored_histogram(writer, settings, params);
    return;
  }
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM);
  writer.line("EV100 %cscene         %ceye         %ctarget", INK(SCENE), INK(ADAPTED), INK(TARGET));
  writer.field(12, 7, 2, PHOTOPIC_OVERLAY_VALUE_SCENE_EV);
  writer.field(25, 7, 2, PHOTOPIC_OVERLAY_VALUE_ADAPTED_EV);
  writer.field(41, 7, 2, PHOTOPIC_OVERLAY_VALUE_TARGET_EV);
  write_percentiles(writer, settings, PHOTOPIC_OVERLAY_VALUE_LOW_EV, 7);
  const double one = static_cast<double>(params.ev100_of_luminance_one);
  writer.line("below %5.1f            above %5.1f", static_cast<double>(params.min_log2) + one,
              static_cast<double>(params.max_log2) + one);
  writer.field(12, 10, 0, PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS);
  writer.field(35, 10, 0, PHOTOPIC_OVERLAY_VALUE_OVER_TEXELS);
  const char* local = params.local_pitch != 0 ? "local tone curve" : "";
  writer.line("%climits of EV %ctone curve %c%s", INK(LIMIT), INK(CURVE), INK(NODE), local);
  write_histogram_axis(writer, params);
}

void write_chart(Writer& writer, const Settings& settings) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_CHART);
  writer.line("EV100 %cscene %ctarget %ceye %c%d frames", INK(SCENE), INK(TARGET), INK(ADAPTED), INK(FAINT),
              PHOTOPIC_OVERLAY_HISTORY);
  if (needs_dark_adaptation(settings)) writer.line("seen by %ccones %crods", INK(CONE), INK(ROD));
  writer.plot_line("");
  for (std::uint32_t i = 0; i < PHOTOPIC_OVERLAY_CHART_TICKS; ++i) {
    writer.field(5 * i, 5, 0, PHOTOPIC_OVERLAY_VALUE_CHART_TICK + i);
  }
}

void write_white_balance(Writer& writer, const Settings& settings, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE);
  if (params.has_light == 0) {
    writer.line("auto white balance: off");
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
  writer.line("clipped texels");
  writer.field(15, 9, 0, PHOTOPIC_OVERLAY_VALUE_CLIPPED_TEXELS);
}

constexpr std::uint32_t kNitsEnds = PHOTOPIC_OVERLAY_NITS_BANDS - 1;

/// Upper end of a band. Bands that the peak leaves nothing of end there, too.
double band_end_nits(std::uint32_t band, double peak_nits) {
  constexpr double kEnds_nits[kNitsEnds - 1] = {100.0, 203.0, 400.0, 1000.0};
  return band + 1 < kNitsEnds ? std::min(kEnds_nits[band], peak_nits) : peak_nits;
}

/// Upper ends of the bands over their colours, as "nits <100", "203", ...; "-" for one that there isn't.
void write_nits(Writer& writer, gpu::OverlayParams& params) {
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
  if (params.is_stored != 0) {
    writer.line("MaxCLL              MaxFALL");
    writer.field(7, 9, 2, PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS);
    writer.field(28, 9, 2, PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS);
  }
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

/// Height of a plot that shows `width` x `height` texels within a box.
std::uint32_t fitted_height(std::uint32_t width, std::uint32_t height, VkExtent2D box) {
  if (width == 0 || height == 0) return 0;
  const double scale = std::min(static_cast<double>(box.width) / width, static_cast<double>(box.height) / height);
  return std::max(static_cast<std::uint32_t>(scale * height), 1u);
}

/// Gathers what `overlay` asks for; texts are written on the way.
PanelRequests request_panels(Writer& writer, const Settings& settings, const OverlaySettings& overlay,
                             gpu::OverlayParams& params) {
  const auto has = [&](OverlayView view) { return (overlay.views & view) != 0; };
  constexpr std::uint32_t kColors = 10, kLeast = 32;  // dots
  PanelRequests requests;
  if (has(kOverlayFalseColor)) {
    write_legend(writer, overlay);
    requests.add({PHOTOPIC_OVERLAY_PANEL_LEGEND, "false colour", kWide, kColors, kColors, 1, Corner::top_left});
  }
  if (has(kOverlayLocalExposure) || has(kOverlayLocalBase) || has(kOverlayLocalDetail)) {
    write_local(writer, overlay, params);
    const bool has_plot = params.local_pitch != 0 && (has(kOverlayLocalExposure) || !has(kOverlayLocalBase));
    const std::uint32_t height = has_plot ? kColors : 0;
    requests.add({PHOTOPIC_OVERLAY_PANEL_LOCAL, "local", kWide, height, height, 0, Corner::top_left});
  }
  if (has(kOverlayGlare)) {
    write_glare(writer, params);
    const std::uint32_t height = params.glare.is_on != 0.0f ? kColors : 0;
    requests.add({PHOTOPIC_OVERLAY_PANEL_GLARE, "glare", kWide, height, height, 0, Corner::top_left});
  }
  if (has(kOverlayNits)) {
    write_nits(writer, params);
    requests.add({PHOTOPIC_OVERLAY_PANEL_NITS, "nits", kWide, kColors, kColors, 0, Corner::top_left});
  }
  if (has(kOverlayZebra)) {
    write_zebra(writer, overlay, params);
    requests.add({PHOTOPIC_OVERLAY_PANEL_ZEBRA, "zebra", 6 * 32, 0, 0, 0, Corner::top_left});
  }
  if (has(kOverlayInvalid)) {
    write_invalid(writer);
    requests.add({PHOTOPIC_OVERLAY_PANEL_INVALID, "invalid", 144, 0, 0, 0, Corner::top_right});
  }
  if (has(kOverlayHistogram)) {
    write_histogram(writer, settings, params);
    requests.add({PHOTOPIC_OVERLAY_PANEL_HISTOGRAM, "histogram", kWide, 80, kLeast, 1, Corner::bottom_left});
  }
  if (has(kOverlayStripChart)) {
    write_chart(writer, settings);
    requests.add({PHOTOPIC_OVERLAY_PANEL_CHART, "over time", PHOTOPIC_OVERLAY_LABEL_DOTS + PHOTOPIC_OVERLAY_HISTORY, 64,
                  kLeast, 0, Corner::bottom_right});
  }
  if (has(kOverlayNaive)) {
    write_naive(writer, params);
    const std::uint32_t height = fitted_height(params.meter_width, params.meter_height, {240, 135});
    requests.add({PHOTOPIC_OVERLAY_PANEL_NAIVE, "naive", 240, height, kLeast, 0, Corner::top_right});
  }
  if (has(kOverlayGlareSpread)) {
    write_glare_spread(writer, params);
    const std::uint32_t height = params.glare.is_on != 0.0f ? 96 : 0;
    requests.add({PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD, "angles", kWide, height, kLeast, 0, Corner::top_left});
  }
  if (has(kOverlayPyramid)) {
    write_pyramid(writer, overlay, params);
    const std::uint32_t height = fitted_height(params.level_width, params.level_height, {192, 128});
    requests.add({PHOTOPIC_OVERLAY_PANEL_PYRAMID, "pyramid", 192, height, kLeast, 0, Corner::top_left});
  }
  if (has(kOverlayWaveform)) {
    write_waveform(writer, params);
    requests.add({PHOTOPIC_OVERLAY_PANEL_WAVEFORM, "waveform",
                  PHOTOPIC_OVERLAY_LABEL_DOTS + PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS, PHOTOPIC_OVERLAY_WAVEFORM_ROWS,
                  PHOTOPIC_OVERLAY_WAVEFORM_ROWS, 0, Corner::bottom_right});
  }
  if (has(kOverlayWhiteBalance)) {
    write_white_balance(writer, settings, params);
    const std::uint32_t height = params.has_light != 0 ? 144 : 0;
    requests.add({PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE, "light", 144, height, 72, 0, Corner::bottom_right});
  }
  return requests;
}

/// Names those that have no place, in a panel of their own, before all others.
void name_left_out(Writer& writer, VkExtent2D picture, std::uint32_t scale, PanelRequests requests,
                   gpu::OverlayParams* params) {
  constexpr std::uint32_t kMostLines = 4;
  PanelRequests with_names;
  with_names.add({PHOTOPIC_OVERLAY_PANEL_LEFT_OUT, "", 6 * 36, 0, 0, 0, Corner::top_left});
  for (std::uint32_t i = 0; i < requests.count; ++i) with_names.add(requests.panels[i]);
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LEFT_OUT);
  params->panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT].line_count = kMostLines;
  const std::uint32_t left_out = place_panels(picture, scale, with_names, params);
  params->panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT].line_count = 0;
  char text[kMostLines - 1][PHOTOPIC_OVERLAY_COLUMNS + 1] = {};
  std::uint32_t line = 0;
  for (std::uint32_t i = 0; i < requests.count; ++i) {
    const PanelRequest& request = requests.panels[i];
    if ((left_out & 1u << request.index) == 0) continue;
    if (std::strlen(text[line]) + std::strlen(request.name) + 1 > 36 && line + 2 < kMostLines) ++line;
    const std::size_t used = std::strlen(text[line]);
    std::snprintf(text[line] + used, sizeof text[line] - used, "%s ", request.name);
  }
  writer.line("%cno room for", INK(PERCENTILE));
  for (std::uint32_t i = 0; i <= line; ++i) writer.line("%s", text[i]);
  gpu::OverlayPanel& panel = params->panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT];
  panel.height -= scale * (kMostLines - panel.line_count) * PHOTOPIC_OVERLAY_CELL_HEIGHT;
}

/// Workgroups of a panel's own tiles, which begin at its corner, one panel after the other.
std::uint32_t number_groups(gpu::OverlayParams* params) {
  std::uint32_t groups = 0;
  for (gpu::OverlayPanel& panel : params->panels) {
    panel.first_group = groups;
    groups += divide_up(panel.width, PHOTOPIC_STEP_SIDE) * divide_up(panel.height, PHOTOPIC_STEP_SIDE);
  }
  return groups;
}

}  // namespace

std::uint32_t lay_out_overlay(VkExtent2D picture, const Settings& settings, const OverlaySettings& overlay,
                              gpu::OverlayParams* params) noexcept {
  std::memset(params->panels, 0, sizeof params->panels);
  params->field_count = 0;
  params->histogram_step_ev = 1.0f;
  std::memcpy(params->font, kOverlayFont, sizeof kOverlayFont);
  Writer writer(params);
  const PanelRequests requests = request_panels(writer, settings, overlay, *params);
  if (place_panels(picture, overlay.scale, requests, params) != 0) {
    name_left_out(writer, picture, overlay.scale, requests, params);
  }
  return number_groups(params);
}

}  // namespace photopic
