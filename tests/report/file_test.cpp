// SPDX-License-Identifier: MIT
// Tests of the report as a file, before anyone opens it.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "image_io/image_file.h"
#include "regress/report/report.h"
#include "report/made_suite.h"
#include "unit/test_files.h"

namespace report_test {
namespace {

namespace fs = std::filesystem;

class ReportFile : public ::testing::Test {
 protected:
  std::string write(const regress::SuiteResult& suite) {
    regress::write_report(suite, folder_.path(), folder_ / "report.html");
    const test_files::Bytes bytes = test_files::read_file(folder_ / "report.html");
    return {bytes.begin(), bytes.end()};
  }
  test_files::TempFolder folder_;
};

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string data_of(const std::string& page) {
  const std::string start = "<script type=\"application/json\" id=\"data\">";
  const std::size_t begin = page.find(start) + start.size();
  return page.substr(begin, page.find("</script>", begin) - begin);
}

TEST_F(ReportFile, HoldsTheResultsAndThePicturesBytes) {
  const std::string page = write(made_suite(folder_.path()));
  const nlohmann::json data = nlohmann::json::parse(data_of(page));
  EXPECT_EQ(data.at("cases").size(), 9u);
  EXPECT_EQ(data.at("cases").at(2).at("name"), kEvilName);
  EXPECT_EQ(data.at("cases").at(2).at("message"), kEvilMessage);
  EXPECT_EQ(data.at("cases").at(0).at("histogram").size(), 101u);
  EXPECT_EQ(data.at("cases").at(1).at("scores").at(2).at("value"), "inf");
  EXPECT_EQ(data.at("cases").at(5).at("scores").at(0).at("value"), "nan");
  EXPECT_EQ(count(page, "data:image/png;base64,iVBORw0KGgo"), 6 + 2 + 2 + 1 + 2 + 2 + 1);
}

TEST_F(ReportFile, PicturesOfEveryLengthAreEncodedWhole) {
  regress::SuiteResult suite;
  const std::string signature = "\x89PNG\r\n\x1a\n";
  const std::vector<std::pair<std::string, std::string>> kTails = {
      {"", "iVBORw0KGgo="}, {"\xff", "iVBORw0KGgr/"}, {"\xff\xfe", "iVBORw0KGgr//g=="}, {"abc", "iVBORw0KGgphYmM="}};
  for (const auto& [tail, encoded] : kTails) {
    regress::CaseResult result;
    result.actual = std::to_string(suite.cases.size()) + ".png";
    test_files::write_file(folder_ / result.actual, signature + tail);
    suite.cases.push_back(result);
  }
  const std::string page = write(suite);
  for (const auto& [tail, encoded] : kTails) EXPECT_EQ(count(page, "base64," + encoded + "</script>"), 1) << encoded;
}

TEST_F(ReportFile, NothingThatResultsSayEndsTheirScript) {
  const std::string data = data_of(write(made_suite(folder_.path())));
  for (const char letter : {'<', '>', '&'}) EXPECT_EQ(data.find(letter), std::string::npos) << letter;
  for (const char byte : data) ASSERT_GE(byte, '\n') << "a control character or not ASCII";
}

TEST_F(ReportFile, BrokenUtf8IsReplaced) {
  regress::SuiteResult suite;
  suite.suite =
      "a\xff"
      "b";
  EXPECT_NE(write(suite).find("a\\ufffdb"), std::string::npos);
}

TEST_F(ReportFile, PolicyForbidsWhateverThePageDoesntHold) {
  const std::string page = write({});
  const std::size_t begin = page.find("content=\"default-src 'none'; ");
  ASSERT_NE(begin, std::string::npos);
  const std::string policy = page.substr(begin, page.find("\">", begin) - begin);
  EXPECT_EQ(count(policy, "'sha256-"), 2) << policy;
  for (const char* allowed : {"unsafe", "http", "*", "file:"}) EXPECT_EQ(count(policy, allowed), 0) << policy;
  EXPECT_EQ(count(page, "{{"), 0);
}

TEST_F(ReportFile, SameResultsAreTheSameFile) {
  const regress::SuiteResult suite = made_suite(folder_.path());
  EXPECT_EQ(write(suite), write(suite));
}

TEST_F(ReportFile, NamesTheFileThatCannotBeWritten) {
  const fs::path file = folder_ / "no" / "report.html";
  try {
    regress::write_report({}, folder_.path(), file);
    FAIL() << "no error";
  } catch (const files::Error& error) {
    test_files::reason_in(error.what(), file.string());
  }
}

TEST_F(ReportFile, PicturesArePassedOnInParts) {
  constexpr std::uint32_t kSide = 3072;  // 28 MB
  std::uint32_t noise = 1;
  write_picture(folder_ / "noise.png", kSide, kSide, [&](auto, auto) {
    noise = noise * 1664525u + 1013904223u;
    return Codes{int(noise >> 24), int(noise >> 16 & 255), int(noise >> 8 & 255)};
  });
  ASSERT_GT(fs::file_size(folder_ / "noise.png"), 24u << 20);
  regress::SuiteResult suite;
  suite.cases.resize(1);
  suite.cases[0].actual = "noise.png";
  const auto peak_KiB = [] {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
  };
  const long before_KiB = peak_KiB();
  regress::write_report(suite, folder_.path(), folder_ / "report.html");
  EXPECT_LT(peak_KiB() - before_KiB, 4096);
  EXPECT_GT(fs::file_size(folder_ / "report.html"), 32u << 20);
}

}  // namespace
}  // namespace report_test
