// SPDX-License-Identifier: MIT
// Double-precision results, and errors against their bounds.
#include "photopic/gpgpu/accuracy.h"

#include <algorithm>
#include <cmath>

#include "photopic/gpgpu/cpu.h"

namespace gpgpu {
namespace {

constexpr double kUnit = 0x1p-24;  // unit roundoff of binary32

/// A sum and its magnitude.
class Sum {
 public:
  void add(double value) {
    value_ += value;
    magnitude_ += std::abs(value);
  }
  void append_to(Reference& reference) const {
    reference.values.push_back(value_);
    reference.magnitudes.push_back(magnitude_);
  }

 private:
  double value_ = 0.0, magnitude_ = 0.0;
};

void append_convolved(const Problem& problem, const Inputs& inputs, std::size_t centre_x, std::size_t centre_y,
                      Reference& reference) {
  const Taps columns = taps_within(centre_x, problem.kernel.width, problem.size.width);
  const Taps rows = taps_within(centre_y, problem.kernel.height, problem.size.height);
  Sum sum;
  for (std::size_t j = rows.first; j < rows.last; ++j) {
    const std::size_t y = centre_y + j - problem.kernel.height / 2;
    for (std::size_t i = columns.first; i < columns.last; ++i) {
      const std::size_t x = centre_x + i - problem.kernel.width / 2;
      sum.add(double{inputs.first[y * problem.size.width + x]} * double{inputs.second[j * problem.kernel.width + i]});
    }
  }
  sum.append_to(reference);
}

/// Levels of the pyramid.
double levels_of(VkExtent2D size) {
  double levels = 1.0;
  for (std::uint32_t side = std::max(size.width, size.height); side > 8; side = (side + 7) / 8) levels += 1.0;
  return levels;
}

/// Error by bound.
double share_of(const Accuracy& accuracy) {
  if (accuracy.error == 0.0) return 0.0;
  const double share = accuracy.error / accuracy.bound;
  return std::isnan(share) ? HUGE_VAL : share;
}

/// Either faithful rounding of a sum is right; n additions and as many products take n roundings, and one more is room
/// for the second order.
double roundings_of(const Problem& problem, double sum_roundings) {
  switch (problem.operation) {
    case Operation::convolve:
      return static_cast<double>(elements(problem.kernel)) + 2.0;
    case Operation::reduce:
      return sum_roundings;
    default:
      return 2.0;
  }
}

}  // namespace

Reference reference_of(const Problem& problem, const Inputs& inputs) {
  Reference reference;
  const VkExtent2D size = problem.output_size();
  reference.values.reserve(elements(size));
  reference.magnitudes.reserve(elements(size));
  switch (problem.operation) {
    case Operation::add:
      for (std::size_t i = 0; i < inputs.first.size(); ++i) {
        Sum sum;
        sum.add(double{inputs.first[i]} + double{inputs.second[i]});
        sum.append_to(reference);
      }
      break;
    case Operation::convolve:
      for (std::size_t y = 0; y < size.height; ++y) {
        for (std::size_t x = 0; x < size.width; ++x) {
          append_convolved(problem, inputs, x * problem.stride.width, y * problem.stride.height, reference);
        }
      }
      break;
    case Operation::reduce: {
      Sum sum;
      for (const float value : inputs.first) sum.add(double{value});
      sum.append_to(reference);
    }
  }
  return reference;
}

Accuracy accuracy_of(std::span<const float> results, const Reference& reference, double roundings) {
  Accuracy worst;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Accuracy one = {std::abs(double{results[i]} - reference.values[i]),
                          roundings * kUnit * reference.magnitudes[i]};
    if (i == 0 || share_of(one) > share_of(worst)) worst = one;
  }
  return worst;
}

double device_roundings(const Problem& problem) { return roundings_of(problem, 15.0 * levels_of(problem.size)); }

double straightforward_roundings(const Problem& problem) {
  return roundings_of(problem, static_cast<double>(elements(problem.size)));
}

double vectorised_roundings(const Problem& problem) {
  return roundings_of(problem, static_cast<double>(vectorised_sum_depth(elements(problem.size))) + 1.0);
}

}  // namespace gpgpu
