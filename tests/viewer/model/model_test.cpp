// SPDX-License-Identifier: MIT
// Tests of the viewer's actions on its model, without a window: what is dropped, keys of the camera path.
#include "viewer/model/model.h"

#include <gtest/gtest.h>

#include "arguments/version.h"
#include "cli/cli_test.h"
#include "engine/device/context.h"
#include "session/source/hdr_source.h"
#include "viewer/input/path_actions.h"
#include "viewer/model/diagnostics.h"
#include "viewer/wall.h"

namespace {

class ModelTest : public cli_test::CliTest {
 protected:
  engine::Context context_{engine::ContextOptions{}};
  session::Session session_{context_, {16, 16}, session::Depth::any};
  viewer::Loading loading_;
  viewer::Model model_{context_, session_, loading_};
};

using Dropped = ModelTest;

/// A panorama that is dropped on a scene lights it; all else is opened.
TEST_F(Dropped, PanoramasLightScenes) {
  cli_test::write_file(folder_ / "wall.gltf", viewer_test::kWall);
  cli_test::write_half_exr(folder_ / "picture.exr", 15, 10, cli_test::scene);
  cli_test::write_half_exr(folder_ / "panorama.exr", 32, 16, cli_test::scene);
  const std::filesystem::path& environment = session_.controls.view.surroundings.environment;
  session_.open(folder_ / "wall.gltf");
  viewer::take_dropped(model_, {folder_ / "picture.exr"});
  EXPECT_EQ(model_.pending, folder_ / "picture.exr");
  EXPECT_TRUE(environment.empty());
  model_.pending.clear();
  viewer::take_dropped(model_, {folder_ / "panorama.exr"});
  EXPECT_TRUE(model_.pending.empty());
  EXPECT_EQ(environment, folder_ / "panorama.exr");
  // What can't be read is opened, which says why.
  viewer::take_dropped(model_, {folder_ / "none.exr"});
  EXPECT_EQ(model_.pending, folder_ / "none.exr");
  EXPECT_EQ(environment, folder_ / "panorama.exr");
  // On a picture, a panorama is the next thing to look at.
  session_.open(folder_ / "picture.exr");
  viewer::take_dropped(model_, {folder_ / "panorama.exr"});
  EXPECT_EQ(model_.pending, folder_ / "panorama.exr");
}

using Diagnostics = ModelTest;

TEST_F(Diagnostics, NameVersionDeviceAndFileButNoFolder) {
  cli_test::write_half_exr(folder_ / "picture.exr", 15, 10, cli_test::scene);
  session_.open(folder_ / "picture.exr");
  std::string text;
  for (const std::string& line : viewer::diagnostics(model_)) text += line + "\n";
  for (const std::string& words : {arguments::version(), std::string(context_.properties().deviceName),
                                   std::string(context_.driver().driverInfo), std::string("picture.exr, 15 x 10")}) {
    EXPECT_NE(text.find(words), std::string::npos) << words << " is not in\n" << text;
  }
  EXPECT_EQ(text.find(folder_.path().string()), std::string::npos) << text;
}

using PathActions = ModelTest;

TEST_F(PathActions, KeysOfTheTimeline) {
  session_.show(session::no_source(context_), "none");
  session::Pose& pose = session_.controls.view.pose;
  viewer::step_to_key(model_, 1);  // there is no path
  viewer::remove_key(model_);
  viewer::move_key(model_, 1.0);
  EXPECT_FALSE(model_.playback.is_possible());
  for (const double x : {1.0, 2.0, 3.0}) {
    pose = {.position_m = {x, 0.0, 0.0}};
    viewer::add_key(model_);
  }
  const auto& keys = model_.playback.path.keys();
  ASSERT_EQ(keys.size(), 3u);
  EXPECT_EQ(keys[2].time_s, 2.0 * viewer::kNextKey_s);
  EXPECT_EQ(model_.path_key, 2u);
  model_.playback.is_playing = true;
  viewer::step_to_key(model_, -1);
  EXPECT_FALSE(model_.playback.is_playing);
  EXPECT_EQ(model_.path_key, 1u);
  EXPECT_EQ(pose.position_m.x, 2.0);
  viewer::step_to_key(model_, -1);
  viewer::step_to_key(model_, -1);  // the first stays
  EXPECT_EQ(model_.path_key, 0u);
  viewer::show_path_at(model_, 1.0);
  EXPECT_EQ(pose.position_m.x, 1.5);
  viewer::step_to_key(model_, 1);  // the next after that time
  EXPECT_EQ(model_.path_key, 1u);
  viewer::move_key(model_, 3.0);
  EXPECT_EQ(keys[1].time_s, 3.0);
  EXPECT_EQ(model_.playback.time_s, 3.0);
  viewer::show_path_at(model_, 3.5);
  pose.position_m.x = 9.0;
  viewer::set_key(model_);
  ASSERT_EQ(keys.size(), 4u);
  EXPECT_EQ(model_.path_key, 2u);
  viewer::remove_key(model_);
  ASSERT_EQ(keys.size(), 3u);
  model_.path_key = 7;  // of a longer path, which was undone
  viewer::move_key(model_, 5.0);
  EXPECT_EQ(keys[2].time_s, 5.0);
  EXPECT_EQ(model_.path_key, 2u);
}

}  // namespace
