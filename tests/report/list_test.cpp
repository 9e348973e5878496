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
  const std::string row = "list.rows.get(list.shown.indexOf(suite.cases[0]))";
  browser().wait_for("Array.from(" + row + ".querySelectorAll('img')).every((image) => image.naturalWidth === 96)");
  EXPECT_EQ(browser().evaluate(row + ".querySelectorAll('img').length"), 3);
  EXPECT_EQ(browser().evaluate("list.rows.get(list.shown.indexOf(suite.cases[7])).querySelectorAll('.missing').length"),
            2);
}

TEST_F(List, EverythingIsShownAsText) {
  open();
  const std::string row = "list.rows.get(list.shown.indexOf(suite.cases[2]))";
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

TEST_F(List, TickedCasesMakeTheCommandThatAcceptsThem) {
  open();
  const std::string start = "photopic accept " + (folder() / "results.json").string();
  EXPECT_FALSE(is_visible("#accept-bar"));
  const auto tick = [&](const std::string& name) {
    browser().evaluate("focusCase(suite.cases.find((result) => result.name === " + quoted(name) + "))");
    browser().press("x");
  };
  tick("tone/agx");
  tick("new/one");
  EXPECT_EQ(text("#accept-bar code"), start + " --case tone/agx --case new/one") << "in the suite's order";
  EXPECT_EQ(text(".accept-count"), "2 cases ticked");
  tick("tone/agx");
  EXPECT_EQ(text("#accept-bar code"), start + " --case new/one");
  for (const char* other : {"tone/aces", "must/fail", "broken/case", "lost device", "gone/pictures"}) {
    tick(other);
    EXPECT_EQ(text(".accept-count"), "1 case ticked") << other << " can't be accepted";
  }
  click("#accept-bar .command + .button");
  EXPECT_FALSE(is_visible("#accept-bar"));
  click("#tick-failing");
  EXPECT_EQ(text(".accept-count"), "4 cases ticked");
  EXPECT_NE(text("#accept-bar code").find(" --case '</script><img src=x onerror=alert(1)> it'\\''s $& %NAME%'"),
            std::string::npos);
  click("#accept-bar .command button");
  browser().wait_for("document.querySelector('#accept-bar .command button').textContent === 'Copied'");
  EXPECT_EQ(browser().evaluate("navigator.clipboard.readText()"), text("#accept-bar code"));
}

TEST_F(List, TheHeadsBoxTicksWhatIsShown) {
  open();
  click("[data-outcome=no-golden]");
  click("#all-ticks input");
  EXPECT_EQ(text(".accept-count"), "1 case ticked");
  click("[data-outcome=all]");
  EXPECT_EQ(browser().evaluate("document.querySelector('#all-ticks input').indeterminate"), true);
  click("#rows tr:first-child a");
  EXPECT_EQ(text("#case-name"), "new/one");
  EXPECT_EQ(browser().evaluate("document.querySelector('#summary .tick').checked"), true);
  browser().press("x");
  browser().press("Escape");
  EXPECT_FALSE(is_visible("#accept-bar"));
}

TEST_F(List, FitsWindowsFromPhonesTo4k) {
  for (const int width : {390, 700, 1000, 1400, 3840}) {
    browser().resize(width, 900);
    open();
    EXPECT_LE(browser().evaluate("document.documentElement.scrollWidth"), width);
    EXPECT_EQ(browser().evaluate("rowHeight()"), box("#rows tr:nth-child(3)").height) << width;
    open_case("tone/agx");
    EXPECT_LE(browser().evaluate("document.documentElement.scrollWidth"), width);
  }
}

TEST_F(List, OnAPhoneNamesAndPicturesAreSeen) {
  browser().resize(390, 844);
  open();
  const Box name = box("#rows tr:first-child .name"), pictures = box("#rows tr:first-child .thumbnails");
  EXPECT_GT(name.width, 250.0);
  EXPECT_GT(pictures.width, 250.0);
  EXPECT_LE(name.x + name.width, 390.0);
  EXPECT_LE(pictures.x + pictures.width, 390.0);
  EXPECT_LT(name.y, pictures.y);
  EXPECT_EQ(browser().evaluate("Array.from(document.querySelectorAll('#rows tr:nth-child(5) .thumbnail'), ({title}) => "
                               "title.split(/[: ]/)[0]).join()"),
            "Expected,Actual,Difference");
  EXPECT_EQ(browser().evaluate("Array.from(document.querySelectorAll('#rows .thumbnail')).every((picture) => "
                               "picture.getBoundingClientRect().width > 60)"),
            true);
}

/// Of cases in one folder it is the end that differs.
TEST_F(List, LongNamesAreCutInTheMiddle) {
  browser().resize(1280, 900);
  regress::SuiteResult suite;
  suite.cases.resize(2);
  suite.cases[0].name = "materials/" + std::string(100, 'm') + "/metal-rough-0017.png";
  suite.cases[1].name = "short.png";
  regress::write_report(suite, folder(), folder() / "long.html");
  browser().open("file://" + (folder() / "long.html").string());
  EXPECT_EQ(shown_cases(), (Names{suite.cases[0].name, "short.png"}));
  const auto fits = [&](const std::string& part, int row) {
    return browser()
        .evaluate(
            "(({scrollWidth, clientWidth}) => scrollWidth <= clientWidth)(document.querySelector('#rows "
            "tr:nth-child(" +
            std::to_string(row) + ") ." + part + "'))")
        .get<bool>();
  };
  EXPECT_FALSE(fits("cut-start", 1)) << "an ellipsis stands for its rest";
  EXPECT_TRUE(fits("cut-end", 1));
  EXPECT_EQ(text("#rows tr:nth-child(1) .cut-end"), "tal-rough-0017.png");
  EXPECT_EQ(browser().evaluate("document.querySelectorAll('#rows tr:nth-child(2) .cut').length"), 0);
}

TEST_F(List, TheFirstScoreIsTheShareOfPixelsThatDiffer) {
  regress::SuiteResult suite;
  suite.cases.resize(2);
  suite.cases[0].scores = {{"rgb_sse", 12.0}};
  suite.cases[1].scores = {{"rgb_mse", 12.0}, {"pixels_differing_percent", 5.555555}};
  regress::write_report(suite, folder(), folder() / "scores.html");
  browser().open("file://" + (folder() / "scores.html").string());
  EXPECT_EQ(texts("#score option"), (Names{"Pixels that differ", "rgb_sse", "rgb_mse"}));
  EXPECT_EQ(text("#score-heading"), "Pixels that differ");
  EXPECT_EQ(texts("#rows .column-score"), (Names{"–", "5.56 %"}));
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
  EXPECT_FALSE(is_visible("#update"));
  EXPECT_FALSE(is_visible("#score"));
}

TEST_F(Suite, ThatLacksShardsSaysSo) {
  regress::SuiteResult suite;
  suite.cases.resize(2);
  suite.selected_cases = 3;
  suite.missing_shards = {3};
  open_suite(suite);
  EXPECT_EQ(text("#verdict"), "✗Incomplete");
  EXPECT_EQ(text("#missing"), "Incomplete: shard 3 is missing: 1 of 3 cases");
  EXPECT_TRUE(is_visible("#missing"));
}

TEST_F(Suite, ThatHasAHistoryShowsIt) {
  const regress::SuiteResult suite = made_suite(folder());
  std::deque<regress::PastRun> past(3);
  for (std::size_t i = 0; i < past.size(); ++i) past[i].started = "2026-01-0" + std::to_string(i + 1);
  past[0].cases["tone/agx"] = {compare::Outcome::pass, 0.5};
  past[2].cases["tone/agx"] = {compare::Outcome::no_golden, std::nullopt};
  regress::write_report(suite, folder(), folder() / "past.html", regress::Pictures::linked, past);
  browser().open("file://" + (folder() / "past.html").string());
  const std::string row = "list.rows.get(list.shown.findIndex(({name}) => name === 'tone/agx'))";
  EXPECT_EQ(browser().evaluate(row + ".querySelector('.strip').title"), "2 of the last 3 runs failed");
  EXPECT_EQ(browser().evaluate("document.querySelectorAll('#rows .strip').length"), 1) << "the others are new";
  // A run in which it wasn't, and cells of both colours.
  const std::string cells = browser().evaluate("getComputedStyle(document.querySelector('.strip')).backgroundImage");
  EXPECT_NE(cells.find("rgb(27, 122, 54) 0%"), std::string::npos) << cells;
  EXPECT_NE(cells.find("rgb(179, 38, 30) 50%"), std::string::npos) << cells;
  browser().open("file://" + (folder() / "past.html").string() + "#case=tone/agx");
  EXPECT_EQ(text("#trend-text"), "2 of the last 3 runs failed; least margins");
  EXPECT_EQ(texts(".trend circle"), (Names{"2026-01-01: Pass, margin 0.5", "2026-01-03: No golden",
                                           "2026-01-31T23:59:59Z: Differences, margin −1.5"}));
  browser().open("file://" + (folder() / "past.html").string() + "#case=tone/aces");
  EXPECT_FALSE(is_visible(".trend"));
  open();
  EXPECT_FALSE(is_visible(".column-trend"));
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

TEST_F(Suite, Of10000CasesHasFewRowsAtOnce) {
  regress::write_report(large_suite(folder(), 10000), folder(), folder() / "suite.html");
  // Processor time: what it takes doesn't depend on what else the machine does.
  const double opening_s = browser().cpu_s();
  browser().open("file://" + (folder() / "suite.html").string());
  EXPECT_LT(browser().cpu_s() - opening_s, 20.0);
  EXPECT_EQ(shown_cases().front(), "group1/case9997");
  EXPECT_EQ(attribute("#cases", "aria-rowcount"), "10001");
  const auto nodes = [&] { return browser().evaluate("document.querySelectorAll('*').length"); };
  const auto expect_few_rows = [&] {
    EXPECT_LT(shown_cases().size(), 40u);
    EXPECT_LT(nodes(), 900);
  };
  expect_few_rows();
  const double filtering_s = browser().cpu_s();
  browser().press("/");
  browser().type("group3");
  EXPECT_EQ(browser().evaluate("list.shown.length"), 1429);
  EXPECT_EQ(shown_cases().front(), "group3/case9957");
  click("[data-sort=name]");
  EXPECT_EQ(shown_cases().front(), "group3/case3");
  EXPECT_LT(browser().cpu_s() - filtering_s, 10.0);
  browser().evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
  browser().wait_for("list.rows.has(1428)");
  EXPECT_EQ(shown_cases().back(), "group3/case9999");
  browser().wait_for("document.querySelector('#rows tr:last-child img').naturalWidth === 96");
  expect_few_rows();
  EXPECT_TRUE(is_visible("#rows tr:last-child"));
  // What is scrolled past comes back.
  browser().evaluate("window.scrollTo(0, document.documentElement.scrollHeight / 2)");
  browser().wait_for("list.rows.has(714)");
  expect_few_rows();
  const Box middle = box("#rows tr:nth-child(9)");
  EXPECT_EQ(browser().evaluate("rowHeight()"), middle.height) << "rows are as high as is counted on";
}

TEST_F(Suite, UnchangedCasesSaySinceWhen) {
  regress::SuiteResult suite = made_suite(folder());
  suite.cases[1].judged = "2026-01-30T12:00:00Z";
  open_suite(suite);
  click("[data-outcome=unchanged]");
  EXPECT_EQ(shown_cases(), Names{"tone/aces"});
  EXPECT_EQ(text("#rows tr:first-child .message"), "unchanged since 2026-01-30T12:00:00Z, not run again");
}

TEST_F(Suite, KeysGoThroughAllRowsThatThereWouldBe) {
  open_suite(large_suite(folder(), 100));
  for (int i = 0; i < 40; ++i) browser().press("ArrowDown");
  EXPECT_EQ(browser().evaluate("focusedLine()"), 39);
  const Json focused = browser().evaluate("document.activeElement.getBoundingClientRect().toJSON()");
  EXPECT_GT(focused.at("top"), 50);
  EXPECT_LT(focused.at("bottom"), 1000);
  browser().press("Enter");
  EXPECT_EQ(text("#case-position"), "40 of 100");
  for (int i = 0; i < 30; ++i) browser().press("j");
  browser().press("Escape");
  EXPECT_EQ(browser().evaluate("focusedLine()"), 69) << "the case that was looked at last";
}

TEST_F(Suite, CasesWithTheSameDifferenceMakeAGroup) {
  open_suite(large_suite(folder(), 1000));
  click("[data-outcome=failing]");
  EXPECT_EQ(browser().evaluate("list.lines.length"), 100);
  click("#grouped");
  EXPECT_EQ(browser().evaluate("list.lines.length"), 91);
  EXPECT_EQ(browser().evaluate("list.shown.length"), 100);
  EXPECT_EQ(texts(".group"), Names{"▸ 10 cases alike"});
  const std::string group = "tr[data-hash='00000000000000aa']";
  const Json first = text(group + " .name a");
  click(group + " .tick");
  EXPECT_EQ(text(".accept-count"), "10 cases ticked");
  EXPECT_NE(text("#accept-bar code").find("and 6 more cases"), std::string::npos);
  click("#accept-bar .command button");
  browser().wait_for("document.querySelector('#accept-bar .command button').textContent === 'Copied'");
  const std::string copied = browser().evaluate("navigator.clipboard.readText()");
  EXPECT_TRUE(copied.ends_with(" --case group4/case907")) << copied;
  click(".group");
  EXPECT_EQ(browser().evaluate("list.lines.length"), 100);
  EXPECT_EQ(text(group + " .name a"), first.get<std::string>());
  EXPECT_EQ(browser().evaluate("document.querySelector(\"" + group + "\").nextElementSibling.className"), "member");
  click("#rows .member .tick");
  EXPECT_EQ(text(".accept-count"), "9 cases ticked");
  EXPECT_EQ(browser().evaluate("document.querySelector(\"" + group + " .tick\").indeterminate"), true);
  click("#grouped");
  EXPECT_TRUE(texts(".group").empty());
}

}  // namespace
}  // namespace report_test
