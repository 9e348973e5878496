// SPDX-License-Identifier: MIT
// Dialog for files: folders, files that were shown last, and a field for a name.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <utility>

#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

using Asked = FileQuestion::What;

void show_folder(Model& model, const std::filesystem::path& folder, Asked what) {
  model.browser.go_to(folder, FileQuestion::kind(what).endings);
}

/// Where the last answer was, or what is shown.
std::filesystem::path first_folder(const Model& model, Asked what) {
  const std::filesystem::path last = model.question.answers[std::size_t(what)];
  if (last.has_parent_path()) return last.parent_path();
  if (!model.browser.folder().empty()) return model.browser.folder();
  const bool is_saved = FileQuestion::kind(what).is_saved;
  const std::filesystem::path folder = is_saved ? model.output_folder : model.session.file().parent_path();
  std::error_code error;
  return std::filesystem::absolute(folder.empty() ? "." : folder, error).lexically_normal();
}

/// The desktop's dialog in place of ours. True if there is one, and it works.
bool asks_desktop(Model& model, Asked what) {
  if (!model.uses_desktop_dialogs || !model.desktop_dialog.is_there()) return false;
  const FileQuestion::Kind& kind = FileQuestion::kind(what);
  if (!model.desktop_dialog.is_open()) {
    const std::filesystem::path last = model.question.answers[std::size_t(what)];
    const std::string start = last.has_parent_path() ? last.string() : (first_folder(model, what) / last).string();
    if (!model.desktop_dialog.open(kind.title, start, kind.files, kind.endings, kind.is_saved)) return false;
  }
  if (const auto given = model.desktop_dialog.take_answer()) {
    model.question.asked.reset();
    if (!given->empty()) {
      model.question.answers[std::size_t(what)] = *given;
      answer(model, what, *given);
    }
  }
  return model.desktop_dialog.is_there();
}

/// True if a file was chosen by a double click.
bool draw_folder(Model& model, Asked what, std::string& file) {
  bool is_chosen = false;
  std::optional<std::filesystem::path> next;
  if (model.browser.folder().has_relative_path() && ImGui::Selectable(".."))
    next = model.browser.folder().parent_path();
  for (const FileBrowser::Entry& entry : model.browser.entries()) {
    const std::filesystem::path whole = model.browser.folder() / entry.name;
    if (!entry.is_folder) {
      if (ImGui::Selectable(entry.name.c_str(), file == whole, ImGuiSelectableFlags_AllowDoubleClick)) {
        file = whole.string();
        is_chosen = ImGui::IsMouseDoubleClicked(0);
      }
    } else if (ImGui::Selectable((entry.name + "/").c_str())) {
      next = whole;
    }
  }
  if (!model.browser.error().empty()) ImGui::TextDisabled("%s", model.browser.error().c_str());
  if (next) show_folder(model, *next, what);
  return is_chosen;
}

bool draw_recents(Model& model, std::string& file) {
  bool is_chosen = false;
  ImGui::TextDisabled("Shown last");
  for (const std::filesystem::path& recent : model.recents.files()) {
    ImGui::PushID(recent.c_str());
    if (ImGui::Selectable(model.recents.name_of(recent).c_str(), file == recent,
                          ImGuiSelectableFlags_AllowDoubleClick)) {
      file = recent.string();
      is_chosen |= ImGui::IsMouseDoubleClicked(0);
    }
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", recent.c_str());
    ImGui::PopID();
  }
  return is_chosen;
}

/// The name as a file: of the folder that is shown, if it is only a name. A folder is gone into.
bool take_name(Model& model, Asked what, std::string& file) {
  std::filesystem::path named = file;
  if (named.empty()) return false;
  if (!named.has_parent_path()) named = model.browser.folder() / named;
  std::error_code error;
  if (std::filesystem::is_directory(named, error)) {
    show_folder(model, named, what);
    file.clear();
    return false;
  }
  file = named.string();
  return true;
}

}  // namespace

void draw_question(Model& model) {
  if (!model.question.asked) return;
  const Asked what = *model.question.asked;
  if (asks_desktop(model, what)) return;
  const FileQuestion::Kind& kind = FileQuestion::kind(what);
  if (!ImGui::IsPopupOpen(kind.title)) ImGui::OpenPopup(kind.title);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float font = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5f * display.x, 0.5f * display.y}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowSize({std::min(0.95f * display.x, 52.0f * font), std::min(0.9f * display.y, 32.0f * font)});
  if (!ImGui::BeginPopupModal(kind.title, nullptr, ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove)) return;
  std::string& file = model.question.answers[std::size_t(what)];
  bool is_given = false;
  Replacement& replacement = model.question.replacement;
  if (ImGui::IsWindowAppearing()) {
    replacement = {};
    show_folder(model, first_folder(model, what), what);
    if (*kind.first == '\0') file.clear();  // the last one is shown already
    model.question.wants_focus = true;
  }
  if (std::exchange(model.question.wants_focus, false)) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-FLT_MIN);
  is_given |= ImGui::InputTextWithHint("##file", "name, or a path: Enter goes into a folder", &file,
                                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  const bool is_there = !replacement.asked_about().empty() && replacement.asked_about() == file;
  if (is_there) {
    ImGui::TextUnformatted("This file is there already.");
  } else {
    ImGui::TextDisabled("%s", model.browser.folder().c_str());
  }
  const float list_height = -ImGui::GetFrameHeightWithSpacing();
  const bool has_recents = what == Asked::open && !model.recents.files().empty();
  if (has_recents) {
    ImGui::BeginChild("recents", {0.35f * ImGui::GetContentRegionAvail().x, list_height}, true);
    is_given |= draw_recents(model, file);
    ImGui::EndChild();
    ImGui::SameLine();
  }
  ImGui::BeginChild("folder", {0.0f, list_height}, true);
  is_given |= draw_folder(model, what, file);
  ImGui::EndChild();
  is_given |= button(is_there ? "Replace" : kind.is_saved ? "Save" : "Open", 2);
  ImGui::SameLine();
  const bool is_dropped = button("Cancel", 2) || ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  const bool was_given = is_given;
  is_given = is_given && take_name(model, what, file) && (!kind.is_saved || replacement.allows(file));
  model.question.wants_focus |= was_given && !is_given;  // Enter has taken it from the name
  if (is_given) answer(model, what, file);
  if (is_given || is_dropped) {
    if (model.question.asked == what) model.question.asked.reset();
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace viewer
