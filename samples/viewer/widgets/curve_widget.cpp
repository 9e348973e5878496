// SPDX-License-Identifier: MIT
// Drawing and dragging of curves.
#include "viewer/widgets/curve_widget.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "viewer/model/formatted.h"

#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kLeft_ev = -10.0f, kRight_ev = 20.0f;  // shown at least
constexpr float kStep_ev = 5.0f;                       // of the grid
constexpr float kMost_ev = 64.0f;                      // that curves may reach

std::uint32_t point_near(const photopic::Curve& curve, const CurveFrame& frame, ImVec2 mouse) {
  std::uint32_t nearest = kNoPoint;
  float least = ImGui::GetFontSize() * 0.7f;
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    const ImVec2 place = frame.at(curve.points[i].x, curve.points[i].y);
    const float distance = std::hypot(place.x - mouse.x, place.y - mouse.y);
    if (distance > least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

/// To a power of ten that is at most a hundredth of `range`: few digits in settings.
float rounded(float value, float range) {
  const double steps_per_unit = std::pow(10.0, -std::floor(std::log10(0.01 * double(range))));
  return float(std::round(double(value) * steps_per_unit) / steps_per_unit);
}

void draw_ev_grid(const CurveFrame& frame) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float font = ImGui::GetFontSize();
  list.AddRectFilled(frame.min, frame.max, kCurveGround);
  for (float ev = std::ceil(frame.left / kStep_ev) * kStep_ev; ev <= frame.right; ev += kStep_ev) {
    const float x = frame.at(ev, 0.0f).x;
    list.AddLine({x, frame.min.y}, {x, frame.max.y}, kCurveGrid);
    const std::string text = formatted("%.0f", double(ev) + 0.0);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const float left = std::min(x - 0.5f * width, frame.max.x + 0.4f * font - width);
    list.AddText({left, frame.max.y + 0.15f * font}, kCurveText, text.c_str());
  }
  for (const float value : {frame.low, 0.5f * (frame.low + frame.high), frame.high}) {
    const float y = frame.at(0.0f, value).y;
    list.AddLine({frame.min.x, y}, {frame.max.x, y}, kCurveGrid);
    const std::string text = formatted("%.3g", double(value));
    list.AddText({frame.min.x - ImGui::CalcTextSize(text.c_str()).x - 0.4f * font,
                  std::clamp(y - 0.5f * font, frame.min.y, frame.max.y - font)},
                 kCurveText, text.c_str());
  }
}

/// A hundredth of what is shown for each step of the arrows. A ring is about the point that has the keys.
bool take_keys(photopic::Curve& curve, const CurveFrame& frame, const CurveLimits& limits) {
  const HeldKeys keys = held_keys();
  if (!has_keyboard()) return false;
  ImGui::GetForegroundDrawList()->AddRect(frame.min, frame.max, kCurveHandle, 0.0f, 0, 2.0f);
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID("marked");
  const int last = int(curve.count) - 1;
  int marked = std::clamp(storage.GetInt(id, 0) + keys.next, 0, std::max(0, last));
  const bool has_point = last >= 0;
  const float wide = frame.right - frame.left, high = frame.high - frame.low;
  bool is_changed = false;
  if (keys.adds) {
    photopic::Curve::Point point = {0.5f * (frame.left + frame.right), 0.5f * (frame.low + frame.high)};
    if (has_point) {
      const photopic::Curve::Point& from = curve.points[marked];
      const float to = marked < last ? curve.points[marked + 1].x : frame.right;
      point = {rounded(0.5f * (from.x + to), wide), from.y};
    }
    const std::uint32_t added = insert_point(curve, point, limits);
    is_changed = added != kNoPoint;
    if (is_changed) marked = int(added);
  } else if (has_point && keys.removes) {
    remove_point(curve, std::uint32_t(marked));
    marked = std::max(0, marked - 1);
    is_changed = true;
  } else if (has_point && (keys.steps.x != 0.0f || keys.steps.y != 0.0f)) {
    const photopic::Curve::Point& from = curve.points[marked];
    const float y = std::clamp(from.y + 0.01f * high * keys.steps.y, frame.low, frame.high);
    move_point(curve, std::uint32_t(marked), {from.x + 0.01f * wide * keys.steps.x, y}, limits);
    is_changed = true;
  }
  storage.SetInt(id, marked);
  if (marked < int(curve.count)) {
    const ImVec2 place = frame.at(curve.points[marked].x, curve.points[marked].y);
    ImGui::GetForegroundDrawList()->AddCircle(place, 0.55f * ImGui::GetFontSize(), kCurveHandle, 0, 2.0f);
  }
  return is_changed;
}

}  // namespace

bool edit_points(const char* id, photopic::Curve& curve, const CurveFrame& frame, float below,
                 const CurveLimits& limits) {
  ImGui::PushID(id);
  const float font = ImGui::GetFontSize();
  ImGui::SetCursorScreenPos({frame.min.x - 0.4f * font, frame.min.y - 0.3f * font});
  ImGui::InvisibleButton("curve", {frame.max.x - frame.min.x + 0.8f * font, frame.max.y - frame.min.y + below},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID("dragged");
  auto dragged = std::uint32_t(storage.GetInt(key, int(kNoPoint)));
  const photopic::Curve::Point under = {rounded(frame.point_at(mouse).x, frame.right - frame.left),
                                        rounded(frame.point_at(mouse).y, frame.high - frame.low)};
  bool is_changed = false;
  if (ImGui::IsItemClicked(ImGuiMouseButton_Left)) {
    dragged = point_near(curve, frame, mouse);
    if (dragged == kNoPoint) {
      dragged = insert_point(curve, under, limits);
      is_changed = dragged != kNoPoint;
    }
  }
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
    const std::uint32_t near = point_near(curve, frame, mouse);
    if (near != kNoPoint) remove_point(curve, near);
    is_changed |= near != kNoPoint;
    dragged = kNoPoint;
  }
  const bool is_dragging = ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left);
  if (!is_dragging || dragged >= curve.count) dragged = kNoPoint;
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  if (dragged != kNoPoint && (moved.x != 0.0f || moved.y != 0.0f)) {
    move_point(curve, dragged, {under.x, std::clamp(under.y, frame.low, frame.high)}, limits);
    is_changed = true;
  }
  storage.SetInt(key, int(dragged));
  is_changed |= take_keys(curve, frame, limits);
  ImGui::PopID();
  return is_changed;
}

bool ev_curve(const char* id, photopic::Curve& curve, float y_min, float y_max,
              const std::function<float(float)>& neutral, float mark_ev, float height) {
  const float font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(4.0f * font, ImGui::GetContentRegionAvail().x);
  CurveFrame frame = {{corner.x + 2.2f * font, corner.y + 0.3f * font},
                      {corner.x + width - 0.4f * font, corner.y + height},
                      kLeft_ev,
                      kRight_ev,
                      y_min,
                      y_max};
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    frame.left = std::min(frame.left, curve.points[i].x);
    frame.right = std::max(frame.right, curve.points[i].x);
    frame.low = std::min(frame.low, curve.points[i].y);
    frame.high = std::max(frame.high, curve.points[i].y);
  }
  const bool is_changed = edit_points(id, curve, frame, 1.8f * font, {-kMost_ev, kMost_ev, -kMost_ev, kMost_ev, 0.1f});
  if (ImGui::IsItemHovered()) {
    const photopic::Curve::Point at = frame.point_at(ImGui::GetIO().MousePos);
    ImGui::SetTooltip("EV %.1f: %.2f\n%s%s", double(at.x), double(at.y), kCurveHelp, note_of(curve));
  }
  draw_ev_grid(frame);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(frame.min, frame.max, true);
  if (std::isfinite(mark_ev)) {
    const float x = frame.at(mark_ev, 0.0f).x;
    list.AddLine({x, frame.min.y}, {x, frame.max.y}, IM_COL32(89, 166, 255, 200));
  }
  std::vector<ImVec2> line;
  if (curve.count == 0) {
    for (const float ev : {frame.left, frame.right}) line.push_back(frame.at(ev, neutral(ev)));
  } else {
    line.push_back(frame.at(frame.left, curve.points[0].y));
    for (std::uint32_t i = 0; i < curve.count; ++i) line.push_back(frame.at(curve.points[i].x, curve.points[i].y));
    line.push_back(frame.at(frame.right, curve.points[curve.count - 1].y));
  }
  list.AddPolyline(line.data(), int(line.size()), curve.count == 0 ? kCurveText : kCurveLine, ImDrawFlags_None,
                   0.12f * font);
  list.PopClipRect();
  for (std::uint32_t i = 0; i < curve.count; ++i) {
    const ImVec2 place = frame.at(curve.points[i].x, curve.points[i].y);
    list.AddCircleFilled(place, 0.3f * font, kCurveHandle);
    list.AddCircle(place, 0.3f * font, kCurveGround, 0, 1.5f);
  }
  return is_changed;
}

}  // namespace viewer
