// SPDX-License-Identifier: MIT
// Samples of sweeps that take long.
#ifndef PHOTOPIC_TESTS_UNIT_SAMPLING_H
#define PHOTOPIC_TESTS_UNIT_SAMPLING_H

#include <cstddef>
#include <vector>

namespace sampling {

/// Whether sweeps leave nothing out: PHOTOPIC_TEST_FULL=1.
bool full_wanted();

/// Of 0 to `size` - 1, ascending: all, or without full_wanted() one of each `share`, which chance has picked, the same
/// in every run.
std::vector<std::size_t> sampled(std::size_t size, std::size_t share);

}  // namespace sampling

#endif
