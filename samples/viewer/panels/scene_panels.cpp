// SPDX-License-Identifier: MIT
// Panels of timing, scene and regression.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "compare/pictures/map_picture.h"
#include "viewer/options.h"
#include "viewer/panels/panels.h"
#include "viewer/widgets/plot_widget.h"
#include "viewer/widgets/widgets.h"

namespace viewer {
namespace {

void draw_pass_table(const Timings& timings) {
  // Widths that don't depend on what a frame before held.
  if (!ImGui::BeginTable("passes", 3, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) return;
  ImGui::TableSetupColumn("Pass", ImGuiTableColumnFlags_WidthStretch, 1.4f);
  ImGui::TableSetupColumn("Now, \u00b5s", ImGuiTableColumnFlags_WidthStretch, 1.0f);
  ImGui::TableSetupColumn("Median, \u00b5s", ImGuiTableColumnFlags_WidthStretch, 1.0f);
  ImGui::TableHeadersRow();
  for (const Timings::Pass& pass : timings.passes()) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(pass.name.c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(formatted("%.1f", pass.times_us.back()).c_str());
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(formatted("%.1f", median_us(pass)).c_str());
  }
  ImGui::EndTable();
}

/// Logarithmic: passes differ by orders of magnitude.
void draw_pass_plot(const Timings& timings) {
  std::vector<PlotLine> lines;
  for (const Timings::Pass& pass : timings.passes()) {
    PlotLine line = {pass.name, line_color(lines.size()), {}};
    for (std::size_t i = 0; i < pass.times_us.size(); ++i) {
      const double age = double(i) - double(pass.times_us.size() - 1);
      line.points.emplace_back(float(age), float(std::log10(1e-3 * std::max(pass.times_us[i], 0.1))));
    }
    lines.push_back(std::move(line));
  }
  PlotAxes axes = {-float(Timings::kFrames), 0.0f, 0.0f, 0.0f, "%.0f", "%.6g ms", true};
  fit_y(axes, lines, 2.0f);
  ImGui::TextDisabled("Over the last frames, logarithmic");
  plot("times", kPlotLines * ImGui::GetFontSize(), axes, lines);
}

/// A path of one's own: moved along by hand, saved, loaded.
void draw_path_recorder(Model& model) {
  using What = FileQuestion::What;
  PathRecorder& recorder = model.path_recorder;
  if (recorder.is_on()) {
    const std::string label = formatted("Stop: a path of %zu keys", recorder.keys());
    const bool is_over = button(label.c_str());
    tooltip_beside("what was recorded becomes the camera path");
    if (is_over) {
      model.playback.path = recorder.finish();
      model.playback.time_s = 0.0;
    }
    return;
  }
  if (button("Record path", 3)) {
    model.playback.is_playing = false;
    recorder.start();
  }
  tooltip_beside("a path of what the camera does from now on, in place of this one");
  ImGui::SameLine();
  ImGui::BeginDisabled(!model.playback.is_possible());
  if (button("Save...", 3)) model.question.asked = What::save_path;
  tooltip_beside("the camera path\n--path");
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (button("Load...", 3)) model.question.asked = What::load_path;
  tooltip_beside("a camera path\n--path");
}

void draw_playback(Model& model) {
  draw_path_recorder(model);
  draw_timeline(model);
  if (!model.playback.is_possible()) return;
  session::Playback& playback = model.playback;
  if (button(playback.is_playing ? "Pause (Space)" : "Play the path (Space)", 2)) playback.toggle();
  tooltip_beside("whoever moves the camera leaves it");
  ImGui::SameLine();
  check("Loop", playback.is_looping);
  tooltip_beside("begins again at its end");
}

constexpr const char* kSunWords[] = {"of the file", "daylight"};  // by session::SunChoice

void draw_surroundings(Model& model) {
  session::Surroundings& surroundings = model.session.controls.view.surroundings;
  const bool has_panorama = !surroundings.environment.empty();
  text_row("Lit by",
           has_panorama                            ? surroundings.environment.filename().string()
           : model.session.source().has_daylight() ? "sun and clear sky"
           : model.session.source().has_sun()      ? "the file's sun, sky to match"
                                                   : "the file's lamps, at dusk",
           has_panorama ? surroundings.environment.c_str() : nullptr);
  if (button(has_panorama ? "Another panorama..." : "Light by a panorama...", has_panorama ? 2 : 1,
             "a picture twice as wide as high, in cd/m\u00b2, shown around the scene; or drop it\n--environment")) {
    model.question.asked = FileQuestion::What::environment;
  }
  if (has_panorama) {
    ImGui::SameLine();
    if (button("Without it", 2, "the light that the scene had before")) surroundings.environment.clear();
  }
  if (!has_panorama && model.session.source().has_lights()) {
    auto sun = std::uint32_t(surroundings.sun);
    own_choice_row("Sun and sky", sun, 0, kSunWords,
                   "the file's lights, under a made-up sky; or daylight in place of the file's sun\n--sun");
    surroundings.sun = session::SunChoice(sun);
  }
  const bool has_daylight = model.session.source().has_daylight();
  if (!has_daylight && !has_panorama) return;
  // A change works out the scene's light anew: once the mouse lets go.
  session::Surroundings& shown = model.shown_light;
  if (!model.is_light_dragged) shown = surroundings;
  model.is_light_dragged = false;
  const auto light_row = [&](const char* label, float& value, float initial, float min, float max, const char* help) {
    own_float_row(label, value, initial, min, max, "%.1f", help);
    model.is_light_dragged |= ImGui::IsItemActive();
  };
  if (has_panorama) {
    light_row("Turned by, \u00b0", shown.environment_yaw_deg, 0.0f, -180.0f, 180.0f,
              "to the right; T and a drag turn it, too\n--environment-yaw-deg");
  }
  constexpr engine::Daylight kFirstDay;
  engine::Daylight& day = shown.daylight;
  if (has_daylight) {
    light_row("Time of day, h", day.time_of_day_h, kFirstDay.time_of_day_h, engine::kSunrise_h, engine::kSunset_h,
              "solar time at an equinox, the sun 60\u00b0 high at noon\n--time-of-day");
    light_row("Sun's azimuth, \u00b0", day.sun_azimuth_deg, kFirstDay.sun_azimuth_deg, -180.0f, 180.0f,
              "0 is -Z, positive turns right; T and a drag in the sky move the sun\n--sun-azimuth");
    light_row("Turbidity", day.turbidity, kFirstDay.turbidity, engine::kLeastTurbidity, engine::kMostTurbidity,
              "haze: 2 is very clear air, 10 hazy\n--turbidity");
  }
  if (!model.is_light_dragged) surroundings = shown;
}

/// Colours of an error map, from 0 to `most`.
void draw_heat(const char* most) {
  const float font = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = std::max(1.0f, ImGui::GetContentRegionAvail().x);
  constexpr int kParts = 64;
  for (int i = 0; i < kParts; ++i) {
    const auto color = compare::heat_color((double(i) + 0.5) / kParts);
    ImGui::GetWindowDrawList()->AddRectFilled({corner.x + width * float(i) / kParts, corner.y},
                                              {corner.x + width * float(i + 1) / kParts, corner.y + 0.6f * font},
                                              IM_COL32(color[0], color[1], color[2], 255));
  }
  ImGui::Dummy({width, 0.7f * font});
  ImGui::TextDisabled("0");
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(most).x);
  ImGui::TextDisabled("%s", most);
}

constexpr engine::SceneSettings kFirstScene;  // what rows go back to

void draw_sun(Model& model) {
  session::View& view = model.session.controls.view;
  const char* note = nullptr;
  if (!model.session.source().has_sun()) {
    note = view.surroundings.environment.empty() ? "the file's lights have no sun"
                                                 : "no sun stands out of the panorama: Environment scales all of it";
  }
  ImGui::BeginDisabled(note != nullptr);
  own_float_row("Sun", view.scene.sun_scale, kFirstScene.sun_scale, 0.0f, 100.0f, "%.2f",
                note != nullptr ? note : "multiple of the sun's light");
  ImGui::EndDisabled();
  if (note != nullptr) {
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", note);
    ImGui::PopStyleColor();
  }
}

void draw_camera(Model& model) {
  session::View& view = model.session.controls.view;
  const bool is_scene = model.session.source().kind() == session::SourceKind::scene;
  if (is_scene) {
    const glm::dvec3& at = view.pose.position_m;
    text_row("Position, m", formatted("%.2f  %.2f  %.2f", at.x, at.y, at.z));
  }
  text_row("Yaw, pitch",
           formatted("%.1f\u00b0  %.1f\u00b0", std::remainder(view.pose.yaw_deg, 360.0), view.pose.pitch_deg));
  auto fov = float(view.horizontal_fov_deg);
  if (own_float_row("Field of view, \u00b0", fov, float(session::View().horizontal_fov_deg),
                    float(session::kMinFov_deg), float(session::kMaxFov_deg), "%.0f", "horizontal"))
    view.horizontal_fov_deg = double(fov);
  if (!is_scene) return;
  auto speed = float(model.speed_m_per_s);
  if (own_float_row("Speed, m/s", speed, float(model.session.source().walking_speed_m_per_s()), 0.01f, 1000.0f, "%.2f",
                    "of W A S D; the mouse wheel changes it")) {
    model.speed_m_per_s = double(speed);
  }
  draw_sun(model);
  own_float_row("Environment", view.scene.environment_scale, kFirstScene.environment_scale, 0.0f, 100.0f, "%.2f",
                "multiple of the light of sky or panorama");
  own_float_row(
      "Pre-exposure, EV", view.scene.pre_exposure_ev, kPreExposure_ev, -engine::kMostPreExposure_ev,
      engine::kMostPreExposure_ev, "%.0f",
      "stops by which colours are brighter where they are stored: below 0, brighter light isn't clipped, and less "
      "of the dark is told apart\n--pre-exposure-ev");
  draw_surroundings(model);
}

/// An animation's name, or its number.
std::string label_of(const std::vector<session::AnimationInfo>& animations, std::uint32_t number) {
  const std::string name = session::name_of(animations, number);
  return name == animations[number].name ? name : "animation " + name;
}

void draw_animation(Model& model) {
  const std::vector<session::AnimationInfo>& animations = model.session.source().animations();
  if (animations.empty()) return;
  session::PlayedAnimation& played = model.session.controls.view.animation;
  std::vector<std::string> labels = {"none"};
  for (std::uint32_t i = 0; i < animations.size(); ++i) labels.push_back(label_of(animations, i));
  std::vector<const char*> words;
  for (const std::string& label : labels) words.push_back(label.c_str());
  const std::optional<std::uint32_t> chosen = session::chosen_animation(animations, played.name);
  std::uint32_t index = chosen ? *chosen + 1 : 0;
  if (choice_row("Animation", index, words, "of the file; none: the scene is at rest\n--animation")) {
    played.name = index == 0 ? session::kNoAnimation : session::name_of(animations, index - 1);
    played.time_s = 0.0;
  }
  if (!chosen) return;
  const bool has_space = !model.playback.is_possible();  // else the key is the camera path's
  const std::string verb = played.speed != 0.0 ? "Pause the animation" : "Play the animation";
  if (button((verb + (has_space ? " (Space)###animation" : "###animation")).c_str())) model.toggle_animation();
  const double duration_s = animations[*chosen].duration_s;
  const double wrapped_s = duration_s > 0.0 ? std::fmod(played.time_s, duration_s) : 0.0;
  auto time_s = float(wrapped_s < 0.0 ? wrapped_s + duration_s : wrapped_s);
  if (float_row("Animation time, s", time_s, 0.0f, float(duration_s), "%.2f",
                "it begins anew at its end\n--animation-time")) {
    played.time_s = double(time_s);
  }
  auto speed = float(played.speed);
  if (own_float_row("Animation speed", speed, 1.0f, -4.0f, 4.0f, "%.2f",
                    "multiple of the file's; 0: it stands still; below 0: backwards\n--animation-speed")) {
    played.speed = double(speed);
  }
  ImGui::Spacing();
}

}  // namespace

void draw_timing(Model& model) {
  text_row("Picture", formatted("%.2f ms   ", model.picture_ms) + rate_text(model),
           "from one picture to the next, with the interface; \"still\": what is drawn is the interface alone");
  check("Vertical sync", model.is_vsync, "frames wait for the display");
  if (model.timings.passes().empty()) {
    ImGui::TextDisabled("This device has no GPU timestamps, or no frame is done");
    return;
  }
  ImGui::Spacing();
  draw_pass_table(model.timings);
  ImGui::Spacing();
  draw_pass_plot(model.timings);
  if (button("Clear the times", 1, "those that were measured so far")) model.timings.clear();
}

void draw_scene(Model& model) {
  if (button("Open... (Ctrl+O)", 1, "a glTF scene, an HDR picture or a panorama; or drop it on the window"))
    model.question.asked = FileQuestion::What::open;
  static constexpr const char* kKinds[] = {"scene", "picture", "panorama"};
  const auto kind = std::size_t(model.session.source().kind());
  ImGui::TextWrapped("%s", model.session.file().filename().c_str());
  text_row("Kind",
           formatted("%s, %u\u00d7%u", kKinds[kind], model.session.extent().width, model.session.extent().height));
  const image_io::Facts& facts = model.session.source().facts();
  if (facts.layers.size() > 1 && facts.layer) {
    text_row("Layer", image_io::label_of(facts.layers[*facts.layer]), "of the file; others are in the menu View");
  }
  if (!facts.encoding.empty()) text_row("Encoding", facts.encoding, "as the file says it, or sRGB");
  if (model.session.source().kind() == session::SourceKind::picture) return;
  draw_camera(model);
  ImGui::Spacing();
  draw_animation(model);
  draw_playback(model);
  for (const std::string& warning : model.session.source().warnings()) ImGui::TextWrapped("%s", warning.c_str());
}

namespace {

/// Of the error map that takes the picture's place.
void draw_difference(Model& model) {
  Difference& difference = model.shown_difference;
  auto to = std::uint32_t(difference.to);
  if (choice_row("Show difference to", to, Difference::kToNames,
                 "in the picture's place; to settings A, B or C: the same scene, rendered with them")) {
    difference.to = Difference::To(to);
    difference.expire();
  }
  if (difference.to == Difference::To::nothing) return;
  auto map = std::uint32_t(difference.map);
  if (choice_row("Map", map, Difference::kMapNames,
                 "FLIP: what flipping between both shows; absolute: 16 codes are full")) {
    difference.map = Difference::Map(map);
    difference.expire();
  }
  if (difference.picture() == nullptr) {
    ImGui::TextWrapped(
        "There is no picture of that size to compare with: capture a golden, or choose those settings once");
    return;
  }
  text_row("Mean", formatted(difference.map == Difference::Map::flip ? "%.5f" : "%.3f of 255", difference.mean()),
           "over all pixels");
  draw_heat(difference.map == Difference::Map::flip ? "1" : "16");
}

}  // namespace

void draw_regression(Model& model) {
  draw_difference(model);
  ImGui::Spacing();
  using What = FileQuestion::What;
  if (button("Capture golden", 2, "the picture as it is now becomes the golden")) capture_golden(model);
  ImGui::SameLine();
  if (button("Load...", 2, "a golden, PNG of 8 bits")) model.question.asked = What::load_golden;
  if (model.golden.is_empty()) {
    ImGui::TextDisabled("There is no golden yet");
    return;
  }
  text_row("Golden", formatted("%u\u00d7%u", model.golden.extent().width, model.golden.extent().height), "its texels");
  if (button("Compare", 2, "the picture as it is now with the golden")) compare_golden(model);
  ImGui::SameLine();
  if (button("Save...", 2, "the golden, as PNG")) model.question.asked = What::save_golden;
  check("Compare each frame", model.compares_each_frame, "reads each picture back: slow");
  if (model.compares_each_frame) compare_golden(model);
  if (!model.difference) return;
  ImGui::Spacing();
  const photopic::ErrorResult& errors = model.difference->errors;
  text_row("MSE", formatted("%.4g", errors.mse), "mean squared error of 8-bit codes, over R, G and B");
  text_row("PSNR", errors.mse > 0.0 ? formatted("%.2f dB", errors.psnr_db) : "equal",
           "peak signal to noise ratio, of 255");
  text_row("Largest difference", formatted("%.0f of 255, at %u, %u", errors.max_error, errors.max_x, errors.max_y),
           "of a channel's code, and where");
  text_row("Differing pixels",
           formatted("%llu  (%.2f %%)", static_cast<unsigned long long>(errors.differing_pixels),
                     100.0 * double(errors.differing_pixels) / double(errors.pixels)),
           "in any channel");
  if ((model.difference->metrics & photopic::kMetricSsim) != 0) {
    text_row("SSIM", formatted("%.5f", model.difference->ssim.score), "structural similarity at full resolution");
  }
  text_row("FLIP", formatted("%.5f", model.difference->flip.mean),
           "what flipping between both shows: 0 nothing, 1 all");
}

}  // namespace viewer
