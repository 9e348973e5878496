// SPDX-License-Identifier: MIT
// Folder that a run fills, locked against other runs.
#ifndef PHOTOPIC_TOOLS_FILES_OUTPUT_FOLDER_H
#define PHOTOPIC_TOOLS_FILES_OUTPUT_FOLDER_H

#include <filesystem>

#include "files/descriptor.h"
#include "files/ephemeral.h"

namespace files {

/// Makes the folder if need be, and holds its lock: the file FOLDER/.photopic.lock, which names the process and goes
/// with this object. A process that was killed leaves the file, but no lock.
class OutputFolder final : private Ephemeral {
 public:
  enum class Use {
    alone,   ///< no other run writes there meanwhile
    shared,  ///< shards of one run do
  };
  /// Throws Error if the folder can't be made or isn't one, and if another run holds the lock: it is named then.
  explicit OutputFolder(const std::filesystem::path& folder, Use use = Use::alone);
  ~OutputFolder();
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

 private:
  void open_lock(int how);
  void remove() const;
  void end_by_signal() noexcept override { remove(); }

  std::filesystem::path file_;
  Descriptor lock_;
};

}  // namespace files

#endif
