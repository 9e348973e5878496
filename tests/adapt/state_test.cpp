// SPDX-License-Identifier: MIT
// Tests of the state's owner: frames in flight, views, several objects, resize, dropped command buffers, fresh memory.
#include <cmath>

#include "adapt/adaptation_rig.h"
#include "adapt/handover_rig.h"
#include "gpu/loader_shim.h"
#include "reference/adaptation.h"

namespace {

using test::RigFrame;
using test::State;

constexpr std::uint32_t kFrameCount = 40;

/// Scenes that keep the eye moving, each view differently; a cut in between.
std::vector<RigFrame> restless_frames(std::uint32_t view = 0) {
  std::vector<RigFrame> frames;
  for (std::uint32_t i = 0; i < kFrameCount; ++i) {
    RigFrame frame;
    frame.scene_ev100 = double((i * (view + 3)) % 17) - 4.0;
    frame.dt_s = 0.01 * (1 + i % 5);
    frame.cut = i == 20;
    frame.view = view;
    frames.push_back(frame);
  }
  return frames;
}

void expect_same(const std::vector<State>& states, const std::vector<State>& expected) {
  ASSERT_EQ(states.size(), expected.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    ASSERT_TRUE(test::same_bits(states[i], expected[i])) << i << ":\n"
                                                         << test::to_string(states[i]) << "\n"
                                                         << test::to_string(expected[i]);
  }
}

class StateOwnership : public testing::Test {
 protected:
  std::vector<State> run_alone(const std::vector<RigFrame>& frames) {
    photopic::PostProcess post = test::make_rig_meter(4);
    return test::run_frames(post, images_, frames);
  }

  void record(VkCommandBuffer command_buffer, photopic::PostProcess& post, const RigFrame& frame) {
    const photopic::Frame meter_frame = {.hdr = {images_.at_ev100(frame.scene_ev100).view()},
                                         .extent = test::kRigExtent,
                                         .delta_time_s = float(frame.dt_s),
                                         .cut = frame.cut,
                                         .view = frame.view};
    test::context().check(
        post.record_meter(command_buffer, meter_frame, {.meter = test::asking_for(post), .exposure = frame.settings}));
  }

  test::UniformImages images_;
};

TEST_F(StateOwnership, OneToFourFramesInFlightGiveTheSameBits) {
  const std::vector<RigFrame> frames = restless_frames();
  const std::vector<State> expected = run_alone(frames);
  for (std::uint32_t in_flight = 1; in_flight <= 4; ++in_flight) {
    SCOPED_TRACE(in_flight);
    photopic::PostProcess post = test::make_rig_meter();
    test::StateLog log(kFrameCount);
    engine::CommandRing ring(test::context(), in_flight);
    for (const RigFrame& frame : frames) {
      VkCommandBuffer command_buffer = ring.begin();
      record(command_buffer, post, frame);
      log.record(command_buffer, post);
      ring.submit();
    }
    ring.wait();
    expect_same(log.take(), expected);
  }
}

/// Recorded long before it is submitted, so that nothing can depend on when the CPU recorded it.
TEST_F(StateOwnership, RecordingAheadGivesTheSameBits) {
  const std::vector<RigFrame> frames = restless_frames();
  photopic::PostProcess post = test::make_rig_meter();
  test::StateLog log(kFrameCount);
  std::vector<std::unique_ptr<engine::CommandRing>> rings;
  for (const RigFrame& frame : frames) {
    rings.push_back(std::make_unique<engine::CommandRing>(test::context(), 1));
    VkCommandBuffer command_buffer = rings.back()->begin();
    record(command_buffer, post, frame);
    log.record(command_buffer, post);
  }
  for (const auto& ring : rings) ring->submit();
  for (const auto& ring : rings) ring->wait();
  expect_same(log.take(), run_alone(frames));
}

TEST_F(StateOwnership, ViewsAreIndependent) {
  constexpr std::uint32_t kViews = 4;
  std::vector<RigFrame> interleaved;
  for (std::uint32_t i = 0; i < kFrameCount; ++i) {
    for (std::uint32_t view = 0; view < kViews; ++view) interleaved.push_back(restless_frames(view)[i]);
  }
  const std::vector<State> states = run_alone(interleaved);
  for (std::uint32_t view = 0; view < kViews; ++view) {
    SCOPED_TRACE(view);
    std::vector<State> own;
    for (std::uint32_t i = 0; i < kFrameCount; ++i) own.push_back(states[i * kViews + view]);
    expect_same(own, run_alone(restless_frames(view)));
  }
}

TEST_F(StateOwnership, ACutOfOneViewLeavesTheOthersAlone) {
  const std::vector<State> states = run_alone({{.scene_ev100 = 2.0, .view = 0},
                                               {.scene_ev100 = 2.0, .view = 1},
                                               {.scene_ev100 = 9.0, .dt_s = 0.1, .cut = true, .view = 0},
                                               {.scene_ev100 = 9.0, .dt_s = 0.1, .view = 1}});
  EXPECT_NEAR(states[2].adapted_ev100, 9.0, 5e-6);
  EXPECT_EQ(states[2].frames, 1u);
  EXPECT_NEAR(states[3].adapted_ev100, 2.3, 1e-5);
  EXPECT_EQ(states[3].frames, 2u);
}

TEST_F(StateOwnership, TwoObjectsAtOnceDontDisturbEachOther) {
  photopic::PostProcess a = test::make_rig_meter();
  photopic::PostProcess b = test::make_rig_meter(2);
  const std::vector<RigFrame> frames_a = restless_frames(0);
  const std::vector<RigFrame> frames_b = restless_frames(1);
  test::StateLog log_a(kFrameCount);
  test::StateLog log_b(kFrameCount);
  for (const RigFrame& frame : frames_a) images_.at_ev100(frame.scene_ev100);
  for (const RigFrame& frame : frames_b) images_.at_ev100(frame.scene_ev100);
  test::submit([&](VkCommandBuffer command_buffer) {
    for (std::uint32_t i = 0; i < kFrameCount; ++i) {
      record(command_buffer, a, frames_a[i]);
      record(command_buffer, b, frames_b[i]);
      log_a.record(command_buffer, a);
      log_b.record(command_buffer, b, 1);
    }
  });
  expect_same(log_a.take(), run_alone(frames_a));
  expect_same(log_b.take(), run_alone(frames_b));
}

TEST_F(StateOwnership, ResizeKeepsTheState) {
  const std::vector<RigFrame> frames = restless_frames();
  photopic::PostProcess post = test::make_rig_meter();
  std::vector<State> states;
  const VkExtent2D sizes[] = {{64, 64}, {5, 3}, {300, 7}, {2000, 1000}, {5, 4}};
  for (std::size_t i = 0; i < frames.size(); i += 8) {
    const std::vector<RigFrame> part(frames.begin() + std::ptrdiff_t(i), frames.begin() + std::ptrdiff_t(i + 8));
    const std::vector<State> now = test::run_frames(post, images_, part);
    states.insert(states.end(), now.begin(), now.end());
    test::context().check(post.resize(sizes[i / 8]));
  }
  expect_same(states, run_alone(frames));
}

TEST_F(StateOwnership, ADroppedFirstCommandBufferLeavesTheNextOneToBeTheFirst) {
  photopic::PostProcess post = test::make_rig_meter();
  const RigFrame dropped = {.scene_ev100 = 15.0};
  images_.at_ev100(dropped.scene_ev100);
  engine::CommandRing ring(test::context(), 1);
  VkCommandBuffer command_buffer = ring.begin();
  record(command_buffer, post, dropped);
  engine::check(test::context().vk().vkEndCommandBuffer(command_buffer), "vkEndCommandBuffer");
  const State state = test::run_frames(post, images_, {{.scene_ev100 = 3.5, .dt_s = 0.01}})[0];
  EXPECT_EQ(state.adapted_ev100, state.target_ev100);
  EXPECT_NEAR(state.adapted_ev100, 3.5, 5e-6);
  EXPECT_EQ(state.frames, 1u);
}

TEST_F(StateOwnership, ADroppedCutIsMadeUpForByTheNextFrame) {
  photopic::PostProcess post = test::make_rig_meter();
  test::run_frames(post, images_, {{.scene_ev100 = 3.0}});
  engine::CommandRing ring(test::context(), 1);
  VkCommandBuffer command_buffer = ring.begin();
  record(command_buffer, post, {.scene_ev100 = 3.0, .cut = true});
  engine::check(test::context().vk().vkEndCommandBuffer(command_buffer), "vkEndCommandBuffer");
  const State state = test::run_frames(post, images_, {{.scene_ev100 = 12.0, .dt_s = 0.01}})[0];
  EXPECT_EQ(state.adapted_ev100, state.target_ev100);
}

/// The first submission of a recorded cut is the cut; the same commands once more are a frame like any other, and so
/// are commands that were recorded before it.
TEST_F(StateOwnership, AResubmittedCutIsNoSecondCut) {
  photopic::PostProcess post = test::make_rig_meter();
  test::run_frames(post, images_, {{.scene_ev100 = 3.0}});
  const RigFrame dark = {.scene_ev100 = 3.0, .dt_s = 0.1};
  const RigFrame cut = {.scene_ev100 = 9.0, .dt_s = 0.1, .cut = true};
  images_.at_ev100(cut.scene_ev100);
  test::Recorded recorded;
  const VkCommandBuffer before = recorded.record([&](VkCommandBuffer c) { record(c, post, dark); });
  const VkCommandBuffer with_cut = recorded.record([&](VkCommandBuffer c) { record(c, post, cut); });
  test::Recorded::submit(with_cut);
  EXPECT_EQ(test::state_of(post).frames, 1u);
  EXPECT_EQ(test::state_of(post).adapted_ev100, test::state_of(post).target_ev100);
  std::uint32_t frames = 1;
  for (const VkCommandBuffer command_buffer : {with_cut, before, with_cut, before}) {
    test::Recorded::submit(command_buffer);
    const State state = test::state_of(post);
    EXPECT_EQ(state.frames, ++frames);
    EXPECT_GT(state.adapted_ev100, 8.0f) << "0.2 s into the dark at 1 EV/s don't arrive there";
  }
}

/// Whatever the memory holds before: NaN, all ones, zero, numbers.
TEST_F(StateOwnership, FreshMemoryNeverShows) {
  const std::vector<State> expected = run_alone(restless_frames());
  for (const std::uint32_t word : {test::kQuietNan, 0xffffffffu, 0u, 1u, 0x3f800000u, 0x7f800000u}) {
    test::LoaderShim shim(test::context());
    photopic::PostProcess post = test::make(shim.device(), {.max_extent = test::kRigExtent,
                                                            .steps = photopic::kMeterStep,
                                                            .meter_method = photopic::MeterMethod::pyramid});
    const test::Poison poison(test::context(), shim);
    ASSERT_TRUE(poison.covers_all());
    test::submit([&](VkCommandBuffer command_buffer) { poison.record(command_buffer, word); });
    expect_same(test::run_frames(post, images_, restless_frames()), expected);
  }
}

/// An object often gets the memory of the one before it, state and all.
TEST_F(StateOwnership, ASuccessorDoesNotInheritTheState) {
  for (int i = 0; i < 10; ++i) {
    photopic::PostProcess post = test::make_rig_meter();
    const std::vector<State> states =
        test::run_frames(post, images_, {{.scene_ev100 = double(i), .dt_s = 0.1}, {.scene_ev100 = 18.0, .dt_s = 0.1}});
    ASSERT_EQ(states[0].adapted_ev100, states[0].target_ev100);
    ASSERT_EQ(states[0].frames, 1u);
    ASSERT_EQ(states[1].frames, 2u);
  }
}

TEST_F(StateOwnership, FrameCounterAndPreviousExposure) {
  const std::vector<State> states = run_alone(restless_frames());
  for (std::uint32_t i = 0; i < kFrameCount; ++i) {
    const bool is_first = i == 0 || i == 20;
    EXPECT_EQ(states[i].frames, (i < 20 ? i : i - 20) + 1);
    EXPECT_EQ(states[i].previous_exposure, is_first ? states[i].exposure : states[i - 1].exposure);
  }
}

}  // namespace
