// SPDX-License-Identifier: MIT
// A progress bar on stderr, if that is a terminal.
#ifndef PHOTOPIC_TOOLS_ARGUMENTS_PROGRESS_H
#define PHOTOPIC_TOOLS_ARGUMENTS_PROGRESS_H

#include <chrono>
#include <cstddef>
#include <string>

namespace arguments {

class Progress {
 public:
  Progress(std::string what, std::size_t total);
  ~Progress();  ///< leaves an empty line behind
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void step();

 private:
  void draw() const;

  std::string what_;
  std::size_t total_;
  std::size_t done_ = 0;
  bool is_visible_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point last_draw_{};
};

/// "[#####.....]  12/24 frames, 3 s left", without the line's control characters.
std::string progress_line(const std::string& what, std::size_t done, std::size_t total, double elapsed_s);

}  // namespace arguments

#endif
