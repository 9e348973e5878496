// SPDX-License-Identifier: MIT
// Panel of files: the list, and the comparison of two of them.
#include <imgui.h>

#include <algorithm>
#include <iterator>

#include "image_io/image_file.h"
#include "viewer/files/file_actions.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kThumbnailWidth = 4.5f, kThumbnailHeight = 3.0f;  // sizes of the font
constexpr float kMostRows = 6.5f;                                 // of the list: longer ones are scrolled

/// In the middle of its box; of a file without one, such as a large scene, a frame around the name's ending.
void draw_thumbnail(const Model& model, const std::filesystem::path& file, ImVec2 corner) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float font = ImGui::GetFontSize();
  const ImVec2 box = {kThumbnailWidth * font, kThumbnailHeight * font};
  const auto found = model.thumbnail_places->find(file);
  if (found == model.thumbnail_places->end()) {
    list.AddRect(corner, {corner.x + box.x, corner.y + box.y}, ImGui::GetColorU32(ImGuiCol_FrameBg));
    const std::string ending = file.extension().string();
    const ImVec2 size = ImGui::CalcTextSize(ending.c_str());
    list.AddText({corner.x + 0.5f * (box.x - size.x), corner.y + 0.5f * (box.y - size.y)},
                 ImGui::GetColorU32(ImGuiCol_TextDisabled), ending.c_str());
    return;
  }
  const ThumbnailPlace& place = found->second;
  const float scale = std::min(box.x / float(place.width), box.y / float(place.height));
  const ImVec2 size = {scale * float(place.width), scale * float(place.height)};
  const ImVec2 first = {corner.x + 0.5f * (box.x - size.x), corner.y + 0.5f * (box.y - size.y)};
  list.AddImage(ImGui::GetIO().Fonts->TexID, first, {first.x + size.x, first.y + size.y}, {place.left, place.top},
                {place.right, place.bottom});
}

/// "shown", "other", "shown, other".
std::string role_of(const Model& model, const std::filesystem::path& file) {
  std::string role = is_same_file(file, model.session.file()) ? "shown" : "";
  const bool is_other = !model.other.file().empty() && is_same_file(file, model.other.file());
  if (is_other) role += role.empty() ? "other" : ", other";
  return role;
}

/// True: it was taken off the list.
bool draw_file(Model& model, const std::filesystem::path& file) {
  const float font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const std::string role = role_of(model, file);
  ImGui::PushID(file.c_str());
  const bool is_clicked = ImGui::Selectable("##file", role.starts_with("shown"), 0, {0.0f, kThumbnailHeight * font});
  tooltip((file.string() + "\nclick: show it; right click: compare with it, or take it off the list").c_str());
  bool is_removed = false;
  if (ImGui::BeginPopupContextItem("actions")) {
    if (ImGui::MenuItem("Compare with it")) compare_with(model, file);
    is_removed = ImGui::MenuItem("Take off the list");
    ImGui::EndPopup();
  }
  if (ImGui::IsItemVisible()) {
    // Scenes share the light that is worked out for the one that is shown, so that one comes first.
    if (!model.loading.is_on() || image_io::is_picture_name(file)) model.thumbnails.want(file);
    draw_thumbnail(model, file, corner);
  }
  const float left = corner.x + (kThumbnailWidth + 0.6f) * font;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float top = corner.y + (role.empty() ? 1.0f : 0.4f) * font;
  list.AddText({left, top}, ImGui::GetColorU32(ImGuiCol_Text), file.filename().string().c_str());
  list.AddText({left, top + 1.2f * font}, ImGui::GetColorU32(ImGuiCol_TextDisabled), role.c_str());
  ImGui::PopID();
  if (is_clicked) open_soon(model, file);
  return is_removed;
}

void draw_list(Model& model) {
  const std::vector<std::filesystem::path> files = model.files.files();  // which one of them may change
  const float row = kThumbnailHeight * ImGui::GetFontSize() + ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("list", {0.0f, row * std::min(kMostRows, float(files.size())) + ImGui::GetStyle().ItemSpacing.y});
  for (const std::filesystem::path& file : files) {
    if (draw_file(model, file)) model.files.remove(file);
  }
  ImGui::EndChild();
}

/// What is shown of both files.
enum class Pair : std::uint32_t { nothing, wipe, whole, flip_map, absolute_map };
constexpr const char* kPairNames[] = {"nothing", "wipe", "the other file", "difference, FLIP", "difference, absolute"};

Pair pair_of(const Model& model) {
  if (model.shown_difference.to == Difference::To::other_file) {
    return model.shown_difference.map == Difference::Map::flip ? Pair::flip_map : Pair::absolute_map;
  }
  return Pair(model.other.show);
}

void take_pair(Model& model, Pair pair) {
  const bool is_map = pair == Pair::flip_map || pair == Pair::absolute_map;
  Difference& difference = model.shown_difference;
  model.other.show = is_map ? OtherFile::Show::nothing : OtherFile::Show(pair);
  if (is_map) {
    difference.to = Difference::To::other_file;
    difference.map = pair == Pair::flip_map ? Difference::Map::flip : Difference::Map::absolute;
    difference.expire();
  } else if (difference.to == Difference::To::other_file) {
    difference.to = Difference::To::nothing;
  }
  if (pair != Pair::nothing && model.other.file().empty() && !model.other.last_left.empty()) {
    compare_with(model, model.other.last_left);
  }
}

void draw_comparison(Model& model) {
  OtherFile& other = model.other;
  const std::filesystem::path& chosen = other.file().empty() ? other.last_left : other.file();
  row("Other file", "which the shown one is compared with; at first the one that was shown before");
  if (ImGui::BeginCombo("##other", chosen.empty() ? "none" : chosen.filename().c_str())) {
    for (const std::filesystem::path& file : std::vector(model.files.files())) {
      ImGui::PushID(file.c_str());
      if (ImGui::Selectable(file.filename().c_str(), is_same_file(file, chosen))) compare_with(model, file);
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::BeginDisabled(chosen.empty());
  std::uint32_t pair = std::uint32_t(pair_of(model));
  if (choice_row("Show", pair, kPairNames,
                 "the other file left of a line (V), or in the window's place (X); or a map")) {
    take_pair(model, Pair(pair));
  }
  check("Other file by its own exposure", other.has_own_exposure,
        "else it is exposed as the shown one, so that light can be compared");
  ImGui::EndDisabled();
  if (other.loading.is_on()) ImGui::ProgressBar(other.loading.done());
}

}  // namespace

void draw_files(Model& model) {
  draw_list(model);
  if (button("Add...", 3, "a scene, picture or panorama; files and folders can be dropped on the window, too")) {
    model.question.asked = FileQuestion::What::open;
  }
  ImGui::SameLine();
  if (button("Previous", 3, "the file before in the list (,)")) step_file(model, -1);
  ImGui::SameLine();
  if (button("Next", 3, "the next file in the list (.)")) step_file(model, 1);
  check("Read changed files again", model.reloads,
        "a file that another program writes is shown as soon as it is complete");
  ImGui::Spacing();
  draw_comparison(model);
  if (model.other.show == OtherFile::Show::wipe) draw_split_row(model.other.split, 0.5f);
}

}  // namespace viewer
