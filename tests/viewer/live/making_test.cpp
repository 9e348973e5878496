// SPDX-License-Identifier: MIT
// Tests of what is made with the viewer in hands: camera paths, videos, presets, text to paste.
#include <photopic/presets.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <thread>

#include "session/source/camera_path.h"
#include "viewer/live/live_fixture.h"

namespace {

using Live = viewer_test::Live;

constexpr int kPathRow_y = 663, kRecord_x = 349, kSave_x = 458, kLoad_x = 567;  // of the panel Scene, 640 wide
constexpr int kStrip_y = 713, kLoop_x = 473, kLoop_y = 758;

/// A path that is recorded, played in a loop, edited on its timeline by mouse and keys, and filmed.
TEST_F(Live, CameraPaths) {
  cli_test::write_file(folder_ / "there.json", R"({"keys": [
    {"time_s": 0, "position_m": [0, 0, 0], "yaw_deg": 0, "pitch_deg": 0},
    {"time_s": 2, "position_m": [1, 0, 1], "yaw_deg": 0, "pitch_deg": 0}]})");
  cli_test::write_file(folder_ / "short.json", R"({"keys": [
    {"time_s": 0, "position_m": [0, 0, 0], "yaw_deg": 0, "pitch_deg": 0},
    {"time_s": 0.2, "position_m": [0, 0, 0.1], "yaw_deg": 0, "pitch_deg": 0}]})");
  const auto viewer = start({"--scene", "wall.gltf", "--size", "640x840", "--panels", "scene"});
  ASSERT_TRUE(viewer->has_started());
  const auto file_by = [&](int x, const char* name) {
    viewer->click(x, kPathRow_y);
    ASSERT_TRUE(viewer->rests());
    viewer->type(name);
    viewer->key("Return");
    ASSERT_TRUE(viewer->rests());
  };
  const auto saved = [&](const char* name) {
    file_by(kSave_x, name);
    return session::load_camera_path(folder_ / name);
  };
  viewer->click(kRecord_x, kPathRow_y);
  for (int i = 0; i < 4; ++i) viewer->key("s");
  ASSERT_TRUE(viewer->rests());
  viewer->click(kRecord_x, kPathRow_y);
  const session::CameraPath recorded = saved("recorded.json");
  EXPECT_GE(recorded.keys().size(), 2u);
  EXPECT_GT(recorded.keys().back().pose.position_m.z, 0.05);
  viewer->click(kLoop_x, kLoop_y);
  viewer->key("space");
  std::this_thread::sleep_for(std::chrono::milliseconds(int(1000 * recorded.duration_s())));
  EXPECT_TRUE(viewer->is_busy());  // it has been at its end
  viewer->key("space");
  ASSERT_TRUE(viewer->rests());
  viewer->click(kLoop_x, kLoop_y);
  // The last key stands at 2 of 2.4 s, and where it is let go.
  file_by(kLoad_x, "there.json");
  constexpr int kLast_x = 560, kAside = 20;
  viewer->drag(kLast_x, kStrip_y, kLast_x + kAside, kStrip_y);
  const double later_s = saved("later.json").duration_s();
  EXPECT_GT(later_s, 2.1);
  EXPECT_LT(later_s, 2.3);
  viewer->drag(kLast_x + kAside, kStrip_y, kLast_x, kStrip_y);
  EXPECT_NEAR(saved("back.json").duration_s(), 2.0, 0.02);
  // By keys: to the first one and back, a third behind the last, which comes 0.1 s earlier and goes.
  ASSERT_TRUE(viewer->rests());
  const std::string at_last = measured(*viewer);
  viewer->key("Prior");
  EXPECT_FALSE(is_same_file(at_last, measured(*viewer)));
  viewer->key("Next");
  EXPECT_TRUE(is_same_file(at_last, measured(*viewer)));
  viewer->key("k");
  viewer->key("shift+Prior");
  const session::CameraPath longer = saved("longer.json");
  ASSERT_EQ(longer.keys().size(), 3u);
  EXPECT_NEAR(longer.duration_s(), 3.9, 0.02);
  viewer->key("Delete");
  EXPECT_EQ(saved("shorter.json").keys().size(), 2u);
  // A video of the path, by the menu: 30 frames a second.
  file_by(kLoad_x, "short.json");
  constexpr int kFile_x = 24, kMenu_y = 10, kVideo_x = 60, kVideo_y = 217;
  viewer->click(kFile_x, kMenu_y);
  viewer->click(kVideo_x, kVideo_y);
  ASSERT_TRUE(viewer->rests());
  viewer->type("walk.y4m");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  expect_clean(viewer->quit());
  const auto bytes = cli_test::read_file(folder_ / "walk.y4m");
  const std::string_view video(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_TRUE(video.starts_with("YUV4MPEG2 W290 H820 F30:1 ")) << video.substr(0, 60);
  EXPECT_NEAR(double(bytes.size()) / (3.0 * 290.0 * 820.0), 6.0, 0.1);
}

/// One's own presets, by the menu's keys; and text of settings, pasted as a preset's name.
TEST_F(Live, PresetsAndText) {
  const auto viewer = start({"--scene", "picture.exr", "--size", "640x480", "--panels", "exposure"});
  ASSERT_TRUE(viewer->has_started());
  const std::filesystem::path presets = folder_ / "config" / "photopic" / "presets";
  const auto presets_menu = [&](int down) {
    viewer->key("F10");
    for (int i = 0; i < 4; ++i) viewer->key("Down");
    viewer->key("Right");
    for (int i = 0; i < down; ++i) viewer->key("Down");
  };
  const int built_in = int(photopic::kPresetCount);
  const std::string first = viewer->shot();
  viewer->drag(470, 193, 610, 193);  // the compensation
  const std::string brighter = viewer->shot();
  presets_menu(built_in);  // none of one's own: "Save as..."
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  viewer->type("mine");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  EXPECT_TRUE(std::filesystem::exists(presets / "mine.json"));
  viewer->key("ctrl+z");
  EXPECT_TRUE(is_same_file(first, viewer->shot()));
  const auto own_menu = [&](int down) {
    presets_menu(built_in);
    viewer->key("Right");
    for (int i = 0; i < down; ++i) viewer->key("Down");
  };
  own_menu(0);
  viewer->key("Return");  // take it
  ASSERT_TRUE(viewer->rests());
  EXPECT_TRUE(is_same_file(brighter, viewer->shot()));
  own_menu(2);
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  viewer->key("ctrl+a");
  viewer->type("yours");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  EXPECT_FALSE(std::filesystem::exists(presets / "mine.json"));
  EXPECT_TRUE(std::filesystem::exists(presets / "yours.json"));
  own_menu(3);
  viewer->key("Right");  // "Keep", "Delete"
  viewer->key("Down");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  EXPECT_FALSE(std::filesystem::exists(presets / "yours.json"));
  // Settings as a command line, on the clipboard.
  constexpr int kEdit_x = 64, kMenu_y = 10, kCopy_x = 90, kCopy_y = 98, kLine_x = 286, kLine_y = 155;
  viewer->click(kEdit_x, kMenu_y);
  viewer->click(kCopy_x, kCopy_y);
  viewer->move(kCopy_x + 40, kCopy_y);
  viewer->click(kLine_x, kLine_y);
  ASSERT_TRUE(viewer->rests());
  presets_menu(built_in);
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  viewer->key("ctrl+v");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  expect_clean(viewer->quit());
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(presets)) names.push_back(entry.path().filename());
  ASSERT_EQ(names.size(), 1u);
  EXPECT_TRUE(names[0].starts_with("--compensation-ev ")) << names[0];
}

}  // namespace
