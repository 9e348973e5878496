// SPDX-License-Identifier: MIT
// X server without a screen, and a window manager, for as long as an object lives.
#ifndef PHOTOPIC_TESTS_VIEWER_LIVE_DESKTOP_H
#define PHOTOPIC_TESTS_VIEWER_LIVE_DESKTOP_H

#include <sys/types.h>

#include <string>

#include "image_io/fixtures/io_fixtures.h"

namespace viewer_test {

class Desktop {
 public:
  /// Throws std::runtime_error if Xvfb can't be run.
  Desktop();
  ~Desktop();
  Desktop(const Desktop&) = delete;
  Desktop& operator=(const Desktop&) = delete;

  /// For DISPLAY.
  const std::string& name() const { return name_; }
  static constexpr int kWidth = 2560, kHeight = 1440;

 private:
  io_test::TempFolder folder_;
  std::string name_;
  pid_t server_ = -1;
  pid_t manager_ = -1;
};

}  // namespace viewer_test

#endif
