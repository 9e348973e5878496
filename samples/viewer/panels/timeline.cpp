// SPDX-License-Identifier: MIT
// Timeline of a camera path: keys that are dragged, and the time that is shown.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/input/path_actions.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/curve_widget.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

struct Strip {
  ImVec2 min, max;
  double end_s;

  float x(double time_s) const { return min.x + float(time_s / end_s) * (max.x - min.x); }
  double time_s(float x) const { return std::max(0.0, double((x - min.x) / (max.x - min.x)) * end_s); }
};

std::size_t key_near(const session::CameraPath& path, const Strip& strip, float x) {
  std::size_t nearest = path.keys().size();
  float least = 0.5f * ImGui::GetFontSize();
  for (std::size_t i = 0; i < path.keys().size(); ++i) {
    const float distance = std::abs(strip.x(path.keys()[i].time_s) - x);
    if (distance > least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}

void draw_strip(const Model& model, const Strip& strip) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float font = ImGui::GetFontSize(), middle = 0.5f * (strip.min.y + strip.max.y);
  list.AddRectFilled(strip.min, strip.max, kCurveGround);
  list.AddLine({strip.min.x, middle}, {strip.x(model.playback.path.duration_s()), middle}, kCurveText);
  const auto& keys = model.playback.path.keys();
  const bool is_dense = float(keys.size()) * font > strip.max.x - strip.min.x;  // as recorded ones are
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const float x = strip.x(keys[i].time_s), half = 0.32f * font;
    const bool is_chosen = i == model.path_key;
    if (is_dense && !is_chosen) {
      list.AddLine({x, middle - half}, {x, middle + half}, kCurveText);
      continue;
    }
    list.AddQuadFilled({x - half, middle}, {x, middle - half}, {x + half, middle}, {x, middle + half},
                       is_chosen ? kCurveHandle : kCurveText);
  }
  const float now = std::min(strip.x(model.playback.time_s), strip.max.x);
  list.AddLine({now, strip.min.y}, {now, strip.max.y}, kCurveLine, 0.1f * font);
}

/// Clicked and dragged: a key, or the time.
void edit_strip(Model& model) {
  session::Playback& playback = model.playback;
  const float font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(4.0f * font, ImGui::GetContentRegionAvail().x);
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID dragged_id = ImGui::GetID("dragged"), grip_id = ImGui::GetID("grip");
  ImGui::InvisibleButton("timeline", {width, 1.6f * font});
  const bool is_active = ImGui::IsItemActive(), is_hovered = ImGui::IsItemHovered();
  const double duration_s = playback.path.duration_s();
  const Strip strip = {{corner.x + 0.5f * font, corner.y},
                       {corner.x + width - 0.5f * font, corner.y + 1.6f * font},
                       model.timeline_span.end_s(duration_s, is_active || is_hovered)};
  const float mouse_x = std::clamp(ImGui::GetIO().MousePos.x, strip.min.x, strip.max.x);
  const std::size_t none = playback.path.keys().size();
  if (ImGui::IsItemActivated()) {
    const std::size_t near = key_near(playback.path, strip, mouse_x);
    storage.SetInt(dragged_id, near < none ? int(near) : -1);
    if (near < none) model.path_key = near;
    const double time_s = near < none ? playback.path.keys()[near].time_s : strip.time_s(mouse_x);
    storage.SetFloat(grip_id, mouse_x - strip.x(time_s));  // a key follows the mouse from where it was taken
    show_path_at(model, time_s);
  } else if (is_active && ImGui::GetIO().MouseDelta.x != 0.0f) {
    const double time_s = strip.time_s(mouse_x - storage.GetFloat(grip_id));
    const int dragged = storage.GetInt(dragged_id, -1);
    if (dragged >= 0 && std::size_t(dragged) < none) {
      model.path_key = std::size_t(dragged);
      move_key(model, time_s);
    } else {
      show_path_at(model, time_s);
    }
  }
  draw_strip(model, strip);
  // On a line of its own: a tooltip would cover buttons.
  if (is_hovered && !is_active) {
    ImGui::TextDisabled("click: go to %.2f s; drag a key to move it", strip.time_s(mouse_x));
  } else {
    ImGui::TextDisabled("%.2f s   key %zu of %zu, at %.2f s", playback.time_s, model.path_key + 1, none,
                        playback.path.keys()[model.path_key].time_s);
  }
}

}  // namespace

void draw_timeline(Model& model) {
  if (model.path_recorder.is_on()) return;
  const session::Playback& playback = model.playback;
  if (button("Add key", 3)) add_key(model);
  tooltip_beside("K\nthe camera as it is, 2 s after the last key");
  if (!playback.is_possible()) return;
  model.path_key = std::min(model.path_key, playback.path.keys().size() - 1);
  ImGui::SameLine();
  if (button("Set key", 3)) set_key(model);
  tooltip_beside("Shift+K\nthe camera as it is, at the time that is shown");
  ImGui::SameLine();
  if (button("Remove key", 3)) remove_key(model);
  tooltip_beside("Delete\nthe one that is marked");
  edit_strip(model);
}

}  // namespace viewer
