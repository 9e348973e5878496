// SPDX-License-Identifier: MIT
// Measurements of a shot, from the files of its shards.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_SHOT_MEASUREMENTS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_SHOT_MEASUREMENTS_H

#include <photopic/exposure_scan.h>

#include <filesystem>
#include <string>
#include <vector>

#include "photopic/shot/shot_file.h"

namespace cli {

struct Measurements {
  ShotHead head;
  std::vector<photopic::gpu::FrameMeasurement> frames;  ///< from head.first to head.last
  std::vector<std::string> files;                       ///< of the frames
};

/// Throws files::Error for a file that can't be read, for files that don't belong together, for a frame that is there
/// twice and for one that is missing. Files of several devices are told on stderr.
Measurements read_measurements(const std::vector<std::filesystem::path>& files);

}  // namespace cli

#endif
