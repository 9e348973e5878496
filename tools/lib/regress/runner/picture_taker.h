// SPDX-License-Identifier: MIT
// Pictures of cases, wherever they come from: rendered, stored, or made by a program.
#ifndef PHOTOPIC_TOOLS_REGRESS_RUNNER_PICTURE_TAKER_H
#define PHOTOPIC_TOOLS_REGRESS_RUNNER_PICTURE_TAKER_H

#include <cstddef>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compare/pictures/frame.h"
#include "files/temporary.h"
#include "regress/runner/benches.h"
#include "regress/suite/suite.h"

namespace regress {

struct Picture {
  compare::Frame frame;        ///< of a case with channels by name: empty, until they are read
  std::filesystem::path file;  ///< whose picture it is, until the next is taken; empty: it was rendered
  std::optional<std::uint32_t> flash_verdict = {};  ///< Shot::flash_verdict
  std::string note = {};                            ///< goes to the result's message
  bool is_file_shown = true;                        ///< false: alpha was left out or laid over a colour
};

/// A stored picture, or golden, as the case compares it: alpha is as its mode says. Throws files::Error, also for
/// floats that aren't finite, unless they may be equal.
compare::Frame load_frame(const std::filesystem::path& file, const Case& one);
/// The same of channels by name, of one to three.
compare::Frame load_channels(const std::filesystem::path& file, const std::vector<std::string>& names, const Case& one);
/// A stored picture, decoded. Throws as load_frame().
Picture load_picture(const std::filesystem::path& file, const Case& one);

/// Throws arguments::UsageError for a command that the options don't allow.
void check_command(const Case& one, const RunOptions& options);

/// Makes pictures of cases that aren't stored.
class PictureTaker {
 public:
  /// All must outlive it.
  PictureTaker(const Suite& suite, Benches& benches) : suite_(suite), benches_(benches) {}

  /// Throws as Renderer::render() and load_picture(), and files::Error for a command that fails.
  Picture take(const Case& one, std::size_t variant);
  /// What the last case's program printed, also when it failed; empty: it was none.
  const std::string& output() const { return output_; }

 private:
  Picture run(const Case& one);
  Picture frame_of(const Case& one);
  void run_frames(const Case& one, const std::filesystem::path& frames);
  void make_folder();

  const Suite& suite_;
  Benches& benches_;
  std::optional<files::Temporary> folder_;  ///< of what programs write, from the first on
  std::string output_;
  // Of the last run of a program for its frames.
  std::string run_, run_problem_, run_output_;
  std::optional<std::uint32_t> run_verdict_;  ///< Picture::flash_verdict
  std::string run_flashes_;                   ///< Picture::note
  std::set<std::uint64_t> untaken_;           ///< frames that no case has taken yet
};

}  // namespace regress

#endif
