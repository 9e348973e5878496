// SPDX-License-Identifier: MIT
// Measurement of a problem on the device and on the CPU.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_MEASURE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_GPGPU_MEASURE_H

#include <optional>

#include "photopic/gpgpu/device.h"
#include "photopic/gpgpu/accuracy.h"

namespace gpgpu {

/// Medians of the repetitions, by the CPU's clock.
struct Times {
  std::uint32_t repetitions = 0;
  double upload_us = 0.0;
  double compute_us = 0.0;
  double download_us = 0.0;
  double straightforward_us = 0.0;
  double vectorised_us = 0.0;

  double with_transfers_us() const { return upload_us + compute_us + download_us; }
};

struct Result {
  Problem problem;
  Accuracy device;
  // Of a measurement alone:
  Accuracy straightforward, vectorised;
  std::optional<Times> times;  ///< none if a bound was broken
  bool is_within() const { return device.is_within() && straightforward.is_within() && vectorised.is_within(); }
};

/// Once, on the device.
Result check(const Device& device, const Problem& problem);

/// All versions once, which compiles shaders, maps memory and shows that results are right; then `repetitions` times,
/// or fewer, at least three, where they take longer than three seconds. In each repetition all have their turn, so that
/// a clock that changes meets them alike.
///
/// OpenGL ES 2 has no timer queries: the CPU's monotonic clock is read before a step and after glFinish(), or, of the
/// download, after glReadPixels(). That has in it what the driver and this program's checks take. Calls of the CPU's
/// versions that are shorter than 50 us are timed many together, and divided. Arrays stay where they are: what fits in
/// a cache is in it.
Result measure(const Device& device, const Problem& problem, std::uint32_t repetitions);

}  // namespace gpgpu

#endif
