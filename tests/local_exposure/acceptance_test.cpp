// SPDX-License-Identifier: MIT
// Acceptance of local exposure on the device: halo, order, texture, flicker, compression, edges of tiles.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "finish/tone_map_rig.h"
#include "local_exposure/local_rig.h"
#include "reference/effects/local_profiles.h"

namespace {

using reference::LogPicture;
using reference::Profile;

constexpr double kContrast = 0.6;
/// EV between two texels: each is stored as a half, within 2^-11 of it, or 2^-10 where devices truncate.
const double kStoredEv = std::log2(1.0 + 0x1p-10);
/// 1 is the luminance that keeps its exposure.
constexpr float kAcceptanceExposure = float(1.0 / 1.2 / (100.0 / 12.5));

/// Of pictures of as many equal rows, profiles or any other.
class LocalOnDevice : public testing::TestWithParam<std::uint32_t> {
 protected:
  static void SetUpTestSuite() {
    post_ = std::make_unique<photopic::PostProcess>(
        test::make({.max_extent = {std::uint32_t(reference::kProfileTexels), 149},
                    .steps = photopic::kToneMapStep,
                    .ldr_format = test::kHalf,
                    .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
                    .effects = photopic::kEffectLocalExposure}));
  }
  static void TearDownTestSuite() { post_.reset(); }

  /// Log2 of what the picture shows, over the exposure.
  static std::vector<double> shown(const LogPicture& picture) {
    reference::LocalExposure local;
    local.highlight_contrast = local.shadow_contrast = kContrast;
    photopic::Settings settings = test::local_settings_of(local);
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    const test::HdrImage hdr = test::make_local_hdr(picture);
    const engine::Image ldr = test::make_ldr(hdr.extent(), test::kHalf);
    const engine::Buffer exposure = test::make_exposure(kAcceptanceExposure);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post_->record_finish(
          command_buffer,
          {.hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = hdr.extent(), .exposure = {exposure.handle()}},
          settings));
    });
    std::vector<double> result;
    for (const test::LdrTexel& texel : test::read_ldr(ldr)) {
      result.push_back(std::log2(texel[1] / double(kAcceptanceExposure)));
    }
    return result;
  }

  /// The middle one of equal rows.
  static Profile through_device(const Profile& input, std::size_t rows) {
    LogPicture picture = {input.size(), rows, {}};
    for (std::size_t y = 0; y < rows; ++y) {
      picture.log2_luminance.insert(picture.log2_luminance.end(), input.begin(), input.end());
    }
    const std::vector<double> all = shown(picture);
    const auto row = all.begin() + std::ptrdiff_t(rows / 2 * input.size());
    return Profile(row, row + std::ptrdiff_t(input.size()));
  }

 private:
  static inline std::unique_ptr<photopic::PostProcess> post_;
};

void expect_shape(const Profile& input, const Profile& output) {
  EXPECT_LE(reference::halo_ev(output), 0.10);
  EXPECT_LE(reference::worst_reversal_ev(input, output), 2e-3);
  EXPECT_NEAR(reference::compression(input, output), kContrast, 0.005 * kContrast);
}

/// A few of them; EveryProfileKeepsItsShape has all.
TEST_P(LocalOnDevice, ProfilesKeepTheirShape) {
  struct Edge {
    double step_ev, ramp, shift;
  };
  for (const Edge edge : {Edge{8.0, 0.0, 0.0}, {8.0, 16.0, 26.0}, {8.0, 128.0, 51.0}, {4.0, 64.0, 13.0}}) {
    SCOPED_TRACE(testing::Message() << edge.step_ev << " EV over " << edge.ramp << " at " << edge.shift);
    const Profile input = reference::edge_profile(edge.step_ev, edge.ramp, edge.shift);
    expect_shape(input, through_device(input, GetParam()));
  }
  const Profile textured = through_device(reference::textured_profile(), GetParam());
  for (const std::size_t distance : {20u, 50u, 400u}) {
    EXPECT_GE(reference::texture_at(textured, reference::kProfileTexels / 2 - distance), 0.97);
    EXPECT_GE(reference::texture_at(textured, reference::kProfileTexels / 2 + distance), 0.97);
  }
  for (const std::size_t moved : {1u, 23u, 32u}) {
    const Profile other = through_device(reference::textured_profile(double(moved)), GetParam());
    EXPECT_LE(reference::change_ev(textured, other, moved), 0.01 + kStoredEv) << moved;
  }
}

TEST_P(LocalOnDevice, EveryProfileKeepsItsShape) {
  const reference::LocalFigures figures =
      reference::figures_of([](const Profile& input) { return through_device(input, GetParam()); }, kContrast);
  EXPECT_LE(figures.halo_ev, 0.10);
  EXPECT_LE(figures.worst_reversal_ev, 2e-3);
  for (const double texture : figures.texture) EXPECT_NEAR(texture, 1.0, 0.03);
  EXPECT_LE(figures.flicker_ev, 0.01 + kStoredEv);
  EXPECT_LE(figures.compression_error, 0.005);
}

INSTANTIATE_TEST_SUITE_P(Rows, LocalOnDevice, testing::Values(64u, 67u, 149u),
                         [](const auto& rows) { return std::to_string(rows.param); });

class LocalTilesOnDevice : public LocalOnDevice {};

/// Smooth pictures whose sides are no multiples of a tile: steps from texel to texel are no larger where a tile ends.
TEST_P(LocalTilesOnDevice, LeaveNoEdges) {
  LogPicture picture = {GetParam(), 149, {}};
  for (std::size_t y = 0; y < picture.height; ++y) {
    for (std::size_t x = 0; x < picture.width; ++x) {
      const double l = -4.0 + 0.02 * double(x) + 2.0 * std::sin(0.02 * double(y) + 0.01 * double(x));
      picture.log2_luminance.push_back(l);
    }
  }
  const std::vector<double> all = shown(picture);
  double worst_within = 0.0, worst_across = 0.0;
  const auto look = [&](std::size_t x, std::size_t y, std::size_t next_x, std::size_t next_y) {
    const std::size_t own = y * picture.width + x, next = next_y * picture.width + next_x;
    const double before = all[own] - picture.log2_luminance[own], after = all[next] - picture.log2_luminance[next];
    const bool is_across = x / 64 != next_x / 64 || y / 64 != next_y / 64;
    double& worst = is_across ? worst_across : worst_within;
    worst = std::max(worst, std::abs(after - before));
  };
  for (std::size_t y = 0; y + 1 < picture.height; ++y) {
    for (std::size_t x = 0; x + 1 < picture.width; ++x) {
      look(x, y, x + 1, y);
      look(x, y, x, y + 1);
    }
  }
  EXPECT_LE(worst_across, worst_within);
  EXPECT_LE(worst_within, 0.03 + kStoredEv);  // of a picture that changes by up to 0.06 EV
}

INSTANTIATE_TEST_SUITE_P(Width, LocalTilesOnDevice, testing::Values(65u, 203u, 257u),
                         [](const auto& width) { return std::to_string(width.param); });

}  // namespace
