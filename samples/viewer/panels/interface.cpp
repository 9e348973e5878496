// SPDX-License-Identifier: MIT
// Menu, panel column, messages, questions, help.
#include <imgui.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <utility>
#include <vector>

#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kColumnWidth = 350.0f;
constexpr float kColumnShare = 0.7f;  // of the window, at most
constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;
constexpr ImGuiWindowFlags kProgress = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing;

constexpr const char* kKeys[][2] = {
    {"W A S D", "move; Q and E: down and up; Shift: faster"},
    {"Drag, arrows", "look around; in pictures, or with Ctrl: pan; arrows with Shift: faster"},
    {"Right drag", "in scenes: round what is under the cursor; with Shift, or by Shift and the wheel: to it"},
    {"Double click", "in scenes: look at it from half the distance"},
    {"Home, Shift+Home", "in scenes: all of it, or the object under the cursor, fills the picture"},
    {"T and a drag", "in scenes: the sun goes there; a panorama turns"},
    {"Wheel", "speed of movement; in pictures and panoramas, or with Ctrl: zoom"},
    {"Ctrl++, Ctrl+-", "zoom in, zoom out; + and - of the number pad without Ctrl"},
    {"F, Shift+F", "fit the picture; one to one, a pixel for each texel; Ctrl+0 and Ctrl+1 too"},
    {", .", "previous file, next file"},
    {"X, V", "the other file in place of the shown one, or left of a line"},
    {"M, with the mouse", "a click measures a spot, a drag a rectangle"},
    {"C, Shift+C", "the next channel alone: red, green, blue, alpha, luminance; the one before"},
    {"I", "inspect the pixel under the cursor"},
    {"Space", "play or pause the camera path, or the animation"},
    {"Page Up, Down", "camera path: go to the key before, after; Shift: marked key 0.1 s earlier, later"},
    {"K, Shift+K, Del", "camera path: add a key at its end; at the time shown; remove the marked one"},
    {"R", "reset the exposure, as after a cut"},
    {"L", "lock the exposure"},
    {"1 to 9, 0, - = O P", "open or close a panel; O: files, P: measures"},
    {"Tab", "hide or show panels and menu"},
    {"Ctrl+O", "open a scene, picture or panorama; or drop it"},
    {"Ctrl+Z, Ctrl+Y", "undo, redo"},
    {"Alt+1 to 3", "go to settings A, B, C"},
    {"F6, F10", "keyboard to the panels, to the menu: arrows, Enter or Space; Escape leaves"},
    {"Escape", "closes help, list, error, error map, calibration screen; stops loading, recording"},
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

constexpr float kMargin = 0.6f;  // of boxes over the picture, sizes of the font

/// From the middle of the picture's lower edge upwards, where they cover nothing of what is `taken`, which they join.
class MessageBoxes {
 public:
  MessageBoxes(const Area& picture, std::vector<Area>& taken) : picture_(picture), taken_(taken) {}

  /// False once it is closed.
  bool draw(const std::string& id, const std::string& text, ImU32 ground, bool can_close) {
    const float margin = kMargin * ImGui::GetFontSize();
    const ImGuiStyle& style = ImGui::GetStyle();
    const float cross =
        can_close ? ImGui::CalcTextSize("x").x + 2.0f * style.FramePadding.x + style.ItemSpacing.x : 0.0f;
    const Area room = {picture_.left + margin, picture_.top + margin, std::max(1.0f, picture_.width - 2.0f * margin),
                       std::max(1.0f, picture_.height - 2.0f * margin)};
    const float widest = std::max(4.0f * ImGui::GetFontSize(), room.width - 2.0f * style.WindowPadding.x - cross);
    float wrap = widest;
    const auto place = [&] {
      const ImVec2 size = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
      return free_place(room, size.x + cross + 2.0f * style.WindowPadding.x, size.y + 2.0f * style.WindowPadding.y,
                        true, taken_);
    };
    FreePlace at = place();
    // On more lines, if that helps.
    for (const float share : {0.6f, 0.4f}) {
      if (at.covered == 0.0f) break;
      wrap = share * widest;
      at = place();
    }
    if (at.covered > 0.0f) {
      wrap = widest;
      at = place();
    }
    const Area& area = at.area;
    taken_.push_back({area.left, area.top - 0.5f * margin, area.width, area.height + margin});
    ImGui::SetNextWindowPos({area.left, area.top});
    ImGui::SetNextWindowSizeConstraints({0.0f, 0.0f}, {room.width, FLT_MAX});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, ground);
    ImGui::Begin(id.c_str(), nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    bool is_kept = true;
    if (can_close) {
      is_kept = !ImGui::SmallButton("x");
      ImGui::SameLine();
    }
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + wrap);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleColor();
    return is_kept;
  }

 private:
  const Area picture_;
  std::vector<Area>& taken_;
};

void draw_messages(Model& model, const Area& picture, std::vector<Area>& taken) {
  MessageBoxes boxes(picture, taken);
  constexpr ImU32 kError = IM_COL32(120, 28, 24, 235), kNote = IM_COL32(44, 44, 44, 225);
  if (!model.messages.hint_text().empty())
    boxes.draw("hint##" + model.messages.hint_text(), model.messages.hint_text(), kNote, false);
  for (std::size_t i = model.messages.shown().size(); i-- > 0;) {
    const Messages::Message message = model.messages.shown()[i];
    // By its text: a window fits what it held in the frame before.
    const std::string id = "message##" + message.text;
    if (!boxes.draw(id, message.text, message.is_error ? kError : kNote, message.is_error)) model.messages.close(i);
  }
  if (model.relighting.is_on()) boxes.draw("light", "working out where light goes", kNote, false);
  if (!model.pending.empty()) boxes.draw("pending", "loading " + model.pending.string(), kNote, false);
}

/// A box for a progress bar, until ImGui::End(), in the picture's middle.
void begin_progress(const char* id, const Area& picture) {
  ImGui::SetNextWindowPos({picture.left + 0.5f * picture.width, picture.top + 0.5f * picture.height}, ImGuiCond_Always,
                          {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(24.0f * ImGui::GetFontSize(), std::max(picture.width, 1.0f)), 0.0f});
  ImGui::Begin(id, nullptr, kProgress);
}

/// The same near its upper edge, where it covers nothing of what is `taken`, which it joins.
void begin_progress(const char* id, const Area& picture, std::vector<Area>& taken) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float margin = kMargin * ImGui::GetFontSize();
  const float width = std::min(24.0f * ImGui::GetFontSize(), std::max(picture.width, 1.0f));
  const float height = 2.0f * (ImGui::GetFrameHeight() + style.WindowPadding.y) + style.ItemSpacing.y;
  const Area room = {picture.left, picture.top + margin, picture.width, std::max(1.0f, picture.height - margin)};
  const Area area = free_place(room, width, height, false, taken).area;
  taken.push_back(area);
  ImGui::SetNextWindowPos({area.left, area.top});
  ImGui::SetNextWindowSize({area.width, 0.0f});
  ImGui::Begin(id, nullptr, kProgress);
}

/// How far a file is, over the picture of before.
void draw_loading(Model& model, const Area& picture) {
  if (!model.loading.is_on() || model.is_reloading) return;
  begin_progress("loading", picture);
  ImGui::TextUnformatted(("loading " + model.loading.file().filename().string()).c_str());
  ImGui::ProgressBar(model.loading.done(), {-FLT_MIN, 0.0f});
  if (button("Cancel")) model.loading.stop();
  ImGui::End();
}

/// How far a video is.
void draw_recording(Model& model, const Area& picture, std::vector<Area>& taken) {
  const Recording& recording = model.recording;
  if (!recording.is_on()) return;
  begin_progress("recording", picture, taken);
  if (recording.frames() > 0) {
    const std::string text = formatted("%zu of %zu frames", recording.done(), recording.frames());
    ImGui::ProgressBar(float(recording.done()) / float(recording.frames()), {-FLT_MIN, 0.0f}, text.c_str());
  } else {
    ImGui::Text("%zu frames, %.1f s", recording.done(), double(recording.done()) / Recording::kFps);
  }
  if (button("Stop and save (Escape)")) finish_recording(model);
  ImGui::End();
}

/// That a script is recorded.
void draw_script(Model& model, const Area& picture, std::vector<Area>& taken) {
  if (!model.script_recorder) return;
  begin_progress("script", picture, taken);
  const std::size_t steps = model.script_recorder->steps();
  ImGui::Text("recording a script: %zu step%s, %.1f s", steps, steps == 1 ? "" : "s",
              model.time_s - model.script_started_s);
  if (button("Save...", 2)) model.question.asked = FileQuestion::What::save_script;
  ImGui::SameLine();
  if (button("Discard", 2)) model.script_recorder.reset();
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
    {"Scene", draw_scene},       {"Regression", draw_regression}, {"Effects", draw_effects},
    {"Files", draw_files},       {"Measures", draw_measures},
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
  std::vector<Area> taken = overlay_panels(model, picture);
  draw_recording(model, picture, taken);
  draw_script(model, picture, taken);
  draw_messages(model, picture, taken);
  draw_loading(model, picture);
  draw_help(model);
  draw_question(model);
  draw_preset_question(model);
  return picture;
}

}  // namespace viewer
