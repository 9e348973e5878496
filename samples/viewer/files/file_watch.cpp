// SPDX-License-Identifier: MIT
// Looks at files' times and sizes.
#include "viewer/files/file_watch.h"

#include <algorithm>
#include <utility>

namespace viewer {

void FileWatch::watch(std::vector<std::filesystem::path> files) {
  files_ = std::move(files);
  known_ = last_ = look();
}

std::vector<FileWatch::State> FileWatch::look() const {
  std::vector<State> states;
  for (const std::filesystem::path& file : files_) {
    std::error_code no_time, no_size;
    State state = {std::filesystem::last_write_time(file, no_time), std::filesystem::file_size(file, no_size), true};
    if (no_time || no_size) state = {};
    states.push_back(state);
  }
  return states;
}

bool FileWatch::has_changed() {
  const std::vector<State> before = std::exchange(last_, look());
  const bool is_settled = last_ == before && std::ranges::all_of(last_, &State::is_there);
  if (!is_settled || last_ == known_) return false;
  known_ = last_;
  return true;
}

}  // namespace viewer
