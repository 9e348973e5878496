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
  std::string write(const regress::SuiteResult& suite, regress::Pictures pictures = regress::Pictures::embedded) {
    regress::write_report(suite, folder_.path(), folder_ / "report.html", pictures);
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
  EXPECT_EQ(data.at("cases").at(0).at("histogram"), nlohmann::json::parse("[4672, 256, -7, 255, -90, 1]"));
  EXPECT_EQ(data.at("cases").at(1).at("scores").at(5), "inf");
  EXPECT_EQ(data.at("texts").at(std::size_t(data.at("cases").at(1).at("scores").at(4))), "psnr_db");
  EXPECT_EQ(data.at("cases").at(5).at("scores").at(1), "nan");
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

TEST_F(ReportFile, LinksPicturesAndIsSmall) {
  EXPECT_EQ(count(write(made_suite(folder_.path()), regress::Pictures::linked), "base64"), 0);
  regress::SuiteResult suite = large_suite(folder_.path(), 1000);
  for (std::size_t i = 0; i < suite.cases.size(); ++i) {
    regress::CaseResult& one = suite.cases[i];
    const bool fails = i < 183;
    const std::string name = "pictures/some/longer/name/of/a/case-" + std::to_string(i);
    one.outcome = fails ? compare::Outcome::differences : compare::Outcome::pass;
    one.actual = fails ? name + ".actual.png" : "";
    one.expected = fails ? name + ".expected.png" : "";
    one.scores.clear();
    for (int score = 0; score < (fails ? 25 : 4); ++score) {
      one.scores.emplace_back("score_" + std::to_string(score), 1.0 / double(3 + i + 7 * std::size_t(score)));
    }
    for (std::size_t code = 0; code < (fails ? 256u : 6u); ++code) one.histogram[code] = (code + 77 * i) % 9973;
    if (!fails) continue;
    for (const char* map : {"abs", "ssim", "ciede2000", "flip"}) one.maps.emplace_back(map, name + "." + map + ".png");
    one.worst_tiles.assign(8, {1888, 1056, 32, 24, 1.0 / double(7 + i)});
    one.difference_hash = std::to_string(1000000000000000 + i);
  }
  EXPECT_LT(write(suite, regress::Pictures::linked).size(), 1u << 20);
}

TEST_F(ReportFile, PolicyForbidsWhateverThePageDoesntHold) {
  for (const regress::Pictures pictures : {regress::Pictures::linked, regress::Pictures::embedded}) {
    const std::string page = write({}, pictures);
    const std::size_t begin = page.find("content=\"default-src 'none'; ");
    ASSERT_NE(begin, std::string::npos);
    const std::string policy = page.substr(begin, page.find("\">", begin) - begin);
    EXPECT_EQ(count(policy, "'sha256-"), 2) << policy;
    const bool is_linked = pictures == regress::Pictures::linked;
    EXPECT_EQ(count(policy, "file:"), is_linked ? 1 : 0) << policy;
    EXPECT_EQ(count(policy, "data:"), is_linked ? 0 : 1) << policy;
    for (const char* allowed : {"unsafe", "http", "*"}) EXPECT_EQ(count(policy, allowed), 0) << policy;
    EXPECT_EQ(count(page, "{{"), 0);
  }
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
  regress::write_report(suite, folder_.path(), folder_ / "report.html", regress::Pictures::embedded);
  EXPECT_LT(peak_KiB() - before_KiB, 4096);
  EXPECT_GT(fs::file_size(folder_ / "report.html"), 32u << 20);
}

}  // namespace
}  // namespace report_test
