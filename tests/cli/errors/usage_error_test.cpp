// SPDX-License-Identifier: MIT
// Tests of mistyped commands, options and values: nothing is written, one line says what to change.
#include <limits>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

class UsageError : public CliTest {
 protected:
  UsageError() { write_half_exr(folder_ / "in.exr", 8, 8, scene); }

  void expect_usage_error(const Arguments& arguments, std::initializer_list<std::string> words) {
    expect_error(kInputError, arguments, words);
    EXPECT_EQ(names_in(), std::vector<std::string>{"in.exr"}) << ::testing::PrintToString(arguments);
  }
  void expect_out_of_range(const char* option, const char* value) {
    expect_usage_error({"develop", "in.exr", "-o", "out.png", option, value},
                       {std::string(option) + ": '" + value + "'", "out of range"});
  }
  void expect_pan_error(const std::string& option, const std::string& value, std::initializer_list<std::string> words) {
    expect_usage_error({"pan", "in.exr", "-o", "out", option, value}, words);
  }
};

TEST_F(UsageError, CommandsAndArguments) {
  expect_usage_error({"meter", "in.exr", "--white-cd-m2", "100"}, {"--white-cd-m2 needs --content-light"});
  expect_usage_error({"meter", "in.exr", "--content-light", "--encoding", "pq"}, {"--encoding", "'pq'", "hdr10"});
  expect_usage_error({"meter", "in.#.exr", "--content-light", "--measurements", "m"},
                     {"--measurements", "--content-light"});
  expect_usage_error({}, {"command is missing", "--help"});
  expect_usage_error({"nosuch"}, {"'nosuch'", "--help"});
  expect_usage_error({"--nosuch"}, {"'--nosuch'"});
  expect_usage_error({"in.exr", "-o", "out.png"}, {"'in.exr'"});
  expect_usage_error({"develop"}, {"IN is missing", "develop --help"});
  expect_usage_error({"develop", "in.exr"}, {"-o OUT is missing"});
  expect_usage_error({"develop", "", "-o", "out.png"}, {"IN is missing"});
  expect_usage_error({"develop", "in.exr", "-o", ""}, {"-o OUT is missing"});
  expect_usage_error({"develop", "in.exr", "-o"}, {"--output", "missing"});
  expect_usage_error({"develop", "in.exr", "out.png"}, {"'out.png'"});
  expect_usage_error({"meter"}, {"IN is missing"});
  expect_usage_error({"meter", "in.exr", ""}, {"IN"});
  expect_usage_error({"sequence"}, {"PATTERN is missing"});
  expect_usage_error({"sequence", "in.#.exr"}, {"-o DIR is missing"});
  expect_usage_error({"pan"}, {"PANORAMA is missing"});
  expect_usage_error({"pan", "in.exr"}, {"-o DIR is missing"});
  expect_usage_error({"devices", "1"}, {"'1'", "devices --help"});
}

TEST_F(UsageError, Options) {
  for (const char* command : {"develop", "meter", "sequence", "pan"}) {
    expect_usage_error({command, "in.exr", "--nosuch", "5"}, {"'--nosuch'", std::string(command) + " --help"});
    expect_usage_error({command, "in.exr", "--mode", "camera", "--mode", "manual"}, {"--mode", "more than once"});
    expect_usage_error({command, "in.exr", "--device"}, {"--device", "missing"});
  }
  expect_usage_error({"meter", "in.exr", "--tone-mapper", "agx"}, {"'--tone-mapper'"});
  expect_usage_error({"develop", "in.exr", "-o", "out.png", "--fps", "3"}, {"'--fps'"});
  expect_usage_error({"develop", "-in.exr", "-o", "out.png"}, {"'-in.exr'"});
}

TEST_F(UsageError, OutputNames) {
  for (const char* name : {"out.jpg", "out", "out.png/", ".png", "/dev/full"}) {
    expect_usage_error({"develop", "in.exr", "-o", name}, {name, ".png", ".exr"});
  }
}

TEST_F(UsageError, SettingValues) {
  const std::initializer_list<std::pair<const char*, const char*>> kBad = {{"--min-log2-luminance", "low"},
                                                                           {"--min-log2-luminance", ""},
                                                                           {"--compensation-ev", "1,5"},
                                                                           {"--compensation-ev", "1 "},
                                                                           {"--compensation-ev", "nan"},
                                                                           {"--compensation-ev", "inf"},
                                                                           {"--compensation-ev", "+-1"},
                                                                           {"--mode", "auto"},
                                                                           {"--curve", "linear"},
                                                                           {"--method", "single"},
                                                                           {"--weights", "sky"},
                                                                           {"--hold-on-black", "1"},
                                                                           {"--tone-mapper", "AgX"},
                                                                           {"--hold", "yes"},
                                                                           {"--dither", "1"},
                                                                           {"--dither-seed", "1.5"},
                                                                           {"--dither-seed", "4294967296"},
                                                                           {"--dither-seed", "x"}};
  for (const auto& [option, value] : kBad) {
    expect_usage_error({"develop", "in.exr", "-o", "out.png", option, value},
                       {std::string(option) + ": '" + value + "' is "});
  }
  expect_usage_error({"develop", "in.exr", "-o", "out.png", "--tone-mapper", "filmic"}, {"agx", "lottes"});
}

struct RangeCase {
  const char* option;
  const char* below;
  const char* lowest;
  const char* highest;
  const char* above;  ///< null: the range has no upper end
};

// The ranges that <photopic/settings.h> documents.
const RangeCase kRanges[] = {
    {"--min-log2-luminance", "-64.1", "-64", "15.9", "64.1"},
    {"--max-log2-luminance", "-64.1", "-15.9", "64", "64.1"},
    {"--low-percentile", "-0.1", "0", "99.8", "100.1"},
    {"--high-percentile", "-0.1", "0.1", "100", "100.1"},
    {"--median-blend", "-0.1", "0", "1", "1.1"},
    {"--centre-sigma", "0.0009", "0.001", "1000", "1001"},
    {"--spot-radius", "0.0009", "0.001", "1000", "1001"},
    {"--ellipse-x", "-1001", "-1000", "1000", "1001"},
    {"--ellipse-y", "-1001", "-1000", "1000", "1001"},
    {"--ellipse-radius-x", "0.0009", "0.001", "1000", "1001"},
    {"--ellipse-radius-y", "0.0009", "0.001", "1000", "1001"},
    {"--ellipse-softness", "-0.1", "0", "1", "1.1"},
    {"--window-min-log2", "-64.1", "-64", "64", "64.1"},
    {"--window-max-log2", "-64.1", "-64", "64", "64.1"},
    {"--calibration-k", "0.9", "1", "100", "101"},
    {"--compensation-ev", "-32.1", "-32", "32", "32.1"},
    {"--min-ev100", "-64.1", "-64", "24", "64.1"},
    {"--max-ev100", "-64.1", "-16", "64", "64.1"},
    {"--manual-ev100", "-64.1", "-64", "64", "64.1"},
    {"--aperture-f-number", "0", "1e-30", "1e30", nullptr},
    {"--shutter-s", "-1", "1e-30", "1e30", nullptr},
    {"--sensitivity-iso", "0", "1e-30", "1e30", nullptr},
    {"--to-bright-ev-per-s", "-0.1", "0", "1e38", nullptr},
    {"--to-dark-ev-per-s", "-0.1", "0", "1e38", nullptr},
    {"--transition-ev", "-0.1", "0", "1e38", nullptr},
    {"--to-bright-time-constant-s", "-0.1", "0", "1e38", nullptr},
    {"--to-dark-time-constant-s", "-0.1", "0", "1e38", nullptr},
    {"--slow-time-constant-ratio", "0.9", "1", "1000", "1001"},
    {"--dead-band-ev", "-0.1", "0", "64", "64.1"},
    {"--cut-low-ev", "-0.1", "0", "1e38", nullptr},
    {"--cut-high-ev", "-0.1", "0", "2e38", nullptr},
    {"--max-ev-per-s", "-0.1", "0", "1e38", nullptr},
    {"--max-reversals-per-s", "-0.1", "0", "1e38", nullptr},
    {"--reinhard-white", "0.0009", "0.001", "65536", "65537"},
    {"--hable-white", "0.0009", "0.001", "65536", "65537"},
};

TEST_F(UsageError, EverySettingHasItsDocumentedRange) {
  for (const RangeCase& range : kRanges) {
    for (const char* value : {range.below, range.above}) {
      if (value != nullptr) expect_out_of_range(range.option, value);
    }
  }
  for (const char* value : {"nan", "1e40", "-inf"}) expect_out_of_range(kRanges[0].option, value);
}

TEST_F(UsageError, NoSettingTakesWhatIsNoNumber) {
  for (const RangeCase& range : kRanges) {
    for (const char* value : {"nan", "1e40", "-inf"}) expect_out_of_range(range.option, value);
  }
}

TEST_F(UsageError, SettingsThatContradictEachOther) {
  expect_usage_error({"develop", "in.exr", "-o", "out.png", "--min-log2-luminance", "16"},
                     {"--max-log2-luminance: '16' is not above --min-log2-luminance, '16'"});
  expect_usage_error({"meter", "in.exr", "--min-ev100", "24.5"}, {"--max-ev100: '24' is below --min-ev100, '24.5'"});
  expect_usage_error(
      {"meter", "in.exr", "--method", "single-pass", "--low-percentile", "50", "--high-percentile", "50"},
      {"--high-percentile: '50' is not at least 0.1 above --low-percentile, '50'"});
  expect_usage_error({"meter", "in.exr", "--window-min-log2", "2", "--window-max-log2", "1.5"},
                     {"--window-max-log2: '1.5' is below --window-min-log2, '2'"});
  expect_usage_error({"meter", "in.exr", "--cut-low-ev", "3", "--cut-high-ev", "3"},
                     {"--cut-high-ev: '3' is neither 0 nor above --cut-low-ev, '3'"});
}

TEST_F(UsageError, TheEndsOfEveryRangeAreTaken) {
  // All at once; the device takes them too, with everything that reads them.
  for (const auto end : {&RangeCase::lowest, &RangeCase::highest}) {
    Arguments arguments = {"develop",  "in.exr",      "-o",        "out.png",
                           "--method", "single-pass", "--weights", "centre,spot,ellipse,window"};
    for (const RangeCase& range : kRanges) arguments.insert(arguments.end(), {range.option, range.*end});
    output_of(arguments);
  }
}

TEST_F(UsageError, PanNumbers) {
  for (const char* value : {"nan", "inf", "-inf", "0", "-24", "1e9", "24fps", "23,976", ""}) {
    expect_pan_error("--fps", value, {"--fps: '" + std::string(value) + "'"});
  }
  for (const char* value : {"-1", "0", "1.5", "nan", "many", "1000001", "99999999999999999999999"}) {
    expect_pan_error("--frames", value, {"--frames: '" + std::string(value) + "'"});
  }
  for (const char* value : {"4000000000x1", "1x4000000000", "0x0", "-1x5", "10", "x", "10x", "10x10x10", "10X10",
                            "99999999999999999999x1", " 10x10", "nanx1", ""}) {
    expect_pan_error("--size", value, {"--size"});
  }
  for (const char* option : {"--fov-deg", "--yaw-from-deg", "--yaw-to-deg", "--pitch-deg", "--duration-s"}) {
    for (const char* value : {"nan", "inf", "-inf", "1e300", "-40000", "left"}) {
      expect_pan_error(option, value, {std::string(option) + ": '" + value + "'"});
    }
  }
  expect_pan_error("--pitch-deg", "90.1", {"-90 to 90"});
  expect_pan_error("--fov-deg", "180", {"1 to 170"});
  expect_pan_error("--duration-s", "0", {"0.001 to 100000"});
  for (const char* value : {"0", "-1", "401", "all"}) expect_pan_error("--sheet-frames", value, {"--sheet-frames: "});
  expect_usage_error({"pan", "in.exr", "-o", "out", "--duration-s", "100000", "--fps", "100000"},
                     {"--duration-s", "--fps", "1000000 frames"});
}

TEST_F(UsageError, SizesBeyondTheDevice) {
  // Within what pictures may have, beyond what the device takes or at its very limit.
  const ProcessResult result = run({"pan", "in.exr", "-o", "out", "--frames", "1", "--size", "32768x1"});
  if (result.exit_code == 0) GTEST_SKIP() << "this device takes 32768 texels a side";
  expect_error(result, kInputError, {"--size", "texels a side"});
  EXPECT_EQ(names_in(), std::vector<std::string>{"in.exr"});
}

}  // namespace
}  // namespace cli_test
