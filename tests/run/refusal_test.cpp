// SPDX-License-Identifier: MIT
// Tests of what photopic run refuses before the program starts, and of what it says of programs without a frame.
#include <filesystem>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

class RunRefusal : public CliTest {
 protected:
  /// The program leaves a file: refusals come before it starts.
  void refuse(Arguments options, std::initializer_list<std::string> words) {
    options.insert(options.begin(), "run");
    options.insert(options.end(), {"--", "touch", path("started")});
    expect_error(run(options), kInputError, words);
    EXPECT_FALSE(std::filesystem::exists(folder_ / "started")) << *words.begin();
  }
};

TEST_F(RunRefusal, OutputsThatCannotBeWrittenAreNamedBeforeTheProgramStarts) {
  refuse({"--last", "2", "--meter", path("none/light.csv")},
         {"--meter: ", "none/light.csv: No such file or directory"});
  refuse({"--last", "2", "--meter", path("")}, {"--meter: ", "Is a directory"});
  refuse({"--frames", "1", "-o", path("none/#.png")}, {"-o: ", "none/1.png: No such file or directory"});
  write_file(folder_ / "file", std::string("text"));
  refuse({"--last", "2", "--flashes", path("file")}, {"--flashes: ", "file: "});
  EXPECT_EQ(names_in(), std::vector<std::string>{"file"});
}

TEST_F(RunRefusal, WordsAreThoseThatTheCommandTakes) {
  refuse({"--overlay", "falsecolour"}, {"'falsecolour' is none of histogram, naive, zebra, nits, waveform, all"});
  refuse({"--flashes", path("out"), "--profile", "foo"}, {"--profile: 'foo' is none of strict, wcag, bt1702"});
  refuse({"--flashes", path("out"), "--profile", "iris"}, {"--profile: iris is of photopic flashes only"});
  refuse({"--overlay", "nits", "--measure-on", "device"}, {"--measure-on device: nothing is measured; --meter"});
}

TEST_F(RunRefusal, AProgramThatIsNotThereIsSaidWithoutAFolder) {
  expect_error(run({"run", "--", "no-such-program"}), kInputError,
               {"no-such-program: can't be run: No such file or directory"});
}

TEST_F(RunRefusal, ProgramsWithoutVulkanGetNoAdviceOfMoreTime) {
  const ProcessOptions options = {.environment = {{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}}};
  const ProcessResult result =
      run({"run", "--frames", "1", "--time-limit", "0.3", "-o", path("#.png"), "--", "sleep", "60"}, options);
  expect_error(result, kInputError,
               {"took longer than 0.3 s: it made no Vulkan instance",
                "OpenGL programs need LIBGL_ALWAYS_SOFTWARE=1 MESA_LOADER_DRIVER_OVERRIDE=zink",
                "neither DISPLAY nor WAYLAND_DISPLAY is set: --xvfb 1280x720 (xvfb in a suite)"});
  EXPECT_EQ(result.err.find("--time-limit"), std::string::npos) << result.err;
}

}  // namespace
}  // namespace cli_test
