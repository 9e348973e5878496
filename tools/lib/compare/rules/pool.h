// SPDX-License-Identifier: MIT
// Scores of a video from those of its frames.
#ifndef PHOTOPIC_TOOLS_COMPARE_RULES_POOL_H
#define PHOTOPIC_TOOLS_COMPARE_RULES_POOL_H

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "compare/pictures/frame.h"
#include "compare/rules/rule.h"

namespace compare {

/// Means over the frames that have a score; of yuv_max_abs and cluster_pixels the maximum; of places nothing. apsnr_y,
/// apsnr_cb and apsnr_cr, dB: the PSNR of all frames' errors together, at most what libvmaf's enable_apsnr gives equal
/// planes.
class Pool {
 public:
  /// `frame`: any of them.
  explicit Pool(const Frame& frame);

  void add(const Scores& scores);
  Scores scores() const;

 private:
  struct Sum {
    double sum = 0.0, max = 0.0;
    std::uint64_t frames = 0;

    double mean() const { return sum / double(frames); }
  };
  double apsnr(std::size_t plane, const Sum& mse) const;

  double peak_;
  std::array<double, 3> samples_;   ///< of each plane of a frame
  std::vector<std::string> names_;  ///< in the order of their coming
  std::map<std::string, Sum> sums_;
};

}  // namespace compare

#endif
