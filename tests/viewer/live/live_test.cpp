// SPDX-License-Identifier: MIT
// Tests of the viewer in hands: keys and mouse of an X server, on slow and still windows.
#include <chrono>
#include <cstdlib>

#include "image_io/fixtures/io_exr_fixtures.h"
#include "viewer/live/live_fixture.h"

namespace {

using cli_test::Code;
using cli_test::ProcessResult;

using Live = viewer_test::Live;

/// One window through what hands do with a scene.
TEST_F(Live, AScene) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "320x240", "--hide-panels"});
  ASSERT_TRUE(viewer->has_started());
  ASSERT_TRUE(viewer->rests());  // nothing changes, nothing is drawn
  const std::string first = viewer->shot();
  EXPECT_EQ(size_of(first).width, 320u);
  viewer->key("s");  // a step back, however short the tap
  const std::string stepped = viewer->shot();
  EXPECT_FALSE(is_same_file(first, stepped));
  ASSERT_TRUE(viewer->rests());
  viewer->key("Tab");  // the panels: the picture has less room
  EXPECT_LT(size_of(viewer->shot()).width, 320u);
  viewer->key("ctrl+o");
  viewer->type("picture.exr");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());  // it is read on a thread
  const std::string picture = viewer->shot();
  EXPECT_EQ(size_of(picture).width, 150u);
  EXPECT_EQ(size_of(picture).height, 100u);
  // What can't be read leaves it. The name is typed anew.
  viewer->key("ctrl+o");
  viewer->type("none.exr");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  EXPECT_EQ(size_of(viewer->shot()).width, 150u);
  const ProcessResult result = viewer->quit();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("No such file"), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("picture.exr"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("validation: no messages"), std::string::npos) << result.err;
  // What was shown last is first.
  const auto recent = cli_test::read_file(cache() / "photopic" / "viewer-recent.txt");
  EXPECT_TRUE(std::string(recent.begin(), recent.end()).starts_with(path("picture.exr") + "\n" + path("wall.gltf")));
}

/// An animation is played at once. Paused, nothing is drawn.
TEST_F(Live, AnAnimation) {
  cli_test::write_file(folder_ / "moving.gltf", viewer_test::moving_wall());
  const auto viewer = start({"--scene", "moving.gltf", "--size", "160x120", "--hide-panels"});
  ASSERT_TRUE(viewer->has_begun());
  viewer->key("space");
  ASSERT_TRUE(viewer->rests());
  expect_clean(viewer->quit());
}

/// What the program is started with is read while the window is open: an error ends it, as without a window.
TEST_F(Live, AFileThatCantBeRead) {
  const ProcessResult result = run({"--scene", "none.gltf"}, {.environment = {{"DISPLAY", live_desktop_->name()}}});
  EXPECT_EQ(result.exit_code, cli_test::kInputError);
  EXPECT_NE(result.err.find("none.gltf"), std::string::npos) << result.err;
}

/// Settings in hands: dragged, taken back, done again, reset, and kept in slots. A picture of another setting is
/// another file; of the same, the same bits.
TEST_F(Live, Settings) {
  const auto viewer = start({"--scene", "picture.exr", "--size", "640x480", "--panels", "exposure"});
  ASSERT_TRUE(viewer->has_started());
  constexpr int kCompensation_y = 193, kLeft = 470, kRight = 610;  // of its field
  const std::string first = viewer->shot();
  viewer->drag(kLeft, kCompensation_y, kRight, kCompensation_y);
  const std::string dragged = viewer->shot();
  EXPECT_FALSE(is_same_file(first, dragged));
  viewer->key("ctrl+z");
  EXPECT_TRUE(is_same_file(first, viewer->shot()));
  viewer->key("ctrl+y");
  EXPECT_TRUE(is_same_file(dragged, viewer->shot()));
  viewer->key("alt+2");  // a copy
  EXPECT_TRUE(is_same_file(dragged, viewer->shot()));
  viewer->click(kLeft, kCompensation_y, 3);  // back to its default
  EXPECT_TRUE(is_same_file(first, viewer->shot()));
  viewer->key("alt+1");
  EXPECT_TRUE(is_same_file(dragged, viewer->shot()));
  // The menu says that the picture stands still, whatever the interface does.
  ASSERT_TRUE(viewer->rests());
  viewer->move(100, 200);
  ASSERT_TRUE(viewer->rests());
  const std::vector<Code> menu = menu_of(viewer->shot(true));
  for (int x = 100; x < 300; x += 10) viewer->move(x, 250);
  viewer->move(100, 200);
  EXPECT_EQ(differing(menu, menu_of(viewer->shot(true))), 0u);
  // The window: the picture as it is, larger about the cursor, with the numbers of a pixel, and as it was.
  viewer->move(100, 200);
  const std::vector<Code> window = top_of(viewer->shot(true));
  viewer->wheel(3);
  EXPECT_GT(differing(window, top_of(viewer->shot(true))), 1000u);
  viewer->key("f");
  EXPECT_EQ(differing(window, top_of(viewer->shot(true))), 0u);
  viewer->key("i");
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(differing(window, top_of(viewer->shot(true))), 300u);
  viewer->key("i");
  EXPECT_EQ(differing(window, top_of(viewer->shot(true))), 0u);
  expect_clean(viewer->quit());
}

/// Percentiles dragged in the histogram, and points of a curve.
TEST_F(Live, HandlesAndCurves) {
  const auto viewer =
      start({"--scene", "wall.gltf", "--size", "780x640", "--panels", "exposure", "--overlay", "histogram"});
  ASSERT_TRUE(viewer->has_started());
  viewer->move(100, 100);  // away from the handles
  ASSERT_TRUE(viewer->rests());
  const std::string first = measured(*viewer);
  // The marks in the histogram's plot, by their colour: the darkest, and the brightest.
  const std::vector<Code> picture = cli_test::read_codes(folder_ / first);
  constexpr std::size_t kPlot_y = 570;  // of the picture, which has the window's rows below the menu
  constexpr int kMenu = 20;
  const std::size_t width = size_of(first).width;
  std::vector<int> marks;
  for (std::size_t x = 0; x < width; ++x) {
    const Code& code = picture[width * kPlot_y + x];
    if (code.r == 255 && code.g == 153 && code.b == 38) marks.push_back(int(x));
  }
  ASSERT_GE(marks.size(), 2u);
  ASSERT_GT(marks.back(), marks.front() + 8);
  viewer->drag(marks.back(), int(kPlot_y) + kMenu, marks.front(), int(kPlot_y) + kMenu);  // the darkest alone
  EXPECT_FALSE(is_same_file(first, measured(*viewer)));
  viewer->key("ctrl+z");
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  constexpr int kTree_x = 520, kTree_y = 414, kPoint_x = 640, kPoint_y = 470;
  viewer->click(kTree_x, kTree_y);
  ASSERT_TRUE(viewer->rests());
  viewer->click(kPoint_x, kPoint_y);  // some stops of compensation
  const std::string point = measured(*viewer);
  EXPECT_FALSE(is_same_file(first, point));
  viewer->drag(kPoint_x, kPoint_y, kPoint_x, kPoint_y + 40);
  EXPECT_FALSE(is_same_file(point, measured(*viewer)));
  viewer->click(kPoint_x, kPoint_y + 40, 3);  // takes it away
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  expect_clean(viewer->quit());
}

/// The map of differences to settings A: where the picture is another, and black where it is the same.
TEST_F(Live, ShowsDifferences) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "680x840", "--panels", "exposure,regression"});
  ASSERT_TRUE(viewer->has_started());
  viewer->key("alt+2");
  viewer->drag(510, 193, 650, 193);  // the compensation, of settings B
  constexpr int kChoice_x = 580, kChoice_y = 696, kSettingsA_y = 761;
  viewer->click(kChoice_x, kChoice_y);
  ASSERT_TRUE(viewer->rests());
  viewer->click(kChoice_x, kSettingsA_y);
  ASSERT_TRUE(viewer->rests());
  const auto brightest = [&] {
    int most = 0;
    const std::vector<Code> codes = cli_test::read_codes(folder_ / viewer->shot(true));
    for (std::size_t row = 60; row < 600; ++row) {
      for (std::size_t x = 20; x < 300; ++x) most = std::max(most, int(codes[680 * row + x].r));
    }
    return most;
  };
  EXPECT_GT(brightest(), 200);
  viewer->key("alt+1");
  ASSERT_TRUE(viewer->rests());
  EXPECT_EQ(brightest(), 0);
  // Settings A are rendered as the camera is now, not as it was when they were shown.
  viewer->key("alt+2");
  viewer->drag(100, 300, 160, 300);
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(brightest(), 200);
  viewer->click(580, 193, 3);  // the compensation, back to that of A
  ASSERT_TRUE(viewer->rests());
  EXPECT_LT(brightest(), 40);
  viewer->key("Escape");  // the picture again
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(brightest(), 60);
  expect_clean(viewer->quit());
}

/// No mouse: the menu, a dialog twice, panels; Escape leaves each.
TEST_F(Live, ByKeyboard) {
  const auto viewer = start({"--scene", "picture.exr", "--size", "640x480", "--panels", "exposure"});
  ASSERT_TRUE(viewer->has_started());
  viewer->move(100, 200);
  ASSERT_TRUE(viewer->rests());
  const std::vector<Code> plain = top_of(viewer->shot(true));
  for (const char* key : {"F10", "F1", "ctrl+o"}) {
    viewer->key(key);
    ASSERT_TRUE(viewer->rests());
    EXPECT_GT(differing(plain, top_of(viewer->shot(true))), 1000u) << key;
    viewer->key("Escape");
    ASSERT_TRUE(viewer->rests());
    EXPECT_EQ(differing(plain, top_of(viewer->shot(true))), 0u) << key;
  }
  const auto save = [&] {
    for (const char* key : {"F10", "Down", "Down", "Return"}) {
      viewer->key(key);
      ASSERT_TRUE(viewer->rests());
    }
  };
  save();
  viewer->type("mine.json");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  const auto saved = cli_test::read_file(folder_ / "mine.json");
  EXPECT_FALSE(saved.empty());
  viewer->key("l");  // locked: another setting
  ASSERT_TRUE(viewer->rests());
  save();
  viewer->key("Return");  // the file is there
  ASSERT_TRUE(viewer->rests());
  EXPECT_EQ(cli_test::read_file(folder_ / "mine.json"), saved);
  viewer->key("Return");  // it is meant
  ASSERT_TRUE(viewer->rests());
  EXPECT_NE(cli_test::read_file(folder_ / "mine.json"), saved);
  // The panels: the first of them is closed.
  const std::vector<Code> panels = cli_test::read_codes(folder_ / viewer->shot(true));
  for (const char* key : {"F6", "Down", "Up", "Return"}) viewer->key(key);
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(differing(panels, cli_test::read_codes(folder_ / viewer->shot(true))), 5000u);
  expect_clean(viewer->quit());
}

/// Wheels and curves, as other rows: arrows while Space is held on them.
TEST_F(Live, WheelsAndCurvesByKeyboard) {
  const auto viewer = start({"--scene", "picture.exr", "--size", "640x700", "--panels", "grade"});
  ASSERT_TRUE(viewer->has_started());
  viewer->move(100, 200);
  const auto hold = [&](const std::vector<const char*>& keys) {
    viewer->key_down("space");
    for (const char* key : keys) viewer->key(key);
    viewer->key_up("space");
    EXPECT_TRUE(viewer->rests());
    return viewer->shot();
  };
  const auto down = [&](int rows) {
    for (int i = 0; i < rows; ++i) viewer->key("Down");
    EXPECT_TRUE(viewer->rests());
  };
  constexpr int kGamma_row = 8, kCurve_row = 15;
  viewer->key("F6");
  down(kGamma_row);
  const std::string neutral = viewer->shot();
  const std::string red = hold({"Right", "Right", "Right", "Right", "Right", "shift+Right"});
  EXPECT_FALSE(is_same_file(neutral, red));
  const std::string back = hold({"Left", "Left", "Left", "Left", "Left", "shift+Left"});
  EXPECT_FALSE(is_same_file(red, back));
  down(kCurve_row - kGamma_row);
  hold({"Insert"});
  EXPECT_FALSE(is_same_file(back, hold({"shift+Up"})));
  expect_clean(viewer->quit());
}

/// A script of what a hand does, from the menu; without a window it gives the same pictures every time.
TEST_F(Live, RecordsAScript) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "640x480", "--panels", "exposure"});
  ASSERT_TRUE(viewer->has_started());
  constexpr int kFile_x = 24, kMenu_y = 10, kItem_x = 60, kScript_y = 239;
  viewer->move(40, 300);
  ASSERT_TRUE(viewer->rests());
  const std::vector<Code> plain = top_of(viewer->shot(true));
  viewer->click(kFile_x, kMenu_y);
  viewer->click(kItem_x, kScript_y);
  viewer->move(40, 300);
  ASSERT_TRUE(viewer->rests());
  EXPECT_GT(differing(plain, top_of(viewer->shot(true))), 5000u);  // a box over the picture says so
  viewer->key("s");
  viewer->drag(470, 193, 610, 193);  // the compensation
  ASSERT_TRUE(viewer->rests());
  viewer->click(kFile_x, kMenu_y);
  viewer->click(kItem_x, kScript_y);
  ASSERT_TRUE(viewer->rests());
  viewer->type("mine.json");
  viewer->key("Return");
  ASSERT_TRUE(viewer->rests());
  expect_clean(viewer->quit());
  ASSERT_TRUE(std::filesystem::exists(folder_ / "mine.json"));
  for (const char* folder : {"a", "b"}) {
    const ProcessResult replay = run({"--headless", "--validate", "--scene", "wall.gltf", "--script", "mine.json",
                                      "--frames", "12", "--fps", "2", "--size", "64x36", "-o", folder});
    expect_clean(replay);
  }
  EXPECT_TRUE(is_same_file("a/frame.0011.png", "b/frame.0011.png"));
  EXPECT_TRUE(is_same_file("a/exposure.csv", "b/exposure.csv"));
  EXPECT_FALSE(is_same_file("a/frame.0000.png", "a/frame.0011.png"));
}

/// Another layer of an OpenEXR file, by the menu View.
TEST_F(Live, AnotherLayer) {
  io_test::write_exr(folder_ / "layers.exr", {.channels = {{"R", Imf::HALF, 0},
                                                           {"G", Imf::HALF, 1},
                                                           {"B", Imf::HALF, 2},
                                                           {"AO.R", Imf::HALF, 9},
                                                           {"AO.G", Imf::HALF, 9},
                                                           {"AO.B", Imf::HALF, 9}}});
  std::string first, other;
  {
    const auto viewer = start({"--scene", "layers.exr", "--layer", "AO", "--size", "640x480", "--hide-panels"});
    ASSERT_TRUE(viewer->has_started());
    first = measured(*viewer);
    expect_clean(viewer->quit());
  }
  const auto viewer = start({"--scene", "layers.exr", "--size", "640x480", "--panels", "exposure"});
  ASSERT_TRUE(viewer->has_started());
  other = measured(*viewer);
  EXPECT_FALSE(is_same_file(first, other));
  constexpr int kView_x = 104, kMenu_y = 10, kLayer_x = 110, kLayer_y = 60, kList_x = 310, kSecond_y = 80;
  viewer->click(kView_x, kMenu_y);
  viewer->click(kLayer_x, kLayer_y);
  viewer->move(kList_x, kLayer_y);
  viewer->click(kList_x, kSecond_y);
  ASSERT_TRUE(viewer->rests());
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  const ProcessResult result = viewer->quit();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err,
            "photopic-viewer: layers.exr: takes R, G, B; --layer takes another: AO\nvalidation: no messages\n");
}

/// The desktop's dialog, where there is one; here, a program of its name.
TEST_F(Live, TheDesktopsDialog) {
  cli_test::write_file(folder_ / "zenity", "#!/bin/sh\n/bin/echo \"$PWD/wall.gltf\"\n");
  std::filesystem::permissions(folder_ / "zenity", std::filesystem::perms::owner_all);
  const auto viewer = start({"--scene", "picture.exr", "--size", "320x240", "--hide-panels"}, folder_.path().string());
  ASSERT_TRUE(viewer->has_started());
  viewer->key("ctrl+o");
  // Until it has answered and the scene is there, the picture is that of before.
  std::uint32_t width = 150;
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (width == 150 && std::chrono::steady_clock::now() < until) width = size_of(viewer->shot()).width;
  EXPECT_EQ(width, 320u);
  expect_clean(viewer->quit());
}

}  // namespace
