// SPDX-License-Identifier: MIT
// A metering object all of whose memory can be filled with NaN.
#ifndef PHOTOPIC_TESTS_GPU_POISONED_METER_H
#define PHOTOPIC_TESTS_GPU_POISONED_METER_H

#include <memory>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {

class PoisonedMeter {
 public:
  /// `info.steps` is set here.
  explicit PoisonedMeter(photopic::CreateInfo info);

  /// Fills all memory of the object with `word`, then meters, as a first frame.
  State meter(const HdrImage& hdr, VkRect2D region, const photopic::MeterSettings& settings = {},
              std::uint32_t word = kQuietNan);
  State meter(const HdrImage& hdr) { return meter(hdr, {{0, 0}, hdr.extent()}); }

  photopic::PostProcess& post() { return post_; }

 private:
  LoaderShim shim_{context()};
  photopic::PostProcess post_;
  std::unique_ptr<Poison> poison_;
};

}  // namespace test

#endif
