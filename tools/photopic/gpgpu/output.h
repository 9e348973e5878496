// SPDX-License-Identifier: MIT
// Printed and written results of photopic gpgpu.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_OUTPUT_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_OUTPUT_H

#include <string>

#include "photopic/gpgpu/measure.h"

namespace gpgpu {

/// Two lines above the rows, and a row; each with its end.
std::string heading_of(const Options& options, const std::string& device);
std::string row_of(const Result& result);

/// An array with one object per result.
std::string json_of(std::span<const Result> results, const std::string& device);

/// gpgpu-OPERATION.png and .json, of a measurement, in a folder that is there. Throws files::Error.
void write_files(const std::filesystem::path& folder, std::span<const Result> results, const std::string& device);

}  // namespace gpgpu

#endif
