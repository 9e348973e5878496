// SPDX-License-Identifier: MIT
// Menu: files, settings and their presets, panels.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <utility>

#include "session/settings/settings.h"
#include "session/settings/settings_text.h"
#include "viewer/files/file_actions.h"
#include "viewer/input/scene_drag.h"
#include "viewer/model/diagnostics.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

/// Escape, of a menu whose list below would be opened again at once by the mouse over its row.
void end_menu() {
  const bool is_hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByPopup);
  if (is_hovered && ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) ImGui::CloseCurrentPopup();
  ImGui::EndMenu();
}

void draw_own_preset(Model& model, const std::string& name) {
  if (!ImGui::BeginMenu(name.c_str())) return;
  if (ImGui::MenuItem("Take")) {
    attempt(model, [&] { apply(model, model.presets.load(name)); });
  }
  if (ImGui::MenuItem("Save over it")) {
    attempt(model, [&] { model.presets.save(name, model.session.controls.settings); });
  }
  if (ImGui::MenuItem("Rename...")) model.preset_question = {true, name, name, {}};
  if (ImGui::BeginMenu("Delete...")) {
    ImGui::TextUnformatted(("Delete '" + name + "'?").c_str());
    ImGui::MenuItem("Keep");
    if (ImGui::MenuItem("Delete")) {
      attempt(model, [&] { model.presets.remove(name); });
    }
    ImGui::EndMenu();
  }
  ImGui::EndMenu();
}

void draw_presets(Model& model) {
  if (!ImGui::BeginMenu("Presets")) return;
  for (const photopic::Preset& preset : photopic::preset_table()) {
    if (ImGui::MenuItem(preset.name)) model.session.controls.settings = session::preset_settings(preset);
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", preset.help);
  }
  ImGui::Separator();
  const std::vector<std::string> names = model.presets.names();  // which one of them may change
  for (const std::string& name : names) draw_own_preset(model, name);
  if (ImGui::MenuItem("Save as...")) model.preset_question = {true, "", "", {}};
  end_menu();
}

/// Layers of an OpenEXR file. The one that is chosen replaces the one that is shown.
void draw_layers(Model& model) {
  const image_io::Facts& facts = model.session.source().facts();
  if (!ImGui::BeginMenu("Layer", facts.layers.size() > 1)) return;
  for (std::size_t i = 0; i < facts.layers.size(); ++i) {
    const std::string label = image_io::label_of(facts.layers[i]) + "##" + std::to_string(i);
    if (!ImGui::MenuItem(label.c_str(), nullptr, facts.layer == i)) continue;
    open_soon(model, model.session.file(), image_io::choice_of(facts.layers[i]));
  }
  ImGui::EndMenu();
}

void draw_recents(Model& model) {
  const std::vector<std::filesystem::path> files = model.recents.files();  // which one of them may change
  if (!ImGui::BeginMenu("Open recent", !files.empty())) return;
  for (const std::filesystem::path& file : files) {
    ImGui::PushID(file.c_str());
    if (ImGui::MenuItem(model.recents.name_of(file).c_str())) add_files(model, {file});
    tooltip(file.c_str());
    ImGui::PopID();
  }
  ImGui::EndMenu();
}

void draw_file_menu(Model& model) {
  using What = FileQuestion::What;
  if (!ImGui::BeginMenu("File")) return;
  if (ImGui::MenuItem("Open...", "Ctrl+O")) model.question.asked = What::open;
  draw_recents(model);
  const bool has_several = model.files.files().size() > 1;
  if (ImGui::MenuItem("Next file", ".", false, has_several)) step_file(model, 1);
  if (ImGui::MenuItem("Previous file", ",", false, has_several)) step_file(model, -1);
  ImGui::Separator();
  if (ImGui::MenuItem("Save settings...")) model.question.asked = What::save_settings;
  if (ImGui::MenuItem("Load settings...")) model.question.asked = What::load_settings;
  draw_presets(model);
  ImGui::Separator();
  if (ImGui::MenuItem("Save picture", "F12")) save_picture(model, next_screenshot(model));
  if (ImGui::MenuItem("Save window", "Shift+F12")) model.wants_window_shot = next_screenshot(model);
  if (ImGui::MenuItem("Record a video...", nullptr, false, !model.recording.is_on())) {
    model.question.asked = What::video;
  }
  ImGui::Separator();
  if (!model.script_recorder && ImGui::MenuItem("Record a script")) {
    model.script_recorder.emplace();
    model.script_started_s = model.time_s;
  }
  if (model.script_recorder) {
    const std::size_t steps = model.script_recorder->steps();
    const std::string label = formatted("Save the script of %zu step%s...", steps, steps == 1 ? "" : "s");
    if (ImGui::MenuItem(label.c_str())) model.question.asked = What::save_script;
    if (ImGui::MenuItem("Discard the script")) model.script_recorder.reset();
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) model.wants_quit = true;
  end_menu();
}

void draw_panel_menu(Model& model) {
  if (!ImGui::BeginMenu("Panels")) return;
  for (std::size_t i = 0; i < session::kPanels; ++i) {
    const char key[] = {kPanelKeys[i], '\0'};
    if (ImGui::MenuItem(kPanelEntries[i].title, key, &model.panels.is_open[i]) && model.panels.is_open[i]) {
      model.panels.scroll_to = session::Panel(i);
    }
  }
  ImGui::EndMenu();
}

void draw_view_menu(Model& model) {
  if (!ImGui::BeginMenu("View")) return;
  draw_panel_menu(model);
  ImGui::Separator();
  draw_layers(model);
  const OtherFile::Show shown = model.other.show;
  const bool has_other = !model.other.file().empty() || !model.other.last_left.empty();
  if (ImGui::MenuItem("The other file", "X", shown == OtherFile::Show::whole, has_other)) {
    toggle_other(model, OtherFile::Show::whole);
  }
  if (ImGui::MenuItem("Wipe to the other file", "V", shown == OtherFile::Show::wipe, has_other)) {
    toggle_other(model, OtherFile::Show::wipe);
  }
  if (ImGui::BeginMenu("Channel")) {
    for (std::uint32_t i = 0; i < std::size(kChannelNames); ++i) {
      if (ImGui::MenuItem(kChannelNames[i], i == 0 ? "C" : nullptr, model.channel == i)) model.channel = i;
    }
    ImGui::EndMenu();
  }
  ImGui::MenuItem("Inspect pixels", "I", &model.is_inspecting);
  const bool is_scene = model.session.source().kind() == session::SourceKind::scene;
  if (is_scene && ImGui::MenuItem("Frame the scene", "Home")) frame_all(model);
  if (ImGui::MenuItem("Fit the picture", "F")) model.zoom.fit();
  if (ImGui::MenuItem("One to one", "Shift+F")) model.zoom.whole(model.session.extent(), model.room);
  ImGui::Separator();
  ImGui::MenuItem("Panels and menu", "Tab", &model.panels.is_shown);
  ImGui::MenuItem("Full screen", "F11", &model.wants_full_screen);
  ImGui::MenuItem("Vertical sync", nullptr, &model.is_vsync);
  end_menu();
}

void draw_edit_menu(Model& model) {
  if (!ImGui::BeginMenu("Edit")) return;
  session::Controls& controls = model.session.controls;
  if (ImGui::MenuItem("Undo", "Ctrl+Z", false, model.history.can_undo()))
    model.history.undo(controls, model.playback.path);
  if (ImGui::MenuItem("Redo", "Ctrl+Y", false, model.history.can_redo()))
    model.history.redo(controls, model.playback.path);
  ImGui::Separator();
  if (ImGui::MenuItem("Reset all settings")) controls.settings = model.defaults();
  if (ImGui::BeginMenu("Copy settings as")) {
    constexpr const char* kNotations[] = {"C++", "C", "JSON", "Command line"};  // in the order of Notation
    for (std::size_t i = 0; i < std::size(kNotations); ++i) {
      if (!ImGui::MenuItem(kNotations[i])) continue;
      attempt(model, [&] {
        ImGui::SetClipboardText(session::settings_text(controls.settings, session::Notation(i)).c_str());
        model.messages.note("copied what isn't at its default");
      });
    }
    ImGui::EndMenu();
  }
  end_menu();
}

void draw_slots(Model& model) {
  constexpr const char* kNames[] = {"Settings A", "Settings B", "Settings C"};
  const std::size_t current = model.slots.current();
  if (!ImGui::BeginMenu((std::string(kNames[current]) + "###slots").c_str())) return;
  for (std::size_t i = 0; i < Slots::kCount; ++i) {
    if (ImGui::MenuItem(kNames[i], formatted("Alt+%zu", i + 1).c_str(), i == current)) go_to_slot(model, i);
  }
  end_menu();
}

void draw_help_menu(Model& model) {
  ImGui::MenuItem("Keys", "F1", &model.is_help_shown);
  ImGui::Separator();
  const std::vector<std::string> lines = diagnostics(model);
  for (const std::string& line : lines) ImGui::TextDisabled("%s", line.c_str());
  ImGui::TextDisabled("manual: docs/viewer.md");
  if (!ImGui::MenuItem("Copy diagnostics")) return;
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  ImGui::SetClipboardText(text.c_str());
  model.messages.note("copied version, device, driver, window and file");
}

/// Left of `end`, where the scene is brighter than its texels hold.
void draw_clip_note(const Model& model, float end) {
  constexpr float kLargestHalf = 65504.0f;
  const bool is_half = model.session.source().hdr().format() == VK_FORMAT_R16G16B16A16_SFLOAT;
  if (!is_half || model.state.max_luminance * model.session.source().pre_exposure() < kLargestHalf) return;
  constexpr const char* kNote = "light is clipped";
  const float left = end - ImGui::CalcTextSize(kNote).x - 2.0f * ImGui::GetFontSize();
  if (left <= ImGui::GetCursorPosX()) return;
  ImGui::SetCursorPosX(left);
  ImGui::TextColored(ImGui::GetStyleColorVec4(ImGuiCol_CheckMark), "%s", kNote);
  if (ImGui::IsItemHovered()) {
    ImGui::SetTooltip(
        "some light is brighter than half floats hold (65504): meter and glare take it as less.\n"
        "A lower pre-exposure, in the panel Scene, makes room");
  }
}

}  // namespace

std::string rate_text(const Model& model) {
  if (model.is_still) return "still";
  if (model.picture_ms == 0.0) return "- fps";
  const double fps = 1000.0 / model.picture_ms;
  return formatted("%.*f fps", fps < 10.0 ? 1 : 0, fps);
}

float draw_menu(Model& model) {
  if (!ImGui::BeginMainMenuBar()) return 0.0f;
  const float height = ImGui::GetWindowSize().y;
  if (std::exchange(model.panels.wants_menu_focus, false)) ImGui::OpenPopup("File");
  draw_file_menu(model);
  draw_edit_menu(model);
  draw_view_menu(model);
  if (ImGui::BeginMenu("Help")) {
    draw_help_menu(model);
    ImGui::EndMenu();
  }
  draw_slots(model);
  if (model.has_state) {
    std::string text = formatted("scene %.1f EV   %s %.1f EV   ", double(model.state.scene_ev100),
                                 model.session.controls.settings.exposure.hold ? "locked at" : "adapted",
                                 double(model.state.adapted_ev100)) +
                       rate_text(model);
    if (!model.zoom.is_fitted()) {
      text = formatted("zoom %.0f %%   ", 100.0 * model.zoom.scale(model.session.extent(), model.room)) + text;
    }
    const float left = ImGui::GetWindowWidth() - ImGui::CalcTextSize(text.c_str()).x - ImGui::GetFontSize();
    draw_clip_note(model, left);
    if (left > ImGui::GetCursorPosX()) {
      ImGui::SetCursorPosX(left);
      ImGui::TextDisabled("%s", text.c_str());
    }
  }
  ImGui::EndMainMenuBar();
  return height;
}

void draw_preset_question(Model& model) {
  NameQuestion& question = model.preset_question;
  if (!question.is_asked) return;
  const char* title = question.old_name.empty() ? "Save a preset" : "Rename a preset";
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({0.5f * display.x, 0.4f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(0.9f * display.x, 24.0f * ImGui::GetFontSize()), 0.0f});
  if (!ImGui::BeginPopupModal(title, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
  if (ImGui::IsWindowAppearing() || std::exchange(question.wants_focus, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-FLT_MIN);
  bool is_given = ImGui::InputTextWithHint("##name", "name", &question.name, ImGuiInputTextFlags_EnterReturnsTrue);
  const std::filesystem::path& replaced = question.replacement.asked_about();
  const bool is_there = !replaced.empty() && replaced.stem() == question.name;
  if (is_there) ImGui::TextUnformatted("This preset is there already.");
  is_given |= button(is_there ? "Replace" : "OK", 2);
  ImGui::SameLine();
  const bool is_dropped = button("Cancel", 2) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  const bool was_given = is_given;
  is_given = is_given && !question.name.empty();
  if (is_given) {
    bool is_allowed = true;
    is_given = attempt(model, [&] {
      if (question.old_name.empty()) {
        is_allowed = question.replacement.allows(model.presets.file_of(question.name));
        if (is_allowed) model.presets.save(question.name, model.session.controls.settings);
      } else if (question.name != question.old_name) {
        model.presets.rename(question.old_name, question.name);
      }
    });
    is_given = is_given && is_allowed;
  }
  question.wants_focus |= was_given && !is_given;  // Enter has taken it from the name
  if (is_given || is_dropped) {
    question.is_asked = false;
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace viewer
