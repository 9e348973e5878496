// SPDX-License-Identifier: MIT
// Tests of the pyramid's plan by brute force: every pass fits, every texel is reached, the last level holds the result.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gpu/memory/extent.h"
#include "meter/reduction_plan.h"
#include "naive/published_factor.h"
#include "reference/metering.h"
#include "unit/sampling.h"

namespace {

using photopic::ReducePass;
using photopic::ReductionPlan;

bool fits(VkExtent2D inner, VkExtent2D outer) { return inner.width <= outer.width && inner.height <= outer.height; }
bool same(VkExtent2D a, VkExtent2D b) { return a.width == b.width && a.height == b.height; }

/// The first broken promise, or null.
const char* flaw(const ReductionPlan& plan, VkExtent2D image, VkExtent2D region, std::uint32_t block_side) {
  const std::uint32_t last_level = photopic::mip_levels(image) - 1;
  if (last_level == 0) return plan.count == 0 ? nullptr : "passes in an image of one level";
  if (plan.count == 0 || plan.count > plan.passes.size()) return "count";
  std::uint32_t level = 0;
  VkExtent2D valid = region;
  for (std::uint32_t i = 0; i < plan.count; ++i) {
    const ReducePass& pass = plan.passes[i];
    if (pass.source_level != level || !same(pass.source, valid)) return "doesn't read what was written";
    if (!fits(pass.source, photopic::mip_extent(image, pass.source_level))) return "source doesn't fit its level";
    if (!fits(pass.target, photopic::mip_extent(image, pass.target_level))) return "target doesn't fit its level";
    if (pass.target_level <= pass.source_level || pass.target_level > last_level) return "level order";
    // All blocks, and no block without a texel.
    if ((pass.target.width - 1) * block_side >= pass.source.width ||
        pass.target.width * block_side < pass.source.width ||
        (pass.target.height - 1) * block_side >= pass.source.height ||
        pass.target.height * block_side < pass.source.height) {
      return "target isn't ceil(source / block)";
    }
    level = pass.target_level;
    valid = pass.target;
  }
  return level == last_level && same(valid, {1, 1}) ? nullptr : "doesn't end in the last level";
}

void expect_flawless(VkExtent2D image, VkExtent2D region, std::uint32_t block_side) {
  const ReductionPlan plan = photopic::plan_reduction(image, region, block_side);
  const char* what = flaw(plan, image, region, block_side);
  ASSERT_EQ(what, nullptr) << region.width << " x " << region.height << " of " << image.width << " x " << image.height
                           << " by " << block_side;
  ASSERT_EQ(photopic::corrected_factor_numerator(plan, region, block_side),
            std::pow(double(block_side), 2.0 * plan.count));
}

constexpr std::uint32_t kBlockSides[] = {32, 64};  // of workgroups of 8 and 16

TEST(ModulePlan, MipSizes) {
  EXPECT_EQ(photopic::mip_levels({1, 1}), 1u);
  EXPECT_EQ(photopic::mip_levels({2, 1}), 2u);
  EXPECT_EQ(photopic::mip_levels({1920, 1080}), 11u);
  EXPECT_EQ(photopic::mip_levels({3, 16384}), 15u);
  EXPECT_TRUE(same(photopic::mip_extent({1920, 1080}, 5), {60, 33}));
  EXPECT_TRUE(same(photopic::mip_extent({1920, 3}, 10), {1, 1}));
}

/// The example of docs/metering.md.
TEST(ModulePlan, FullHd) {
  const ReductionPlan plan = photopic::plan_reduction({1920, 1080}, {1920, 1080}, 32);
  ASSERT_EQ(plan.count, 3u);
  EXPECT_TRUE(plan.passes[0].target_level == 4 && same(plan.passes[0].target, {60, 34}));
  EXPECT_TRUE(plan.passes[1].target_level == 9 && same(plan.passes[1].target, {2, 2}));
  EXPECT_TRUE(plan.passes[2].target_level == 10 && same(plan.passes[2].target, {1, 1}));
}

TEST(ModulePlan, EveryLineOfTexels) {
  for (const std::uint32_t block_side : {4u, 8u, 16u, 32u, 64u}) {
    for (std::uint32_t length = 1; length <= 32768; ++length) {
      expect_flawless({length, 1}, {length, 1}, block_side);
      expect_flawless({1, length}, {1, length}, block_side);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(ModulePlan, EverySmallSizeAndPartsOfIt) {
  constexpr std::uint32_t kMaxSide = 72;
  for (const std::uint32_t block_side : kBlockSides) {
    for (std::uint32_t i = 0; i < kMaxSide * kMaxSide; ++i) {
      const VkExtent2D image = {1 + i % kMaxSide, 1 + i / kMaxSide};
      expect_flawless(image, image, block_side);
      for (const std::size_t j : sampling::sampled(std::size_t{image.width} * image.height, 16)) {
        const auto part = static_cast<std::uint32_t>(j);
        expect_flawless(image, {1 + part % image.width, 1 + part / image.width}, block_side);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(ModulePlan, RandomPartsOfRandomSizes) {
  std::mt19937 random(1);
  // Exponents are drawn evenly, so that long and thin images are as frequent as square ones.
  const auto side = [&] { return std::uint32_t(1 + random() % (1u << (1 + random() % 15))); };
  for (int i = 0; i < (sampling::full_wanted() ? 300000 : 50000); ++i) {
    const VkExtent2D image = {side(), side()};
    const VkExtent2D region = {std::uint32_t(1 + random() % image.width), std::uint32_t(1 + random() % image.height)};
    for (const std::uint32_t block_side : {4u, 8u, 16u, 32u, 64u}) {
      expect_flawless(image, region, block_side);
      expect_flawless(image, image, block_side);
    }
    if (HasFatalFailure()) return;
  }
}

TEST(ModulePlan, FactorsOfTheReference) {
  for (const VkExtent2D extent : {VkExtent2D{2, 1},
                                  {33, 33},
                                  {1025, 1},
                                  {1280, 720},
                                  {1366, 768},
                                  {1600, 900},
                                  {1920, 1080},
                                  {3840, 2160},
                                  {16384, 3}}) {
    for (const std::uint32_t block_side : kBlockSides) {
      const double texels = double(extent.width) * extent.height;
      const ReductionPlan plan = photopic::plan_reduction(extent, extent, block_side);
      EXPECT_DOUBLE_EQ(double(photopic::corrected_factor_numerator(plan, extent, block_side)) / texels,
                       reference::corrected_factor(extent.width, extent.height, block_side));
      EXPECT_DOUBLE_EQ(double(photopic::published_factor_numerator(plan, extent, block_side)) / texels,
                       reference::published_factor(extent.width, extent.height, block_side));
    }
  }
}

}  // namespace
