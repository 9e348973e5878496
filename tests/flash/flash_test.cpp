// SPDX-License-Identifier: MIT
// Tests of the flash analyser on the device against vectors and against the rules in double precision.
#include <random>

#include "flash/flash_rig.h"
#include "flash/flash_vectors.h"

namespace {

using flash_test::FlashRig;
using flash_test::time_us_of;
using photopic::FlashVerdict;

constexpr VkExtent2D kVectorCells = {flash_test::kVectorColumns, flash_test::kVectorRows};

/// Numbers are cd/m^2.
photopic::FlashCreateInfo info_in_cd_m2(std::uint32_t columns, std::uint32_t rows) {
  return {.format = VK_FORMAT_R32G32B32A32_SFLOAT,
          .encoding = photopic::OutputEncoding::linear,
          .columns = columns,
          .rows = rows};
}

std::vector<float> texels_of(const reference::FlashCells& cells) {
  std::vector<float> rgba;
  for (const reference::Rgb& c : cells.means) rgba.insert(rgba.end(), {float(c.r), float(c.g), float(c.b), 1.0f});
  return rgba;
}

void expect_same_counts(const photopic::FlashStatistics& actual, const reference::FlashFrame& expected) {
  EXPECT_EQ(std::uint32_t(actual.verdict), std::uint32_t(expected.verdict));
  for (std::size_t i = 0; i < photopic::kFlashKindCount; ++i) {
    SCOPED_TRACE("kind " + std::to_string(i));
    const reference::FlashCount& count = expected.kinds[i];
    EXPECT_EQ(std::uint32_t(actual.kinds[i].verdict), std::uint32_t(count.verdict));
    EXPECT_EQ(actual.kinds[i].screen_transitions, std::min(count.screen_transitions, 8u));
    EXPECT_EQ(actual.kinds[i].cell_transitions, std::min(count.cell_transitions, 8u));
    EXPECT_FLOAT_EQ(actual.kinds[i].risk_share, float(count.risk_share));
    EXPECT_FLOAT_EQ(actual.kinds[i].window_share, float(count.window_share));
  }
}

TEST(Flash, EveryVectorFrameByFrame) {
  FlashRig rig(info_in_cd_m2(kVectorCells.width, kVectorCells.height));
  rig.settings.cd_m2_per_unit = 1.0f;
  std::uint64_t start_us = 0;
  const nlohmann::json vectors = flash_test::read_vectors();
  for (const auto& [name, vector] : vectors.at("sequences").items()) {
    SCOPED_TRACE(name);
    reference::FlashModel model(reference::strict_flash_rule(200.0));
    std::uint32_t first_frame = 0, verdict = 0;
    for (std::uint32_t frame = 0; frame < vector.at("frames") && !HasFailure(); ++frame) {
      SCOPED_TRACE(frame);
      const reference::FlashCells cells = flash_test::vector_cells(name, frame);
      rig.upload(kVectorCells, texels_of(cells));
      const std::int64_t time_us = time_us_of(frame, 60.0);
      const photopic::FlashStatistics statistics = rig.submit(start_us + std::uint64_t(time_us), frame == 0);
      expect_same_counts(statistics, model.add(time_us, cells));
      if (std::uint32_t(statistics.verdict) > verdict) {
        verdict = std::uint32_t(statistics.verdict);
        first_frame = frame;
      }
    }
    EXPECT_EQ(verdict, vector.at("verdict"));
    EXPECT_EQ(first_frame, vector.at("first_frame_of_verdict"));
    const photopic::FlashStatistics last = rig.statistics();
    EXPECT_EQ(std::uint32_t(last.worst_verdict), vector.at("verdict"));
    EXPECT_EQ(last.worst_time_us, start_us + std::uint64_t(time_us_of(first_frame, 60.0)));
    EXPECT_EQ(last.frames, vector.at("frames"));
    start_us += (std::uint64_t{1} << 32) - 1'000'000;  // low words of times wrap within some sequences
  }
}

}  // namespace
