// SPDX-License-Identifier: MIT
// Tools over the picture: wipes between two looks, and the numbers of a pixel.
#include <imgui.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "session/output/coded_picture.h"
#include "session/settings/settings.h"
#include "viewer/files/file_actions.h"
#include "viewer/inspection/meter_weight.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

/// Where the picture is, window units; it may be larger than its room.
Area picture_area(const Model& model, const Area& room) {
  const float pixels = model.pixels_per_unit;
  const VkRect2D inside = {
      {int(room.left * pixels), int(room.top * pixels)},
      {std::uint32_t(std::max(room.width * pixels, 1.0f)), std::uint32_t(std::max(room.height * pixels, 1.0f))}};
  const VkRect2D at = model.zoom.place(model.session.extent(), inside);
  return {float(at.offset.x) / pixels, float(at.offset.y) / pixels, float(at.extent.width) / pixels,
          float(at.extent.height) / pixels};
}

/// What is at that column of the window, units: the other file or the shown one.
const session::Session& session_under(const Model& model, const Area& room, float x) {
  const Area picture = picture_area(model, room);
  const bool is_other =
      is_other_shown(model, OtherFile::Show::whole) ||
      (is_other_shown(model, OtherFile::Show::wipe) && x < picture.left + model.other.split * picture.width);
  return is_other ? model.other.session() : model.session;
}

/// The line's whole height is its handle.
void drag_split(const char* id, float& split, const Area& picture, const Area& room, float x) {
  const float half = 0.5f * ImGui::GetFontSize();
  begin_picture_handle(id, {x - half, room.top, 2.0f * half, std::max(1.0f, room.height)});
  if (ImGui::IsItemActive() && !ImGui::IsItemActivated() && picture.width > 0.0f) {
    split = std::clamp(split + ImGui::GetIO().MouseDelta.x / picture.width, 0.0f, 1.0f);
  }
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  end_picture_handle();
}

/// Words over the picture; `area` is larger than they are by 0.4 of the font's size beside them, 0.2 above.
void draw_words(const Area& area, const std::string& text) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize();
  list.AddRectFilled({area.left, area.top}, {area.left + area.width, area.top + area.height}, IM_COL32(0, 0, 0, 160),
                     0.2f * font);
  list.AddText({area.left + 0.4f * font, area.top + 0.2f * font}, IM_COL32(255, 255, 255, 230), text.c_str());
}

float width_of_words(const std::string& text) {
  return ImGui::CalcTextSize(text.c_str()).x + 0.8f * ImGui::GetFontSize();
}

/// In the middle of the upper edge.
void draw_note(const Area& room, const std::string& text) {
  const float font = ImGui::GetFontSize(), width = width_of_words(text);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({room.left, room.top}, {room.left + room.width, room.top + room.height});
  draw_words({room.left + 0.5f * (room.width - width), room.top + 0.8f * font, width, 1.4f * font}, text);
  list.PopClipRect();
}

/// A line that can be dragged, and what is on its sides: where neither covers what is `taken`, which they join.
void draw_wipe(const Area& picture, const Area& room, const char* id, float& split, const std::string& left,
               const std::string& right, std::vector<Area>& taken) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float x = picture.left + split * picture.width;
  list.PushClipRect({room.left, room.top}, {room.left + room.width, room.top + room.height});
  const float top = std::max(picture.top, room.top);
  const float bottom = std::min(picture.top + picture.height, room.top + room.height);
  list.AddLine({x, top}, {x, bottom}, IM_COL32(255, 255, 255, 160));
  const auto areas =
      beside_wipe(x, top, bottom, {width_of_words(left), width_of_words(right)}, ImGui::GetFontSize(), taken);
  draw_words(areas[0], left);
  draw_words(areas[1], right);
  taken.insert(taken.end(), areas.begin(), areas.end());
  list.PopClipRect();
  drag_split(id, split, picture, room, x);
}

/// "glare", of the effect that a comparison leaves out.
std::string effect_name(std::uint32_t effect) {
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    if (session::effect_of_group(row.group) != effect) continue;
    std::string name = row.group;
    std::replace(name.begin(), name.end(), '_', ' ');
    return name;
  }
  return "effects";  // several, by a script
}

void draw_comparison(Model& model, const Area& picture, const Area& room, std::vector<Area>& taken) {
  session::Comparison& comparison = model.session.controls.comparison;
  if (!comparison.is_on) return;
  std::string left = photopic::tone_mapper_name(model.session.controls.settings.tone_map.tone_mapper);
  std::string right = photopic::tone_mapper_name(comparison.tone_mapper);
  if (comparison.without != 0) {
    left = "without " + effect_name(comparison.without);
    right = "with";
  } else if (comparison.is_ungraded) {
    left = "before";
    right = "graded";
  }
  draw_wipe(picture, room, "split", comparison.split, left, right, taken);
}

/// Of the overlay: exposed by the naive mean, and by the correct one.
void draw_naive_split(Model& model, const Area& picture, const Area& room, std::vector<Area>& taken) {
  photopic::OverlaySettings& overlay = model.session.controls.overlay;
  if ((overlay.views & photopic::kOverlaySplit) == 0) return;
  draw_wipe(picture, room, "naive split", overlay.split, "naive", "correct", taken);
}

std::string name_of(const std::filesystem::path& file) { return file.filename().string(); }

/// Of the window's file and the other one: a line between them, or the name of the one that is seen.
void draw_other(Model& model, const Area& picture, const Area& room, std::vector<Area>& taken) {
  if (is_other_shown(model, OtherFile::Show::wipe)) {
    draw_wipe(picture, room, "other file", model.other.split, name_of(model.other.file()),
              name_of(model.session.file()), taken);
  } else if (is_other_shown(model, OtherFile::Show::whole)) {
    draw_note(room, name_of(model.other.file()) + ", X goes back to " + name_of(model.session.file()));
  }
}

/// What the picture's place has instead, and how to leave it.
void draw_difference_note(const Model& model, const Area& room) {
  const Difference& difference = model.shown_difference;
  const std::string text =
      formatted("%s to %s: %s, Escape leaves it", difference.mean() > 0.0 ? "difference" : "no difference",
                Difference::kToNames[std::size_t(difference.to)], Difference::kMapNames[std::size_t(difference.map)]);
  draw_note(room, text);
}

void draw_texel(const Model& model, const session::Session& under, const TexelValues& values) {
  const session::Settings& settings = model.session.controls.settings;
  const double luminance = luminance_of(under.weights(), values.scene);
  ImGui::TextDisabled("texel %d, %d", values.texel.x, values.texel.y);
  const std::string light = luminance_text(under.nits_of_one(), luminance);
  if (luminance > 0.0 && std::isfinite(luminance)) {
    ImGui::Text("%s   EV100 %.2f", light.c_str(), texel_ev100(settings, luminance));
  } else {
    ImGui::Text("%s   no EV", light.c_str());
  }
  ImGui::Text("scene  %.4g  %.4g  %.4g", double(values.scene.r), double(values.scene.g), double(values.scene.b));
  const auto encoding = under.ldr_display().encoding;
  const char* const form = session::is_of_floats(encoding) ? "display  %.4g  %.4g  %.4g" : "display  %.0f  %.0f  %.0f";
  ImGui::Text(form, double(values.display.r), double(values.display.g), double(values.display.b));
  const double weight = meter_weight(settings, under.extent(), values.texel, luminance);
  const bool has_percentiles = settings.meter.low_percentile > 0.0f || settings.meter.high_percentile < 100.0f;
  ImGui::Text("weight in the meter  %.3f%s%s", weight, settings.metering.mask.empty() ? "" : " (without the mask)",
              has_percentiles ? " (before percentiles)" : "");
  if (values.local_ev) {
    ImGui::Text("local exposure  %+.2f EV, x %.3g%s", double(*values.local_ev), std::exp2(double(*values.local_ev)),
                settings.glare.glare == photopic::GlareProfile::off ? "" : " (before glare)");
  }
  if (values.is_clipped) ImGui::TextUnformatted("clipped: brighter than a half float holds, 65504");
}

/// Where the inspector looks while no mouse is over the picture.
void draw_cross(ImVec2 middle) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize(), gap = 0.25f * font, arm = 0.8f * font;
  for (const auto& [color, thickness] : {std::pair(IM_COL32(0, 0, 0, 200), 3.0f), std::pair(IM_COL32_WHITE, 1.0f)}) {
    list.AddLine({middle.x - arm, middle.y}, {middle.x - gap, middle.y}, color, thickness);
    list.AddLine({middle.x + gap, middle.y}, {middle.x + arm, middle.y}, color, thickness);
    list.AddLine({middle.x, middle.y - arm}, {middle.x, middle.y - gap}, color, thickness);
    list.AddLine({middle.x, middle.y + gap}, {middle.x, middle.y + arm}, color, thickness);
  }
}

/// Of the texel under the mouse; without a mouse over the picture, of that in the middle of the view, which keys move.
void draw_inspector(Model& model, const Area& room) {
  model.inspected.reset();
  const bool has_legend = (model.session.controls.overlay.views & photopic::kOverlayFalseColor) != 0;
  if (!model.is_inspecting && !has_legend) {
    model.texel.reset();
    return;
  }
  const ImGuiIO& io = ImGui::GetIO();
  const bool has_mouse = !io.WantCaptureMouse && io.MousePos.x >= room.left && io.MousePos.y >= room.top &&
                         io.MousePos.x < room.left + room.width && io.MousePos.y < room.top + room.height;
  const bool is_covered = model.is_help_shown || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (!has_mouse && (!model.is_inspecting || is_covered)) return;
  const ImVec2 place = has_mouse ? io.MousePos : ImVec2{room.left + 0.5f * room.width, room.top + 0.5f * room.height};
  const session::Session& under = session_under(model, room, place.x);
  model.inspects_other = &under != &model.session;
  const VkExtent2D picture = under.extent();
  const glm::ivec2 texel =
      model.zoom.texel_at(picture, model.room, glm::dvec2(place.x, place.y) * double(model.pixels_per_unit));
  if (texel.x < 0 || texel.y < 0 || texel.x >= int(picture.width) || texel.y >= int(picture.height)) return;
  model.inspected = texel;
  if (!model.texel || !model.is_inspecting) return;
  if (!has_mouse) draw_cross(place);
  const float font = ImGui::GetFontSize();
  // On the side where there is room.
  const bool is_left = place.x > room.left + 0.6f * room.width;
  const bool is_above = place.y > room.top + 0.7f * room.height;
  ImGui::SetNextWindowPos({place.x + (is_left ? -font : font), place.y + (is_above ? -font : font)}, ImGuiCond_Always,
                          {is_left ? 1.0f : 0.0f, is_above ? 1.0f : 0.0f});
  ImGui::Begin("inspector", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  draw_texel(model, under, *model.texel);
  ImGui::End();
}

}  // namespace

std::vector<Area> overlay_panels(const Model& model, const Area& room) {
  std::vector<Area> areas;
  if (!model.overlay_numbers || model.session.controls.overlay.views == 0) return areas;
  const Area picture = picture_area(model, room);
  const float unit = picture.width / std::max(1.0f, float(model.overlay_numbers->picture.width));
  for (const photopic::gpu::OverlayPanel& panel : model.overlay_numbers->panels) {
    if (panel.width == 0) continue;
    areas.push_back({picture.left + unit * float(panel.x), picture.top + unit * float(panel.y),
                     unit * float(panel.width), unit * float(panel.height)});
  }
  return areas;
}

void begin_picture_handle(const char* id, const Area& area) {
  ImGui::SetNextWindowPos({area.left, area.top});
  ImGui::SetNextWindowSize({area.width, area.height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0.0f, 0.0f});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0f, 1.0f});
  ImGui::Begin(id, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoBackground |
                   ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  ImGui::InvisibleButton("handle", {area.width, area.height});
}

void end_picture_handle() {
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void draw_picture_tools(Model& model, const Area& room) {
  if (model.session.extent().width == 0) return;
  draw_inspector(model, room);
  if (model.shown_difference.picture() != nullptr) return draw_difference_note(model, room);
  const Area picture = picture_area(model, room);
  draw_measures_over(model, picture, room);
  std::vector<Area> taken = overlay_panels(model, room);
  draw_comparison(model, picture, room, taken);
  draw_naive_split(model, picture, room, taken);
  draw_other(model, picture, room, taken);
  draw_overlay_tools(model, picture, room);
}

}  // namespace viewer
