// SPDX-License-Identifier: MIT
// Problems: an operation, its sizes and its inputs.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_PROBLEM_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_PROBLEM_H

#include <cstddef>
#include <string>
#include <vector>

#include "photopic/gpgpu/options.h"

namespace gpgpu {

/// One operation at one size; definitions as of photopic::es2.
struct Problem {
  Operation operation = Operation::add;
  VkExtent2D size = {1, 1};    ///< of the input; of one dimension: height 1
  VkExtent2D kernel = {1, 1};  ///< of convolve
  VkExtent2D stride = {1, 1};  ///< of convolve

  /// Of the second input: as large as the first, or the kernel. reduce has none.
  VkExtent2D second_size() const;
  VkExtent2D output_size() const;
};

inline std::size_t elements(VkExtent2D size) { return std::size_t{size.width} * size.height; }

/// "1000" or "640x360"
std::string size_text(VkExtent2D size);
/// "convolve 3x3", with its stride if there is one
std::string name_of(const Problem& problem);

/// Numbers of [-1, 1), the same on every machine; of a reduction [0, 1), whose sum isn't what cancellation leaves.
struct Inputs {
  std::vector<float> first;
  std::vector<float> second;
};
Inputs make_inputs(const Problem& problem);

/// One axis of a convolution: kernel elements [first, last) that meet the input for an output.
struct Taps {
  std::size_t first = 0;
  std::size_t last = 0;
};
/// `centre`: of the kernel, in the input. Neither side is above 2^31.
inline Taps taps_within(std::size_t centre, std::size_t kernel_side, std::size_t input_side) {
  const std::size_t reach = kernel_side / 2;  // odd sides: as far to both sides
  const std::size_t end = input_side + reach - centre;
  return {centre < reach ? reach - centre : 0, kernel_side < end ? kernel_side : end};
}

}  // namespace gpgpu

#endif
