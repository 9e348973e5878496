// SPDX-License-Identifier: MIT
// Panels of grade and display.
#include <imgui.h>
#include <photopic/settings_table.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "session/calibration.h"
#include "session/output/coded_picture.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/look_widgets.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

constexpr float kHueCurveLines = 8.0f;  // height of a hue curve, lines of text

void draw_white_balance(Model& model) {
  using photopic::WhiteBalance;
  setting_row(model, "white_balance", "white_balance", "White balance");
  const photopic::WhiteBalanceSettings& balance = model.session.controls.settings.white_balance;
  if (balance.white_balance == WhiteBalance::off) return;
  setting_row(model, "white_balance", "chromatic_adaptation", "Adaptation");
  if (balance.white_balance != WhiteBalance::automatic) {
    setting_row(model, "white_balance", "temperature_k", "Temperature, K");
    setting_row(model, "white_balance", "duv", "Tint, Duv");
    return;
  }
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    const bool is_automatic = (row.needs & photopic::kNeedsAutoWhiteBalance) != 0;
    if (row.group == std::string_view("white_balance") && is_automatic) setting_row(model, row);
  }
  if (!model.has_state) return;
  const photopic::gpu::WhiteBalanceState& light = model.state.white_balance;
  text_row("Scene's light", formatted("%.0f K   %+.4f", double(light.estimate_k), double(light.estimate_duv)),
           "temperature and tint (Duv) that were measured");
  text_row("Balanced for", formatted("%.0f K   %+.4f", double(light.temperature_k), double(light.duv)),
           "temperature and tint (Duv) that become neutral");
}

void draw_wipe(Model& model) {
  session::Comparison& comparison = model.session.controls.comparison;
  bool is_on = comparison.is_on && comparison.is_ungraded && comparison.without == 0;
  if (check("Before and after", is_on, "the picture's left part without grade and lookup tables; drag the line")) {
    comparison.is_on = is_on;
    comparison.is_ungraded = is_on;
    comparison.without = 0;
  }
  if (is_on) draw_split_row(model.session.controls.comparison.split, session::Comparison().split);
}

/// A wheel for three members of the grade.
void grade_wheel(Model& model, const char* label, const char* name, const WheelRange& range, float size) {
  session::Settings settings = model.session.controls.settings;
  std::array<float*, 3> members;
  std::array<float, 3> rgb;
  constexpr const char* kChannels[] = {"_red", "_green", "_blue"};
  for (std::size_t i = 0; i < members.size(); ++i) {
    const photopic::SettingInfo& info = *photopic::find_setting("grade", (std::string(name) + kChannels[i]).c_str());
    members[i] = &photopic::setting_ref<float>(info, settings);
    rgb[i] = *members[i];
  }
  if (!wheel(label, rgb, range, size)) return;
  for (std::size_t i = 0; i < members.size(); ++i) *members[i] = rgb[i];
  apply(model, settings);
}

void draw_wheels(Model& model) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float size = std::max(20.0f, std::floor((ImGui::GetContentRegionAvail().x - 2.0f * gap) / 3.0f));
  constexpr WheelRange kFactor = {0.0f, 16.0f, 1.0f, 0.75f};
  constexpr WheelRange kLift = {-4.0f, 4.0f, 0.0f, 0.3f};
  constexpr WheelRange kGamma = {0.0625f, 16.0f, 1.0f, 0.75f};
  ImGui::TextDisabled("Of the scene");
  grade_wheel(model, "Shadows", "shadows", kFactor, size);
  ImGui::SameLine();
  grade_wheel(model, "Midtones", "midtones", kFactor, size);
  ImGui::SameLine();
  grade_wheel(model, "Highlights", "highlights", kFactor, size);
  ImGui::TextDisabled("Of the display");
  grade_wheel(model, "Lift", "lift", kLift, size);
  ImGui::SameLine();
  grade_wheel(model, "Gamma", "gamma", kGamma, size);
  ImGui::SameLine();
  grade_wheel(model, "Gain", "gain", kFactor, size);
}

void draw_hue_curves(Model& model) {
  if (!ImGui::BeginTabBar("curves")) return;
  const auto tab = [&](const char* label, const char* name, const HueCurveRange& range) {
    if (!ImGui::BeginTabItem(label)) return;
    session::Settings settings = model.session.controls.settings;
    const photopic::SettingInfo& info = *photopic::find_setting("grade", name);
    auto& curve = photopic::setting_ref<photopic::Curve>(info, settings);
    if (hue_curve(name, curve, range, kHueCurveLines * ImGui::GetFontSize())) apply(model, settings);
    setting_row(model, "grade", name, "Points");
    ImGui::EndTabItem();
  };
  tab("Hue", "hue_vs_hue", {-60.0f, 60.0f, 0.0f, -180.0f, 180.0f, "%+.0f\u00b0"});
  tab("Saturation", "hue_vs_saturation", {0.0f, 2.0f, 1.0f, 0.0f, 16.0f, "%.1f"});
  tab("Luminance", "hue_vs_luminance", {0.0f, 2.0f, 1.0f, 0.0f, 16.0f, "%.1f"});
  ImGui::EndTabBar();
}

/// Rows whose names begin with `prefix`.
void draw_rows(Model& model, const char* title, std::string_view prefix) {
  if (!ImGui::TreeNode(title)) return;
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    if (row.group == std::string_view("grade") && std::string_view(row.name).starts_with(prefix)) {
      setting_row(model, row);
    }
  }
  ImGui::TreePop();
}

void draw_tables(Model& model) {
  if (!ImGui::TreeNode("Lookup tables")) return;
  setting_row(model, "grade", "scene_lut", "Scene, .cube");
  setting_row(model, "grade", "scene_lut_space", "Scene's space");
  setting_row(model, "grade", "tone_mapper_lut", "Custom operator");
  setting_row(model, "grade", "lut", "Display, .cube");
  setting_row(model, "grade", "lut_size", "Baked LUT, nodes");
  ImGui::TreePop();
}

/// Whether the window is HDR, in one line, and why not.
void draw_output(const Model& model) {
  const DisplayOutput& output = model.output;
  const photopic::DisplaySettings& display = model.session.ldr_display();
  const ImVec4 kOn = {0.35f, 0.85f, 0.45f, 1.0f}, kAmber = {0.94f, 0.66f, 0.19f, 1.0f};
  const ImVec4 kPlain = {0.75f, 0.75f, 0.75f, 1.0f};
  const bool is_picture_hdr = photopic::is_hdr(display.encoding);
  const char* words = output.is_hdr()          ? "HDR is on"
                      : is_picture_hdr         ? "HDR is off: this is a preview"
                      : output.missing.empty() ? "SDR"
                                               : "SDR: wider colours are clipped";
  ImGui::TextColored(output.is_hdr() ? kOn : output.missing.empty() ? kPlain : kAmber, "%s", words);
  if (!output.missing.empty()) ImGui::TextWrapped("Why: %s", output.missing.c_str());
  text_row("Picture",
           session::word_of(display.encoding) + (session::is_of_floats(display.encoding) ? ", half floats"
                                                 : session::is_wide(display.encoding)    ? ", 10 bits"
                                                                                         : ", 8 bits"),
           "how it is stored");
  text_row("Window", format_name(output.surface.format), "format of its images");
  text_row("Colour space", color_space_name(output.surface.colorSpace), "how the system takes them");
  if (output.is_hdr()) {
    text_row("Metadata", model.has_hdr_metadata ? "told to the system" : "no VK_EXT_hdr_metadata",
             "the display's range");
  }
  if (!ImGui::TreeNode("What the system offers")) return;
  for (const VkSurfaceFormatKHR& one : model.offered) {
    ImGui::TextWrapped("%s, %s", format_name(one.format).c_str(), color_space_name(one.colorSpace).c_str());
  }
  ImGui::TreePop();
}

void draw_display_row(Model& model, const photopic::SettingInfo& row) {
  struct Label {
    std::string_view name;
    const char* label;  ///< null: not here
  };
  constexpr Label kLabels[] = {{"paper_white_nits", "Paper white, nits"},
                               {"peak_nits", "Peak, nits"},
                               {"min_nits", "Darkest, nits"},
                               {"ui_white_nits", "Panels' white, nits"},
                               {"scrgb_reference_nits", "scRGB's 1, nits"},
                               // Of hosts that draw their interface over the picture: this window composes its own.
                               {"ui_curve", nullptr},
                               {"ui_blend", nullptr},
                               {"ui_scene_limit_nits", nullptr}};
  const auto named =
      std::find_if(std::begin(kLabels), std::end(kLabels), [&](const Label& one) { return one.name == row.name; });
  if (named == std::end(kLabels)) {
    setting_row(model, row);
  } else if (named->label != nullptr) {
    setting_row(model, row.group, row.name, named->label);
  }
}

void draw_calibration(Model& model) {
  auto screen = std::uint32_t(model.session.controls.calibration);
  if (own_choice_row("Calibration", screen, 0, session::kCalibrationNames,
                     "a screen in the picture's place, in its encoding\n--calibration")) {
    model.session.controls.calibration = session::CalibrationScreen(screen);
  }
  constexpr const char* kAdvice[] = {
      nullptr,
      "Raise the peak until the diamond just vanishes in the field of 10000 nits.",
      "Lower the darkest until the diamond just vanishes in the black.",
      "Choose paper white so that the page is as bright as paper beside the display.",
  };
  if (kAdvice[screen] == nullptr) return;
  const bool is_preview = photopic::is_hdr(model.session.ldr_display().encoding) && !model.output.is_hdr();
  ImGui::TextWrapped(
      "%s", is_preview ? "HDR is off: what a preview shows of this screen can't set up a display." : kAdvice[screen]);
}

}  // namespace

void draw_grade(Model& model) {
  draw_wipe(model);
  ImGui::Spacing();
  draw_white_balance(model);
  ImGui::Spacing();
  draw_wheels(model);
  ImGui::Spacing();
  setting_row(model, "grade", "contrast", "Contrast");
  setting_row(model, "grade", "contrast_pivot", "Contrast's pivot");
  setting_row(model, "grade", "saturation", "Saturation");
  setting_row(model, "grade", "vibrance", "Vibrance");
  ImGui::Spacing();
  draw_hue_curves(model);
  draw_rows(model, "ASC CDL", "cdl_");
  draw_rows(model, "Shadows", "shadows_");
  draw_rows(model, "Midtones", "midtones_");
  draw_rows(model, "Highlights", "highlights_");
  draw_rows(model, "Lift", "lift_");
  draw_rows(model, "Gamma", "gamma_");
  draw_rows(model, "Gain", "gain_");
  draw_tables(model);
  if (button("Reset the grade", 1, "all of it to its defaults; white balance and tables stay")) {
    session::Settings settings = model.session.controls.settings;
    settings.grade = {};
    apply(model, settings);
  }
}

void draw_display(Model& model) {
  draw_output(model);
  ImGui::Spacing();
  for (const photopic::SettingInfo& row : photopic::setting_table()) {
    if (row.group == std::string_view("display")) draw_display_row(model, row);
  }
  const photopic::DisplaySettings& display = model.session.controls.settings.display;
  if (photopic::is_hdr(display.encoding)) {
    const double headroom = double(display.peak_nits) / double(display.paper_white_nits);
    text_row("Headroom", formatted("%.2f\u00d7   %.2f stops", headroom, std::log2(headroom)), "peak over paper white");
    if (!model.output.is_hdr()) {
      check("Preview with the peak as white", model.is_preview_dimmed, "else what is brighter than paper is clipped");
    }
  }
  ImGui::Spacing();
  std::uint32_t& views = model.session.controls.overlay.views;
  own_check_bit("Nits in colours", views, photopic::kOverlayNits, "of the brightest channel, as the picture is stored");
  own_check_bit("Waveform of nits", views, photopic::kOverlayWaveform,
                "red, green and blue over the picture's columns, on the scale of PQ");
  ImGui::Spacing();
  draw_calibration(model);
}

}  // namespace viewer
