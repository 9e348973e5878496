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
  expect(kDifferences, {"-o", "out"}, {"flash_verdict <= 2"});
  const regress::SuiteResult result = results();
  ASSERT_EQ(result.cases.size(), 2U);
  EXPECT_EQ(result.cases[0].checks.back().value, 3.0);
  EXPECT_FALSE(result.cases[0].checks.back().holds);
  EXPECT_EQ(result.cases[0].accept_as, "");
}

}  // namespace
}  // namespace regress_runner_test
