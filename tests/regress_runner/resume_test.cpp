// SPDX-License-Identifier: MIT
// Tests of runs that go on from earlier ones: what is unchanged keeps its result, all else is run.
#include <algorithm>
#include <fstream>

#include "regress/results/earlier_results.h"
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

class RegressResume : public RigTest {
 protected:
  RegressResume() {
    std::filesystem::copy(*this / "a.exr", *this / "own.exr");
    write_suite({test_case("a"), test_case("b"), test_case("own")});
    accept_all();
    std::filesystem::copy(*this / "goldens/a.png", *this / "stored.png");
    std::filesystem::copy(*this / "stored.png", *this / "goldens/kept.png");
    write_suite(cases());
    expect(kDifferences, {"-o", "out"}, {"4 cases, 1 failed, 0 unused"});
  }

  /// "b" fails.
  static Json cases(const Json& b = {{"source", "b.exr"}}) {
    Json kept = {{"name", "kept"}, {"test", "stored.png"}};
    Json all = {test_case("a"), test_case("b"), test_case("own", {{"source", "own.exr"}})};
    all[1].update(b);
    all.push_back(kept);
    return all;
  }

  /// Names of the cases that were run, in the suite's order.
  std::vector<std::string> rerun(int exit_code = kDifferences, const Arguments& more = {}) {
    Arguments arguments = {"-o", "out", "--resume"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    expect(exit_code, arguments);
    std::vector<std::string> names;
    for (const regress::CaseResult& one : results().cases) {
      if (!regress::is_unchanged(one)) names.push_back(one.name);
    }
    return names;
  }

  using Names = std::vector<std::string>;
};

TEST_F(RegressResume, KeepsWhatIsUnchanged) {
  const regress::SuiteResult before = results();
  for (const regress::CaseResult& one : before.cases) {
    EXPECT_EQ(one.inputs_hash.size(), 16u) << one.name;
    EXPECT_FALSE(regress::is_unchanged(one)) << one.name;
  }
  EXPECT_EQ(rerun(), Names());
  const regress::SuiteResult after = results();
  ASSERT_EQ(after.cases.size(), 4u) << "results are complete";
  for (std::size_t i = 0; i < after.cases.size(); ++i) {
    const regress::CaseResult& was = before.cases[i];
    const regress::CaseResult& is = after.cases[i];
    EXPECT_EQ(is.judged, before.started) << is.name;
    EXPECT_EQ(is.outcome, was.outcome) << is.name;
    EXPECT_EQ(is.scores, was.scores) << is.name;
    EXPECT_EQ(is.picture_hash, was.picture_hash) << is.name;
    EXPECT_EQ(is.number, was.number) << is.name;
    EXPECT_EQ(is.duration_s, was.duration_s) << is.name;
  }
  expect(kDifferences, {"-o", "out", "--resume"}, {"4 cases, 1 failed, 4 unchanged, 0 unused", "a (unchanged since 2"});
  EXPECT_EQ(results().cases[0].judged, before.started) << "not of the run between";
  for (const char* file : {"out/report.html", "out/junit.xml"}) {
    const cli_test::Bytes bytes = cli_test::read_file(*this / file);
    const std::string text(bytes.begin(), bytes.end());
    EXPECT_NE(text.find(before.started), std::string::npos) << file;
  }
  // Without it, and in another folder, everything is run.
  expect(kDifferences, {"-o", "out"}, {"4 cases, 1 failed, 0 unused"});
  expect(kDifferences, {"-o", "elsewhere", "--resume"}, {"4 cases, 1 failed, 0 unused"});

  const auto expect_refused = [&](const Arguments& arguments, std::initializer_list<std::string> words) {
    expect_error(regress(arguments), kError, words);
  };
  expect_refused({"--resume"}, {"--resume needs -o DIR"});
  expect_refused({"--resume", "-o", "out", "--update", "all"}, {"--resume doesn't go with --update"});
  expect_refused({"--resume", "-o", "out", "--calibrate", "3"}, {"--resume doesn't go with --calibrate"});
  std::ofstream(*this / "out/results.json") << "{";
  expect_refused({"--resume", "-o", "out"}, {"out/results.json"});
}

TEST_F(RegressResume, RunsWhatHasChanged) {
  const auto overwrite = std::filesystem::copy_options::overwrite_existing;
  std::filesystem::copy(*this / "b.exr", *this / "own.exr", overwrite);
  std::filesystem::remove(*this / "out/pictures/b.expected.png");
  EXPECT_EQ(rerun(), (Names{"b", "own"})) << "a picture of the results, a source";
  std::filesystem::copy(*this / "stored.png", *this / "out/pictures/b.actual.png", overwrite);
  write_suite(cases({{"source", "b.exr"}, {"settings", {{"exposure", {{"compensation_ev", 1}}}}}}));
  std::filesystem::copy(*this / "a.exr", *this / "own.exr", overwrite);
  EXPECT_EQ(rerun(), (Names{"b", "own"})) << "a setting; back again: the last result counts";
  std::filesystem::copy(*this / "out/pictures/b.actual.png", *this / "goldens/b.png", overwrite);
  std::filesystem::copy(*this / "goldens/b.png", *this / "stored.png", overwrite);
  EXPECT_EQ(rerun(), (Names{"b", "kept"})) << "a golden, a stored picture";
  write_suite(cases({{"source", "b.exr"}, {"rules", {{"max_delta", 255}}}}));
  EXPECT_EQ(rerun(), Names{"b"}) << "a rule, and the setting";
  const auto write_lut = [&](const char* last) {
    std::ofstream(*this / "own.cube") << "LUT_1D_SIZE 2\n0 0 0\n" << last << "\n";
  };
  write_lut("1 1 1");
  write_suite(cases({{"source", "b.exr"}, {"settings", {{"grade", {{"lut", "own.cube"}}}}}}));
  EXPECT_EQ(rerun(), Names{"b"}) << "a lookup table";
  EXPECT_EQ(rerun(), Names());
  write_lut("1 1 0.5");
  EXPECT_EQ(rerun(), Names{"b"}) << "its content";
  EXPECT_EQ(rerun(kDifferences, {"--ignore-encoding"}), (Names{"a", "b", "own", "kept"})) << "an option";
}

TEST_F(RegressResume, RunsErrorsAndCommandsAgain) {
  Json all = cases({{"source", "blank.exr"}});
  all.push_back({{"name", "made"}, {"command", {"/bin/cp", (*this / "stored.png").string(), "{out}"}}});
  write_suite(all);
  cli_test::write_file(*this / "goldens/made.png", cli_test::read_file(*this / "stored.png"));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(rerun(kError, {"--allow-commands"}), (Names{"b", "made"})) << "what a command reads isn't known";
  }
}

TEST_F(RegressResume, GoesOnWhereARunWasInterrupted) {
  // As a run that was killed leaves its folder: two cases are done, the third one's line is cut short.
  const regress::SuiteResult before = results();
  std::filesystem::remove(*this / "out/results.json");
  const std::string third = regress::case_line(before.cases[2]);
  std::ofstream log(*this / "out" / regress::kUnfinishedName);
  for (std::size_t i = 0; i < 2; ++i) {
    log << R"({"started":"2026-01-02T03:04:05Z","case":)" << regress::case_line(before.cases[i]) << "}\n";
  }
  log << R"({"started":"2026-01-02T03:04:05Z","case":)" << third.substr(0, third.size() / 2);
  log.close();
  EXPECT_EQ(rerun(), (Names{"own", "kept"}));
  EXPECT_EQ(results().cases[0].judged, "2026-01-02T03:04:05Z");
  EXPECT_FALSE(std::filesystem::exists(*this / "out" / regress::kUnfinishedName)) << "results.json has all";
  EXPECT_EQ(rerun(), Names());
}

}  // namespace
}  // namespace regress_runner_test
