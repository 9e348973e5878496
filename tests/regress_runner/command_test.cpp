// SPDX-License-Identifier: MIT
// Tests of options and exit codes.
#include "regress_runner/rig.h"

namespace regress_runner_test {
namespace {

using cli_test::kInputError;

class RegressCommand : public RigTest {};

TEST_F(RegressCommand, PassesAgainstWhatWasAcceptedAndTouchesNoGolden) {
  write_suite({test_case("tone/a"), test_case("b", {{"source", "b.exr"}})});
  accept_all();
  const Files before = files_in("goldens");
  ASSERT_EQ(before.size(), 2u);
  expect(kPass, {}, {"pass  tone/a\n", "pass  b\n", "2 cases, 0 failed, 0 unused goldens"});
  expect(kPass, {"-o", "out", "--artifacts", "always"}, {"out/report.html"});
  EXPECT_EQ(files_in("goldens"), before);
}

TEST_F(RegressCommand, EveryOutcomeHasItsExitCode) {
  write_suite({test_case("a")});
  accept_all();
  const auto expect_case = [&](int exit_code, Json members, const std::string& word) {
    members["golden"] = "a";
    write_suite({test_case("a"), test_case("b", members)});
    const Files before = files_in("goldens");
    expect(exit_code, {"-o", "out"}, {"pass  a\n", word});
    EXPECT_EQ(files_in("goldens"), before);
    EXPECT_EQ(results().cases.size(), 2u);
  };
  expect_case(kPass, Json::object(), "pass  b\n");
  expect_case(kDifferences, {{"source", "b.exr"}}, "FAIL  b: differences\n      pixels off by more than 0 <= 0: is ");
  expect_case(kPass, {{"source", "b.exr"}, {"must_fail", true}}, "pass  b: differences (must fail)");
  expect_case(kDifferences, {{"must_fail", true}}, "FAIL  b: pass (must fail)");
  expect_case(kMismatch, {{"source", "large.exr"}}, "24 x 16, RGB, 8 bits, the test 26 x 16");
  expect_case(kMismatch, {{"source", "large.exr"}, {"must_fail", true}}, "FAIL  b: mismatch (must fail)");
  expect_case(kError, {{"source", "blank.exr"}}, "FAIL  b: error: the picture is blank: every pixel is (");
  expect_case(kDifferences, {{"source", "blank.exr"}, {"allow_blank", true}}, "FAIL  b: differences");
  expect_case(kError, {{"source", "none.exr"}}, "suite.json:");
  const auto other = [](Json members) {
    members["source"] = "b.exr";
    return members;
  };
  expect_case(kError, other({{"rules", {{"min_ms_ssim", 0.1}}}}), "ms-ssim can't be measured");
  expect_case(kError, other({{"rules", {{"min_ms_ssim", 0.1}}}, {"must_fail", true}}), "FAIL  b: error (must fail)");
  expect_case(kPass, {{"rules", {{"min_ms_ssim", 0.1}}}}, "pass  b");
  expect_case(kDifferences, {{"rules", {{"min_ms_ssim", 0.1}}}, {"must_fail", true}}, "FAIL  b: pass (must fail)");
  const auto ignoring = [](Json rectangles) { return Json{{"source", "b.exr"}, {"ignore", std::move(rectangles)}}; };
  expect_case(kError, ignoring(Json::array({{0, 0, 24, 16}})), "no pixel is left");
  // All but the first texel, which both have, as they have those of the diagonal.
  expect_case(kDifferences, ignoring({{2, 0, 99, 16}, {0, 2, 2, 14}}), "FAIL  b: differences");
}

TEST_F(RegressCommand, MissingAndUnusableGoldensAreTold) {
  write_suite({test_case("a"), test_case("b"), test_case("c")});
  expect(kNoGolden, {}, {"FAIL  a: no-golden: there is no golden goldens/a.png"});
  accept_all();
  cli_test::write_file(*this / "goldens/a.png", std::string("no picture"));
  cli_test::Bytes half = cli_test::read_file(*this / "goldens/b.png");
  half.resize(half.size() / 2);
  cli_test::write_file(*this / "goldens/b.png", half);
  expect(kNoGolden, {}, {"FAIL  a: no-golden: goldens/a.png: ", "FAIL  b: no-golden: goldens/b.png: ", "pass  c\n"});
  std::filesystem::remove_all(*this / "goldens");
  cli_test::write_file(*this / "goldens", std::string("a file"));
  expect_error(regress(), kInputError, {"goldens: ", "this is none"});
}

TEST_F(RegressCommand, UnusedGoldensFail) {
  write_suite({test_case("a"), test_case("old/b")});
  accept_all();
  write_suite({test_case("a")});
  expect(kNoGolden, {},
         {"pass  a\n", "FAIL  old/b.png: no case has this golden", "1 case, 0 failed, 1 unused golden, "});
}

TEST_F(RegressCommand, AllSettingsAreReadBeforeAnythingIsRendered) {
  const Json steps = Json::array({{{"time_s", 0}, {"overlay", {{"view", "naive"}}}}});
  Json cases = {test_case("a"),
                test_case("b", {{"settings", {{"tone_map", {{"tone_maper", "agx"}}}}}}),
                test_case("c", {{"overlay", {{"views", Json::array({"nave"})}}}}),
                test_case("d", {{"script", steps}}),
                test_case("e", {{"pose", {{"yaw_deg", 1}}}}),
                test_case("f", {{"path", "none.json"}}),
                test_case("g", {{"rules", {{"score", "speed"}, {"min", 1}}}}),
                test_case("h", {{"settings", {{"meter", {{"method", "pyramid"}, {"weights", "spot"}}}}}}),
                test_case("i", {{"mask", "none.png"}})};
  write_suite(cases);
  const std::string out = expect(kError, {"--update", "missing", "-o", "out"});
  std::size_t at = 0;
  for (const char* words :
       {"b: settings: there is no setting 'tone_map.tone_maper'", "c: overlay: views: 'nave' is none of",
        "d: script: step 1: there is no overlay setting 'view'",
        "e: pose: ", "f: none.json: ", "g: rules: there is no score 'speed'",
        "h: settings: --weights needs --method single-pass", "i: mask: none.png: No such file", "pass  a: accepted"}) {
    const std::size_t found = out.find(words, at);
    ASSERT_NE(found, std::string::npos) << words << " isn't in its place in:\n" << out;
    at = found;
  }
  // Each names the line where its case begins.
  EXPECT_NE(out.find("FAIL  b: error: suite.json:11: b: settings: "), std::string::npos) << out;
  const regress::SuiteResult result = results();
  for (std::size_t i = 0; i < cases.size(); ++i) {
    EXPECT_EQ(result.cases[i].name, cases[i].at("name").get<std::string>());
  }
}

TEST_F(RegressCommand, BadArgumentsAreUsageErrors) {
  write_suite({test_case("a")});
  const std::pair<Arguments, std::string> wrong[] = {
      {{"--update", "most"}, "none, missing, changed, all"},
      {{"--artifacts", "some"}, "fail, always, never"},
      {{"--shard", "3/2"}, "beyond the last"},
      {{"--shard", "2"}, "INDEX/COUNT"},
      {{"--shard", "0/2"}, "--shard"},
      {{"--shard", "auto"}, "SLURM_ARRAY_TASK_ID"},
      {{"--timings", "results.json"}, "--shard"},
      {{"--shard", "1/2", "--timings", "nosuch.json"}, "nosuch.json"},
      {{"--shard", "1/2", "--timings", "suite.json"}, "suite.json"},
      {{"--filter", "nosuch*"}, "'nosuch*'"},
      {{"--device-class", "../x"}, "--device-class"},
      {{"--methods", "pyramid"}, "not two"},
      {{"--methods", "pyramid,blit"}, "single-pass"},
      {{"--methods", "pyramid,single-pass", "--update", "all"}, "--update"},
      {{"--rules", "lenient"}, "--rules"},
      {{"--rules", "{\"max_delta\":300}"}, "--rules"},
      {{"--calibrate", "1"}, "--calibrate"},
      {{"--calibrate", "2", "--update", "all"}, "--calibrate"},
      {{"-o", "suite.json"}, "suite.json"},
      {{"-o", "goldens"}, "within the goldens"},
      {{"-o", "goldens/../goldens/out"}, "within the goldens"},
      {{"--nosuch"}, "--nosuch"},
  };
  for (const auto& [arguments, word] : wrong) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    expect_error(regress(arguments), kInputError, {word});
  }
  expect_error(kInputError, {"regress"}, {"SUITE"});
  expect_error(kInputError, {"regress", "nosuch.json"}, {"nosuch.json"});
  expect_error(kInputError, {"regress", "--merge", "a.json"}, {"-o DIR"});
  expect_error(kInputError, {"regress", "suite.json", "--merge", "a.json", "-o", "x"}, {"--merge"});
  expect_error(kInputError, {"regress", "suite.json", "--devices", "0,0", "--device", "0"}, {"--devices"});
  cli_test::write_file(*this / "suite.json", std::string("{\"version\": 1,\n \"cases\": [{\"name\": \"../a\"}]}"));
  expect_error(regress(), kInputError, {"suite.json:2", "name"});
  write_suite(Json::array());
  expect_error(regress(), kInputError, {"cases"});
}

TEST_F(RegressCommand, ADeviceThatIsNotThereIsADeviceError) {
  write_suite({test_case("a")});
  expect_error(kDeviceError, {"regress", "suite.json", "--device", "nosuch"}, {"nosuch"});
}

TEST_F(RegressCommand, FiltersChooseCases) {
  write_suite({test_case("tone/a"), test_case("tone/b"), test_case("c")});
  accept_all();
  const std::string out = expect(kPass, {"--filter", "*/b", "--filter", "?"}, {"pass  tone/b", "pass  c", "2 cases"});
  EXPECT_EQ(out.find("tone/a"), std::string::npos);
}

TEST_F(RegressCommand, TwoMethodsOrDevicesNeedNoGoldens) {
  const Json single_pass = {{"settings", {{"meter", {{"method", "single-pass"}}}}}};
  write_suite({test_case("a"), test_case("b", single_pass), test_case("c", {{"must_fail", true}})});
  expect(kPass, {"--methods", "pyramid,single-pass", "--rules", "backend", "-o", "out"}, {"pass  a", "2 cases"});
  ASSERT_EQ(results().devices.size(), 2u);
  EXPECT_NE(results().devices[1].name.find(", single-pass"), std::string::npos);
  EXPECT_EQ(results().cases[0].rules.substr(0, 3), "all");
  expect(kPass, {"--devices", "llvmpipe,llvmpipe"}, {"2 cases, 0 failed"});
  EXPECT_FALSE(std::filesystem::exists(*this / "goldens"));
  write_suite({test_case("a", {{"settings", {{"meter", {{"method", "single-pass"}, {"weights", "spot"}}}}}})});
  expect(kError, {"--methods", "pyramid,single-pass"}, {"suite.json:", "--weights"});
}

TEST_F(RegressCommand, RulesTakeThePlaceOfTheCases) {
  write_suite({test_case("a")});
  accept_all();
  write_suite({test_case("a", {{"settings", {{"exposure", {{"compensation_ev", 0.02}}}}}})});
  expect(kDifferences, {});
  expect(kDifferences, {"--rules", "exact", "-o", "out"});
  expect(kPass, {"--rules", "driver"});
  expect(kPass, {"--rules", R"({"max_delta": 3})"});
}

TEST_F(RegressCommand, ValidationHasNothingToSay) {
  write_suite({test_case("a"), test_case("b", {{"overlay", {{"views", Json::array({"naive"})}}}})});
  expect(kPass, {"--validate", "--update", "missing"});
}

// What a case leaves behind would show in the next: a source that its script opened, overlays, a strip chart,
// dithering.
TEST_F(RegressCommand, PicturesDoNotDependOnTheCasesBefore) {
  const auto step = [](const char* key, const Json& value) { return Json::array({{{"time_s", 0.01}, {key, value}}}); };
  const Json chart = {{"frames", 5}, {"overlay", {{"views", {"strip-chart", "histogram"}}}}, {"source", "large.exr"}};
  const Json opens = {{"frames", 2}, {"script", step("open", "b.exr")}};
  const Json dithers = {{"frames", 2}, {"script", step("settings", {{"tone_map", {{"dither", true}}}})}};
  const Json cases = {test_case("a"),
                      test_case("b", chart),
                      test_case("c", opens),
                      test_case("d"),
                      test_case("e", chart),
                      test_case("f", dithers),
                      test_case("g", {{"settings", {{"meter", {{"method", "single-pass"}}}}}})};
  write_suite(cases);
  for (const Json& one : cases) expect(kPass, {"--update", "missing", "--filter", one["name"]});
  expect(kPass, {}, {"7 cases, 0 failed"});
  const Files goldens = files_in("goldens");
  EXPECT_EQ(goldens.at("goldens/a.png").first, goldens.at("goldens/d.png").first);
  EXPECT_EQ(goldens.at("goldens/a.png").first, goldens.at("goldens/f.png").first);
  EXPECT_EQ(goldens.at("goldens/b.png").first, goldens.at("goldens/e.png").first);
  EXPECT_NE(goldens.at("goldens/a.png").first, goldens.at("goldens/c.png").first);
}

}  // namespace
}  // namespace regress_runner_test
