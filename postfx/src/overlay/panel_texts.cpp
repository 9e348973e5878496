// SPDX-License-Identifier: MIT
// Texts of the debug overlay's panels.
#include "overlay/panel_texts.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <iterator>

#include "overlay/axis_labels.h"

namespace photopic {
namespace {

#define INK PHOTOPIC_INK

constexpr int kTextColumns = PHOTOPIC_OVERLAY_COLUMNS;

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

/// Numbers below the colours, each in five columns around its tick.
void write_legend_axis(TextWriter& writer, const OverlaySettings& overlay) {
  constexpr std::uint32_t kTicks = PHOTOPIC_OVERLAY_FALSE_TICKS, kWidth = 5;
  const float step = (overlay.false_color_max_ev100 - overlay.false_color_min_ev100) / static_cast<float>(kTicks - 1);
  const bool is_whole =
      overlay.false_color_automatic ||
      (step == std::floor(step) && overlay.false_color_min_ev100 == std::floor(overlay.false_color_min_ev100));
  writer.plot_line("");
  for (std::uint32_t i = 0; i < kTicks; ++i) {
    const double share = PHOTOPIC_OVERLAY_FALSE_END + i * (1.0 - 2.0 * PHOTOPIC_OVERLAY_FALSE_END) / (kTicks - 1);
    const auto column = static_cast<std::uint32_t>(std::max(0.0, std::round(share * kTextColumns - 0.5 * kWidth)));
    writer.centered_field(column, kWidth, is_whole ? 0 : 1, PHOTOPIC_OVERLAY_VALUE_FALSE_TICK + i);
  }
}

/// HDR of a finished picture: limits are shares of the peak.
void write_stored_zebra(TextWriter& writer, const OverlaySettings& overlay, gpu::OverlayParams& params) {
  const double peak_nits = peak_of(params.finish.display);
  const double over_nits = static_cast<double>(overlay.zebra_over) * peak_nits;
  const double under_nits = static_cast<double>(overlay.zebra_under) * peak_nits;
  params.zebra_over = static_cast<float>(pq_signal(over_nits) - kHalfCode);
  params.zebra_under = static_cast<float>(pq_signal(under_nits) + kHalfCode);
  writer.line("%c////%c a channel from %.0f nits", INK(OVER), INK(TEXT), over_nits);
  writer.line("%c\\\\\\\\%c all channels up to %.0f", INK(UNDER), INK(TEXT), under_nits);
}

/// What is known of glare on the GPU, in one line.
void write_glare_light(TextWriter& writer) {
  writer.line("scattered         %%  removed           %%");
  writer.field(10, 7, 2, PHOTOPIC_OVERLAY_VALUE_GLARE_SCATTERED);
  writer.field(29, 9, 4, PHOTOPIC_OVERLAY_VALUE_GLARE_REMOVED);
}

/// The least of 1, 2, 5, 10, 20, ... that divides `range` into up to `most` parts.
double axis_step(double range, double most) {
  for (double power = 1.0;; power *= 10.0) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      if (range <= most * factor * power) return factor * power;
    }
  }
}

/// EV100 or nits at the ticks that the plot draws, below it. A range has at most kMostTicks of them.
void write_histogram_axis(TextWriter& writer, gpu::OverlayParams& params) {
  constexpr double kMostTicks = 9.0;
  const bool is_stored = params.is_stored != 0;
  const double one = static_cast<double>(params.ev100_of_luminance_one);
  const double least = static_cast<double>(params.min_log2) + one, largest = static_cast<double>(params.max_log2) + one;
  const double step = is_stored ? std::log2(10.0) : axis_step(largest - least, kMostTicks);
  params.histogram_step_ev = static_cast<float>(step);
  char numbers[16][16];
  AxisLabel labels[16];
  std::size_t count = 0;
  for (double tick = std::ceil(least / step) * step; tick <= largest && count < std::size(labels); tick += step) {
    char* const number = numbers[count];
    const int length = is_stored ? std::snprintf(number, sizeof *numbers, "%g", std::round(std::exp2(tick) * 100) / 100)
                                 : std::snprintf(number, sizeof *numbers, "%.0f", tick + 0.0);
    const double center = (tick - least) / (largest - least) * kTextColumns + (length % 2 == 0 ? 0.0 : -0.5);
    labels[count++] = {static_cast<int>(std::lround(center)), length};
  }
  place_labels({labels, count}, kTextColumns, 1);
  char text[kTextColumns + 1] = {};
  std::memset(text, ' ', kTextColumns);
  for (std::size_t i = 0; i < count; ++i) {
    if (labels[i].first >= 0) std::copy_n(numbers[i], labels[i].length, text + labels[i].first);
  }
  writer.plot_line(text);
}

/// `low_value`: the first of three.
void write_percentiles(TextWriter& writer, const Settings& settings, std::uint32_t low_value) {
  constexpr std::uint32_t kWidth = 8;
  writer.line("%cP%4.1f%%          50%%          %5.1f%%", INK(PERCENTILE),
              static_cast<double>(settings.meter.low_percentile), static_cast<double>(settings.meter.high_percentile));
  writer.field(7, kWidth, 2, low_value);
  writer.field(20, kWidth, 2, low_value + 1);
  writer.field(36, kWidth, 2, low_value + 2);
}

/// Numbers of texels beyond the range, in the line that was written last.
void write_beyond_fields(TextWriter& writer) {
  writer.field(12, 9, 0, PHOTOPIC_OVERLAY_VALUE_UNDER_TEXELS);
  writer.field(35, 9, 0, PHOTOPIC_OVERLAY_VALUE_OVER_TEXELS);
}

/// Luminance of a finished picture.
void write_stored_histogram(TextWriter& writer, const Settings& settings, gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM);
  writer.line("nits           geometric mean");
  writer.field(30, 9, 2, PHOTOPIC_OVERLAY_VALUE_MEAN_NITS);
  write_percentiles(writer, settings, PHOTOPIC_OVERLAY_VALUE_LOW_NITS);
  writer.line("below %.3f            above %5.0f", std::exp2(static_cast<double>(params.min_log2)),
              std::exp2(static_cast<double>(params.max_log2)));
  write_beyond_fields(writer);
  write_histogram_axis(writer, params);
}

constexpr std::uint32_t kNitsEnds = PHOTOPIC_OVERLAY_NITS_BANDS - 1;

/// Upper end of a band. Bands that the peak leaves nothing of end there, too.
double band_end_nits(std::uint32_t band, double peak_nits) {
  constexpr double kEnds_nits[kNitsEnds - 1] = {100.0, 203.0, 400.0, 1000.0};
  return band + 1 < kNitsEnds ? std::min(kEnds_nits[band], peak_nits) : peak_nits;
}

/// Numbers of the waveform's marks, five characters each, right-aligned; spaces for those that have no room.
void write_waveform_axis(TextWriter& writer, gpu::OverlayParams& params) {
  constexpr std::uint32_t kMarks = PHOTOPIC_OVERLAY_WAVEFORM_MARKS;
  constexpr int kRows = PHOTOPIC_OVERLAY_WAVEFORM_ROWS;
  constexpr double kMarks_nits[kMarks] = {1.0, 10.0, 100.0, 203.0, 1000.0, 4000.0, 10000.0};
  constexpr std::size_t kOrder[kMarks] = {0, 6, 2, 4, 1, 3, 5};  // round numbers first
  AxisLabel labels[kMarks];
  for (std::uint32_t i = 0; i < kMarks; ++i) {
    params.waveform_mark[i] = static_cast<float>(pq_signal(kMarks_nits[i]));
    const auto row = static_cast<int>(pq_signal(kMarks_nits[kOrder[i]]) * kRows);
    labels[i] = {kRows - 1 - std::min(row, kRows - 1), PHOTOPIC_OVERLAY_LABEL_ROWS};
  }
  place_labels(labels, kRows, 0);
  char text[5 * kMarks + 1] = {};
  std::memset(text, ' ', 5 * kMarks);
  for (std::uint32_t i = 0; i < kMarks; ++i) {
    char number[8];
    std::snprintf(number, sizeof number, "%5.0f", kMarks_nits[kOrder[i]]);
    if (labels[i].first >= 0) std::memcpy(text + 5 * kOrder[i], number, 5);
  }
  writer.plot_line(text);
}

}  // namespace

void write_legend(TextWriter& writer, const Settings& settings, const OverlaySettings& overlay) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LEGEND);
  // EV100 takes 1 in the picture as 1 cd/m^2.
  writer.line("EV100%s%s", settings.view.cd_m2_per_unit == 1.0f ? "" : ", relative",
              overlay.false_color_automatic ? ", range of the picture" : "");
  write_legend_axis(writer, overlay);
}

void write_zebra(TextWriter& writer, const OverlaySettings& overlay, gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_ZEBRA);
  if (params.is_stored != 0 && is_hdr(static_cast<OutputEncoding>(params.finish.display.encoding))) {
    write_stored_zebra(writer, overlay, params);
    return;
  }
  writer.line("%c////%c a channel from %.3f", INK(OVER), INK(TEXT), static_cast<double>(overlay.zebra_over));
  writer.line("%c\\\\\\\\%c all channels up to %.3f", INK(UNDER), INK(TEXT), static_cast<double>(overlay.zebra_under));
}

void write_local(TextWriter& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params) {
  const bool is_change = (overlay.views & kOverlayLocalExposure) != 0;
  const bool is_base = !is_change && (overlay.views & kOverlayLocalBase) != 0;
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LOCAL);
  if (params.local_pitch == 0) {
    writer.line("local exposure is off: nothing to show");
  } else if (is_base) {
    writer.line("EV100 of the base, as false colours");
  } else {
    const double most_ev = is_change ? PHOTOPIC_OVERLAY_LOCAL_MOST_EV : PHOTOPIC_OVERLAY_LOCAL_MOST_DETAIL_EV;
    writer.line("%+.0f EV             %s             %+.0f EV", -most_ev, is_change ? "exposure" : " detail ", most_ev);
  }
}

void write_glare(TextWriter& writer, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_GLARE);
  if (params.glare.is_on == 0.0f) {
    writer.line("glare is off: nothing to show");
    return;
  }
  write_glare_light(writer);
  writer.line("%+.0f EV         veil over direct         %+.0f EV", -PHOTOPIC_OVERLAY_GLARE_MOST_EV,
              PHOTOPIC_OVERLAY_GLARE_MOST_EV);
}

void write_glare_spread(TextWriter& writer, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD);
  if (params.glare.is_on == 0.0f) {
    writer.line("glare is off: nothing to show");
    return;
  }
  write_glare_light(writer);
  writer.line("%.2f deg     1e%+.0f to 1e%+.0f per sr      %.0f deg", PHOTOPIC_OVERLAY_GLARE_FIRST_DEG,
              PHOTOPIC_OVERLAY_GLARE_LEAST_POWER, PHOTOPIC_OVERLAY_GLARE_MOST_POWER, PHOTOPIC_OVERLAY_GLARE_LAST_DEG);
}

void write_pyramid(TextWriter& writer, const OverlaySettings& overlay, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_PYRAMID);
  if (params.level_width == 0) {
    writer.line("level %u: this meter makes none", overlay.pyramid_level);
  } else {
    writer.line("level %u: %ux%u of %ux%u", overlay.pyramid_level, params.level_used_width, params.level_used_height,
                params.level_width, params.level_height);
  }
}

void write_naive(TextWriter& writer, const gpu::OverlayParams& params) {
  constexpr std::uint32_t kColumn = 22, kWidth = 9;
  const double texels = static_cast<double>(params.meter_width) * static_cast<double>(params.meter_height);
  const bool is_stored = params.is_stored != 0;
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_NAIVE);
  writer.line("%s", is_stored ? "mean nits, all texels" : "mean log2, all texels");
  writer.field(kColumn, kWidth, 3, is_stored ? PHOTOPIC_OVERLAY_VALUE_MEAN_NITS : PHOTOPIC_OVERLAY_VALUE_MEAN_LOG2);
  writer.line("%s", is_stored ? "mean nits, blits" : "mean log2, blits");
  writer.field(kColumn, kWidth, 3, is_stored ? PHOTOPIC_OVERLAY_VALUE_NAIVE_NITS : PHOTOPIC_OVERLAY_VALUE_NAIVE_LOG2);
  writer.line("error, stops");
  writer.field(kColumn, kWidth, 3, PHOTOPIC_OVERLAY_VALUE_ERROR_STOPS);
  writer.line("texels of no weight %9.1f %%", 100.0 * static_cast<double>(params.blit_zero_share));
  writer.line("largest weight / mean%10.1f", texels * static_cast<double>(params.blit_max_weight));
}

void write_histogram(TextWriter& writer, const Settings& settings, gpu::OverlayParams& params) {
  if (params.is_stored != 0) {
    write_stored_histogram(writer, settings, params);
    return;
  }
  constexpr std::uint32_t kWidth = 6;
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM);
  writer.line("EV100 %cscene        %cEye        %cTarget", INK(SCENE), INK(ADAPTED), INK(TARGET));
  writer.field(12, kWidth, 2, PHOTOPIC_OVERLAY_VALUE_SCENE_EV);
  writer.field(23, kWidth, 2, PHOTOPIC_OVERLAY_VALUE_ADAPTED_EV);
  writer.field(37, kWidth, 2, PHOTOPIC_OVERLAY_VALUE_TARGET_EV);
  write_percentiles(writer, settings, PHOTOPIC_OVERLAY_VALUE_LOW_EV);
  const double one = static_cast<double>(params.ev100_of_luminance_one);
  writer.line("below %5.1f            above %5.1f", static_cast<double>(params.min_log2) + one,
              static_cast<double>(params.max_log2) + one);
  write_beyond_fields(writer);
  const char* local = params.local_pitch != 0 ? "- - local curve" : "";
  writer.line("%cLimits of EV %c-- tone curve %c%s", INK(LIMIT), INK(CURVE), INK(NODE), local);
  write_histogram_axis(writer, params);
}

void write_chart(TextWriter& writer, const Settings& settings) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_CHART);
  writer.line("EV100 over %d frames", PHOTOPIC_OVERLAY_HISTORY);
  writer.line("%cscene ... %ctarget - - %ceye ---", INK(SCENE), INK(TARGET), INK(ADAPTED));
  if (needs_dark_adaptation(settings)) writer.line("seen by %ccones -.- %crods .-.", INK(CONE), INK(ROD));
  writer.plot_line("");
  for (std::uint32_t i = 0; i < PHOTOPIC_OVERLAY_CHART_TICKS; ++i) {
    writer.field(5 * i, 5, 0, PHOTOPIC_OVERLAY_VALUE_CHART_TICK + i);
  }
}

void write_white_balance(TextWriter& writer, const Settings& settings, const gpu::OverlayParams& params) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE);
  if (params.has_light == 0) {
    writer.line("auto white balance: off");
    return;
  }
  const bool is_on = settings.white_balance.white_balance == WhiteBalance::automatic;
  writer.line("%co%c  scene         K", INK(SCENE), INK(TEXT));
  writer.field(11, 5, 0, PHOTOPIC_OVERLAY_VALUE_SCENE_K);
  writer.field(19, 7, 4, PHOTOPIC_OVERLAY_VALUE_SCENE_DUV);
  writer.line("%c<>%c %-7s       K", INK(TARGET), INK(TEXT), is_on ? "picture" : "(off)");
  writer.field(11, 5, 0, PHOTOPIC_OVERLAY_VALUE_BALANCE_K);
  writer.field(19, 7, 4, PHOTOPIC_OVERLAY_VALUE_BALANCE_DUV);
}

void write_invalid(TextWriter& writer) {
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_INVALID);
  writer.line("invalid texels");
  writer.field(15, 9, 0, PHOTOPIC_OVERLAY_VALUE_INVALID_TEXELS);
  writer.line("clipped texels");
  writer.field(15, 9, 0, PHOTOPIC_OVERLAY_VALUE_CLIPPED_TEXELS);
}

/// Upper ends of the bands over their colours; "-" for one that there isn't.
void write_nits(TextWriter& writer, gpu::OverlayParams& params) {
  const double peak_nits = peak_of(params.finish.display);
  char words[PHOTOPIC_OVERLAY_NITS_BANDS][16];
  for (std::uint32_t i = 0; i < kNitsEnds; ++i) {
    const double end_nits = band_end_nits(i, peak_nits);
    params.nits_band_end[i] = static_cast<float>(pq_signal(end_nits) + kHalfCode);
    const bool is_empty = i > 0 && end_nits == band_end_nits(i - 1, peak_nits);
    std::snprintf(words[i], sizeof words[i], is_empty ? "-" : "%.0f", end_nits);
  }
  std::snprintf(words[kNitsEnds], sizeof words[kNitsEnds], ">%.0f", peak_nits);
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_NITS);
  writer.line("nits of the brightest channel, up to");
  if (params.is_stored != 0) {
    writer.line("MaxCLL              MaxFALL");
    writer.field(7, 9, 2, PHOTOPIC_OVERLAY_VALUE_MAX_CLL_NITS);
    writer.field(28, 9, 2, PHOTOPIC_OVERLAY_VALUE_MAX_FALL_NITS);
  }
  // Six bands over 44 columns: seven columns and a third each.
  writer.line("%-7s%-8s%-7s%-7s%-8s%s", words[0], words[1], words[2], words[3], words[4], words[5]);
}

void write_waveform(TextWriter& writer, gpu::OverlayParams& params) {
  const double paper_white_nits = static_cast<double>(params.finish.display.paper_white_nits);
  const double peak_nits = peak_of(params.finish.display);
  params.paper_white_signal = static_cast<float>(pq_signal(paper_white_nits));
  params.peak_signal = static_cast<float>(pq_signal(peak_nits));
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_WAVEFORM);
  writer.line("nits  %cWhite %.0f  %cPeak %.0f", INK(TARGET), paper_white_nits, INK(LIMIT), peak_nits);
  write_waveform_axis(writer, params);
}

}  // namespace photopic
