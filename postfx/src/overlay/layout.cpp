// SPDX-License-Identifier: MIT
// Text lines and places of the debug overlay's panels.
#include "overlay/layout.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "gpu/memory/extent.h"
#include "overlay/panel_texts.h"
#include "overlay/placement.h"

namespace photopic {
namespace {

/// Height of a plot that shows `width` x `height` texels within a box.
std::uint32_t fitted_height(std::uint32_t width, std::uint32_t height, VkExtent2D box) {
  if (width == 0 || height == 0) return 0;
  const double scale = std::min(static_cast<double>(box.width) / width, static_cast<double>(box.height) / height);
  return std::max(static_cast<std::uint32_t>(scale * height), 1u);
}

/// A view's place among the panels.
struct Wish {
  const char* name;
  Corner corner;
  std::uint32_t plot_width = 0;  ///< at least
  std::uint32_t plot_height = 0;
  std::uint32_t least_height = 0;
  std::uint32_t axis_lines = 0;
};

constexpr std::uint32_t kWide = PHOTOPIC_OVERLAY_CELL_WIDTH * PHOTOPIC_OVERLAY_COLUMNS;  // dots
constexpr std::uint32_t kColors = 10, kLeast = 32;                                       // heights of plots, dots

/// Panels that want a place, in the order of their texts. Each is as wide as its text and its plot need.
class Wishes {
 public:
  explicit Wishes(const TextWriter& writer) : writer_(writer) {}

  /// The panel whose text was written last.
  void add(std::uint32_t index, const Wish& wish) {
    requests.add({index, wish.name, std::max(writer_.width(), wish.plot_width), wish.plot_height, wish.least_height,
                  wish.axis_lines, wish.corner});
  }

  PanelRequests requests;

 private:
  const TextWriter& writer_;
};

/// Legends of views over the picture.
void request_legends(TextWriter& writer, const Settings& settings, const OverlaySettings& overlay,
                     gpu::OverlayParams& params, Wishes& wishes) {
  const auto has = [&](OverlayView view) { return (overlay.views & view) != 0; };
  const auto add_colors = [&](std::uint32_t index, const char* name, bool has_colors, std::uint32_t axis_lines = 0) {
    const std::uint32_t height = has_colors ? kColors : 0;
    wishes.add(index, {name, Corner::top_left, has_colors ? kWide : 0, height, height, axis_lines});
  };
  if (has(kOverlayFalseColor)) {
    write_legend(writer, settings, overlay);
    add_colors(PHOTOPIC_OVERLAY_PANEL_LEGEND, "false colour", true, 1);
  }
  if (has(kOverlayLocalExposure) || has(kOverlayLocalBase) || has(kOverlayLocalDetail)) {
    write_local(writer, overlay, params);
    const bool has_colors = params.local_pitch != 0 && (has(kOverlayLocalExposure) || !has(kOverlayLocalBase));
    add_colors(PHOTOPIC_OVERLAY_PANEL_LOCAL, "local", has_colors);
  }
  if (has(kOverlayGlare)) {
    write_glare(writer, params);
    add_colors(PHOTOPIC_OVERLAY_PANEL_GLARE, "glare", params.glare.is_on != 0.0f);
  }
  if (has(kOverlayNits)) {
    write_nits(writer, params);
    add_colors(PHOTOPIC_OVERLAY_PANEL_NITS, "nits", true);
  }
  if (has(kOverlayZebra)) {
    write_zebra(writer, overlay, params);
    wishes.add(PHOTOPIC_OVERLAY_PANEL_ZEBRA, {"zebra", Corner::top_left});
  }
  if (has(kOverlayInvalid)) {
    write_invalid(writer);
    wishes.add(PHOTOPIC_OVERLAY_PANEL_INVALID, {"invalid", Corner::top_right});
  }
}

void request_plots(TextWriter& writer, const Settings& settings, const OverlaySettings& overlay,
                   gpu::OverlayParams& params, Wishes& wishes) {
  const auto has = [&](OverlayView view) { return (overlay.views & view) != 0; };
  if (has(kOverlayHistogram)) {
    write_histogram(writer, settings, params);
    wishes.add(PHOTOPIC_OVERLAY_PANEL_HISTOGRAM, {"histogram", Corner::bottom_left, kWide, 80, kLeast, 1});
  }
  if (has(kOverlayStripChart)) {
    write_chart(writer, settings);
    constexpr std::uint32_t kWidth = PHOTOPIC_OVERLAY_LABEL_DOTS + PHOTOPIC_OVERLAY_HISTORY;
    wishes.add(PHOTOPIC_OVERLAY_PANEL_CHART, {"over time", Corner::bottom_right, kWidth, 64, kLeast});
  }
  if (has(kOverlayNaive)) {
    write_naive(writer, params);
    const std::uint32_t height = fitted_height(params.meter_width, params.meter_height, {writer.width(), 135});
    wishes.add(PHOTOPIC_OVERLAY_PANEL_NAIVE, {"naive", Corner::top_right, 0, height, kLeast});
  }
  if (has(kOverlayGlareSpread)) {
    write_glare_spread(writer, params);
    const bool is_on = params.glare.is_on != 0.0f;
    wishes.add(PHOTOPIC_OVERLAY_PANEL_GLARE_SPREAD,
               {"angles", Corner::top_left, is_on ? kWide : 0, is_on ? 96u : 0, kLeast});
  }
  if (has(kOverlayPyramid)) {
    write_pyramid(writer, overlay, params);
    const std::uint32_t height = fitted_height(params.level_width, params.level_height, {writer.width(), 128});
    wishes.add(PHOTOPIC_OVERLAY_PANEL_PYRAMID, {"pyramid", Corner::top_left, 0, height, kLeast});
  }
  if (has(kOverlayWaveform)) {
    write_waveform(writer, params);
    constexpr std::uint32_t kWidth = PHOTOPIC_OVERLAY_LABEL_DOTS + PHOTOPIC_OVERLAY_WAVEFORM_COLUMNS;
    constexpr std::uint32_t kHeight = PHOTOPIC_OVERLAY_WAVEFORM_ROWS;
    wishes.add(PHOTOPIC_OVERLAY_PANEL_WAVEFORM, {"waveform", Corner::bottom_right, kWidth, kHeight, kHeight});
  }
  if (has(kOverlayWhiteBalance)) {
    write_white_balance(writer, settings, params);
    const std::uint32_t height = params.has_light != 0 ? 144 : 0;
    wishes.add(PHOTOPIC_OVERLAY_PANEL_WHITE_BALANCE, {"light", Corner::bottom_right, height, height, 72});
  }
}

/// Names those that have no place, in a panel of their own, before all others.
void name_left_out(TextWriter& writer, VkExtent2D picture, std::uint32_t scale, PanelRequests requests,
                   gpu::OverlayParams* params) {
  constexpr std::uint32_t kMostLines = 6, kNameColumns = 34;
  PanelRequests with_names;
  with_names.add(
      {PHOTOPIC_OVERLAY_PANEL_LEFT_OUT, "", kNameColumns * PHOTOPIC_OVERLAY_CELL_WIDTH, 0, 0, 0, Corner::top_left});
  for (std::uint32_t i = 0; i < requests.count; ++i) with_names.add(requests.panels[i]);
  gpu::OverlayPanel& panel = params->panels[PHOTOPIC_OVERLAY_PANEL_LEFT_OUT];
  writer.begin_panel(PHOTOPIC_OVERLAY_PANEL_LEFT_OUT);
  panel.line_count = kMostLines;
  const std::uint32_t left_out = place_panels(picture, scale, with_names, params);
  panel.line_count = 0;
  char text[kMostLines - 2][PHOTOPIC_OVERLAY_COLUMNS + 1] = {};
  std::uint32_t line = 0;
  for (std::uint32_t i = 0; i < requests.count; ++i) {
    const PanelRequest& request = requests.panels[i];
    if ((left_out & 1u << request.index) == 0) continue;
    if (std::strlen(text[line]) + std::strlen(request.name) + 1 > kNameColumns && line + 3 < kMostLines) ++line;
    const std::size_t used = std::strlen(text[line]);
    std::snprintf(text[line] + used, sizeof text[line] - used, "%s ", request.name);
  }
  writer.line("%cno room for", PHOTOPIC_INK(PERCENTILE));
  for (std::uint32_t i = 0; i <= line; ++i) writer.line("%s", text[i]);
  writer.line("%s", scale > 1 ? "try fewer views, or smaller text" : "try fewer views, a larger picture");
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
  params->histogram_step_ev = 1.0f;
  TextWriter writer(params);
  Wishes wishes(writer);
  request_legends(writer, settings, overlay, *params, wishes);
  request_plots(writer, settings, overlay, *params, wishes);
  if (place_panels(picture, overlay.scale, wishes.requests, params) != 0) {
    name_left_out(writer, picture, overlay.scale, wishes.requests, params);
  }
  return number_groups(params);
}

}  // namespace photopic
