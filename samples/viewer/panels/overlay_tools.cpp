// SPDX-License-Identifier: MIT
// Hands on the debug overlay: percentiles of the histogram, and the cursor in the legend of false colours.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/inspection/meter_weight.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

using photopic::gpu::OverlayPanel;

constexpr float kBorderDots = 4.0f;  // of a panel, around what it holds

/// A plot of the overlay, window units.
struct PlotPlace {
  float left, top, width, height;
  float dot;  ///< of its font
};

PlotPlace place_of(const OverlayPanel& panel, const OverlayNumbers& numbers, std::uint32_t scale, const Area& picture) {
  const float unit = picture.width / float(numbers.picture.width);
  const float dot = unit * float(scale), border = kBorderDots * dot;
  return {picture.left + unit * float(panel.x) + border, picture.top + unit * float(panel.y + panel.plot_y),
          unit * float(panel.width) - 2.0f * border, unit * float(panel.plot_height), dot};
}

/// A handle at the foot of the mark at `share` of the plot's width, above the axis' numbers. True while it is dragged;
/// `share` is then the mouse's.
bool drag_mark(const char* id, const char* name, float& share, const PlotPlace& plot, const Area& room) {
  const float half = 0.45f * ImGui::GetFontSize();
  const float x = plot.left + share * plot.width, y = plot.top + plot.height;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({room.left, room.top}, {room.left + room.width, room.top + room.height});
  const ImVec2 tip = {x, y - 2.0f * half}, right = {x + half, y}, left = {x - half, y};
  list.AddTriangleFilled(tip, right, left, IM_COL32(255, 153, 38, 255));
  list.AddTriangle(tip, right, left, IM_COL32(16, 16, 20, 255));
  list.PopClipRect();
  begin_picture_handle(id, {x - half, plot.top, 2.0f * half, plot.height});
  const bool is_dragged = ImGui::IsItemActive() && !ImGui::IsItemActivated();
  if (ImGui::IsItemHovered() || is_dragged) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  if (ImGui::IsItemHovered() && !is_dragged) ImGui::SetTooltip("%s", name);
  end_picture_handle();
  if (is_dragged) share = std::clamp((ImGui::GetIO().MousePos.x - plot.left) / plot.width, 0.0f, 1.0f);
  return is_dragged && ImGui::GetIO().MouseDelta.x != 0.0f;
}

void draw_percentiles(Model& model, const OverlayNumbers& numbers, const Area& picture, const Area& room) {
  const OverlayPanel& panel = numbers.panels[PHOTOPIC_OVERLAY_PANEL_HISTOGRAM];
  if (panel.width == 0) return;
  session::Settings settings = model.session.controls.settings;
  if (settings.metering.method == session::MeteringMethod::pyramid) return;  // it has none
  const PlotPlace plot = place_of(panel, numbers, model.session.controls.overlay.scale, picture);
  const float least = settings.meter.min_log2_luminance, largest = settings.meter.max_log2_luminance;
  const auto share_of = [&](std::uint32_t value) {
    return std::clamp((numbers.values[value] - least) / (largest - least), 0.0f, 1.0f);
  };
  float low = share_of(PHOTOPIC_OVERLAY_VALUE_LOW_LOG2), high = share_of(PHOTOPIC_OVERLAY_VALUE_HIGH_LOG2);
  if (!std::isfinite(low) || !std::isfinite(high)) return;
  const std::string low_name = formatted("from percentile %.1f: drag it", double(settings.meter.low_percentile));
  const std::string high_name = formatted("to percentile %.1f: drag it", double(settings.meter.high_percentile));
  constexpr float kLeastApart = 1.0f;  // percent
  if (drag_mark("low percentile", low_name.c_str(), low, plot, room)) {
    settings.meter.low_percentile =
        std::clamp(percentile_at(numbers, low), 0.0f, settings.meter.high_percentile - kLeastApart);
    apply(model, settings);
  }
  if (drag_mark("high percentile", high_name.c_str(), high, plot, room)) {
    settings.meter.high_percentile =
        std::clamp(percentile_at(numbers, high), settings.meter.low_percentile + kLeastApart, 100.0f);
    apply(model, settings);
  }
}

/// Where the texel under the cursor stands among the colours, with its EV.
void draw_legend_cursor(const Model& model, const OverlayNumbers& numbers, const Area& picture, const Area& room) {
  const OverlayPanel& panel = numbers.panels[PHOTOPIC_OVERLAY_PANEL_LEGEND];
  if (panel.width == 0 || !model.inspected || !model.texel) return;
  const double luminance = luminance_of(model.session.weights(), model.texel->scene);
  if (!(luminance > 0.0) || !std::isfinite(luminance)) return;
  const PlotPlace plot = place_of(panel, numbers, model.session.controls.overlay.scale, picture);
  const double ev100 = texel_ev100(model.session.controls.settings, luminance);
  const float least = numbers.values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK];
  const float largest = numbers.values[PHOTOPIC_OVERLAY_VALUE_FALSE_TICK + PHOTOPIC_OVERLAY_FALSE_TICKS - 1];
  constexpr float kEnd = float(PHOTOPIC_OVERLAY_FALSE_END);
  const float place = kEnd + (float(ev100) - least) / (largest - least) * (1.0f - 2.0f * kEnd);
  const float x = plot.left + std::clamp(place, 0.0f, 1.0f) * plot.width;
  const float half = 0.35f * ImGui::GetFontSize();
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({room.left, room.top}, {room.left + room.width, room.top + room.height});
  list.AddRectFilled({x - 0.5f * plot.dot, plot.top}, {x + 0.5f * plot.dot, plot.top + plot.height},
                     IM_COL32(255, 255, 255, 255));
  list.AddTriangleFilled({x, plot.top}, {x - half, plot.top - 1.4f * half}, {x + half, plot.top - 1.4f * half},
                         IM_COL32(255, 255, 255, 255));
  const std::string text = formatted("%.2f EV", ev100);
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  // Beside the mark, on the side where there is room, on the panel's line of text.
  const bool is_left = x - plot.left > 0.5f * plot.width;
  const float left = is_left ? x - half - size.x - 0.3f * size.y : x + half + 0.3f * size.y;
  const ImVec2 corner = {left, plot.top - size.y};
  list.AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, IM_COL32(16, 17, 20, 255));
  list.AddText(corner, IM_COL32(255, 255, 255, 255), text.c_str());
  list.PopClipRect();
}

}  // namespace

void draw_overlay_tools(Model& model, const Area& picture, const Area& room) {
  if (!model.overlay_numbers) return;
  const OverlayNumbers& numbers = *model.overlay_numbers;
  const std::uint32_t shown = numbers.views & model.session.controls.overlay.views;
  const VkExtent2D extent = model.session.extent();
  if (numbers.picture.width != extent.width || numbers.picture.height != extent.height) return;
  if ((shown & photopic::kOverlayHistogram) != 0) draw_percentiles(model, numbers, picture, room);
  if ((shown & photopic::kOverlayFalseColor) != 0) draw_legend_cursor(model, numbers, picture, room);
}

}  // namespace viewer
