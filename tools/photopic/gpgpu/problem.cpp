// SPDX-License-Identifier: MIT
// Sizes, names and inputs of problems.
#include "photopic/gpgpu/problem.h"

#include <random>

namespace gpgpu {
namespace {

std::vector<float> random_values(std::size_t count, float low, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<float> values(count);
  for (float& value : values) value = low + (1.0f - low) * static_cast<float>(random() >> 8) * 0x1p-24f;
  return values;
}

std::string sides_text(VkExtent2D size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

}  // namespace

VkExtent2D Problem::second_size() const {
  return operation == Operation::add ? size : operation == Operation::convolve ? kernel : VkExtent2D{0, 0};
}

VkExtent2D Problem::output_size() const {
  switch (operation) {
    case Operation::convolve:
      return {(size.width - 1) / stride.width + 1, (size.height - 1) / stride.height + 1};
    case Operation::reduce:
      return {1, 1};
    default:
      return size;
  }
}

std::string size_text(VkExtent2D size) { return size.height == 1 ? std::to_string(size.width) : sides_text(size); }

std::string name_of(const Problem& problem) {
  std::string name = kOperationNames[static_cast<std::size_t>(problem.operation)];
  if (problem.operation != Operation::convolve) return name;
  name += " " + sides_text(problem.kernel);
  return elements(problem.stride) == 1 ? name : name + ", stride " + sides_text(problem.stride);
}

Inputs make_inputs(const Problem& problem) {
  const float low = problem.operation == Operation::reduce ? 0.0f : -1.0f;
  return {random_values(elements(problem.size), low, 1), random_values(elements(problem.second_size()), low, 2)};
}

}  // namespace gpgpu
