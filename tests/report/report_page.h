// SPDX-License-Identifier: MIT
// Fixture with a report in a browser that all tests share.
#ifndef PHOTOPIC_TESTS_REPORT_REPORT_PAGE_H
#define PHOTOPIC_TESTS_REPORT_REPORT_PAGE_H

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "report/browser.h"
#include "report/made_suite.h"
#include "unit/test_files.h"

namespace report_test {

/// Where an element is, CSS pixels of the window.
struct Box {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
  Point middle() const { return {x + width / 2.0, y + height / 2.0}; }
};

class ReportPage : public ::testing::Test {
 protected:
  static void SetUpTestSuite();
  void SetUp() override;
  /// Whatever a test did: nothing was asked of the network, nothing was complained about.
  void TearDown() override;

  /// Opens the made-up suite's report at `hash`, with or without its "#": report.html, with links to pictures, or
  /// single.html, which has them.
  void open(const std::string& hash = "");
  void open_case(const std::string& name, const std::string& view = "side");

  std::string text(const std::string& selector);
  std::vector<std::string> texts(const std::string& selector);
  Json attribute(const std::string& selector, const std::string& name);
  bool is_visible(const std::string& selector);
  Box box(const std::string& selector);
  void click(const std::string& selector);
  std::vector<std::string> shown_cases() { return texts("#rows .name a"); }

  /// Codes that a pane's canvas shows at a place in it, CSS pixels from its corner, once drawing is done.
  Codes canvas_codes(const std::string& pane, double x, double y);
  /// Codes that the window shows.
  Codes seen_codes(Point at);
  /// Waits until all that was asked to be drawn is drawn.
  void wait_for_drawing();
  /// The place of a picture's pixel in the window, in the pane called `pane`.
  Point place_of(const std::string& pane, double x, double y);
  std::vector<std::string> readout(const std::string& row);

  Browser& browser() { return *shared_->browser; }
  const std::filesystem::path& folder() { return shared_->folder.path(); }

  std::string page_ = "report.html";

 private:
  struct Shared {
    test_files::TempFolder folder;
    std::unique_ptr<Browser> browser;
  };
  static std::unique_ptr<Shared> shared_;
};

std::string quoted(const std::string& text);

}  // namespace report_test

#endif
