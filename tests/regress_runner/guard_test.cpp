// SPDX-License-Identifier: MIT
// Tests that photopic regress writes over nothing that it reads.
#include <sys/stat.h>

#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

namespace fs = std::filesystem;
using cli_test::kInputError;

class RegressGuard : public RigTest {
 protected:
  /// The run is refused, and no file below the test's folder is changed or new.
  void expect_refused(const Arguments& arguments, const std::string& output) {
    const Files before = files_in(".");
    expect_error(regress(arguments), kInputError, {output + ": would overwrite ", "an input"});
    EXPECT_EQ(files_in("."), before) << ::testing::PrintToString(arguments);
  }
  void put(const std::string& from, const std::string& to) {
    fs::create_directories((*this / to).parent_path());
    fs::copy_file(*this / from, *this / to);
  }
};

TEST_F(RegressGuard, ItsSuite) {
  for (const char* name : {"results.json", "junit.xml", "report.html", "calibration.json"}) {
    write_suite({test_case("a")});
    const bool calibrates = name == std::string("calibration.json");
    Arguments arguments = {"regress", name, "--device", "llvmpipe", "-o", "."};
    if (calibrates) arguments.insert(arguments.end(), {"--calibrate", "2"});
    fs::rename(*this / "suite.json", *this / name);
    const Files before = files_in(".");
    expect_error(kInputError, arguments, {std::string("./") + name + ": would overwrite ", "an input"});
    EXPECT_EQ(files_in("."), before) << name;
    fs::remove(*this / name);
  }
}

TEST_F(RegressGuard, InputsOfCasesUnderNamesOfArtifacts) {
  put("a.exr", "out/pictures/a.actual.png");
  write_suite({test_case("a", {{"source", "out/pictures/a.actual.png"}})});
  expect_refused({"-o", "out"}, "out/pictures/a.actual.png");
  write_suite({test_case("a", {{"settings", {{"meter", {{"mask", "out/pictures/a.actual.png"}}}}}})});
  expect_refused({"-o", "out"}, "out/pictures/a.actual.png");
  write_suite({test_case("a"), test_case("b", {{"mask", "out/pictures/a.actual.png"}})});
  expect_refused({"-o", "out"}, "out/pictures/a.actual.png");
  write_suite({test_case("a", {{"script", Json::array({{{"time_s", 5}, {"open", "out/pictures/a.actual.png"}}})}})});
  expect_refused({"-o", "out"}, "out/pictures/a.actual.png");
  put("a.exr", "out/pictures/b.flip.png");
  write_suite({test_case("b", {{"source", "out/pictures/b.flip.png"}})});
  expect_refused({"-o", "out"}, "out/pictures/b.flip.png");
  cli_test::write_file(*this / "out/junit.xml", std::string("[]"));
  write_suite({test_case("a", {{"script", "out/junit.xml"}})});
  expect_refused({"-o", "out"}, "out/junit.xml");
}

TEST_F(RegressGuard, InputsOfCasesUnderNamesOfGoldens) {
  for (const char* golden : {"goldens/a.png", "goldens/a@llvmpipe.png"}) {
    put("a.exr", golden);
    write_suite({test_case("a"), test_case("b", {{"source", golden}})});
    expect_refused({"--update", "all"}, golden);
    fs::remove(*this / golden);
  }
}

TEST_F(RegressGuard, AGoldenThroughALinkOfAnArtifact) {
  write_suite({test_case("a")});
  accept_all();
  fs::create_directories(*this / "out/pictures");
  fs::create_hard_link(*this / "goldens/a.png", *this / "out/pictures/a.expected.png");
  expect_refused({"-o", "out"}, "out/pictures/a.expected.png");
}

TEST_F(RegressGuard, PipesAreNotWaitedFor) {
  ASSERT_EQ(::mkfifo((*this / "pipe").c_str(), 0600), 0);
  for (const char* member : {"script", "path", "source", "mask"}) {
    write_suite({test_case("a", {{member, "pipe"}})});
    const ProcessResult result = regress();
    EXPECT_EQ(result.exit_code, kError) << member;
    EXPECT_NE((result.out + result.err).find("pipe: "), std::string::npos) << result.out << result.err;
  }
}

TEST_F(RegressGuard, ResultsThatAreMerged) {
  write_suite({test_case("a")});
  expect(kNoGolden, {"-o", "out"});
  const Files before = files_in(".");
  expect_error(kInputError, {"regress", "--merge", "out/results.json", "-o", "out"},
               {"out/results.json: would overwrite an input"});
  EXPECT_EQ(files_in("."), before);
}

}  // namespace
}  // namespace regress_runner_test
