// SPDX-License-Identifier: MIT
// Tests of what the debug overlay refuses, and of its words.
#include <atomic>
#include <thread>

#include "adapt/handover_rig.h"
#include "overlay/overlay_rig.h"

namespace {

using photopic::DebugOverlay;
using photopic::OverlaySettings;
using photopic::Status;
using test::HdrImage;

constexpr std::uint32_t kAgx = 1u << std::uint32_t(photopic::ToneMapper::agx);

class OverlayErrors : public testing::Test {
 protected:
  void expect_refused(const photopic::PostProcess& post, const photopic::Frame& frame, const OverlaySettings& settings,
                      const std::string& words) {
    test::submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(overlay_.record(commands, post, frame, {}, settings), Status::invalid_argument) << words;
    });
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  }

  void SetUp() override {
    ASSERT_EQ(DebugOverlay::create(test::context().lend(), {.max_extent = kExtent}, &overlay_), Status::ok);
  }

  static constexpr VkExtent2D kExtent = {32, 16};
  DebugOverlay overlay_;
  photopic::PostProcess post_ = test::make(test::overlay_info(kExtent));
  HdrImage scene_ = test::make_uniform_hdr(kExtent, 1.0);
  engine::Image ldr_ = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
  photopic::Frame frame_ = {.hdr = {scene_.view()}, .ldr = {ldr_.view()}, .extent = kExtent};
};

TEST_F(OverlayErrors, SettingsOutOfRange) {
  constexpr std::uint32_t kAll = photopic::kAllOverlayViews;
  expect_refused(post_, frame_, {.views = kAll + 1},
                 "DebugOverlay::record: views = 131072: must be within [0, 131071]");
  expect_refused(post_, frame_, {.views = 1, .scale = 0}, "scale = 0");
  expect_refused(post_, frame_, {.views = 1, .scale = 9}, "scale = 9: must be within [1, 8]");
  expect_refused(post_, frame_, {.views = 1, .false_color_min_ev100 = NAN}, "false_color_min_ev100 = nan");
  expect_refused(post_, frame_, {.views = 1, .false_color_min_ev100 = 3, .false_color_max_ev100 = 3.5f},
                 "false_color_max_ev100 = 3.5: must be within [4, 64]");
  expect_refused(post_, frame_, {.views = 1, .zebra_under = -0.1f}, "zebra_under");
  expect_refused(post_, frame_, {.views = 1, .zebra_over = 1.5f}, "zebra_over");
  expect_refused(post_, frame_, {.views = 1, .split = 2.0f}, "split = 2");
}

TEST_F(OverlayErrors, FramesThatDontFit) {
  const OverlaySettings settings = {.views = photopic::kOverlayZebra};
  photopic::Frame large = frame_;
  large.extent.width = 33;
  expect_refused(post_, large, settings, "extent.width = 33: must be within [1, 32]");
  photopic::Frame no_hdr = frame_;
  no_hdr.hdr.view = VK_NULL_HANDLE;
  expect_refused(post_, no_hdr, settings, "hdr: is null");
  expect_refused(test::make({.max_extent = kExtent, .steps = photopic::kToneMapStep, .tone_mappers = kAgx}), frame_,
                 settings, "post: was created without kMeter");
  expect_refused(test::make({.max_extent = kExtent, .hdr_samples = VK_SAMPLE_COUNT_4_BIT, .defer_pipelines = true}),
                 frame_, settings, "post: has several samples: the overlay reads one of a texel");
  photopic::MadeFor drawing = {
      .max_extent = kExtent, .steps = photopic::kMeterStep | photopic::kDrawStep, .defer_pipelines = true};
  drawing.render_target.format = VK_FORMAT_R8G8B8A8_UNORM;
  drawing.render_target.is_drawn = VK_TRUE;
  drawing.render_target.samples = VK_SAMPLE_COUNT_1_BIT;
  photopic::Frame drawn = frame_;
  drawn.ldr.view = VK_NULL_HANDLE;
  const photopic::PostProcess draws = test::make(drawing);
  expect_refused(draws, drawn, settings, "ldr: is VK_NULL_HANDLE");
  test::Recorded recorded;  // never submitted
  recorded.record([&](VkCommandBuffer commands) {
    EXPECT_EQ(overlay_.record(commands, draws, frame_, {}, settings), Status::ok) << test::context().last_message();
  });
  DebugOverlay empty;
  EXPECT_EQ(empty.record(VK_NULL_HANDLE, post_, frame_, {}, settings), Status::invalid_argument);
  EXPECT_EQ(empty.data_buffer(), VkBuffer{VK_NULL_HANDLE});
  EXPECT_EQ(empty.memory_bytes(), 0u);
}

/// Pipelines are made on another thread, and recordings are refused until they all are there.
TEST_F(OverlayErrors, DeferredPipelines) {
  EXPECT_TRUE(overlay_.is_prepared());
  EXPECT_EQ(overlay_.prepare(), Status::ok);  // nothing is left
  DebugOverlay later;
  ASSERT_EQ(DebugOverlay::create(test::context().lend(), {.max_extent = kExtent, .defer_pipelines = true}, &later),
            Status::ok);
  EXPECT_FALSE(later.is_prepared());
  const OverlaySettings settings = {.views = photopic::kOverlayZebra};
  const auto draw = [&](DebugOverlay& overlay) {
    test::submit([&](VkCommandBuffer commands) {
      test::context().check(post_.record(commands, frame_, {}));
      test::context().check(overlay.record(commands, post_, frame_, {}, settings));
    });
    return test::read_ldr(ldr_);
  };
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(later.record(commands, post_, frame_, {}, {}), Status::ok);  // draws nothing
    EXPECT_EQ(later.record(commands, post_, frame_, {}, settings), Status::not_prepared);
  });
  EXPECT_NE(test::context().last_message().find("DebugOverlay::record: pipelines: "), std::string::npos);
  std::atomic<std::uint32_t> calls = 1;
  std::thread thread([&] {
    for (; later.prepare(2) == Status::not_prepared; ++calls) {
    }
  });
  while (!later.is_prepared()) std::this_thread::yield();
  const auto drawn = draw(later);
  thread.join();
  EXPECT_GT(calls, 1u);
  EXPECT_EQ(drawn, draw(overlay_));
  DebugOverlay empty;
  EXPECT_FALSE(empty.is_prepared());
  EXPECT_EQ(empty.prepare(), Status::invalid_argument);
}

TEST_F(OverlayErrors, CreateInfo) {
  DebugOverlay overlay;
  const auto create = [&](const photopic::OverlayCreateInfo& info) {
    return DebugOverlay::create(test::context().lend(), info, &overlay);
  };
  EXPECT_EQ(create({.max_extent = {0, 4}}), Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("max_extent.width = 0"), std::string::npos);
  EXPECT_EQ(create({.max_extent = {4, 4}, .ldr_format = VK_FORMAT_R8_UNORM}), Status::invalid_argument);
  EXPECT_NE(test::context().last_message().find("ldr_format"), std::string::npos);
  EXPECT_EQ(DebugOverlay::create(test::context().lend(), {.max_extent = {4, 4}}, nullptr), Status::invalid_argument);
  EXPECT_EQ(overlay.data_buffer(), VkBuffer{VK_NULL_HANDLE});
}

}  // namespace
