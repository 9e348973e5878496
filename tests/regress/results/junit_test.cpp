// SPDX-License-Identifier: MIT
// Tests of JUnit XML: exact text, counts, well-formedness.
#include <stdexcept>
#include <string_view>

#include "regress/fixtures.h"

namespace regress_test {
namespace {

using compare::Outcome;
using regress::CaseResult;
using regress::SuiteResult;

/// Reads XML as strictly as the writer's needs go: elements, quoted attributes, the five named entities and numbers.
/// Throws std::runtime_error for what isn't well-formed; counts the elements by name.
class XmlReader {
 public:
  explicit XmlReader(std::string_view xml) : rest_(xml) {
    expect("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    element();
    skip_space();
    require(rest_.empty(), "something follows the root");
  }
  int count(const std::string& name) const { return counts_.contains(name) ? counts_.at(name) : 0; }

 private:
  static void require(bool holds, const char* reason) {
    if (!holds) throw std::runtime_error(reason);
  }
  void expect(std::string_view text) {
    require(rest_.starts_with(text), "something else was expected");
    rest_.remove_prefix(text.size());
  }
  void skip_space() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \n"), rest_.size())); }
  std::string name() {
    const std::size_t size = rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyzEF-");
    require(size != 0 && size != std::string_view::npos, "no name");
    const std::string name(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return name;
  }
  void reference() {
    const std::size_t end = rest_.find(';');
    require(end != std::string_view::npos, "a reference without an end");
    const std::string_view name = rest_.substr(0, end + 1);
    constexpr std::string_view kKnown = "&amp; &lt; &gt; &quot; &apos; &#9; &#10; &#13; ";
    require(kKnown.find(std::string(name) + " ") != std::string_view::npos, "an unknown reference");
    rest_.remove_prefix(end + 1);
  }
  void text_until(char end) {
    while (!rest_.empty() && rest_.front() != end) {
      require(rest_.front() != '<', "a '<' in text");
      const auto c = static_cast<unsigned char>(rest_.front());
      require(c >= 0x20 || c == '\n', "a control character");
      if (c == '&') {
        reference();
      } else {
        rest_.remove_prefix(1);
      }
    }
  }
  void attributes() {
    std::vector<std::string> seen;
    while (rest_.starts_with(' ')) {
      skip_space();
      seen.push_back(name());
      require(std::count(seen.begin(), seen.end(), seen.back()) == 1, "a doubled attribute");
      expect("=\"");
      text_until('"');
      expect("\"");
    }
  }
  void element() {
    expect("<");
    const std::string own_name = name();
    ++counts_[own_name];
    attributes();
    if (rest_.starts_with("/>")) return expect("/>");
    expect(">");
    for (text_until('<'); !rest_.starts_with("</"); text_until('<')) element();
    expect("</" + own_name + ">");
  }

  std::string_view rest_;
  std::map<std::string, int> counts_;
};

class Junit : public FolderTest {
 protected:
  std::string written(const SuiteResult& result) const {
    write_junit(result, folder_ / "junit.xml");
    return text_of(folder_ / "junit.xml");
  }
};

const char* const kExactly = R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="tests/suite.json" tests="4" failures="2" errors="1" skipped="0" flakes="0" timestamp="2026-01-31T23:59:59Z" time="12.500">
    <properties>
      <property name="photopic_version" value="1.2.3"/>
      <property name="device" value="llvmpipe (LLVM 15.0.6, 256 bits)"/>
      <property name="driver" value="llvmpipe Mesa 22.3.6"/>
      <property name="api" value="Vulkan 1.3.230"/>
    </properties>
    <testcase classname="tests/suite.json" name="plain" file="tests/suite.json" line="7" time="0.062"/>
    <testcase classname="tests/suite.json" name="tone/agx" file="tests/suite.json" time="0.000">
      <failure type="differences" message="1 of 2 rules doesn&apos;t hold">rules: all of (mse &lt;= 1, flip_mean &lt;= 0.02)&#10;mse &lt;= 1: 2.5, doesn&apos;t hold&#10;flip_mean &lt;= 0.02: 0, holds&#10;golden: tone/agx.png&#10;</failure>
      <system-out>[[ATTACHMENT|FOLDER/e.png]]&#10;[[ATTACHMENT|FOLDER/a.png]]&#10;[[ATTACHMENT|FOLDER/f.png]]&#10;</system-out>
    </testcase>
    <testcase classname="tests/suite.json" name="lost" file="tests/suite.json" time="0.000">
      <error type="no-golden" message="no-golden"></error>
    </testcase>
    <testcase classname="tests/suite.json" name="too-good" file="tests/suite.json" time="0.000">
      <failure type="differences" message="the rules hold, and must not"></failure>
    </testcase>
  </testsuite>
</testsuites>
)xml";

TEST_F(Junit, IsExactlyThis) {
  SuiteResult result = suite_result(0);
  result.unused_goldens.clear();
  result.cases.resize(4);
  result.cases[0].name = "plain";
  result.cases[0].line = 7;
  result.cases[0].duration_s = 0.0625;
  result.cases[1].name = "tone/agx";
  result.cases[1].outcome = Outcome::differences;
  result.cases[1].message = "1 of 2 rules doesn't hold";
  result.cases[1].checks = {{"mse <= 1", 2.5, 1.0, -1.5, false}, {"flip_mean <= 0.02", 0.0, 0.02, 1.0, true}};
  result.cases[1].rules = "all of (mse <= 1, flip_mean <= 0.02)";
  result.cases[1].golden = "tone/agx.png";
  result.cases[1].actual = "a.png";
  result.cases[1].expected = "e.png";
  result.cases[1].maps = {{"flip", "f.png"}};
  result.cases[2].name = "lost";
  result.cases[2].outcome = Outcome::no_golden;
  result.cases[3].name = "too-good";
  result.cases[3].must_fail = true;
  const auto expected = [](const std::string& folder) {
    std::string text = kExactly;
    for (std::size_t at; (at = text.find("FOLDER")) != std::string::npos;) text.replace(at, 6, folder);
    return text;
  };
  EXPECT_EQ(written(result), expected(folder_.path().string()));
  const std::filesystem::path checkout = folder_.path().parent_path();
  result.suite = checkout / "tests/suite.json";
  write_junit(result, folder_ / "junit.xml", checkout);
  EXPECT_NE(text_of(folder_ / "junit.xml").find("[[ATTACHMENT|" + folder_.path().filename().string() + "/a.png]]"),
            std::string::npos)
      << "as the service looks for it";
  EXPECT_NE(text_of(folder_ / "junit.xml").find(" file=\"tests/suite.json\""), std::string::npos);
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(Junit, FailuresAndErrorsAreCounted) {
  const SuiteResult result = suite_result(12);
  const std::string text = written(result);
  const XmlReader xml(text);
  EXPECT_EQ(xml.count("testsuite"), 1);
  EXPECT_EQ(xml.count("testcase"), 12);
  EXPECT_EQ(xml.count("failure"), 1) << "case 7; case 1 must fail and does";
  EXPECT_EQ(xml.count("error"), 8);
  EXPECT_NE(text.find(" failures=\"1\" errors=\"8\" "), std::string::npos) << text;
}

TEST_F(Junit, AttemptsAreThoseOfFlakyAndOfFailingCases) {
  SuiteResult result = suite_result(2);
  result.cases[0].outcome = compare::Outcome::pass;
  result.cases[1].outcome = compare::Outcome::differences;
  result.cases[1].must_fail = false;
  const std::string text = written(result);
  const XmlReader xml(text);
  EXPECT_EQ(xml.count("flakyFailure"), 1);
  EXPECT_EQ(xml.count("flakyError"), 1);
  EXPECT_EQ(xml.count("rerunFailure"), 1);
  EXPECT_EQ(xml.count("rerunError"), 1);
  EXPECT_EQ(xml.count("failure"), 1);
  EXPECT_NE(text.find(" flakes=\"1\" "), std::string::npos) << text;
  EXPECT_NE(text.find("<flakyError type=\"error\" message=\"renderer: ended with exit code 3\">"), std::string::npos)
      << text;
  EXPECT_NE(text.find("<flakyFailure type=\"differences\" message=\"differences: psnr_rgb &gt;= 40: is 0.1\">"),
            std::string::npos)
      << "without a message, the worst check: " << text;
  EXPECT_EQ(text.find("message=\"\""), std::string::npos);
  EXPECT_NE(text.find("done 0"), std::string::npos) << "what the command printed";
}

TEST_F(Junit, UnusedGoldensAreNamed) {
  const std::string text = written(suite_result(1));
  EXPECT_NE(text.find("<system-err>unused golden: old/a.png&#10;unused golden: old/b@nvidia.png&#10;</system-err>"),
            std::string::npos)
      << text;
  EXPECT_EQ(XmlReader(text).count("system-err"), 1);
}

TEST_F(Junit, StaysWellFormedWhateverTheTexts) {
  std::string nasty = "</failure>]]><![CDATA[&nbsp;\"'";
  for (int c = 1; c < 256; ++c) nasty += static_cast<char>(c);
  SuiteResult result = suite_result(12);
  result.suite = result.photopic_version = result.started = nasty;
  result.devices[0] = {nasty, nasty, nasty, nasty};
  result.unused_goldens = {nasty};
  for (CaseResult& one : result.cases) {
    one.name = one.message = one.rules = one.golden = one.actual = one.expected = nasty;
    one.checks[0].text = one.maps[0].first = one.maps[0].second = nasty;
  }
  const std::string text = written(result);
  EXPECT_EQ(XmlReader(text).count("testcase"), 12);
}

TEST_F(Junit, CheckerTellsWhatIsNotWellFormed) {
  const std::string head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  EXPECT_NO_THROW(XmlReader(head + "<a b=\"c&amp;\">d<e/></a>\n"));
  for (const char* text :
       {"<a>", "<a></b>", "<a/><b/>", "<a b=\"c\" b=\"d\"/>", "<a>&nbsp;</a>", "<a b=\"<\"/>", "<a>\x01</a>"}) {
    EXPECT_THROW(XmlReader(head + text), std::runtime_error) << text;
  }
}

TEST_F(Junit, FilesThatCannotBeWritten) {
  EXPECT_EQ(error_of<files::Error>([&] { write_junit(suite_result(1), folder_.path()); }),
            folder_.path().string() + ": Is a directory");
}

}  // namespace
}  // namespace regress_test
