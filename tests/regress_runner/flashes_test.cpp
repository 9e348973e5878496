// SPDX-License-Identifier: MIT
// Tests of suites that ask how much a case's frames flash.
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

class RegressFlashes : public RigTest {
 protected:
  /// a.exr at 20 frames a second, by turns as it is and four stops darker.
  static Json strobe(const std::string& name, std::uint32_t max_verdict) {
    Json script = Json::array();
    for (int frame = 0; frame < 10; ++frame) {
      script.push_back(
          {{"time_s", frame / 20.0}, {"settings", {{"exposure", {{"compensation_ev", frame % 2 == 0 ? 0.0 : -4.0}}}}}});
    }
    return test_case(name,
                     {{"frames", 10}, {"fps", 20}, {"script", script}, {"flashes", {{"max_verdict", max_verdict}}}});
  }
};

TEST_F(RegressFlashes, OfAllFramesAreHeldAgainstTheLimit) {
  const Json still = test_case("still", {{"frames", 10}, {"fps", 20}, {"flashes", {{"max_verdict", 0}}}});
  write_suite(Json::array({strobe("strobe", 3), still}));
  accept_all();
  expect(kPass, {"-o", "out"});
  // The same picture, but a stricter limit: no new golden mends it.
  write_suite(Json::array({strobe("strobe", 2), still}));
  expect(kDifferences, {"-o", "out"},
         {"FAIL  strobe: flashes: verdict fail, worse than extended", "flash_verdict <= 2: is 3"});
  const regress::SuiteResult result = results();
  ASSERT_EQ(result.cases.size(), 2U);
  EXPECT_EQ(result.cases[0].checks.back().value, 3.0);
  EXPECT_FALSE(result.cases[0].checks.back().holds);
  EXPECT_EQ(result.cases[0].accept_as, "");
  EXPECT_EQ(result.cases[0].checks.back().margin, -1.0) << "verdicts";
  expect_error(kError, {"accept", "out/results.json", "--case", "strobe"},
               {"strobe: can't be accepted: its flashes are beyond the case's limit"});
}

TEST_F(RegressFlashes, BeyondTheLimitNoPictureBecomesAGolden) {
  write_suite(Json::array({strobe("strobe", 1)}));
  for (const char* mode : {"none", "missing", "changed", "all"}) {
    expect(kNoGolden, {"--update", mode, "-o", "out"},
           {"FAIL  strobe: no-golden: there is no golden", "; flashes: verdict fail, worse than warning",
            "flash_verdict <= 1: is 3"});
    EXPECT_FALSE(std::filesystem::exists(*this / "goldens/strobe.png")) << mode;
  }
  expect_error(kError, {"accept", "out/results.json", "--case", "strobe"}, {"its flashes are beyond the case's limit"});
  // Nor where the golden has another size.
  write_suite(Json::array({test_case("strobe")}));
  accept_all();
  const Files before = files_in("goldens");
  Json large = strobe("strobe", 1);
  large["source"] = "large.exr";
  write_suite(Json::array({large}));
  expect(kMismatch, {"--update", "all"}, {"FAIL  strobe: mismatch", "flash_verdict <= 1: is 3"});
  EXPECT_EQ(files_in("goldens"), before);
}

}  // namespace
}  // namespace regress_runner_test
