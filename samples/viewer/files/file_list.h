// SPDX-License-Identifier: MIT
// Files that the window goes through.
#ifndef PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_LIST_H
#define PHOTOPIC_SAMPLES_VIEWER_FILES_FILE_LIST_H

#include <filesystem>
#include <vector>

namespace viewer {

/// Whether both are the same place, whatever it is called.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Each once, in the order in which they came.
class FileList {
 public:
  /// Adds it; of a folder, what can be shown in it, by name. Returns the first of these, also if it was there. Throws
  /// files::Error for a folder without any.
  std::filesystem::path add(const std::filesystem::path& file);
  void remove(const std::filesystem::path& file);
  const std::vector<std::filesystem::path>& files() const { return files_; }
  /// The file that many places behind another, round the list; the first, or from the back the last, for one that isn't
  /// there. Empty if there is no other.
  std::filesystem::path from(const std::filesystem::path& file, int places) const;

 private:
  std::vector<std::filesystem::path> files_;
};

}  // namespace viewer

#endif
