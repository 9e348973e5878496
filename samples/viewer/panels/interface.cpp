// SPDX-License-Identifier: MIT
// Menu, panel column, messages, questions, help.
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>

#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

namespace viewer {
namespace {

constexpr float kColumnWidth = 350.0f;
constexpr float kColumnShare = 0.7f;  // of the window, at most
constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr const char* kKeys[][2] = {
    {"W A S D", "move; Q and E: down and up; Shift: faster"},
    {"Drag, arrows", "look around; in pictures, or with Ctrl: pan; arrows with Shift: faster"},
    {"Wheel", "speed of movement; in pictures and panoramas, or with Ctrl: zoom"},
    {"Ctrl++, Ctrl+-", "zoom in, zoom out; + and - of the number pad without Ctrl"},
    {"F, Shift+F", "fit the picture; a pixel for each texel; Ctrl+0 and Ctrl+1 too"},
    {"I", "inspect the pixel under the cursor"},
    {"Space", "play or pause the camera path"},
    {"Page Up, Down", "the path's previous, next key; Shift: the marked key earlier, later"},
    {"K, Shift+K, Del", "a key behind the last; at the time that is shown; without the marked key"},
    {"R", "reset the exposure, as after a cut"},
    {"L", "lock the exposure"},
    {"1 to 9, 0, -", "open or close a panel"},
    {"Tab", "hide or show panels and menu"},
    {"Ctrl+O", "open a scene, picture or panorama; or drop it"},
    {"Ctrl+Z, Ctrl+Y", "undo, redo"},
    {"Alt+1 to 3", "settings A, B, C"},
    {"F6, F10", "keyboard to the panels, to the menu: arrows, Enter or Space, Escape"},
    {"Escape", "leaves help, a list, loading, a recording, an error map, a calibration screen"},
    {"Right click", "on a setting: back to its default"},
    {"Gamepad", "sticks fly and look, triggers sink and rise; A plays, X locks, B resets"},
    {"F1", "this help"},
    {"F11", "full screen"},
    {"F12", "screenshot of the picture; Shift+F12: of the window"},
    {"Ctrl+Q", "quit"},
};

void draw_column(Model& model, const Area& area) {
  ImGui::SetNextWindowPos({area.left, area.top});
  ImGui::SetNextWindowSize({area.width, area.height});
  if (std::exchange(model.panels.wants_focus, false)) ImGui::SetNextWindowFocus();
  ImGui::Begin("Panels", nullptr, kFixed | ImGuiWindowFlags_AlwaysVerticalScrollbar);
  for (std::size_t i = 0; i < session::kPanels; ++i) {
    ImGui::SetNextItemOpen(model.panels.is_open[i]);
    const float top = ImGui::GetCursorPosY();
    model.panels.is_open[i] = ImGui::CollapsingHeader(kPanelEntries[i].title);
    if (!model.panels.is_open[i]) continue;
    if (model.panels.scroll_to == session::Panel(i)) {
      ImGui::SetScrollY(top - ImGui::GetStyle().WindowPadding.y);
      model.panels.scroll_to.reset();
    }
    ImGui::PushID(int(i));
    kPanelEntries[i].draw(model);
    ImGui::PopID();
    ImGui::Dummy({0.0f, 0.4f * ImGui::GetFontSize()});
  }
  ImGui::End();
}

/// From the middle of the picture's lower edge upwards: the overlay has the corners.
void draw_messages(Model& model, const Area& picture) {
  const float margin = 0.6f * ImGui::GetFontSize();
  float bottom = picture.top + picture.height - margin;
  const auto box = [&](const char* id, const std::string& text, ImU32 ground, bool can_close) {
    bool is_kept = true;
    ImGui::SetNextWindowPos({picture.left + 0.5f * picture.width, bottom}, ImGuiCond_Always, {0.5f, 1.0f});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {std::max(1.0f, picture.width - 2.0f * margin), FLT_MAX});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ground);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    if (can_close) {
      is_kept = !ImGui::SmallButton("x");
      ImGui::SameLine();
    }
    ImGui::PushTextWrapPos(std::max(4.0f * ImGui::GetFontSize(), picture.width - 4.0f * margin));
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    bottom -= ImGui::GetWindowSize().y + 0.5f * margin;
    ImGui::End();
    ImGui::PopStyleColor();
    return is_kept;
  };
  constexpr ImU32 kError = IM_COL32(120, 28, 24, 235), kNote = IM_COL32(44, 44, 44, 225);
  if (!model.messages.hint_text().empty())
    box(("hint##" + model.messages.hint_text()).c_str(), model.messages.hint_text(), kNote, false);
  for (std::size_t i = model.messages.shown().size(); i-- > 0;) {
    const Messages::Message message = model.messages.shown()[i];
    // By its text: a window fits what it held in the frame before.
    const std::string id = "message##" + message.text;
    if (!box(id.c_str(), message.text, message.is_error ? kError : kNote, message.is_error)) model.messages.close(i);
  }
  if (!model.pending.empty()) box("pending", "loading " + model.pending.string(), kNote, false);
}

/// A box for a progress bar, until ImGui::End(); `pivot_y`: 0 above the picture, 0.5 in its middle.
void begin_progress(const char* id, const Area& picture, float pivot_y) {
  const float font = ImGui::GetFontSize();
  const float top = picture.top + (pivot_y == 0.0f ? font : pivot_y * picture.height);
  ImGui::SetNextWindowPos({picture.left + 0.5f * picture.width, top}, ImGuiCond_Always, {0.5f, pivot_y});
  ImGui::SetNextWindowSize({std::min(24.0f * font, std::max(picture.width, 1.0f)), 0.0f});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoFocusOnAppearing);
}

/// How far a file is, over the picture of before.
void draw_loading(Model& model, const Area& picture) {
  if (!model.loading.is_on()) return;
  begin_progress("loading", picture, 0.5f);
  ImGui::TextUnformatted(("loading " + model.loading.file().filename().string()).c_str());
  ImGui::ProgressBar(model.loading.done(), {-FLT_MIN, 0.0f});
  if (button("Cancel")) model.loading.stop();
  ImGui::End();
}

/// How far a video is, above the picture.
void draw_recording(Model& model, const Area& picture) {
  const Recording& recording = model.recording;
  if (!recording.is_on()) return;
  begin_progress("recording", picture, 0.0f);
  if (recording.frames() > 0) {
    const std::string text = formatted("%zu of %zu frames", recording.done(), recording.frames());
    ImGui::ProgressBar(float(recording.done()) / float(recording.frames()), {-FLT_MIN, 0.0f}, text.c_str());
  } else {
    ImGui::Text("%zu frames, %.1f s", recording.done(), double(recording.done()) / Recording::kFps);
  }
  if (button("Stop and save (Escape)")) finish_recording(model);
  ImGui::End();
}

void draw_help(Model& model) {
  if (!model.is_help_shown) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::Begin("Keys", &model.is_help_shown,
               ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoMove);
  if (ImGui::BeginTable("keys", 2, ImGuiTableFlags_SizingFixedFit)) {
    for (const auto& [key, meaning] : kKeys) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(key);
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(meaning);
    }
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace

const PanelEntry kPanelEntries[session::kPanels] = {
    {"Exposure", draw_exposure}, {"Metering", draw_metering},     {"Tone mapping", draw_tone_mapping},
    {"Grade", draw_grade},       {"Display", draw_display},       {"Overlay", draw_overlay},
    {"Pyramid", draw_pyramid},   {"Resize lab", draw_resize_lab}, {"Timing", draw_timing},
    {"Scene", draw_scene},       {"Regression", draw_regression},
};

Area draw_interface(Model& model, float scale) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  Area picture = {0.0f, 0.0f, display.x, display.y};
  if (model.panels.is_shown) {
    const float menu = draw_menu(model);
    const float column = std::floor(std::min(kColumnWidth * scale, kColumnShare * display.x));
    picture = {0.0f, menu, display.x - column, display.y - menu};
    draw_column(model, {picture.width, menu, column, picture.height});
  }
  if (!model.session.file().empty()) draw_picture_tools(model, picture);  // else the first one is being loaded
  draw_messages(model, picture);
  draw_loading(model, picture);
  draw_recording(model, picture);
  draw_help(model);
  draw_question(model);
  draw_preset_question(model);
  return picture;
}

}  // namespace viewer
