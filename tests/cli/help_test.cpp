// SPDX-License-Identifier: MIT
// Tests of --help, which is the manual: every option is in it, with an example.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

class Help : public CliTest {
 protected:
  void expect_in_help(const std::string& command, const Arguments& words) {
    for (const char* flag : {"--help", "-h"}) {
      const std::string help = output_of(command.empty() ? Arguments{flag} : Arguments{command, flag});
      for (const std::string& word : words) {
        EXPECT_NE(help.find(word), std::string::npos) << "no " << word << " in the help of '" << command << "'";
      }
      EXPECT_NE(help.find("Example: photopic "), std::string::npos) << command;
      EXPECT_NE(help.find("Usage: photopic " + command), std::string::npos) << command;
    }
  }

  /// The options of all settings in the groups that a command has.
  Arguments setting_options(const std::set<std::string>& groups) {
    Arguments options = {"--settings", "--print-settings"};
    const auto root = nlohmann::json::parse(output_of({"develop", "--print-settings"}));
    for (const auto& [group, values] : root.items()) {
      if (!groups.contains(group)) continue;
      for (const auto& [key, value] : values.items()) {
        std::string option = "--" + key + " ";
        std::replace(option.begin(), option.end(), '_', '-');
        options.push_back(option);
      }
    }
    return options;
  }

  static Arguments joined(Arguments a, const Arguments& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
  }
};

TEST_F(Help, OfTheProgramNamesEveryCommandAndExitCode) {
  expect_in_help("", {"develop", "meter", "adapt", "sequence", "pan", "lut", "accept", "serve", "flashes", "gpgpu",
                      "devices", "--help", "--version", "0 done", "4 input", "5 no Vulkan device", "COMMAND --help"});
}

TEST_F(Help, OfEachCommandNamesEveryOption) {
  const Arguments all =
      setting_options({"meter", "exposure", "input", "white_balance", "tone_map", "display", "grade"});
  ASSERT_GE(all.size(), 110u);
  const Arguments device = {"--device INDEX|NAME", "--validate"};
  const Arguments animation = {"-o,--output DIR", "--fps ", "--sheet-frames "};
  expect_in_help("develop", joined(joined(all, device), {"IN", "-o,--output OUT", "--timings", ".png", ".exr"}));
  expect_in_help("meter", joined(joined(setting_options({"meter", "exposure", "input", "white_balance"}), device),
                                 {"IN", "--json", "--compare", "--measurements FILE", "--first ", "--last ",
                                  "--shard INDEX/COUNT"}));
  expect_in_help("adapt", joined(joined(all, device), {"MEASUREMENTS", "-o,--output FILE", "--fps ", "--timings"}));
  expect_in_help("sequence",
                 joined(joined(all, device), joined(animation, {"PATTERN", "--first ", "--last ", "####",
                                                                "--exposure FILE", "--shard INDEX/COUNT"})));
  expect_in_help(
      "pan", joined(joined(all, device),
                    joined(animation, {"PANORAMA", "--size WIDTHxHEIGHT", "--duration-s ", "--frames ", "--fov-deg ",
                                       "--yaw-from-deg ", "--yaw-to-deg ", "--pitch-deg ", "--exr"})));
  expect_in_help("lut", joined(joined(setting_options({"white_balance", "tone_map", "display", "grade"}), device),
                               {"-o,--output OUT", "--size ", "--space ", "--cdl FILE", "--ocio-config FILE",
                                "--ocio-display ", "--ocio-view ", "--ocio-space "}));
  expect_in_help("flashes",
                 joined(device, {"PATTERN", "--video FILE", "--first ", "--last ", "--fps ", "--profile NAME",
                                 "--max-verdict VERDICT", "--encoding NAME", "--peak-cd-m2 ", "--cd-m2-per-unit ",
                                 "-o,--output DIR", "--json", "no certification"}));
  expect_in_help("gpgpu", {"OPERATION", "add", "convolve", "reduce", "--size ", "--kernel ", "--stride ", "--bench",
                           "--repetitions ", "-o,--output DIR", "--json", "--validate"});
  const Arguments accept = {"--goldens DIR", "--device-class NAME", "--allow-outside"};
  expect_in_help("accept", joined(accept, {"RESULTS", "--case NAME", "--force"}));
  expect_in_help("serve", joined(accept, {"OUT", "--port NUMBER", "130"}));
  expect_in_help("devices", {"list"});
}

TEST_F(Help, NamesUnitsRangesAndChoices) {
  const std::string help = output_of({"pan", "--help"});
  for (const char* word :
       {"degrees", "frames per second", "seconds", "EV at ISO 100", "-32 to 32", "above 0", "0 or more", "pbr-neutral",
        "linear-exponential", "two-exponentials", "automatic", "single-pass", "centre, spot, ellipse, window",
        "half diagonals", "percent", "X:Y,...", "16 points"}) {
    EXPECT_NE(help.find(word), std::string::npos) << word;
  }
  EXPECT_EQ(help.find("FLOAT"), std::string::npos);
  EXPECT_EQ(help.find("UINT"), std::string::npos);
}

TEST_F(Help, VersionIsThreeNumbers) {
  unsigned major = 0, minor = 0, patch = 0;
  EXPECT_EQ(std::sscanf(output_of({"--version"}).c_str(), "photopic %u.%u.%u", &major, &minor, &patch), 3);
}

TEST_F(Help, NeedsNoDevice) {
  const ProcessOptions no_driver = {
      .environment = {{"VK_ICD_FILENAMES", "/nosuch.json"}, {"VK_DRIVER_FILES", "/nosuch.json"}}};
  for (const Arguments& arguments : {Arguments{"--help"}, Arguments{"pan", "--help"}, Arguments{"--version"},
                                     Arguments{"develop", "--print-settings"}}) {
    const ProcessResult result = run(arguments, no_driver);
    EXPECT_EQ(result.exit_code, 0) << ::testing::PrintToString(arguments);
    EXPECT_EQ(result.err, "");
  }
}

}  // namespace
}  // namespace cli_test
