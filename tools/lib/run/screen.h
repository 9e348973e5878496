// SPDX-License-Identifier: MIT
// An X server without a screen, for one program.
#ifndef PHOTOPIC_TOOLS_RUN_SCREEN_H
#define PHOTOPIC_TOOLS_RUN_SCREEN_H

#include <cstdint>
#include <memory>
#include <string>

#include "files/child_process.h"

namespace run {

struct ScreenSize {
  std::uint32_t width = 1280, height = 720;  ///< texels
  std::uint32_t depth = 24;                  ///< 24, or 30 for windows of 10 bits
};

/// "1280x720", "1280x720x30". Throws arguments::UsageError; `option` begins the message.
ScreenSize parse_screen(const std::string& text, const std::string& option);

/// Xvfb, until the object is gone.
class Screen {
 public:
  /// Throws files::Error where Xvfb isn't installed or doesn't start: it says why.
  explicit Screen(const ScreenSize& size);

  /// DISPLAY: ":99"
  const std::string& display() const { return display_; }

 private:
  std::unique_ptr<files::ChildProcess> server_;
  std::string display_;
};

}  // namespace run

#endif
