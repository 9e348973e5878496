// SPDX-License-Identifier: MIT
// Tests of the viewer's parts, without a window.
#include <cmath>
#include <cstdlib>
#include <glm/geometric.hpp>
#include <limits>
#include <semaphore>
#include <set>
#include <stdexcept>
#include <thread>

#include "arguments/errors.h"
#include "cli/cli_test.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "image_io/image_file.h"
#include "reference/weighted_metering.h"
#include "session/resize_lab.h"
#include "session/source/navigation.h"
#include "session/window_change.h"
#include "viewer/files/file_question.h"
#include "viewer/inspection/meter_weight.h"
#include "viewer/inspection/zoom.h"
#include "viewer/model/golden.h"
#include "viewer/model/messages.h"
#include "viewer/model/preparation.h"
#include "viewer/model/timings.h"
#include "viewer/window/overlay_scale.h"
#include "viewer/window/presentation.h"
#include "viewer/window/system_dialog.h"

namespace {

using session::moved;
using session::Pose;
using session::turned;

void expect_near(const glm::dvec3& a, const glm::dvec3& b) { EXPECT_NEAR(glm::length(a - b), 0.0, 1e-12); }

TEST(Parts, MovesAlongTheCamerasAxes) {
  expect_near(moved({{1, 2, 3}, 0, 0}, {.forward = 1}, 2.0).position_m, {1, 2, 1});
  expect_near(moved({{0, 0, 0}, 90, 0}, {.forward = 1}, 2.0).position_m, {2, 0, 0});  // turned to the right
  expect_near(moved({{0, 0, 0}, 90, 0}, {.right = 1}, 2.0).position_m, {0, 0, 2});
  expect_near(moved({{0, 0, 0}, 0, 90}, {.forward = -1}, 2.0).position_m, {0, -2, 0});  // back from straight up
  expect_near(moved({{0, 0, 0}, 30, 20}, {.up = 1}, 2.0).position_m, {0, 2, 0});        // up is up
  const Pose diagonal = moved({{0, 0, 0}, 0, 0}, {.right = 1, .up = 1, .forward = 1}, 3.0);
  EXPECT_NEAR(glm::length(diagonal.position_m), 3.0, 1e-12);
  expect_near(moved({{0, 0, 0}, 0, -90}, {.up = 1, .forward = 1}, 2.0).position_m, {0, 0, 0});  // they cancel out
  expect_near(moved({{4, 5, 6}, 0, 0}, {}, 2.0).position_m, {4, 5, 6});
}

TEST(Parts, TurnsWithinStraightUpAndDown) {
  const Pose pose = turned({{0, 0, 0}, 170, 80}, 20, 30);
  EXPECT_DOUBLE_EQ(pose.yaw_deg, -170.0);
  EXPECT_DOUBLE_EQ(pose.pitch_deg, 90.0);
  EXPECT_DOUBLE_EQ(turned(pose, 0, -300).pitch_deg, -90.0);
}

TEST(Parts, PlaysAPath) {
  session::Playback playback;
  playback.is_playing = true;
  playback.advance(1.0);  // without a path: nothing
  EXPECT_EQ(playback.time_s, 0.0);
  playback.path = session::CameraPath({{0.0, {}}, {2.0, {{1, 0, 0}, 0, 0}}});
  playback.is_looping = true;
  playback.advance(1.5);
  EXPECT_EQ(playback.time_s, 1.5);
  playback.advance(1.0);
  EXPECT_EQ(playback.time_s, 0.5);  // round
  playback.is_looping = false;
  playback.advance(9.0);
  EXPECT_EQ(playback.time_s, 2.0);
  EXPECT_TRUE(playback.is_playing);  // what is there hasn't been seen yet
  playback.advance(1.0, /*is_adapted=*/false);
  EXPECT_TRUE(playback.is_playing);
  playback.advance(1.0);
  EXPECT_FALSE(playback.is_playing);
  playback.advance(1.0);
  EXPECT_EQ(playback.time_s, 2.0);
}

TEST(Parts, PlaysAnewFromTheEnd) {
  session::Playback playback;
  playback.toggle();  // without a path: nothing
  EXPECT_FALSE(playback.is_playing);
  playback.path = session::CameraPath({{0.0, {}}, {2.0, {{1, 0, 0}, 0, 0}}});
  playback.time_s = 1.0;
  playback.toggle();
  EXPECT_TRUE(playback.is_playing);
  EXPECT_EQ(playback.time_s, 1.0);
  playback.toggle();
  playback.time_s = 2.0;
  playback.toggle();
  EXPECT_EQ(playback.time_s, 0.0);
}

class GoldenFile : public cli_test::CliTest {};

std::vector<std::byte> ramp() {
  std::vector<std::byte> rgba(4 * 256 * 2);
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = i % 4 == 3 ? std::byte{255} : std::byte((i * 7) % 256);
  return rgba;
}

TEST_F(GoldenFile, IsNotSavedOverAnInput) {
  viewer::Golden golden;
  golden.capture({1, 1}, std::vector<std::byte>(4));
  files::OutputGuard inputs;
  cli_test::write_file(folder_ / "scene.png", std::string("scene"));
  std::filesystem::create_symlink("scene.png", folder_ / "golden.png");
  inputs.add_input(folder_ / "scene.png");
  EXPECT_THROW(golden.save(folder_ / "golden.png", inputs), files::Error);
  EXPECT_EQ(cli_test::read_file(folder_ / "scene.png").size(), 5u);
}

TEST_F(GoldenFile, ComesBackCodeForCode) {
  viewer::Golden golden;
  EXPECT_TRUE(golden.is_empty());
  golden.capture({256, 2}, ramp());
  golden.save(folder_ / "golden.png", {});
  viewer::Golden loaded;
  loaded.load(folder_ / "golden.png");
  const auto same = ramp();
  EXPECT_TRUE(std::equal(same.begin(), same.end(), loaded.rgba().begin(), loaded.rgba().end()));
  cli_test::write_file(folder_ / "bad.png", "no picture");
  EXPECT_THROW(loaded.load(folder_ / "bad.png"), files::Error);
  EXPECT_THROW(loaded.load(folder_ / "none.png"), files::Error);
  cli_test::write_float_exr(folder_ / "float.exr", 4, 4, cli_test::scene);
  EXPECT_THROW(loaded.load(folder_ / "float.exr"), files::Error);
  EXPECT_EQ(loaded.extent().width, 256u);  // kept
}

TEST(Parts, MediansOfPasses) {
  viewer::Timings timings;
  for (int i = 0; i < 300; ++i) {
    const engine::GpuTimer::Result frame[] = {{"a", double(i)}, {"b", 5.0}};
    timings.add(frame);
  }
  ASSERT_EQ(timings.passes().size(), 2u);
  EXPECT_EQ(timings.passes()[0].name, "a");
  EXPECT_EQ(timings.passes()[0].times_us.size(), viewer::Timings::kFrames);
  EXPECT_EQ(viewer::median_us(timings.passes()[0]), 180.0);  // of 60 to 299
  EXPECT_EQ(viewer::median_us(timings.passes()[1]), 5.0);
  EXPECT_EQ(viewer::median_us({}), 0.0);
}

TEST(Parts, MessagesGo) {
  viewer::Messages messages;
  messages.note("saved");
  messages.error("broken");
  EXPECT_TRUE(messages.take_news());
  messages.error("broken");  // said again
  EXPECT_FALSE(messages.take_news());
  ASSERT_EQ(messages.shown().size(), 2u);
  messages.advance(viewer::Messages::kShown_s + 1.0);
  ASSERT_EQ(messages.shown().size(), 1u);  // errors stay
  EXPECT_EQ(messages.shown()[0].text, "broken");
  EXPECT_TRUE(std::isinf(messages.next_change_s()));
  messages.note("seen");
  messages.advance(1.0);
  EXPECT_EQ(messages.next_change_s(), viewer::Messages::kShown_s - 1.0);
  messages.advance(viewer::Messages::kShown_s);
  messages.close(0);
  EXPECT_TRUE(messages.shown().empty());
  EXPECT_FALSE(messages.close_error());
  messages.error("old");
  messages.error("new");
  messages.note("seen");
  EXPECT_TRUE(messages.close_error());  // the newest
  ASSERT_EQ(messages.shown().size(), 2u);
  EXPECT_EQ(messages.shown()[0].text, "old");
  EXPECT_EQ(messages.shown()[1].text, "seen");
  for (int i = 0; i < 9; ++i) messages.error("error " + std::to_string(i));
  EXPECT_EQ(messages.shown().size(), viewer::Messages::kMost);
  EXPECT_EQ(messages.shown().back().text, "error 8");
}

TEST(Parts, PicturesFitTheirRoom) {
  const auto expect_at = [](VkRect2D at, int x, int y, std::uint32_t width, std::uint32_t height) {
    EXPECT_EQ(at.offset.x, x);
    EXPECT_EQ(at.offset.y, y);
    EXPECT_EQ(at.extent.width, width);
    EXPECT_EQ(at.extent.height, height);
  };
  expect_at(viewer::fitted({40, 30}, {{7, 9}, {40, 30}}), 7, 9, 40, 30);
  expect_at(viewer::fitted({40, 30}, {{0, 0}, {80, 80}}), 0, 10, 80, 60);
  expect_at(viewer::fitted({400, 100}, {{10, 0}, {100, 100}}), 10, 37, 100, 25);
}

TEST(Parts, WindowChanges) {
  const session::WindowChange change = session::window_change(
      json::Node(
          json::Json::parse(R"({"size": [640, 480], "panels": ["timing"], "golden": "compare", "drop": "a.exr"})")),
      "/x");
  ASSERT_TRUE(change.size && change.panels && change.drop);
  EXPECT_EQ(change.size->height, 480u);
  EXPECT_EQ(change.panels->front(), session::Panel::timing);
  EXPECT_EQ(*change.drop, "/x/a.exr");
  EXPECT_TRUE(change.compares_golden);
  EXPECT_FALSE(change.captures_golden || change.is_minimised || change.sweep);
  for (const char* bad : {R"({"size": [0, 1]})", R"({"size": 3})", R"({"panels": ["time"]})", R"({"golden": "burn"})",
                          R"({"sweep": {"first_width": 99, "last_width": 98}})", R"({"sweep": {"first_width": 1}})",
                          R"({"sweep": {"stride": 1}})", R"({"colour": 1})", R"({"size": [1.5, 2]})"}) {
    EXPECT_THROW(session::window_change(json::Node(json::Json::parse(bad)), ""), json::Error) << bad;
  }
  EXPECT_THROW(session::window_change(json::Node(json::Json::parse(R"({"minimised": 1})")), ""), json::Error);
}

/// Letters are as near to the interface's as whole scales allow; smaller ones where panels would have no room.
TEST(Parts, OverlayScale) {
  struct Case {
    float density;
    std::uint32_t in_large, in_small;
  };
  constexpr VkExtent2D kLarge = {3840, 2160}, kSmall = {1000, 700};
  for (const Case& one : {Case{0.5f, 1, 1},
                          {1.0f, 1, 1},
                          {1.25f, 1, 1},
                          {1.5f, 2, 1},
                          {1.75f, 2, 2},
                          {2.0f, 2, 2},
                          {2.4f, 2, 2},
                          {2.5f, 3, 2},
                          {3.0f, 3, 2},
                          {4.0f, 4, 3},
                          {20.0f, 8, 8}}) {
    EXPECT_EQ(viewer::fitting_overlay_scale(one.density, kLarge), one.in_large) << one.density;
    EXPECT_EQ(viewer::fitting_overlay_scale(one.density, kSmall), one.in_small) << one.density;
  }
}

/// The left half is 1, the right half 2^8 and wider pictures have more of it: what a picture's widths average to is
/// known, and a chain of blits misses it at most of them.
TEST(Parts, ResizeLab) {
  engine::ContextOptions options;
  options.validation = true;
  engine::Context context(options);
  constexpr std::uint32_t kWidth = 64, kHeight = 24, kLeft = 30;
  engine::Image hdr(context, {kWidth, kHeight}, VK_FORMAT_R32G32B32A32_SFLOAT,
                    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  std::vector<float> texels;
  for (std::uint32_t i = 0; i < kWidth * kHeight; ++i) {
    const float value = i % kWidth < kLeft ? 1.0f : 256.0f;
    texels.insert(texels.end(), {value, value, value, 1.0f});
  }
  engine::upload(context, hdr, std::as_bytes(std::span(texels)));
  session::ResizeLab lab;
  EXPECT_FALSE(lab.is_running());
  lab.start(context, {.first_width = 40, .last_width = 62, .step = 2, .height = kHeight});
  for (std::uint32_t width = 40; width <= 62; width += 2) {
    ASSERT_TRUE(lab.is_running());
    EXPECT_EQ(lab.extent().width, width);
    EXPECT_EQ(lab.extent().height, kHeight);
    engine::submit_and_wait(context, [&](VkCommandBuffer commands) { lab.record(commands, hdr, 1.0f, {}); });
    lab.collect(1);
    EXPECT_EQ(lab.points().size(), (width - 40) / 2);  // the last may be in flight
  }
  lab.collect(0);
  EXPECT_FALSE(lab.is_running());
  EXPECT_FALSE(lab.has_uncollected());
  EXPECT_EQ(lab.progress(), 1.0f);
  ASSERT_EQ(lab.points().size(), 12u);
  double worst_naive = 0.0;
  for (const session::SweepPoint& point : lab.points()) {
    const double expected = 8.0 * double(point.width - kLeft) / point.width;
    EXPECT_NEAR(double(point.correct_log2), expected, 4e-6) << point.width;  // the pyramid's own bound
    worst_naive = std::max(worst_naive, std::abs(double(point.naive_log2) - expected));
  }
  EXPECT_GT(worst_naive, 0.5);
  EXPECT_TRUE(context.take_validation_messages().empty());

  lab.start(context, {.first_width = 40, .last_width = 62, .step = 1, .height = kHeight});
  EXPECT_TRUE(lab.points().empty());
  lab.stop();
  EXPECT_FALSE(lab.is_running());
  EXPECT_THROW(lab.start(context, {.first_width = 62, .last_width = 40, .step = 1, .height = 1}),
               arguments::UsageError);
}

TEST(Parts, ZoomKeepsTheTexelUnderTheCursor) {
  const VkExtent2D picture = {200, 100};
  const VkRect2D room = {{10, 20}, {400, 400}};
  viewer::Zoom zoom;
  EXPECT_EQ(zoom.scale(picture, room), 2.0);
  EXPECT_EQ(zoom.place(picture, room).offset.y, 120);
  const glm::dvec2 cursor = {110.5, 170.5};
  const glm::ivec2 texel = zoom.texel_at(picture, room, cursor);
  EXPECT_EQ(texel, glm::ivec2(50, 25));
  for (int i = 0; i < 20; ++i) {
    zoom.by(1.25, picture, room, cursor);
    EXPECT_EQ(zoom.texel_at(picture, room, cursor), texel) << i;
  }
  EXPECT_EQ(zoom.scale(picture, room), viewer::Zoom::kMost);
  EXPECT_TRUE(zoom.is_nearest(picture, room));
  const VkOffset2D before = zoom.place(picture, room).offset;
  zoom.pan({640.0, 64.0}, picture, room);
  EXPECT_EQ(zoom.place(picture, room).offset.x, before.x + 640);
  EXPECT_EQ(zoom.place(picture, room).offset.y, before.y + 64);
  zoom.pan({1e9, 0.0}, picture, room);
  EXPECT_EQ(zoom.place(picture, room).offset.x, 210);  // not out of sight
  zoom.whole(picture, room);
  EXPECT_EQ(zoom.place(picture, room).extent.width, 200u);
  zoom.by(2.0, picture, room, cursor);
  EXPECT_TRUE(zoom.is_fitted());
  zoom.by(1e-9, picture, room, cursor);
  EXPECT_EQ(zoom.scale(picture, room), 0.25);
}

/// As the measurement's: by the meter's K.
TEST(Parts, EvOfATexel) {
  session::Settings settings;
  EXPECT_NEAR(viewer::texel_ev100(settings, 0.125), 0.0, 1e-12);
  settings.exposure.calibration_k = 25.0f;
  EXPECT_NEAR(viewer::texel_ev100(settings, 0.125), -1.0, 1e-12);
}

/// As the oracle has it.
TEST(Parts, WeightsOfATexel) {
  session::Settings settings;
  settings.meter.ellipse_x = 0.3f;
  settings.meter.window_min_log2 = -3.0f;
  settings.meter.window_max_log2 = 2.0f;
  const VkExtent2D extent = {16, 9};
  std::vector<reference::Rgb> texels(16 * 9);
  for (std::size_t i = 0; i < texels.size(); ++i)
    texels[i] =
        reference::Rgb{std::exp2(double(i % 9) - 5.0), std::exp2(double(i % 9) - 5.0), std::exp2(double(i % 9) - 5.0)};
  const reference::WeightedSource source = {.texels = texels, .width = 16, .height = 9};
  struct Row {
    std::uint32_t bit;
    const char* word;
    bool has_image;
  };
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) {photopic::kWeight##Name, #word, image != 0},
  constexpr Row kRows[] = {PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)};
#undef PHOTOPIC_WEIGHT
  for (const Row& row : kRows) {
    if (row.has_image) continue;
    settings.metering.weights = row.bit;
    const reference::WeightSettings oracle = reference::weight_settings(row.bit, settings.meter);
    std::set<double> seen;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      const double weight = viewer::meter_weight(settings, extent, {int(i % 16), int(i / 16)}, texels[i].g);
      EXPECT_NEAR(weight, reference::weight_of(oracle, source, i % 16, i / 16), 1e-9) << row.word << " " << i;
      seen.insert(weight);
    }
    EXPECT_GT(seen.size(), 1u) << row.word;
  }
  settings.metering.weights = photopic::kWeightWindow;
  settings.meter.window_min_log2 = -64.0f;  // no limit
  EXPECT_EQ(viewer::meter_weight(settings, extent, {0, 0}, 0.0), 1.0);
}

/// A file that is there is replaced by who names it twice.
TEST(Parts, AsksBeforeAFileIsReplaced) {
  const io_test::TempFolder folder;
  viewer::Replacement replacement;
  EXPECT_TRUE(replacement.allows(folder / "new.json"));
  cli_test::write_file(folder / "a.json", "a");
  cli_test::write_file(folder / "b.json", "b");
  EXPECT_FALSE(replacement.allows(folder / "a.json"));
  EXPECT_EQ(replacement.asked_about(), folder / "a.json");
  EXPECT_FALSE(replacement.allows(folder / "b.json"));
  EXPECT_FALSE(replacement.allows(folder / "a.json"));  // another was named in between
  EXPECT_TRUE(replacement.allows(folder / "a.json"));
}

TEST(Parts, RecentFilesOfOneNameAreToldApart) {
  viewer::Recents recents{{}};
  for (const char* file : {"/a/b/scene.gltf", "/a/c/scene.gltf", "/d/c/scene.gltf", "/d/other.gltf"}) recents.add(file);
  EXPECT_EQ(recents.name_of("/d/other.gltf"), "other.gltf");
  EXPECT_EQ(recents.name_of("/a/b/scene.gltf"), "scene.gltf (b)");
  EXPECT_EQ(recents.name_of("/a/c/scene.gltf"), "scene.gltf (a)");
  EXPECT_EQ(recents.name_of("/d/c/scene.gltf"), "scene.gltf (d)");
}

/// Of work on a thread: told once, by whoever asks, and not before it has ended.
TEST(Parts, APreparationTellsWhatFailed) {
  viewer::Preparation preparation;
  EXPECT_FALSE(preparation.has_ended());  // there is none
  EXPECT_NO_THROW(preparation.end());
  std::binary_semaphore may_fail{0};
  preparation.start([&] {
    may_fail.acquire();
    throw std::runtime_error("no memory for pipelines");
  });
  EXPECT_FALSE(preparation.has_ended());
  EXPECT_NO_THROW(preparation.end());
  may_fail.release();
  while (!preparation.has_ended()) std::this_thread::yield();
  viewer::Messages messages;
  try {
    preparation.end();
  } catch (const std::exception& error) {
    messages.note(error.what());
  }
  ASSERT_EQ(messages.shown().size(), 1u);
  EXPECT_EQ(messages.shown()[0].text, "no memory for pipelines");
  EXPECT_FALSE(preparation.has_ended());
  EXPECT_NO_THROW(preparation.end());
}

/// A desktop's dialog, by what its program ends with: a file, none, or that it doesn't work.
class DesktopDialog : public cli_test::CliTest {
 protected:
  DesktopDialog() : before_(std::getenv("PATH")) { setenv("PATH", folder_.path().c_str(), 1); }
  ~DesktopDialog() override { setenv("PATH", before_.c_str(), 1); }

  void install(const std::string& commands) {
    cli_test::write_file(folder_ / "zenity", "#!/bin/sh\n" + commands + "\n");
    std::filesystem::permissions(folder_ / "zenity", std::filesystem::perms::owner_all);
  }
  static std::optional<std::string> answer_of(viewer::SystemDialog& dialog) {
    EXPECT_TRUE(dialog.open("Open", "/", "Pictures", "exr", false));
    std::optional<std::string> answer;
    while (dialog.is_open() && !answer) answer = dialog.take_answer();
    return answer;
  }

 private:
  std::string before_;
};

TEST_F(DesktopDialog, GivesAFileOrNone) {
  EXPECT_FALSE(viewer::SystemDialog().is_there());
  install("echo /a/picture.exr");
  viewer::SystemDialog dialog;
  ASSERT_TRUE(dialog.is_there());
  EXPECT_EQ(answer_of(dialog), "/a/picture.exr");
  install("exit 1");
  EXPECT_EQ(answer_of(dialog), "");
  EXPECT_TRUE(dialog.is_there());
  install("exit 127");  // as without its libraries: the viewer's own takes its place
  EXPECT_EQ(answer_of(dialog), std::nullopt);
  EXPECT_FALSE(dialog.is_there());
}

}  // namespace
