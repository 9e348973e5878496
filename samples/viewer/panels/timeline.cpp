// SPDX-License-Identifier: MIT
// Timeline of a camera path: keys that are dragged, and the time that is shown.
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "viewer/model/making/path_keys.h"
#include "viewer/panels/curve_widget.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace viewer {
namespace {

constexpr double kNextKey_s = 2.0;  // a key that is added comes so much later than the last
constexpr double kRoom = 1.2;       // that is shown, of the path's duration: the last key can be dragged later
constexpr double kLeastShown_s = 1.0;

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
  // While a key is dragged, the scale stays.
  ImGuiStorage& storage = *ImGui::GetStateStorage();
  const ImGuiID end_id = ImGui::GetID("end"), dragged_id = ImGui::GetID("dragged");
  double end_s = std::max(kRoom * playback.path.duration_s(), kLeastShown_s);
  ImGui::InvisibleButton("timeline", {width, 1.6f * font});
  const bool is_active = ImGui::IsItemActive();
  if (is_active && !ImGui::IsItemActivated()) {
    end_s = double(storage.GetFloat(end_id, float(end_s)));
  } else {
    storage.SetFloat(end_id, float(end_s));
  }
  const Strip strip = {
      {corner.x + 0.5f * font, corner.y}, {corner.x + width - 0.5f * font, corner.y + 1.6f * font}, end_s};
  const float mouse_x = std::clamp(ImGui::GetIO().MousePos.x, strip.min.x, strip.max.x);
  const std::size_t none = playback.path.keys().size();
  if (ImGui::IsItemActivated()) {
    const std::size_t near = key_near(playback.path, strip, mouse_x);
    storage.SetInt(dragged_id, near < none ? int(near) : -1);
    if (near < none) model.path_key = near;
    playback.time_s = near < none ? playback.path.keys()[near].time_s : strip.time_s(mouse_x);
  } else if (is_active && ImGui::GetIO().MouseDelta.x != 0.0f) {
    const int dragged = storage.GetInt(dragged_id, -1);
    playback.time_s = strip.time_s(mouse_x);
    if (dragged >= 0 && std::size_t(dragged) < none) {
      playback.path = with_moved_key(playback.path, std::size_t(dragged), playback.time_s).path;
      playback.time_s = playback.path.keys()[std::size_t(dragged)].time_s;
    }
  }
  if (is_active) {
    playback.is_playing = false;
    model.session.controls.view.pose = playback.path.at(playback.time_s);
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%.2f s: click for a time, drag a key", strip.time_s(mouse_x));
  draw_strip(model, strip);
}

void take(Model& model, const EditedPath& edited) {
  model.playback.path = edited.path;
  model.path_key = edited.key;
  model.playback.time_s = edited.path.keys()[edited.key].time_s;
  model.playback.is_playing = false;
}

}  // namespace

void draw_timeline(Model& model) {
  if (model.path_recorder.is_on()) return;
  session::Playback& playback = model.playback;
  const session::Pose& pose = model.session.controls.view.pose;
  if (button("Add key", 3)) {
    const bool is_first = playback.path.is_empty();
    take(model, with_key(playback.path, is_first ? 0.0 : playback.path.duration_s() + kNextKey_s, pose));
  }
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("the camera as it is, 2 s after the last key");
  if (!playback.is_possible()) return;
  model.path_key = std::min(model.path_key, playback.path.keys().size() - 1);
  ImGui::SameLine();
  if (button("Set key", 3)) take(model, with_key(playback.path, playback.time_s, pose));
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("the camera as it is, at the time that is shown");
  ImGui::SameLine();
  if (button("Remove key", 3, "the one that is marked")) playback.path = without_key(playback.path, model.path_key);
  model.path_key = std::min(model.path_key, playback.path.keys().size() - 1);
  edit_strip(model);
  const session::CameraKey& key = playback.path.keys()[model.path_key];
  ImGui::TextDisabled("%.2f s   key %zu of %zu, at %.2f s", playback.time_s, model.path_key + 1,
                      playback.path.keys().size(), key.time_s);
}

}  // namespace viewer
