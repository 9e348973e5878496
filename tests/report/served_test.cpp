// SPDX-License-Identifier: MIT
// Tests of the report as `photopic serve` shows it: pictures are accepted by clicks.
#include <atomic>
#include <fstream>
#include <thread>

#include "files/hash.h"
#include "regress/report/report.h"
#include "regress/serve/listener.h"
#include "regress/serve/results_site.h"
#include "report/report_page.h"

namespace report_test {
namespace {

namespace fs = std::filesystem;

class Served : public ReportPage {
 protected:
  Served() {
    regress::SuiteResult suite = made_suite(out_.path());
    for (const std::string& golden : suite.unused_goldens) {
      fs::create_directories((goldens() / golden).parent_path());
      test_files::write_file(goldens() / golden, golden);
      suite.unused_hashes[golden] = files::hash_of_file(goldens() / golden);
    }
    regress::write_json(suite, out_ / "results.json");
    regress::write_report(suite, out_.path(), out_ / "report.html");
    regress::AcceptOptions options;
    options.goldens = goldens();
    site_ = std::make_shared<regress::ResultsSite>(out_.path(), listener().port(), options,
                                                   [](const regress::Accepted&) {});
    current() = site_;
    browser().resize(1400, 1000);
    open();
  }
  void TearDown() override {
    EXPECT_TRUE(browser().complaints().empty()) << Json(browser().complaints()).dump(2);
    const std::string start = site_->url().substr(0, site_->url().rfind('/') + 1);
    for (const std::string& url : browser().requests()) EXPECT_TRUE(url.starts_with(start)) << url;
  }

  void open(const std::string& hash = "") {
    browser().open(site_->url() + hash);
    browser().wait_for("server.isThere");
  }
  void tick(const std::string& name) {
    browser().evaluate("tick(suite.cases.filter((result) => result.name === " + quoted(name) + "), true)");
  }
  /// Rows that say so.
  void wait_for_accepted(int count) {
    browser().wait_for(
        "Array.from(document.querySelectorAll('#rows .good'), (badge) => badge.textContent)"
        ".filter((text) => text === '✓Accepted').length === " +
        std::to_string(count));
  }
  fs::path goldens() const { return out_ / "goldens"; }
  test_files::Bytes picture() const { return test_files::read_file(out_ / "agx.actual.png"); }

  test_files::TempFolder out_;
  std::shared_ptr<regress::ResultsSite> site_;

 private:
  static std::atomic<std::shared_ptr<regress::ResultsSite>>& current() {
    static std::atomic<std::shared_ptr<regress::ResultsSite>> site;
    return site;
  }
  /// One for all tests, as its thread doesn't end.
  static regress::Listener& listener() {
    static regress::Listener* const made = [] {
      auto* const one = new regress::Listener(0);
      std::thread([one] {
        one->run([](const regress::Request& request) { return current().load()->answer(request); });
      }).detach();
      return one;
    }();
    return *made;
  }
};

TEST_F(Served, AClickMakesTickedPicturesGoldens) {
  EXPECT_EQ(text("#acceptable"), "4 cases can have the actual picture as the golden: tick them in the list");
  tick("tone/agx");
  tick("new/one");
  EXPECT_EQ(text("#accept-bar .accept"), "Accept");
  EXPECT_NE(text("#accept-bar code").find("photopic accept "), std::string::npos);
  EXPECT_FALSE(fs::exists(goldens() / "tone"));
  click("#accept-bar .accept");
  wait_for_accepted(2);
  EXPECT_EQ(test_files::read_file(goldens() / "tone/agx@llvmpipe.png"), picture());
  EXPECT_EQ(test_files::read_file(goldens() / "new/one.png"), picture());
  EXPECT_FALSE(fs::exists(goldens() / "size"));
  EXPECT_FALSE(is_visible("#accept-bar"));
  EXPECT_EQ(text("#announcement"), "Accepted 2 cases");
  const std::string left = "2 cases accepted; 2 cases can have the actual picture as the golden: tick them in the list";
  EXPECT_EQ(text("#acceptable"), left);
  open();
  EXPECT_EQ(text("#acceptable"), left) << "after the page was loaded again";
  wait_for_accepted(2);
  click("#tick-failing");
  click("#accept-bar .accept");
  wait_for_accepted(4);
  EXPECT_EQ(text("#acceptable"), "4 cases accepted; 0 cases can have the actual picture as the golden");
  EXPECT_FALSE(is_visible("#tick-failing"));
  EXPECT_EQ(test_files::read_file(goldens() / (kEvilName + ".png")), picture());
}

TEST_F(Served, ACaseIsAcceptedFromItsOwnPage) {
  open("#case=new/one");
  click("#summary .accept");
  browser().wait_for("document.querySelector('#case-outcome .good')?.textContent === '✓Accepted'");
  EXPECT_EQ(test_files::read_file(goldens() / "new/one.png"), picture());
  EXPECT_FALSE(is_visible("#summary .accept"));
  EXPECT_TRUE(is_visible("#case-name"));
  browser().press("Escape");
  wait_for_accepted(1);
}

TEST_F(Served, SaysWhyNothingWasAccepted) {
  std::ofstream(out_ / "agx.actual.png", std::ios::app) << "changed";
  tick("tone/agx");
  click("#accept-bar .accept");
  browser().wait_for("document.querySelector('#accept-bar [role=alert]')");
  EXPECT_NE(text("#accept-bar [role=alert]").find("agx.actual.png: has changed since it was judged"),
            std::string::npos);
  EXPECT_EQ(text(".accept-count"), "1 case ticked");
  tick("new/one");
  EXPECT_FALSE(is_visible("#accept-bar [role=alert]")) << "of these nothing was said";
  wait_for_accepted(0);
  EXPECT_FALSE(fs::exists(goldens() / "tone") || fs::exists(goldens() / "new"));
  // The browser notes answers that are errors.
  EXPECT_EQ(browser().complaints().size(), 1u);
  open();
}

TEST_F(Served, AClickRemovesUnusedGoldens) {
  click("#unused-summary");
  EXPECT_EQ(text("#unused-actions .remove"), "Remove 2 goldens");
  click("#unused-list li:nth-child(2) .remove");
  browser().wait_for("document.querySelector('#unused-list .removed, #unused-actions [role=alert]')");
  ASSERT_FALSE(is_visible("#unused-actions [role=alert]")) << text("#unused-actions [role=alert]");
  EXPECT_EQ(text("#unused-summary"), "1 unused golden, 1 removed");
  EXPECT_EQ(text("#unused-list .removed"), "old/<two>.png removed");
  EXPECT_FALSE(fs::exists(goldens() / "old/<two>.png"));
  EXPECT_TRUE(fs::exists(goldens() / "old/one.png"));
  open();
  EXPECT_EQ(text("#unused-summary"), "1 unused golden, 1 removed") << "after the page was loaded again";
  click("#unused-summary");
  click("#unused-actions .remove");
  browser().wait_for("document.querySelectorAll('#unused-list .removed').length === 2");
  EXPECT_EQ(text("#announcement"), "Removed 1 golden");
  EXPECT_FALSE(fs::exists(goldens() / "old/one.png"));
  EXPECT_FALSE(is_visible("#unused-actions"));
}

TEST_F(Served, OnlyOurOwnScriptsRun) {
  std::ofstream(out_ / "evil.html") << "<!DOCTYPE html><title>page</title><script>document.title = 'run'</script>"
                                       "<body onload=\"document.title = 'run'\">";
  browser().open(site_->url().substr(0, site_->url().rfind('/') + 1) + "evil.html");
  EXPECT_EQ(browser().evaluate("document.title"), "page");
  EXPECT_GE(browser().complaints().size(), 1u);
  open();
}

TEST_F(ReportPage, AFileHasNoServerToAccept) {
  ReportPage::open();
  click("#tick-failing");
  EXPECT_TRUE(is_visible("#accept-bar code"));
  EXPECT_FALSE(is_visible("#accept-bar .accept"));
}

}  // namespace
}  // namespace report_test
