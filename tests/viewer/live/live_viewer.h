// SPDX-License-Identifier: MIT
// The viewer in a window that hands drive: keys and mouse of the X server, and pictures of what came of it.
#ifndef PHOTOPIC_TESTS_VIEWER_LIVE_LIVE_VIEWER_H
#define PHOTOPIC_TESTS_VIEWER_LIVE_LIVE_VIEWER_H

#include <functional>
#include <string>
#include <thread>

#include "cli/cli_test.h"

namespace viewer_test {

/// Runs until quit() or its end. Pictures are saved to the folder by F12, by whose numbers they are found.
class LiveViewer {
 public:
  /// `run` runs the program in `folder` and returns when it ends.
  LiveViewer(std::string display, std::filesystem::path folder, std::function<cli_test::ProcessResult()> run);
  ~LiveViewer();
  LiveViewer(const LiveViewer&) = delete;
  LiveViewer& operator=(const LiveViewer&) = delete;

  /// Waits until the window has a picture, and puts the mouse into the window. False if none comes.
  bool has_begun();
  /// The same, until it rests.
  bool has_started() { return has_begun() && rests(); }
  void key(const std::string& key);       ///< as xdotool names it; goes down and up at once
  void key_down(const std::string& key);  ///< until key_up()
  void key_up(const std::string& key);
  void type(const std::string& text);        ///< as fast as can be
  void move(int x, int y);                   ///< pixels of the window
  void click(int x, int y, int button = 1);  ///< goes there, and clicks
  void drag(int from_x, int from_y, int to_x, int to_y, int button = 1);
  void wheel(int clicks, const std::string& with_key = "");  ///< up; negative: down
  /// The picture, or the whole window; the file's name. Empty if none comes.
  std::string shot(bool is_window = false);
  /// Waits until half a second passes in which the program has used up to 2 % of a core. False if none comes.
  bool rests();
  /// Whether it uses more than that in half a second.
  bool is_busy() const;
  cli_test::ProcessResult quit();

 private:
  std::string xdotool(const cli_test::Arguments& arguments) const;
  std::string next_name() const;

  std::string display_;
  std::filesystem::path folder_;
  std::string window_;
  cli_test::ProcessResult result_;
  std::thread thread_;
  bool is_over_ = false;
};

}  // namespace viewer_test

#endif
