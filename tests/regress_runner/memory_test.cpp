// SPDX-License-Identifier: MIT
// Tests of memory over thousands of cases: it must grow only by the results that are kept of each.
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

class RegressMemory : public RigTest {
 protected:
  std::uint64_t peak_bytes(int cases) {
    Json all = Json::array();
    for (int i = 0; i < cases; ++i) all.push_back(test_case("case-" + std::to_string(i), {{"golden", "a"}}));
    all.push_back(test_case("a"));
    write_suite(all);
    const ProcessResult result = regress({"-o", "out"});
    EXPECT_EQ(result.exit_code, kPass) << result.err;
    return result.peak_rss_bytes;
  }
};

TEST_F(RegressMemory, DoesNotGrowWithTheNumberOfCases) {
  cli_test::write_half_exr(folder_ / "a.exr", 16, 16, cli_test::scene);
  write_suite({test_case("a")});
  accept_all();
  const std::uint64_t few = peak_bytes(200), many = peak_bytes(2000);
  constexpr std::uint64_t kPerCase = 16 << 10;  // names, scores, a histogram, and all of it as JSON
  EXPECT_LT(many, few + 1800 * kPerCase) << "from " << few;
  RecordProperty("bytes_per_case", std::to_string((std::int64_t(many) - std::int64_t(few)) / 1800));
  std::printf("%.1f MiB with 200 cases, %.1f MiB with 2000\n", double(few) / (1 << 20), double(many) / (1 << 20));
}

}  // namespace
}  // namespace regress_runner_test
