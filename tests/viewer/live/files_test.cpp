// SPDX-License-Identifier: MIT
// Tests of several files in the viewer: gone through, compared with each other, and read again when they change.
#include <nlohmann/json.hpp>

#include "viewer/live/live_fixture.h"

namespace {

using cli_test::Code;
using cli_test::Rgb;

/// Pictures of one colour, which no exposure tells apart but for a common one.
class LiveFiles : public viewer_test::Live {
 protected:
  LiveFiles() {
    write("dim.exr", {0.1, 0.1, 0.1});
    write("red.exr", {0.4, 0.05, 0.05});
    cli_test::write_file(folder_ / "notes.txt", "");
  }
  void write(const char* name, Rgb color) {
    cli_test::write_half_exr(folder_ / name, 150, 100, [=](auto, auto) { return color; });
  }
  std::vector<Code> codes(const std::string& name) { return cli_test::read_codes(folder_ / name); }
};

/// Frames of a script, in which files are read at once.
TEST_F(LiveFiles, AreComparedUnderOneExposure) {
  const auto step = [](int frame, nlohmann::json window) {
    return nlohmann::json{{"time_s", frame / 10.0}, {"window", std::move(window)}};
  };
  cli_test::write_file(folder_ / "script.json",
                       nlohmann::json{
                           step(0, {{"shows_panels", false}}),
                           step(1, {{"save_window", "alone.png"}}),
                           step(2, {{"other", {{"file", "red.exr"}, {"show", "wipe"}, {"split", 0.25}}}}),
                           step(3, {{"save_window", "wipe.png"}}),
                           step(4, {{"other", {{"show", "whole"}}}}),
                           step(5, {{"save_window", "whole.png"}}),
                           step(6, {{"other", {{"own_exposure", true}}}}),
                           step(7, {{"save_window", "own.png"}}),
                           step(8, {{"other", {{"show", "nothing"}}}}),
                           step(9, {{"save_window", "after.png"}}),
                       }
                           .dump());
  expect_clean(run({"dim.exr", "--validate", "-o", ".", "--size", "150x100", "--frames", "10", "--fps", "10",
                    "--script", "script.json"},
                   {.environment = {{"DISPLAY", live_desktop_->name()}}}));
  const std::vector<Code> alone = codes("alone.png"), wipe = codes("wipe.png"), whole = codes("whole.png"),
                          own = codes("own.png");
  const std::size_t left = 150 * 80 + 10, right = 150 * 80 + 140;  // where no name stands
  EXPECT_EQ(cli_test::difference(wipe[right], alone[right]), 0);
  EXPECT_EQ(cli_test::difference(wipe[left], whole[left]), 0);
  EXPECT_EQ(cli_test::difference(whole[left], whole[right]), 0);
  EXPECT_GT(whole[left].r, alone[left].r);  // four times as bright, under the same exposure
  EXPECT_LT(whole[left].g, alone[left].g);
  EXPECT_LT(own[left].r, whole[left].r);  // alone, it is exposed by its own light: 0.124
  EXPECT_TRUE(is_same_file("alone.png", "after.png"));
}

/// A saved picture is what the window shows of two files, without the interface.
TEST_F(LiveFiles, AreSavedAsTheyAreSeen) {
  cli_test::write_half_exr(folder_ / "small.exr", 75, 50, [](auto, auto) { return Rgb{0.1, 0.2, 0.3}; });
  const auto step = [](int frame, nlohmann::json window) {
    return nlohmann::json{{"time_s", frame / 10.0}, {"window", std::move(window)}};
  };
  cli_test::write_file(folder_ / "script.json",
                       nlohmann::json{
                           step(0, {{"shows_panels", false}}),
                           step(1, {{"save_picture", "alone.png"}}),
                           step(2, {{"other", {{"file", "red.exr"}, {"show", "whole"}}}}),
                           step(3, {{"save_picture", "whole.png"}}),
                           step(4, {{"other", {{"show", "wipe"}, {"split", 0.25}}}}),
                           step(5, {{"save_picture", "wipe.png"}}),
                           step(6, {{"other", {{"file", "small.exr"}}}}),
                           step(7, {{"save_picture", "of-two-sizes.png"}}),
                       }
                           .dump());
  expect_clean(run({"dim.exr", "--validate", "-o", ".", "--size", "150x100", "--frames", "8", "--fps", "10", "--script",
                    "script.json"},
                   {.environment = {{"DISPLAY", live_desktop_->name()}}}));
  const std::vector<Code> alone = codes("alone.png"), whole = codes("whole.png"), wipe = codes("wipe.png");
  ASSERT_EQ(wipe.size(), 150u * 100u);
  EXPECT_GT(cli_test::difference(alone[0], whole[0]), 20);
  for (const std::size_t y : {0u, 50u, 99u}) {
    for (std::size_t x = 0; x < 150; ++x) {
      const std::size_t i = y * 150 + x;
      ASSERT_EQ(cli_test::difference(wipe[i], x < 38 ? whole[i] : alone[i]), 0) << x;  // 0.25 of 150, rounded
    }
  }
  EXPECT_TRUE(is_same_file("alone.png", "of-two-sizes.png"));
}

TEST_F(LiveFiles, AreGoneThroughByKeys) {
  const auto viewer = start({"dim.exr", "red.exr", "--size", "640x480", "--panels", "files"});
  ASSERT_TRUE(viewer->has_started());
  const std::string dim = measured(*viewer);
  viewer->key("period");
  const std::string red = measured(*viewer);
  EXPECT_FALSE(is_same_file(dim, red));
  viewer->key("period");  // round the list
  EXPECT_TRUE(is_same_file(dim, measured(*viewer)));
  viewer->key("comma");
  EXPECT_TRUE(is_same_file(red, measured(*viewer)));
  // The file that was shown before is the other one.
  const std::vector<Code> shown = top_of(viewer->shot(true));
  viewer->key("x");
  ASSERT_TRUE(viewer->rests());
  const std::vector<Code> flipped = top_of(viewer->shot(true));
  EXPECT_GT(differing(shown, flipped), shown.size() / 4);
  viewer->key("v");
  ASSERT_TRUE(viewer->rests());
  const std::vector<Code> wiped = top_of(viewer->shot(true));
  EXPECT_GT(differing(shown, wiped), shown.size() / 10);
  EXPECT_GT(differing(flipped, wiped), shown.size() / 10);
  viewer->key("v");
  ASSERT_TRUE(viewer->rests());
  EXPECT_EQ(differing(shown, top_of(viewer->shot(true))), 0u);
  expect_clean(viewer->quit());
}

/// A renderer writes its picture again, once broken.
TEST_F(LiveFiles, AreReadAgainWhenTheyChange) {
  const auto viewer = start({"dim.exr", "--size", "640x480", "--panels", "timing"});
  ASSERT_TRUE(viewer->has_started());
  const std::string before = measured(*viewer);
  const auto comes = [&](const std::string& from) {
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      if (!is_same_file(from, measured(*viewer))) return true;
    }
    return false;
  };
  write("dim.exr", {0.1, 0.02, 0.4});
  EXPECT_TRUE(comes(before));
  const std::string changed = measured(*viewer);
  cli_test::write_file(folder_ / "dim.exr", "half a picture");
  std::this_thread::sleep_for(std::chrono::seconds(2));
  EXPECT_TRUE(is_same_file(changed, measured(*viewer)));
  write("dim.exr", {0.1, 0.1, 0.1});
  EXPECT_TRUE(comes(changed));
  EXPECT_TRUE(is_same_file(before, measured(*viewer)));
  const cli_test::ProcessResult result = viewer->quit();
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.err.find("dim.exr"), std::string::npos) << result.err;
}

}  // namespace
