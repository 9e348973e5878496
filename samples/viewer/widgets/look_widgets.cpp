// SPDX-License-Identifier: MIT
// Drawing and dragging of wheels and hue curves.
#include "viewer/widgets/look_widgets.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "reference/display/hue_curves.h"
#include "reference/display/spaces.h"
#include "reference/display/transfer.h"
#include "viewer/inspection/wheel.h"
#include "viewer/model/formatted.h"
#include "viewer/widgets/curve_widget.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kTurn = 360.0f;
constexpr float kLeastGap = 1.0f;  // degrees between points

/// A colour of this hue in Oklab, of middle lightness.
ImU32 color_of_hue(float degrees) {
  constexpr double kLightness = 0.7, kChroma = 0.11;
  const double angle = double(degrees) * std::numbers::pi / 180.0;
  const reference::Rgb linear =
      reference::from_oklab({kLightness, kChroma * std::cos(angle), kChroma * std::sin(angle)});
  return IM_COL32(reference::srgb_code8(linear.r), reference::srgb_code8(linear.g), reference::srgb_code8(linear.b),
                  255);
}

ImU32 wheel_color(float angle) {
  const std::array<float, 3> rgb = wheel_rgb({0.5f * std::cos(angle), 0.5f * std::sin(angle), 0.45f});
  const auto code = [](float value) { return int(255.0f * std::clamp(value, 0.0f, 1.0f)); };
  return IM_COL32(code(rgb[0]), code(rgb[1]), code(rgb[2]), 255);
}

void draw_wheel(ImVec2 middle, float radius, const WheelPlace& place, float reach) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  constexpr int kParts = 72;
  const float ring = std::max(2.0f, 0.07f * radius);
  list.AddCircleFilled(middle, radius, kCurveGround, kParts);
  const auto at = [&](float angle, float distance) {
    return ImVec2(middle.x + distance * std::cos(angle), middle.y - distance * std::sin(angle));
  };
  for (int i = 0; i < kParts; ++i) {
    constexpr float kStep = 2.0f * std::numbers::pi_v<float> / kParts;
    const float angle = kStep * float(i);
    list.AddLine(at(angle, radius - 0.5f * ring), at(angle + 1.1f * kStep, radius - 0.5f * ring), wheel_color(angle),
                 ring);
  }
  list.AddLine({middle.x - radius + ring, middle.y}, {middle.x + radius - ring, middle.y}, kCurveGrid);
  list.AddLine({middle.x, middle.y - radius + ring}, {middle.x, middle.y + radius - ring}, kCurveGrid);
  const float distance = std::hypot(place.x, place.y);
  const float shown = std::min(distance / reach, 1.0f) * (radius - ring);
  const ImVec2 handle = distance > 0.0f ? at(std::atan2(place.y, place.x), shown) : middle;
  list.AddCircleFilled(handle, std::max(3.0f, 0.1f * radius), kCurveHandle);
  list.AddCircle(handle, std::max(3.0f, 0.1f * radius), kCurveGround);
}

void draw_curve(const CurveFrame& frame, const photopic::Curve& curve, const HueCurveRange& range) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float font = ImGui::GetFontSize();
  const float strip = 0.5f * font;
  list.AddRectFilled(frame.min, frame.max, kCurveGround);
  constexpr int kColors = 36;
  for (int i = 0; i < kColors; ++i) {
    const float from = kTurn * float(i) / kColors, to = kTurn * float(i + 1) / kColors;
    list.AddRectFilledMultiColor({frame.at(from, 0.0f).x, frame.max.y}, {frame.at(to, 0.0f).x, frame.max.y + strip},
                                 color_of_hue(from), color_of_hue(to), color_of_hue(to), color_of_hue(from));
  }
  for (int degrees = 60; degrees < 360; degrees += 60) {
    const float x = frame.at(float(degrees), 0.0f).x;
    list.AddLine({x, frame.min.y}, {x, frame.max.y}, kCurveGrid);
  }
  list.AddLine(frame.at(0.0f, range.neutral), frame.at(kTurn, range.neutral), kCurveGrid, 2.0f);
  for (const float value : {frame.low, range.neutral, frame.high}) {
    const std::string signed_text = formatted(range.format, double(value));
    const std::string text = signed_text.starts_with("+0") ? signed_text.substr(1) : signed_text;
    const float top = std::clamp(frame.at(0.0f, value).y - 0.5f * font, frame.min.y, frame.max.y - font);
    list.AddText({frame.min.x - ImGui::CalcTextSize(text.c_str()).x - 0.4f * font, top}, kCurveText, text.c_str());
  }
  reference::HueCurve points;
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    points.push_back({double(curve.points[i].x), double(curve.points[i].y)});
  }
  std::vector<ImVec2> line;
  constexpr int kSteps = 180;
  for (int i = 0; i <= kSteps; ++i) {
    const float degrees = kTurn * float(i) / kSteps;
    const float value = points.empty() ? range.neutral : float(reference::hue_spline(points, double(degrees)));
    line.push_back(frame.at(degrees, value));
  }
  list.PushClipRect(frame.min, frame.max, true);
  list.AddPolyline(line.data(), int(line.size()), kCurveLine, ImDrawFlags_None, 0.12f * font);
  list.PopClipRect();
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    const ImVec2 place = frame.at(curve.points[i].x, curve.points[i].y);
    list.AddCircleFilled(place, 0.32f * font, color_of_hue(curve.points[i].x));
    list.AddCircle(place, 0.32f * font, kCurveLine, 0, 1.5f);
  }
}

}  // namespace

bool wheel(const char* label, std::array<float, 3>& rgb, const WheelRange& range, float size) {
  ImGui::PushID(label);
  ImGui::BeginGroup();
  WheelPlace place = wheel_place(rgb);
  const ImVec2 text = ImGui::CalcTextSize(label), title = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddText({title.x + 0.5f * std::max(0.0f, size - text.x), title.y},
                                      ImGui::GetColorU32(ImGuiCol_Text), label);
  ImGui::Dummy({size, text.y});
  const float radius = 0.5f * size;
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::InvisibleButton("wheel", {size, size});
  bool is_changed = false;
  if (ImGui::IsItemActive() && !ImGui::IsItemActivated()) {
    const ImVec2 moved = ImGui::GetIO().MouseDelta;
    place.x += moved.x * range.reach / radius;
    place.y -= moved.y * range.reach / radius;
    is_changed = moved.x != 0.0f || moved.y != 0.0f;
  }
  const ImVec2 steps = held_keys().steps;
  if (steps.x != 0.0f || steps.y != 0.0f) {
    constexpr float kStep = 0.01f;  // of the reach
    place.x += kStep * range.reach * steps.x;
    place.y += kStep * range.reach * steps.y;
    is_changed = true;
  }
  const bool is_marked = has_keyboard();
  if (ImGui::IsItemHovered() || is_marked) {
    ImGui::SetTooltip("red %.3f, green %.3f, blue %.3f\ndrag, or Space and arrows; double click: neutral",
                      double(rgb[0]), double(rgb[1]), double(rgb[2]));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(0)) {
      place = {0.0f, 0.0f, range.neutral};
      is_changed = true;
    }
  }
  draw_wheel({corner.x + radius, corner.y + radius}, radius, place, range.reach);
  if (is_marked)
    ImGui::GetWindowDrawList()->AddCircle({corner.x + radius, corner.y + radius}, radius, kCurveHandle, 0, 3.0f);
  ImGui::SetNextItemWidth(size);
  is_changed |= ImGui::DragFloat("##mean", &place.mean, 0.004f, range.min, range.max, "%.3f",
                                 ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoRoundToFormat);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("mean of red, green and blue: drag, or type after Ctrl+click");
  ImGui::EndGroup();
  ImGui::PopID();
  if (!is_changed) return false;
  rgb = wheel_rgb(place);
  for (float& channel : rgb) channel = std::clamp(channel, range.min, range.max);
  return true;
}

bool hue_curve(const char* id, photopic::Curve& curve, const HueCurveRange& range, float height) {
  const float font = ImGui::GetFontSize();
  CurveFrame frame = {{}, {}, 0.0f, kTurn, range.min, range.max};
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    frame.low = std::min(frame.low, curve.points[i].y);
    frame.high = std::max(frame.high, curve.points[i].y);
  }
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(4.0f * font, ImGui::GetContentRegionAvail().x);
  frame.min = {corner.x + 3.0f * font, corner.y + 0.3f * font};
  frame.max = {corner.x + width - 0.4f * font, corner.y + height};
  const bool is_changed =
      edit_points(id, curve, frame, 1.1f * font, {0.0f, kTurn - kLeastGap, range.least, range.most, kLeastGap});
  if (ImGui::IsItemHovered()) {
    const photopic::Curve::Point at = frame.point_at(ImGui::GetIO().MousePos);
    ImGui::SetTooltip("hue %.0f\u00b0: %s\n%s%s", double(at.x), formatted(range.format, double(at.y)).c_str(),
                      kCurveHelp, note_of(curve));
  }
  draw_curve(frame, curve, range);
  return is_changed;
}

}  // namespace viewer
