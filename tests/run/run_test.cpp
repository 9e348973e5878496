// SPDX-License-Identifier: MIT
// Tests of runs of programs: frames to the bit, and how runs end.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <vulkan/vulkan_core.h>

#include <chrono>
#include <cstring>
#include <fstream>
#include <memory>

#include "files/error.h"
#include "image_io/code_image.h"
#include "image_io/fixtures/io_fixtures.h"
#include "run/presented.h"
#include "run/run_rig.h"

namespace test {
namespace {

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
    if (each == 1) words.push_back("--late");  // frame 7 is of the swapchain that was replaced before its present
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
  second.frames = {};  // until the program ends
  second.every = 1;
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

}  // namespace
}  // namespace test
