// SPDX-License-Identifier: MIT
// Results against double precision, and the bounds they must keep.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_ACCURACY_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_ACCURACY_H

#include <span>

#include "photopic/gpgpu/problem.h"

namespace gpgpu {

/// Exact but for double precision's roundings.
struct Reference {
  std::vector<double> values;
  std::vector<double> magnitudes;  ///< what a bound is in proportion to: |sum|, or the sum of absolute values
};
Reference reference_of(const Problem& problem, const Inputs& inputs);

/// Of the element whose error is the largest share of its bound.
struct Accuracy {
  double error = 0.0;
  double bound = 0.0;
  bool is_within() const { return error <= bound; }  // an error of NaN isn't
};
/// `roundings`: the bound is that many times 2^-24 of the magnitude.
Accuracy accuracy_of(std::span<const float> results, const Reference& reference, double roundings);

/// photopic::es2's documented bounds; for convolutions with one pass, which is the least there can be.
double device_roundings(const Problem& problem);
/// With sums in the order in which run_straightforward() and run_vectorised() add.
double straightforward_roundings(const Problem& problem);
double vectorised_roundings(const Problem& problem);

}  // namespace gpgpu

#endif
