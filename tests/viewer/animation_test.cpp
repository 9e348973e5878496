// SPDX-License-Identifier: MIT
// Tests of animations of scenes without a window.
#include "session/source/played_animation.h"

#include "arguments/errors.h"
#include "viewer/headless_fixture.h"
#include "viewer/wall.h"

namespace {

using cli_test::Code;
using viewer_test::Headless;

TEST(PlayedAnimation, IsFoundByNameOrNumber) {
  const std::vector<session::AnimationInfo> animations = {{"walk", 1}, {"", 1}, {"walk", 1}, {"0", 1}, {"none", 1}};
  EXPECT_EQ(session::chosen_animation(animations, ""), 0u);
  EXPECT_EQ(session::chosen_animation(animations, "walk"), 0u);
  EXPECT_EQ(session::chosen_animation(animations, "1"), 1u);
  EXPECT_EQ(session::chosen_animation(animations, "0"), 3u);  // a name comes before a number
  EXPECT_EQ(session::chosen_animation(animations, "gone"), 0u);
  EXPECT_EQ(session::chosen_animation(animations, "none"), std::nullopt);
  EXPECT_EQ(session::chosen_animation({}, "walk"), std::nullopt);
  for (const std::uint32_t i : {0u, 1u, 2u, 3u, 4u}) {
    EXPECT_EQ(session::chosen_animation(animations, session::name_of(animations, i)), i);
  }
  EXPECT_NO_THROW(session::check_animation("a.glb", animations, "2"));
  EXPECT_THROW(session::check_animation("a.glb", animations, "5"), arguments::UsageError);
}

/// Frames of the wall that moves.
class HeadlessAnimation : public Headless {
 protected:
  HeadlessAnimation() { cli_test::write_file(folder_ / "moving.gltf", viewer_test::moving_wall()); }

  void play(const std::string& folder, cli_test::Arguments options) {
    cli_test::Arguments arguments = {"--scene", "moving.gltf"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    render(arguments, folder, "4");
  }
  /// A frame's picture.
  std::vector<unsigned char> file(const std::string& folder, int frame) {
    return cli_test::read_file(folder_ / folder / ("frame.000" + std::to_string(frame) + ".png"));
  }
};

TEST_F(HeadlessAnimation, PlaysInFixedSteps) {
  play("first", {"--frames", "5"});
  play("again", {"--frames", "5", "--animation", "go"});
  for (int i = 0; i < 5; ++i) EXPECT_EQ(file("first", i), file("again", i)) << i;
  for (int i = 1; i < 4; ++i) EXPECT_NE(file("first", i), file("first", i - 1)) << i;
  // A picture of one moment, exposed anew: the codes differ by the exposure alone.
  play("still", {"--frames", "3", "--animation", "1", "--animation-time", "0.5", "--animation-speed", "0"});
  EXPECT_EQ(file("still", 0), file("still", 2));
  play("rest", {"--frames", "2", "--animation", "none"});
  EXPECT_EQ(file("rest", 0), file("rest", 1));
  EXPECT_EQ(file("rest", 0), file("first", 0));  // the animation begins there
  EXPECT_NE(file("rest", 0), file("still", 0));
}

TEST_F(HeadlessAnimation, ScriptsChooseAndStopIt) {
  cli_test::write_file(folder_ / "script.json", R"([{"time_s": 0, "scene": {"animation": "none"}},
    {"time_s": 0.25, "settings": {"exposure": {"hold": true}}, "scene": {"animation": "1", "animation_time_s": 0.25, "animation_speed": 2}},
    {"time_s": 0.75, "scene": {"animation_speed": 0}}])");
  play("out", {"--frames", "5", "--script", "script.json"});
  EXPECT_EQ(file("out", 3), file("out", 4));  // at 1.25 s, which is 0.25 s
  EXPECT_NE(file("out", 2), file("out", 3));
  EXPECT_NE(file("out", 0), file("out", 1));
}

TEST_F(HeadlessAnimation, UnknownOnesAreRefused) {
  expect_error(cli_test::kInputError,
               {"--headless", "-o", "out", "--scene", "moving.gltf", "--animation", "run", "--frames", "1"},
               {"moving.gltf: has no animation 'run'; there are go, 1"});
  cli_test::write_file(folder_ / "script.json", R"([{"time_s": 0, "scene": {"animation": "run"}}])");
  expect_error(cli_test::kInputError,
               {"--headless", "-o", "out", "--scene", "moving.gltf", "--script", "script.json", "--frames", "1"},
               {"has no animation 'run'"});
}

}  // namespace
