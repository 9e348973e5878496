// SPDX-License-Identifier: MIT
// Tests of suites whose cases are programs: frames against goldens, flashes against a limit.
#include <vulkan/vulkan_core.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "run/command_rig.h"

namespace cli_test {
namespace {

class RunSuite : public RunCommand {
 protected:
  void write_suite(const std::string& members) {
    std::ofstream(folder_ / "suite.json") << R"({"version": 1, "cases": [{"name": "game", "program": [")"
                                          << PHOTOPIC_TEST_PRESENTER << R"("], "frames": [2, 5])" << members << "}]}";
  }
  ProcessResult regress(Arguments more = {}) {
    Arguments all = {"regress", path("suite.json"), "-o", path("out"), "--device", "llvmpipe"};
    all.insert(all.end(), more.begin(), more.end());
    return run(all, layered());
  }
};

TEST_F(RunSuite, HoldsSeveralFramesOfOneRunAgainstGoldens) {
  write_suite("");
  const ProcessResult refused = regress();
  EXPECT_EQ(refused.exit_code, kInputError);
  EXPECT_NE(refused.err.find(": program: programs are run with --allow-commands only"), std::string::npos);
  EXPECT_EQ(regress({"--allow-commands", "--update", "missing"}).exit_code, 0);
  EXPECT_EQ(names_in("goldens/game"), (std::vector<std::string>{"2.png", "5.png"}));
  const ProcessResult result = regress({"--allow-commands"});
  EXPECT_EQ(result.exit_code, 0) << result.err << result.out;
  write_suite(R"(, "size": [37, 24])");
  const ProcessResult other = regress({"--allow-commands"});
  EXPECT_EQ(other.exit_code, kInputError);
  EXPECT_NE(other.err.find("has a window of 37 x 23 pixels, not of 37 x 24"), std::string::npos) << other.err;
}

TEST_F(RunSuite, SaysWhichFramesFailAndWhy) {
  write_suite("");
  EXPECT_EQ(regress({"--allow-commands", "--update", "missing"}).exit_code, 0);
  std::filesystem::copy_file(folder_ / "goldens/game/2.png", folder_ / "goldens/game/5.png",
                             std::filesystem::copy_options::overwrite_existing);
  const ProcessResult result = regress({"--allow-commands"});
  EXPECT_EQ(result.exit_code, 1) << result.err << result.out;
  std::ofstream(folder_ / "suite.json") << R"({"version": 1, "cases": [{"name": "game", "program": [")"
                                        << PHOTOPIC_TEST_PRESENTER
                                        << R"(", "--crash-at", "3"], "frames": [2, 5], "retries": 1}]})";
  const ProcessResult crashed = regress({"--allow-commands"});
  EXPECT_EQ(crashed.exit_code, kInputError);
  EXPECT_NE(crashed.err.find("Segmentation fault before frame 5: it presented 3"), std::string::npos) << crashed.err;
}

TEST_F(RunSuite, HoldsFlashesOfAllFramesAgainstALimit) {
  // 10 Hz at 60 frames a second; frame 60 is as its golden.
  const auto write = [&](const std::string& flashes) {
    std::ofstream(folder_ / "suite.json")
        << R"({"version": 1, "cases": [{"name": "game", "program": [")" << PHOTOPIC_TEST_PRESENTER
        << R"(", "--solid", "3"], "frames": [57, 60], "allow_blank": true, "flashes": )" << flashes << "}]}";
  };
  write(R"({"max_verdict": "fail"})");
  EXPECT_EQ(regress({"--allow-commands", "--update", "missing"}).exit_code, 0);
  EXPECT_EQ(regress({"--allow-commands"}).exit_code, 0);
  EXPECT_EQ(names_in("goldens/game"), (std::vector<std::string>{"57.png", "60.png"}));
  write(R"({"max_verdict": "extended", "profile": "wcag"})");
  EXPECT_EQ(regress({"--allow-commands"}).exit_code, 1);
  const auto results = nlohmann::json::parse(std::ifstream(folder_ / "out/results.json"));
  ASSERT_EQ(results["cases"].size(), 2u);
  for (const auto& one : results["cases"]) {
    EXPECT_EQ(one["checks"].back()["text"], "flash_verdict <= 2");
    EXPECT_NE(one["message"].get<std::string>().find("flashes: verdict fail, first in frame "), std::string::npos)
        << one;
  }
}

TEST_F(RunSuite, HoldsNoFlashesOfOneFrame) {
  std::ofstream(folder_ / "suite.json") << R"({"version": 1, "cases": [{"name": "game", "program": [")"
                                        << PHOTOPIC_TEST_PRESENTER
                                        << R"("], "frames": [0], "flashes": {"max_verdict": "fail"}}]})";
  EXPECT_NE(regress({"--allow-commands", "--update", "missing"}).exit_code, 0);
  const auto results = nlohmann::json::parse(std::ifstream(folder_ / "out/results.json"));
  const std::string message = results["cases"][0]["message"];
  EXPECT_NE(message.find("presented one frame; flashes are between two and more"), std::string::npos) << message;
}

TEST_F(RunSuite, HoldsFlashesBesideChannels) {
  const auto write = [&](int max_verdict) {
    std::ofstream(folder_ / "suite.json")
        << R"({"version": 1, "cases": [{"name": "game", "format": "exr", "channels": "R,G", "program": [")"
        << PHOTOPIC_TEST_PRESENTER << R"(", "--format", ")" << VK_FORMAT_R16G16B16A16_SFLOAT
        << R"(", "--color-space", ")" << VK_COLOR_SPACE_EXTENDED_SRGB_LINEAR_EXT
        << R"("], "frames": [30], "flashes": {"max_verdict": )" << max_verdict << "}}]}";
  };
  write(3);
  EXPECT_EQ(regress({"--allow-commands", "--update", "missing"}).exit_code, 0);
  EXPECT_EQ(regress({"--allow-commands"}).exit_code, 0);
  write(2);  // noise in every frame
  EXPECT_EQ(regress({"--allow-commands"}).exit_code, 1);
}

TEST_F(RunSuite, RefusesMembersOfOtherKinds) {
  const auto refuse = [&](const std::string& members, const std::string& words) {
    write_suite(members);
    const ProcessResult result = regress({"--allow-commands"});
    EXPECT_EQ(result.exit_code, kInputError);
    EXPECT_NE(result.err.find(words), std::string::npos) << result.err;
  };
  refuse(R"(, "golden": "x")", "doesn't go with a program");
  refuse(R"(, "fps": 3)", "is for pictures that Photopic renders");
  refuse(R"(, "xvfb": [3])", "neither [width, height] nor [width, height, depth]");
  refuse(R"(, "step_ms": 0)", "step_ms");
  refuse(R"(, "source": "corridor")", "more than one of source, test, command, program");
}

}  // namespace
}  // namespace cli_test
