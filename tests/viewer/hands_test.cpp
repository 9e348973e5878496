// SPDX-License-Identifier: MIT
// Tests of what hands move: points of curves, percentiles, keys of a path, a gamepad's sticks.
#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

#include "cli/cli_test.h"
#include "viewer/input/gamepad.h"
#include "viewer/inspection/curve_points.h"
#include "viewer/inspection/overlay_numbers.h"
#include "viewer/inspection/picture_places.h"
#include "viewer/model/path_keys.h"
#include "viewer/widgets/widgets.h"

namespace {

constexpr viewer::CurveLimits kLimits = {-10.0f, 20.0f, -4.0f, 4.0f, 0.5f};

TEST(CurvePoints, StayInOrderAndApart) {
  photopic::Curve curve;
  EXPECT_EQ(viewer::insert_point(curve, {5.0f, 1.0f}, kLimits), 0u);
  EXPECT_EQ(viewer::insert_point(curve, {-30.0f, 9.0f}, kLimits), 0u);  // within the limits
  EXPECT_EQ(curve.points[0].x, -10.0f);
  EXPECT_EQ(curve.points[0].y, 4.0f);
  EXPECT_EQ(viewer::insert_point(curve, {5.4f, 0.0f}, kLimits), viewer::kNoPoint);  // too near
  EXPECT_EQ(viewer::insert_point(curve, {8.0f, 0.0f}, kLimits), 2u);
  viewer::move_point(curve, 1, {9.0f, -9.0f}, kLimits);  // not past its neighbour
  EXPECT_EQ(curve.points[1].x, 7.5f);
  EXPECT_EQ(curve.points[1].y, -4.0f);
  viewer::move_point(curve, 0, {-99.0f, 0.0f}, kLimits);
  EXPECT_EQ(curve.points[0].x, -10.0f);
  viewer::remove_point(curve, 1);
  EXPECT_EQ(curve.count, 2u);
  EXPECT_EQ(curve.points[1].x, 8.0f);
  EXPECT_EQ(curve.points[2].x, 0.0f);  // as of a curve that never had it: files and comparisons see all
  while (curve.count < photopic::Curve::kMaxPoints) {
    ASSERT_NE(viewer::insert_point(curve, {8.0f + float(curve.count), 0.0f}, {-99, 99, -9, 9, 0.5f}), viewer::kNoPoint);
  }
  EXPECT_EQ(viewer::insert_point(curve, {0.0f, 0.0f}, kLimits), viewer::kNoPoint);
}

TEST(CurvePoints, OneIsSaidToBeFlat) {
  photopic::Curve curve;
  EXPECT_STREQ(viewer::note_of(curve), "");
  viewer::insert_point(curve, {5.0f, 1.0f}, kLimits);
  EXPECT_STRNE(viewer::note_of(curve), "");
  viewer::insert_point(curve, {8.0f, 1.0f}, kLimits);
  EXPECT_STREQ(viewer::note_of(curve), "");
}

TEST(WipeLabels, StandBesideTheLineWhereNothingIsCovered) {
  constexpr std::array<float, 2> kWidths = {40.0f, 60.0f};
  const auto free = viewer::beside_wipe(100.0f, 20.0f, 300.0f, kWidths, 10.0f, {});
  EXPECT_FLOAT_EQ(free[0].left + free[0].width, 94.0f);
  EXPECT_FLOAT_EQ(free[1].left, 106.0f);
  EXPECT_FLOAT_EQ(free[0].top, 28.0f);
  EXPECT_EQ(free[0].top, free[1].top);
  // What covers one of them moves both.
  const viewer::Area panel = {150.0f, 0.0f, 50.0f, 100.0f};
  for (const viewer::Area& area : viewer::beside_wipe(100.0f, 20.0f, 300.0f, kWidths, 10.0f, {&panel, 1})) {
    EXPECT_FALSE(viewer::is_crossing(area, panel));
    EXPECT_LT(area.top, 110.0f);
  }
  // Where all is taken they stay within the picture.
  const viewer::Area all = {0.0f, 0.0f, 1000.0f, 1000.0f};
  for (const viewer::Area& area : viewer::beside_wipe(100.0f, 20.0f, 300.0f, kWidths, 10.0f, {&all, 1})) {
    EXPECT_LT(area.top + area.height, 300.0f);
  }
}

TEST(FreePlace, CoversNothingWhereThereIsRoom) {
  const viewer::Area room = {0.0f, 20.0f, 500.0f, 400.0f};
  const viewer::FreePlace alone = viewer::free_place(room, 100.0f, 30.0f, true, {});
  EXPECT_EQ(alone.area.left, 200.0f);
  EXPECT_EQ(alone.area.top, 390.0f);
  EXPECT_EQ(alone.covered, 0.0f);
  EXPECT_EQ(viewer::free_place(room, 100.0f, 30.0f, false, {}).area.top, 20.0f);
  // Beside what is at the foot, or above it: what is nearer.
  const viewer::Area wide = {0.0f, 300.0f, 260.0f, 120.0f};
  const viewer::FreePlace beside = viewer::free_place(room, 100.0f, 30.0f, true, {&wide, 1});
  EXPECT_EQ(beside.covered, 0.0f);
  EXPECT_EQ(beside.area.left, 260.0f);
  EXPECT_EQ(beside.area.top, 390.0f);
  const viewer::Area low = {0.0f, 400.0f, 500.0f, 20.0f};
  EXPECT_EQ(viewer::free_place(room, 100.0f, 30.0f, true, {&low, 1}).area.top, 370.0f);
  // No room: the strip that is covered is the smallest.
  const viewer::Area full[] = {{0.0f, 20.0f, 500.0f, 200.0f}, {0.0f, 240.0f, 500.0f, 180.0f}};
  const viewer::FreePlace between = viewer::free_place(room, 100.0f, 30.0f, true, full);
  EXPECT_FLOAT_EQ(between.covered, 100.0f * 10.0f);
  // A box larger than its room begins at its corner.
  EXPECT_EQ(viewer::free_place(room, 900.0f, 900.0f, true, full).area.left, 0.0f);
}

TEST(SettingRows, LabelsAreThoseOfSettings) {
  const auto table = photopic::setting_table();
  for (const std::string_view name : viewer::settings_with_labels()) {
    EXPECT_TRUE(std::any_of(table.begin(), table.end(), [&](const auto& row) { return row.name == name; })) << name;
  }
}

TEST(OverlayNumbers, PercentilesOfTheHistogram) {
  viewer::OverlayNumbers numbers;
  EXPECT_EQ(viewer::percentile_at(numbers, 0.5f), 0.0f);  // nothing was counted
  numbers.counts[0] = 100;
  numbers.counts[128] = 700;
  numbers.counts[255] = 200;
  EXPECT_EQ(viewer::percentile_at(numbers, 0.25f), 10.0f);
  EXPECT_EQ(viewer::percentile_at(numbers, 128.0f / 255.0f), 45.0f);  // half of the bin in the middle
  EXPECT_EQ(viewer::percentile_at(numbers, 0.75f), 80.0f);
  EXPECT_EQ(viewer::percentile_at(numbers, -1.0f), 5.0f);
  EXPECT_EQ(viewer::percentile_at(numbers, 2.0f), 90.0f);
}

TEST(PathKeys, AreSetMovedAndRemoved) {
  session::CameraPath path;
  path = viewer::with_key(path, 0.0, {{0, 0, 0}, 0, 0}).path;
  const viewer::EditedPath added = viewer::with_key(path, 2.0, {{4, 0, 0}, 0, 0});
  EXPECT_EQ(added.key, 1u);
  path = added.path;
  const viewer::EditedPath between = viewer::with_key(path, 1.0, {{1, 0, 0}, 0, 0});
  EXPECT_EQ(between.key, 1u);
  EXPECT_EQ(between.path.at(1.5).position_m.x, 2.5);
  EXPECT_EQ(viewer::with_key(between.path, 1.005, {{9, 0, 0}, 0, 0}).path.keys().size(), 3u);  // in its place
  const viewer::EditedPath moved = viewer::with_moved_key(between.path, 1, 7.0);
  EXPECT_EQ(moved.path.keys()[1].time_s, 2.0 - viewer::kLeastKeyStep_s);  // not past the next
  EXPECT_EQ(viewer::with_moved_key(between.path, 2, 7.0).path.duration_s(), 7.0);
  EXPECT_EQ(viewer::with_moved_key(between.path, 0, -1.0).path.keys()[0].time_s, 0.0);
  EXPECT_EQ(viewer::without_key(between.path, 0).keys()[0].pose.position_m.x, 1.0);
  const session::CameraPath one = viewer::without_key(viewer::without_key(between.path, 2), 1);
  EXPECT_EQ(viewer::without_key(one, 0).keys().size(), 1u);  // the last one stays
}

TEST(TimelineSpan, StaysUnderAHand) {
  viewer::TimelineSpan span;
  EXPECT_EQ(span.end_s(10.0, false), 12.0);
  EXPECT_EQ(span.end_s(11.5, true), 12.0);  // the last key is dragged, and let go
  EXPECT_EQ(span.end_s(11.5, false), 12.0);
  EXPECT_EQ(span.end_s(12.0, true), 12.0);  // as late as it shows: a longer one once the hand is away
  EXPECT_DOUBLE_EQ(span.end_s(12.0, false), 14.4);
  EXPECT_DOUBLE_EQ(span.end_s(20.0, true), 24.0);  // a key that is added
  EXPECT_DOUBLE_EQ(span.end_s(13.0, false), 24.0);
  EXPECT_DOUBLE_EQ(span.end_s(5.0, true), 24.0);
  EXPECT_DOUBLE_EQ(span.end_s(5.0, false), 6.0);
  EXPECT_EQ(span.end_s(0.0, false), 1.0);
  EXPECT_EQ(span.end_s(0.3, false), 1.0);
}

TEST(Gamepad, SticksFlyAndLook) {
  const viewer::PadState rest = {.left_x = 0.1, .left_y = -0.15, .right_x = 0.05};
  EXPECT_FALSE(viewer::pad_moves(rest, rest, 1.0).moves_camera());  // worn sticks rest off their middle
  const viewer::PadMoves ahead = viewer::pad_moves({.left_y = -1.0}, {}, 0.5);
  EXPECT_DOUBLE_EQ(ahead.motion.forward, 1.0);  // up on the stick is ahead
  EXPECT_EQ(ahead.motion.right, 0.0);
  const viewer::PadMoves slow = viewer::pad_moves({.left_x = 0.6}, {}, 0.5);
  EXPECT_DOUBLE_EQ(slow.motion.right, 0.25);
  EXPECT_DOUBLE_EQ(session::moved({{0, 0, 0}, 0, 0}, slow.motion, 2.0).position_m.x, 0.5);
  const viewer::PadMoves look = viewer::pad_moves({.right_x = 1.0, .right_y = 0.0}, {}, 0.5);
  EXPECT_DOUBLE_EQ(look.right_deg, 60.0);
  EXPECT_GT(viewer::pad_moves({.right_y = -1.0}, {}, 0.5).up_deg, 0.0);
  EXPECT_DOUBLE_EQ(viewer::pad_moves({.right_trigger = 1.0}, {}, 0.5).motion.up, 1.0);
  EXPECT_DOUBLE_EQ(viewer::pad_moves({.left_trigger = 1.0}, {}, 0.5).motion.up, -1.0);
  // A diagonal is no faster, whatever the stick says there.
  const viewer::PadMoves diagonal = viewer::pad_moves({.left_x = 1.0, .left_y = -1.0}, {}, 0.5);
  EXPECT_NEAR(glm::length(session::moved({{0, 0, 0}, 0, 0}, diagonal.motion, 1.0).position_m), 1.0, 1e-12);
}

TEST(Gamepad, ButtonsCountOnce) {
  const viewer::PadState pressed = {.south = true, .east = true, .west = true, .right_bumper = true, .start = true};
  const viewer::PadMoves down = viewer::pad_moves(pressed, {}, 0.1);
  EXPECT_TRUE(down.toggles_play && down.toggles_lock && down.resets_exposure && down.toggles_panels);
  EXPECT_EQ(down.speed_steps, 1);
  const viewer::PadMoves held = viewer::pad_moves(pressed, pressed, 0.1);
  EXPECT_FALSE(held.toggles_play || held.toggles_lock || held.resets_exposure || held.toggles_panels);
  EXPECT_EQ(held.speed_steps, 0);
}

}  // namespace
