// SPDX-License-Identifier: MIT
// Tests of mistyped options, of the device, and of the output.
#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandUsage : public CompareCommand {
 protected:
  CompareCommandUsage() { write_pair(0); }
};

TEST_F(CompareCommandUsage, ArgumentsAreTwo) {
  expect_error(kError, {"compare"}, {"REFERENCE is missing", "photopic compare --help"});
  expect_error(kError, {"compare", "a.png"}, {"TEST is missing"});
  expect_error(kError, {"compare", "a.png", ""}, {"TEST is missing"});
  expect_error(kError, {"compare", "", "b.png"}, {"REFERENCE is missing"});
  expect_usage_error({"c.png"}, {"'c.png'"});
  expect_usage_error({"--nosuch"}, {"'--nosuch'", "compare --help"});
}

TEST_F(CompareCommandUsage, Values) {
  const std::vector<std::pair<Arguments, std::vector<std::string>>> bad = {
      {{"--metrics", "vmaf"}, {"--metrics: 'vmaf' is none of errors, psnr, "}},
      {{"--metrics", ""}, {"--metrics: names no metric"}},
      {{"--metrics", "all,ssim"}, {"--metrics: 'all' stands alone"}},
      {{"--metrics"}, {"--metrics", "missing"}},
      {{"--max-delta", "-1"}, {"--max-delta: '-1' is out of range: 0 or more"}},
      {{"--max-delta", "nan"}, {"--max-delta: 'nan' is out of range"}},
      {{"--max-delta", "2px"}, {"--max-delta: '2px' is not a number"}},
      {{"--yiq", "1.5"}, {"--yiq: '1.5' is out of range: 0 to 1"}},
      {{"--oklab", "-1"}, {"--oklab: '-1' is out of range: 0 to 1"}},
      {{"--report-only", "--oklab", "0.1"}, {"--report-only: there are limits"}},
      {{"--max-pixels", "1.5"}, {"--max-pixels: '1.5' is not a whole number"}},
      {{"--max-pixels", "-1"}, {"--max-pixels: '-1' is out of range"}},
      {{"--max-pixels", "101%"}, {"--max-pixels: '101' is out of range: 0 to 100"}},
      {{"--max-pixels", "%"}, {"--max-pixels: '' is not a number"}},
      {{"--max-pixels", "few%"}, {"--max-pixels: 'few' is not a number"}},
      {{"--min-psnr", "high"}, {"--min-psnr: 'high' is not a number"}},
      {{"--min-psnr", "inf"}, {"--min-psnr: 'inf' is out of range"}},
      {{"--min-ssim", "1.01"}, {"--min-ssim: '1.01' is out of range: -1 to 1"}},
      {{"--min-ms-ssim", "-2"}, {"--min-ms-ssim: '-2' is out of range"}},
      {{"--max-flip", "1.1"}, {"--max-flip: '1.1' is out of range: 0 to 1"}},
      {{"--max-ciede2000", "-1"}, {"--max-ciede2000: '-1' is out of range"}},
      {{"--min-psnr-hvs", ""}, {"--min-psnr-hvs: '' is not a number"}},
      {{"--rules", "perfect"}, {"--rules: ", "there is no preset 'perfect'; there are exact, backend, driver"}},
      {{"--rules", "{\"max_delta\": 300}"}, {"--rules: ", "max_delta", "0 to 255"}},
      {{"--rules", "{\"max_delt\": 3}"}, {"--rules: ", "max_delt"}},
      {{"--rules", "{"}, {"--rules: "}},
      {{"--rules", "{}"}, {"--rules: ", "has no bound"}},
      {{"--rules", R"({"score": "vmaf", "min": 1})"}, {"rules: there is no score 'vmaf'"}},
      {{"--report-only", "--max-delta", "3"}, {"--report-only: there are limits"}},
      {{"--ignore", "1,2,3"}, {"--ignore: '1,2,3' is not X,Y,WIDTH,HEIGHT"}},
      {{"--ignore", "1,2,3,4,5"}, {"is not X,Y,WIDTH,HEIGHT"}},
      {{"--ignore", "1,2,3,x"}, {"--ignore: '1,2,3,x': 'x' is not a whole number"}},
      {{"--ignore", "-1,2,3,4"}, {"--ignore: '-1,2,3,4': '-1' is out of range"}},
      {{"--shift-radius", "5"}, {"--shift-radius: '5' is out of range: 0 to 4"}},
      {{"--ppd", "3"}, {"--ppd: '3' is out of range: 4 to 110"}},
      {{"--flip-tone-mapper", "agx"}, {"--flip-tone-mapper: 'agx' is none of aces, hable, reinhard"}},
      {{"--raw", "640"}, {"--raw: '640' is not WIDTHxHEIGHT"}},
      {{"--raw", "640x"}, {"--raw: the height: '' is not a whole number"}},
      {{"--raw", "640x480:410"}, {"--raw: 420, 411, 422, 444, mono, or bits: '410' is out of range: 8 to 16"}},
      {{"--raw", "640x480:420:17"}, {"'17' is out of range: 8 to 16"}},
      {{"--raw", "640x480:rgb"}, {"'rgb' is not a whole number"}},
      {{"--raw", "640x480:420:10:8"}, {"--raw: '640x480:420:10:8' is not WIDTHxHEIGHT[:CHROMA][:BITS]"}},
      {{"--frames", "0"}, {"--frames: '0' is out of range"}},
  };
  for (const auto& [options, words] : bad) {
    for (const std::string& word : words) expect_usage_error(options, {word});
  }
}

TEST_F(CompareCommandUsage, GoodValues) {
  for (const char* mapper : {"aces", "hable", "reinhard"}) {
    expect_code(kPass, {"--flip-tone-mapper", mapper, "--ppd", "30", "--metrics", "flip"});
  }
  expect_code(kPass, {"--min-psnr", "-3", "--min-ssim", "-1", "--max-pixels", "0.5%"});
  expect_code(kPass, {"--metrics", "ssim,psnr,errors"});
}

TEST_F(CompareCommandUsage, HelpNamesEveryOptionAndExitCode) {
  const std::string help = output_of({"compare", "--help"});
  for (const char* word : {"--metrics",
                           "--json",
                           "--maps",
                           "--mask",
                           "--ignore",
                           "--shift-radius",
                           "--ppd",
                           "--flip-tone-mapper",
                           "--raw",
                           "--frames",
                           "--max-delta",
                           "--yiq",
                           "--oklab",
                           "--max-pixels",
                           "--min-psnr ",
                           "--min-ssim",
                           "--min-ms-ssim",
                           "--max-flip",
                           "--max-ciede2000",
                           "--max-delta-e2000",
                           "--alpha",
                           "--channels",
                           "--nan-equal",
                           "kL 0.65, kC 1, kH 4",
                           "kL = kC = kH = 1",
                           "--min-psnr-hvs",
                           "--rules",
                           "--report-only",
                           "--device",
                           "--validate",
                           "--ignore-antialiasing",
                           "0 pass",
                           "1 differences",
                           "2 a reference",
                           "3 sizes",
                           "4 input",
                           "5 device"}) {
    EXPECT_NE(help.find(word), std::string::npos) << word;
  }
}

TEST_F(CompareCommandUsage, ADeviceThatIsNotThereIsADeviceError) {
  expect_error(kDeviceError, {"compare", "a.png", "b.png", "--device", "nosuch"}, {"'nosuch'"});
  const cli_test::ProcessOptions nothing = {
      .environment = {{"VK_ICD_FILENAMES", "/nosuch.json"}, {"VK_DRIVER_FILES", "/nosuch.json"}}};
  for (const Arguments& needs_it : {Arguments{"--metrics", "psnr"}, {"--validate"}, {"--shift-radius", "1"}}) {
    Arguments arguments = {"compare", "a.png", "b.png"};
    arguments.insert(arguments.end(), needs_it.begin(), needs_it.end());
    expect_error(run(arguments, nothing), kDeviceError, {"mesa-vulkan-drivers"});
  }
  EXPECT_EQ(run({"compare", "a.png", "b.png", "--max-delta", "3", "--ignore", "1,2,3,4"}, nothing).exit_code, kPass);
}

TEST_F(CompareCommandUsage, SaysWhatMeasured) {
  const auto device = [&](const Arguments& options) {
    Arguments arguments = {"compare", "a.png", "b.png", "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return Json::parse(run(arguments).out).value("device", "");
  };
  EXPECT_EQ(device({}), "CPU");
  EXPECT_EQ(device({"--metrics", "errors", "--rules", "exact"}), "CPU");
  const std::string first = device({"--metrics", "psnr"});
  EXPECT_NE(first, "CPU");
  EXPECT_EQ(device({"--device", "0", "--metrics", "psnr"}), device({"--device", "0"}));
}

TEST_F(CompareCommandUsage, ValidationHasNothingToSay) {
  write_png(folder_ / "mask.png", 64, 48, base);
  io_test::VideoFormat format;
  format.width = 192;
  format.height = 176;
  format.bits = 10;
  write_file(folder_ / "a.y4m", io_test::make_y4m(format, 2));
  cli_test::write_float_exr(folder_ / "a.exr", 30, 20, cli_test::scene);
  for (const Arguments& files :
       {Arguments{"a.png", "b.png", "--mask", "mask.png"}, Arguments{"a.y4m", "a.y4m"}, Arguments{"a.exr", "a.exr"}}) {
    Arguments arguments = {"compare"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    arguments.insert(arguments.end(), {"--validate", "--maps", "maps", "--shift-radius", "1"});
    const ProcessResult result = run(arguments);
    EXPECT_EQ(result.exit_code, kPass) << ::testing::PrintToString(arguments) << result.out;
    EXPECT_EQ(result.err, "validation: no messages\n");
  }
}

TEST_F(CompareCommandUsage, OutputThatCanNotBeWrittenIsAnError) {
  for (const Arguments& arguments :
       {Arguments{"compare", "a.png", "b.png"}, Arguments{"compare", "a.png", "b.png", "--json"}}) {
    expect_error(run(arguments, {.stdout_file = "/dev/full"}), kError, {"standard output"});
  }
}

}  // namespace
}  // namespace compare_test
