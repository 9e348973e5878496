// SPDX-License-Identifier: MIT
// Opening of the report, and reading of its elements.
#include "report/report_page.h"

#include "regress/report/report.h"

namespace report_test {

std::unique_ptr<ReportPage::Shared> ReportPage::shared_;

std::string quoted(const std::string& text) { return Json(text).dump(); }

void ReportPage::SetUpTestSuite() {
  if (shared_) return;
  shared_ = std::make_unique<Shared>();
  const std::filesystem::path& folder = shared_->folder.path();
  const regress::SuiteResult suite = made_suite(folder);
  regress::write_report(suite, folder, folder / "report.html");
  regress::write_report(suite, folder, folder / "single.html", regress::Pictures::embedded);
  shared_->browser = std::make_unique<Browser>(folder);
}

void ReportPage::SetUp() { browser().resize(1400, 1000); }

void ReportPage::TearDown() {
  EXPECT_TRUE(browser().complaints().empty()) << Json(browser().complaints()).dump(2);
  for (const std::string& url : browser().requests()) {
    EXPECT_TRUE(url == browser().requests().front() || url.starts_with("data:image/png") ||
                url.starts_with("file://" + folder().string()))
        << url;
  }
}

void ReportPage::open(const std::string& hash) { browser().open("file://" + (folder() / page_).string() + hash); }

void ReportPage::open_case(const std::string& name, const std::string& view) {
  open("#case=" + name + "&view=" + view);
  wait_for_drawing();
}

std::string ReportPage::text(const std::string& selector) {
  return browser().evaluate("document.querySelector(" + quoted(selector) + ").textContent");
}

std::vector<std::string> ReportPage::texts(const std::string& selector) {
  return browser().evaluate("Array.from(document.querySelectorAll(" + quoted(selector) + "), (e) => e.textContent)");
}

Json ReportPage::attribute(const std::string& selector, const std::string& name) {
  return browser().evaluate("document.querySelector(" + quoted(selector) + ").getAttribute(" + quoted(name) + ")");
}

bool ReportPage::is_visible(const std::string& selector) {
  return browser().evaluate("Boolean(document.querySelector(" + quoted(selector) + ")?.checkVisibility())");
}

Box ReportPage::box(const std::string& selector) {
  const Json box =
      browser().evaluate("document.querySelector(" + quoted(selector) + ").getBoundingClientRect().toJSON()");
  return {box.at("x"), box.at("y"), box.at("width"), box.at("height")};
}

void ReportPage::click(const std::string& selector) {
  browser().evaluate("document.querySelector(" + quoted(selector) + ").scrollIntoView({block: 'center'})");
  browser().click(box(selector).middle());
}

void ReportPage::wait_for_drawing() {
  browser().wait_for(
      "stage.frame === undefined && Array.from(stage.loaded.values()).every((loaded) => loaded.bitmap || "
      "loaded.problem)");
}

Codes ReportPage::seen_codes(Point at) {
  wait_for_drawing();
  const Json png = browser().call("Page.captureScreenshot");
  // A browser reads its own picture.
  const Json codes = browser().evaluate("(async () => { const bytes = Uint8Array.from(atob(" + quoted(png.at("data")) +
                                        "), (letter) => letter.charCodeAt(0));"
                                        "  const copy = new OffscreenCanvas(1, 1).getContext('2d');"
                                        "  copy.drawImage(await createImageBitmap(new Blob([bytes])), -" +
                                        std::to_string(int(at.x)) + ", -" + std::to_string(int(at.y)) +
                                        ");"
                                        "  return Array.from(copy.getImageData(0, 0, 1, 1).data); })()");
  return {codes.at(0), codes.at(1), codes.at(2)};
}

Codes ReportPage::canvas_codes(const std::string& pane, double x, double y) {
  wait_for_drawing();
  const Json codes = browser().evaluate(
      "{ const copy = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});"
      "  copy.drawImage(document.querySelector('canvas[data-pane=" +
      pane + "]'), -Math.floor(" + std::to_string(x) + "), -Math.floor(" + std::to_string(y) +
      "));"
      "  Array.from(copy.getImageData(0, 0, 1, 1).data) }");
  return {codes.at(0), codes.at(1), codes.at(2)};
}

Point ReportPage::place_of(const std::string& pane, double x, double y) {
  wait_for_drawing();
  const Box canvas = box("canvas[data-pane=" + pane + "]");
  const Json view = browser().evaluate("({x: stage.viewport.x, y: stage.viewport.y, scale: stage.viewport.scale})");
  const double scale = view.at("scale");
  return {canvas.middle().x + (x + 0.5 - double(view.at("x"))) * scale,
          canvas.middle().y + (y + 0.5 - double(view.at("y"))) * scale};
}

std::vector<std::string> ReportPage::readout(const std::string& row) {
  wait_for_drawing();
  return texts("#readout [data-row=" + row + "] .code");
}

}  // namespace report_test
