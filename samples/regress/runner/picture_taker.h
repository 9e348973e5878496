// SPDX-License-Identifier: MIT
// Pictures of cases, wherever they come from: rendered, stored, or made by a program.
#ifndef PHOTOPIC_SAMPLES_REGRESS_RUNNER_PICTURE_TAKER_H
#define PHOTOPIC_SAMPLES_REGRESS_RUNNER_PICTURE_TAKER_H

#include <cstddef>
#include <filesystem>
#include <string>

#include "compare/pictures/frame.h"
#include "regress/runner/benches.h"
#include "regress/suite/suite.h"

namespace regress {

struct Picture {
  compare::Frame frame;
  std::filesystem::path file;  ///< whose picture it is, until the next is taken; empty: it was rendered
};

class PictureTaker {
 public:
  /// All must outlive it.
  PictureTaker(const Suite& suite, Benches& benches) : suite_(suite), benches_(benches) {}
  /// Removes what programs wrote.
  ~PictureTaker();
  PictureTaker(const PictureTaker&) = delete;
  PictureTaker& operator=(const PictureTaker&) = delete;

  /// Throws as Renderer::render() and load_frame(), and files::Error for a command that fails.
  Picture take(const Case& one, std::size_t variant);
  /// What the last case's program printed, also when it failed.
  const std::string& output() const { return output_; }

 private:
  Picture run(const Case& one);

  const Suite& suite_;
  Benches& benches_;
  std::filesystem::path folder_;  ///< of what programs write; empty: not made yet
  std::string output_;
};

}  // namespace regress

#endif
