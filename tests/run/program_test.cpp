// SPDX-License-Identifier: MIT
// Tests of the command photopic run as users type it.
#include <dlfcn.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

class RunCommand : public CliTest {
 protected:
  ProcessOptions layered() const {
    return {.environment = {{"VK_ADD_LAYER_PATH", PHOTOPIC_TEST_RUN_DIR},
                            {"VK_INSTANCE_LAYERS", "VK_LAYER_PHOTOPIC_windows"}}};
  }
  ProcessResult run_presenter(Arguments options, const Arguments& program = {}) {
    options.insert(options.begin(), "run");
    options.insert(options.end(), {"--", PHOTOPIC_TEST_PRESENTER});
    options.insert(options.end(), program.begin(), program.end());
    return run(options, layered());
  }
};

TEST_F(RunCommand, WritesFramesByTheirNumbers) {
  const ProcessResult result = run_presenter({"--frames", "2,10", "-o", path("shot.####.png"), "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(names_in(), (std::vector<std::string>{"shot.0002.png", "shot.0010.png"}));
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["frames_written"], 2);
  EXPECT_EQ(json["windows"][0]["size"], (std::vector<int>{37, 23}));
  EXPECT_EQ(json["windows"][0]["format"], "B8G8R8A8_UNORM");
  EXPECT_EQ(json["windows"][0]["color_space"], "SRGB_NONLINEAR");
}

TEST_F(RunCommand, SaysWhetherRunsAreEqual) {
  const ProcessResult result = run_presenter({"--frames", "2,10", "-o", path("shot.####.png"), "--twice"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "2 frames are equal in both runs\n");
}

TEST_F(RunCommand, RefusesWhatContradictsItself) {
  const auto refuse = [&](Arguments options, std::initializer_list<std::string> words) {
    expect_error(run_presenter(std::move(options)), kInputError, words);
  };
  refuse({"--frames", "2"}, {"-o PATTERN is missing"});
  refuse({"-o", path("x.png")}, {"no frames are asked for"});
  refuse({"--frames", "1,2", "-o", path("x.png")}, {"needs a run of #"});
  refuse({"--frames", "1,x", "-o", path("#.png")}, {"--frames", "'x' is not a whole number"});
  refuse({"--frames", "9", "--last", "3", "-o", path("#.png")}, {"--frames 9 is after --last 3"});
  refuse({"--frames", "1", "-o", path("#.jpg")}, {".png or .exr"});
  refuse({"--every", "1", "-o", path("#.png"), "--twice"}, {"--twice needs --frames or --last"});
  refuse({"--frames", "1", "-o", path("#.png"), "--xvfb", "wide"}, {"--xvfb: 'wide' is no size"});
  refuse({"--frames", "1", "-o", path("#.png"), "--start", "soon"}, {"--start: 'soon' is no date"});
  refuse({"--frames", "1", "-o", path("#.exr")}, {"the window has codes"});
  expect_error(run({"run", "--frames", "1", "-o", path("#.png")}, layered()), kInputError, {"PROGRAM is missing"});
  EXPECT_TRUE(names_in().empty());
}

TEST_F(RunCommand, GivesTheCodesOfItsTable) {
  EXPECT_EQ(run_presenter({}, {"--exit-at", "2", "7"}).exit_code, 7);
  EXPECT_EQ(run_presenter({"--every", "1", "-o", path("#.png")}, {"--exit-at", "2", "7"}).exit_code, 0);
  EXPECT_EQ(names_in(), (std::vector<std::string>{"0.png", "1.png"}));
  const ProcessResult crashed = run_presenter({"--frames", "9", "-o", path("#.png")}, {"--crash-at", "3"});
  EXPECT_EQ(crashed.exit_code, kInputError);
  EXPECT_NE(crashed.err.find("Segmentation fault before frame 9: it presented 3"), std::string::npos) << crashed.err;
}

TEST_F(RunCommand, LeavesNoHalfPicture) {
  ProcessOptions options = layered();
  options.file_size_limit = 1000;  // as a full disk
  const ProcessResult result = run(
      {"run", "--frames", "1", "-o", path("#.png"), "--", PHOTOPIC_TEST_PRESENTER, "--size", "300", "300"}, options);
  EXPECT_EQ(result.exit_code, kInputError) << result.err;
  EXPECT_TRUE(names_in().empty());
}

/// One symbol, so that nothing of the layer meets what the program brings.
TEST_F(RunCommand, LayerExportsOneSymbol) {
  const ProcessResult result = run_process({"/usr/bin/nm", "-D", "--defined-only", PHOTOPIC_TEST_LAYER}, {});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(std::count(result.out.begin(), result.out.end(), '\n'), 1) << result.out;
  EXPECT_NE(result.out.find(" T vkNegotiateLoaderLayerInterfaceVersion"), std::string::npos) << result.out;
}

// ---- suites ---------------------------------------------------------------------------------------------------------

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
  EXPECT_EQ(regress().exit_code, kInputError);  // without --allow-commands
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

/// Programs that nobody here wrote, on an X server of their own.
class RunStranger : public RunCommand {
 protected:
  void expect_equal(const Arguments& options, const Arguments& program) {
    Arguments all = {"run", "--xvfb", "640x480", "--frames", "10,30", "--twice", "-o", path("shot.####.png")};
    all.insert(all.end(), options.begin(), options.end());
    all.push_back("--");
    all.insert(all.end(), program.begin(), program.end());
    const ProcessResult result = run(all, {});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_NE(result.out.find("2 frames are equal in both runs"), std::string::npos) << result.out;
    EXPECT_EQ(names_in(), (std::vector<std::string>{"shot.0010.png", "shot.0030.png"}));
  }
};

TEST_F(RunStranger, VkcubeIsEqualInTwoRuns) { expect_equal({}, {"vkcube"}); }

TEST_F(RunStranger, GearsStepWithFrames) {
  expect_equal({"--step-ms", "16.667"},
               {"env", "LIBGL_ALWAYS_SOFTWARE=1", "MESA_LOADER_DRIVER_OVERRIDE=zink", "glxgears"});
}

TEST_F(RunStranger, GearsFollowRealTimeWithoutAClock) {
  Arguments all = {"run",
                   "--xvfb",
                   "640x480",
                   "--frames",
                   "30",
                   "--twice",
                   "-o",
                   path("shot.png"),
                   "--",
                   "env",
                   "LIBGL_ALWAYS_SOFTWARE=1",
                   "MESA_LOADER_DRIVER_OVERRIDE=zink",
                   "glxgears"};
  const ProcessResult result = run(all, {});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_NE(result.out.find("frames differ from 30 on"), std::string::npos) << result.out;
}

}  // namespace
}  // namespace cli_test
