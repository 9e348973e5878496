// SPDX-License-Identifier: MIT
// Tests of the C interface on a device: overlays, naive meters, flashes and content light are those of C++, bit for
// bit.
#include <photopic/content_light_meter.h>
#include <photopic/debug_overlay.h>
#include <photopic/flash_analyser.h>
#include <photopic/naive_meters.h>

#include "c/interface_fixture.h"

namespace c_test {

TEST_F(CInterface, OverlayIsThatOfCpp) {
  const Owned<photopic_post_process> post = make_post();
  photopic::PostProcess cpp_post = make_cpp_post();
  photopic_debug_overlay* made = nullptr;
  ASSERT_C_OK(c_make_overlay(&device_, kPicture, &made));
  const Owned<photopic_debug_overlay> overlay(made, photopic_debug_overlay_destroy);
  photopic::DebugOverlay cpp_overlay;
  test::context().check(photopic::DebugOverlay::create(
      test::context().lend(),
      {.max_extent = kPicture, .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::hable)}, &cpp_overlay));
  test::submit([&](VkCommandBuffer commands) {
    const c_shot taken = shot(commands, scenes_[0], ldr_);
    EXPECT_C_OK(c_record(post.get(), &taken, settings_.get()));
    EXPECT_C_OK(c_record_overlay(overlay.get(), post.get(), &taken, settings_.get()));
    const photopic::Frame cpp_frame = frame(scenes_[0], cpp_ldr_);
    test::context().check(cpp_post.record(commands, cpp_frame, cpp_settings_));
    test::context().check(cpp_overlay.record(
        commands, cpp_post, cpp_frame, cpp_settings_,
        {.views = photopic::kOverlayFalseColor | photopic::kOverlayZebra, .false_color_automatic = true}));
  });
  EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
  EXPECT_EQ(photopic_debug_overlay_memory_bytes(overlay.get()), cpp_overlay.memory_bytes());
}

TEST_F(CInterface, OverlayOfAStoredPictureIsThatOfCpp) {
  const Owned<photopic_post_process> post = make_post();
  photopic::PostProcess cpp_post = make_cpp_post();
  photopic_debug_overlay* made = nullptr;
  ASSERT_C_OK(c_make_stored_overlay(&device_, kPicture, &made));
  const Owned<photopic_debug_overlay> overlay(made, photopic_debug_overlay_destroy);
  photopic::DebugOverlay cpp_overlay;
  test::context().check(photopic::DebugOverlay::create(
      test::context().lend(), {.max_extent = kPicture, .source = photopic::OverlaySource::stored}, &cpp_overlay));
  test::submit([&](VkCommandBuffer commands) {
    const c_shot taken = shot(commands, scenes_[0], ldr_);
    EXPECT_C_OK(c_record(post.get(), &taken, settings_.get()));
    test::context().check(cpp_post.record(commands, frame(scenes_[0], cpp_ldr_), cpp_settings_));
    for (int i = 0; i < 2; ++i) {  // the second has the numbers of the first, not those of its overlay
      EXPECT_C_OK(c_record_stored_overlay(overlay.get(), &taken));
      test::context().check(cpp_overlay.record(commands,
                                               {.ldr = cpp_ldr_.view(),
                                                .extent = taken.extent,
                                                .display = {.paper_white_nits = 100.0f},
                                                .keeps_numbers = true},
                                               {.views = photopic::kOverlayNits | photopic::kOverlayZebra}));
    }
  });
  EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
  EXPECT_EQ(photopic_debug_overlay_memory_bytes(overlay.get()), cpp_overlay.memory_bytes());
}

TEST_F(CInterface, NaiveMeterIsThatOfCpp) {
  photopic_naive_meter* made = nullptr;
  ASSERT_C_OK(c_make_naive(&device_, kPicture, &made));
  const Owned<photopic_naive_meter> meter(made, photopic_naive_meter_destroy);
  photopic::NaiveMeter cpp_meter = test::make(photopic::NaiveMeterInfo{
      .max_extent = kPicture, .method = photopic::NaiveMethod::pyramid, .pyramid_tap = photopic::PyramidTap::gather});
  test::StateLog log(1);
  test::submit([&](VkCommandBuffer commands) {
    const c_shot taken = shot(commands, scenes_[0], ldr_);
    EXPECT_C_OK(c_record_naive(meter.get(), &taken, settings_.get()));
    test::context().check(cpp_meter.record(commands,
                                           {.hdr = {scenes_[0].view()},
                                            .extent = {kPicture.width - 1, kPicture.height - 2},
                                            .delta_time_s = 0.1f,
                                            .offset = {1, 2}},
                                           cpp_settings_.meter, cpp_settings_.exposure));
    log.record(commands, cpp_meter);
  });
  const std::vector<std::byte> bytes = engine::read_back(
      test::context(), photopic_naive_meter_state_buffer(meter.get()), 0, photopic_exposure_state_bytes());
  test::State state;
  std::memcpy(&state, bytes.data(), sizeof state);
  EXPECT_TRUE(test::same_bits(state, log.take().at(0)));
}

TEST_F(CInterface, FlashesAreThoseOfCpp) {
  photopic_flash_analyser* made = nullptr;
  ASSERT_C_OK(c_make_flashes(&device_, &made));
  const Owned<photopic_flash_analyser> analyser(made, photopic_flash_analyser_destroy);
  photopic_flash_statistics statistics = {};
  statistics.size = sizeof statistics;
  statistics.version = PHOTOPIC_INTERFACE_VERSION;
  EXPECT_EQ(photopic_flash_analyser_statistics(analyser.get(), &statistics), PHOTOPIC_NOT_READY);
  photopic::FlashAnalyser cpp_analyser;
  test::context().check(photopic::FlashAnalyser::create(
      test::context().lend(), {.format = VK_FORMAT_R32G32B32A32_SFLOAT, .columns = 8, .rows = 8}, &cpp_analyser));
  // Black and white, ten times a second.
  const test::HdrImage pictures[] = {test::make_uniform_hdr(kPicture, 0.0), test::make_uniform_hdr(kPicture, 1.0)};
  for (std::uint64_t i = 0; i < 12; ++i) {
    test::submit([&](VkCommandBuffer commands) {
      const c_shot taken = shot(commands, pictures[i % 2], ldr_);
      EXPECT_C_OK(c_record_flashes(analyser.get(), &taken, i * 50'000));
      test::context().check(cpp_analyser.record(
          commands, {.ldr = pictures[i % 2].view(), .extent = kPicture, .time_us = i * 50'000}, {}));
    });
  }
  photopic::FlashStatistics cpp_statistics;
  ASSERT_TRUE(cpp_analyser.statistics(&cpp_statistics));
  ASSERT_C_OK(photopic_flash_analyser_statistics(analyser.get(), &statistics));
  EXPECT_EQ(statistics.verdict, std::uint32_t(PHOTOPIC_VERDICT_FAIL));
  EXPECT_EQ(statistics.verdict, std::uint32_t(cpp_statistics.verdict));
  EXPECT_EQ(statistics.frames, cpp_statistics.frames);
  EXPECT_EQ(statistics.worst_time_us, cpp_statistics.worst_time_us);
  EXPECT_EQ(statistics.kinds[PHOTOPIC_FLASH_LUMINANCE].cell_transitions, cpp_statistics.kinds[0].cell_transitions);
  EXPECT_EQ(statistics.kinds[PHOTOPIC_FLASH_LUMINANCE].risk_share, cpp_statistics.kinds[0].risk_share);
}

TEST_F(CInterface, ContentLightIsThatOfCpp) {
  photopic_content_light_meter* made = nullptr;
  ASSERT_C_OK(c_make_content_light(&device_, &made));
  const Owned<photopic_content_light_meter> meter(made, photopic_content_light_meter_destroy);
  photopic_content_light_statistics light = {};
  light.size = sizeof light;
  light.version = PHOTOPIC_INTERFACE_VERSION;
  EXPECT_EQ(photopic_content_light_meter_statistics(meter.get(), &light), PHOTOPIC_NOT_READY);
  photopic::ContentLightMeter cpp_meter;
  test::context().check(photopic::ContentLightMeter::create(
      test::context().lend(), {.format = VK_FORMAT_R32G32B32A32_SFLOAT, .encoding = photopic::OutputEncoding::scrgb},
      &cpp_meter));
  EXPECT_EQ(photopic_content_light_meter_memory_bytes(meter.get()), cpp_meter.memory_bytes());
  EXPECT_NE(photopic_content_light_meter_histogram_buffer(meter.get()), VkBuffer(VK_NULL_HANDLE));
  const test::HdrImage picture =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kPicture, test::wide_noise(-6.0, 4.0, 7));
  test::submit([&](VkCommandBuffer commands) {
    const c_shot taken = shot(commands, picture, ldr_);
    EXPECT_C_OK(c_record_content_light(meter.get(), &taken, 7));
    test::context().check(
        cpp_meter.record(commands, {.ldr = picture.view(), .extent = kPicture, .scrgb_reference_nits = 100.0f}));
  });
  photopic::ContentLightStatistics cpp_light;
  ASSERT_TRUE(cpp_meter.statistics(&cpp_light));
  ASSERT_C_OK(photopic_content_light_meter_statistics(meter.get(), &light));
  EXPECT_EQ(light.number, 7u);
  EXPECT_GT(light.max_cll_nits, 0.0f);
  EXPECT_EQ(light.max_cll_nits, cpp_light.light.max_cll_nits);
  EXPECT_EQ(light.max_fall_nits, cpp_light.light.max_fall_nits);
  EXPECT_EQ(light.p9999_nits, cpp_light.p9999_nits);
  EXPECT_EQ(light.min_nits, cpp_light.min_nits);
  EXPECT_EQ(light.mean_nits, cpp_light.mean_nits);
  EXPECT_EQ(light.geometric_mean_nits, cpp_light.geometric_mean_nits);
  EXPECT_EQ(light.percentiles_nits[4], cpp_light.percentiles_nits[4]);
  EXPECT_EQ(light.beyond_bt709, cpp_light.beyond_bt709);
  EXPECT_EQ(light.beyond_p3, cpp_light.beyond_p3);
  EXPECT_EQ(light.valid_texels, cpp_light.valid_texels);
  EXPECT_EQ(light.invalid_texels, cpp_light.invalid_texels);
}

}  // namespace c_test
