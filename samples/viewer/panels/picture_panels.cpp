// SPDX-License-Identifier: MIT
// Panels of the picture: overlay, pyramid inspector, resize lab.
#include <photopic/exposure.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "viewer/panels/panels.h"
#include "viewer/widgets/plot_widget.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kSweepLines = 11.0f;  // height of a plot, lines of text
constexpr float kLeastRange_ev = 0.2f;

void draw_level_table(const Model& model) {
  const photopic::PostProcess& post = model.session.post();
  if (!ImGui::BeginTable("levels", 3, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) return;
  ImGui::TableSetupColumn("Level");
  ImGui::TableSetupColumn("Texels");
  ImGui::TableSetupColumn("In use");
  ImGui::TableHeadersRow();
  for (std::uint32_t level = 0; level < post.log_luminance_levels(); ++level) {
    const VkExtent2D all = post.log_luminance_extent(level);
    const VkExtent2D used = post.log_luminance_used(level, model.session.extent());
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(formatted("%u", level).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(formatted("%u\u00d7%u", all.width, all.height).c_str());
    ImGui::TableNextColumn();
    if (used.width == 0) {
      ImGui::TextDisabled("skipped");
    } else {
      ImGui::TextUnformatted(formatted("%u\u00d7%u", used.width, used.height).c_str());
    }
  }
  ImGui::EndTable();
}

/// A mean of log2 luminance as EV at ISO 100, which is a constant away.
float ev_of(float log2_luminance) { return log2_luminance + float(photopic::ev100_from_luminance(1.0)); }

struct Spread {
  float range = 0.0f;  ///< largest less smallest
  float jump = 0.0f;   ///< largest change from one width to the next
};

Spread spread_of(const PlotLine& line) {
  Spread spread;
  if (line.points.empty()) return spread;
  const auto [least, most] = std::minmax_element(line.points.begin(), line.points.end(),
                                                 [](const ImVec2& a, const ImVec2& b) { return a.y < b.y; });
  spread.range = most->y - least->y;
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    spread.jump = std::max(spread.jump, std::abs(line.points[i].y - line.points[i - 1].y));
  }
  return spread;
}

void draw_sweep(const Model& model) {
  PlotLine lines[] = {{"naive blits", line_color(5), {}}, {"correct", line_color(1), {}}};
  for (const session::SweepPoint& point : model.lab.points()) {
    lines[0].points.emplace_back(float(point.width), ev_of(point.naive_log2));
    lines[1].points.emplace_back(float(point.width), ev_of(point.correct_log2));
  }
  if (lines[0].points.size() < 2) return;
  PlotAxes axes = {lines[0].points.front().x, lines[0].points.back().x, 0.0f, 0.0f, "%.0f px", "%.2f"};
  fit_y(axes, lines, kLeastRange_ev);
  ImGui::TextDisabled("Scene EV over the picture's width");
  plot("sweep", kSweepLines * ImGui::GetFontSize(), axes, lines);
  for (const PlotLine& line : lines) {
    const Spread spread = spread_of(line);
    text_row(line.name.c_str(), formatted("%.3f EV, jumps %.3f EV", double(spread.range), double(spread.jump)),
             "how far it strays over all widths, and most from one width to the next");
  }
}

/// Views that take the whole picture: one at a time.
struct PictureView {
  const char* label;
  std::uint32_t bit;
};
constexpr PictureView kInPicture[] = {{"as it is", 0},
                                      {"false colour: EV", photopic::kOverlayFalseColor},
                                      {"weights in the meter", photopic::kOverlayWeights},
                                      {"nits", photopic::kOverlayNits},
                                      {"local exposure", photopic::kOverlayLocalExposure},
                                      {"local exposure: base", photopic::kOverlayLocalBase},
                                      {"local exposure: detail", photopic::kOverlayLocalDetail},
                                      {"glare", photopic::kOverlayGlare}};
constexpr std::uint32_t kPictureViews = photopic::kOverlayFalseColor | photopic::kOverlayWeights |
                                        photopic::kOverlayNits | photopic::kOverlayLocalExposure |
                                        photopic::kOverlayLocalBase | photopic::kOverlayLocalDetail |
                                        photopic::kOverlayGlare;

/// Of several that were asked for, the one that covers the others, as the overlay draws them; 0 = none.
std::uint32_t shown_view(const session::Controls& controls) {
  const bool has_local = controls.settings.local_exposure.local_exposure != photopic::LocalExposure::off;
  const bool has_glare = controls.settings.glare.glare != photopic::GlareProfile::off;
  const std::pair<std::uint32_t, bool> views[] = {{photopic::kOverlayNits, true},
                                                  {photopic::kOverlayGlare, has_glare},
                                                  {photopic::kOverlayLocalExposure, has_local},
                                                  {photopic::kOverlayLocalBase, has_local},
                                                  {photopic::kOverlayLocalDetail, has_local},
                                                  {photopic::kOverlayFalseColor, true}};
  for (const auto& [bit, is_there] : views) {
    if (is_there && (controls.overlay.views & bit) != 0) return bit;
  }
  return controls.overlay.views & kPictureViews;  // what shows nothing, or lies over the picture: weights
}

void draw_picture_view(session::Controls& controls) {
  photopic::OverlaySettings& overlay = controls.overlay;
  const std::uint32_t shown = shown_view(controls);
  const char* labels[std::size(kInPicture)];
  std::uint32_t index = 0;
  for (std::uint32_t i = 0; i < std::size(kInPicture); ++i) {
    labels[i] = kInPicture[i].label;
    if ((shown & kInPicture[i].bit) != 0) index = i;
  }
  if (own_choice_row("Picture", index, 0, labels, "what each texel is shown as")) {
    overlay.views = (overlay.views & ~kPictureViews) | kInPicture[index].bit;
  }
}

const photopic::OverlaySettings kFirst;  // what rows go back to

void draw_false_color_range(session::Session& session) {
  photopic::OverlaySettings& overlay = session.controls.overlay;
  own_check("Range of the picture", overlay.false_color_automatic, session.starts_false_color_automatic(),
            "in whole EV, but for a thousandth of the texels at either end; on at first for files whose light is "
            "relative");
  if (overlay.false_color_automatic) return;
  own_float_row("Colours from, EV", overlay.false_color_min_ev100, kFirst.false_color_min_ev100, -64.0f,
                overlay.false_color_max_ev100 - 1.0f, "%.1f", "EV at ISO 100; darker texels are blue");
  own_float_row("Colours to, EV", overlay.false_color_max_ev100, kFirst.false_color_max_ev100,
                overlay.false_color_min_ev100 + 1.0f, 64.0f, "%.1f", "EV at ISO 100; brighter texels are red");
}

}  // namespace

void draw_overlay(Model& model) {
  photopic::OverlaySettings& overlay = model.session.controls.overlay;
  draw_picture_view(model.session.controls);
  if (overlay.views & photopic::kOverlayWeights) ImGui::TextDisabled("orange: counts; dark: doesn't; hatched: outside");
  if (overlay.views & (photopic::kOverlayFalseColor | photopic::kOverlayLocalBase))
    draw_false_color_range(model.session);
  ImGui::Spacing();
  const auto view = [&](const char* label, photopic::OverlayView bit, const char* help) {
    own_check_bit(label, overlay.views, bit, help);
  };
  view("Naive versus correct", photopic::kOverlayNaive,
       "the mean that a chain of blits would give, the meter's, and with which weight each texel enters the naive one");
  view("Split: naive | correct exposure", photopic::kOverlaySplit, "the left part as the naive mean would expose it");
  view("Histogram", photopic::kOverlayHistogram,
       "over EV at ISO 100, with percentiles (drag the handles), target, adapted EV, limits and the tone curve");
  view("Adaptation over time", photopic::kOverlayStripChart, "scene, target and adapted EV of the last 256 frames");
  view("White balance", photopic::kOverlayWhiteBalance,
       "the scene's light, the one adapted to and the one that the picture is balanced for, beside the blackbodies");
  view("Pyramid level", photopic::kOverlayPyramid,
       "one level of the log-luminance pyramid, enlarged; where the pyramid meters: see the panel Pyramid");
  view("Clipping zebra", photopic::kOverlayZebra, "red above, blue below");
  view("NaN, infinity, 65504", photopic::kOverlayInvalid,
       "texels that can't be metered, with their number; and of those with the largest half float");
  view("Waveform of nits", photopic::kOverlayWaveform,
       "red, green and blue side by side, each over the picture's columns, on the scale of PQ");
  view("Glare over angles", photopic::kOverlayGlareSpread, "levels (bars), what they scatter (line), CIE (dots)");
  if (button("All", 2, "panels and marks at once, beside each other")) {
    overlay.views = (photopic::kAllOverlayViews & ~kPictureViews) | (overlay.views & kPictureViews);
  }
  ImGui::SameLine();
  if (button("None", 2, "the picture as it is")) overlay.views = 0;
  ImGui::Spacing();
  own_row(overlay.scale, model.fitting_overlay_scale, formatted("%u", model.fitting_overlay_scale),
          "size of the overlay's text: 13 texels of the picture times this\n--overlay-scale",
          [&](const char* help) { return count_row("Text size", overlay.scale, 1, 8, help); });
  if (overlay.views & photopic::kOverlayZebra) {
    own_float_row("Black up to", overlay.zebra_under, kFirst.zebra_under, 0.0f, 1.0f, "%.3f",
                  "code, 0 to 1: all channels up to it are striped");
    own_float_row("White from", overlay.zebra_over, kFirst.zebra_over, 0.0f, 1.0f, "%.3f",
                  "code, 0 to 1: one channel from it on is striped");
  }
  if (overlay.views & photopic::kOverlaySplit) draw_split_row(overlay.split, kFirst.split);
}

void draw_pyramid(Model& model) {
  if (session::method_of(model.session.controls.settings) != session::MeteringMethod::pyramid) {
    ImGui::TextWrapped("The single pass writes no levels. The pyramid does, but knows no weights and no percentiles.");
    if (button("Meter with the pyramid only", 1, "without weights and percentiles\n--method pyramid")) {
      session::Settings settings = model.session.controls.settings;
      session::choose_pyramid(settings);
      apply(model, settings);
    }
    return;
  }
  photopic::OverlaySettings& overlay = model.session.controls.overlay;
  own_check_bit("Show a level in the picture", overlay.views, photopic::kOverlayPyramid, "unused texels are hatched");
  const std::uint32_t levels = model.session.post().log_luminance_levels();
  if (levels == 0) return;
  overlay.pyramid_level = std::min(overlay.pyramid_level, levels - 1);
  own_row(overlay.pyramid_level, kFirst.pyramid_level, "0", "0 is the largest",
          [&](const char* help) { return count_row("Level", overlay.pyramid_level, 0, levels - 1, help); });
  ImGui::Spacing();
  draw_level_table(model);
  if (!model.has_state) return;
  ImGui::Spacing();
  text_row("Mean, log2 cd/m\u00b2", formatted("%.5f", double(model.state.mean_log2_luminance)),
           "the last level's one texel");
}

void draw_resize_lab(Model& model) {
  session::SweepPlan& plan = model.sweep;
  ImGui::BeginDisabled(model.lab.is_running());
  count_row("From width, px", plan.first_width, session::SweepPlan::kMinWidth, plan.last_width, "of the first frame");
  count_row("To width, px", plan.last_width, plan.first_width, session::SweepPlan::kMaxSide, "of the last frame");
  count_row("Step, px", plan.step, 1, 256, "from one frame's width to the next");
  count_row("Height, px", plan.height, 1, session::SweepPlan::kMaxSide, "of all frames");
  ImGui::EndDisabled();
  ImGui::TextDisabled(model.session.source().kind() == session::SourceKind::picture
                          ? "A picture is cut off at each width"
                          : "The same camera and horizontal field of view");
  if (model.lab.is_running()) {
    if (button("Stop", 1, "what was measured stays")) model.lab.stop();
    ImGui::ProgressBar(model.lab.progress());
  } else if (button("Sweep the width", 1, "a frame of each width, metered by blits and by the pyramid")) {
    attempt(model, [&] { model.lab.start(model.context, plan); });
  }
  ImGui::Spacing();
  draw_sweep(model);
}

}  // namespace viewer
