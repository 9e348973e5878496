// SPDX-License-Identifier: MIT
// Tests of one case, in a browser.
#include "regress/report/report.h"
#include "report/report_page.h"

namespace report_test {
namespace {

using Names = std::vector<std::string>;

Names written(const Codes& codes) {
  Names texts;
  char hex[8];
  std::snprintf(hex, sizeof hex, "#%02x%02x%02x", unsigned(codes[0]), unsigned(codes[1]), unsigned(codes[2]));
  for (const int code : codes) texts.push_back(std::to_string(code));
  texts.push_back(hex);
  return texts;
}

/// With embedded pictures, which tests and the page can read.
class Case : public ReportPage {
 protected:
  Case() { page_ = "single.html"; }
};

TEST_F(Case, ShowsBothPicturesAndTheCodesUnderThePointer) {
  open_case("tone/agx");
  EXPECT_EQ(texts("#panes figcaption b"), (Names{"Expected", "Actual"}));
  EXPECT_EQ(texts("#readout .readout-name"), (Names{"Pixel", "Expected", "Actual", "Difference"}));
  for (const std::string pane : {"actual", "expected"}) {
    browser().move(place_of(pane, 70, 40));
    EXPECT_EQ(readout("pixel"), (Names{"x 70", "y 40"})) << pane;
    EXPECT_EQ(readout("actual"), written(actual_codes(70, 40)));
    EXPECT_EQ(readout("expected"), written(expected_codes(70, 40)));
    EXPECT_EQ(readout("difference"), (Names{"+9", "−3", "0", "max 9"}));
  }
  browser().move(place_of("actual", 50, 20));
  EXPECT_EQ(readout("difference"), (Names{"0", "0", "0", "max 0"}));
  browser().move({5, 5});
  EXPECT_EQ(readout("pixel"), (Names{"x –", "y –"}));
}

TEST_F(Case, WheelMagnifiesBothAroundThePointerWithoutBlending) {
  open_case("tone/agx");
  const Point pointer = place_of("actual", 40, 20);
  browser().move(pointer);
  for (int i = 0; i < 12; ++i) browser().wheel(pointer, -240);
  wait_for_drawing();
  EXPECT_EQ(text("#zoom"), "6,400 %");
  EXPECT_EQ(readout("pixel"), (Names{"x 40", "y 20"})) << "stays under the pointer";
  for (const std::string pane : {"actual", "expected"}) {
    const Box canvas = box("canvas[data-pane=" + pane + "]");
    const Point at = place_of(pane, 42, 20);
    // All of a pixel's square has its codes, near its edges too.
    for (const double aside : {-29.0, 0.0, 29.0}) {
      EXPECT_EQ(canvas_codes(pane, at.x - canvas.x + aside, at.y - canvas.y), expected_codes(42, 20)) << pane << aside;
    }
  }
}

TEST_F(Case, DraggingPansBoth) {
  open_case("tone/agx");
  browser().press("+");
  browser().press("+");
  const Point grip = place_of("expected", 48, 27);
  browser().press_button(grip);
  browser().move({grip.x + 20, grip.y + 10});
  browser().move({grip.x + 60, grip.y + 30});
  browser().release_button({grip.x + 60, grip.y + 30});
  const Point moved = place_of("expected", 48, 27);
  EXPECT_NEAR(moved.x, grip.x + 60, 1.0);
  EXPECT_NEAR(moved.y, grip.y + 30, 1.0);
  browser().move(place_of("actual", 30, 12));
  EXPECT_EQ(readout("actual"), written(actual_codes(30, 12)));
  browser().press("0");
  wait_for_drawing();
  EXPECT_EQ(browser().evaluate("stage.viewport.x"), kWidth / 2.0);
}

TEST_F(Case, ShiftAndArrowsReadPixels) {
  open_case("tone/agx");
  browser().press("ArrowRight", kShift);
  EXPECT_EQ(readout("pixel"), (Names{"x 48", "y 27"}));
  browser().press("ArrowRight", kShift);
  browser().press("ArrowUp", kShift);
  EXPECT_EQ(readout("pixel"), (Names{"x 49", "y 26"}));
  EXPECT_EQ(readout("actual"), written(actual_codes(49, 26)));
}

TEST_F(Case, SliderMovesByKeyAndByDragging) {
  open_case("tone/agx", "slider");
  browser().press("t");  // no tiles over the pixels that are looked at
  const Box canvas = box("canvas[data-pane=slider]");
  const Point pixel = place_of("slider", 72, 40);
  const auto codes = [&] { return canvas_codes("slider", pixel.x - canvas.x, pixel.y - canvas.y); };
  EXPECT_EQ(codes(), actual_codes(72, 40)) << "right of the middle";
  EXPECT_EQ(attribute("#wipe", "aria-valuenow"), "50");
  browser().press("2");
  browser().press("ArrowRight");
  browser().press("ArrowRight", kShift);
  EXPECT_EQ(attribute("#wipe", "aria-valuenow"), "61");
  browser().press("End");
  EXPECT_EQ(codes(), expected_codes(72, 40));
  browser().press("Home");
  EXPECT_EQ(codes(), actual_codes(72, 40));
  const Point left = box("#wipe").middle();
  browser().press_button(left);
  browser().move({canvas.x + 0.9 * canvas.width, left.y});
  EXPECT_EQ(codes(), expected_codes(72, 40));
  browser().move({canvas.x + 0.2 * canvas.width, left.y});
  browser().release_button({canvas.x + 0.2 * canvas.width, left.y});
  EXPECT_EQ(attribute("#wipe", "aria-valuenow"), "20");
  EXPECT_NEAR(box("#wipe").middle().x, canvas.x + 0.2 * canvas.width, 1.0);
  EXPECT_EQ(text("#case-name"), "tone/agx") << "the arrows were the slider's";
}

TEST_F(Case, FlipsWhileAKeyIsHeld) {
  open_case("tone/agx");
  browser().press("t");
  browser().key_down("f");
  EXPECT_EQ(attribute("#views [aria-pressed=true]", "data-value"), "flip");
  const Box canvas = box("canvas[data-pane=flip]");
  const Point pixel = place_of("flip", 72, 40);
  const auto codes = [&] { return canvas_codes("flip", pixel.x - canvas.x, pixel.y - canvas.y); };
  EXPECT_EQ(codes(), expected_codes(72, 40));
  EXPECT_EQ(texts("#panes figcaption b"), Names{"Expected"});
  browser().key_up("f");
  EXPECT_EQ(codes(), actual_codes(72, 40));
  EXPECT_EQ(texts("#panes figcaption b"), Names{"Actual"});
}

TEST_F(Case, FlipsUnderThePointerAndBlinks) {
  open_case("tone/agx", "flip");
  browser().move(box("#view-options [data-value=expected]").middle());
  EXPECT_EQ(texts("#panes figcaption b"), Names{"Expected"});
  browser().move({5, 5});
  EXPECT_EQ(texts("#panes figcaption b"), Names{"Actual"});
  click("#view-options [data-value=expected]");
  browser().move({5, 5});
  EXPECT_EQ(texts("#panes figcaption b"), Names{"Expected"});
  browser().press("b");
  browser().wait_for("document.querySelector('#panes figcaption b').textContent === 'Actual'");
  browser().wait_for("document.querySelector('#panes figcaption b').textContent === 'Expected'");
  browser().press("b");
  EXPECT_EQ(browser().evaluate("stage.blinking === undefined"), true);
}

TEST_F(Case, ShowsEveryDifferenceMap) {
  open_case("tone/agx", "difference");
  browser().press("t");
  EXPECT_EQ(texts("#view-options button"), (Names{"Absolute", "FLIP", "SSIM", "ΔE₀₀ (libvmaf)"}));
  const auto shade = [&] { return canvas_codes("difference", 200, 200)[0]; };
  EXPECT_EQ(shade(), 40);
  click("#view-options [data-value=ssim]");
  EXPECT_EQ(shade(), 120);
  EXPECT_EQ(browser().evaluate("location.hash"), "#case=tone%2Fagx&view=difference&map=ssim");
  browser().press("m");
  EXPECT_EQ(shade(), 160);
  browser().press("5");
  EXPECT_EQ(texts("#panes figcaption b"), (Names{"Expected", "Actual", "Absolute difference", "FLIP difference",
                                                 "SSIM difference", "ΔE₀₀ (libvmaf) difference"}));
  EXPECT_EQ(canvas_codes("flip", 100, 100)[0], 80);
}

TEST_F(Case, WorstTilesAreBoxesThatZoom) {
  open_case("tone/agx");
  const double fitted = browser().evaluate("stage.viewport.scale");
  const auto expect_zoomed_to = [&](const regress::Tile& tile) {
    wait_for_drawing();
    EXPECT_EQ(browser().evaluate("stage.viewport.x"), tile.x + tile.width / 2.0);
    EXPECT_EQ(browser().evaluate("stage.viewport.y"), tile.y + tile.height / 2.0);
    EXPECT_GT(double(browser().evaluate("stage.viewport.scale")), 1.5 * fitted);
  };
  // The outline is drawn outside of the tile.
  const Box canvas = box("canvas[data-pane=actual]");
  const Point corner = place_of("actual", kWorstTile.x + 8, kWorstTile.y);
  EXPECT_EQ(canvas_codes("actual", corner.x - canvas.x, corner.y - 0.5 * fitted - canvas.y - 1.0),
            (Codes{255, 214, 10}));
  browser().click(place_of("actual", kWorstTile.x + 8, kWorstTile.y + 8));
  expect_zoomed_to(kWorstTile);
  browser().press("0");
  click("#tiles li:nth-child(2) button");
  expect_zoomed_to(kSecondTile);
  EXPECT_EQ(texts("#tiles .tile-error"), (Names{"81", "1.5"}));
}

TEST_F(Case, HistogramHasABarForEveryError) {
  open_case("tone/agx");
  browser().wait_for("document.querySelectorAll('#histogram rect').length > 0");
  const Json bars = browser().evaluate(
      "Array.from(document.querySelectorAll('#histogram rect'), (bar) => [Number(bar.dataset.code), "
      "bar.height.baseVal.value])");
  ASSERT_EQ(bars.size(), 4u);
  EXPECT_EQ(bars[0][0], 0);
  EXPECT_EQ(bars[3][0], 100);
  EXPECT_GT(double(bars[3][1]), 5.0) << "a single pixel is seen";
  EXPECT_NEAR(double(bars[1][1]), double(bars[2][1]), 1.0);
  // Logarithmic: 0.3 below one pixel, so 256 pixels are (2.41 + 0.3) / 0.3 times as tall as one.
  EXPECT_NEAR(double(bars[1][1]) / double(bars[3][1]), (std::log10(256.0) + 0.3) / 0.3, 0.05);
  EXPECT_EQ(browser().evaluate("Array.from(document.querySelectorAll('#histogram rect')).every((bar) => Math.abs("
                               "bar.y.baseVal.value + bar.height.baseVal.value - "
                               "document.querySelector('#histogram .axis').y1.baseVal.value) < 0.01)"),
            true)
      << "all stand on the axis";
  EXPECT_NE(text("#histogram").find("Largest error"), std::string::npos);
  EXPECT_EQ(text("#histogram rect:last-of-type title"), "100 codes: 1 pixel, 0.0193 %");
}

TEST_F(Case, ChecksTellValueThresholdAndMargin) {
  open_case("tone/agx");
  EXPECT_EQ(texts("#checks tbody tr:nth-child(2) td"), (Names{"✗", "flip <= 0.02", "0.05", "0.02", "150 % beyond"}));
  EXPECT_EQ(attribute("#checks tbody tr:nth-child(1) .sign", "aria-label"), "doesn’t hold");
  EXPECT_EQ(text("#rules"), "all of (SSIM at least 0.99, FLIP at most 0.02)");
  EXPECT_EQ(text("#message"), "ssim 0.9 is less than 0.99");
  EXPECT_EQ(texts("#case-facts dd"), (Names{"tone/agx@llvmpipe.png", "llvmpipe", "96 × 54", "250 ms"}));
  open_case("gone/pictures");
  EXPECT_EQ(texts("#checks .sign"), (Names{"✓", "✗"}));
}

TEST_F(Case, NamesItselfInTheCommandThatAccepts) {
  open_case("tone/agx");
  const std::string command = "photopic accept " + (folder() / "results.json").string() + " --case tone/agx";
  EXPECT_EQ(text("#summary .command code"), command);
  click("#summary .command button");
  browser().wait_for("document.querySelector('#summary .command button').textContent === 'Copied'");
  EXPECT_EQ(browser().evaluate("navigator.clipboard.readText()"), command);
  open_case("tone/aces");
  EXPECT_FALSE(is_visible("#summary .command")) << "there is nothing to accept";
  open_case("gone/pictures");
  EXPECT_FALSE(is_visible("#summary .command")) << "it has no golden of its own";
}

TEST_F(Case, ShowsEveryStringAsText) {
  open_case(browser().evaluate("encodeURIComponent(" + quoted(kEvilName) + ")"));
  EXPECT_EQ(text("#case-name"), kEvilName);
  EXPECT_EQ(text("#message"), kEvilMessage);
  EXPECT_EQ(text("#rules"), kEvilName);
  EXPECT_EQ(text("#checks .check-text"), kEvilName);
  EXPECT_EQ(text("#scores th"), kEvilName);
  EXPECT_EQ(texts("#case-facts dd")[0], kEvilName);
  EXPECT_EQ(text("#summary .command code"), "photopic accept " + (folder() / "results.json").string() +
                                                " --case '</script><img src=x onerror=alert(1)> it'\\''s $& %NAME%'");
  EXPECT_EQ(browser().evaluate("document.querySelectorAll('[onerror], img[src=x]').length"), 0);
}

TEST_F(Case, SaysWhichPicturesAreMissing) {
  open_case("gone/pictures");
  EXPECT_EQ(texts(".pane-problem"), (Names{"The picture is missing: never.png: no such file",
                                           "The picture is missing: never/written.png: no such file"}));
  EXPECT_TRUE(is_visible(".pane-problem"));
  browser().press("4");
  wait_for_drawing();
  EXPECT_EQ(text(".pane-problem"), "The picture is missing: truncated.png: the browser can’t decode it");
  browser().press("m");
  wait_for_drawing();
  EXPECT_EQ(text(".pane-problem"), "The picture is missing: .: not a regular file");
  open_case("new/one");
  EXPECT_EQ(text("figure:nth-child(1) .pane-problem"), "There is no expected picture.");
  open_case("broken/case");
  EXPECT_EQ(text("#panes"), "This case has no pictures.");
  EXPECT_EQ(text("#message"), "pictures/room.exr: no such file");
}

TEST_F(Case, PicturesOfDifferentSizesShareTheirCorner) {
  open_case("size/changed");
  browser().move(place_of("actual", 20, 10));
  EXPECT_EQ(readout("difference"), (Names{"0", "0", "0", "max 0"}));
  browser().move(place_of("actual", 60, 30));
  EXPECT_EQ(readout("actual"), written(actual_codes(60, 30)));
  EXPECT_EQ(readout("expected"), (Names{"–", "–", "–", ""}));
}

TEST_F(Case, KeysStepThroughTheListAsItIsFiltered) {
  open();
  click("[data-outcome=differences]");
  click("#rows tr:first-child a");
  EXPECT_EQ(text("#case-name"), "tone/agx");
  EXPECT_EQ(text("#case-position"), "1 of 4");
  browser().press("k");
  EXPECT_EQ(text("#case-name"), "tone/agx") << "there is none before";
  browser().press("j");
  EXPECT_EQ(text("#case-name"), "gone/pictures");
  browser().press("ArrowRight");
  browser().press("ArrowRight");
  EXPECT_EQ(text("#case-name"), "must/fail");
  EXPECT_EQ(text("#case-outcome"), "✓Fails as it must");
  browser().press("ArrowLeft");
  EXPECT_EQ(text("#case-name"), kEvilName);
  click("#back");
  EXPECT_TRUE(is_visible("#list-page"));
}

TEST_F(Case, AddressesKeepCaseAndView) {
  open_case("tone/agx", "flip");
  EXPECT_EQ(text("#case-name"), "tone/agx");
  EXPECT_EQ(attribute("#views [aria-pressed=true]", "data-value"), "flip");
  browser().press("1");
  EXPECT_EQ(browser().evaluate("location.hash"), "#case=tone%2Fagx");
  browser().press("2");
  EXPECT_EQ(browser().evaluate("location.hash"), "#case=tone%2Fagx&view=slider");
  browser().evaluate("location.hash = '#case=tone%2Faces&view=difference'");
  browser().wait_for("document.querySelector('#case-name').textContent === 'tone/aces'");
  browser().evaluate("history.back()");
  browser().wait_for("document.querySelector('#case-name').textContent === 'tone/agx'");
  EXPECT_TRUE(is_visible("#wipe"));
  open("#case=nobody");
  EXPECT_TRUE(is_visible("#list-page"));
}

TEST_F(Case, OpensAndClosesByTheHistoryToo) {
  open();
  click("#rows tr:nth-child(5) a");
  EXPECT_EQ(text("#case-name"), "tone/agx");
  browser().evaluate("history.back()");
  browser().wait_for("document.querySelector('#list-page').checkVisibility()");
  browser().evaluate("history.forward()");
  browser().wait_for("document.querySelector('#case-page').checkVisibility()");
  EXPECT_EQ(text("#case-name"), "tone/agx");
}

class LinkedCase : public ReportPage {};

TEST_F(LinkedCase, DrawsPicturesBesideThePage) {
  open_case("tone/agx");
  EXPECT_TRUE(texts(".pane-problem:not([hidden])").empty());
  browser().press("t");
  for (int i = 0; i < 3; ++i) browser().wheel(place_of("actual", 70, 40), -240);
  for (const std::string pane : {"actual", "expected"}) {
    EXPECT_EQ(seen_codes(place_of(pane, 72, 41)), pane == "actual" ? actual_codes(72, 41) : expected_codes(72, 41));
  }
  browser().press("3");
  EXPECT_EQ(seen_codes(place_of("flip", 72, 41)), actual_codes(72, 41));
  browser().key_down("f");
  EXPECT_EQ(seen_codes(place_of("flip", 72, 41)), expected_codes(72, 41));
  browser().key_up("f");
  browser().press("2");
  browser().press("End");
  EXPECT_EQ(seen_codes(place_of("slider", 72, 41)), expected_codes(72, 41));
  browser().press("4");
  EXPECT_EQ(seen_codes(place_of("difference", 72, 41)), (Codes{40, 0, 215}));
}

TEST_F(LinkedCase, ReadsPixelsOnceTheFolderIsChosen) {
  open_case("tone/agx");
  browser().move(place_of("actual", 70, 40));
  EXPECT_EQ(readout("pixel"), (Names{"x 70", "y 40"}));
  EXPECT_EQ(readout("actual"), (Names{"–", "–", "–", ""})) << "no page may read files beside it";
  EXPECT_TRUE(is_visible("#locked"));
  const Json document = browser().call("DOM.getDocument");
  const Json input =
      browser().call("DOM.querySelector", {{"nodeId", document.at("root").at("nodeId")}, {"selector", "#folder"}});
  browser().call("DOM.setFileInputFiles", {{"nodeId", input.at("nodeId")}, {"files", {folder().string()}}});
  browser().wait_for("chosenFiles.size > 0");
  browser().move(place_of("expected", 70, 40));
  EXPECT_EQ(readout("actual"), written(actual_codes(70, 40)));
  EXPECT_EQ(readout("difference"), (Names{"+9", "−3", "0", "max 9"}));
  EXPECT_FALSE(is_visible("#locked"));
}

TEST_F(LinkedCase, NamesAreWrittenAsAddresses) {
  regress::SuiteResult suite;
  suite.cases.resize(1);
  suite.cases[0].name = "odd";
  suite.cases[0].actual = "pictures/a #1%20?&\"<b>.png";
  std::filesystem::create_directories(folder() / "pictures");
  write_picture(folder() / suite.cases[0].actual, kWidth, kHeight, actual_codes);
  regress::write_report(suite, folder(), folder() / "odd.html");
  page_ = "odd.html";
  open_case("odd");
  EXPECT_EQ(texts(".pane-problem:not([hidden])"), Names{"There is no expected picture."});
  open();
  browser().wait_for("document.querySelector('#rows img').naturalWidth === 96");
}

TEST_F(LinkedCase, OfCasesThatPassSaysThatNoPicturesAreKept) {
  regress::SuiteResult suite;
  suite.cases.resize(2);
  suite.cases[0].name = "passing";
  suite.cases[1].name = "flashing";
  suite.cases[1].outcome = compare::Outcome::differences;
  suite.cases[1].checks = {{"flash_verdict <= 1", 3.0, 1.0, -2.0, false}};
  regress::write_report(suite, folder(), folder() / "kept.html");
  page_ = "kept.html";
  open();
  EXPECT_EQ(texts("#rows .pictureless"),
            (Names{"This case has no pictures.", "No pictures are kept of cases that pass (--artifacts)."}));
  EXPECT_TRUE(texts("#rows .thumbnail").empty());
  open_case("passing");
  EXPECT_EQ(text("#panes"), "No pictures are kept of cases that pass (--artifacts).");
  open_case("flashing");
  EXPECT_EQ(text("#case-outcome"), "✗Flashes");
  EXPECT_EQ(texts("#checks tbody td"), (Names{"✗", "flash_verdict <= 1", "3", "1", "2 beyond"}));
}

TEST_F(LinkedCase, SaysWhichPicturesWentMissing) {
  regress::SuiteResult suite;
  suite.cases.resize(1);
  suite.cases[0].name = "left";
  suite.cases[0].actual = "left.png";
  write_picture(folder() / "left.png", kWidth, kHeight, actual_codes);
  regress::write_report(suite, folder(), folder() / "left.html");
  std::filesystem::remove(folder() / "left.png");
  page_ = "left.html";
  open();
  browser().wait_for("document.querySelector('#rows .missing')");
  EXPECT_EQ(attribute("#rows .missing", "title"), "Actual is missing: left.png: the browser can’t load it");
  open_case("left");
  EXPECT_EQ(texts(".pane-problem"),
            (Names{"There is no expected picture.", "The picture is missing: left.png: the browser can’t load it"}));
  browser().open("about:blank");  // the browser's own complaint is forgotten
}

}  // namespace
}  // namespace report_test
