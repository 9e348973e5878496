// SPDX-License-Identifier: MIT
// Passes of glare on pictures of any size, and what they make of them in floats.
#ifndef PHOTOPIC_TESTS_GLARE_GLARE_RIG_H
#define PHOTOPIC_TESTS_GLARE_GLARE_RIG_H

#include <photopic/post_process.h>

#include <memory>
#include <vector>

#include "glare/glare.h"
#include "gpu/hdr_image.h"
#include "reference/effects/glare.h"

namespace test {

struct GlareResult {
  VkExtent2D extent = {};
  std::vector<reference::Rgb> texels;
  double scattered_fraction = 0.0;
  double removed_fraction = 0.0;

  reference::Rgb sum() const;
  const reference::Rgb& at(std::uint32_t x, std::uint32_t y) const { return texels[y * extent.width + x]; }
};

class GlareRig {
 public:
  GlareRig(VkFormat levels, VkExtent2D max_extent);
  ~GlareRig();

  /// A picture whose texels are `texel(x, y)`, in the middle of a larger image that is bright elsewhere.
  GlareResult show(VkExtent2D extent, const TexelFn& texel, const photopic::Settings& settings, float exposure = 1.0f);

  photopic::glare::Passes& passes();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

/// One for each format of levels in the process, for pictures up to kGlareRigExtent.
inline constexpr VkExtent2D kGlareRigExtent = {2100, 1300};
GlareRig& glare_rig(VkFormat levels);
void release_glare_rigs();

/// An eye without a least angle, so close to the picture that every level has a weight.
photopic::Settings glare_settings(VkExtent2D extent, float bloom_scale = 1.0f);
/// Weights that the module's settings make, for the reference.
std::vector<double> weights_of(const photopic::Settings& settings, VkExtent2D extent);
reference::glare::Chain chain_of(const photopic::Settings& settings);

}  // namespace test

#endif
