// SPDX-License-Identifier: MIT
// Tests of the handover: the state's fields, the image for upscalers, copies for the CPU, export and import.
#include <atomic>
#include <cmath>
#include <limits>
#include <thread>

#include "adapt/handover_rig.h"
#include "adapt/model_rig.h"

namespace {

using photopic::AdaptationCurve;
using photopic::ExposureImage;
using photopic::ExposureSettings;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Status;
using test::RigFrame;
using test::State;

constexpr photopic::MeterMethod kMethods[] = {photopic::MeterMethod::pyramid, photopic::MeterMethod::single_pass};

/// All that a state carries from frame to frame is in use: two components, a direction and its age.
RigFrame restless_frame(std::uint32_t index, std::uint32_t view = 0) {
  RigFrame frame = {.scene_ev100 = double(index * (view + 3) % 17) - 4.0, .dt_s = 0.01 * (1 + index % 5)};
  frame.settings.curve = AdaptationCurve::two_exponentials;
  frame.settings.compensation_ev = 0.75f;
  frame.settings.max_reversals_per_s = 6.0f;
  frame.settings.calibration_k = 13.0f;
  frame.view = view;
  return frame;
}

std::vector<RigFrame> restless_frames(std::uint32_t first, std::uint32_t count, std::uint32_t view = 0) {
  std::vector<RigFrame> frames;
  for (std::uint32_t i = first; i < first + count; ++i) frames.push_back(restless_frame(i, view));
  return frames;
}

class Handover : public testing::Test {
 protected:
  PostProcess make(MadeFor info) {
    info.max_extent = test::kRigExtent;
    info.steps = photopic::kMeterStep;
    return test::make(info);
  }
  std::vector<State> run(PostProcess& post, const std::vector<RigFrame>& frames) {
    return test::run_frames(post, images_, frames);
  }
  State run(PostProcess& post, const RigFrame& frame) { return test::run_frame(post, images_, frame); }
  /// In the order of recording, never to be submitted unless the caller does.
  VkCommandBuffer record(PostProcess& post, const RigFrame& frame) {
    images_.at_ev100(frame.scene_ev100);  // uploads before recording
    return recorded_.record([&](VkCommandBuffer c) { test::record_frame(c, post, images_, frame); });
  }

  test::UniformImages images_;
  test::Recorded recorded_;
};

void expect_latest(const PostProcess& post, std::uint32_t view = 0) {
  State latest = {};
  ASSERT_EQ(post.statistics(view, &latest), Status::ok);
  const State state = test::state_of(post, view);
  EXPECT_TRUE(test::same_bytes(latest, state)) << latest.serial << " is not " << state.serial << ":\n"
                                               << test::to_string(latest) << "\n"
                                               << test::to_string(state);
}

// ---- the state ------------------------------------------------------------------------------------------------------

TEST_F(Handover, FieldsOfTheState) {
  for (const photopic::MeterMethod method : kMethods) {
    PostProcess post = make({.meter_method = method});
    std::vector<RigFrame> frames = restless_frames(0, 30);
    frames[12].cut = true;
    const std::vector<State> states = run(post, frames);
    for (std::size_t i = 0; i < states.size(); ++i) {
      SCOPED_TRACE(i);
      const State& s = states[i];
      const bool is_first = i == 0 || i == 12;
      EXPECT_EQ(s.previous_exposure, is_first ? s.exposure : states[i - 1].exposure);
      // The relative errors of a division, 2.5 units by the specification, and of exp2 of an EV100 below 32 in a float.
      EXPECT_NEAR(s.previous_exposure_ratio * s.exposure, s.previous_exposure, 5e-7f * s.previous_exposure);
      const double k = double(frames[i].settings.calibration_k);
      const double luminance = k / 100.0 * std::exp2(test::adapted_ev100(s));
      EXPECT_NEAR(s.adapted_luminance, luminance, 4e-6 * luminance);
      const double dlss_exposure = 0.18 / (0.82 * luminance) * std::exp2(0.75);
      EXPECT_NEAR(s.dlss_exposure, dlss_exposure, 4e-6 * dlss_exposure);
      EXPECT_EQ(s.weight_sum, 15.0f);
      EXPECT_EQ(s.serial, i + 1);  // a reset goes on counting
      EXPECT_EQ(s.frames, i < 12 ? i + 1 : i - 11);
      EXPECT_EQ(s.checksum, test::checksum_of(s));
    }
  }
}

TEST_F(Handover, WeightSumIsThatOfTheWeights) {
  PostProcess post = make({.meter_method = photopic::MeterMethod::single_pass, .weights = photopic::kWeightSpot});
  const photopic::Frame frame = {.hdr = {images_.at_ev100(3.0).view()}, .extent = test::kRigExtent};
  // Half the diagonal of 5 x 3 texels is 2.92: within 0.4 of it lie the middle texel and its 4 neighbours.
  EXPECT_EQ(test::meter_once(post, frame, {.spot_radius = 0.4f}).weight_sum, 5.0f);
  EXPECT_EQ(test::meter_once(post, frame, {.spot_radius = 1.0f}).weight_sum, 15.0f);
}

/// Frames without a measurement count too, also while there was none at all.
TEST_F(Handover, SerialCountsEveryAdaptation) {
  for (const photopic::MeterMethod method : kMethods) {
    PostProcess post = make({.meter_method = method});
    std::vector<RigFrame> frames(6);
    for (const std::size_t unmeasured : {0u, 1u, 4u}) frames[unmeasured].scene_ev100 = test::kInvalidEv100;
    const std::vector<State> states = run(post, frames);
    for (std::size_t i = 0; i < states.size(); ++i) EXPECT_EQ(states[i].serial, i + 1);
  }
}

// ---- the image for upscalers ----------------------------------------------------------------------------------------

TEST_F(Handover, ExposureImageOfEachView) {
  constexpr std::uint32_t kFrames = 12;
  for (const photopic::MeterMethod method : kMethods) {
    for (const ExposureImage kind : {ExposureImage::multiplier, ExposureImage::dlss}) {
      PostProcess post = make({.view_count = 2, .meter_method = method, .exposure_image = kind});
      ASSERT_NE(post.exposure_image(0), post.exposure_image(1));
      ASSERT_NE(post.exposure_image_view(0), post.exposure_image_view(1));
      for (std::uint32_t i = 0; i < kFrames; ++i) images_.at_ev100(restless_frame(i, i % 2).scene_ev100);
      test::StateLog states(kFrames);
      test::ExposureImageLog images(kFrames);
      test::submit([&](VkCommandBuffer command_buffer) {
        for (std::uint32_t i = 0; i < kFrames; ++i) {
          test::record_frame(command_buffer, post, images_, restless_frame(i, i % 2));
          images.record(command_buffer, post.exposure_image(i % 2));
          states.record(command_buffer, post, i % 2);
        }
      });
      const std::vector<State> expected = states.take();
      for (std::uint32_t i = 0; i < kFrames; ++i) {
        const State& state = expected[i];
        EXPECT_EQ(images.at(i), kind == ExposureImage::dlss ? state.dlss_exposure : state.exposure) << i;
      }
      EXPECT_NE(images.at(kFrames - 1), images.at(kFrames - 2));
    }
  }
}

TEST_F(Handover, NoExposureImageUnlessAskedFor) {
  const PostProcess none = make({.view_count = 2});
  const PostProcess one = make({.exposure_image = ExposureImage::multiplier});
  const PostProcess tone_map = test::make({.max_extent = {1, 1},
                                           .steps = photopic::kToneMapStep,
                                           .exposure_image = ExposureImage::multiplier,
                                           .tone_mappers = 1});
  const PostProcess empty;
  const auto expect_null = [](const PostProcess& post, std::uint32_t view) {
    EXPECT_EQ(post.exposure_image(view), VkImage(VK_NULL_HANDLE));
    EXPECT_EQ(post.exposure_image_view(view), VkImageView(VK_NULL_HANDLE));
  };
  expect_null(none, 0);
  expect_null(none, 1);
  expect_null(one, 1);
  expect_null(one, UINT32_MAX);
  expect_null(tone_map, 0);
  expect_null(empty, 0);
}

// ---- copies for the CPU ---------------------------------------------------------------------------------------------

TEST_F(Handover, StatisticsBeforeTheFirstFrame) {
  PostProcess post = make({.view_count = 2, .statistics_slots = 2});
  State out = {};
  out.exposure = -7.0f;
  EXPECT_EQ(post.statistics(0, &out), Status::not_ready);
  record(post, restless_frame(0));
  EXPECT_EQ(post.statistics(0, &out), Status::not_ready);
  run(post, restless_frame(1, 1));
  EXPECT_EQ(post.statistics(0, &out), Status::not_ready);
  EXPECT_EQ(out.exposure, -7.0f);
  expect_latest(post, 1);
}

TEST_F(Handover, StatisticsAreRefused) {
  PostProcess post = make({.view_count = 2, .statistics_slots = 1});
  PostProcess without = make({});
  const PostProcess tone_map =
      test::make({.max_extent = {1, 1}, .steps = photopic::kToneMapStep, .statistics_slots = 2, .tone_mappers = 1});
  run(post, {restless_frame(0, 0), restless_frame(0, 1)});
  run(without, restless_frame(0));
  State out = {};
  EXPECT_EQ(post.statistics(1, &out), Status::ok);
  const auto refused = [](Status status, const std::string& words) {
    EXPECT_EQ(status, Status::invalid_argument);
    EXPECT_EQ(test::context().last_message(), "statistics: " + words);
  };
  refused(post.statistics(2, &out), "view = 2: must be within [0, 1]");
  refused(post.statistics(UINT32_MAX, &out), "view = 4.29497e+09: must be within [0, 1]");
  refused(post.statistics(0, nullptr), "out: is null");
  refused(without.statistics(0, &out), "statistics_slots: the object was created without");
  refused(tone_map.statistics(0, &out), "steps: the object was created without kMeter");
  EXPECT_EQ(PostProcess().statistics(0, &out), Status::invalid_argument);
}

TEST_F(Handover, WhatWasWaitedForIsThere) {
  for (const photopic::MeterMethod method : kMethods) {
    for (std::uint32_t slots = 1; slots <= 4; ++slots) {
      SCOPED_TRACE(slots);
      PostProcess post = make({.view_count = 3, .meter_method = method, .statistics_slots = slots});
      for (std::uint32_t i = 0; i < 10; ++i) {
        const std::uint32_t view = i * 7 % 5 % 3;  // views take turns, but not evenly
        run(post, restless_frame(i, view));
        expect_latest(post, view);
      }
      for (std::uint32_t view = 0; view < 3; ++view) expect_latest(post, view);
      test::context().check(post.resize({64, 64}));
      expect_latest(post);
    }
  }
}

/// n - 1 frames that are recorded, but not done, leave the one before them readable.
TEST_F(Handover, UnfinishedFramesDontDisturb) {
  for (std::uint32_t slots = 1; slots <= 4; ++slots) {
    PostProcess post = make({.statistics_slots = slots});
    run(post, restless_frame(0));
    std::vector<VkCommandBuffer> unfinished;
    for (std::uint32_t i = 1; i < slots; ++i) {
      unfinished.push_back(record(post, restless_frame(i)));
      State out = {};
      ASSERT_EQ(post.statistics(0, &out), Status::ok);
      EXPECT_EQ(out.serial, 1u);
    }
    for (const VkCommandBuffer command_buffer : unfinished) {
      test::Recorded::submit(command_buffer);
      expect_latest(post);
    }
  }
}

/// A thread asks all the time while frames are recorded and run.
TEST_F(Handover, WhatIsReadIsWholeAndNeverOlder) {
  constexpr std::uint32_t kInFlight = 3;
  constexpr std::uint32_t kFrames = 600;  // of 60, one run in 30 met a slot that was just written
  PostProcess post = make({.statistics_slots = kInFlight + 1});
  for (std::uint32_t i = 0; i < 17; ++i) images_.at_ev100(double(i) - 4.0);
  std::atomic<bool> is_done = false;
  std::uint32_t torn = 0, older = 0, last = 0;
  const auto read = [&] {
    State out = {};
    if (post.statistics(0, &out) != Status::ok) return;
    torn += out.checksum != test::checksum_of(out);
    older += out.serial < last;
    last = out.serial;
  };
  std::thread reader([&] {
    while (!is_done) read();
  });
  {
    engine::CommandRing ring(test::context(), kInFlight);
    for (std::uint32_t i = 0; i < kFrames; ++i) {
      test::record_frame(ring.begin(), post, images_, restless_frame(i));
      ring.submit();
    }
    ring.wait();
  }
  is_done = true;
  reader.join();
  read();
  EXPECT_EQ(torn, 0u);
  EXPECT_EQ(older, 0u);
  EXPECT_EQ(last, kFrames);
  expect_latest(post);
}

TEST_F(Handover, DroppedAndResubmittedFramesDoNoHarm) {
  for (std::uint32_t slots = 1; slots <= 4; ++slots) {
    SCOPED_TRACE(slots);
    PostProcess post = make({.statistics_slots = slots});
    const VkCommandBuffer first = record(post, restless_frame(0));
    const VkCommandBuffer second = record(post, restless_frame(1));
    record(post, restless_frame(2));  // dropped
    const VkCommandBuffer fourth = record(post, restless_frame(3));
    for (const VkCommandBuffer command_buffer : {first, first, fourth, second, second, first, fourth, first}) {
      test::Recorded::submit(command_buffer);
      expect_latest(post);
    }
  }
}

/// Before there was any measurement frames are told apart as well.
TEST_F(Handover, LatestOfFramesWithoutAMeasurement) {
  PostProcess post = make({.statistics_slots = 3});
  for (std::uint32_t i = 0; i < 5; ++i) {
    run(post, {.scene_ev100 = i < 2 ? test::kInvalidEv100 : 3.0 + i, .dt_s = 0.1});
    expect_latest(post);
  }
}

// ---- export and import ----------------------------------------------------------------------------------------------

class Import : public Handover {
 protected:
  static constexpr VkDeviceSize kOffset = 12;  // any multiple of 4

  /// Records an export in a submission of its own.
  State exported(PostProcess& post, std::uint32_t view = 0) {
    test::submit([&](VkCommandBuffer command_buffer) {
      test::context().check(post.record_export(command_buffer, view, {buffer_.handle(), kOffset}));
      engine::memory_barrier(test::context(), command_buffer, engine::kTransferWrite,
                             engine::kHostRead | engine::kTransferRead);
    });
    return test::state_in(buffer_, kOffset);
  }
  /// Of what was exported last: by the buffer, or by way of the CPU.
  void import(PostProcess& post, std::uint32_t view, bool from_cpu) {
    test::submit([&](VkCommandBuffer command_buffer) {
      const State state = test::state_in(buffer_, kOffset);
      test::context().check(
          from_cpu ? post.record_import(command_buffer, view, state)
                   : post.record_import(command_buffer, view, photopic::Buffer{buffer_.handle(), kOffset}));
    });
  }

  engine::Buffer buffer_ = test::make_state_buffer(kOffset + sizeof(State));
};

TEST_F(Import, ExportIsTheState) {
  PostProcess post = make({.view_count = 2});
  run(post, restless_frames(0, 5, 0));
  run(post, restless_frames(0, 7, 1));
  for (const std::uint32_t view : {0u, 1u}) {
    EXPECT_TRUE(test::same_bytes(exported(post, view), test::state_of(post, view)));
  }
}

TEST_F(Import, ContinuesAsIfItWereTheOther) {
  for (const photopic::MeterMethod method : kMethods) {
    for (const bool from_cpu : {false, true}) {
      PostProcess first = make({.view_count = 2, .meter_method = method});
      PostProcess second = make({.meter_method = method});
      run(first, restless_frames(0, 15, 1));
      run(second, restless_frames(3, from_cpu ? 0 : 4));  // one that ran before, one that didn't
      const State state = exported(first, 1);
      EXPECT_NE(state.slow_offset_ev100, 0.0f);
      import(second, 0, from_cpu);
      for (std::uint32_t i = 15; i < 35; ++i) {
        const State expected = run(first, restless_frame(i, 1));
        RigFrame frame = restless_frame(i, 1);
        frame.view = 0;
        const State continued = run(second, frame);
        ASSERT_TRUE(test::same_but_owner(continued, expected)) << i << ":\n"
                                                               << test::to_string(continued) << "\n"
                                                               << test::to_string(expected);
        ASSERT_EQ(continued.checksum, test::checksum_of(continued));
      }
    }
  }
}

/// Between frames, in one command buffer: all that is ordered is ordered by the module.
TEST_F(Import, WithinACommandBuffer) {
  PostProcess post = make({.view_count = 2});
  for (std::uint32_t i = 0; i < 17; ++i) images_.at_ev100(double(i) - 4.0);
  const State other = run(post, restless_frame(9, 1));
  test::StateLog log(3);
  test::submit([&](VkCommandBuffer c) {
    for (std::uint32_t i = 0; i < 5; ++i) test::record_frame(c, post, images_, restless_frame(i));
    test::context().check(post.record_export(c, 0, {buffer_.handle(), kOffset}));
    engine::memory_barrier(test::context(), c, engine::kTransferWrite, engine::kTransferRead);
    test::context().check(post.record_import(c, 1, photopic::Buffer{buffer_.handle(), kOffset}));
    for (const std::uint32_t view : {0u, 1u}) {
      RigFrame frame = restless_frame(5);
      frame.view = view;
      test::record_frame(c, post, images_, frame);
      log.record(c, post, view);
    }
    test::context().check(post.record_import(c, 0, other));
    test::context().check(post.record_import(c, 0, photopic::Buffer{buffer_.handle(), kOffset}));
    test::record_frame(c, post, images_, restless_frame(5));
    log.record(c, post);
  });
  const std::vector<State> states = log.take();
  EXPECT_TRUE(test::same_but_owner(states[0], states[1]));
  EXPECT_TRUE(test::same_but_owner(states[0], states[2]));
}

TEST_F(Import, LeavesOtherViewsAlone) {
  for (const bool from_cpu : {false, true}) {
    PostProcess post = make({.view_count = 3});
    for (std::uint32_t view = 0; view < 3; ++view) run(post, restless_frames(0, 4 + view, view));
    exported(post, 0);
    const State before = test::state_of(post, 0);
    const State after = test::state_of(post, 2);
    import(post, 1, from_cpu);
    EXPECT_TRUE(test::same_bytes(test::state_of(post, 0), before));
    EXPECT_TRUE(test::same_bytes(test::state_of(post, 2), after));
    EXPECT_TRUE(test::same_but_owner(test::state_of(post, 1), before));
  }
}

TEST_F(Import, ResetTakesTheMeasuredValueAllTheSame) {
  for (const bool from_cpu : {false, true}) {
    PostProcess post = make({});
    run(post, restless_frames(0, 6));
    exported(post);
    import(post, 0, from_cpu);
    const State state = run(post, {.scene_ev100 = 11.0, .dt_s = 0.01, .cut = true});
    EXPECT_EQ(state.adapted_ev100, state.target_ev100);
    EXPECT_NEAR(state.adapted_ev100, 11.0, 5e-6);  // log2 of a float and the reading's rounding
    EXPECT_EQ(state.frames, 1u);
    EXPECT_EQ(state.previous_exposure, state.exposure);
  }
}

/// An older state, as of a save game: the frames after it are the latest.
TEST_F(Import, StatisticsGoOn) {
  for (const bool from_cpu : {false, true}) {
    PostProcess post = make({.statistics_slots = 3});
    run(post, restless_frames(0, 2));
    exported(post);
    run(post, restless_frames(2, 8));
    import(post, 0, from_cpu);
    for (std::uint32_t i = 2; i < 6; ++i) {
      run(post, restless_frame(i));
      expect_latest(post);
    }
  }
}

TEST_F(Import, RefusesWhatIsNoNumber) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  PostProcess post = make({});
  const State good = run(post, restless_frames(0, 6)).back();
  const auto expect_refused = [&](const test::FloatField& field, float value) {
    State bad = good;
    bad.*field.member = value;
    test::submit([&](VkCommandBuffer command_buffer) {
      const Status status = post.record_import(command_buffer, 0, bad);
      const std::string& message = test::context().last_message();
      const bool has_words = message.find(std::string("record_import: state.") + field.name + " = ") == 0;
      EXPECT_TRUE(status == Status::invalid_argument && has_words) << field.name << " = " << value << ": " << message;
    });
  };
  for (const test::FloatField& field : test::float_fields()) {
    for (const float value : {kNan, kInfinity, -kInfinity}) expect_refused(field, value);
  }
  for (const float value : {0.0f, -0.0f, -1.0f}) expect_refused(test::float_fields()[0], value);  // exposure
  EXPECT_TRUE(test::same_bytes(test::state_of(post), good));
}

}  // namespace
