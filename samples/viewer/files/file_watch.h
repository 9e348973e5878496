// SPDX-License-Identifier: MIT
// Watch over files that other programs write anew.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_WATCH_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_WATCH_H

#include <cstdint>
#include <filesystem>
#include <vector>

namespace viewer {

/// By times of change and sizes: it works on every file system, and asks for no more than a call a file.
class FileWatch {
 public:
  /// As they are now.
  void watch(std::vector<std::filesystem::path> files);
  /// Whether one is another than it was, all are there, and none has changed since the last call: who writes one is
  /// done. True once for a change.
  bool has_changed();

 private:
  struct State {
    std::filesystem::file_time_type time;
    std::uintmax_t bytes;
    bool is_there;

    bool operator==(const State&) const = default;
  };
  std::vector<State> look() const;

  std::vector<std::filesystem::path> files_;
  std::vector<State> known_, last_;
};

}  // namespace viewer

#endif
