// SPDX-License-Identifier: MIT
// Tests of the vignette against its formula in double, in every call that finishes a picture.
#include <algorithm>
#include <cmath>

#include "adapt/handover_rig.h"
#include "finish/tone_map_rig.h"

namespace {

using test::LdrTexel;

constexpr VkExtent2D kVignetteExtent = {97, 61};  // no multiple of a tile
/// Relative, of a half-float picture: the nearest of 11 bits (2^-11), and the exponential's error.
constexpr double kFalloffTolerance = 7e-4;
constexpr double kLeastHalf = 0x1p-24;  // absolute: below 2^-14, halves are multiples of it

/// Of texel x, y: the cosine of the angle to the axis to the power of 4 v.
double falloff(double x, double y, const VkRect2D& picture, double vignette, double field_of_view_deg) {
  const double half_height = 0.5 * picture.extent.height;
  const double from_axis =
      std::hypot(x + 0.5 - picture.offset.x - 0.5 * picture.extent.width, y + 0.5 - picture.offset.y - half_height);
  const double half_angle = field_of_view_deg * std::acos(-1.0) / 360.0;
  const double tangent = from_axis / half_height * std::tan(half_angle);
  return std::pow(std::cos(std::atan(tangent)), 4.0 * vignette);
}

class Vignette : public testing::Test {
 protected:
  static photopic::PostProcess make_post(std::uint32_t effects = photopic::kEffectLens) {
    return test::make({.max_extent = kVignetteExtent,
                       .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                       .ldr_format = test::kHalf,
                       .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::none),
                       .effects = effects});
  }

  static photopic::Settings settings(float vignette, float field_of_view_deg = 60.0f) {
    photopic::Settings result;
    result.exposure.mode = photopic::ExposureMode::manual;
    result.tone_map.tone_mapper = photopic::ToneMapper::none;
    result.view.field_of_view_vertical_deg = field_of_view_deg;
    result.lens.vignette = vignette;
    return result;
  }

  std::vector<LdrTexel> finished(photopic::PostProcess& post, const photopic::Settings& all, VkRect2D region,
                                 VkRect2D picture = {}) {
    const engine::Image ldr = test::make_ldr(region.extent, test::kHalf);
    const engine::Buffer exposure = test::make_exposure(1.0f);
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(command_buffer,
                                               {.hdr = {hdr_.view()},
                                                .ldr = {ldr.view()},
                                                .extent = region.extent,
                                                .offset = region.offset,
                                                .picture = picture,
                                                .exposure = {exposure.handle()}},
                                               all));
    });
    return test::read_ldr(ldr);
  }

  static void expect_falloff(const std::vector<LdrTexel>& texels, VkRect2D region, VkRect2D picture, double vignette,
                             double field_of_view_deg, double scale = 1.0) {
    for (std::uint32_t y = 0; y < region.extent.height; ++y) {
      for (std::uint32_t x = 0; x < region.extent.width; ++x) {
        const double expected = scale * falloff(double(x) + region.offset.x, double(y) + region.offset.y, picture,
                                                vignette, field_of_view_deg);
        ASSERT_NEAR(texels[std::size_t(y) * region.extent.width + x][1], expected,
                    kFalloffTolerance * expected + kLeastHalf)
            << x << ", " << y;
      }
    }
  }

  static constexpr VkRect2D kWholePicture = {{0, 0}, kVignetteExtent};
  test::HdrImage hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kVignetteExtent,
                                       [](std::uint32_t, std::uint32_t) -> reference::Rgb {
                                         return {1.0, 1.0, 1.0};
                                       });
};

TEST_F(Vignette, IsTheFormula) {
  photopic::PostProcess post = make_post();
  for (const float vignette : {0.25f, 0.5f, 1.0f}) {
    for (const float angle : {1.0f, 60.0f, 120.0f, 170.0f}) {
      expect_falloff(finished(post, settings(vignette, angle), kWholePicture), kWholePicture, kWholePicture,
                     double(vignette), double(angle));
    }
  }
}

/// The corner that the specification names: 60 degrees, 16:9.
TEST_F(Vignette, CornersKeepWhatIsDocumented) {
  EXPECT_NEAR(falloff(-0.5, -0.5, {{0, 0}, {16, 9}}, 1.0, 60.0), 0.176, 5e-4);
  EXPECT_NEAR(falloff(-0.5, -0.5, {{0, 0}, {16, 9}}, 0.5, 60.0), 0.42, 5e-3);
}

TEST_F(Vignette, OffIsThePictureWithoutIt) {
  photopic::PostProcess with = make_post();
  photopic::PostProcess without = make_post(0);
  EXPECT_EQ(finished(with, settings(0.0f), kWholePicture), finished(without, settings(0.0f), kWholePicture));
}

/// What is no light is shown as without it; a sun of one texel is dimmed alone; black stays black.
TEST_F(Vignette, IsDefinedForAnyTexel) {
  constexpr double kValues[] = {
      double(test::kNanF), double(test::kInfinityF), -double(test::kInfinityF), -5.0, 65504.0, 0.0};
  const auto value_of = [&](std::uint32_t x, std::uint32_t y) {
    const std::size_t i = (x * 7 + y * 13) % 29;
    return i < std::size(kValues) ? kValues[i] : 1.0;
  };
  hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kVignetteExtent,
                        [&](std::uint32_t x, std::uint32_t y) { return reference::grey(value_of(x, y)); });
  photopic::PostProcess post = make_post();
  const std::vector<LdrTexel> without = finished(post, settings(0.0f), kWholePicture);
  const std::vector<LdrTexel> texels = finished(post, settings(1.0f), kWholePicture);
  for (std::uint32_t y = 0; y < kVignetteExtent.height; ++y) {
    for (std::uint32_t x = 0; x < kVignetteExtent.width; ++x) {
      const std::size_t i = std::size_t(y) * kVignetteExtent.width + x;
      const double value = value_of(x, y);
      ASSERT_TRUE(std::isfinite(texels[i][1])) << value;
      if (!std::isfinite(value)) {
        ASSERT_EQ(texels[i], without[i]) << value;
      } else {
        const double expected = falloff(double(x), double(y), kWholePicture, 1.0, 60.0) * without[i][1];
        ASSERT_NEAR(texels[i][1], expected, 2.0 * kFalloffTolerance * std::abs(expected) + kLeastHalf) << value;
      }
    }
  }
  hdr_ = test::make_uniform_hdr(kVignetteExtent, 0.0);
  for (const LdrTexel& texel : finished(post, settings(1.0f), kWholePicture)) ASSERT_EQ(texel[1], 0.0);
}

TEST_F(Vignette, RegionsOfAPictureJoin) {
  photopic::PostProcess post = make_post();
  constexpr VkRect2D kPart = {{13, 29}, {31, 17}};
  expect_falloff(finished(post, settings(1.0f), kPart, kWholePicture), kPart, kWholePicture, 1.0, 60.0);
  expect_falloff(finished(post, settings(1.0f), kPart), kPart, kPart, 1.0, 60.0);
  constexpr VkRect2D kBeyond = {{-200, -100}, {640, 360}};  // of which the image holds a part
  expect_falloff(finished(post, settings(1.0f), kPart, kBeyond), kPart, kBeyond, 1.0, 60.0);
}

TEST_F(Vignette, FusedAndWholeFramesHaveIt) {
  for (const auto call : {&photopic::PostProcess::record, &photopic::PostProcess::record_fused}) {
    photopic::PostProcess post = make_post();
    std::vector<LdrTexel> texels;
    for (int frame = 0; frame < 2; ++frame) {  // record_fused() tone maps apart first
      const engine::Image ldr = test::make_ldr(kVignetteExtent, test::kHalf);
      test::submit([&](VkCommandBuffer command_buffer) {
        test::context().check((post.*call)(
            command_buffer, {.hdr = {hdr_.view()}, .ldr = {ldr.view()}, .extent = kVignetteExtent}, settings(1.0f)));
      });
      texels = test::read_ldr(ldr);
    }
    expect_falloff(texels, kWholePicture, kWholePicture, 1.0, 60.0, double(test::state_of(post).exposure));
  }
}

/// What settings say travels with each recording: some are dropped, some are submitted twice, in another order.
TEST_F(Vignette, RecordingsKeepTheirSettings) {
  photopic::PostProcess post = make_post();
  const engine::Buffer exposure = test::make_exposure(1.0f);
  test::Recorded recorded;
  std::vector<engine::Image> pictures;
  std::vector<VkCommandBuffer> recordings;
  const float vignettes[] = {0.25f, 1.0f, 0.5f};
  for (const float vignette : vignettes) {
    pictures.push_back(test::make_ldr(kVignetteExtent, test::kHalf));
    recordings.push_back(recorded.record([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_finish(command_buffer,
                                               {.hdr = {hdr_.view()},
                                                .ldr = {pictures.back().view()},
                                                .extent = kWholePicture.extent,
                                                .offset = kWholePicture.offset,
                                                .exposure = {exposure.handle()}},
                                               settings(vignette)));
    }));
  }
  test::Recorded::submit(recordings[1]);  // the first, which brought the first settings, was never submitted
  expect_falloff(test::read_ldr(pictures[1]), kWholePicture, kWholePicture, 1.0, 60.0);
  test::Recorded::submit(recordings[0]);
  test::Recorded::submit(recordings[2]);
  test::Recorded::submit(recordings[0]);
  expect_falloff(test::read_ldr(pictures[0]), kWholePicture, kWholePicture, 0.25, 60.0);
  expect_falloff(test::read_ldr(pictures[2]), kWholePicture, kWholePicture, 0.5, 60.0);
}

TEST_F(Vignette, NeedsTheEffect) {
  photopic::PostProcess post = make_post(0);
  const engine::Image ldr = test::make_ldr(kVignetteExtent, test::kHalf);
  test::submit([&](VkCommandBuffer command_buffer) {
    const photopic::Frame frame = {
        .hdr = {hdr_.view()}, .ldr = {ldr.view()}, .extent = kWholePicture.extent, .offset = kWholePicture.offset};
    EXPECT_EQ(post.record_finish(command_buffer, frame, settings(0.5f)), photopic::Status::not_prepared);
    EXPECT_NE(test::context().last_message().find("lens needs effect lens"), std::string::npos);
  });
}

TEST_F(Vignette, RangesAreChecked) {
  photopic::PostProcess post = make_post();
  const engine::Image ldr = test::make_ldr(kVignetteExtent, test::kHalf);
  test::submit([&](VkCommandBuffer command_buffer) {
    const auto record = [&](const photopic::Settings& all) {
      return post.record(command_buffer, {.hdr = {hdr_.view()}, .ldr = {ldr.view()}, .extent = kVignetteExtent}, all);
    };
    for (const float vignette : {-0.1f, 1.1f, test::kNanF, test::kInfinityF}) {
      EXPECT_EQ(record(settings(vignette)), photopic::Status::invalid_argument) << vignette;
    }
    for (const float angle : {0.0f, -1.0f, 170.5f, test::kNanF}) {
      EXPECT_EQ(record(settings(1.0f, angle)), photopic::Status::invalid_argument) << angle;
    }
  });
}

}  // namespace
