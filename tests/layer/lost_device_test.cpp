// SPDX-License-Identifier: MIT
// Tests of programs whose device gets lost: one line, exit code 5, and no file that isn't whole.
#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/cli_test.h"
#include "viewer/live/desktop.h"

namespace cli_test {
namespace {

/// Of a folder and those in it, by their path.
using Files = std::map<std::string, Bytes>;

class LostDevice : public CliTest {
 protected:
  LostDevice() {
    write_half_exr(folder_ / "scene.exr", 40, 24, scene);
    for (int i = 0; i < 3; ++i) {
      const double light = std::exp2(i);
      std::filesystem::create_directory(folder_ / "shot");
      write_half_exr(folder_ / "shot" / ("frame.000" + std::to_string(i) + ".exr"), 40, 24,
                     [light](std::uint32_t x, std::uint32_t y) {
                       const Rgb rgb = scene(x, y);
                       return Rgb{light * rgb.r, light * rgb.g, light * rgb.b};
                     });
    }
    before_ = files();
  }

  static ProcessOptions losing(const std::string& lose) {
    return {.environment = {{"VK_ADD_LAYER_PATH", PHOTOPIC_TEST_LAYER_DIR},
                            {"VK_INSTANCE_LAYERS", "VK_LAYER_PHOTOPIC_tests"},
                            {"PHOTOPIC_LAYER_LOSE", lose}}};
  }

  Files files() const {
    Files all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (!entry.is_regular_file()) continue;
      all[std::filesystem::relative(entry.path(), folder_.path()).string()] = read_file(entry.path());
    }
    return all;
  }

  void remove_outputs() {
    for (const auto& [name, bytes] : files()) {
      if (!before_.contains(name)) std::filesystem::remove(folder_ / name);
    }
    std::filesystem::remove_all(folder_ / "out");
  }

  /// What is there now is what was there before, and of what a whole run writes, whole files.
  void expect_whole_files(const Files& whole) {
    for (const auto& [name, bytes] : files()) {
      const auto found = whole.find(name);
      if (found == whole.end()) {
        ADD_FAILURE() << name << " is left";
      } else {
        EXPECT_EQ(bytes, found->second) << name << " is in part";
      }
    }
  }

  struct Whole {
    int exit_code;
    Files files;
  };
  Whole run_whole(const Arguments& arguments) {
    remove_outputs();
    const ProcessResult result = run(arguments, losing("any:1000000"));  // files may name the device
    EXPECT_LE(result.exit_code, 1) << result.err;                        // 1: pictures differ
    return {result.exit_code, files()};
  }

  /// Whether the device was lost; false: there were fewer such calls.
  bool expect_loss(const Arguments& arguments, const std::string& lose, const Whole& whole) {
    SCOPED_TRACE(::testing::PrintToString(arguments) + " " + lose);
    remove_outputs();
    const ProcessResult result = run(arguments, losing(lose));
    if (result.exit_code == whole.exit_code) {
      EXPECT_EQ(files(), whole.files);
      return false;
    }
    expect_error(result, kDeviceError, {});
    EXPECT_TRUE(names_loss(result.err)) << result.err;
    expect_whole_files(whole.files);
    return true;
  }

  static bool names_loss(const std::string& words) {
    return words.find("device lost") != std::string::npos || words.find("VK_ERROR_DEVICE_LOST") != std::string::npos;
  }

  static void expect_line(const std::string& words) {
    EXPECT_EQ(std::count(words.begin(), words.end(), '\n'), 1) << words;
    EXPECT_TRUE(words.starts_with("photopic-viewer: ") && names_loss(words)) << words;
  }

  Files before_;
};

const Arguments kDevelop = {"develop", "scene.exr",        "-o", "scene.png",     "--glare",
                            "eye",     "--local-exposure", "on", "--tone-mapper", "aces2"};
const Arguments kMeter = {"meter", "scene.exr", "--json"};
const Arguments kCompare = {"compare", "shot/frame.0000.exr", "shot/frame.0001.exr", "--maps", "out"};

TEST_F(LostDevice, TheTestsLayerIsThere) {
  const ProcessResult result = run({"devices"}, losing("vkQueueSubmit:1"));
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find(" (to be lost)"), std::string::npos) << result.out;
  EXPECT_EQ(run({"devices"}, losing("vkNoSuchCall:1")).exit_code, kDeviceError);
}

TEST_F(LostDevice, AtASubmitAndAWait) {
  for (const Arguments& arguments : {kDevelop, kMeter, kCompare}) {
    const Whole whole = run_whole(arguments);
    for (const char* const lose : {"vkEndCommandBuffer:1", "vkQueueSubmit:1", "vkWaitForFences:2"}) {
      EXPECT_TRUE(expect_loss(arguments, lose, whole)) << lose << ::testing::PrintToString(arguments);
    }
  }
}

TEST_F(LostDevice, AtEveryCall) {
  const Arguments commands[] = {
      kDevelop,
      kMeter,
      kCompare,
      {"meter", "shot/frame.####.exr", "--measurements", "m.jsonl"},
      {"sequence", "shot/frame.####.exr", "-o", "out", "--fps", "10"},
      {"pan", "scene.exr", "-o", "out", "--size", "16x9", "--frames", "3"},
      {"lut", "-o", "look.cube", "--size", "5"},
      {"flashes", "shot/frame.####.exr", "--encoding", "linear", "--fps", "30", "-o", "out", "--device", "0"},
  };
  for (const Arguments& arguments : commands) {
    const Whole whole = run_whole(arguments);
    std::uint32_t calls = 1;
    while (expect_loss(arguments, "any:" + std::to_string(calls), whole) && !HasFailure()) ++calls;
    EXPECT_GT(calls, 20u) << ::testing::PrintToString(arguments);
  }
}

/// Each in turn of what a window's frame calls.
TEST_F(LostDevice, OfAWindow) {
  const viewer_test::Desktop desktop;
  for (const char* const lose : {"vkAcquireNextImageKHR:2", "vkBeginCommandBuffer:4", "vkEndCommandBuffer:4",
                                 "vkQueueSubmit:4", "vkQueuePresentKHR:2", "vkWaitForFences:4"}) {
    SCOPED_TRACE(lose);
    ProcessOptions options = losing(lose);
    options.environment.emplace_back("DISPLAY", desktop.name());
    options.folder = folder_.path().string();
    const ProcessResult result =
        run_process({PHOTOPIC_TEST_VIEWER, "scene.exr", "--frames", "6", "--size", "96x54"}, options);
    EXPECT_EQ(result.exit_code, kDeviceError) << result.out << result.err;
    expect_line(result.err);
  }
}

TEST_F(LostDevice, OfAHeadlessViewer) {
  const Arguments arguments = {PHOTOPIC_TEST_VIEWER, "scene.exr", "--headless", "--frames", "3", "-o", "out"};
  const auto run_viewer = [&](ProcessOptions options) {
    remove_outputs();
    options.folder = folder_.path().string();
    return run_process(arguments, options);
  };
  EXPECT_EQ(run_viewer({}).exit_code, 0);
  const Files whole = files();
  for (const char* const lose : {"vkMapMemory:2", "vkEndCommandBuffer:3", "vkQueueSubmit:3", "vkWaitForFences:5"}) {
    SCOPED_TRACE(lose);
    const ProcessResult result = run_viewer(losing(lose));
    EXPECT_EQ(result.exit_code, kDeviceError) << result.err;
    expect_line(result.err);
    expect_whole_files(whole);
  }
}

/// The case in hand fails, and the others get a new device.
TEST_F(LostDevice, OfASuiteIsThatOfOneCase) {
  std::filesystem::create_directory(folder_ / "goldens");
  for (const char* const folder : {"shots", "goldens"}) {
    std::filesystem::create_directory(folder_ / folder);
    for (int i = 0; i < 3; ++i) {
      const std::string name = "frame.000" + std::to_string(i) + ".exr";
      const std::string from = folder == std::string("shots") ? "frame.0000.exr" : name;
      std::filesystem::copy_file(folder_ / "shot" / from, folder_ / folder / name);
    }
  }
  // A rule for which the device is needed: without scores, a verdict of counts alone would stand.
  const Arguments arguments = {
      "regress", "--shots", "shots",       "--goldens", "goldens", "--rules", "{\"max_flip\": 0.001}",
      "-o",      "out",     "--artifacts", "never"};
  const auto outcomes = [&] {
    std::vector<std::string> all;
    const Bytes bytes = read_file(folder_ / "out" / "results.json");
    const auto results = nlohmann::json::parse(bytes.begin(), bytes.end());
    for (const auto& one : results.at("cases")) all.push_back(one.at("outcome"));
    return all;
  };
  EXPECT_EQ(run(arguments).exit_code, 1);
  EXPECT_EQ(outcomes(), (Arguments{"pass", "differences", "differences"}));
  for (const char* const lose : {"vkQueueSubmit:1", "vkWaitForFences:2"}) {
    SCOPED_TRACE(lose);
    std::filesystem::remove_all(folder_ / "out");
    const ProcessResult result = run(arguments, losing(lose));
    EXPECT_EQ(result.exit_code, kDeviceError) << result.out << result.err;
    EXPECT_EQ(outcomes(), (Arguments{"device-error", "differences", "differences"})) << result.out;
  }
}

#ifdef PHOTOPIC_TEST_PYTHON
/// An exception, after which a new device works.
TEST_F(LostDevice, OfPython) {
  const std::string script =
      "import numpy as np, photopic\n"
      "hdr = np.full((12, 20, 3), 4.0, np.float32)\n"
      "calls = [lambda d: d.meter(hdr), lambda d: d.develop(hdr), lambda d: d.compare(hdr, 2 * hdr)]\n"
      "lost = None\n"
      "for call in calls * 2:\n"
      "  try:\n"
      "    call(photopic)\n"
      "  except photopic.Error as error:\n"
      "    lost = lost or str(error)\n"
      "for call in calls: call(photopic.Device())\n"
      "print(lost)\n";
  for (const char* const lose : {"vkMapMemory:1", "vkCreateComputePipelines:1", "vkBeginCommandBuffer:1",
                                 "vkEndCommandBuffer:2", "vkQueueSubmit:1", "vkQueueWaitIdle:2"}) {
    SCOPED_TRACE(lose);
    ProcessOptions options = losing(lose);
    options.environment.emplace_back("PYTHONPATH", PHOTOPIC_TEST_PYTHON_DIR);
    options.environment.emplace_back("PYTHONDONTWRITEBYTECODE", "1");
    options.folder = folder_.path().string();
    const ProcessResult result = run_process({PHOTOPIC_TEST_PYTHON, "-c", script}, options);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(names_loss(result.out)) << result.out;
  }
}
#endif

}  // namespace
}  // namespace cli_test
