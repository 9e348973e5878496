// SPDX-License-Identifier: MIT
// Options of photopic gpgpu.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_OPTIONS_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_OPTIONS_H

#include <cstdint>
#include <filesystem>
#include <vector>

#include "engine/device/vk.h"

namespace gpgpu {

enum class Operation { add, convolve, reduce };
inline constexpr const char* kOperationNames[] = {"add", "convolve", "reduce"};

struct Options {
  Operation operation = Operation::add;
  std::vector<VkExtent2D> sizes;  ///< not empty
  VkExtent2D kernel = {3, 3};     ///< odd
  VkExtent2D stride = {1, 1};
  bool is_bench = false;
  std::uint32_t repetitions = 31;       ///< of a measurement, at most
  std::filesystem::path output_folder;  ///< empty: no files
  bool json = false;
  bool validate = false;
};

/// Returns an exit code; errors are thrown.
int run(const Options& options);

}  // namespace gpgpu

#endif
