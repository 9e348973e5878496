// SPDX-License-Identifier: MIT
// Tools over the picture: wipes between two looks, and the numbers of a pixel.
#include <imgui.h>
#include <photopic/exposure.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "session/output/coded_picture.h"
#include "viewer/model/looking/meter_weight.h"
#include "viewer/panels/panels.h"
#include "viewer/panels/widgets.h"

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

/// The line's whole height is its handle.
void drag_split(const char* id, float& split, const Area& picture, const Area& room, float x) {
  const float half = 0.5f * ImGui::GetFontSize();
  begin_picture_handle(id, {x - half, room.top, 2.0f * half, std::max(1.0f, room.height)});
  if (ImGui::IsItemActive() && picture.width > 0.0f) {
    split = std::clamp(split + ImGui::GetIO().MouseDelta.x / picture.width, 0.0f, 1.0f);
  }
  if (ImGui::IsItemHovered() || ImGui::IsItemActive()) ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  end_picture_handle();
}

/// A line that can be dragged, and what is on its sides. `line`: its row of names from the top.
void draw_wipe(const Model& model, const Area& room, const char* id, float& split, const char* left, const char* right,
               int line) {
  const Area picture = picture_area(model, room);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float font = ImGui::GetFontSize();
  const float x = picture.left + split * picture.width;
  list.PushClipRect({room.left, room.top}, {room.left + room.width, room.top + room.height});
  const float top = std::max(picture.top, room.top);
  list.AddLine({x, top}, {x, std::min(picture.top + picture.height, room.top + room.height)},
               IM_COL32(255, 255, 255, 160));
  const auto name = [&](const char* text, bool is_left) {
    const ImVec2 size = ImGui::CalcTextSize(text);
    const ImVec2 corner = {is_left ? x - size.x - font : x + font, top + font * (1.0f + 1.8f * float(line))};
    list.AddRectFilled({corner.x - 0.4f * font, corner.y - 0.2f * font},
                       {corner.x + size.x + 0.4f * font, corner.y + size.y + 0.2f * font}, IM_COL32(0, 0, 0, 150),
                       3.0f);
    list.AddText(corner, IM_COL32(255, 255, 255, 230), text);
  };
  name(left, true);
  name(right, false);
  list.PopClipRect();
  drag_split(id, split, picture, room, x);
}

void draw_comparison(Model& model, const Area& room) {
  session::Comparison& comparison = model.session.controls.comparison;
  if (!comparison.is_on) return;
  const char* left = photopic::tone_mapper_name(model.session.controls.settings.tone_map.tone_mapper);
  const char* right = photopic::tone_mapper_name(comparison.tone_mapper);
  if (comparison.without != 0) {
    left = "with effects";
    right = "without";
  } else if (comparison.is_ungraded) {
    left = "graded";
    right = "before";
  }
  draw_wipe(model, room, "split", comparison.split, left, right, 0);
}

/// Of the overlay: exposed by the naive mean, and by the correct one.
void draw_naive_split(Model& model, const Area& room) {
  photopic::OverlaySettings& overlay = model.session.controls.overlay;
  if ((overlay.views & photopic::kOverlaySplit) == 0) return;
  draw_wipe(model, room, "naive split", overlay.split, "naive", "correct", 1);
}

void draw_texel(const Model& model, const TexelValues& values) {
  const session::Settings& settings = model.session.controls.settings;
  const double luminance = double(glm::dot(values.scene, glm::vec3(0.2126f, 0.7152f, 0.0722f)));
  ImGui::TextDisabled("texel %d, %d", values.texel.x, values.texel.y);
  if (luminance > 0.0 && std::isfinite(luminance)) {
    ImGui::Text("%.4g cd/m\u00b2   EV100 %.2f", luminance, photopic::ev100_from_luminance(luminance));
  } else {
    ImGui::Text("%.4g cd/m\u00b2   no EV", luminance);
  }
  ImGui::Text("scene  %.4g  %.4g  %.4g", double(values.scene.r), double(values.scene.g), double(values.scene.b));
  const auto encoding = model.session.ldr_display().encoding;
  if (session::is_of_floats(encoding)) {
    ImGui::Text("display  %.4g  %.4g  %.4g", double(values.display.r), double(values.display.g),
                double(values.display.b));
  } else {
    ImGui::Text("display  %.0f  %.0f  %.0f", double(values.display.r), double(values.display.g),
                double(values.display.b));
  }
  const double weight = meter_weight(settings, model.session.extent(), values.texel, luminance);
  ImGui::Text("weight in the meter  %.3f%s", weight, settings.metering.mask.empty() ? "" : " (without the mask)");
  if (values.local_ev) {
    ImGui::Text("local exposure  %+.2f EV, x %.3g%s", double(*values.local_ev), std::exp2(double(*values.local_ev)),
                settings.glare.glare == photopic::GlareProfile::off ? "" : " (before glare)");
  }
  if (values.is_clipped) ImGui::TextUnformatted("clipped: half floats end at 65504");
}

void draw_inspector(Model& model, const Area& room) {
  model.inspected.reset();
  const bool has_legend = (model.session.controls.overlay.views & photopic::kOverlayFalseColor) != 0;
  if (!model.is_inspecting && !has_legend) {
    model.texel.reset();
    return;
  }
  const ImGuiIO& io = ImGui::GetIO();
  const glm::dvec2 cursor = glm::dvec2(io.MousePos.x, io.MousePos.y) * double(model.pixels_per_unit);
  const bool is_over = io.MousePos.x >= room.left && io.MousePos.y >= room.top &&
                       io.MousePos.x < room.left + room.width && io.MousePos.y < room.top + room.height;
  const VkExtent2D picture = model.session.extent();
  const glm::ivec2 texel = model.zoom.texel_at(picture, model.room, cursor);
  const bool is_inside = texel.x >= 0 && texel.y >= 0 && texel.x < int(picture.width) && texel.y < int(picture.height);
  if (!is_over || !is_inside || io.WantCaptureMouse) return;
  model.inspected = texel;
  if (!model.texel || !model.is_inspecting) return;
  const float font = ImGui::GetFontSize();
  // On the side where there is room.
  const bool is_left = io.MousePos.x > room.left + 0.6f * room.width;
  const bool is_above = io.MousePos.y > room.top + 0.7f * room.height;
  ImGui::SetNextWindowPos({io.MousePos.x + (is_left ? -font : font), io.MousePos.y + (is_above ? -font : font)},
                          ImGuiCond_Always, {is_left ? 1.0f : 0.0f, is_above ? 1.0f : 0.0f});
  ImGui::Begin("inspector", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
  draw_texel(model, *model.texel);
  ImGui::End();
}

}  // namespace

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
  draw_comparison(model, room);
  draw_naive_split(model, room);
  draw_inspector(model, room);
  draw_overlay_tools(model, picture_area(model, room), room);
}

}  // namespace viewer
