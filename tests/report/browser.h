// SPDX-License-Identifier: MIT
// Headless Chromium, controlled through a pipe (its DevTools protocol): real pages, real input events.
#ifndef PHOTOPIC_TESTS_REPORT_BROWSER_H
#define PHOTOPIC_TESTS_REPORT_BROWSER_H

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace report_test {

using Json = nlohmann::json;

struct Point {
  double x = 0.0, y = 0.0;
};

/// Shift and Alt, as the protocol numbers them.
inline constexpr int kAlt = 1, kShift = 8;

/// Throws std::runtime_error, with what the browser said, whenever it doesn't do as told.
class Browser {
 public:
  /// Keeps its profile in `folder`. `options`: of the browser's command line, besides those that all tests have.
  explicit Browser(const std::filesystem::path& folder, const std::vector<std::string>& options = {});
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Opens a page and waits until it and all that it asks for is loaded. What was noted of earlier ones is forgotten.
  void open(const std::string& url);
  void resize(int width, int height);
  /// The value of a JavaScript expression; promises are waited for.
  Json evaluate(const std::string& expression);
  /// Waits until an expression is true.
  void wait_for(const std::string& expression);
  /// Processor time of the browser and all that it started, so far.
  double cpu_s() const;

  void move(Point to);
  void press_button(Point at);
  void release_button(Point at);
  void click(Point at);
  void wheel(Point at, double delta_y);
  void key_down(const std::string& key, int modifiers = 0);
  void key_up(const std::string& key, int modifiers = 0);
  void press(const std::string& key, int modifiers = 0);
  void type(const std::string& text);

  /// Of the page that is open: errors, warnings, exceptions, refused policies, dialogs.
  const std::vector<std::string>& complaints() const { return complaints_; }
  /// Addresses that the page asked for, its own first. Data URIs are cut short.
  const std::vector<std::string>& requests() const { return requests_; }

  /// One command of the protocol, to the page or, without `to_page`, to the browser.
  Json call(const std::string& method, const Json& parameters = Json::object(), bool to_page = true);

 private:
  void start(const std::filesystem::path& folder, const std::vector<std::string>& options);
  Json receive();
  void note(const Json& event);
  void mouse(const char* type, Point at, bool with_button, double delta_y = 0.0);
  void key(const char* type, const std::string& key, int modifiers);

  pid_t process_ = -1;
  int to_browser_ = -1;
  int from_browser_ = -1;
  std::string unread_;
  int last_id_ = 0;
  std::string session_;
  bool loaded_ = false;
  bool button_is_down_ = false;
  std::vector<std::string> complaints_;
  std::vector<std::string> requests_;
};

}  // namespace report_test

#endif
