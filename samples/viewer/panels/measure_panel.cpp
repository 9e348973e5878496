// SPDX-License-Identifier: MIT
// Measures over the picture and in their panel, and numbers within enlarged texels.
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>

#include "viewer/inspection/meter_weight.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr ImU32 kLine = IM_COL32(255, 255, 255, 230), kShadow = IM_COL32(0, 0, 0, 200);

const session::MeasureValues* values_of(const Model& model, const std::string& name) {
  const auto found = std::ranges::find(model.measured, name, &session::MeasureValues::name);
  return found == model.measured.end() || !found->has_values() ? nullptr : &*found;
}

double ev100_of(const Model& model, double luminance) {
  return texel_ev100(model.session.controls.settings, luminance);
}

std::string number_of(const Model& model, double luminance) {
  const double nits = model.session.nits_of_one().value_or(1.0);
  return digits_text(luminance * nits);
}

void draw_label(ImVec2 at, const std::string& text, const Area& room) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize();
  const ImVec2 size = ImGui::CalcTextSize(text.c_str());
  at.x = std::clamp(at.x, room.left, std::max(room.left, room.left + room.width - size.x - 0.4f * font));
  at.y = std::clamp(at.y, room.top, std::max(room.top, room.top + room.height - size.y - 0.2f * font));
  list.AddRectFilled(at, {at.x + size.x + 0.4f * font, at.y + size.y + 0.2f * font}, IM_COL32(0, 0, 0, 170),
                     0.2f * font);
  list.AddText({at.x + 0.2f * font, at.y + 0.1f * font}, kLine, text.c_str());
}

void draw_measure(const Model& model, const session::Measure& measure, const Area& picture, const Area& room) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize();
  const auto at = [&](double x, double y) {
    return ImVec2(picture.left + float(x) * picture.width, picture.top + float(y) * picture.height);
  };
  const ImVec2 a = at(std::min(measure.from.x, measure.to.x), std::min(measure.from.y, measure.to.y));
  const ImVec2 b = at(std::max(measure.from.x, measure.to.x), std::max(measure.from.y, measure.to.y));
  const float line = std::max(1.0f, std::floor(font / 14.0f));
  for (const auto& [color, shift] : {std::pair(kShadow, line), std::pair(kLine, 0.0f)}) {
    const ImVec2 low = {a.x + shift, a.y + shift};
    if (measure.is_spot()) {
      list.AddCircle(low, 0.45f * font, color, 0, line);
    } else {
      list.AddRect(low, {b.x + shift, b.y + shift}, color, 0.0f, 0, line);
    }
  }
  std::string text = measure.name;
  if (const session::MeasureValues* const values = values_of(model, measure.name)) {
    text += "  " + luminance_text(model.session.nits_of_one(), values->mean);
    if (values->mean > 0.0) text += formatted("  EV %.2f", ev100_of(model, values->mean));
  }
  const float aside = measure.is_spot() ? 0.6f * font : 0.0f;
  draw_label({a.x + aside, measure.is_spot() ? a.y - 0.6f * font : a.y - 1.3f * font}, text, room);
}

/// The picture's lines of numbers in each texel that is seen.
void draw_texel_numbers(const Model& model, const Area& picture) {
  const TexelGrid& grid = model.texel_grid;
  const VkExtent2D extent = model.session.extent();
  const std::array<double, 3> weights = model.session.weights();
  const float side = picture.width / std::max(1.0f, float(extent.width));
  const bool has_channels = side >= 48.0f;
  const float font = std::min(ImGui::GetFontSize(), side / (has_channels ? 4.2f : 3.4f));
  constexpr ImU32 kColors[] = {IM_COL32(255, 170, 160, 255), IM_COL32(170, 255, 170, 255), IM_COL32(175, 195, 255, 255),
                               kLine};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < grid.texels.size(); ++i) {
    const std::uint32_t column = std::uint32_t(i) % grid.region.extent.width;
    const std::uint32_t row = std::uint32_t(i) / grid.region.extent.width;
    const ImVec2 corner = {picture.left + side * float(grid.region.offset.x + int(column)),
                           picture.top + side * float(grid.region.offset.y + int(row))};
    const glm::vec4& texel = grid.texels[i];
    const auto luminance = float(luminance_of(weights, glm::vec3(texel)));
    const std::array<float, 4> numbers = {texel.r, texel.g, texel.b, luminance};
    float y = corner.y + 0.12f * font;
    for (std::size_t channel = has_channels ? 0 : 3; channel < (has_channels ? 3 : 4); ++channel, y += font) {
      const std::string text = formatted("%.3g", double(numbers[channel]));
      const float width = ImGui::GetFont()->CalcTextSizeA(font, FLT_MAX, 0.0f, text.c_str()).x;
      const float x = corner.x + 0.2f * font;
      list.AddRectFilled({x - 0.1f * font, y}, {x + width + 0.1f * font, y + font}, IM_COL32(0, 0, 0, 130));
      list.AddText(ImGui::GetFont(), font, {x, y}, kColors[channel], text.c_str());
    }
  }
}

}  // namespace

void draw_measures_over(Model& model, const Area& picture, const Area& room) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.PushClipRect({room.left, room.top}, {room.left + room.width, room.top + room.height});
  if (!model.texel_grid.texels.empty()) draw_texel_numbers(model, picture);
  for (const session::Measure& measure : model.session.controls.measures) draw_measure(model, measure, picture, room);
  if (model.drawn_measure) draw_measure(model, *model.drawn_measure, picture, room);
  list.PopClipRect();
}

void draw_measures(Model& model) {
  std::vector<session::Measure>& measures = model.session.controls.measures;
  if (measures.empty()) {
    ImGui::TextWrapped("M and a click pin a spot, M and a drag a rectangle. They are kept in scripts.");
    return;
  }
  const bool is_known = model.session.nits_of_one().has_value();
  ImGui::TextDisabled(is_known ? "Luminance in cd/m\u00b2" : "Luminance, relative");
  std::optional<std::size_t> removed;
  if (ImGui::BeginTable("measures", 6, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) {
    // Names are letters, except in scripts.
    std::size_t longest = 0;
    for (const session::Measure& measure : measures) longest = std::max(longest, measure.name.size());
    const float of_names = std::clamp(0.15f * float(longest), 0.4f, 1.3f);
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, of_names);
    for (const char* title : {"Mean", "Min", "Max", "EV100"}) {
      ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch, 1.0f);
    }
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch, 0.4f);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < measures.size(); ++i) {
      ImGui::PushID(int(i));
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(measures[i].name.c_str());
      tooltip(measures[i].name.c_str());
      const session::MeasureValues* const values = values_of(model, measures[i].name);
      const auto cell = [&](const std::string& text) {
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(values == nullptr ? "-" : text.c_str());
      };
      const session::MeasureValues none;
      const session::MeasureValues& shown = values == nullptr ? none : *values;
      cell(number_of(model, shown.mean));
      cell(number_of(model, shown.min));
      cell(number_of(model, shown.max));
      cell(shown.mean > 0.0 ? formatted("%.2f", ev100_of(model, shown.mean)) : "-");
      ImGui::TableNextColumn();
      if (ImGui::SmallButton("x")) removed = i;
      tooltip("takes it away");
      ImGui::PopID();
    }
    ImGui::EndTable();
  }
  // Against the first one.
  const session::MeasureValues* const first = values_of(model, measures.front().name);
  for (std::size_t i = 1; i < measures.size() && first != nullptr && first->mean > 0.0; ++i) {
    const session::MeasureValues* const values = values_of(model, measures[i].name);
    if (values == nullptr || values->mean <= 0.0) continue;
    const double ratio = values->mean / first->mean;
    text_row((measures[i].name + " : " + measures.front().name).c_str(),
             formatted("%.4g : 1, %+.2f stops", ratio, std::log2(ratio)), "contrast of the means");
  }
  if (button("Take all away", 1)) measures.clear();
  if (removed) measures.erase(measures.begin() + std::ptrdiff_t(*removed));
}

}  // namespace viewer
