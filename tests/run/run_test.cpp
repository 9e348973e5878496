// SPDX-License-Identifier: MIT
// Tests of runs of programs: frames to the bit, and how runs end.
#include <gtest/gtest.h>
#include <photopic/debug_overlay.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <vulkan/vulkan_core.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>

#include "files/error.h"
#include "image_io/code_image.h"
#include "image_io/fixtures/io_fixtures.h"
#include "run/presented.h"
#include "run/program_run.h"

namespace test {
namespace {

constexpr std::uint32_t kWidth = 37, kHeight = 23;

run::RunOptions presenting(std::vector<std::string> arguments, const char* windows = "") {
  run::RunOptions options;
  options.program = {PHOTOPIC_TEST_PRESENTER};
  options.program.insert(options.program.end(), arguments.begin(), arguments.end());
  options.environment = {{"PHOTOPIC_WINDOWS", windows}};
  options.frames = {0, 3, 4};
  options.time_limit_s = 60.0;
  return options;
}

/// The layers of the tests, for all runs of this process. The last is the lowest.
class Layers {
 public:
  explicit Layers(const std::string& layers = "VK_LAYER_PHOTOPIC_windows", const char* folder = PHOTOPIC_TEST_RUN_DIR) {
    ::setenv("VK_ADD_LAYER_PATH", folder, 1);
    ::setenv("VK_INSTANCE_LAYERS", layers.c_str(), 1);
  }
  ~Layers() {
    ::unsetenv("VK_ADD_LAYER_PATH");
    ::unsetenv("VK_INSTANCE_LAYERS");
  }
};

using Taken = std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::uint8_t>>;

run::RunResult take(const run::RunOptions& options, Taken& taken) {
  return run::run_program(options, [&](const run::Frame& frame) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(frame.data.data());
    taken[{frame.window, frame.number}] = {bytes, bytes + frame.data.size()};
  });
}

std::string problem_of(const run::RunOptions& options) {
  const Layers layers;
  Taken taken;
  return take(options, taken).problem;
}

struct Surface {
  VkFormat format;
  VkColorSpaceKHR color_space;
  const char* extension;
};
constexpr Surface kSurfaces[] = {
    {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_B8G8R8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_R8G8B8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_R8G8B8A8_SRGB, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT, ".png"},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR, ".png"},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_ST2084_EXT, ".png"},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, VK_COLOR_SPACE_HDR10_HLG_EXT, ".png"},
    {VK_FORMAT_R16G16B16A16_SFLOAT, VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT, ".exr"},
};

std::vector<std::string> words_of(const Surface& surface) {
  return {"--format", std::to_string(surface.format), "--color-space", std::to_string(surface.color_space)};
}

float half(std::uint16_t bits) {
  const int exponent = bits >> 10 & 31, mantissa = bits & 1023;
  return exponent == 0 ? std::ldexp(float(mantissa), -24) : std::ldexp(float(1024 + mantissa), exponent - 25);
}

/// The codes of presented bytes as a file has them, R, G, B of one texel.
std::array<double, 3> codes_of(VkFormat format, const std::uint8_t* texel) {
  std::uint32_t word = 0;
  std::memcpy(&word, texel, sizeof word);
  const auto wide = [&](int shift) { return double((word >> shift & 1023u) << 6 | (word >> shift & 1023u) >> 4); };
  std::array<std::uint16_t, 3> halves{};
  switch (format) {
    case VK_FORMAT_B8G8R8A8_UNORM:
    case VK_FORMAT_B8G8R8A8_SRGB:
      return {double(texel[2]), double(texel[1]), double(texel[0])};
    case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
      return {wide(0), wide(10), wide(20)};
    case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
      return {wide(20), wide(10), wide(0)};
    case VK_FORMAT_R16G16B16A16_SFLOAT:
      std::memcpy(halves.data(), texel, sizeof halves);
      return {half(halves[0]), half(halves[1]), half(halves[2])};
    default:
      return {double(texel[0]), double(texel[1]), double(texel[2])};
  }
}

double code_at(const image_io::CodeImage& picture, std::size_t index) {
  using Samples = image_io::CodeImage::Samples;
  const std::byte* const data = picture.texels.data();
  if (picture.samples == Samples::codes8) return double(std::uint8_t(data[index]));
  if (picture.samples == Samples::codes16) {
    std::uint16_t code = 0;
    std::memcpy(&code, data + index * sizeof code, sizeof code);
    return code;
  }
  float value = 0.0f;
  std::memcpy(&value, data + index * sizeof value, sizeof value);
  return value;
}

TEST(RunFrames, AreThoseOfEveryFormatToTheBit) {
  const Layers layers;
  const io_test::TempFolder folder;
  for (const Surface& surface : kSurfaces) {
    SCOPED_TRACE(run::format_name(surface.format) + " " + run::color_space_name(surface.color_space));
    Taken taken;
    const auto file = [&](std::uint64_t number) { return folder / (std::to_string(number) + surface.extension); };
    const run::RunResult result = run::run_program(presenting(words_of(surface)), [&](const run::Frame& frame) {
      run::write_frame(file(frame.number), frame);
      const auto* const bytes = reinterpret_cast<const std::uint8_t*>(frame.data.data());
      taken[{frame.window, frame.number}] = {bytes, bytes + frame.data.size()};
    });
    EXPECT_EQ(result.problem, "");
    ASSERT_EQ(taken.size(), 3u);
    for (const auto& [key, bytes] : taken) {
      const std::uint32_t texel_bytes = std::uint32_t(bytes.size() / kWidth / kHeight);
      ASSERT_EQ(bytes, presented_bytes(kWidth, kHeight, texel_bytes, key.second, 0)) << key.second;
      const image_io::CodeImage picture = image_io::read_code_image(file(key.second));
      ASSERT_EQ(picture.width, kWidth);
      for (std::uint32_t i = 0; i < kWidth * kHeight; ++i) {
        const std::array<double, 3> codes = codes_of(surface.format, bytes.data() + std::size_t(i) * texel_bytes);
        for (std::size_t c = 0; c < 3; ++c) ASSERT_EQ(code_at(picture, i * 4 + c), codes[c]) << i;
        // Of opaque windows, alpha is left out.
        ASSERT_EQ(code_at(picture, i * 4 + 3), surface.extension == std::string(".exr")                  ? 1.0
                                               : picture.samples == image_io::CodeImage::Samples::codes8 ? 255.0
                                                                                                         : 65535.0);
      }
    }
  }
}

TEST(RunFrames, SayHowTheirCodesAreMeant) {
  const Layers layers;
  const io_test::TempFolder folder;
  const std::map<VkColorSpaceKHR, std::string> cicp = {{VK_COLOR_SPACE_HDR10_ST2084_EXT, {9, 16, 0, 1}},
                                                       {VK_COLOR_SPACE_HDR10_HLG_EXT, {9, 18, 0, 1}},
                                                       {VK_COLOR_SPACE_DISPLAY_P3_NONLINEAR_EXT, {12, 13, 0, 1}}};
  for (const Surface& surface : kSurfaces) {
    const auto expected = cicp.find(surface.color_space);
    run::RunOptions options = presenting(words_of(surface));
    options.frames = {0};
    run::run_program(options, [&](const run::Frame& frame) {
      run::write_frame(folder / (std::string("0") + surface.extension), frame);
    });
    if (expected == cicp.end()) continue;
    std::ifstream stream(folder / "0.png", std::ios::binary);
    const std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    EXPECT_NE(bytes.find("cICP" + expected->second), std::string::npos) << run::color_space_name(surface.color_space);
  }
}

TEST(RunFrames, KeepAlphaThatSaysSomething) {
  const Layers layers;
  const io_test::TempFolder folder;
  run::RunOptions options = presenting({"--keep-alpha"});
  options.frames = {2};
  run::run_program(options, [&](const run::Frame& frame) { run::write_frame(folder / "2.png", frame); });
  const std::vector<std::uint8_t> bytes = presented_bytes(kWidth, kHeight, 4, 2, 0);
  const image_io::CodeImage picture = image_io::read_code_image(folder / "2.png");
  for (std::size_t i = 0; i < bytes.size(); i += 4) ASSERT_EQ(std::uint8_t(picture.texels[i + 3]), bytes[i + 3]);
}

TEST(RunFrames, AreOfEveryWindow) {
  const Layers layers;
  run::RunOptions options = presenting({"--windows", "2"});
  options.window = std::nullopt;
  Taken taken;
  EXPECT_EQ(take(options, taken).problem, "");
  EXPECT_EQ(taken.size(), 6u);
  for (const auto& [key, bytes] : taken) {
    EXPECT_EQ(bytes, presented_bytes(kWidth, kHeight, 4, key.second, key.first)) << key.first << " " << key.second;
  }
  taken.clear();
  options.window = 1;
  EXPECT_EQ(take(options, taken).problem, "");
  EXPECT_EQ(taken.size(), 3u);
  EXPECT_EQ(taken.begin()->first.first, 1u);
}

TEST(RunFrames, AreCountedAcrossSwapchains) {
  const Layers layers;
  for (const char* const forgets : {"--forget-old", "--frames=all"}) {
    run::RunOptions options = presenting({"--recreate", "2", forgets});
    options.frames = {};
    options.every = 3;
    options.last = 12;
    Taken taken;
    EXPECT_EQ(take(options, taken).problem, "");
    EXPECT_EQ(taken.size(), 5u);  // 0, 3, 6, 9, 12
    for (const auto& [key, bytes] : taken) EXPECT_EQ(bytes, presented_bytes(kWidth, kHeight, 4, key.second, 0));
  }
}

/// Devices come and go on two threads, and present at the same time.
void expect_frames_of_threads(run::RunOptions options) {
  constexpr std::size_t kRepeats = 10;
  options.frames = {};
  options.every = 1;
  options.window = std::nullopt;
  Taken taken;
  const run::RunResult result = take(options, taken);
  EXPECT_EQ(result.problem, "");
  ASSERT_TRUE(result.status);
  EXPECT_EQ(WEXITSTATUS(*result.status), 0);
  ASSERT_EQ(taken.size(), 2 * 3 * kRepeats);
  std::size_t of_second = 0;
  for (const auto& [key, bytes] : taken) {
    const bool is_second = bytes == presented_bytes(kWidth, kHeight, 4, key.second, 1);
    EXPECT_TRUE(is_second || bytes == presented_bytes(kWidth, kHeight, 4, key.second, 0)) << key.first;
    of_second += is_second ? 1 : 0;
  }
  EXPECT_EQ(of_second, 3 * kRepeats);
}
const std::vector<std::string> kTwoThreads = {"--threads", "2", "--repeat", "10", "--frames", "3"};

TEST(RunFrames, AreOfEveryThread) {
  const Layers layers;
  expect_frames_of_threads(presenting(kTwoThreads));
}

#ifdef PHOTOPIC_TEST_THREADS_DIR
/// Presenter and layers are built with ThreadSanitizer: a race is exit code 66.
TEST(RunThreads, HaveNoRaces) {
  const Layers layers("VK_LAYER_PHOTOPIC_windows", PHOTOPIC_TEST_THREADS_DIR);
  run::RunOptions options = presenting(kTwoThreads);
  options.program.front() = PHOTOPIC_TEST_THREADS_DIR "/photopic-presenter-threads";
  options.layer = PHOTOPIC_TEST_THREADS_DIR "/layer";
  expect_frames_of_threads(options);
  // One of the windows has tools, whose pipelines are made on a third thread.
  options.frames = {};
  run::WindowFlashes flashes({.rate = {60.0, 1.0}});
  options.flashes = &flashes;
  options.place = run::MeasuringPlace::device;
  options.overlay_views = photopic::kStoredOverlayViews;
  Taken taken;
  const run::RunResult result = take(options, taken);
  EXPECT_EQ(result.problem, "");
  ASSERT_TRUE(result.status);
  EXPECT_EQ(WEXITSTATUS(*result.status), 0);
  EXPECT_EQ(flashes.analysis()->frames.size(), 3u);
}
#endif

TEST(RunFrames, TakeNoMemoryThatStays) {
  const Layers layers;
  run::RunOptions options = presenting({"--frames", "1000"});
  options.frames = {};
  options.every = 1;
  std::uint64_t count = 0;
  const run::RunResult result = run::run_program(options, [&](const run::Frame&) { ++count; });
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(count, 1000u);
  ASSERT_TRUE(result.status);
  EXPECT_EQ(WEXITSTATUS(*result.status), 0);
}

std::vector<reference::FlashFrame> flashes_of(const run::RunOptions& asked, run::MeasuringPlace place) {
  run::RunOptions options = asked;
  run::WindowFlashes flashes({.rate = {60.0, 1.0}});
  options.place = place;
  options.flashes = &flashes;
  const run::RunResult result = run::run_program(options, [](const run::Frame&) { ADD_FAILURE() << "asked for none"; });
  EXPECT_EQ(result.problem, "");
  EXPECT_EQ(result.windows.at(0).tools != 0, place == run::MeasuringPlace::device) << result.windows.at(0).tools_words;
  return flashes.analysis()->frames;
}

/// Verdicts and transitions to the number. Shares within 3 cells: in noise, whose cells have all lights, a few are so
/// near to a threshold that rounding decides.
TEST(RunFlashes, OnTheDeviceAreThoseOnTheCpu) {
  const Layers layers;
  constexpr double kCells = double(flashes::kColumns) * flashes::kRows;
  for (const std::size_t each : {1u, 4u, 6u, 7u, 8u}) {  // the five encodings
    const Surface& surface = kSurfaces[each];
    SCOPED_TRACE(run::format_name(surface.format) + " " + run::color_space_name(surface.color_space));
    std::vector<std::string> words = words_of(surface);
    words.insert(words.end(), {"--size", "241", "136", "--recreate", "7"});
    run::RunOptions options = presenting(words);
    options.frames = {};
    options.last = 11;
    const auto device = flashes_of(options, run::MeasuringPlace::device),
               cpu = flashes_of(options, run::MeasuringPlace::cpu);
    ASSERT_EQ(device.size(), 12u);
    ASSERT_EQ(cpu.size(), 12u);
    EXPECT_NE(cpu.back().kinds[0].risk_share, 0.0);
    for (std::size_t i = 0; i < device.size(); ++i) {
      EXPECT_EQ(device[i].verdict, cpu[i].verdict) << i;
      for (std::size_t k = 0; k < reference::kFlashKinds; ++k) {
        const reference::FlashCount &one = device[i].kinds[k], &other = cpu[i].kinds[k];
        EXPECT_EQ(one.verdict, other.verdict) << i << " " << k;
        constexpr std::uint32_t kMost = 8;  // that devices report
        EXPECT_EQ(one.screen_transitions, std::min(other.screen_transitions, kMost)) << i << " " << k;
        EXPECT_EQ(one.cell_transitions, std::min(other.cell_transitions, kMost)) << i << " " << k;
        EXPECT_NEAR(one.risk_share, other.risk_share, 3.5 / kCells) << i << " " << k;
      }
    }
  }
}

TEST(RunProgram, EndsAfterTheLastFrame) {
  for (const char* const how : {"--ignore-term", "--fork"}) {
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(problem_of(presenting({how})), "") << how;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(30)) << how;
  }
}

TEST(RunProgram, SaysWhyThereIsNoFrame) {
  const auto expect = [](const run::RunOptions& options, const std::string& words) {
    const std::string problem = problem_of(options);
    EXPECT_NE(problem.find(words), std::string::npos) << problem;
  };
  expect(presenting({"--crash-at", "3"}), "Segmentation fault before frame 4: it presented 3");
  expect(presenting({"--exit-at", "2", "7"}), "ended with exit code 7 before frame 4: it presented 2");
  expect(presenting({"--exit-at", "0", "0"}), "ended: it made no Vulkan instance");
  run::RunOptions still = presenting({"--never-present"});
  still.time_limit_s = 1.0;
  expect(still, "took longer than 1 s: it made a Vulkan device, but presented to no window");
  run::RunOptions waiting = presenting({"--wait-at", "2"});
  waiting.time_limit_s = 1.0;
  expect(waiting, "took longer than 1 s before frame 4: it presented 2");
  expect(presenting({"--format", std::to_string(VK_FORMAT_R5G6B5_UNORM_PACK16)}), "R5G6B5_UNORM_PACK16 isn't one");
  expect(presenting({}, "no-transfer"), "can't be copied from");
  expect(presenting({}, "no-queue"), "from a queue that can't copy");
  run::RunOptions second = presenting({"--frames", "5"});
  second.window = 1;
  expect(second, "it has no window 1, but 1");
}

TEST(RunProgram, SaysWhatCannotBeStarted) {
  const io_test::TempFolder folder;
  const auto expect = [](const run::RunOptions& options, const std::string& words) {
    try {
      problem_of(options);
      ADD_FAILURE() << words;
    } catch (const files::Error& error) {
      EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
    }
  };
  run::RunOptions options = presenting({});
  options.program = {"no-such-program"};
  expect(options, "can't be run");
  const auto write_elf = [&](const char* name, char word_size, char machine) {
    std::string head = {'\x7f', 'E', 'L', 'F', word_size, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, machine, 0};
    std::ofstream(folder / name, std::ios::binary) << head;
    ::chmod((folder / name).c_str(), 0755);
    options.program = {(folder / name).string()};
  };
  write_elf("small", 1, 3);
  expect(options, "is a program of 32 bits");
  write_elf("other", 2, 8);
  expect(options, "is a program for another CPU");
  std::ofstream(folder / "owned") << "#!/bin/sh\n";
  ASSERT_EQ(::chown((folder / "owned").c_str(), 12345, 12345), ::geteuid() == 0 ? 0 : -1);
  if (::geteuid() == 0) {
    ::chmod((folder / "owned").c_str(), 04755);
    options.program = {(folder / "owned").string()};
    expect(options, "setuid");
  }
}

TEST(RunProgram, TakesNoFrameThatFailsToBeWritten) {
  const Layers layers;
  const auto fail = [](const run::Frame&) { throw files::Error("frame", "no space left on device"); };
  EXPECT_THROW(run::run_program(presenting({}), fail), files::Error);
}

TEST(RunProgram, KeepsItsOwnExitCodeWhereNothingIsAsked) {
  run::RunOptions options = presenting({"--exit-at", "3", "7"});
  options.frames = {};
  options.time_limit_s = {};
  const Layers layers;
  Taken taken;
  const run::RunResult result = take(options, taken);
  EXPECT_EQ(result.problem, "");
  ASSERT_TRUE(result.status);
  EXPECT_EQ(WEXITSTATUS(*result.status), 7);
  EXPECT_TRUE(taken.empty());
}

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
