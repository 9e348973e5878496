// SPDX-License-Identifier: MIT
// Tests of two views of the debug overlay at once: which is drawn over which, and that each shows what it does alone.
#include <algorithm>
#include <array>

#include "overlay/overlay_rig.h"

namespace {

using test::LdrTexel;
using test::OverlayRig;
using test::OverlayShot;

/// Views that draw over the picture, as docs/overlay.md lists them from the top. All others are panels.
constexpr std::array<std::uint32_t, 10> kOverPicture = {photopic::kOverlayInvalid,    photopic::kOverlayZebra,
                                                        photopic::kOverlayWeights,    photopic::kOverlayNits,
                                                        photopic::kOverlayGlare,      photopic::kOverlayLocalExposure,
                                                        photopic::kOverlayLocalBase,  photopic::kOverlayLocalDetail,
                                                        photopic::kOverlayFalseColor, photopic::kOverlaySplit};
constexpr std::uint32_t kPairViews = 17;
constexpr VkExtent2D kPairExtent = {360, 220};
constexpr std::uint32_t kSplit_px = 90;

std::size_t rank_of(std::uint32_t view) {
  return std::size_t(std::find(kOverPicture.begin(), kOverPicture.end(), view) - kOverPicture.begin());
}

/// Whether a view hides what is below it at a texel, by what it draws alone.
bool covers(std::uint32_t view, const OverlayShot& alone, std::size_t texel) {
  if (rank_of(view) == kOverPicture.size()) return false;
  if (view == photopic::kOverlayInvalid || view == photopic::kOverlayZebra) {
    return alone.drawn[texel] != alone.plain[texel];
  }
  return view != photopic::kOverlaySplit || texel % kPairExtent.width < kSplit_px;
}

/// Outside the panels, a pair shows the upper view where it draws, and else the lower one: to the bit. Without
/// `is_all`, of pairs of views over the picture with the zebra, which judges it, and with the weights, which dim it.
void expect_what_they_show_alone(bool is_all) {
  photopic::MadeFor info = test::overlay_info(kPairExtent);
  info.effects = photopic::kEffectLocalExposure | photopic::kEffectGlare;
  OverlayRig rig(info);
  rig.settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  rig.settings.glare.glare = photopic::GlareProfile::eye;
  rig.overlay.split = float(kSplit_px) / float(kPairExtent.width);
  rig.overlay.zebra_under = 0.1f;
  test::HdrImage scene = test::make_overlay_scene(kPairExtent);
  const auto shot_of = [&](std::uint32_t views) {
    rig.overlay.views = views;
    return rig.shoot(scene);
  };
  std::vector<OverlayShot> alone;
  for (std::uint32_t i = 0; i < kPairViews; ++i) alone.push_back(shot_of(1u << i));
  for (std::uint32_t i = 0; i < kPairViews; ++i) {
    for (std::uint32_t j = i + 1; j < kPairViews; ++j) {
      const std::uint32_t pair = 1u << i | 1u << j;
      const bool is_short = (pair & (photopic::kOverlayZebra | photopic::kOverlayWeights)) != 0 &&
                            std::max(rank_of(1u << i), rank_of(1u << j)) < kOverPicture.size();
      if (!is_all && !is_short) continue;
      const bool is_above = rank_of(1u << i) <= rank_of(1u << j);
      const std::uint32_t above = is_above ? i : j, below = is_above ? j : i;
      const OverlayShot both = shot_of(pair);
      const bool has_split = (pair & photopic::kOverlaySplit) != 0;
      std::size_t compared = 0, wrong = 0;
      for (std::size_t texel = 0; texel < both.drawn.size(); ++texel) {
        const auto x = std::uint32_t(texel % kPairExtent.width), y = std::uint32_t(texel / kPairExtent.width);
        if (both.is_in_panel(x, y) || alone[i].is_in_panel(x, y) || alone[j].is_in_panel(x, y)) continue;
        // The split's side is another picture, which the view above it judges.
        if (has_split && x < kSplit_px && rank_of(1u << above) < kOverPicture.size() - 1) continue;
        const std::uint32_t shown = covers(1u << above, alone[above], texel) ? above : below;
        ++compared;
        wrong += both.drawn[texel] != alone[shown].drawn[texel] ? 1 : 0;
      }
      EXPECT_EQ(wrong, 0u) << "views " << i << " and " << j;
      EXPECT_GT(compared, both.drawn.size() / 20) << "views " << i << " and " << j;
    }
  }
}

TEST(OverlayPairs, ZebraAndWeightsJudgeThePicture) { expect_what_they_show_alone(false); }
TEST(OverlayPairs, AllShowWhatTheyDoAlone) { expect_what_they_show_alone(true); }

}  // namespace
