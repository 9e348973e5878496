// SPDX-License-Identifier: MIT
// HDR images of several samples in a texel, each of them known.
#ifndef PHOTOPIC_TESTS_EMBEDDING_SAMPLES_RIG_H
#define PHOTOPIC_TESTS_EMBEDDING_SAMPLES_RIG_H

#include <vector>

#include "embedding/draw_rig.h"
#include "gpu/hdr_image.h"

namespace test {

inline constexpr std::uint32_t kSamples = 4;  // every device has that many

/// Drawn sample by sample, of halves; as many as `samples`.
class SampledHdr {
 public:
  SampledHdr(VkExtent2D extent, const std::vector<TexelFn>& samples);

  /// SHADER_READ_ONLY_OPTIMAL.
  VkImageView view() const { return attachment_.samples().view(); }
  /// The samples of one number as an image of their own.
  const HdrImage& sample(std::uint32_t i) const { return each_[i]; }

 private:
  std::vector<HdrImage> each_;
  Attachment attachment_;
};

}  // namespace test

#endif
