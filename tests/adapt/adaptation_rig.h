// SPDX-License-Identifier: MIT
// Sequences of frames that show uniform images, for tests of adaptation.
#ifndef PHOTOPIC_TESTS_ADAPT_ADAPTATION_RIG_H
#define PHOTOPIC_TESTS_ADAPT_ADAPTATION_RIG_H

#include <cstdint>
#include <map>
#include <vector>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace test {

inline constexpr VkExtent2D kRigExtent = {5, 3};

/// An image whose meter reading is `ev100`, up to float rounding. Kept for the next call.
class UniformImages {
 public:
  const HdrImage& at_ev100(double ev100);

 private:
  std::map<std::uint64_t, HdrImage> images_;  ///< by the bits of the double, which may be NaN
};

struct RigFrame {
  double scene_ev100 = 0.0;
  double dt_s = 0.0;
  photopic::ExposureSettings settings = {};
  bool cut = false;
  std::uint32_t view = 0;
};

/// Meters the frames one after the other; the state after each. Many per submission.
std::vector<State> run_frames(photopic::PostProcess& post, UniformImages& images, const std::vector<RigFrame>& frames);

photopic::PostProcess make_rig_meter(std::uint32_t view_count = 1);

}  // namespace test

#endif
