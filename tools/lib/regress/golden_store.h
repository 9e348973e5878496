// SPDX-License-Identifier: MIT
// Accepted pictures and their replacement.
#ifndef PHOTOPIC_TOOLS_REGRESS_GOLDEN_STORE_H
#define PHOTOPIC_TOOLS_REGRESS_GOLDEN_STORE_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "files/temporary.h"

namespace regress {

/// Which goldens a run replaces.
enum class UpdateMode { none, missing, changed, all };

/// In CI nobody looks at what is accepted. `ci`: value of the variable CI, or null; null, "", "0" and "false" are no
/// CI. Throws std::invalid_argument for an update in CI that isn't forced.
void check_update_allowed(UpdateMode mode, bool force, const char* ci);

/// The same of what `option` accepts.
void check_accepting_allowed(const std::string& option, bool force, const char* ci);

/// "tone/agx@nvidia.png" of "tone/agx.png"; of an empty class the same.
std::string golden_file(const std::string& file, const std::string& device_class);

/// Pictures below one folder, by file: of "tone/agx.png" there may be another for a device class,
/// "tone/agx@nvidia.png". New ones are staged in a files::Temporary in it, or in the nearest folder above it while it
/// is missing, and moved over by commit(). A run that is killed never leaves part of a golden. Not for two threads at
/// once; two processes may share a folder, and the later commit() counts.
///
/// Files are those that compare::file_problem() has nothing against, device classes those of device_class_problem();
/// std::invalid_argument for others. Everything throws files::Error for what the file system refuses
/// (files::ReadFailure where that leaves open whether a golden is there), for what is neither a file nor a folder where
/// one must be, and for symbolic links that lead out of the folder.
class GoldenStore {
 public:
  /// The folder may be missing: it then has no goldens, and commit() makes it, with those above it.
  explicit GoldenStore(std::filesystem::path folder);

  struct Golden {
    std::filesystem::path path;
    std::string file;  ///< relative to the folder
    std::string key;   ///< device class; empty: the one for all
  };
  /// The class's own, or the one for all; of an empty class the one for all. Looks at names alone: the picture may turn
  /// out unreadable.
  std::optional<Golden> find(const std::string& file, const std::string& device_class) const;

  /// Where a golden stands, or would.
  std::filesystem::path place_of(const std::string& file, const std::string& device_class) const;

  /// Writes a golden for a device class, or with an empty one for all. `rgba`: sRGB-encoded texels, row by row; alpha
  /// isn't kept. A golden that is staged again is replaced.
  void stage(const std::string& file, const std::string& device_class, std::span<const std::byte> rgba,
             std::uint32_t width, std::uint32_t height);
  /// The same of a picture's file, byte for byte. Gives the copy.
  std::filesystem::path stage_file(const std::string& file, const std::string& device_class,
                                   const std::filesystem::path& picture);
  /// Moves what was staged into place, file by file and each at once. A class's golden whose pixels are those of the
  /// one for all isn't kept, and an older one of that class is removed. After an error, which names the file, that file
  /// and those not yet moved are as before, still staged.
  void commit();

  /// Removes a file that unused() has named. Throws as the others, also if it is none or has another hash_of_file().
  void remove(const std::string& file, const std::string& hash) const;
  /// Throws where remove() would.
  void check_removal(const std::string& file, const std::string& hash) const;

  struct Used {
    std::string file;
    bool has_classes = true;  ///< those of device classes are used, too
  };
  /// Pictures of no case, sorted; relative to the folder: those named .png, and as `used` files are. Hidden files and
  /// folders are no goldens; linked folders are not looked into.
  std::vector<std::string> unused(const std::vector<Used>& used) const;

 private:
  void make_staging();
  std::filesystem::path staged_place(const std::string& file, const std::string& device_class);
  void commit_one(const std::string& device_class, const std::string& file);
  std::filesystem::path place_of(const std::string& file) const;

  std::filesystem::path folder_;
  std::optional<files::Temporary> staging_;               ///< none: nothing was staged
  std::set<std::pair<std::string, std::string>> staged_;  ///< device class and file: those for all come first
};

}  // namespace regress

#endif
