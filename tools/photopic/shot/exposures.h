// SPDX-License-Identifier: MIT
// Exposure states of a shot's frames, as a file.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_SHOT_EXPOSURES_H
#define PHOTOPIC_TOOLS_PHOTOPIC_SHOT_EXPOSURES_H

#include <photopic/exposure_scan.h>

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

#include "photopic/frame_pattern.h"
#include "photopic/shot/shot_file.h"

namespace cli {

/// `files` and `states`: from head.first to head.last.
void write_exposures(const std::filesystem::path& file, const ShotHead& head, const std::vector<std::string>& files,
                     const std::vector<photopic::gpu::ExposureState>& states);

struct Exposures {
  ShotHead head;
  std::unordered_map<std::uint64_t, photopic::gpu::ExposureState> states;  ///< by frame
};

/// Those of `frames`. Throws files::Error for a file that can't be read, and for a frame that it hasn't or has twice.
Exposures read_exposures(const std::filesystem::path& file, const std::vector<SequenceFrame>& frames);

}  // namespace cli

#endif
