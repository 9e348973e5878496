// SPDX-License-Identifier: MIT
// Temporary files and folders that are gone when their program is, however that ends.
#ifndef PHOTOPIC_TOOLS_FILES_TEMPORARY_H
#define PHOTOPIC_TOOLS_FILES_TEMPORARY_H

#include <filesystem>
#include <string>

#include "files/descriptor.h"
#include "files/ephemeral.h"

namespace files {

/// A hidden file or folder that its destructor removes with all that is in it. Whoever is killed leaves it behind; the
/// next to make one in the same folder removes it, told by a lock that the system drops with its owner.
class Temporary final : private Ephemeral {
 public:
  enum class Kind { file, folder };
  /// ".STEM.photopic-XXXXXX" in `folder`, which is there. Throws std::system_error.
  Temporary(Kind kind, const std::filesystem::path& folder, const std::string& stem);
  ~Temporary();

  const std::filesystem::path& path() const { return path_; }
  /// Of a file: open for writing, and closed by the destructor.
  int descriptor() const { return open_.number(); }
  /// Puts it in the place of `target`, where it stays. Throws std::system_error.
  void rename_to(const std::filesystem::path& target);

 private:
  bool make();
  void remove() const;
  void end_by_signal() noexcept override { remove(); }

  Kind kind_;
  std::filesystem::path path_;  ///< empty: renamed
  Descriptor open_;
};

}  // namespace files

#endif
