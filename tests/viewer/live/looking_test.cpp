// SPDX-License-Identifier: MIT
// Tests of looking with the viewer in hands: wipes, zoom, the camera, and rows of panels that change the picture.
#include <cstdlib>

#include "viewer/live/live_fixture.h"

namespace {

using cli_test::Code;
using Live = viewer_test::Live;

/// Columns of a picture 290 wide that differ from those of another.
std::vector<bool> differing_columns(const std::vector<Code>& a, const std::vector<Code>& b) {
  constexpr std::size_t kWidth = 290;
  std::vector<bool> columns(kWidth, false);
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (cli_test::difference(a[i], b[i]) > 0) columns[i % kWidth] = true;
  }
  return columns;
}

/// The line between two operators, dragged.
TEST_F(Live, Wipes) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "640x480", "--panels", "tone-mapping"});
  ASSERT_TRUE(viewer->has_started());
  const auto picture = [&] { return cli_test::read_codes(folder_ / measured(*viewer)); };
  viewer->move(40, 100);
  const std::vector<Code> first = picture();
  constexpr int kCompare_x = 309, kCompare_y = 138, kMiddle = 145;
  viewer->click(kCompare_x, kCompare_y);
  viewer->move(40, 100);
  const std::vector<bool> halves = differing_columns(first, picture());
  EXPECT_FALSE(halves[kMiddle - 10]);
  EXPECT_TRUE(halves[kMiddle + 10]);
  viewer->drag(kMiddle, 300, kMiddle + 60, 300);
  viewer->move(40, 100);
  const std::vector<bool> moved = differing_columns(first, picture());
  EXPECT_FALSE(moved[kMiddle + 50]);
  EXPECT_TRUE(moved[kMiddle + 70]);
  viewer->click(kCompare_x, kCompare_y);
  viewer->move(100, 200);
  EXPECT_EQ(differing(first, picture()), 0u);
  expect_clean(viewer->quit());
}

/// The window's picture, enlarged and moved by mouse and by keys.
TEST_F(Live, Zoom) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "640x480", "--panels", "tone-mapping"});
  ASSERT_TRUE(viewer->has_started());
  const auto picture = [&] { return cli_test::read_codes(folder_ / measured(*viewer)); };
  const auto window = [&] {
    EXPECT_TRUE(viewer->rests());
    return top_of(viewer->shot(true));
  };
  viewer->move(100, 200);
  const std::vector<Code> first = picture();
  // The wheel is speed; with Ctrl, it enlarges about the cursor, at the wall's upper edge.
  const std::vector<Code> whole = window();
  viewer->wheel(2);
  EXPECT_EQ(differing(whole, window()), 0u);
  constexpr int kEdge_x = 100, kEdge_y = 146;
  viewer->move(kEdge_x, kEdge_y);
  viewer->wheel(4, "ctrl");
  const std::vector<Code> enlarged = window();
  EXPECT_GT(differing(whole, enlarged), 1000u);
  const auto at = [](const std::vector<Code>& top, int x, int y) { return top[std::size_t(280 * (y - 30) + x)]; };
  // What was a few rows from the edge is four times as far from it.
  for (const int rows : {-3, 3}) {
    EXPECT_LE(cli_test::difference(at(whole, kEdge_x, kEdge_y + rows), at(enlarged, kEdge_x, kEdge_y + 4 * rows)), 8);
  }
  EXPECT_GT(cli_test::difference(at(enlarged, kEdge_x, kEdge_y - 12), at(enlarged, kEdge_x, kEdge_y + 12)), 16);
  viewer->drag(100, 250, 40, 220, 2);  // the middle button pans
  EXPECT_GT(differing(enlarged, window()), 1000u);
  viewer->key("f");
  viewer->key("shift+f");  // a pixel for each texel: a scene is as large as its room
  EXPECT_EQ(differing(whole, window()), 0u);
  for (int i = 0; i < 3; ++i) viewer->key("ctrl+plus");
  const std::vector<Code> by_keys = window();
  EXPECT_GT(differing(whole, by_keys), 1000u);
  viewer->key("ctrl+Right");
  EXPECT_GT(differing(by_keys, window()), 100u);
  viewer->key("ctrl+minus");
  viewer->key("ctrl+0");
  EXPECT_EQ(differing(whole, window()), 0u);
  EXPECT_EQ(differing(first, picture()), 0u);  // all that was the window's
  // The inspector looks at the middle while the mouse is elsewhere.
  viewer->move(500, 400);
  viewer->key("i");
  const std::vector<Code> middle = window();
  EXPECT_GT(differing(whole, middle), 1000u);
  viewer->move(30, 60);
  EXPECT_GT(differing(middle, window()), 1000u);
  viewer->key("i");
  EXPECT_EQ(differing(whole, window()), 0u);
  // Arrows turn the camera, but not while panels have the keyboard.
  viewer->key("Right");
  const std::vector<Code> turned = picture();
  EXPECT_GT(differing(first, turned), 100u);
  viewer->key("F6");
  viewer->key("Right");
  EXPECT_EQ(differing(turned, picture()), 0u);
  viewer->key("Escape");
  viewer->key("Up");
  EXPECT_GT(differing(turned, picture()), 100u);
  expect_clean(viewer->quit());
}

/// Rows of panels, each of which changes the picture, and back: by undo, or by a right click.
TEST_F(Live, RowsOfPanels) {
  const auto viewer = start({"--scene", "picture.exr", "--size", "640x840", "--panels", "metering"});
  ASSERT_TRUE(viewer->has_started());
  const std::string first = measured(*viewer);
  viewer->click(451, 324);  // a weight
  EXPECT_FALSE(is_same_file(first, measured(*viewer)));
  viewer->key("ctrl+z");
  viewer->key("2");
  viewer->key("4");
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  constexpr int kWheel_x = 350, kWheel_y = 201;  // of the grade
  viewer->move(60, 700);
  viewer->click(kWheel_x, kWheel_y);  // the way there is no drag
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  viewer->drag(kWheel_x, kWheel_y, kWheel_x + 20, kWheel_y - 11);
  EXPECT_FALSE(is_same_file(first, measured(*viewer)));
  viewer->key("ctrl+z");
  viewer->key("4");
  viewer->key("6");
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  constexpr int kView_x = 529, kView_y = 188, kFalseColor_y = 233, kCheck_x = 310, kAutomatic_y = 213, kFrom_y = 238;
  viewer->click(kView_x, kView_y);
  ASSERT_TRUE(viewer->rests());
  viewer->click(kView_x, kFalseColor_y);
  const std::string automatic = measured(*viewer);  // the file names no unit
  EXPECT_FALSE(is_same_file(first, automatic));
  viewer->click(kCheck_x, kAutomatic_y);
  const std::string false_colors = measured(*viewer);
  EXPECT_FALSE(is_same_file(automatic, false_colors));
  viewer->drag(kView_x, kFrom_y, kView_x + 40, kFrom_y);  // the range
  EXPECT_FALSE(is_same_file(false_colors, measured(*viewer)));
  viewer->click(kView_x, kFrom_y, 3);
  EXPECT_TRUE(is_same_file(false_colors, measured(*viewer)));
  viewer->click(kCheck_x, kAutomatic_y, 3);
  EXPECT_TRUE(is_same_file(automatic, measured(*viewer)));
  viewer->click(kView_x, kView_y, 3);
  EXPECT_TRUE(is_same_file(first, measured(*viewer)));
  expect_clean(viewer->quit());
}

/// The same of a scene's light, which is worked out on a thread.
TEST_F(Live, RowsOfTheScene) {
  const auto viewer = start({"--scene", "wall.gltf", "--size", "460x840", "--panels", "scene"});
  ASSERT_TRUE(viewer->has_started());
  const std::string first = measured(*viewer);
  constexpr int kValue_x = 370, kHour_y = 583, kSun_y = 457;
  for (const int y : {kHour_y, kSun_y}) {
    viewer->drag(kValue_x, y, kValue_x + 50, y);
    ASSERT_TRUE(viewer->rests());
    EXPECT_FALSE(is_same_file(first, measured(*viewer))) << y;
    viewer->click(kValue_x, y, 3);
    ASSERT_TRUE(viewer->rests());
    EXPECT_TRUE(is_same_file(first, measured(*viewer))) << y;
  }
  expect_clean(viewer->quit());
}

/// The program begins with the corridor and its path, which Space pauses and goes on with.
TEST_F(Live, TheCorridorsPathIsPlayed) {
  const auto viewer = start({"--size", "160x100", "--hide-panels"});
  ASSERT_TRUE(viewer->has_begun());
  EXPECT_TRUE(viewer->is_busy());
  const std::string early = viewer->shot();
  viewer->key("space");
  ASSERT_TRUE(viewer->rests());
  const std::string paused = viewer->shot();
  EXPECT_FALSE(is_same_file(early, paused));
  viewer->key("space");
  EXPECT_TRUE(viewer->is_busy());
  EXPECT_FALSE(is_same_file(paused, viewer->shot()));
  expect_clean(viewer->quit());
}

}  // namespace
