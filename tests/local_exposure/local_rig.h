// SPDX-License-Identifier: MIT
// Passes of local exposure by themselves, and the curves that they make.
#ifndef PHOTOPIC_TESTS_LOCAL_EXPOSURE_LOCAL_RIG_H
#define PHOTOPIC_TESTS_LOCAL_EXPOSURE_LOCAL_RIG_H

#include <cstdint>
#include <vector>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "local_exposure/local_exposure.h"
#include "reference/effects/local_exposure.h"

namespace test {

/// Curves of a grid in floats, before they become halves.
struct GpuCurves {
  std::uint32_t columns = 0;
  std::uint32_t rows = 0;
  std::vector<float> ev;  ///< by row, column, slice

  float at(std::size_t column, std::size_t row, std::size_t slice) const {
    return ev[(row * columns + column) * reference::CurveGrid::kSlices + slice];
  }
  bool operator==(const GpuCurves&) const = default;
};

/// Worst difference of any node of any curve, EV; infinite where sizes differ.
double worst_difference_ev(const GpuCurves& curves, const reference::CurveGrid& grid);

/// Settings with local exposure on, and the reference's for the same.
photopic::Settings local_settings_of(const reference::LocalExposure& settings);

/// A grey image of a picture; NaN where it is invalid.
HdrImage make_local_hdr(const reference::LogPicture& picture, VkOffset2D offset = {0, 0});

class LocalRig {
 public:
  /// The build takes averages of side x side texels.
  LocalRig(VkExtent2D max_extent, std::uint32_t side, std::uint32_t view_count = 1);

  struct Frame {
    VkRect2D region = {};  ///< without, the whole image
    std::uint32_t view = 0;
    float delta_time_s = 0.0f;
    bool reset_history = false;
  };
  /// With this log2 luminance as the one that keeps its exposure, before the bias.
  GpuCurves curves(const HdrImage& hdr, const photopic::Settings& settings, double anchor_log2, const Frame& frame);
  GpuCurves curves(const HdrImage& hdr, const photopic::Settings& settings, double anchor_log2) {
    return curves(hdr, settings, anchor_log2, Frame());
  }
  void resize(VkExtent2D max_extent) { context().check(gpu_.sized_parts.end_resize(passes_.make_sized(max_extent))); }
  const photopic::local_exposure::Passes& passes() const { return passes_; }

 private:
  photopic::Gpu gpu_;
  photopic::local_exposure::Passes passes_{gpu_};
};

}  // namespace test

#endif
