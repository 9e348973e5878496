// SPDX-License-Identifier: MIT
// Comparison of files: the work of photopic compare.
#ifndef PHOTOPIC_TOOLS_COMPARE_FILES_H
#define PHOTOPIC_TOOLS_COMPARE_FILES_H

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "compare/comparer.h"
#include "compare/file_pairs.h"
#include "compare/pictures/mask.h"
#include "compare/rules/outcome.h"
#include "compare/rules/rule.h"

namespace compare {

struct FileOptions {
  Options compare;                                  ///< its metrics have those of the rule
  std::optional<image_io::VideoFormat> raw_format;  ///< of .yuv
  std::filesystem::path mask;                       ///< empty: none
  std::vector<Rectangle> ignored;
  std::vector<std::string> channels;  ///< of OpenEXR, instead of colour: "R", "N.*"; empty: colour
  AlphaMode alpha;
  bool nan_is_equal = false;      ///< in the same place of both
  bool ignores_encoding = false;  ///< compares codes whatever the files say that they mean
  Rule rule;
  bool has_rule = true;                     ///< false: pictures may differ as they like, but no score may be NaN
  std::filesystem::path map_folder;         ///< empty: no maps
  std::optional<std::uint64_t> max_frames;  ///< of videos
};

/// One pair of pictures, of their channels, or of a video's frames.
struct Row {
  std::string name;
  std::vector<std::string> channels;  ///< that were compared, of those that were asked for by name: one or three
  std::string worst_channel;          ///< of these, the one with the largest error; empty: they are equal
  std::optional<std::uint64_t> frame;
  VkExtent2D extent = {};  ///< of both pictures, pixels
  /// Where they have different sizes.
  std::optional<std::pair<VkExtent2D, VkExtent2D>> extents;
  std::string description;  ///< of both pictures; empty if they weren't compared
  Outcome outcome = Outcome::pass;
  std::string message;  ///< why it failed, and what was left out
  Scores scores;
  std::vector<Check> checks;
};

/// Throws files::Error if a map would overwrite one of the pictures and videos, or the mask.
void check_maps(const std::vector<FilePair>& pairs, const FileOptions& options);

/// Compares the pairs, decoding ahead on threads, and gives each row to `take`, in order and on this thread. With
/// several comparers, of devices of a kind, each has a thread that takes the next pair when it is free; rows come when
/// their pair is done. Throws only what `take` throws: what is wrong with a pair is in its row, and the others are
/// compared all the same. Of channels by name, a row each for three of a layer, the rest one by one. A reference that
/// is missing or no usable picture is Outcome::no_golden, a file that the system didn't give and any other wrong one
/// Outcome::error, and Outcome::device_error what the device can't do. For a video, one row a frame, then one without a
/// number, with the scores of Pool. kMetricErrors is always measured. A score that is NaN is Outcome::error where the
/// rule holds without it.
void compare_files(std::span<Comparer> comparers, const std::vector<FilePair>& pairs, const FileOptions& options,
                   const std::function<void(const Row&)>& take);

}  // namespace compare

#endif
