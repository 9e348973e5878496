// SPDX-License-Identifier: MIT
// Tests of cases that are shared among devices: the results are those of one.
#include <algorithm>
#include <fstream>
#include <memory>

#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

class RegressSpread : public RigTest {
 protected:
  RegressSpread() {
    Json cases = Json::array();
    for (int i = 0; i < 9; ++i) {
      const Json settings = {{"exposure", {{"compensation_ev", 0.25 * i}}}};
      cases.push_back(test_case("case/" + std::to_string(i), {{"settings", settings}}));
    }
    write_suite(cases);
    accept_all();
    cases[4]["source"] = "b.exr";
    cases[6]["source"] = "nosuch.exr";
    write_suite(cases);
  }

  /// Without --device, which the rig gives.
  ProcessResult run_spread(const std::string& devices, const std::string& folder, const Arguments& more = {}) {
    Arguments arguments = {"regress", "suite.json", "--spread", devices, "-o", folder};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments, {.environment = {{"CI", ""}}});
  }
};

TEST_F(RegressSpread, ResultsAreThoseOfOneDevice) {
  expect(kError, {"-o", "one", "--artifacts", "always"});
  for (const char* devices : {"llvmpipe,llvmpipe,llvmpipe", "all"}) {
    SCOPED_TRACE(devices);
    const ProcessResult spread = run_spread(devices, "many", {"--artifacts", "always"});
    EXPECT_EQ(spread.exit_code, kError);
    const regress::SuiteResult expected = results("one");
    const regress::SuiteResult result = results("many");
    EXPECT_EQ(result.devices, expected.devices);
    ASSERT_EQ(result.cases.size(), expected.cases.size());
    for (std::size_t i = 0; i < result.cases.size(); ++i) {
      EXPECT_EQ(result.cases[i].name, expected.cases[i].name) << "in the suite's order";
      EXPECT_EQ(result.cases[i].outcome, expected.cases[i].outcome);
      EXPECT_EQ(result.cases[i].message, expected.cases[i].message);
      EXPECT_EQ(result.cases[i].scores, expected.cases[i].scores);
      EXPECT_EQ(result.cases[i].picture_hash, expected.cases[i].picture_hash);
      EXPECT_EQ(result.cases[i].inputs_hash, expected.cases[i].inputs_hash) << "how it is spread is no input";
    }
    // Told in order, too: what is wrong before it is run first.
    std::size_t at = 0;
    for (const int i : {6, 0, 1, 2, 3, 4, 5, 7, 8}) {
      const std::size_t found = spread.out.find("case/" + std::to_string(i), at);
      ASSERT_NE(found, std::string::npos) << i << "\n" << spread.out;
      at = found;
    }
  }
}

TEST_F(RegressSpread, GoldensAreAcceptedFromAll) {
  std::filesystem::rename(*this / "goldens", *this / "before");
  EXPECT_EQ(run_spread("llvmpipe,llvmpipe", "out", {"--update", "missing"}).exit_code, kError);
  for (const int i : {0, 1, 2, 3, 5, 7, 8}) {
    const std::string name = "case/" + std::to_string(i) + ".png";
    EXPECT_EQ(cli_test::read_file(*this / ("goldens/" + name)), cli_test::read_file(*this / ("before/" + name)));
  }
}

TEST_F(RegressSpread, RefusesWhatDoesntGoWithIt) {
  const auto expect_refused = [&](const std::string& devices, const Arguments& more,
                                  std::initializer_list<std::string> words, int exit_code = kError) {
    expect_error(run_spread(devices, "out", more), exit_code, words);
  };
  expect_refused("llvmpipe,", {}, {"--spread", "empty name"});
  expect_refused("", {}, {"--spread", "empty name"});
  expect_refused("llvmpipe,nosuch", {}, {"nosuch"}, kDeviceError);
  expect_refused("all", {"--device", "0"}, {"--spread doesn't go with --device"});
  expect_refused("all", {"--calibrate", "2"}, {"--spread doesn't go with --calibrate"});
  expect_refused("all", {"--methods", "pyramid,single-pass"}, {"--spread doesn't go with", "--methods"});
}

}  // namespace
}  // namespace regress_runner_test
