// SPDX-License-Identifier: MIT
// The operations on the CPU, on one thread, for the baseline of the instruction set: twice.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_CPU_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_CPU_H

#include "photopic/gpgpu/problem.h"

namespace gpgpu {

/// Loops as anyone would write them; compiled so that they stay scalar.
/// `output` has room for output_size().
void run_straightforward(const Problem& problem, const Inputs& inputs, float* output);

/// Four floats at a time, by the vector extensions that GCC and Clang share: what is vectorised is then what the source
/// says, on both, and not what an optimizer found.
void run_vectorised(const Problem& problem, const Inputs& inputs, float* output);

/// Additions that any of `count` elements passes through in run_vectorised()'s sum, at most.
std::size_t vectorised_sum_depth(std::size_t count);

}  // namespace gpgpu

#endif
