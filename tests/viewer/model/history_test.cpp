// SPDX-License-Identifier: MIT
// Tests of what becomes of settings: undo, slots, presets of one's own, text to paste.
#include <gtest/gtest.h>
#include <photopic/settings_table.h>

#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "arguments/errors.h"
#include "files/error.h"
#include "image_io/fixtures/io_fixtures.h"
#include "json/node.h"
#include "session/script.h"
#include "session/script_writer.h"
#include "session/settings/own_presets.h"
#include "session/settings/setting_changes.h"
#include "session/settings/settings_file.h"
#include "session/settings/settings_text.h"
#include "viewer/model/history.h"
#include "viewer/model/path_keys.h"
#include "viewer/model/path_recorder.h"

namespace {

using session::Notation;

session::Controls with_compensation(float ev) {
  session::Controls controls;
  controls.settings.exposure.compensation_ev = ev;
  return controls;
}

TEST(History, StepsBackAndForth) {
  viewer::History history;
  session::CameraPath path;
  session::Controls controls = with_compensation(0.0f);
  history.note(controls, path, false);
  for (const float ev : {1.0f, 2.0f, 3.0f}) history.note(with_compensation(ev), path, true);  // a drag
  history.note(with_compensation(3.0f), path, false);
  history.note(with_compensation(3.0f), path, false);  // nothing new
  controls = with_compensation(3.0f);
  controls.overlay.views = 1;
  history.note(controls, path, false);
  controls.view.pose.yaw_deg = 40.0;
  controls.view.animation.time_s = 7.0;
  history.note(controls, path, false);  // the camera is no setting, nor is time
  history.undo(controls, path);
  EXPECT_EQ(controls.overlay.views, 0u);
  EXPECT_EQ(controls.view.pose.yaw_deg, 40.0);
  EXPECT_EQ(controls.view.animation.time_s, 7.0);
  history.undo(controls, path);
  EXPECT_EQ(controls.settings.exposure.compensation_ev, 0.0f);
  EXPECT_FALSE(history.can_undo());
  history.undo(controls, path);
  history.redo(controls, path);
  EXPECT_EQ(controls.settings.exposure.compensation_ev, 3.0f);
  history.note(controls, path, false);  // it is where it has gone to
  EXPECT_TRUE(history.can_redo());
  history.note(with_compensation(-1.0f), path, false);
  EXPECT_FALSE(history.can_redo());
}

TEST(History, BringsBackKeysOfThePath) {
  viewer::History history;
  session::Controls controls;
  const auto path_of = [](std::vector<session::CameraKey> keys) { return session::CameraPath(std::move(keys)); };
  const session::CameraPath one = path_of({{0.0, {}}}), two = path_of({{0.0, {}}, {2.0, {{1, 0, 0}, 0, 0}}});
  const session::CameraPath other = path_of({{0.0, {{5, 0, 0}, 0, 0}}});
  session::CameraPath path = one;
  history.note(controls, path, false);
  path = two;
  history.note(controls, path, false);
  history.undo(controls, path);
  EXPECT_EQ(path, one);
  history.redo(controls, path);
  EXPECT_EQ(path, two);
  path = other;  // another scene's
  history.adopt(path);
  history.undo(controls, path);
  EXPECT_EQ(path, other);
}

TEST(History, KeepsSoMany) {
  viewer::History history;
  session::CameraPath path;
  for (std::size_t i = 0; i < viewer::History::kMost + 20; ++i) history.note(with_compensation(float(i)), path, false);
  session::Controls controls;
  std::size_t steps = 0;
  for (; history.can_undo(); ++steps) history.undo(controls, path);
  EXPECT_EQ(steps, viewer::History::kMost - 1);
  EXPECT_EQ(controls.settings.exposure.compensation_ev, 20.0f);
}

TEST(History, Slots) {
  viewer::Slots slots;
  session::Settings settings = with_compensation(1.0f).settings;
  slots.go_to(1, settings);
  EXPECT_EQ(settings.exposure.compensation_ev, 1.0f);  // a copy to begin with
  settings.exposure.compensation_ev = 2.0f;
  slots.go_to(0, settings);
  EXPECT_EQ(settings.exposure.compensation_ev, 1.0f);
  slots.go_to(1, settings);
  EXPECT_EQ(settings.exposure.compensation_ev, 2.0f);
  EXPECT_EQ(slots.current(), 1u);
}

/// Each setting by itself differs, is copied, and is the same again.
TEST(SettingChanges, OfEverySetting) {
  const session::Settings defaults;
  for (const session::SettingField& field : session::setting_fields()) {
    session::Settings changed;
    std::visit(
        [&](const auto& value) {
          using Value = std::decay_t<decltype(value)>;
          if constexpr (std::is_same_v<Value, float*>) *value += 0.25f;
          if constexpr (std::is_same_v<Value, std::uint32_t*>) *value += 1;
          if constexpr (std::is_same_v<Value, bool*>) *value = !*value;
          if constexpr (std::is_same_v<Value, session::Weights>) *value.bits ^= 1;
          if constexpr (std::is_same_v<Value, photopic::Curve*>) *value = {1, {{0.0f, 0.5f}}};
          if constexpr (std::is_same_v<Value, std::filesystem::path*>) *value = "a";
          if constexpr (std::is_same_v<Value, session::Choice>) {
            value.set(changed, value.index == 0 ? 1 : 0);
          }
          if constexpr (std::is_same_v<Value, session::LutSpace*>)
            *value = session::parse_lut_space("linear,bt2020", "");
        },
        field.ref(changed));
    EXPECT_FALSE(session::is_same(field, changed, defaults)) << field.name;
    EXPECT_FALSE(session::is_same(changed, defaults)) << field.name;
    session::copy_setting(field, defaults, changed);
    EXPECT_TRUE(session::is_same(changed, defaults)) << field.name;
  }
}

TEST(SettingsText, OfWhatIsChanged) {
  session::Settings settings;
  settings.exposure.compensation_ev = 1.0f;
  settings.exposure.curve = photopic::AdaptationCurve::exponential;
  settings.tone_map.dither = !settings.tone_map.dither;
  settings.exposure.target_curve = {2, {{-2.0f, 0.5f}, {10.0f, 1.0f}}};
  settings.metering.mask = "it's.png";
  const std::string cpp = session::settings_text(settings, Notation::cpp);
  EXPECT_NE(cpp.find("settings.exposure.compensation_ev = 1.0f;\n"), std::string::npos) << cpp;
  EXPECT_NE(cpp.find("settings.exposure.target_curve = {2, {{-2.0f, 0.5f}, {10.0f, 1.0f}}};\n"), std::string::npos)
      << cpp;
  EXPECT_NE(cpp.find("settings.exposure.curve = decltype(settings.exposure.curve)("), std::string::npos) << cpp;
  EXPECT_NE(cpp.find("settings.meter.mask = true;\n"), std::string::npos) << cpp;  // whose image is the host's
  EXPECT_EQ(std::count(cpp.begin(), cpp.end(), '\n'), 6) << cpp;
  const std::string c = session::settings_text(settings, Notation::c);
  EXPECT_NE(c.find("photopic_settings_set_number(settings, \"exposure.compensation_ev\", 1);\n"), std::string::npos)
      << c;
  EXPECT_NE(c.find("photopic_settings_set_word(settings, \"exposure.curve\", \"exponential\");\n"), std::string::npos)
      << c;
  EXPECT_NE(c.find("(const photopic_curve_point[]){{-2.0f, 0.5f}, {10.0f, 1.0f}}, 2);\n"), std::string::npos) << c;
  const json::Json json = json::Json::parse(session::settings_text(settings, Notation::json));
  EXPECT_EQ(json["exposure"].size(), 3u);
  EXPECT_EQ(json["exposure"]["compensation_ev"], 1.0);
  session::Settings read;
  session::assign_settings(json::Node(json), read);
  EXPECT_TRUE(session::is_same(read, settings));
  // A command starts from other values.
  session::Settings first = session::studied_settings(photopic::ToneMapper::hable);
  first.exposure.min_ev100 = -3.5f;
  first.metering.mask = "it's.png";
  EXPECT_EQ(session::settings_text(first, Notation::command_line),
            "--mask 'it'\\''s.png' --min-ev100 -3.5 --tone-mapper hable\n");
}

TEST(OwnPresets, AreFiles) {
  const io_test::TempFolder folder;
  session::OwnPresets presets(folder / "presets");
  EXPECT_TRUE(presets.names().empty());
  session::Settings settings = session::studied_settings(photopic::ToneMapper::agx);
  settings.exposure.compensation_ev = 2.5f;
  presets.save("evening", settings);
  presets.save("a b", settings);
  EXPECT_EQ(presets.names(), (std::vector<std::string>{"a b", "evening"}));
  EXPECT_TRUE(session::is_same(presets.load("evening"), settings));
  presets.rename("evening", "late");
  EXPECT_THROW(presets.rename("late", "a b"), files::Error);
  EXPECT_EQ(session::OwnPresets(folder / "presets").names(), (std::vector<std::string>{"a b", "late"}));
  presets.remove("a b");
  EXPECT_EQ(presets.names(), std::vector<std::string>{"late"});
  for (const char* name : {"", ".hidden", "up/../x", "two\nlines"}) {
    EXPECT_THROW(presets.save(name, settings), arguments::UsageError) << name;
  }
  EXPECT_THROW((void)presets.load("none"), files::Error);
  EXPECT_THROW(session::OwnPresets("").save("x", settings), arguments::UsageError);
}

/// A path of a hand: as few keys as it needs, and the same when it is read again.
TEST(PathRecorder, KeepsWhatMoves) {
  viewer::PathRecorder recorder;
  recorder.note(1.0, {});  // before the start: nothing
  recorder.start();
  for (int i = 0; i < 60; ++i) recorder.note(0.05, {{1, 2, 3}, 4, 5});
  for (int i = 1; i <= 4; ++i) recorder.note(0.05, {{1, 2, 3.0 + i}, 4, 5});
  for (int i = 0; i < 60; ++i) recorder.note(0.05, {{1, 2, 7}, 4, 5});
  EXPECT_TRUE(recorder.is_on());
  const session::CameraPath path = recorder.finish();
  EXPECT_FALSE(recorder.is_on());
  ASSERT_EQ(path.keys().size(), 2u + 1u + 1u);  // it stands, walks straight, stands
  EXPECT_EQ(path.keys()[0].time_s, 0.0);
  EXPECT_NEAR(path.keys()[1].time_s, 59 * 0.05, 1e-9);
  EXPECT_NEAR(path.duration_s(), 123 * 0.05, 1e-9);
  const io_test::TempFolder folder;
  const std::string text = session::camera_path_json(path);
  io_test::write_file(folder / "path.json", text);
  const session::CameraPath read = session::load_camera_path(folder / "path.json");
  ASSERT_EQ(read.keys().size(), path.keys().size());
  for (std::size_t i = 0; i < read.keys().size(); ++i) {
    EXPECT_EQ(read.keys()[i].time_s, path.keys()[i].time_s);
    EXPECT_EQ(read.keys()[i].pose.position_m, path.keys()[i].pose.position_m);
  }
}

/// Of a walk with a wave and a turn past south, few keys are left, none of which is seen to be missing.
TEST(PathRecorder, KeepsFewKeysOfAWalk) {
  viewer::PathRecorder recorder;
  recorder.start();
  std::vector<session::CameraKey> walk;
  constexpr int kSteps = 500;
  constexpr double kStep_s = 0.04;
  for (int i = 0; i < kSteps; ++i) {
    const double time_s = i * kStep_s;
    const double turn_deg = 150.0 + 4.0 * time_s;  // past 180 after 7.5 s
    const session::Pose pose = {{0.5 * std::sin(time_s), 1.6, -1.4 * time_s}, turn_deg, 0.0};
    recorder.note(kStep_s, {pose.position_m, std::remainder(turn_deg, 360.0), 0.0});
    walk.push_back({time_s, pose});
  }
  const session::CameraPath path = recorder.finish();
  EXPECT_LT(path.keys().size(), 140u);
  EXPECT_GT(path.keys().size(), 20u);
  EXPECT_NEAR(path.duration_s(), walk.back().time_s, 1e-9);
  for (const session::CameraKey& key : walk) {
    const session::Pose pose = path.at(key.time_s);
    EXPECT_LE(glm::distance(pose.position_m, key.pose.position_m), viewer::kStray_m + 1e-9) << key.time_s;
    EXPECT_NEAR(pose.yaw_deg, key.pose.yaw_deg, viewer::kStray_deg) << key.time_s;
  }
}

/// Of a way of centimetres, as a small model is seen from, details are kept.
TEST(PathKeys, AreSimplifiedByTheWaysExtent) {
  const session::CameraPath bent(
      {{0.0, {{0, 0, 0}, 0, 0}}, {1.0, {{0.01, 0.0005, 0}, 0, 0}}, {2.0, {{0.02, 0, 0}, 0, 0}}});
  EXPECT_EQ(viewer::simplified(bent).keys().size(), 3u);
  const session::CameraPath long_way(
      {{0.0, {{0, 0, 0}, 0, 0}}, {1.0, {{10, 0.0005, 0}, 0, 0}}, {2.0, {{20, 0, 0}, 0, 0}}});
  EXPECT_EQ(viewer::simplified(long_way).keys().size(), 2u);
  // The same places at other times are another path.
  const session::CameraPath late({{0.0, {{0, 0, 0}, 0, 0}}, {1.9, {{10, 0, 0}, 0, 0}}, {2.0, {{20, 0, 0}, 0, 0}}});
  EXPECT_EQ(viewer::simplified(late).keys().size(), 3u);
  const session::CameraPath turned({{0.0, {{0, 0, 0}, 0, 0}}, {1.0, {{0, 0, 0}, 9, 0}}, {2.0, {{0, 0, 0}, 0, 0}}});
  EXPECT_EQ(viewer::simplified(turned).keys().size(), 3u);
}

/// What is played has the controls that were noted, all of them, bit for bit.
TEST(ScriptWriter, IsReadAgain) {
  session::Controls controls;
  controls.settings = session::studied_settings(photopic::ToneMapper::hable);
  controls.settings.exposure.target_curve = {2, {{-2.1f, 0.5f}, {10.0f, 1.0f}}};
  controls.overlay.views = photopic::kAllOverlayViews;
  controls.overlay.zebra_over = 0.7f;
  controls.overlay.local_x = 0.1f;
  controls.comparison = {.is_on = true, .without = photopic::kEffectGlare | photopic::kEffectNight, .split = 0.3f};
  controls.calibration = session::CalibrationScreen::black;
  controls.view.pose = {{0.1, 2.0 / 3.0, -3.0}, 40.1, -7.3};
  controls.view.horizontal_fov_deg = 55.5;
  controls.view.scene.sun_scale = 0.3f;
  controls.view.surroundings.environment = "/a panorama.exr";
  controls.view.surroundings.sun = session::SunChoice::day;
  controls.view.surroundings.daylight.turbidity = 4.1f;
  controls.view.animation = {.name = "2", .time_s = 0.7, .speed = 0.0};
  session::ScriptWriter writer;
  writer.note(0.0, controls, false);
  writer.note(0.1, controls, false);  // as before: no step
  session::Controls next = controls;
  next.settings.exposure.compensation_ev += 0.1f;
  next.comparison = {};
  writer.note(0.2, next, false);
  writer.note(0.3, next, true);
  EXPECT_EQ(writer.steps(), 3u);
  const json::Json steps = json::Json::parse(writer.text());
  EXPECT_EQ(steps[1].size(), 3u) << steps[1];  // time, settings, comparison
  EXPECT_EQ(steps[2].size(), 2u) << steps[2];
  session::Script script{json::Node(steps), {}};
  EXPECT_TRUE(script.has_camera());
  engine::Context context({});
  session::Session session(context, {16, 16});
  script.apply(0.15, session);
  EXPECT_TRUE(session::is_same(session.controls, controls));
  EXPECT_TRUE(session.is_cut());
  script.apply(0.2, session);
  EXPECT_TRUE(session::is_same(session.controls, next));
}

/// An animation that is played is no change; what a hand does with it is.
TEST(ScriptWriter, NotesAnimations) {
  session::Controls controls;
  controls.view.animation = {.name = "walk", .time_s = 0.5, .speed = 2.0};
  session::ScriptWriter writer;
  writer.note(0.0, controls, false);
  const auto note = [&](double time_s, double animation_s) {
    controls.view.animation.time_s = animation_s;
    writer.note(time_s, controls, false);
  };
  note(0.1, 0.7);
  note(0.2, 0.9);
  EXPECT_EQ(writer.steps(), 1u);
  note(0.3, 5.0);  // a jump
  EXPECT_EQ(writer.steps(), 2u);
  controls.view.animation.speed = 0.0;
  note(0.4, 5.2);
  note(0.5, 5.2);
  EXPECT_EQ(writer.steps(), 3u);
  const json::Json steps = json::Json::parse(writer.text());
  EXPECT_EQ(steps[0].at("scene").at("animation"), "walk");
  EXPECT_EQ(steps[0].at("scene").at("animation_time_s"), 0.5);
  EXPECT_EQ(steps[1].at("scene").at("animation_time_s"), 5.0);
  EXPECT_EQ(steps[2].at("scene").at("animation_time_s"), 5.2);
  EXPECT_EQ(steps[2].at("scene").at("animation_speed"), 0.0);
}

/// Files that are opened, with the layers that were chosen.
TEST(ScriptWriter, OpensWhatWasOpened) {
  const image_io::LayerChoice choices[] = {
      {}, {.part = "1", .layer = "", .channels = {}}, {.layer = "AO"}, {.channels = {"N.X", "N.Y", "N.Z"}}};
  session::ScriptWriter writer;
  for (const image_io::LayerChoice& choice : choices) writer.note_open(0.0, "/a file.exr", choice);
  const json::Json steps = json::Json::parse(writer.text());
  EXPECT_EQ(steps[0].at("open"), "/a file.exr");
  session::Script script{json::Node(steps), {}};
  EXPECT_EQ(script.inputs(), std::vector<std::filesystem::path>(4, "/a file.exr"));
  std::vector<image_io::LayerChoice> opened;
  engine::Context context({});
  session::Session session(context, {16, 16});
  script.apply(0.0, session, {}, [&](const std::filesystem::path& file, const image_io::LayerChoice& layers) {
    EXPECT_EQ(file, "/a file.exr");
    opened.push_back(layers);
  });
  EXPECT_EQ(opened, std::vector(std::begin(choices), std::end(choices)));
}

}  // namespace
