// SPDX-License-Identifier: MIT
// Tests of the list of cases, in a browser.

#include "regress/report/report.h"
#include "report/report_page.h"

namespace report_test {
namespace {

using Names = std::vector<std::string>;

class List : public ReportPage {};

TEST_F(List, HeadTellsWhatRanAndHowItEnded) {
  open();
  EXPECT_EQ(text("#suite-name"), "suites/made \"up\" & <b>bold</b>.json");
  EXPECT_EQ(text("#verdict"), "✗7 of 9 cases fail");
  const std::string facts = text("#facts");
  for (const char* fact : {"2026-01-31 23:59:59 UTC", "1 min 15 s", "0.7.0", "llvmpipe (LLVM 15.0.6, 256 bits)",
                           "llvmpipe Mesa 22.3.6", "Vulkan 1.3.230"}) {
    EXPECT_NE(facts.find(fact), std::string::npos) << fact;
  }
  EXPECT_EQ(text("#update code"), "photopic regress made.json --update --only %NAME%");
  EXPECT_EQ(text("#unused-summary"), "2 unused goldens");
  EXPECT_EQ(texts("#unused-list li"), (Names{"old/one.png", "old/<two>.png"}));
}

TEST_F(List, FailuresComeFirstAndTheWorstOfThemOnTop) {
  open();
  // Nothing was measured of four; then least margins of -1.5, -0.5, -0.005; must/fail passes by far, tone/aces barely.
  EXPECT_EQ(shown_cases(), (Names{"new/one", "size/changed", "broken/case", "lost device", "tone/agx", "gone/pictures",
                                  kEvilName, "tone/aces", "must/fail"}));
}

TEST_F(List, ColumnsSortBothWays) {
  open();
  click("[data-sort=name]");
  const Names by_name = {kEvilName, "broken/case",  "gone/pictures", "lost device", "must/fail",
                         "new/one", "size/changed", "tone/aces",     "tone/agx"};
  EXPECT_EQ(shown_cases(), by_name);
  EXPECT_EQ(attribute(".column-name", "aria-sort"), "ascending");
  click("[data-sort=name]");
  EXPECT_EQ(shown_cases(), Names(by_name.rbegin(), by_name.rend()));
  EXPECT_EQ(attribute(".column-name", "aria-sort"), "descending");
  click("[data-sort=time]");
  click("[data-sort=time]");
  EXPECT_EQ(shown_cases().front(), "tone/aces");
  EXPECT_EQ(attribute(".column-name", "aria-sort"), nullptr);
  click("[data-sort=margin]");
  EXPECT_EQ(shown_cases().front(), "must/fail");
}

TEST_F(List, AnyScoreCanBeShownAndSortedBy) {
  open();
  EXPECT_EQ(texts("#score option"), (Names{"ssim", "flip", "psnr_db", kEvilName}));
  browser().evaluate("score.value = 'psnr_db'; score.dispatchEvent(new Event('change'))");
  click("[data-sort=score]");
  click("[data-sort=score]");
  EXPECT_EQ(shown_cases().front(), "tone/aces");
  EXPECT_EQ(text("#rows tr:first-child .column-score"), "∞");
  EXPECT_EQ(text("#score-heading"), "psnr_db");
  browser().evaluate("score.value = 'ssim'; score.dispatchEvent(new Event('change'))");
  EXPECT_EQ(shown_cases().front(), "tone/aces");
  EXPECT_EQ(shown_cases()[1], "gone/pictures");
  click("[data-sort=score]");
  EXPECT_EQ(shown_cases().front(), "must/fail");
  EXPECT_EQ(text("#rows tr:nth-child(8) .column-score"), "NaN") << "after all numbers";
}

TEST_F(List, OutcomesAndTextFilter) {
  open();
  EXPECT_EQ(texts("#outcomes .chip"), (Names{"All9", "✗Failing7", "✓Passing2", "≠Differences4", "?No golden1",
                                             "↔Mismatch1", "!Error1", "‼Device error1"}));
  click("[data-outcome=passing]");
  EXPECT_EQ(shown_cases(), (Names{"tone/aces", "must/fail"}));
  click("[data-outcome=differences]");
  EXPECT_EQ(shown_cases(), (Names{"tone/agx", "gone/pictures", kEvilName, "must/fail"}));
  browser().press("/");
  browser().type("FLIP 0.03 more");
  EXPECT_EQ(shown_cases(), Names{"gone/pictures"});
  browser().type(" never");
  EXPECT_EQ(shown_cases(), Names{});
  EXPECT_EQ(text("#none"), "No case matches the filter.");
  EXPECT_TRUE(is_visible("#none"));
  browser().evaluate("search.value = ''; search.dispatchEvent(new Event('input'))");
  click("[data-outcome=all]");
  EXPECT_EQ(shown_cases().size(), 9u);
}

TEST_F(List, ThumbnailsShowTheirPictures) {
  open();
  const std::string row = "list.rows.get(suite.cases[0])";
  browser().wait_for("Array.from(" + row + ".querySelectorAll('img')).every((image) => image.naturalWidth === 96)");
  EXPECT_EQ(browser().evaluate(row + ".querySelectorAll('img').length"), 3);
  EXPECT_EQ(browser().evaluate("list.rows.get(suite.cases[7]).querySelectorAll('.missing').length"), 2);
}

TEST_F(List, EverythingIsShownAsText) {
  open();
  const std::string row = "list.rows.get(suite.cases[2])";
  EXPECT_EQ(browser().evaluate(row + ".querySelector('.name').textContent"), kEvilName);
  EXPECT_EQ(browser().evaluate(row + ".querySelector('.message').textContent"), kEvilMessage);
  EXPECT_EQ(browser().evaluate("document.querySelectorAll('b, [onerror], img[src=x]').length"), 0);
}

TEST_F(List, KeysChooseAndOpenACase) {
  open();
  browser().press("ArrowDown");
  browser().press("j");
  browser().press("j");
  browser().press("k");
  EXPECT_EQ(browser().evaluate("document.activeElement.textContent"), "size/changed");
  browser().press("Enter");
  EXPECT_EQ(text("#case-name"), "size/changed");
  EXPECT_FALSE(is_visible("#list-page"));
  browser().press("Escape");
  EXPECT_TRUE(is_visible("#list-page"));
  EXPECT_EQ(browser().evaluate("document.activeElement.textContent"), "size/changed");
  EXPECT_EQ(browser().evaluate("location.hash"), "");
}

TEST_F(List, HelpOpensAndCloses) {
  open();
  browser().press("?");
  EXPECT_TRUE(is_visible("#help"));
  browser().press("j");
  browser().press("Escape");
  EXPECT_FALSE(is_visible("#help"));
  EXPECT_TRUE(is_visible("#list-page"));
}

TEST_F(List, CopiesTheUpdateCommand) {
  open();
  click("#update button");
  browser().wait_for("document.querySelector('#update button').textContent === 'Copied'");
  EXPECT_EQ(browser().evaluate("navigator.clipboard.readText()"), "photopic regress made.json --update --only %NAME%");
}

TEST_F(List, FitsWindowsFrom700PixelsTo4k) {
  for (const int width : {700, 1000, 1400, 3840}) {
    browser().resize(width, 900);
    open();
    EXPECT_LE(browser().evaluate("document.documentElement.scrollWidth"), width);
    open_case("tone/agx");
    EXPECT_LE(browser().evaluate("document.documentElement.scrollWidth"), width);
  }
}

class Suite : public ReportPage {
 protected:
  void open_suite(const regress::SuiteResult& suite) {
    regress::write_report(suite, folder(), folder() / "suite.html");
    browser().open("file://" + (folder() / "suite.html").string());
  }
};

TEST_F(Suite, WithoutCasesSaysSo) {
  open_suite({});
  EXPECT_EQ(text("#verdict"), "✗No cases");
  EXPECT_EQ(text("#none"), "The suite has no cases.");
  EXPECT_FALSE(is_visible("#update code"));
  EXPECT_FALSE(is_visible("#score"));
}

TEST_F(Suite, ThatPassesSaysSo) {
  regress::SuiteResult suite;
  suite.cases.resize(3);
  suite.shard = 2;
  suite.shards = 4;
  suite.devices.resize(2);
  open_suite(suite);
  EXPECT_EQ(text("#verdict"), "✓All 3 cases pass");
  EXPECT_NE(text("#facts").find("2 of 4"), std::string::npos);
  EXPECT_NE(text("#facts").find("Device 2"), std::string::npos);
}

TEST_F(Suite, Of2000CasesIsQuick) {
  regress::write_report(large_suite(folder(), 2000), folder(), folder() / "suite.html");
  // Processor time: what it takes doesn't depend on what else the machine does.
  const double opening_s = browser().cpu_s();
  browser().open("file://" + (folder() / "suite.html").string());
  EXPECT_EQ(shown_cases().size(), 2000u);
  EXPECT_LT(browser().cpu_s() - opening_s, 10.0);
  EXPECT_EQ(shown_cases().front(), "group2/case1997");
  browser().wait_for("document.querySelectorAll('img[src]').length > 10");
  EXPECT_LT(browser().evaluate("document.querySelectorAll('img[src]').length"), 100) << "others wait to be seen";
  const double filtering_s = browser().cpu_s();
  browser().press("/");
  browser().type("group3");
  browser().evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
  EXPECT_EQ(shown_cases().size(), 286u);
  EXPECT_LT(browser().cpu_s() - filtering_s, 3.0);
  browser().evaluate("document.querySelector('#rows tr:last-child').scrollIntoView()");
  browser().wait_for("document.querySelector('#rows tr:last-child img').naturalWidth === 96");
  EXPECT_LT(browser().evaluate("document.querySelectorAll('img[src]').length"), 100) << "those left behind are let go";
}

}  // namespace
}  // namespace report_test
