// SPDX-License-Identifier: MIT
// Frames through automatic white balance, and the texels that it looks at.
#ifndef PHOTOPIC_TESTS_DISPLAY_AUTO_WHITE_BALANCE_RIG_H
#define PHOTOPIC_TESTS_DISPLAY_AUTO_WHITE_BALANCE_RIG_H

#include <array>
#include <vector>

#include "finish/tone_map_rig.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "reference/display/awb.h"
#include "unit/reference/display/display_oracles.h"

namespace test {

/// A way to meter colours; all must find the same bits.
struct BalanceMeter {
  const char* name;
  photopic::MadeFor info;
  bool has_int64 = true;
};
std::vector<BalanceMeter> balance_meters();

/// Frames of one view.
class BalanceRig {
 public:
  BalanceRig(const BalanceMeter& meter, VkExtent2D extent, const photopic::WhiteBalanceSettings& balance = {});

  photopic::Settings settings;
  photopic::PostProcess& post() { return post_; }
  /// `region` of zero size: all.
  State step(const HdrImage& hdr, double dt_s, VkRect2D region = {}, bool reset = false);
  /// The same frame several times; the last state.
  State steps(const HdrImage& hdr, double dt_s, int count);

 private:
  photopic::PostProcess post_;
};

/// What a picture is balanced with: the words that a hold keeps.
std::array<std::uint32_t, 19> light_bits(const State& state);

/// Texels that are looked at where it is one of so many: written from docs/white-balance.md.
std::vector<reference::Rgb> sampled_texels(const HdrImage& hdr, VkRect2D region, std::uint32_t one_of);

struct Shown {
  State state;
  std::vector<LdrTexel> texels;
};

/// Pictures without a tone curve.
class PictureRig {
 public:
  PictureRig(VkExtent2D extent, bool is_baked, bool is_wide, bool is_automatic = true);
  photopic::Settings settings;
  /// Two frames, the second one of which is fused if asked for: both have the same light and exposure.
  Shown show(const HdrImage& hdr, bool is_fused);
  photopic::PostProcess& post() { return post_; }

 private:
  photopic::PostProcess post_;
};

}  // namespace test

#endif
