// SPDX-License-Identifier: MIT
// Tests of photopic compare against what the tools that define the metrics print.
#include <fstream>
#include <map>

#include "compare/command_fixture.h"

namespace compare_test {
namespace {

class CompareCommandOracles : public CompareCommand {
 protected:
  void SetUp() override {
    oracles_ = Json::parse(std::ifstream(file()));
    ASSERT_FALSE(oracles_.empty());
  }
  /// The pairs beside the project where they are, since they are more; else its own, which are among them.
  static std::filesystem::path folder() {
    const std::filesystem::path more = std::filesystem::path(PHOTOPIC_TEST_SHARED_DIR) / "oracles";
    return std::filesystem::exists(more) ? more
                                         : std::filesystem::path(PHOTOPIC_TEST_PROJECT_DIR) / "tests/data/oracles";
  }
  static std::filesystem::path file() { return folder() / "oracles.json"; }

  /// All pairs in one run, as folders; by the pair's name.
  std::map<std::string, Json> measure() {
    for (const auto& [name, expected] : oracles_.items()) {
      for (const char* side : {"ref", "test"}) {
        std::filesystem::create_directories(folder_ / side);
        std::filesystem::copy_file(folder() / name / (std::string(side) + ".png"), folder_ / side / (name + ".png"));
      }
    }
    std::map<std::string, Json> measured;
    for (const Json& row : rows_of(kPass, {(folder_ / "ref").string(), (folder_ / "test").string(), "--report-only"})) {
      measured[std::filesystem::path(row.at("name").get<std::string>()).stem().string()] = row;
    }
    EXPECT_EQ(measured.size(), oracles_.size());
    return measured;
  }

  /// null stands for infinity there.
  static void expect_near(const Json& row, const std::string& key, const Json& expected, double tolerance) {
    ASSERT_TRUE(row.contains(key)) << key;
    if (expected.is_null()) {
      EXPECT_EQ(row[key], "inf") << key;
    } else {
      ASSERT_TRUE(row[key].is_number()) << key << ": " << row[key];
      EXPECT_NEAR(row[key].get<double>(), expected.get<double>(), tolerance) << key;
    }
  }

  /// Keys that begin with one of `starts`, of every pair.
  void expect_scores(std::initializer_list<const char*> starts,
                     const std::function<double(const std::string&)>& tolerance) {
    std::map<std::string, Json> measured = measure();
    for (const auto& [name, expected] : oracles_.items()) {
      SCOPED_TRACE(name);
      const Json& row = measured[name];
      for (const auto& [key, value] : expected.items()) {
        for (const char* start : starts) {
          if (key.starts_with(start)) expect_near(row, key, value, tolerance(key));
        }
      }
    }
  }

  Json oracles_;
};

TEST_F(CompareCommandOracles, AllKeysAreThere) {
  std::map<std::string, Json> measured = measure();
  for (const auto& [name, expected] : oracles_.items()) {
    SCOPED_TRACE(name);
    const Json& row = measured[name];
    for (const auto& [key, value] : expected.items()) EXPECT_TRUE(row.contains(key)) << key;
    EXPECT_EQ(row["width"], expected["width"]);
    EXPECT_EQ(row["height"], expected["height"]);
  }
}

TEST_F(CompareCommandOracles, ErrorsPsnrAndSsim) {
  expect_scores({"rgb_", "pixels_", "psnr_y", "psnr_cb", "psnr_cr", "mse_", "float_"}, [](const std::string& key) {
    if (key.starts_with("rgb_") || key.starts_with("pixels_")) return 0.0;
    return key.find("ssim") != std::string::npos ? 5e-5 : 0.5e-6 + 1e-9;  // float arithmetic; six printed decimals
  });
}

// FLIP's tool sums its mean in float, and bins of the quantiles are 1/4096 wide. libvmaf sums PSNR-HVS in float.
TEST_F(CompareCommandOracles, CiedePsnrHvsAndFlip) {
  expect_scores({"ciede2000", "psnr_hvs", "flip_"}, [](const std::string& key) {
    if (key == "flip_mean") return 1e-4;
    return key.starts_with("flip_") ? 2e-3 : key == "ciede2000" ? 5e-5 : 5e-3;
  });
}

}  // namespace
}  // namespace compare_test
