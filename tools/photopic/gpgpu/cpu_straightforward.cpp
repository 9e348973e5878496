// SPDX-License-Identifier: MIT
// Operations in plain loops, compiled without vectorisation.
#include "photopic/gpgpu/cpu.h"

namespace gpgpu {
namespace {

void add(const Inputs& inputs, float* output) {
  for (std::size_t i = 0; i < inputs.first.size(); ++i) output[i] = inputs.first[i] + inputs.second[i];
}

float convolved(const Problem& problem, const Inputs& inputs, std::size_t centre_x, std::size_t centre_y) {
  float sum = 0.0f;
  for (std::size_t j = 0; j < problem.kernel.height; ++j) {
    for (std::size_t i = 0; i < problem.kernel.width; ++i) {
      const std::size_t x = centre_x + i - problem.kernel.width / 2;  // left of the array: wraps to what is beyond it
      const std::size_t y = centre_y + j - problem.kernel.height / 2;
      if (x >= problem.size.width || y >= problem.size.height) continue;
      sum += inputs.second[j * problem.kernel.width + i] * inputs.first[y * problem.size.width + x];
    }
  }
  return sum;
}

void convolve(const Problem& problem, const Inputs& inputs, float* output) {
  const VkExtent2D size = problem.output_size();
  for (std::size_t y = 0; y < size.height; ++y) {
    for (std::size_t x = 0; x < size.width; ++x) {
      *output++ = convolved(problem, inputs, x * problem.stride.width, y * problem.stride.height);
    }
  }
}

float sum_of(const std::vector<float>& values) {
  float sum = 0.0f;
  for (const float value : values) sum += value;
  return sum;
}

}  // namespace

void run_straightforward(const Problem& problem, const Inputs& inputs, float* output) {
  switch (problem.operation) {
    case Operation::add:
      return add(inputs, output);
    case Operation::convolve:
      return convolve(problem, inputs, output);
    case Operation::reduce:
      *output = sum_of(inputs.first);
  }
}

}  // namespace gpgpu
