// SPDX-License-Identifier: MIT
// Tests of photopic-viewer with a window, on an X server without a screen.
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <random>

#include "cli/cli_test.h"
#include "image_io/code_image.h"
#include "image_io/image_file.h"
#include "session/script.h"
#include "session/window_change.h"
#include "viewer/live/desktop.h"
#include "viewer/wall.h"

namespace {

using cli_test::Arguments;
using cli_test::Code;
using cli_test::ProcessResult;
using cli_test::Rgb;
using nlohmann::json;

using viewer_test::kWall;

class Window : public cli_test::CliTest {
 protected:
  static void SetUpTestSuite() { desktop_ = std::make_unique<viewer_test::Desktop>(); }
  static void TearDownTestSuite() { desktop_.reset(); }

  Window() {
    cli_test::write_file(folder_ / "wall.gltf", kWall);
    cli_test::write_half_exr(folder_ / "picture.exr", 150, 100, cli_test::scene);
    cli_test::write_half_exr(folder_ / "panorama.exr", 128, 64, cli_test::scene);
  }

  /// A step of a script.
  void at(int frame, json step) {
    step["time_s"] = double(frame) / kFps;
    script_.push_back(std::move(step));
  }

  /// Plays the script for as many frames, with validation.
  ProcessResult play(int frames, Arguments more, const std::string& scene = "wall.gltf") {
    std::stable_sort(script_.begin(), script_.end(),
                     [](const json& a, const json& b) { return a["time_s"] < b["time_s"]; });
    cli_test::write_file(folder_ / "script.json", script_.dump());
    Arguments arguments = {"--scene",           scene,      "--validate",           "--script",
                           "script.json",       "--frames", std::to_string(frames), "--fps",
                           std::to_string(kFps)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, {.environment = {{"DISPLAY", desktop_->name()}}});
  }

  void expect_clean(const ProcessResult& result) {
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_EQ(result.err, "validation: no messages\n");
  }

  image_io::ImageInfo size_of(const std::string& name) { return image_io::open_image(folder_ / name)->info(); }

  /// To look at: with PHOTOPIC_TEST_PICTURES=DIR, all pictures of the test's folder go there.
  void TearDown() override {
    const char* keep = std::getenv("PHOTOPIC_TEST_PICTURES");
    if (keep == nullptr) return;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (entry.path().extension() != ".png") continue;
      std::filesystem::create_directories(keep);
      std::filesystem::copy_file(entry.path(), std::filesystem::path(keep) / entry.path().filename(),
                                 std::filesystem::copy_options::overwrite_existing);
    }
  }

  static constexpr int kFps = 30;
  static std::unique_ptr<viewer_test::Desktop> desktop_;
  json script_ = json::array();
};
std::unique_ptr<viewer_test::Desktop> Window::desktop_;

/// Pixels of a column of the picture that differ from the one before: a column of nothing is empty.
std::size_t edges(const std::vector<Code>& codes, std::uint32_t width, std::uint32_t from, std::uint32_t to) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < codes.size() / width; ++row) {
    for (std::uint32_t x = from + 1; x < to; ++x) {
      count += cli_test::difference(codes[row * width + x], codes[row * width + x - 1]) > 24;
    }
  }
  return count;
}

/// Each panel open, at both densities; the pictures are kept to be looked at.
class PanelsAt : public Window, public testing::WithParamInterface<int> {};

TEST_P(PanelsAt, EveryPanel) {
  const int scale = GetParam();
  const std::string suffix = "-" + std::to_string(scale) + "x.png";
  const auto width = std::uint32_t(1280 * scale), height = std::uint32_t(720 * scale);
  int frame = 0;
  at(frame, {{"settings", {{"meter", {{"method", "single-pass"}, {"weights", "centre,ellipse"}}}}},
             {"comparison", {{"tone_mapper", "hable"}}},
             {"window", {{"golden", "capture"}}}});
  at(frame + 1,
     {{"window", {{"golden", "capture"}, {"sweep", {{"first_width", 60}, {"last_width", 90}, {"height", 40}}}}}});
  frame = 36;
  at(frame++, {{"comparison", nullptr}, {"window", {{"golden", "compare"}}}});
  for (const char* panel : session::kPanelNames) {
    const bool is_pyramid = std::string(panel) == "pyramid";
    if (std::string(panel) == "scene") at(frame, {{"open", "wall.gltf"}});
    at(frame, {{"window", {{"panels", {panel}}}},
               {"settings", {{"meter", is_pyramid ? json{{"method", "pyramid"}, {"weights", ""}} : json::object()}}}});
    frame += 3;
    at(frame, {{"window", {{"save_window", "panel-" + std::string(panel) + suffix}}}});
    frame += 1;
  }
  at(frame, {{"window", {{"help", true}}}});
  at(frame + 2, {{"window", {{"save_window", "keys" + suffix}}}});
  const ProcessResult result = play(
      frame + 4,
      {"--size", std::to_string(width) + "x" + std::to_string(height), "--scale", std::to_string(scale), "-o", "."},
      "picture.exr");  // the scene alone would take up to a second a frame: it is there for its own panel
  expect_clean(result);
  std::vector<std::vector<Code>> seen;
  for (const char* panel : session::kPanelNames) {
    const std::string name = "panel-" + std::string(panel) + suffix;
    ASSERT_TRUE(std::filesystem::exists(folder_ / name)) << name;
    EXPECT_EQ(size_of(name).width, width) << name;
    EXPECT_EQ(size_of(name).height, height) << name;
    const std::vector<Code> codes = cli_test::read_codes(folder_ / name);
    // Text has many edges; and no two panels are alike.
    EXPECT_GT(edges(codes, width, width - std::uint32_t(340 * scale), width), 2000u) << name;
    for (const std::vector<Code>& other : seen) {
      std::size_t differing = 0;
      for (std::size_t i = 0; i < codes.size(); ++i) differing += cli_test::difference(codes[i], other[i]) > 0;
      EXPECT_GT(differing, 1000u) << name;
    }
    seen.push_back(codes);
  }
}
INSTANTIATE_TEST_SUITE_P(Scale, PanelsAt, testing::Values(1, 2),
                         [](const auto& scale) { return "x" + std::to_string(scale.param); });

using Panels = Window;

TEST_F(Panels, EveryOverlay) {
  at(0, {{"window", {{"panels", {"overlay"}}}}});
  at(2, {{"window", {{"save_picture", "overlay-none.png"}}}});
  int frame = 3;
  for (const char* view : session::kOverlayNames) {
    at(frame, {{"overlay", {{"views", {view}}, {"pyramid_level", 4}}}});
    at(frame + 1, {{"window", {{"save_window", "overlay-" + std::string(view) + ".png"}}}});
    at(frame + 2, {{"window", {{"save_picture", "picture-" + std::string(view) + ".png"}}}});
    frame += 3;
  }
  expect_clean(play(frame + 1, {"--size", "960x540", "-o", "."}));
  const std::vector<Code> plain = cli_test::read_codes(folder_ / "overlay-none.png");
  for (const char* view : session::kOverlayNames) {
    const std::string name = std::string(view) + ".png";
    ASSERT_TRUE(std::filesystem::exists(folder_ / ("overlay-" + name))) << name;
    EXPECT_EQ(size_of("overlay-" + name).width, 960u) << name;
    const std::vector<Code> drawn = cli_test::read_codes(folder_ / ("picture-" + name));
    ASSERT_EQ(drawn.size(), plain.size()) << name;
    std::size_t differing = 0;
    for (std::size_t i = 0; i < drawn.size(); ++i) differing += cli_test::difference(drawn[i], plain[i]) > 8;
    // Nothing of the wall is clipped: a zebra has nothing to stripe, and shows its legend.
    if (std::string(view) == "zebra") {
      EXPECT_EQ(differing, 240u * 38u) << name;
    } else {
      EXPECT_GT(differing, 300u) << name;
    }
  }
}

/// What a user does in an hour, in 200 frames.
TEST_F(Window, ALongRun) {
  std::mt19937 random(7);
  const auto below = [&](std::uint32_t bound) { return random() % bound; };
  for (int i = 0; i < 60; ++i) {
    at(3 * i, {{"window", {{"size", {200 + below(240), 150 + below(180)}}}}});
    if (i == 8) at(3 * i, {{"window", {{"minimised", true}}}});
    if (i == 9) at(3 * i, {{"window", {{"minimised", false}}}});
    const std::size_t turn = std::size_t(i) / 6;
    if (i % 6 == 1) at(3 * i + 1, {{"window", {{"panels", {session::kPanelNames[turn % session::kPanels]}}}}});
    if (i % 6 == 3)
      at(3 * i + 1, {{"overlay", {{"views", {session::kOverlayNames[turn % std::size(session::kOverlayNames)]}}}}});
    if (i == 12) at(3 * i + 2, {{"open", "picture.exr"}});
    if (i == 20) at(3 * i + 2, {{"open", "panorama.exr"}});
    if (i == 30) at(3 * i + 2, {{"open", "wall.gltf"}});
    if (i == 40) at(3 * i + 2, {{"window", {{"sweep", {{"first_width", 60}, {"last_width", 70}, {"height", 40}}}}}});
    if (i == 50) at(3 * i + 2, {{"window", {{"full_screen", true}, {"vsync", true}}}});
    if (i == 52) at(3 * i, {{"window", {{"full_screen", false}, {"vsync", false}}}});
    if (i == 55) at(3 * i, {{"settings", {{"meter", {{"method", "single-pass"}, {"low_percentile", 10}}}}}});
  }
  at(190,
     {{"overlay", {{"views", json::array()}}}, {"window", {{"size", {400, 300}}, {"panels", session::kPanelNames}}}});
  at(198, {{"window", {{"save_window", "last.png"}}}});
  expect_clean(play(200, {"--size", "320x240", "-o", "."}));
  ASSERT_TRUE(std::filesystem::exists(folder_ / "last.png"));
  EXPECT_EQ(size_of("last.png").width, 400u);
  EXPECT_EQ(size_of("last.png").height, 300u);
}

/// Five times as many frames and sizes take no more memory.
TEST_F(Window, DoesNotGrow) {
  const auto peak_bytes = [&](int frames) {
    script_.clear();
    at(0, {{"overlay", {{"views", {"histogram", "naive"}}}}});
    for (int i = 1; 10 * i < frames; ++i) {
      at(10 * i, {{"window", {{"size", {120 + i % 100 * 37 % 100, 90 + i % 100 * 53 % 100}}}}});
    }
    cli_test::write_file(folder_ / "script.json", script_.dump());
    const ProcessResult result = run(
        {"--scene", "wall.gltf", "--script", "script.json", "--frames", std::to_string(frames), "--size", "220x190"},
        {.environment = {{"DISPLAY", desktop_->name()}}});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return double(result.peak_rss_bytes);
  };
  const double few = peak_bytes(1000);
  EXPECT_LT(peak_bytes(5000), 1.05 * few);
}

/// HDR on an X server, which has none: a preview, files with their encoding, and no goldens of it.
TEST_F(Window, HdrWithoutHdr) {
  at(1, {{"window", {{"save_picture", "srgb.png"}, {"golden", "capture"}}}});
  at(2, {{"settings", {{"display", {{"encoding", "hdr10"}}}}}, {"window", {{"panels", {"display"}}}}});
  at(4, {{"window", {{"save_window", "preview.png"}, {"save_picture", "hdr10.png"}, {"golden", "compare"}}}});
  at(5, {{"calibration", "peak"}});
  at(7, {{"window", {{"save_picture", "peak.png"}}}});
  at(8, {{"calibration", "none"}, {"settings", {{"display", {{"encoding", "scrgb"}}}}}});
  at(10, {{"window", {{"save_picture", "light.png"}}}});  // floats: an OpenEXR file
  at(11, {{"settings", {{"display", {{"encoding", "auto"}}}}}});
  at(13, {{"window", {{"save_picture", "srgb-again.png"}}}});
  expect_clean(play(15, {"--size", "500x120", "-o", "."}, "picture.exr"));
  const image_io::CodeImage hdr = image_io::read_code_image(folder_ / "hdr10.png");
  EXPECT_EQ(hdr.samples, image_io::CodeImage::Samples::codes16);
  EXPECT_NE(hdr.facts.tags.at("cICP").find("16"), std::string::npos) << hdr.facts.tags.at("cICP");
  EXPECT_EQ(size_of("preview.png").width, 500u);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "light.exr"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "light.png"));
  EXPECT_EQ(image_io::read_code_image(folder_ / "peak.png").samples, image_io::CodeImage::Samples::codes16);
  EXPECT_EQ(cli_test::read_file(folder_ / "srgb.png"), cli_test::read_file(folder_ / "srgb-again.png"));
}

/// While minimised, nothing is drawn.
TEST_F(Window, Minimised) {
  at(2, {{"window", {{"save_window", "before.png"}}}});
  at(3, {{"window", {{"minimised", true}}}});
  at(10, {{"window", {{"save_window", "meanwhile.png"}}}});
  expect_clean(play(20, {"--size", "200x150", "-o", "."}));
  EXPECT_TRUE(std::filesystem::exists(folder_ / "before.png"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "meanwhile.png"));
}

/// The picture is that of --headless, texel for texel; and without panels, the window shows just it.
TEST_F(Window, TheSamePixelsAsHeadless) {
  at(0, {{"settings", {{"exposure", {{"compensation_ev", 1}}}}}});
  at(2, {{"overlay", {{"views", {"histogram"}}}}});
  at(4, {{"window", {{"save_window", "window.png"}, {"save_picture", "picture.png"}}}});
  expect_clean(play(6, {"--size", "160x120", "--hide-panels", "-o", ".", "--overlay-scale", "1"}));
  const ProcessResult headless = run({"--scene", "wall.gltf", "--headless", "--script", "script.json", "--frames", "6",
                                      "--fps", std::to_string(kFps), "--size", "160x120", "-o", "frames"});
  ASSERT_EQ(headless.exit_code, 0) << headless.err;
  const auto expected = cli_test::read_file(folder_ / "frames" / "frame.0004.png");
  EXPECT_EQ(cli_test::read_file(folder_ / "picture.png"), expected);
  EXPECT_EQ(cli_test::read_file(folder_ / "window.png"), expected);
}

/// So are animations, which go on by themselves.
TEST_F(Window, TheSameMomentsAsHeadless) {
  cli_test::write_file(folder_ / "moving.gltf", viewer_test::moving_wall());
  at(3, {{"window", {{"save_picture", "first.png"}}}});
  at(5, {{"scene", {{"animation", "1"}, {"animation_speed", 0.7}}}});
  at(9, {{"window", {{"save_picture", "second.png"}}}});
  expect_clean(play(10, {"--size", "160x120", "--hide-panels", "-o", "."}, "moving.gltf"));
  const ProcessResult headless = run({"--scene", "moving.gltf", "--headless", "--script", "script.json", "--frames",
                                      "10", "--fps", std::to_string(kFps), "--size", "160x120", "-o", "frames"});
  ASSERT_EQ(headless.exit_code, 0) << headless.err;
  EXPECT_EQ(cli_test::read_file(folder_ / "first.png"), cli_test::read_file(folder_ / "frames" / "frame.0003.png"));
  EXPECT_EQ(cli_test::read_file(folder_ / "second.png"), cli_test::read_file(folder_ / "frames" / "frame.0009.png"));
  EXPECT_NE(cli_test::read_file(folder_ / "first.png"), cli_test::read_file(folder_ / "second.png"));
}

/// A message each, and what was shown stays.
TEST_F(Window, BadDrops) {
  cli_test::write_file(folder_ / "bad.gltf", "{ \"asset\": ");
  std::filesystem::create_directory(folder_ / "things");
  at(2, {{"window", {{"save_picture", "before.png"}}}});
  at(3, {{"window", {{"drop", "bad.gltf"}}}});
  at(6, {{"window", {{"drop", "things"}}}});
  at(9, {{"window", {{"drop", "none.exr"}}}});
  at(11, {{"open", "none.gltf"}});
  at(13, {{"window", {{"save_window", "messages.png"}}}});
  at(14, {{"window", {{"save_picture", "after.png"}}}});
  at(15, {{"open", "picture.exr"}});
  at(17, {{"window", {{"save_picture", "next.png"}}}});
  const ProcessResult result = play(18, {"--size", "800x450", "-o", "."});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* words :
       {"bad.gltf: ", "things: has no scenes or pictures", "none.exr: No such file", "none.gltf: "}) {
    EXPECT_NE(result.err.find(words), std::string::npos) << words << " is not in\n" << result.err;
  }
  EXPECT_NE(result.err.find("validation: no messages\n"), std::string::npos) << result.err;
  EXPECT_EQ(cli_test::read_file(folder_ / "before.png"), cli_test::read_file(folder_ / "after.png"));
  EXPECT_EQ(size_of("next.png").width, 150u);
  // The messages are red: 120, 28, 24 under a little transparency.
  std::size_t red = 0;
  for (const Code& code : cli_test::read_codes(folder_ / "messages.png")) {
    red += code.r > 90 && code.r < 150 && code.g < 60 && code.b < 60;
  }
  EXPECT_GT(red, 4000u);
}

/// As by hand, a panorama that is dropped on a scene lights it; and what was refused before is forgotten once a file
/// has opened. The pictures are those of the steps' own times.
TEST_F(Window, DropsAreThoseOfHands) {
  cli_test::write_half_exr(folder_ / "sky.exr", 32, 16, cli_test::scene);
  at(2, {{"window", {{"drop", "none.exr"}}}});
  at(4, {{"window", {{"save_window", "refused.png"}}}});
  at(5, {{"window", {{"drop", "picture.exr"}}}});
  at(7, {{"window", {{"save_window", "opened.png"}, {"save_picture", "picture.png"}}}});
  at(8, {{"open", "none.exr"}});
  at(9, {{"open", "wall.gltf"}});
  at(9, {{"window", {{"save_picture", "wall.png"}, {"save_window", "wall-window.png"}}}});
  at(10, {{"window", {{"drop", "sky.exr"}}}, {"reset", true}});
  at(12, {{"window", {{"save_picture", "lit.png"}}}});
  const ProcessResult result = play(14, {"--size", "320x240", "-o", "."});
  EXPECT_EQ(result.exit_code, 0);
  const auto red = [&](const char* name) {
    const std::vector<Code> codes = cli_test::read_codes(folder_ / name);
    return std::count_if(codes.begin(), codes.end(),
                         [](const Code& code) { return code.r > 90 && code.r < 150 && code.g < 60 && code.b < 60; });
  };
  EXPECT_GT(red("refused.png"), 2000);
  EXPECT_LT(red("opened.png"), 500);
  EXPECT_LT(red("wall-window.png"), 500);
  EXPECT_EQ(size_of("picture.png").width, 150u);
  const std::vector<Code> wall = cli_test::read_codes(folder_ / "wall.png");
  const std::vector<Code> lit = cli_test::read_codes(folder_ / "lit.png");
  ASSERT_EQ(wall.size(), lit.size()) << "the scene stays";
  std::size_t differing = 0;
  for (std::size_t i = 0; i < lit.size(); ++i) differing += cli_test::difference(wall[i], lit[i]) > 8;
  EXPECT_GT(differing, lit.size() / 4);
}

/// A mask that can't be read is told at the start, as without a window.
TEST_F(Window, BadSettings) {
  const ProcessResult result = run({"--scene", "wall.gltf", "--method", "single-pass", "--mask", "none.png"},
                                   {.environment = {{"DISPLAY", desktop_->name()}}});
  expect_error(result, cli_test::kInputError, {"none.png", "No such file"});
}

/// No room for anything, with each panel open.
TEST_F(Window, TinyWindows) {
  at(1, {{"window", {{"panels", session::kPanelNames}}}});
  for (int i = 0; i < 6; ++i) at(3 + 2 * i, {{"window", {{"size", {90 - 15 * i, 100 - 15 * i}}}}});
  expect_clean(play(18, {"--size", "200x150", "-o", "."}));
}

TEST_F(Window, WithoutADisplay) {
  const ProcessResult result =
      run({"--scene", "wall.gltf"}, {.environment = {{"DISPLAY", std::nullopt}, {"WAYLAND_DISPLAY", std::nullopt}}});
  expect_error(result, cli_test::kDeviceError, {"no window", "--headless"});
}

}  // namespace
