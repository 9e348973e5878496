// SPDX-License-Identifier: MIT
// Patterns of frame names, 'shot.####.exr', and the files of a folder that match.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_FRAME_PATTERN_H
#define PHOTOPIC_TOOLS_PHOTOPIC_FRAME_PATTERN_H

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace cli {

struct SequenceFrame {
  std::uint64_t number;
  std::string digits;  ///< as in the file's name
  std::filesystem::path file;
};

/// The frames from `first` to `last`, in order; by default the lowest to the highest number there is. A run of # stands
/// for the number, zero-padded to at least that many digits. Throws UsageError for a pattern without or with two runs
/// of
/// #, a pattern that no file matches, and a gap: it names the first missing file.
std::vector<SequenceFrame> find_frames(const std::string& pattern, std::optional<std::uint64_t> first,
                                       std::optional<std::uint64_t> last);

/// The file of a frame that is written. A pattern without # names the only frame. Throws UsageError as above.
std::filesystem::path frame_file(const std::string& pattern, std::uint64_t number);
bool has_number(const std::string& pattern);

}  // namespace cli

#endif
