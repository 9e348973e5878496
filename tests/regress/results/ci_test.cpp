// SPDX-License-Identifier: MIT
// Tests of annotations, summaries and code quality reports.
#include "regress/results/ci.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

using compare::Outcome;
using regress::CaseResult;
using regress::SuiteResult;

CaseResult failing(const std::string& name, const std::string& message) {
  CaseResult result;
  result.name = name;
  result.message = message;
  result.outcome = Outcome::differences;
  result.line = 12;
  return result;
}

SuiteResult with_cases(std::vector<CaseResult> cases) {
  SuiteResult result;
  result.suite = "tests/suite.json";
  result.cases = std::move(cases);
  return result;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Ci, PathsBeginAtTheCheckout) {
  EXPECT_EQ(regress::path_in_checkout("./tests/suite.json", ""), "tests/suite.json");
  EXPECT_EQ(regress::path_in_checkout("/nowhere/work/tests/suite.json", "/nowhere/work"), "tests/suite.json");
  EXPECT_EQ(regress::path_in_checkout("/elsewhere/suite.json", "/nowhere/work"), "/elsewhere/suite.json");
}

TEST(Ci, AnnotationsAreEscapedAsGitHubAsks) {
  SuiteResult result = with_cases({failing("a", "100% off,\r\nreally: yes"), CaseResult()});
  result.suite = "a,b:c%d.json";
  result.cases[0].name = "tone::a";
  EXPECT_EQ(regress::github_annotations(result, ""),
            "::error file=a%2Cb%3Ac%25d.json,line=12,title=tone%3A%3Aa::100%25 off,%0D%0Areally: yes\n");
}

TEST(Ci, AnnotationsSayTheWorstCheckAndWhatElseIsWrong) {
  SuiteResult result = with_cases({failing("a", "")});
  result.cases[0].line = 0;
  result.cases[0].checks = {{"ssim >= 0.99", 0.98, 0.99, -0.01, false}, {"flip <= 0.02", 0.05, 0.02, -1.5, false}};
  result.unused_goldens = {"old.png"};
  result.missing_shards = {2};
  result.selected_cases = 2;
  EXPECT_EQ(regress::github_annotations(result, ""),
            "::error file=tests/suite.json,title=a::differences: flip <= 0.02: is 0.05\n"
            "::error file=tests/suite.json::shard 2 is missing: 1 of 2 cases\n"
            "::error file=tests/suite.json::no case has the golden old.png\n");
  EXPECT_EQ(regress::github_annotations(with_cases({CaseResult()}), ""), "");
}

TEST(Ci, NumbersHaveAtMostSixDigits) {
  SuiteResult result = with_cases({failing("a", ""), failing("b", ""), failing("c", ""), failing("d", "")});
  result.cases[0].checks = {{"ssim >= 0.99", 0.98123456789, 0.99, -0.0088539173, false}};
  result.cases[1].checks = {{"pixels <= 0", 12345678.0, 0.0, -12345678.0, false}};
  result.cases[2].checks = {{"ssim >= 0.99", std::nan(""), 0.99, -std::numeric_limits<double>::infinity(), false}};
  result.cases[3].checks = {{"flip <= 0.5", 0.25, 0.5, 0.5, true}};
  result.cases.push_back(failing("e", ""));
  result.cases[4].checks = {{"mse <= 16", 246.4567, 16.0, -14.40354, false}};
  const std::string summary = regress::github_summary(result);
  for (const char* row :
       {"| a | differences | differences: ssim >= 0.99: is 0.981235 | 0.885 % beyond |",
        "differences: pixels &lt;= 0: is 12345678 | 12345678 beyond |", "ssim >= 0.99: is nan | not a number |",
        "flip &lt;= 0.5: is 0.25 | 50 % within |", "mse &lt;= 16: is 246.457 | 15.4 x the limit |"}) {
    EXPECT_NE(summary.find(row), std::string::npos) << row << "\n" << summary;
  }
}

/// Of pictures in a folder there is no suite's file to annotate.
TEST(Ci, OfFoldersOfPicturesTheGoldensAreNamed) {
  SuiteResult result = with_cases({failing("ui/a.png", "x"), failing("b.png", "x"), failing("c.png", "x")});
  result.suite = "shots";
  result.is_folder = true;
  result.goldens = "/nowhere/work/tests/goldens";
  for (CaseResult& one : result.cases) one.line = 0;
  result.cases[0].golden = "ui/a@llvmpipe.png";
  result.cases[1].accept_as = "b.png";
  result.unused_goldens = {"old.png"};
  const std::string text = regress::github_annotations(result, "/nowhere/work");
  for (const char* line :
       {"::error file=tests/goldens/ui/a@llvmpipe.png,title=ui/a.png::x\n",
        "::error file=tests/goldens/b.png,title=b.png::x\n", "::error file=shots/c.png,title=c.png::x\n",
        "::error file=tests/goldens/old.png::no case has the golden old.png\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
  result.goldens = (std::filesystem::current_path() / "goldens").string();
  EXPECT_EQ(regress::path_of_case(result, result.cases[0], ""), "goldens/ui/a@llvmpipe.png") << "below here";
  result.goldens = "/nowhere/goldens";
  EXPECT_EQ(regress::path_of_case(result, result.cases[0], ""), "/nowhere/goldens/ui/a@llvmpipe.png");
}

TEST(Ci, ThousandsOfFailuresStayShort) {
  std::vector<CaseResult> cases;
  for (int i = 0; i < 3000; ++i) cases.push_back(failing("case-" + std::to_string(i), std::string(10000, 'x')));
  const SuiteResult result = with_cases(cases);
  const std::string annotations = regress::github_annotations(result, "");
  EXPECT_EQ(count(annotations, "::error "), 31u);
  EXPECT_NE(annotations.find("::2970 more cases fail\n"), std::string::npos);
  const std::string summary = regress::github_summary(result);
  EXPECT_LT(summary.size(), 1u << 20) << "more is refused";
  EXPECT_NE(summary.find("and 2800 more"), std::string::npos);
}

TEST(Ci, SummariesAreTablesWithoutMarkup) {
  SuiteResult result = with_cases({failing("a_b", "x | <b>y</b>\nz"), CaseResult()});
  result.cases[0].checks = {{"ssim >= 0.99", 0.98, 0.99, -0.25, false}};
  EXPECT_EQ(regress::github_summary(result),
            "### tests/suite.json: differences\n\n2 cases, 1 failed, 0 unused goldens\n\n"
            "| case | outcome | message | margin |\n|---|---|---|---|\n"
            "| a\\_b | differences | x \\| &lt;b>y&lt;/b> z | 25 % beyond |\n\n");
  EXPECT_EQ(regress::github_summary(with_cases({CaseResult()})),
            "### tests/suite.json: pass\n\n1 case, 0 failed, 0 unused goldens\n\n");
}

class CodeQuality : public FolderTest {
 protected:
  nlohmann::json written(const SuiteResult& result) const {
    regress::write_code_quality(result, "", folder_ / "quality.json");
    return nlohmann::json::parse(text_of(folder_ / "quality.json"));
  }
};

TEST_F(CodeQuality, HasAnIssueForEachFailure) {
  SuiteResult result = with_cases({failing("a", "too \"different\""), CaseResult(), failing("b", "")});
  result.cases[2].outcome = Outcome::error;
  result.cases[2].line = 0;
  result.unused_goldens = {"a"};
  const nlohmann::json issues = written(result);
  ASSERT_EQ(issues.size(), 3u);
  EXPECT_EQ(issues[0].at("description"), "a: too \"different\"");
  EXPECT_EQ(issues[0].at("check_name"), "photopic-differences");
  EXPECT_EQ(issues[0].at("severity"), "major");
  EXPECT_EQ(issues[0].at("location"), nlohmann::json::parse(R"({"path":"tests/suite.json","lines":{"begin":12}})"));
  EXPECT_EQ(issues[1].at("severity"), "critical");
  EXPECT_EQ(issues[1].at("location").at("lines").at("begin"), 1);
  EXPECT_NE(issues[0].at("fingerprint"), issues[1].at("fingerprint"));
  EXPECT_NE(issues[0].at("fingerprint"), issues[2].at("fingerprint")) << "a golden may be called as a case";
  result.cases[0].message = "different in another way";
  result.cases[0].line = 40;
  EXPECT_EQ(written(result)[0].at("fingerprint"), issues[0].at("fingerprint")) << "the same issue in the next run";
  EXPECT_EQ(written(with_cases({CaseResult()})).dump(), "[]");
}

}  // namespace
}  // namespace regress_test
