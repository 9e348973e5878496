// SPDX-License-Identifier: MIT
// Tests of photopic compare against what the tools that define the metrics print.
#include <fstream>
#include <map>

#include "compare/command/command_fixture.h"
#include "unit/sampling.h"

namespace compare_test {
namespace {

class CompareCommandOracles : public CompareCommand {
 protected:
  void SetUp() override {
    oracles_ = Json::parse(std::ifstream(file()));
    ASSERT_FALSE(oracles_.empty());
  }
  /// The project's own pairs; in --full those beside the project where they are, which are more and have these.
  static std::filesystem::path folder() {
    const std::filesystem::path more = std::filesystem::path(PHOTOPIC_TEST_SHARED_DIR) / "oracles";
    return sampling::full_wanted() && std::filesystem::exists(more)
               ? more
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

  /// Of a score by its name.
  static double tolerance(const std::string& key) {
    if (key.starts_with("rgb_") || key.starts_with("pixels_")) return 0.0;
    // FLIP's tool sums its mean in float, and bins of the quantiles are 1/4096 wide.
    if (key.starts_with("flip_")) return key == "flip_mean" ? 1e-4 : 2e-3;
    if (key.starts_with("psnr_hvs")) return 5e-3;                                  // libvmaf sums it in float
    if (key == "ciede2000" || key.find("ssim") != std::string::npos) return 5e-5;  // float arithmetic
    return 0.5e-6 + 1e-9;                                                          // six printed decimals
  }

  Json oracles_;
};

TEST_F(CompareCommandOracles, EveryScore) {
  std::map<std::string, Json> measured = measure();
  for (const auto& [name, expected] : oracles_.items()) {
    SCOPED_TRACE(name);
    const Json& row = measured[name];
    EXPECT_EQ(row["width"], expected["width"]);
    EXPECT_EQ(row["height"], expected["height"]);
    for (const auto& [key, value] : expected.items()) {
      if (key != "width" && key != "height") expect_near(row, key, value, tolerance(key));
    }
  }
}

}  // namespace
}  // namespace compare_test
