// SPDX-License-Identifier: MIT
// Tests of videos that a window records, without a window.
#include <gtest/gtest.h>

#include "engine/device/context.h"
#include "session/source/hdr_source.h"
#include "unit/test_files.h"
#include "viewer/model/model.h"

namespace {

/// The frame in which recording begins is the video's first.
TEST(Recording, BeginsWhereThePathDoes) {
  const test_files::TempFolder folder;
  engine::Context context(engine::ContextOptions{});
  session::Session session(context, {16, 16}, session::Depth::any);
  session.show(session::no_source(context), "none");
  viewer::Loading loading;
  viewer::Model model(context, session, loading);
  const session::Pose start = {.position_m = {1.0f, 2.0f, 3.0f}, .yaw_deg = 10.0f};
  const session::Pose end = {.position_m = {4.0f, 2.0f, 3.0f}, .yaw_deg = 10.0f};
  model.playback.path = session::CameraPath({{.time_s = 0.0, .pose = start}, {.time_s = 2.0, .pose = end}});
  session.controls.view.pose = {.position_m = {9.0f, 9.0f, 9.0f}};
  viewer::answer(model, viewer::FileQuestion::What::video, folder / "video.y4m");
  EXPECT_TRUE(model.recording.is_on()) << model.messages.hint_text();
  EXPECT_TRUE(model.playback.is_playing);
  EXPECT_EQ(session.controls.view.pose, start);
}

}  // namespace
