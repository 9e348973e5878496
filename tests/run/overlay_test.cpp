// SPDX-License-Identifier: MIT
// Tests of overlays on programs' windows, and of what validation says of the layer with all its tools.
#include <gtest/gtest.h>
#include <photopic/debug_overlay.h>
#include <vulkan/vulkan_core.h>

#include <fstream>
#include <optional>

#include "image_io/fixtures/io_fixtures.h"
#include "run/run_rig.h"

namespace test {
namespace {

/// Has a presenter present until some frames had an overlay: before, its pipelines are made.
class Overlaid {
 public:
  Overlaid(run::RunOptions& options, std::uint32_t views) {
    options.overlay_views = views;
    options.frames = {};
    options.every = 1;
    options.environment.push_back({"PHOTOPIC_PRESENTED", folder_.path().string()});
    options.program.insert(options.program.end(), {"--until", (folder_ / "enough").string()});
  }

  /// Each frame, which is taken without an overlay. The one before was presented as it is, or with one.
  void add(const run::Frame& frame) {
    if (count_ == kFrames) return;
    if (frame.number > 0) {
      const std::filesystem::path file = folder_ / std::to_string(frame.number - 1);
      presented_ = io_test::read_file(file);
      std::filesystem::remove(file);
      if (presented_ != taken_ && ++count_ == kFrames) {
        std::ofstream(folder_ / "enough");
        return;
      }
    }
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(frame.data.data());
    taken_.assign(bytes, bytes + frame.data.size());
  }

  bool is_complete() const { return count_ == kFrames; }
  /// A present said so below the layer of `photopic run`.
  bool says_regions() const { return std::filesystem::exists(folder_ / "regions"); }
  /// Of the last frame with an overlay.
  const std::vector<std::uint8_t>& taken() const { return taken_; }
  const std::vector<std::uint8_t>& presented() const { return presented_; }

 private:
  static constexpr std::size_t kFrames = 4;

  io_test::TempFolder folder_;
  std::size_t count_ = 0;
  std::vector<std::uint8_t> taken_, presented_;
};

/// Solid black, so that every texel of a zebra is black or a blue stripe, but for its legend.
TEST(RunOverlay, IsInWhatIsPresentedAndNotInPictures) {
  const Layers layers;
  for (const std::size_t each : {0u, 3u, 6u, 7u, 8u}) {  // the five kinds of texels
    const Surface& surface = kSurfaces[each];
    SCOPED_TRACE(run::format_name(surface.format) + " " + run::color_space_name(surface.color_space));
    std::vector<std::string> words = words_of(surface);
    words.insert(words.end(), {"--solid", "1000000000", "--regions"});
    run::RunOptions options = presenting(words);
    options.overlay_scale = 2;
    Overlaid overlaid(options, photopic::kOverlayZebra);
    const run::RunResult result = run::run_program(options, [&](const run::Frame& frame) { overlaid.add(frame); });
    EXPECT_EQ(result.problem, "");
    EXPECT_TRUE(overlaid.is_complete());
    EXPECT_FALSE(overlaid.says_regions());
    const std::vector<std::uint8_t>& presented = overlaid.presented();
    EXPECT_EQ(overlaid.taken(), std::vector<std::uint8_t>(presented.size()));
    std::size_t stripes = 0;
    const std::size_t texel_bytes = presented.size() / kWidth / kHeight;
    for (std::size_t i = 0; i < presented.size(); i += texel_bytes) {
      const auto [red, green, blue] = codes_of(surface.format, &presented[i]);
      stripes += blue > red && blue > green ? 1 : 0;
    }
    EXPECT_GT(stripes, kWidth * kHeight / 4);  // every other of those below no legend, at least
  }
}

TEST(RunOverlay, LeavesRegionsOfPresentsWithoutIt) {
  const Layers layers;
  const io_test::TempFolder folder;
  run::RunOptions options = presenting({"--regions"});
  options.environment.push_back({"PHOTOPIC_PRESENTED", folder.path().string()});
  Taken taken;
  EXPECT_EQ(take(options, taken).problem, "");
  EXPECT_TRUE(std::filesystem::exists(folder / "regions"));
}

/// While a thread makes pipelines.
TEST(RunOverlay, LetsProgramsExit) {
  const Layers layers;
  for (const char* const frame : {"1", "5"}) {
    run::RunOptions options = presenting({"--exit-at", frame, "7"});
    options.frames = {};
    options.overlay_views = photopic::kStoredOverlayViews;
    Taken taken;
    const run::RunResult result = take(options, taken);
    EXPECT_EQ(result.problem, "");
    ASSERT_TRUE(result.status);
    EXPECT_TRUE(WIFEXITED(*result.status) && WEXITSTATUS(*result.status) == 7) << *result.status;
  }
}

/// While a thread of the parent makes pipelines.
TEST(RunOverlay, LetsProgramsFork) {
  const Layers layers;
  run::RunOptions options = presenting({"--fork-after", "0", "--frames", "4"});
  options.frames = {};
  options.window = std::nullopt;
  options.overlay_views = photopic::kStoredOverlayViews;
  Taken taken;
  const run::RunResult result = take(options, taken);
  EXPECT_EQ(result.problem, "");
  ASSERT_TRUE(result.status);
  EXPECT_TRUE(WIFEXITED(*result.status) && WEXITSTATUS(*result.status) == 0) << *result.status;
}

TEST(RunOverlay, IsRefusedByName) {
  const auto expect = [](std::vector<std::string> words, const char* windows, const std::string& reason) {
    run::RunOptions options = presenting(std::move(words), windows);
    options.frames = {};
    options.overlay_views = photopic::kOverlayNits;
    const std::string problem = problem_of(options);
    EXPECT_NE(problem.find(reason), std::string::npos) << problem;
  };
  expect({}, "no-drawing", "window 0: its images can't be drawn over (the surface has no TRANSFER_DST)");
  expect({}, "no-compute", "window 0: there is no overlay: create: device.queue_family = 0: has no compute");
  expect({}, "old", "the instance must have been created for 1.2 or later");
  expect({"--format", std::to_string(VK_FORMAT_R5G6B5_UNORM_PACK16)}, "", "R5G6B5_UNORM_PACK16 isn't one");
  expect({"--recreate", "2", "--change-format"}, "", "its format, colour space or queue changed");
}

/// What the validation layer prints of a presenter that has no fault of its own.
std::string messages_of(const char* layers, bool with_tools = false, const char* careless = "") {
  const Layers set(layers);
  const io_test::TempFolder folder;
  run::RunOptions options = presenting({"--recreate", "3", "--windows", "2"});
  options.frames = {};
  options.every = 2;
  options.window = std::nullopt;
  run::WindowFlashes flashes({.rate = {60.0, 1.0}});
  std::optional<Overlaid> overlaid;
  std::uint64_t frames = 0, lit = 0;
  if (with_tools) {
    options.flashes = &flashes;
    options.measure = [](const run::Frame&) { ADD_FAILURE() << "isn't measured on the device"; };
    options.take_light = [&](const layer::Report& report) { EXPECT_EQ(report.frame, lit++); };
    options.place = run::MeasuringPlace::device;
    options.window = 0;
    overlaid.emplace(options, photopic::kStoredOverlayViews);
  } else {
    options.program.insert(options.program.end(), {"--frames", "9"});
  }
  options.environment.push_back({"PHOTOPIC_CARELESS", careless});
  options.environment.push_back({"VK_LAYER_ENABLES", "VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT"});
  std::FILE* const output = std::fopen((folder / "out").c_str(), "w");
  options.output = ::fileno(output);
  const run::RunResult result = run::run_program(options, [&](const run::Frame& frame) {
    ++frames;
    if (overlaid) overlaid->add(frame);
  });
  std::fclose(output);
  EXPECT_EQ(result.problem, "");
  if (with_tools) {
    EXPECT_TRUE(overlaid->is_complete());
    EXPECT_EQ(lit, frames);
    EXPECT_EQ(flashes.analysis()->frames.size(), frames);
  } else {
    EXPECT_EQ(frames, 10u);
  }
  std::ifstream stream(folder / "out");
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(RunProgram, LeavesValidationNothingToSay) {
  EXPECT_EQ(messages_of("VK_LAYER_KHRONOS_validation:VK_LAYER_PHOTOPIC_windows"), "");
  EXPECT_EQ(messages_of("VK_LAYER_KHRONOS_validation:VK_LAYER_PHOTOPIC_windows", true), "");
}

TEST(RunProgram, IsHeardWhereALayerIsCareless) {
  constexpr const char* kLayers = "VK_LAYER_PHOTOPIC_careless:VK_LAYER_KHRONOS_validation:VK_LAYER_PHOTOPIC_windows";
  for (const auto& [with_tools, careless] :
       {std::pair{false, ""}, std::pair{true, ""}, std::pair{true, "picture"}, std::pair{true, "overlay"}}) {
    EXPECT_NE(messages_of(kLayers, with_tools, careless).find("Validation Error"), std::string::npos) << careless;
  }
}

}  // namespace
}  // namespace test
