// SPDX-License-Identifier: MIT
// Panels of the module's settings: exposure, metering, tone mapping.

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>

#include "reference/tone_map.h"
#include "session/settings/setting_fields.h"
#include "viewer/inspection/meter_weight.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/curve_widget.h"
#include "viewer/widgets/plot_widget.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kCurveStops = 8.0f;  // about middle grey
constexpr int kCurvePoints = 129;
constexpr double kMiddleGrey = 0.18;
constexpr float kCurveLines = 6.0f;  // height of a curve, lines of text

void draw_state(const Model& model) {
  if (!model.has_state) {
    ImGui::TextDisabled("nothing measured yet");
    return;
  }
  const photopic::gpu::ExposureState& state = model.state;
  text_row("Scene",
           formatted("%.2f EV   %s", double(state.scene_ev100),
                     luminance_text(model.session.nits_of_one(), std::exp2(double(state.mean_log2_luminance))).c_str()),
           "EV at ISO 100 and mean luminance of the last measured frame");
  text_row("Target", formatted("%.2f EV", double(state.target_ev100)), "what the eye heads for");
  text_row("Adapted", formatted("%.2f EV", double(state.adapted_ev100)), "where it is");
  text_row("Multiplier", formatted("%.4g", double(state.exposure)), "of scene-linear colour");
}

void draw_automatic(Model& model) {
  setting_row(model, "exposure", "min_ev100", "Lowest EV");
  setting_row(model, "exposure", "max_ev100", "Highest EV");
  ImGui::Spacing();
  setting_row(model, "exposure", "curve", "Adaptation");
  if (model.session.controls.settings.exposure.curve == photopic::AdaptationCurve::linear_exponential) {
    setting_row(model, "exposure", "to_bright_ev_per_s", "To bright, EV/s");
    setting_row(model, "exposure", "to_dark_ev_per_s", "To dark, EV/s");
    setting_row(model, "exposure", "transition_ev", "Ease out within, EV");
  } else {
    setting_row(model, "exposure", "to_bright_time_constant_s", "To bright, s");
    setting_row(model, "exposure", "to_dark_time_constant_s", "To dark, s");
    if (model.session.controls.settings.exposure.curve == photopic::AdaptationCurve::two_exponentials) {
      setting_row(model, "exposure", "slow_time_constant_ratio", "Slow over fast, \u00d7");
    }
  }
}

void draw_stability(Model& model) {
  if (!ImGui::TreeNode("Stability")) return;
  setting_row(model, "exposure", "dead_band_ev", "Dead band, EV");
  setting_row(model, "exposure", "cut_low_ev", "Jump from, EV");
  setting_row(model, "exposure", "cut_high_ev", "Full jump at, EV");
  setting_row(model, "exposure", "max_ev_per_s", "Fastest, EV/s");
  setting_row(model, "exposure", "max_reversals_per_s", "Reversals per s");
  setting_row(model, "exposure", "hold_on_black", "Hold on black");
  ImGui::TreePop();
}

struct CurveRow {
  const char* name;
  const char* label;
  photopic::Curve photopic::ExposureSettings::*curve;
  float y_min, y_max;                                             ///< that are shown at least
  float (*neutral)(const photopic::ExposureSettings&, float ev);  ///< without points
};

constexpr CurveRow kCurveRows[] = {
    {"compensation_curve", "Compensation", &photopic::ExposureSettings::compensation_curve, -4.0f, 4.0f,
     [](const photopic::ExposureSettings&, float) { return 0.0f; }},
    {"target_curve", "Target", &photopic::ExposureSettings::target_curve, -10.0f, 20.0f,
     [](const photopic::ExposureSettings&, float ev) { return ev; }},
    {"min_curve", "Lowest EV", &photopic::ExposureSettings::min_curve, -20.0f, 20.0f,
     [](const photopic::ExposureSettings& exposure, float) { return exposure.min_ev100; }},
    {"max_curve", "Highest EV", &photopic::ExposureSettings::max_curve, -10.0f, 30.0f,
     [](const photopic::ExposureSettings& exposure, float) { return exposure.max_ev100; }},
};

void draw_curves(Model& model) {
  if (!ImGui::TreeNode("Curves and calibration")) return;
  const float nowhere = std::numeric_limits<float>::quiet_NaN();
  for (const CurveRow& row : kCurveRows) {
    setting_row(model, "exposure", row.name, row.label);
    session::Settings settings = model.session.controls.settings;
    const auto neutral = [&](float ev) { return row.neutral(settings.exposure, ev); };
    if (ev_curve(row.name, settings.exposure.*row.curve, row.y_min, row.y_max, neutral,
                 model.has_state ? model.state.scene_ev100 : nowhere, kCurveLines * ImGui::GetFontSize())) {
      apply(model, settings);
    }
  }
  setting_row(model, "exposure", "calibration_k", "Calibration K");
  ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
  ImGui::TextWrapped("Over EV of the scene (blue); points X:Y, separated by commas");
  ImGui::PopStyleColor();
  ImGui::TreePop();
}

void draw_weights(Model& model) {
  setting_row(model, "meter", "weights", "Weights");
  const std::uint32_t weights = model.session.controls.settings.metering.weights;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    if (row.needs >> photopic::kNeedsWeightShift & weights) setting_row(model, row);
  }
  setting_row(model, "meter", "mask", "Mask, file");
}

/// Before an effect's settings: the picture's left part without it.
void draw_effect_wipe(Model& model, const char* group) {
  const std::uint32_t effect = session::effect_of_group(group);
  if (effect == 0) return;
  const bool is_made = (photopic::effects_of(model.session.controls.settings) & effect) != 0;
  session::Comparison& comparison = model.session.controls.comparison;
  bool is_on = comparison.is_on && comparison.without == effect;
  if (!is_made && !is_on) return;
  const std::string label = std::string("Before and after##") + group;
  if (check(label.c_str(), is_on, "the picture's left part without it; drag the line")) {
    comparison.is_on = is_on;
    comparison.is_ungraded = false;
    comparison.without = is_on ? effect : 0;
  }
  if (is_on) draw_split_row(comparison.split, session::Comparison().split);
}

/// Behind them: what commands have besides the table.
void end_effect(Model& model, std::string_view group) {
  if (group == "glare") setting_row(model, "glare", "glare_levels", "Levels");
  ImGui::TreePop();
}

}  // namespace

/// Groups of the table that have no panel of their own.
void draw_effects(Model& model) {
  std::string_view group;
  bool is_open = false;
  constexpr std::string_view kWithPanels[] = {"meter",         "exposure", "tone_map", "display",
                                              "white_balance", "grade",    "input"};
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    const bool has_panel =
        std::find(std::begin(kWithPanels), std::end(kWithPanels), row.group) != std::end(kWithPanels);
    if (has_panel) continue;
    if (row.group != group) {
      if (is_open) end_effect(model, group);
      is_open = setting_tree(model, row.group);
      if (is_open) draw_effect_wipe(model, row.group);
    }
    group = row.group;
    if (is_open) setting_row(model, row);
  }
  if (is_open) end_effect(model, group);
}

namespace {

PlotLine tone_curve(const photopic::ToneMapSettings& settings, photopic::ToneMapper tone_mapper, std::size_t index) {
  PlotLine line = {photopic::tone_mapper_name(tone_mapper), line_color(index), {}};
  photopic::ToneMapSettings shown = settings;
  shown.tone_mapper = tone_mapper;
  float numbers[PHOTOPIC_OPERATOR_MAX_PARAMETERS];
  photopic::operator_parameters(shown, &numbers);
  const std::vector<double> parameters(std::begin(numbers), std::end(numbers));
  for (int i = 0; i < kCurvePoints; ++i) {
    const float stops = -kCurveStops + 2.0f * kCurveStops * float(i) / float(kCurvePoints - 1);
    const double grey = kMiddleGrey * std::exp2(double(stops));
    const reference::Rgb mapped =
        reference::tone_map(reference::ToneMapper(tone_mapper), {grey, grey, grey}, parameters);
    line.points.emplace_back(stops, float(reference::srgb_encode(std::min(mapped.g, 1.0))));
  }
  return line;
}

}  // namespace

void draw_split_row(float& split, float initial) {
  float percent = 100.0f * split;
  if (own_float_row("Split at, %", percent, 100.0f * initial, 0.0f, 100.0f, "%.0f", "of the width, from the left")) {
    split = percent / 100.0f;
  }
}

void draw_exposure(Model& model) {
  draw_state(model);
  ImGui::Spacing();
  setting_row(model, "exposure", "mode", "Mode");
  setting_row(model, "exposure", "compensation_ev", "Compensation, EV");
  switch (model.session.controls.settings.exposure.mode) {
    case photopic::ExposureMode::automatic:
      draw_automatic(model);
      break;
    case photopic::ExposureMode::manual:
      setting_row(model, "exposure", "manual_ev100", "EV at ISO 100");
      break;
    case photopic::ExposureMode::camera:
      setting_row(model, "exposure", "aperture_f_number", "Aperture, f/");
      setting_row(model, "exposure", "shutter_s", "Shutter, s");
      setting_row(model, "exposure", "sensitivity_iso", "Sensitivity, ISO");
      break;
  }
  setting_row(model, "exposure", "hold", "Lock");
  ImGui::SameLine();
  if (ImGui::Button("Reset (R)", {-FLT_MIN, 0.0f})) model.session.reset_exposure();
  tooltip("the eye is adapted at once, as after a cut");
  draw_stability(model);
  draw_curves(model);
}

void draw_metering(Model& model) {
  setting_row(model, "meter", "method", "Method");
  setting_row(model, "meter", "min_log2_luminance", "Darkest, log2 cd/m\u00b2");
  setting_row(model, "meter", "max_log2_luminance", "Brightest, log2 cd/m\u00b2");
  const bool is_single_pass = model.session.controls.settings.metering.method != session::MeteringMethod::pyramid;
  ImGui::Spacing();
  ImGui::BeginDisabled(!is_single_pass);
  setting_row(model, "meter", "low_percentile", "Ignore darkest, %");
  setting_row(model, "meter", "high_percentile", "Count up to, %");
  setting_row(model, "meter", "median_blend", "Mean 0, median 1");
  setting_row(model, "meter", "highlight_stops", "Highlight limit, stops");
  setting_row(model, "meter", "highlight_percent", "Highlight area, %");
  setting_row(model, "meter", "black_stops", "Black below, stops");
  ImGui::Spacing();
  draw_weights(model);
  ImGui::EndDisabled();
  if (!is_single_pass) ImGui::TextDisabled("Percentiles, highlights, black and weights need single-pass");
  if (!model.has_state) return;
  ImGui::Spacing();
  text_row("Darkest texel", luminance_text(model.session.nits_of_one(), double(model.state.min_luminance)),
           "of valid texels");
  text_row("Brightest texel", luminance_text(model.session.nits_of_one(), double(model.state.max_luminance)),
           "of valid texels");
  text_row("Invalid texels", formatted("%u", model.state.invalid_texels), "NaN, infinite or negative");
  text_row("Black, %", formatted("%.4g", 100 * double(model.state.dark_share)),
           "share of the weight that doesn't count");
}

void draw_tone_mapping(Model& model) {
  setting_row(model, "tone_map", "tone_mapper", "Operator");
  const photopic::ToneMapSettings& settings = model.session.controls.settings.tone_map;
  session::Comparison& comparison = model.session.controls.comparison;
  const bool shows_second = comparison.is_on && !comparison.is_ungraded && comparison.without == 0;
  const auto parameters = [&](const auto& is_shown) {
    for (const photopic::SettingInfo& row : photopic::setting_table()) {
      if (row.group == std::string_view("tone_map") && is_shown(row.name)) setting_row(model, row);
    }
  };
  const auto is_of_first = [&](const char* name) { return photopic::has_parameter(settings.tone_mapper, name); };
  parameters(is_of_first);
  bool is_compared = shows_second;
  if (check("Compare with a second operator", is_compared, "the picture's right part; drag the line")) {
    comparison.is_on = is_compared;
    comparison.is_ungraded = false;
    comparison.without = 0;
  }
  if (is_compared) {
    auto index = std::uint32_t(comparison.tone_mapper);
    if (choice_row("Second", index, session::tone_mapper_words(), "operator of the picture's right part")) {
      comparison.tone_mapper = photopic::ToneMapper(index);
    }
    parameters(
        [&](const char* name) { return photopic::has_parameter(comparison.tone_mapper, name) && !is_of_first(name); });
    draw_split_row(comparison.split, session::Comparison().split);
  }
  ImGui::Spacing();
  std::vector<PlotLine> lines = {tone_curve(settings, settings.tone_mapper, 0)};
  if (is_compared) lines.push_back(tone_curve(settings, comparison.tone_mapper, 1));
  ImGui::TextDisabled("Output code of SDR over stops from middle grey");
  plot("curve", kPlotLines * ImGui::GetFontSize(), {-kCurveStops, kCurveStops, 0.0f, 1.0f, "%+.0f", "%.2f"}, lines);
  ImGui::Spacing();
  setting_row(model, "tone_map", "dither", "Dither");
  if (settings.dither) {
    setting_row(model, "tone_map", "dither_noise", "Dither's noise");
    setting_row(model, "tone_map", "dither_seed", "Dither's seed");
  }
  ImGui::Spacing();
  ImGui::TextDisabled("Picture");
  const bool is_custom = model.session.controls.settings.input.primaries == photopic::Primaries::custom;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    const std::string_view name = row.name;
    const bool is_chromaticity = name.ends_with("_x") || name.ends_with("_y");
    if (row.group == std::string_view("input") && (is_custom || !is_chromaticity)) setting_row(model, row);
  }
}

}  // namespace viewer
