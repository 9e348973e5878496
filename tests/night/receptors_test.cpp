// SPDX-License-Identifier: MIT
// Tests of dark adaptation and of the pupil in the state, against their closed forms in double.
#include <array>
#include <cmath>
#include <cstring>

#include "adapt/handover_rig.h"
#include "gpu/arguments_rig.h"
#include "night/night_rig.h"
#include "reference/effects/night.h"
#include "unit/reference/eye_oracles.h"

namespace {

using nlohmann::json;
using photopic::DarkAdaptation;
using photopic::MeterMethod;
using reference::Receptors;
using test::NightRig;
using test::State;

/// EV: logarithm and power of thresholds in float, of numbers up to 22 EV.
constexpr double kReceptorTolerance = 2e-4;
/// EV of the same span of time split otherwise: the two floats of each state hold what short frames add.
constexpr double kSplitTolerance = 2e-5;
constexpr double kPigmentTolerance = 2e-6;
constexpr double kPupilTolerance_mm = 2e-4;

Receptors receptors_of(const State& state) {
  return {double(state.night.cone_ev) + double(state.night.cone_ev_low),
          double(state.night.rod_ev) + double(state.night.rod_ev_low)};
}

void expect_receptors(const State& state, Receptors expected) {
  EXPECT_NEAR(receptors_of(state).cone_ev, expected.cone_ev, kReceptorTolerance);
  EXPECT_NEAR(receptors_of(state).rod_ev, expected.rod_ev, kReceptorTolerance);
  const double least = reference::least_visible(expected);
  EXPECT_NEAR(state.night.least_visible_cd_m2, least, 2.0 * kReceptorTolerance * least);
  EXPECT_NEAR(state.night.min_ev100, std::log2(least) + 3.0, kReceptorTolerance);
}

TEST(NightReceptors, AreThoseOfTheVectors) {
  NightRig rig;
  eye_test::with_vectors([&](const json& eye) {
    for (const json& vector : eye.at("dark_adaptation")) {
      SCOPED_TRACE(vector.dump());
      const std::vector<State> states =
          rig.run({{vector.at("from_cd_m2"), 0.0, true}, {vector.at("to_cd_m2"), vector.at("t_s"), false}});
      const State& state = states.back();
      EXPECT_NEAR(receptors_of(state).cone_ev, vector.at("cone_ev").get<double>(), kReceptorTolerance);
      EXPECT_NEAR(receptors_of(state).rod_ev, vector.at("rod_ev").get<double>(), kReceptorTolerance);
      EXPECT_NEAR(state.night.min_ev100, vector.at("min_ev100").get<double>(), kReceptorTolerance);
      // The first frame is at rest, and its lower limit is below the scene.
      expect_receptors(states.front(), reference::receptors_at_rest(vector.at("from_cd_m2")));
      EXPECT_EQ(states.front().target_ev100, states.front().scene_ev100);
      EXPECT_NEAR(state.target_ev100, std::max(state.scene_ev100, state.night.min_ev100), 1e-6);
    }
  });
}

/// In frames of any length, on every path that ends a measurement.
TEST(NightReceptors, AnySplitEndsInTheSamePlace) {
  for (const photopic::MadeFor& info :
       {photopic::MadeFor{}, photopic::MadeFor{.meter_method = MeterMethod::pyramid},
        photopic::MadeFor{.weights = photopic::kWeightCentre, .auto_white_balance = true}}) {
    NightRig rig(info);
    rig.settings.night.pupil = true;
    rig.settings.meter.centre = info.weights != 0;
    if (info.auto_white_balance) rig.settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
    for (const double time_s : {2.0, 700.0}) {
      const Receptors expected = reference::adapted_receptors(reference::receptors_at_rest(100.0), 1e-3, time_s);
      rig.run_one(100.0, 0.0, true);
      const State whole = rig.run_one(1e-3, time_s);
      expect_receptors(whole, expected);
      EXPECT_NEAR(whole.night.cone_pigment, reference::cone_pigment(2e6 / (2e6 + 100.0), 1e-3, time_s),
                  kPigmentTolerance);
      EXPECT_NEAR(whole.night.rod_pigment, reference::rod_pigment(0.04 / 100.04, 1e-3, time_s), kPigmentTolerance);
      for (const std::size_t count : {3U, 300U}) {
        rig.run_one(100.0, 0.0, true);
        const State split = rig.run_span(1e-3, time_s, count);
        SCOPED_TRACE(testing::Message() << time_s << " s in " << count);
        EXPECT_NEAR(receptors_of(split).cone_ev, receptors_of(whole).cone_ev, kSplitTolerance);
        EXPECT_NEAR(receptors_of(split).rod_ev, receptors_of(whole).rod_ev, kSplitTolerance);
        EXPECT_NEAR(split.night.cone_pigment, whole.night.cone_pigment, kPigmentTolerance);
        EXPECT_NEAR(split.night.rod_pigment, whole.night.rod_pigment, kPigmentTolerance);
        EXPECT_NEAR(split.night.pupil_mm, whole.night.pupil_mm, kPupilTolerance_mm);
      }
    }
  }
}

/// 9.6 minutes after 100 cd/m^2, rods begin to see less light than cones do.
TEST(NightReceptors, HaveARodConeBreak) {
  NightRig rig;
  const auto rods_see_more_after = [&](double minutes) {
    rig.run_one(100.0, 0.0, true);
    const State state = rig.run_one(1e-4, 60.0 * minutes);
    return -2.86 * std::log2(10.0) + double(state.night.rod_ev) < -0.72 * std::log2(10.0) + double(state.night.cone_ev);
  };
  EXPECT_FALSE(rods_see_more_after(9.5));
  EXPECT_TRUE(rods_see_more_after(9.7));
  rig.settings.night.time_scale = 60.0f;
  EXPECT_FALSE(rods_see_more_after(9.5 / 60.0));
  EXPECT_TRUE(rods_see_more_after(9.7 / 60.0));
}

/// What is adapted to goes no lower than what is seen; and rises at its own speed, although thresholds rise at once.
TEST(NightReceptors, LimitTheAdaptedEv) {
  NightRig rig;
  rig.run_one(100.0, 0.0, true);
  const State settled = rig.run_span(1e-4, 60.0, 600);
  EXPECT_NEAR(settled.adapted_ev100, settled.night.min_ev100, 0.05);  // that it trails behind a moving target
  EXPECT_GT(settled.adapted_ev100, settled.scene_ev100 + 10.0f);
  const State risen = rig.run_one(1e4, 0.1);
  EXPECT_NEAR(risen.adapted_ev100, settled.adapted_ev100 + 0.3f, 1e-3f);  // to_bright_ev_per_s
  // Units of the picture are others than cd/m^2: the same eye, other EV.
  NightRig scaled;
  scaled.settings.view.cd_m2_per_unit = 1000.0f;
  scaled.settings.meter.min_log2_luminance = -26.0f;
  scaled.run_one(0.1, 0.0, true);
  const State same = scaled.run_span(1e-7, 60.0, 600);
  EXPECT_NEAR(same.night.min_ev100, settled.night.min_ev100 - std::log2(1000.0f), 1e-3f);
}

TEST(NightReceptors, HoldAndResetAndTurnOff) {
  NightRig rig;
  rig.settings.night.pupil = true;
  rig.run_one(100.0, 0.0, true);
  const State before = rig.run_one(1e-3, 10.0);
  EXPECT_EQ(before.night.frames, 2U);
  rig.settings.exposure.hold = true;
  const State held = rig.run_one(1e-3, 100.0);
  EXPECT_EQ(held.night.cone_ev, before.night.cone_ev);
  EXPECT_EQ(held.night.rod_ev, before.night.rod_ev);
  EXPECT_EQ(held.night.pupil_mm, before.night.pupil_mm);
  rig.settings.exposure.hold = false;
  const State reset = rig.run_one(1e-3, 100.0, true);
  expect_receptors(reset, reference::receptors_at_rest(1e-3));
  EXPECT_EQ(reset.night.frames, 1U);
  // Without pupil there is none; without both there is nothing, and what comes back is at rest.
  rig.settings.night.pupil = false;
  EXPECT_EQ(rig.run_one(100.0, 1.0).night.pupil_mm, 0.0f);
  rig.settings.night.dark_adaptation = DarkAdaptation::off;
  test::context().check(rig.post().prepare(rig.settings));
  const State off = rig.run_one(100.0, 1.0);
  const photopic::gpu::NightState none = {};
  EXPECT_EQ(std::memcmp(&off.night, &none, sizeof none), 0);
  EXPECT_EQ(off.target_ev100, off.scene_ev100);
  rig.settings.night.dark_adaptation = DarkAdaptation::rods_and_cones;
  expect_receptors(rig.run_one(1e-2, 1.0), reference::receptors_at_rest(1e-2));
}

TEST(NightPupil, IsTheFormula) {
  NightRig rig;
  rig.settings.night.dark_adaptation = DarkAdaptation::off;
  rig.settings.night.pupil = true;
  for (const double area_deg2 : {100.0, 2827.4333882308138}) {
    for (const double age : {25.0, 70.0}) {
      rig.settings.night.pupil_field_deg2 = float(area_deg2);
      rig.settings.view.observer_age_years = float(age);
      for (const double cd_m2 : {1e-3, 0.1, 10.0, 1e4}) {
        const State state = rig.run_one(cd_m2, 0.0, true);
        const double expected = reference::pupil_mm(cd_m2, area_deg2, age);
        // Beyond what its motion is defined for, it is at the end of that.
        EXPECT_NEAR(state.night.pupil_mm, std::min(expected, 7.888), kPupilTolerance_mm);
        EXPECT_NEAR(state.night.retinal_td, cd_m2 * std::pow(double(state.night.pupil_mm), 2.0) * std::atan(1.0),
                    1e-4 * double(state.night.retinal_td));
        EXPECT_EQ(state.target_ev100, state.scene_ev100);  // it limits nothing
      }
    }
  }
  // The picture's field: 60 degrees high and, at 5:3, 87.8 wide.
  rig.settings.night.pupil_field_deg2 = 0.0f;
  const double width_deg = 2.0 * std::atan(5.0 / 3.0 * std::tan(std::acos(-1.0) / 6.0)) * 180.0 / std::acos(-1.0);
  EXPECT_NEAR(rig.run_one(10.0, 0.0, true).night.pupil_mm, reference::pupil_mm(10.0, 60.0 * width_deg, 70.0),
              kPupilTolerance_mm);
}

TEST(NightPupil, MovesAsItsModelDoes) {
  NightRig rig;
  rig.settings.night.pupil = true;
  rig.settings.night.pupil_field_deg2 = 2000.0f;
  rig.settings.night.time_scale = 60.0f;  // of receptors, not of the pupil
  const double narrow = reference::pupil_mm(1000.0, 2000.0, 25.0);
  const double wide = reference::pupil_mm(0.1, 2000.0, 25.0);
  for (const double time_s : {0.05, 0.4, 2.0}) {
    rig.run_one(0.1, 0.0, true);
    EXPECT_NEAR(rig.run_span(1000.0, time_s, 5).night.pupil_mm, reference::moved_pupil_mm(wide, narrow, time_s),
                kPupilTolerance_mm);
    rig.run_one(1000.0, 0.0, true);
    EXPECT_NEAR(rig.run_span(0.1, time_s, 5).night.pupil_mm, reference::moved_pupil_mm(narrow, wide, time_s),
                kPupilTolerance_mm);
  }
}

TEST(NightReceptors, TravelWithTheState) {
  NightRig first({.statistics_slots = 2});
  first.settings.night.pupil = true;
  first.run_one(100.0, 0.0);
  const State middle = first.run_one(1e-3, 50.0);
  const State end = first.run_one(1e-3, 50.0);
  State latest;
  ASSERT_EQ(first.post().statistics(0, &latest), photopic::Status::ok);
  EXPECT_EQ(std::memcmp(&latest.night, &end.night, sizeof end.night), 0);

  NightRig second;
  second.settings.night = first.settings.night;
  test::submit([&](VkCommandBuffer c) { test::context().check(second.post().record_import(c, 0, middle)); });
  State same = second.run_one(1e-3, 50.0);
  EXPECT_EQ(same.night.checksum, end.night.checksum);  // new views count on from the serial of what they import
  EXPECT_EQ(std::memcmp(&same.night, &end.night, sizeof end.night), 0);

  // One that knows nothing of receptors is at rest.
  State old = middle;
  old.night = {};
  test::submit([&](VkCommandBuffer c) { test::context().check(second.post().record_import(c, 0, old)); });
  expect_receptors(second.run_one(1e-3, 50.0), reference::receptors_at_rest(1e-3));
  State bad = middle;
  bad.night.rod_ev = test::kNanF;
  test::submit([&](VkCommandBuffer c) {
    EXPECT_EQ(second.post().record_import(c, 0, bad), photopic::Status::invalid_argument);
  });
  test::expect_message({"record_import", "night.rod_ev"});

  // Exported through the device by one that has them, and by one that has not.
  photopic::PostProcess plain = test::make({.max_extent = test::kRigExtent, .steps = photopic::kMeterStep});
  test::submit([&](VkCommandBuffer c) { test::context().check(plain.record_import(c, 0, middle)); });
  const engine::Buffer exported = test::make_state_buffer(2 * sizeof(State));
  std::memset(exported.mapped().data(), 0xa5, 2 * sizeof(State));
  test::submit([&](VkCommandBuffer c) {
    test::context().check(first.post().record_export(c, 0, {exported.handle(), 0}));
    test::context().check(plain.record_export(c, 0, {exported.handle(), sizeof(State)}));
  });
  const State copy = test::state_in(exported, 0);
  EXPECT_EQ(std::memcmp(&copy.night, &end.night, sizeof end.night), 0);
  EXPECT_EQ(copy.white_balance.matrix[0], 0.0f);
  const photopic::gpu::NightState none = {};
  const State without = test::state_in(exported, sizeof(State));
  EXPECT_EQ(std::memcmp(&without.night, &none, sizeof none), 0);
}

/// An object that is made for receptors and doesn't use them adapts to the same bits.
TEST(NightReceptors, OffKeepsEveryBit) {
  NightRig rig;
  rig.settings.night.dark_adaptation = DarkAdaptation::off;
  test::context().check(rig.post().prepare(rig.settings));
  photopic::PostProcess plain = test::make({.max_extent = test::kRigExtent, .steps = photopic::kMeterStep});
  test::UniformImages images;
  const std::vector<State> with = rig.run({{100.0, 0.0}, {0.5, 0.3}, {2000.0, 0.7}});
  const double evs[] = {100.0, 0.5, 2000.0};
  std::vector<test::RigFrame> frames;
  for (const double cd_m2 : evs) frames.push_back({.scene_ev100 = std::log2(cd_m2 * 8.0)});
  frames[1].dt_s = 0.3;
  frames[2].dt_s = 0.7;
  const std::vector<State> without = test::run_frames(plain, images, frames);
  for (std::size_t i = 0; i < with.size(); ++i) EXPECT_TRUE(test::same_bits(with[i], without[i])) << i;
}

/// Statistics have what each frame's settings ask for, whatever the object is made for, now or later.
TEST(NightReceptors, StatisticsAreOfEachFramesSettings) {
  photopic::Settings plain, night;
  night.view.cd_m2_per_unit = 1.0f;
  night.night.dark_adaptation = DarkAdaptation::rods_and_cones;
  const test::HdrImage hdr = test::make_uniform_hdr(test::kRigExtent, 1.0);
  const engine::Buffer exported = test::make_state_buffer(sizeof(State));
  for (const bool is_prepared_later : {false, true}) {
    SCOPED_TRACE(is_prepared_later);
    photopic::PostProcess post = test::make_used({.max_extent = test::kRigExtent,
                                                  .uses = {plain, is_prepared_later ? plain : night},
                                                  .steps = photopic::kMeter,
                                                  .statistics_slots = 2});
    test::context().check(post.prepare(night));
    for (const photopic::Settings* settings : is_prepared_later ? std::array{&night, &plain, &night, &plain, &night}
                                                                : std::array{&plain, &night, &plain, &plain, &night}) {
      test::submit([&](VkCommandBuffer c) {
        const photopic::Frame frame = {.hdr = {hdr.view()}, .extent = test::kRigExtent, .delta_time_s = 0.5f};
        test::context().check(post.record_meter(c, frame, *settings));
      });
      State latest;
      ASSERT_EQ(post.statistics(0, &latest), photopic::Status::ok);
      test::submit([&](VkCommandBuffer c) { test::context().check(post.record_export(c, 0, {exported.handle()})); });
      const State state = test::state_in(exported, 0);
      EXPECT_EQ(latest.serial, state.serial);
      EXPECT_EQ(latest.exposure, state.exposure);
      EXPECT_EQ(latest.night.frames, settings == &night ? 1u : 0u);  // each time anew
      if (settings == &night) {
        EXPECT_EQ(std::memcmp(&latest.night, &state.night, offsetof(photopic::gpu::NightState, mesopic_m)), 0);
      }
    }
  }
}

/// NaN, infinity, black and the brightest half float.
TEST(NightReceptors, AreDefinedForAnyPicture) {
  NightRig rig;
  rig.settings.night.pupil = true;
  for (const double cd_m2 : {0.0, 65504.0, double(test::kInfinityF), double(test::kNanF)}) {
    for (const bool is_first : {true, false}) {
      if (!is_first) rig.run_one(1.0, 0.0, true);
      const State state = rig.run_one(cd_m2, 1.0, is_first);
      EXPECT_TRUE(std::isfinite(state.exposure) && state.exposure > 0.0f);
      EXPECT_TRUE(std::isfinite(state.night.cone_ev) && std::isfinite(state.night.rod_ev));
      EXPECT_TRUE(std::isfinite(state.night.pupil_mm) && state.night.pupil_mm > 1.8f && state.night.pupil_mm < 8.0f);
      EXPECT_TRUE(std::isfinite(state.night.retinal_td));
    }
  }
}

class NightArguments : public test::RecordArguments {};

TEST_F(NightArguments, DarkAdaptationIsChecked) {
  photopic::Settings settings;
  settings.view.cd_m2_per_unit = 1.0f;
  settings.night.dark_adaptation = DarkAdaptation::rods_and_cones;
  photopic::PostProcess plain = make_single_pass({});
  const auto meter = [&](photopic::PostProcess& post) {
    return [&](VkCommandBuffer c) { return post.record_meter(c, meter_frame(), settings); };
  };
  expect_refused(meter(plain),
                 {"record_meter:", "night.dark_adaptation or pupil needs dark adaptation, which is not prepared"},
                 photopic::Status::not_prepared);
  photopic::PostProcess post = make_single_pass({.dark_adaptation = true});
  settings.night.time_scale = 0.0f;
  expect_refused(meter(post), {"time_scale"});
  settings.night.time_scale = 1.0f;
  settings.view.cd_m2_per_unit = 0.0f;
  expect_refused(meter(post), {"dark_adaptation", "needs cd_m2_per_unit"});
  settings.night.dark_adaptation = DarkAdaptation::off;
  settings.night.pupil = true;
  expect_refused(meter(post), {"pupil", "needs cd_m2_per_unit"});
  settings.view.cd_m2_per_unit = 1.0f;
  settings.view.observer_age_years = 19.0f;
  expect_refused(meter(post), {"observer_age_years"});
}

}  // namespace
