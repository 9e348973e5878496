// SPDX-License-Identifier: MIT
// Other methods' averages of the same picture.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_COMPARED_METHODS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_COMPARED_METHODS_H

#include <photopic/settings.h>

#include <filesystem>
#include <string>
#include <vector>

#include "engine/transfer/memory.h"
#include "image_io/facts.h"

namespace cli {

struct ComparedMethod {
  std::string name;
  double mean_log2_luminance;
  double error_stops;  ///< against the first row, the double-precision truth
};

/// The truth (computed on the CPU in double precision from the file's own texels), the pyramid with each of the
/// published choices, and the blit chains. Methods that the device can't run are left out.
std::vector<ComparedMethod> compare_methods(engine::Context& context, const std::filesystem::path& file,
                                            const image_io::ReadOptions& reading, const engine::Image& hdr,
                                            const photopic::MeterSettings& settings);

}  // namespace cli

#endif
