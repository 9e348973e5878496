// SPDX-License-Identifier: MIT
// Files about the frames of a shot: lines of JSON, a head and then one line for each frame.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_SHOT_SHOT_FILE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_SHOT_SHOT_FILE_H

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "engine/device/context.h"
#include "files/atomic_file.h"
#include "json/node.h"
#include "photopic/shot/word_fields.h"

namespace cli {

/// What all frames of a file share.
struct ShotHead {
  std::string kind;  ///< "measurements" or "exposures"
  std::string program, device;
  std::uint64_t first = 0, last = 0;  ///< frames of the whole shot
  VkExtent2D extent = {};             ///< texels of each
  double fps = 0.0;                   ///< of exposures
  bool has_light = false;             ///< frames have words of white balance
  bool has_receptors = false;         ///< ... and of dark adaptation
  json::Json settings;                ///< that made the numbers

  std::uint64_t frame_count() const { return last - first + 1; }
  /// Of all but the device: frames with other hashes don't belong together.
  std::string hash() const;
};

/// Where a line stands.
struct LinePlace {
  std::filesystem::path file;
  std::uint64_t line = 0;

  std::string text() const { return file.string() + " line " + std::to_string(line); }
};

struct ShotLine {
  std::uint64_t frame = 0;
  std::string file;  ///< of the frame
  LinePlace place;
};

/// Writes a file whole or not at all.
class ShotFileWriter {
 public:
  ShotFileWriter(const std::filesystem::path& file, const ShotHead& head);
  /// `record`: the fields' struct.
  void add(std::uint64_t frame, const std::string& file, std::span<const WordField> fields, const void* record);
  void finish();

 private:
  void flush();

  files::AtomicFile file_;
  std::string hash_;
  std::string text_;
};

/// A line of a frame: reads `fields` into `record`, their struct. Throws json::Error for a field that is missing or no
/// number that it takes.
using ReadFields = std::function<void(std::span<const WordField> fields, void* record)>;

/// Gets what a file has. What its functions throw as json::Error is told with file and line.
class ShotFileTaker {
 public:
  virtual ~ShotFileTaker() = default;
  /// Of the lines that follow.
  virtual void take_head(const ShotHead& head, const LinePlace& place) = 0;
  virtual void take_line(const ShotLine& line, const ReadFields& read) = 0;
};

/// Reads a file, which may be several one behind another, each with a head. Throws files::Error "FILE: line N: REASON"
/// for what isn't `kind`, and for a line that is damaged, stands before its head or is of another.
void read_shot_file(const std::filesystem::path& file, const std::string& kind, ShotFileTaker& taker);

/// "frames 3, 4 and 7 more are missing", of those from the head's first to its last. `has`: whether frame first + i is
/// there. Empty if all are.
std::string missing_frames(const ShotHead& head, const std::vector<bool>& has);

}  // namespace cli

#endif
