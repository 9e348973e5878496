// SPDX-License-Identifier: MIT
// Tests of the goldens that a run replaces.
#include <unistd.h>

#include <csignal>

#include "image_io/image_file.h"
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

using cli_test::kInputError;

class RegressUpdate : public RigTest {
 protected:
  /// Goldens of a and b, of which b's picture has changed since, and a new case.
  void write_changed_suite() {
    write_suite({test_case("a"), test_case("b")});
    accept_all();
    write_suite({test_case("a"), test_case("b", {{"source", "b.exr"}}), test_case("c")});
    before_ = files_in("goldens");
  }
  bool is_touched(const std::string& name) const {
    const Files now = files_in("goldens");
    return !now.contains(name) || now.at(name) != before_.at(name);
  }
  Files before_;
};

TEST_F(RegressUpdate, MissingMakesNewOnesAlone) {
  write_changed_suite();
  expect(kDifferences, {"--update", "missing"}, {"FAIL  b: differences", "pass  c: accepted: there was no golden"});
  EXPECT_FALSE(is_touched("goldens/a.png"));
  EXPECT_FALSE(is_touched("goldens/b.png"));
  EXPECT_TRUE(std::filesystem::exists(*this / "goldens/c.png"));
}

TEST_F(RegressUpdate, ABorrowedGoldenIsThereInTheNextRun) {
  write_suite({test_case("a"), test_case("b", {{"golden", "a"}})});
  expect(kNoGolden, {"--update", "missing"},
         {"pass  a: accepted: there was no golden",
          "FAIL  b: no-golden: there is no golden goldens/a.png; the next run has what this one accepts"});
  expect(kPass, {"--update", "missing"}, {"pass  a\n", "pass  b\n"});
}

TEST_F(RegressUpdate, ChangedLeavesWhatPasses) {
  write_changed_suite();
  expect(kPass, {"--update", "changed"}, {"pass  a\n", "pass  b: accepted\n", "pass  c: accepted"});
  EXPECT_FALSE(is_touched("goldens/a.png"));
  EXPECT_TRUE(is_touched("goldens/b.png"));
  expect(kPass, {});
}

TEST_F(RegressUpdate, AllReplacesAll) {
  write_changed_suite();
  expect(kPass, {"--update", "all", "--filter", "?"}, {"pass  a: accepted\n", "pass  b: accepted\n"});
  EXPECT_TRUE(is_touched("goldens/a.png"));
  expect(kPass, {});
}

TEST_F(RegressUpdate, NoneIsTheDefault) {
  write_changed_suite();
  expect(kNoGolden, {"--update", "none"});
  expect(kNoGolden, {});
  EXPECT_EQ(files_in("goldens"), before_);
}

TEST_F(RegressUpdate, AChangedSizeIsAccepted) {
  write_suite({test_case("a")});
  accept_all();
  write_suite({test_case("a", {{"source", "large.exr"}})});
  expect(kMismatch, {"--update", "missing"});
  expect(kPass, {"--update", "changed"}, {"pass  a: accepted"});
  expect(kPass, {});
}

TEST_F(RegressUpdate, AnUnreadableGoldenIsNotMissing) {
  write_suite({test_case("a")});
  accept_all();
  cli_test::write_file(*this / "goldens/a.png", std::string("no picture"));
  expect(kNoGolden, {"--update", "missing"}, {"FAIL  a: no-golden: goldens/a.png"});
  EXPECT_EQ(cli_test::read_file(*this / "goldens/a.png").size(), std::string("no picture").size());
  expect(kPass, {"--update", "changed"});
  expect(kPass, {});
}

/// The case is an error, and no way to update or accept replaces its golden.
TEST_F(RegressUpdate, AGoldenThatWasNotReadIsNeverReplaced) {
  const std::vector<std::byte> large(4 * 600 * 600, std::byte{77});  // more than 1 MiB
  write_suite({test_case("a"), test_case("b"), test_case("c")});
  accept_all();
  image_io::write_png(*this / "goldens/a.png", 600, 600, large.data());
  std::filesystem::remove(*this / "goldens/b.png");
  std::filesystem::create_symlink("b.png", *this / "goldens/b.png");  // a ring
  const cli_test::Bytes before = cli_test::read_file(*this / "goldens/a.png");
  for (const char* mode : {"missing", "changed", "all"}) {
    expect(kError, {"--update", mode, "--memory-mib", "1", "-o", "out"},
           {"FAIL  a: error: goldens/a.png: the picture is too large: 600 x 600",
            "FAIL  b: error: goldens/b.png: Too many levels of symbolic links", "pass  c"});
    EXPECT_EQ(cli_test::read_file(*this / "goldens/a.png"), before) << mode;
    EXPECT_TRUE(std::filesystem::is_symlink(*this / "goldens/b.png")) << mode;
    EXPECT_EQ(results().cases[0].accept_as, "");
  }
  expect_error(kInputError, {"accept", "out/results.json", "--case", "a", "--replace-unreadable"},
               {"a: can't be accepted: it ended with an error"});
}

TEST_F(RegressUpdate, APointerOfGitLfsIsNeverUpdated) {
  write_suite({test_case("a"), test_case("b")});
  accept_all();
  cli_test::write_file(*this / "goldens/a.png",
                       std::string("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"));
  cli_test::write_file(*this / "goldens/b.png", std::string("<!DOCTYPE html>"));
  const Files before = files_in("goldens");
  for (const char* mode : {"changed", "all"}) {
    expect(kNoGolden, {"--update", mode, "-o", "out"},
           {"FAIL  a: no-golden: goldens/a.png: is a Git LFS pointer, not the picture; get it with: git lfs pull",
            "FAIL  b: no-golden: goldens/b.png: is an HTML page"});
    EXPECT_EQ(files_in("goldens"), before) << mode;
  }
}

TEST_F(RegressUpdate, NothingBlankOrWrongIsAccepted) {
  write_suite({test_case("blank", {{"source", "blank.exr"}}), test_case("none", {{"source", "none.exr"}}),
               test_case("must-fail", {{"must_fail", true}}), test_case("other", {{"golden", "a"}}), test_case("a")});
  expect(kError, {"--update", "all"});
  EXPECT_EQ(names_in("goldens"), std::vector<std::string>{"a.png"});
}

TEST_F(RegressUpdate, CiNeedsForce) {
  write_suite({test_case("a")});
  for (const char* ci : {"true", "1", "yes"}) {
    expect_error(regress({"--update", "missing"}, ci), kInputError, {"CI"});
    EXPECT_FALSE(std::filesystem::exists(*this / "goldens"));
  }
  EXPECT_EQ(regress({"--update", "missing", "--force"}, "true").exit_code, kPass);
  EXPECT_EQ(regress({}, "true").exit_code, kPass);
  EXPECT_EQ(regress({"--update", "all"}, "false").exit_code, kPass);
}

TEST_F(RegressUpdate, GoldensOfAClassAreItsOwn) {
  write_suite({test_case("a")});
  accept_all();
  write_suite({test_case("a", {{"source", "b.exr"}})});
  const Files before = files_in("goldens");
  expect(kPass, {"--update", "changed", "--for-class"}, {"accepted"});
  EXPECT_EQ(names_in("goldens"), (std::vector<std::string>{"a.png", "a@llvmpipe.png"}));
  EXPECT_EQ(files_in("goldens").at("goldens/a.png"), before.at("goldens/a.png"));
  expect(kPass, {"-o", "out"});
  EXPECT_EQ(results().cases[0].golden_key, "llvmpipe");
  expect(kDifferences, {"--device-class", "nvidia"});
  // What was compared with is what is replaced.
  write_suite({test_case("a")});
  expect(kDifferences, {});
  expect(kPass, {"--update", "changed"});
  expect(kPass, {});
  expect(kPass, {"--device-class", "nvidia"});
  EXPECT_EQ(files_in("goldens").at("goldens/a.png"), before.at("goldens/a.png"));
}

TEST_F(RegressUpdate, WhereNothingCanBeWrittenTheCaseIsAnError) {
  write_suite({test_case("a"), test_case("b")}, "/proc/goldens");
  expect(kError, {"--update", "missing", "--allow-outside", "-o", "out"}, {"FAIL  a: error: ", "FAIL  b: error: "});
  EXPECT_EQ(results().cases.size(), 2u);
}

TEST_F(RegressUpdate, FoldersOfGoldensAreMadeWithTheirParents) {
  write_suite({test_case("a"), test_case("deep/b")}, "new/deep/goldens");
  expect(kPass, {"--update", "missing"});
  EXPECT_EQ(names_in("new/deep/goldens"), (std::vector<std::string>{"a.png", "deep"}));
  EXPECT_EQ(names_in("new"), std::vector<std::string>{"deep"});
  expect(kPass, {});
}

TEST_F(RegressUpdate, OutsideTheSuitesFolderItNeedsAnOption) {
  std::filesystem::create_directory(*this / "suites");
  std::filesystem::create_directory(*this / "elsewhere");
  std::filesystem::create_directory_symlink("../elsewhere", *this / "suites/link");
  const Json cases = {test_case("a", {{"source", (*this / "a.exr").string()}})};
  const Arguments update = {"regress", "suites/suite.json", "--device", "llvmpipe", "--update", "all"};
  for (const std::string& goldens : {std::string("../elsewhere"), (*this / "elsewhere").string(),
                                     std::string("link/deep"), std::string("inside/../../elsewhere/new")}) {
    write_suite(cases, goldens);
    std::filesystem::rename(*this / "suite.json", *this / "suites/suite.json");
    expect_error(run(update), kInputError, {"suites/suite.json", "outside", "elsewhere", "--allow-outside"});
    EXPECT_EQ(names_in("elsewhere"), std::vector<std::string>{}) << goldens;
    Arguments allowed = update;
    allowed.push_back("--allow-outside");
    EXPECT_EQ(run(allowed).exit_code, kPass) << goldens;
    EXPECT_NE(names_in("elsewhere"), std::vector<std::string>{}) << goldens;
    EXPECT_EQ(run({"regress", "suites/suite.json", "--device", "llvmpipe"}).exit_code, kPass)
        << "reading needs nothing";
    std::filesystem::remove_all(*this / "elsewhere");
    std::filesystem::create_directory(*this / "elsewhere");
  }
}

TEST_F(RegressUpdate, AnInterruptedRunLeavesTheGoldensAsTheyWere) {
  write_changed_suite();
  Json cases = Json::array({test_case("b", {{"source", "b.exr"}})});
  for (int i = 0; i < 2000; ++i) cases.push_back(test_case("c" + std::to_string(i)));
  write_suite(cases);
  const auto staged = [this] {
    for (const std::string& name : names_in("goldens")) {
      if (name.starts_with(".staging.") && !names_in("goldens/" + name).empty()) return true;
    }
    return false;
  };
  const ProcessResult result =
      run({"regress", "suite.json", "--device", "llvmpipe", "--update", "all"}, {.meanwhile = [&](pid_t child) {
            for (int i = 0; i < 60000 && !staged(); ++i) ::usleep(1000);
            ::kill(child, SIGTERM);
          }});
  EXPECT_EQ(result.exit_code, 143) << result.err;
  EXPECT_EQ(files_in("goldens"), before_);
}

TEST_F(RegressUpdate, AGoldenThatCannotBeReplacedIsToldAndNoneIsLost) {
  write_suite({test_case("a")});
  accept_all();
  const Files before = files_in("goldens");
  std::filesystem::create_directories(*this / "goldens/b.png/folder");
  write_suite({test_case("a", {{"source", "b.exr"}}), test_case("b")});
  expect(kError, {"--update", "changed", "-o", "out"}, {"FAIL  b: error: not all goldens could be replaced: "});
  EXPECT_EQ(results().cases[1].outcome, compare::Outcome::error);
  const Files after = files_in("goldens");
  EXPECT_TRUE(after.contains("goldens/a.png"));
  std::size_t staged = 0;
  for (const std::string& name : names_in()) staged += name.find("staging") != std::string::npos ? 1 : 0;
  EXPECT_EQ(staged, 0u) << "left behind";
}

}  // namespace
}  // namespace regress_runner_test
