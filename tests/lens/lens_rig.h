// SPDX-License-Identifier: MIT
// Pictures through the final pass with what a lens and film do, in any format, as the references take them.
#ifndef PHOTOPIC_TESTS_LENS_LENS_RIG_H
#define PHOTOPIC_TESTS_LENS_LENS_RIG_H

#include <cstdint>
#include <functional>
#include <vector>

#include "display/display_rig.h"
#include "reference/effects/lens.h"

namespace test {

/// Scene-linear, with alpha.
struct LensPicture {
  VkExtent2D extent = {};
  std::vector<Rgba> texels;

  reference::LensPlane plane() const;
};
LensPicture lens_picture(VkExtent2D extent, const std::function<Rgba(std::uint32_t x, std::uint32_t y)>& texel);
/// Every channel anywhere in [0, most], alpha in [0, 1].
LensPicture random_lens_picture(VkExtent2D extent, std::uint32_t seed, float most = 1.0f);
/// Sides that fit no tile and no cross.
inline constexpr VkExtent2D kLensExtents[] = {{1, 1}, {1, 7}, {9, 1}, {2, 2}, {33, 17}, {130, 9}};

const Store& store_of(const char* name);

/// An object that only finishes, with ToneMapper::none.
class LensRig {
 public:
  /// `info` says encodings, effects and what else differs.
  LensRig(const Store& store, photopic::MadeFor info);

  /// Of an exposure of 1.
  std::vector<LdrTexel> finished(const LensPicture& picture, const photopic::Settings& settings);
  /// Of a rectangle of it.
  std::vector<LdrTexel> finished(const LensPicture& picture, const photopic::Settings& settings, VkRect2D region);
  photopic::PostProcess& post() { return post_; }
  const Store& store() const { return store_; }

 private:
  Store store_;
  photopic::PostProcess post_;
};

/// ToneMapper::none, in this encoding.
photopic::Settings lens_settings(photopic::OutputEncoding encoding = photopic::OutputEncoding::automatic);

/// Colours alone.
reference::LensPlane plane_of(const std::vector<LdrTexel>& texels, VkExtent2D extent, double most = 1.0);

}  // namespace test

#endif
