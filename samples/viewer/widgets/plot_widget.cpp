// SPDX-License-Identifier: MIT
// Drawing of a plot in a panel.
#include "viewer/widgets/plot_widget.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace viewer {
namespace {

constexpr ImU32 kPlotGround = IM_COL32(24, 24, 24, 255);
constexpr ImU32 kGrid = IM_COL32(58, 58, 58, 255);
constexpr ImU32 kNumbers = IM_COL32(160, 160, 160, 255);
constexpr ImU32 kCursor = IM_COL32(200, 200, 200, 120);

/// 1, 2 or 5 times a power of ten: about `count` of it fill the range.
float step_of(float range, float count) {
  const float raw = range / std::max(count, 1.0f);
  const float power = std::pow(10.0f, std::floor(std::log10(raw)));
  for (const float factor : {1.0f, 2.0f, 5.0f}) {
    if (factor * power >= raw) return factor * power;
  }
  return 10.0f * power;
}

/// Zero has no sign.
std::string number(const char* format, float value) {
  char text[48];
  std::snprintf(text, sizeof text, format, double(value));
  return value == 0.0f && text[0] == '+' ? text + 1 : text;
}

/// Of a numbered grid line at `value`: a power of ten of the unit, where the axis is a logarithm.
std::string label(const PlotAxes& axes, float value) {
  return axes.is_y_log10 ? number(axes.y_format, std::pow(10.0f, value)) : number(axes.y_format, value);
}

class Frame {
 public:
  Frame(ImVec2 min, ImVec2 max, const PlotAxes& axes) : min_(min), max_(max), axes_(axes) {}

  float x(float value) const {
    return min_.x + (value - axes_.x_min) / (axes_.x_max - axes_.x_min) * (max_.x - min_.x);
  }
  float y(float value) const {
    return max_.y - (value - axes_.y_min) / (axes_.y_max - axes_.y_min) * (max_.y - min_.y);
  }
  float value_at(float x) const { return axes_.x_min + (x - min_.x) / (max_.x - min_.x) * (axes_.x_max - axes_.x_min); }

  void draw_grid(ImDrawList& list) const {
    const float font = ImGui::GetFontSize();
    list.AddRectFilled(min_, max_, kPlotGround);
    const float widest = std::max(ImGui::CalcTextSize(number(axes_.x_format, axes_.x_min).c_str()).x,
                                  ImGui::CalcTextSize(number(axes_.x_format, axes_.x_max).c_str()).x);
    const float x_step = step_of(axes_.x_max - axes_.x_min, (max_.x - min_.x) / (1.6f * widest));
    for (float value = std::ceil(axes_.x_min / x_step) * x_step; value <= axes_.x_max; value += x_step) {
      const float clean = std::abs(value) < 1e-3f * x_step ? 0.0f : value;
      const std::string text = number(axes_.x_format, clean);
      const float width = ImGui::CalcTextSize(text.c_str()).x;
      list.AddLine({x(value), min_.y}, {x(value), max_.y}, kGrid);
      const float left = std::min(x(value) - 0.5f * width, max_.x + 0.2f * font - width);
      list.AddText({left, max_.y + 0.15f * font}, kNumbers, text.c_str());
    }
    const float least_step = axes_.is_y_log10 ? 1.0f : 0.0f;
    const float y_step = std::max(least_step, step_of(axes_.y_max - axes_.y_min, (max_.y - min_.y) / (2.2f * font)));
    for (float value = std::ceil(axes_.y_min / y_step) * y_step; value <= axes_.y_max; value += y_step) {
      const float clean = std::abs(value) < 1e-3f * y_step ? 0.0f : value;
      const std::string text = label(axes_, clean);
      list.AddLine({min_.x, y(value)}, {max_.x, y(value)}, kGrid);
      const float top = std::clamp(y(value) - 0.5f * font, min_.y, max_.y - font);
      list.AddText({min_.x - ImGui::CalcTextSize(text.c_str()).x - 0.4f * font, top}, kNumbers, text.c_str());
    }
  }

  void draw(ImDrawList& list, const PlotLine& line) const {
    list.PushClipRect(min_, max_, true);
    std::vector<ImVec2> points;
    points.reserve(line.points.size());
    for (const ImVec2& point : line.points) points.emplace_back(x(point.x), y(point.y));
    list.AddPolyline(points.data(), int(points.size()), line.color, ImDrawFlags_None, 0.12f * ImGui::GetFontSize());
    list.PopClipRect();
  }

 private:
  ImVec2 min_, max_;
  const PlotAxes& axes_;
};

float widest_number(const PlotAxes& axes) {
  const float low = axes.is_y_log10 ? std::ceil(axes.y_min) : axes.y_min;
  const float high = axes.is_y_log10 ? std::floor(axes.y_max) : axes.y_max;
  return std::max(ImGui::CalcTextSize(label(axes, low).c_str()).x, ImGui::CalcTextSize(label(axes, high).c_str()).x);
}

void draw_names(std::span<const PlotLine> lines) {
  const float font = ImGui::GetFontSize();
  const float right = ImGui::GetWindowContentRegionMax().x;
  bool is_first = true;
  for (const PlotLine& line : lines) {
    const float width = 1.8f * font + ImGui::CalcTextSize(line.name.c_str()).x;
    if (!is_first) {
      ImGui::SameLine(0.0f, font);
      if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
    }
    is_first = false;
    const ImVec2 place = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled({place.x, place.y + 0.4f * font},
                                              {place.x + 1.2f * font, place.y + 0.6f * font}, line.color);
    ImGui::Dummy({1.4f * font, font});
    ImGui::SameLine(0.0f, 0.3f * font);
    ImGui::TextUnformatted(line.name.c_str());
  }
}

void show_values(const Frame& frame, const PlotAxes& axes, std::span<const PlotLine> lines, ImVec2 min, ImVec2 max) {
  const float x = std::clamp(ImGui::GetIO().MousePos.x, min.x, max.x);
  ImGui::GetWindowDrawList()->AddLine({x, min.y}, {x, max.y}, kCursor);
  const float value = frame.value_at(x);
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(number(axes.x_format, value).c_str());
  for (const PlotLine& line : lines) {
    if (line.points.empty()) continue;
    const auto nearest = std::min_element(line.points.begin(), line.points.end(), [&](ImVec2 a, ImVec2 b) {
      return std::abs(a.x - value) < std::abs(b.x - value);
    });
    ImGui::TextUnformatted((line.name + ": " + label(axes, nearest->y)).c_str());
  }
  ImGui::EndTooltip();
}

}  // namespace

ImU32 line_color(std::size_t index) {
  // Okabe and Ito, 2008.
  static constexpr ImU32 kColors[] = {IM_COL32(230, 159, 0, 255),   IM_COL32(86, 180, 233, 255),
                                      IM_COL32(0, 158, 115, 255),   IM_COL32(240, 228, 66, 255),
                                      IM_COL32(204, 121, 167, 255), IM_COL32(213, 94, 0, 255)};
  return kColors[index % std::size(kColors)];
}

void plot(const char* id, float height, const PlotAxes& axes, std::span<const PlotLine> lines) {
  const float font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
  const ImVec2 min = {corner.x + widest_number(axes) + 0.5f * font, corner.y + 0.3f * font};
  const ImVec2 max = {corner.x + width - 0.2f * font, corner.y + height};
  const Frame frame(min, max, axes);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  frame.draw_grid(list);
  for (const PlotLine& line : lines) frame.draw(list, line);
  ImGui::InvisibleButton(id, {width, height + 1.4f * font});
  if (ImGui::IsItemHovered()) show_values(frame, axes, lines, min, max);
  draw_names(lines);
}

void fit_y(PlotAxes& axes, std::span<const PlotLine> lines, float least) {
  bool is_first = true;
  for (const PlotLine& line : lines) {
    for (const ImVec2& point : line.points) {
      axes.y_min = is_first ? point.y : std::min(axes.y_min, point.y);
      axes.y_max = is_first ? point.y : std::max(axes.y_max, point.y);
      is_first = false;
    }
  }
  const float room = std::max(0.08f * (axes.y_max - axes.y_min), 0.5f * (least - (axes.y_max - axes.y_min)));
  axes.y_min -= room;
  axes.y_max += room;
}

}  // namespace viewer
