// SPDX-License-Identifier: MIT
// Drawing of the progress bar.
#include "arguments/progress.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace arguments {

std::string progress_line(const std::string& what, std::size_t done, std::size_t total, double elapsed_s) {
  constexpr std::size_t kWidth = 30;
  const std::size_t filled = total == 0 ? kWidth : kWidth * done / total;
  std::string line = "[" + std::string(filled, '#') + std::string(kWidth - filled, '.') + "]  " + std::to_string(done) +
                     "/" + std::to_string(total) + " " + what;
  if (done > 0 && done < total) {
    const double left_s = elapsed_s / double(done) * double(total - done);
    line += ", " + std::to_string(std::lround(std::ceil(left_s))) + " s left";
  }
  return line;
}

Progress::Progress(std::string what, std::size_t total)
    : what_(std::move(what)), total_(total), is_visible_(isatty(STDERR_FILENO) == 1) {
  draw();
}

Progress::~Progress() {
  if (is_visible_) std::fprintf(stderr, "\r\033[K");
}

void Progress::step() {
  ++done_;
  const auto now = std::chrono::steady_clock::now();
  if (now - last_draw_ < std::chrono::milliseconds(50) && done_ < total_) return;
  last_draw_ = now;
  draw();
}

void Progress::draw() const {
  if (!is_visible_) return;
  const double elapsed_s = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  std::fprintf(stderr, "\r\033[K%s", progress_line(what_, done_, total_, elapsed_s).c_str());
  std::fflush(stderr);
}

}  // namespace arguments
