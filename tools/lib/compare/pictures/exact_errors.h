// SPDX-License-Identifier: MIT
// Exact errors of two pictures, made on the CPU.
#ifndef PHOTOPIC_TOOLS_COMPARE_PICTURES_EXACT_ERRORS_H
#define PHOTOPIC_TOOLS_COMPARE_PICTURES_EXACT_ERRORS_H

#include <photopic/image_metrics.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "compare/pictures/frame.h"

namespace compare {

/// photopic::kMetricErrors, without shifts and anti-aliased edges. Of codes the same numbers as a device's. Of floats,
/// squared errors are added up in double precision, and an error at the border of two bins of the histogram may be in
/// the other one. Both pictures are alike; `mask` as for Comparer::compare().
photopic::ErrorResult exact_errors(const Frame& reference, const Frame& test, float threshold,
                                   std::span<const std::uint8_t> mask);

/// Of photopic::ErrorResult::histogram.
std::size_t error_bin(const Frame& frame, double error);

}  // namespace compare

#endif
