// SPDX-License-Identifier: MIT
// Tests of a run's files: results, reports, pictures, shards.
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

class RegressResults : public RigTest {
 protected:
  RegressResults() {
    write_suite({test_case("tone/a"), test_case("b"), test_case("c")});
    accept_all();
    write_suite({test_case("tone/a"), test_case("b", {{"source", "b.exr"}}),
                 test_case("c", {{"source", "b.exr"}, {"must_fail", true}})});
  }
  std::string text_of(const std::string& file) const {
    const cli_test::Bytes bytes = cli_test::read_file(folder_ / file);
    return {bytes.begin(), bytes.end()};
  }
};

TEST_F(RegressResults, AreWrittenInThreeForms) {
  expect(kDifferences, {"-o", "out/deep"});
  const regress::SuiteResult result = results("out/deep");
  EXPECT_EQ(result.suite, "suite.json");
  ASSERT_EQ(result.cases.size(), 3u);
  EXPECT_EQ(result.devices.at(0).device_class, "llvmpipe");
  EXPECT_EQ(result.update_command, "photopic regress suite.json --device llvmpipe --update changed --filter %NAME%");
  EXPECT_EQ(result.cases[0].golden, "tone/a.png");
  EXPECT_EQ(result.cases[0].histogram[0], 24u * 16u);
  EXPECT_GT(result.cases[1].worst_tiles.size(), 0u);
  EXPECT_EQ(result.cases[1].width, 24u);
  for (const char* file : {"out/deep/junit.xml", "out/deep/report.html"}) {
    for (const char* name : {"tone/a", "\"b\"", "\"c\""}) {
      EXPECT_NE(text_of(file).find(name), std::string::npos) << name << " isn't in " << file;
    }
  }
}

TEST_F(RegressResults, PicturesAreOfThoseThatFailOfAllOrOfNone) {
  expect(kDifferences, {"-o", "fail"});
  EXPECT_FALSE(std::filesystem::exists(*this / "fail/pictures/tone"));
  EXPECT_FALSE(std::filesystem::exists(*this / "fail/pictures/c.actual.png"));
  for (const char* name : {"b.actual.png", "b.expected.png", "b.abs.png"}) {
    EXPECT_TRUE(std::filesystem::exists(*this / ("fail/pictures/" + std::string(name)))) << name;
  }
  EXPECT_EQ(results("fail").cases[1].actual, "pictures/b.actual.png");
  EXPECT_EQ(cli_test::read_codes(*this / "fail/pictures/b.expected.png").front().r, golden_texel("b.png").r);
  expect(kDifferences, {"-o", "all", "--artifacts", "always"});
  EXPECT_TRUE(std::filesystem::exists(*this / "all/pictures/tone/a.actual.png"));
  EXPECT_TRUE(std::filesystem::exists(*this / "all/pictures/c.actual.png"));
  expect(kDifferences, {"-o", "none", "--artifacts", "never"});
  EXPECT_FALSE(std::filesystem::exists(*this / "none/pictures"));
  expect(kDifferences, {});
}

TEST_F(RegressResults, ShardsMergeToTheWhole) {
  expect(kDifferences, {"-o", "whole"});
  expect(kPass, {"--shard", "1/2", "-o", "one"});
  expect(kDifferences, {"--shard", "2/2", "-o", "two"});
  const std::vector<std::string> files = {path("two/results.json"), path("one/results.json")};
  const ProcessResult merge = run({"regress", "--merge", files[0], files[1], "-o", "merged/deep"});
  EXPECT_EQ(merge.exit_code, kDifferences) << merge.err;
  EXPECT_NE(merge.out.find("FAIL  b: differences"), std::string::npos) << merge.out;
  const regress::SuiteResult whole = results("whole"), merged = results("merged/deep");
  ASSERT_EQ(merged.cases.size(), whole.cases.size());
  EXPECT_EQ(merged.devices, whole.devices);
  for (std::size_t i = 0; i < whole.cases.size(); ++i) {
    EXPECT_EQ(merged.cases[i].name, whole.cases[i].name);
    EXPECT_EQ(merged.cases[i].outcome, whole.cases[i].outcome);
    EXPECT_EQ(merged.cases[i].scores, whole.cases[i].scores);
    if (whole.cases[i].actual.empty()) continue;
    EXPECT_TRUE(std::filesystem::exists(*this / "merged/deep" / merged.cases[i].actual)) << merged.cases[i].actual;
  }
  EXPECT_TRUE(std::filesystem::exists(*this / "merged/deep/junit.xml"));
  EXPECT_EQ(text_of("merged/deep/report.html").find("no such file"), std::string::npos);
  const ProcessResult half = run({"regress", "--merge", files[0], "-o", "merged"});
  EXPECT_EQ(half.exit_code, kError);
  EXPECT_NE(half.err.find("shard 1 of 2 is missing"), std::string::npos) << half.err;
}

TEST_F(RegressResults, AGoldenMayBeEncodedInAnyWayThatLosesNothing) {
  const std::filesystem::path golden = folder_ / "goldens/tone/a.png";
  image_io::CodeImage image = image_io::read_code_image(golden);
  const auto write = [&] {
    const auto png = image_io::create_png(golden, image.width, image.height, /*keep_alpha=*/true);
    png->write_rows(image.height, image.texels.data());
    png->finish();
  };
  write();
  expect(kPass, {"--filter", "tone/*", "-o", "out"});
  EXPECT_EQ(results().cases.at(0).message,
            "the reference has RGB and alpha, 8 bits, the test RGB, 8 bits: compared as RGB, 8 bits, which loses "
            "nothing");
  image.texels[3] = std::byte{254};
  write();
  expect(kMismatch, {"--filter", "tone/*", "-o", "out"}, {"alpha isn't opaque everywhere"});
}

TEST_F(RegressResults, AShardWithoutCasesFails) {
  expect(kError, {"--shard", "4/4", "-o", "out"}, {"FAIL  no case was run"});
}

}  // namespace
}  // namespace regress_runner_test
