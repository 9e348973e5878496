// SPDX-License-Identifier: MIT
// Tests of annotations, summaries and code quality reports.
#include "regress/results/ci.h"

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
            "| a\\_b | differences | x \\| &lt;b>y&lt;/b> z | -0.25 |\n\n");
  EXPECT_EQ(regress::github_summary(with_cases({CaseResult()})),
            "### tests/suite.json: pass\n\n1 cases, 0 failed, 0 unused goldens\n\n");
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
