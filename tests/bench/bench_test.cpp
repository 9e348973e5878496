// SPDX-License-Identifier: MIT
// Tests of photopic-bench as a user runs it: output and refusals.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bench/methods/small_float.h"
#include "cli/program/process.h"
#include "reference/texel_formats.h"

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using Json = nlohmann::ordered_json;

constexpr int kInputError = 4;
constexpr int kDeviceError = 5;

class Bench : public ::testing::Test {
 protected:
  Bench() {
    std::string name = (fs::temp_directory_path() / "photopic-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("mkdtemp");
    folder_ = name;
  }
  ~Bench() override { fs::remove_all(folder_); }

  cli_test::ProcessResult run(Arguments arguments) const {
    arguments.insert(arguments.begin(), PHOTOPIC_BENCH);
    return cli_test::run_process(arguments, {.folder = folder_.string()});
  }

  /// The JSON of a short run with `arguments` at 64x48, after a look at what holds for every one.
  Json results_of(Arguments arguments, const std::string& repetitions = "1") {
    arguments.insert(arguments.end(),
                     {"--quick", "--repetitions", repetitions, "--size", "64x48", "--json", "bench.json"});
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    out_ = result.out;
    err_ = result.err;
    std::ifstream stream(folder_ / "bench.json");
    const Json json = Json::parse(stream);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "a temporary file is left";
    check(json);
    all_ = json;
    return json["results"];
  }

  void expect_error(int exit_code, const Arguments& arguments, std::initializer_list<std::string> words) const {
    const auto result = run(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << ::testing::PrintToString(arguments) << result.err;
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("photopic-bench: ")) << result.err;
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
    for (const std::string& word : words) EXPECT_NE(result.err.find(word), std::string::npos) << result.err;
    EXPECT_TRUE(fs::is_empty(folder_));
  }

  /// `arguments` leave as many formats and cache states.
  void expect_configurations(const Arguments& arguments, std::size_t count) {
    const Json results = results_of(arguments);
    std::set<std::string> seen;
    for (const Json& result : results) seen.insert(configuration(result));
    EXPECT_EQ(seen.size(), count) << err_;
    EXPECT_EQ(results.size(), 2 * count) << err_;
  }

  fs::path folder_;
  Json all_;  ///< of the last run
  std::string out_;
  std::string err_;

 private:
  static std::vector<std::string> keys_of(const Json& json) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : json.items()) keys.push_back(key);
    return keys;
  }

  void check(const Json& json) const {
    EXPECT_EQ(keys_of(json),
              (std::vector<std::string>{"device", "driver", "results", "pipelines", "differences", "dispatches"}));
    EXPECT_FALSE(json["device"].get<std::string>().empty());
    EXPECT_GT(json["driver"].get<std::string>().size(), 1u);
    std::map<std::string, double> read_us;  // by format and cache state
    for (const Json& result : json["results"]) {
      if (result["name"] == "read_everything") read_us[configuration(result)] = result["median_us"];
    }
    for (const Json& result : json["results"]) {
      EXPECT_EQ(keys_of(result), (std::vector<std::string>{"name", "format", "width", "height", "cache", "median_us",
                                                           "p10_us", "ratio_to_read"}));
      EXPECT_EQ(result["width"], 64);
      EXPECT_EQ(result["height"], 48);
      EXPECT_GT(result["p10_us"], 0.0) << result;
      EXPECT_GE(result["median_us"], result["p10_us"]) << result;
      EXPECT_DOUBLE_EQ(result["ratio_to_read"], result["median_us"].get<double>() / read_us.at(configuration(result)));
      const std::string row = result["name"].get<std::string>() + "/" + result["format"].get<std::string>() +
                              "/64x48/" + result["cache"].get<std::string>() + " ";
      EXPECT_NE(out_.find(row), std::string::npos) << row << "isn't in the table";
    }
  }

  static std::string configuration(const Json& result) {
    return result["format"].get<std::string>() + "/" + result["cache"].get<std::string>();
  }
};

std::string read(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> names_of(const Json& results) {
  std::vector<std::string> names;
  for (const Json& result : results) names.push_back(result["name"]);
  return names;
}

TEST(SmallFloat, RoundsToNearestAsTheReferenceDoes) {
  for (const float exponent : {-14.0f, -6.0f, -1.0f, 0.0f, 6.0f, 14.0f}) {
    for (int i = 0; i <= 1 << 13; ++i) {  // ties and both sides of them, of the finest format too
      const float value = std::exp2(exponent) * (1.0f + std::ldexp(float(i), -13));
      ASSERT_EQ(bench::pack_small_float(value, 10), reference::double_to_half(double(value))) << value;
      ASSERT_EQ(bench::pack_small_float(value, 6), reference::double_to_ufloat11(double(value))) << value;
      ASSERT_EQ(bench::pack_small_float(value, 5), reference::double_to_ufloat10(double(value))) << value;
    }
  }
}

TEST_F(Bench, EveryMethodByDefault) {
  const Json results = results_of({"--cache", "hot"}, "3");  // emptying caches takes a CPU device long
  // Beyond these, what the device can do: the others are named on stderr.
  const std::vector<std::string> all = {"empty",
                                        "read_everything",
                                        "empty_x2",
                                        "copy_8_to_4",
                                        "single_pass",
                                        "single_pass_awb",
                                        "single_pass_receptors",
                                        "single_pass_portable",
                                        "histogram",
                                        "histogram_studied",
                                        "fused",
                                        "fused_awb",
                                        "tonemap",
                                        "tonemap_half",
                                        "night",
                                        "acuity",
                                        "acuity_day",
                                        "display_exact",
                                        "display_lut",
                                        "display_lut_17",
                                        "display_lut_65",
                                        "display_lut_fused",
                                        "display_cube_33",
                                        "display_cube_65",
                                        "display_aces2",
                                        "display_gt7",
                                        "bake_33",
                                        "bake_65",
                                        "final_none",
                                        "final_all",
                                        "final_off",
                                        "final_no_acuity",
                                        "aberration",
                                        "sharpen",
                                        "sharpen_grain",
                                        "grain",
                                        "glare",
                                        "glare_float",
                                        "glare_packed",
                                        "local_build",
                                        "local_build_full",
                                        "local_build_sixteenth",
                                        "local_build_uniform",
                                        "local_build_noise",
                                        "local_apply",
                                        "frame",
                                        "frame_local",
                                        "frame_glare",
                                        "frame_acuity",
                                        "frame_acuity_day",
                                        "frame_all",
                                        "pyramid_s8",
                                        "pyramid_s16",
                                        "pyramid_article",
                                        "overlay",
                                        "blit_chain",
                                        "read_pair",
                                        "metrics_errors",
                                        "metrics_ssim",
                                        "metrics_ms_ssim",
                                        "metrics_ciede2000",
                                        "metrics_psnr_hvs",
                                        "metrics_8bit",
                                        "metrics_flip",
                                        "metrics_delta_e2000",
                                        "metrics_error_tiles",
                                        "metrics_ssim_tiles",
                                        "metrics_flip_tiles",
                                        "metrics_cluster",
                                        "read_picture",
                                        "flashes",
                                        "flashes_strobe",
                                        "content_light",
                                        "content_light_flat"};
  std::vector<std::string> expected;
  for (const std::string& name : all) {
    if (err_.find("left out: " + name + "/64x48: ") == std::string::npos) expected.push_back(name);
  }
  EXPECT_EQ(names_of(results), expected);
  for (const Json& result : results) {
    EXPECT_EQ(result["format"], "rgba16f");
    EXPECT_EQ(result["cache"], "hot");
  }
  for (const char* word : {"Device: ", "Driver: ", "Timestamp period: ", "Benchmark", "vs read", "CPU time",
                           "record_meter", "record_fused", "record ", "Code of pipelines"}) {
    EXPECT_NE(out_.find(word), std::string::npos) << word;
  }
}

TEST_F(Bench, HotAndCleanByDefault) {
  const Json results = results_of({"--method", "empty"});
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ(results[0]["cache"], "hot");
  EXPECT_EQ(results[2]["cache"], "clean");
}

TEST_F(Bench, WhatTheOthersAreComparedWithAlwaysRuns) {
  const Json results =
      results_of({"--method", "tonemap", "--method", "empty_x2", "--method", "tonemap", "--cache", "hot"});
  EXPECT_EQ(names_of(results), (std::vector<std::string>{"empty", "read_everything", "empty_x2", "tonemap"}));
}

TEST_F(Bench, SplitTimesEachDispatch) {
  const Json results = results_of({"--split", "acuity_day", "--split", "empty", "--cache", "hot"});
  EXPECT_EQ(names_of(results), (std::vector<std::string>{"empty", "read_everything", "acuity_day"}));
  EXPECT_NE(err_.find("left out: --split empty/rgba16f/64x48/hot: "), std::string::npos) << err_;
  std::vector<std::string> passes;
  for (const Json& dispatch : all_["dispatches"]) {
    EXPECT_EQ(dispatch["name"], "acuity_day/rgba16f/64x48/hot");
    EXPECT_GT(dispatch["median_us"], 0.0);
    passes.push_back(dispatch["pass"]);
  }
  ASSERT_GE(passes.size(), 2u);
  EXPECT_EQ(passes.back(), "tone_map_rgba8");
  EXPECT_TRUE(all_["differences"].empty());
  EXPECT_NE(out_.find("Dispatches of acuity_day/rgba16f/64x48/hot"), std::string::npos) << out_;
}

/// Code of the pass "mesopic" that makes no table, and the same code with another generator's number.
TEST_F(Bench, AgainstOtherCode) {
  const fs::path spirv = fs::path(PHOTOPIC_SPIRV);
  const fs::path other = folder_.string() + "-other";
  fs::create_directory(other);
  const auto difference_of_night = [&] {
    const Json results =
        results_of({"--method", "night", "--method", "tonemap", "--cache", "hot", "--against", other.string()});
    EXPECT_EQ(names_of(results),
              (std::vector<std::string>{"empty", "read_everything", "tonemap", "night", "night_against"}));
    EXPECT_EQ(all_["differences"].size(), 1u);
    const Json difference = all_["differences"][0];
    EXPECT_EQ(difference["name"], "night/rgba16f/64x48/hot");
    EXPECT_EQ(difference["own_us"], results[3]["median_us"]);
    EXPECT_EQ(difference["other_us"], results[4]["median_us"]);
    return difference;
  };
  fs::copy_file(spirv / "bench_empty.spv", other / "mesopic.spv");
  const Json difference = difference_of_night();
  EXPECT_GT(difference["most_codes"], 1);
  EXPECT_GT(difference["share"], 0.0);
  EXPECT_GT(difference["share_above_1"], 0.0);
  EXPECT_NE(difference["mean_codes"], 0.0);

  std::string same = read(spirv / "mesopic.spv");
  constexpr std::size_t kGeneratorByte = 8;
  same[kGeneratorByte] = char(same[kGeneratorByte] + 1);
  std::ofstream(other / "mesopic.spv", std::ios::binary) << same;
  const Json none = difference_of_night();
  EXPECT_EQ(none["most_codes"], 0);
  EXPECT_EQ(none["share"], 0.0);
  EXPECT_EQ(none["mean_codes"], 0.0);
  EXPECT_NE(out_.find("the same picture"), std::string::npos) << out_;
  fs::remove_all(other);
}

TEST_F(Bench, AllIsEveryFormatAndEveryCacheState) {
  expect_configurations({"--method", "empty", "--all", "--cache", "hot"}, 3);
  expect_configurations({"--method", "empty", "--all", "--format", "b10g11r11f"}, 4);
}

TEST_F(Bench, EveryFormatAndCacheState) { expect_configurations({"--method", "empty", "--all"}, 12); }

TEST_F(Bench, FormatAndCacheStateWinOverAll) {
  const Json results = results_of({"--method", "empty", "--all", "--cache", "produced", "--format", "rgba32f"});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1]["format"], "rgba32f");
  EXPECT_EQ(results[1]["cache"], "produced");
}

TEST_F(Bench, ValidationHasNothingToSay) {
  const auto result = run(
      {"--quick", "--repetitions", "1", "--size", "67x33", "--cache", "hot", "--cache", "produced", "--validation"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.err.find("validation: no messages"), std::string::npos) << result.err;
}

TEST_F(Bench, WrongValues) {
  for (const char* size : {"64", "x48", "64x", "0x48", "64x48x2", "-64x48", "64x40000", "64 x48", ""}) {
    expect_error(kInputError, {"--size", size}, {"--size"});
  }
  expect_error(kInputError, {"--size", "64x0"}, {"height", "'0'", "1 to 32768"});
  expect_error(kInputError, {"--method", "fastest"}, {"--method", "'fastest'", "single_pass", "blit_chain"});
  expect_error(kInputError, {"--format", "rgba8"}, {"--format", "'rgba8'", "b10g11r11f"});
  expect_error(kInputError, {"--split", "fastest"}, {"--split", "'fastest'", "single_pass"});
  expect_error(kInputError, {"--against", ""}, {"--against", "empty"});
  expect_error(kInputError, {"--against", "missing"}, {"--against", "'missing'", "no folder"});
  expect_error(kInputError, {"--against", "."}, {"--against", "'.'", "NAME.spv"});
  expect_error(kInputError, {"--cache", "cold"}, {"--cache", "'cold'", "produced"});
  for (const char* number : {"0", "-1", "1.5", "many", "1000001"}) {
    expect_error(kInputError, {"--repetitions", number}, {"--repetitions", number});
  }
  expect_error(kInputError, {"--repetitions"}, {"--repetitions", "missing"});
  expect_error(kInputError, {"--fast"}, {"'--fast'", "--help"});
  expect_error(kInputError, {"--size", "64x48", "64x48"}, {"unexpected", "'64x48'"});
  expect_error(kInputError, {"--json", "a.json", "--json", "b.json"}, {"--json", "more than once"});
  expect_error(kDeviceError, {"--device", "no such device"}, {"no such device"});
}

TEST_F(Bench, UnwritableJson) {
  expect_error(kInputError, {"--json", "missing/bench.json"}, {"missing/bench.json", "No such file"});
  expect_error(kInputError, {"--json", "."}, {"'.'", "directory"});
  expect_error(kInputError, {"--json", ""}, {"--json"});
}

TEST_F(Bench, FullDisk) {
  const auto result = run({"--quick", "--size", "8x8", "--method", "empty", "--cache", "hot", "--json", "/dev/full"});
  EXPECT_EQ(result.exit_code, kInputError);
  EXPECT_NE(result.err.find("/dev/full': No space left"), std::string::npos) << result.err;
}

TEST_F(Bench, SizeBeyondTheDevice) {
  const auto result = run({"--quick", "--size", "32768x1", "--method", "empty"});
  if (result.exit_code == 0) GTEST_SKIP() << "this device takes it";
  EXPECT_EQ(result.exit_code, kDeviceError);
  EXPECT_NE(result.err.find("left out: */*/32768x1: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("nothing could be measured"), std::string::npos) << result.err;
}

}  // namespace
