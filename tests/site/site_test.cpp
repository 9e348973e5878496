// SPDX-License-Identifier: MIT
// Tests of the site in headless Chromium, as a web server sends it: every page in a wide and in a narrow window,
// sliders over pictures, the search, keys, dark mode.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "report/browser.h"
#include "unit/test_files.h"

namespace site_test {
namespace {

namespace fs = std::filesystem;
using report_test::Browser;
using report_test::Json;

/// Python's web server for a folder, on a free port.
class Server {
 public:
  explicit Server(const fs::path& folder) {
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("pipe");
    process_ = fork();
    if (process_ == 0) {
      dup2(ends[1], STDOUT_FILENO);
      dup2(::open("/dev/null", O_WRONLY), STDERR_FILENO);  // a line for each request
      execl("/usr/bin/python3", "python3", "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory",
            folder.c_str(), nullptr);
      _exit(127);
    }
    close(ends[1]);
    std::FILE* const words = fdopen(ends[0], "r");
    int port = 0;
    if (std::fscanf(words, "Serving HTTP on 127.0.0.1 port %d", &port) != 1) throw std::runtime_error("http.server");
    std::fclose(words);
    url_ = "http://127.0.0.1:" + std::to_string(port) + "/";
  }
  ~Server() {
    kill(process_, SIGTERM);
    waitpid(process_, nullptr, 0);
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  const std::string& url() const { return url_; }

 private:
  pid_t process_ = -1;
  std::string url_;
};

class Site : public ::testing::Test {
 protected:
  struct Shared {
    test_files::TempFolder folder;
    Server server{PHOTOPIC_TEST_SITE};
    Browser browser{folder.path()};
  };
  static void SetUpTestSuite() { shared_ = std::make_unique<Shared>(); }
  static void TearDownTestSuite() { shared_.reset(); }

  Browser& browser() { return shared_->browser; }
  const std::string& url() const { return shared_->server.url(); }

  void open(const std::string& page) { browser().open(url() + page); }
  /// Presses a key until an expression is true: scripts of a page come to hear keys, and results change, in their time.
  void press_until(const std::string& key, const std::string& expression) {
    for (int tries = 0; tries < 200; ++tries) {
      browser().press(key);
      for (int i = 0; i < 10; ++i) {
        if (browser().evaluate("Boolean(" + expression + ")") == true) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
      }
    }
    FAIL() << key << ": never true: " << expression << " on " << browser().evaluate("location.href");
  }
  /// Nothing is complained about, and nothing is asked of other servers.
  void expect_quiet(const std::string& page) {
    EXPECT_TRUE(browser().complaints().empty()) << page << ": " << Json(browser().complaints()).dump(2);
    for (const std::string& request : browser().requests()) {
      EXPECT_TRUE(request.starts_with(url()) || request.starts_with("data:")) << page << ": " << request;
    }
  }
  /// To look at: with PHOTOPIC_TEST_PICTURES=DIR, the window goes to NAME.png (as Base64 text, NAME.base64).
  void keep(const std::string& name) {
    const char* const folder = std::getenv("PHOTOPIC_TEST_PICTURES");
    if (folder == nullptr) return;
    const Json picture = browser().call("Page.captureScreenshot");
    std::ofstream(fs::path(folder) / (name + ".base64")) << std::string(picture.at("data"));
  }
  void prefer(const std::string& scheme) {
    const Json feature = {{"name", "prefers-color-scheme"}, {"value", scheme}};
    browser().call("Emulation.setEmulatedMedia", {{"features", {feature}}});
  }

  /// Pages of MkDocs, and those of the references that people come to first.
  static std::vector<std::string> pages() {
    std::vector<std::string> names = {"reference/cpp/index.html",
                                      "reference/cpp/files.html",
                                      "reference/cpp/annotated.html",
                                      "reference/cpp/structphotopic__frame.html",
                                      "reference/c/index.html",
                                      "reference/c/files.html",
                                      "reference/c/structphotopic__frame.html"};
    for (const auto& entry : fs::recursive_directory_iterator(PHOTOPIC_TEST_SITE)) {
      const std::string name = fs::relative(entry.path(), PHOTOPIC_TEST_SITE).string();
      if (entry.path().extension() == ".html" && !name.starts_with("reference/") && name != "404.html") {
        names.push_back(name);
      }
    }
    return names;
  }

 private:
  static std::unique_ptr<Shared> shared_;
};
std::unique_ptr<Site::Shared> Site::shared_;

TEST_F(Site, PagesAreQuietAndHaveTheirPictures) {
  browser().resize(1400, 1000);
  ASSERT_GT(pages().size(), 80u);
  for (const std::string& page : pages()) {
    open(page);
    // Scripts of Doxygen move pictures, which are none for a moment: others of their names are loaded.
    const Json lost = browser().evaluate(
        "Promise.all([...document.images].map(({src}) => new Promise((done) => {"
        "  const picture = new Image();"
        "  picture.onload = () => done('');"
        "  picture.onerror = () => done(src);"
        "  picture.src = src;"
        "}))).then((all) => all.join(''))");
    EXPECT_EQ(lost, "") << page;
    expect_quiet(page);
  }
}

TEST_F(Site, NarrowWindowsScrollOneWay) {
  browser().resize(390, 844);
  for (const std::string& page : pages()) {
    open(page);
    EXPECT_LE(browser().evaluate("document.scrollingElement.scrollWidth").get<int>(), 390) << page;
    expect_quiet(page);
  }
  for (const char* const page : {"index", "regression", "reference/cpp/structphotopic__frame"}) {
    open(page + std::string(".html"));
    keep("narrow-" + fs::path(page).filename().string());
  }
}

/// The divider of a page's first slider, as drawn, in percent of the pictures' width: right of it is the picture after.
constexpr const char* kDivider =
    "(() => {"
    "  const [before, after] = document.querySelectorAll('.before-after.is-slider img');"
    "  const line = getComputedStyle(after.parentElement, '::before').left;"
    "  const cut = getComputedStyle(after).clipPath.match(/([0-9.]+)%\\)$/)[1];"
    "  return Math.abs(parseFloat(line) / before.clientWidth - cut / 100) < 0.01 ? Number(cut) : -1;"
    "})()";

/// Pages that have before and after: two pictures of one size lie upon each other, and keys and the mouse move the
/// divider.
TEST_F(Site, SlidersMoveByKeysAndMouse) {
  for (const int width : {1400, 390}) {
    browser().resize(width, 1000);
    for (const std::string page : {"glare", "local-exposure", "night", "looks", "metering"}) {
      SCOPED_TRACE(page + " " + std::to_string(width));
      open(page + ".html");
      browser().wait_for("document.querySelectorAll('.before-after.is-slider img').length >= 2");
      EXPECT_EQ(browser().evaluate("[...document.querySelectorAll('.before-after')].every((box) => {"
                                   "  const [before, after] = [...box.querySelectorAll('img')];"
                                   "  const [one, other] = [before, after].map((x) => x.getBoundingClientRect());"
                                   "  return before.alt && after.alt && before.naturalWidth > 0 &&"
                                   "    before.naturalWidth === after.naturalWidth &&"
                                   "    before.naturalHeight === after.naturalHeight &&"
                                   "    one.x === other.x && one.y === other.y && one.width === other.width;"
                                   "})"),
                true);
      browser().evaluate("document.querySelector('.before-after input').focus({preventScroll: true})");
      EXPECT_EQ(browser().evaluate(kDivider), 50);
      browser().press("ArrowRight");
      browser().wait_for(std::string(kDivider) + " === 51");
      browser().press("ArrowLeft");
      browser().press("ArrowLeft");
      browser().wait_for(std::string(kDivider) + " === 49");
      browser().press("End");
      browser().wait_for(std::string(kDivider) + " === 100");
      browser().press("Home");
      browser().wait_for(std::string(kDivider) + " === 0");
      const Json box = browser().evaluate(
          "(() => {"
          "  const box = document.querySelector('.before-after');"
          "  box.scrollIntoView({block: 'center', behavior: 'instant'});"
          "  const {x, y, width, height} = box.getBoundingClientRect();"
          "  return [x + 0.25 * width, y + 0.5 * height];"
          "})()");
      browser().click({box.at(0), box.at(1)});
      browser().wait_for(std::string(kDivider) + " > 0");
      EXPECT_NEAR(browser().evaluate(kDivider).get<double>(), 25.0, 1.5);
      keep("slider-" + page + "-" + std::to_string(width));
      expect_quiet(page);
    }
  }
}

/// By keys only: "s" opens the search, arrows choose a result, Enter opens its page.
TEST_F(Site, SearchFindsWords) {
  browser().resize(1400, 1000);
  for (const std::string word : {"letterbox", "NaN", "HDR10"}) {
    open("index.html");
    press_until("s", "document.activeElement.matches('[data-md-component=search-query]')");
    browser().wait_for("document.querySelector('.md-search-result__meta').textContent.startsWith('Type to start')");
    for (const char letter : word) browser().press(std::string(1, letter));
    browser().wait_for("document.querySelector('.md-search-result__link[href$=\"?h=" + word + "\" i]')");
    keep("search-" + word);
    press_until("ArrowDown", "document.activeElement.matches('.md-search-result__link')");
    press_until("Enter", "!location.pathname.endsWith('/index.html') && document.readyState === 'complete'");
    EXPECT_EQ(browser().evaluate("document.querySelector('article').textContent.toLowerCase().includes('" + word +
                                 "'.toLowerCase())"),
              true)
        << word << " led to " << browser().evaluate("location.href");
  }
}

TEST_F(Site, KeysReachTheContentAndTheNextPage) {
  browser().resize(1400, 1000);
  open("embedding.html");
  browser().press("Tab");
  EXPECT_EQ(browser().evaluate("document.activeElement.classList.contains('md-skip')"), true);
  browser().press("Enter");
  browser().wait_for("location.hash !== ''");
  press_until("n", "!location.pathname.endsWith('/embedding.html')");  // the theme's key for the next page
  EXPECT_EQ(browser().evaluate("location.pathname"), "/embedding-reference.html");
  expect_quiet("embedding-reference.html");
}

TEST_F(Site, FollowsTheSystemsColorsAndHasASwitch) {
  browser().resize(1400, 1000);
  const char* const kScheme = "document.body.getAttribute('data-md-color-scheme')";
  for (const char* const scheme : {"light", "dark"}) {
    prefer(scheme);
    const std::string wanted = scheme == std::string("dark") ? "slate" : "default";
    for (const char* const page : {"index", "glare", "settings", "reference/cpp/structphotopic__frame"}) {
      open(page + std::string(".html"));
      keep(scheme + ("-" + fs::path(page).filename().string()));
      if (page[0] != 'r') {
        EXPECT_EQ(browser().evaluate(kScheme), wanted) << page;
      }
      browser().evaluate("localStorage.clear()");
    }
  }
  open("index.html");
  browser().evaluate("document.querySelector('label[title=\"Light mode\"]').click()");
  browser().wait_for(kScheme + std::string(" === 'default'"));
  prefer("light");
}

}  // namespace
}  // namespace site_test
