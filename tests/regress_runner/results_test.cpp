// SPDX-License-Identifier: MIT
// Tests of a run's files: results, reports, pictures, shards.
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

using cli_test::kInputError;

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
  EXPECT_EQ(result.goldens, std::filesystem::canonical(*this / "goldens"));
  EXPECT_EQ(result.cases[0].golden, "tone/a.png");
  EXPECT_EQ(result.cases[0].accept_as, "tone/a.png");
  EXPECT_EQ(result.cases[2].accept_as, "") << "it must fail";
  EXPECT_EQ(result.cases[0].histogram[0], 24u * 16u);
  EXPECT_GT(result.cases[1].worst_tiles.size(), 0u);
  EXPECT_EQ(result.cases[1].width, 24u);
  EXPECT_EQ(result.cases[0].difference_hash, "");
  EXPECT_EQ(result.cases[1].difference_hash.size(), 16u);
  EXPECT_GT(result.cases[1].line, result.cases[0].line);
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
  // By time: the same cases, however they are divided.
  const std::string timings = path("whole/results.json");
  run({"regress", "suite.json", "--device", "llvmpipe", "--shard", "1/2", "--timings", timings, "-o", "slow"});
  run({"regress", "suite.json", "--device", "llvmpipe", "--shard", "2/2", "--timings", timings, "-o", "quick"});
  const ProcessResult again =
      run({"regress", "--merge", path("slow/results.json"), path("quick/results.json"), "-o", "timed"});
  EXPECT_EQ(again.exit_code, kDifferences) << again.err;
  const regress::SuiteResult timed = results("timed");
  ASSERT_EQ(timed.cases.size(), whole.cases.size());
  for (std::size_t i = 0; i < whole.cases.size(); ++i) EXPECT_EQ(timed.cases[i].name, whole.cases[i].name);
  std::filesystem::remove_all(*this / "two");
  std::filesystem::remove_all(*this / "one/pictures");
  EXPECT_TRUE(std::filesystem::exists(*this / "merged/deep/pictures/b.actual.png")) << "it has its own";
}

TEST_F(RegressResults, MergingWithoutAShardMakesAReportAndFails) {
  expect(kPass, {"--shard", "1/2", "-o", "one"});
  const ProcessResult half = run({"regress", "--merge", path("one/results.json"), "-o", "merged"});
  EXPECT_EQ(half.exit_code, kError);
  EXPECT_NE(half.out.find("FAIL  shard 2 is missing: 1 of 3 cases\n2 cases, 0 failed"), std::string::npos) << half.out;
  for (const char* file : {"merged/junit.xml", "merged/report.html"}) {
    EXPECT_NE(text_of(file).find("shard 2 is missing: 1 of 3 cases"), std::string::npos) << file;
  }
  EXPECT_EQ(results("merged").missing_shards, std::vector<std::uint32_t>{2});
  expect_error(kInputError, {"regress", "--merge", path("one/results.json"), "-o", path("one")}, {"one/results.json"});
}

TEST_F(RegressResults, ServicesAreToldInTheirWords) {
  cli_test::write_file(*this / "summary.md", std::string("before\n"));
  const cli_test::ProcessOptions on_github = {.environment = {{"CI", std::nullopt},
                                                              {"GITHUB_ACTIONS", "true"},
                                                              {"GITHUB_WORKSPACE", folder_.path().string()},
                                                              {"GITHUB_STEP_SUMMARY", path("summary.md")}}};
  const Arguments arguments = {"regress", path("suite.json"), "--device",       "llvmpipe",
                               "-o",      path("out"),        "--code-quality", path("quality.json")};
  const ProcessResult run_there = run(arguments, on_github);
  EXPECT_EQ(run_there.exit_code, kDifferences) << run_there.err;
  EXPECT_NE(run_there.out.find("\n::error file=suite.json,line="), std::string::npos) << run_there.out;
  EXPECT_NE(run_there.out.find(",title=b::differences: pixels off by more than 0"), std::string::npos) << run_there.out;
  EXPECT_EQ(text_of("summary.md").find("before\n### "), 0u) << text_of("summary.md");
  EXPECT_NE(text_of("summary.md").find("\n| b | differences |"), std::string::npos) << text_of("summary.md");
  EXPECT_NE(text_of("quality.json").find("\"path\": \"suite.json\""), std::string::npos);
  EXPECT_NE(text_of("out/junit.xml").find("[[ATTACHMENT|out/pictures/b.actual.png]]"), std::string::npos);
  const std::string elsewhere = expect(kDifferences, {});
  EXPECT_EQ(elsewhere.find("::error"), std::string::npos);
}

TEST_F(RegressResults, AHistoryGrowsByALineAndIsShown) {
  expect(kDifferences, {"-o", "out", "--history", "history.jsonl"});
  EXPECT_EQ(text_of("out/report.html").find("\"trend\":\""), std::string::npos);
  expect(kDifferences, {"-o", "out", "--history", "history.jsonl"});
  EXPECT_NE(text_of("out/report.html").find("\"trend\":\"1\""), std::string::npos) << "b failed before";
  const std::string text = text_of("history.jsonl");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
  cli_test::write_file(*this / "history.jsonl", text + "{}\n");
  std::filesystem::remove_all(*this / "out");
  expect_error(regress({"-o", "out", "--history", "history.jsonl"}), kInputError, {"history.jsonl:3: has no schema"});
  EXPECT_FALSE(std::filesystem::exists(*this / "out/results.json")) << "nothing was run";
  expect_error(regress({"--history", "suite.json"}), kInputError, {"suite.json"});
}

TEST_F(RegressResults, AGoldenMayBeEncodedInAnyWayThatLosesNothing) {
  const std::filesystem::path golden = folder_ / "goldens/tone/a.png";
  image_io::CodeImage image = image_io::read_code_image(golden);
  const auto write = [&] {
    const auto png = image_io::create_png(golden, image.width, image.height, {.keep_alpha = true});
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
