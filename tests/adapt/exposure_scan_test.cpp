// SPDX-License-Identifier: MIT
// Tests of adaptation over measurements: the states of a scan are those of an object that meters every frame, to the
// bit.
#include <photopic/exposure_scan.h>

#include <cmath>
#include <cstring>
#include <random>

#include "adapt/model_scenes.h"
#include "gpu/arguments_rig.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace {

using photopic::MadeFor;
using photopic::Settings;
using photopic::gpu::FrameMeasurement;
using test::State;

constexpr VkExtent2D kScanExtent = {37, 21};
constexpr float kScanStep_s = 1.0f / 24.0f;

constexpr std::size_t kScanPictures = 7;

/// Lit by other lights at other levels; the last two have nothing to measure, and nothing above black.
std::vector<test::HdrImage> make_scan_pictures() {
  const auto lit = [](double stops, double red, double blue) {
    return test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kScanExtent,
                          [=](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
                            const double light = std::exp2(stops + 6.0 * test::noise(x, y, 7) - 3.0);
                            return {light * red, light, light * blue};
                          });
  };
  std::vector<test::HdrImage> made;
  made.push_back(lit(0.0, 1.1, 0.9));
  made.push_back(lit(1.7, 1.6, 0.5));
  made.push_back(lit(-4.2, 1.0, 1.0));
  made.push_back(lit(6.3, 0.8, 1.4));
  made.push_back(lit(-9.0, 2.5, 0.2));
  made.push_back(test::make_uniform_hdr(kScanExtent, std::nan("")));
  made.push_back(test::make_uniform_hdr(kScanExtent, 0.0));
  return made;
}

/// Pictures one after the other: for a while the same one, now and then another for a frame.
std::vector<std::size_t> scan_shot(std::size_t frames, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::size_t> shot;
  std::size_t picture = seed % kScanPictures;
  while (shot.size() < frames) {
    const bool is_flash = random() % 4 == 0;
    shot.push_back(is_flash ? random() % kScanPictures : picture);
    if (random() % 6 == 0) picture = random() % kScanPictures;
  }
  return shot;
}

class ScanRig {
 public:
  explicit ScanRig(MadeFor info) : pictures_(make_scan_pictures()) {
    info.max_extent = kScanExtent;
    info.steps = photopic::kMeterStep;
    info.extrema = true;
    post_ = test::make(info);
    const photopic::ExposureScanCreateInfo scan = {.weights = info.weights,
                                                   .auto_white_balance = info.auto_white_balance,
                                                   .dark_adaptation = info.dark_adaptation};
    test::context().check(photopic::ExposureScan::create(test::context().lend(), scan, &scan_));
  }

  /// As PostProcess has them.
  std::vector<State> metered(const std::vector<std::size_t>& shot, const Settings& settings) {
    test::StateLog log(std::uint32_t(shot.size()));
    const std::size_t batch_frames = test::calls_at_once();
    for (std::size_t first = 0; first < shot.size(); first += batch_frames) {
      test::submit([&](VkCommandBuffer commands) {
        for (std::size_t i = first; i < std::min(first + batch_frames, shot.size()); ++i) {
          meter(commands, shot[i], settings, i == 0);
          log.record(commands, post_);
        }
      });
    }
    return log.take();
  }

  /// Of each picture by itself.
  std::vector<FrameMeasurement> measured(const std::vector<std::size_t>& shot, const Settings& settings) {
    std::vector<FrameMeasurement> of_pictures;
    for (std::size_t i = 0; i < kScanPictures; ++i) {
      test::submit([&](VkCommandBuffer commands) { meter(commands, i, settings, true); });
      of_pictures.push_back(photopic::measurement_of(test::state_of(post_)));
    }
    std::vector<FrameMeasurement> measurements;
    for (const std::size_t picture : shot) measurements.push_back(of_pictures[picture]);
    return measurements;
  }

  /// In recordings of so many frames, in one command buffer.
  std::vector<State> scanned(const std::vector<FrameMeasurement>& measurements, const Settings& settings,
                             std::size_t frames_at_once, const State* before = nullptr) {
    std::vector<engine::Buffer> inputs, outputs;
    std::vector<State> states(measurements.size());
    const std::size_t most = test::calls_at_once() * frames_at_once;
    const auto record = [&](VkCommandBuffer commands, std::size_t begin) {
      if (before != nullptr && begin == 0) test::context().check(scan_.record_import(commands, *before));
      for (std::size_t first = begin; first < std::min(begin + most, measurements.size()); first += frames_at_once) {
        const std::size_t count = std::min(frames_at_once, measurements.size() - first);
        inputs.emplace_back(test::context(), count * sizeof(FrameMeasurement), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                            engine::MemoryUse::upload);
        outputs.emplace_back(test::context(), count * sizeof(State), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                             engine::MemoryUse::readback);
        std::memcpy(inputs.back().mapped().data(), &measurements[first], count * sizeof(FrameMeasurement));
        const photopic::ExposureScanFrames frames = {.measurements = inputs.back().handle(),
                                                     .states = outputs.back().handle(),
                                                     .count = std::uint32_t(count),
                                                     .delta_time_s = kScanStep_s,
                                                     .picture = kScanExtent,
                                                     .reset_history = first == 0 && before == nullptr};
        test::context().check(scan_.record(commands, frames, settings));
      }
      engine::memory_barrier(test::context(), commands, engine::kComputeWrite, engine::kHostRead);
    };
    for (std::size_t begin = 0; begin < measurements.size(); begin += most) {
      test::submit([&](VkCommandBuffer commands) { record(commands, begin); });
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
      std::memcpy(&states[i * frames_at_once], outputs[i].mapped().data(), outputs[i].mapped().size());
    }
    return states;
  }

  void expect_same(const std::vector<std::size_t>& shot, const Settings& settings, std::size_t frames_at_once) {
    const std::vector<State> expected = metered(shot, settings);
    const std::vector<State> states = scanned(measured(shot, settings), settings, frames_at_once);
    ASSERT_EQ(states.size(), expected.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      ASSERT_TRUE(test::same_bits(states[i], expected[i])) << "frame " << i << "\n"
                                                           << test::to_string(states[i]) << "\nmetered:\n"
                                                           << test::to_string(expected[i]);
    }
  }

  photopic::ExposureScan& scan() { return scan_; }

 private:
  void meter(VkCommandBuffer commands, std::size_t picture, const Settings& settings, bool is_reset) {
    const photopic::Frame frame = {
        .hdr = {pictures_[picture].view()}, .extent = kScanExtent, .delta_time_s = kScanStep_s, .cut = is_reset};
    test::context().check(post_.record_meter(commands, frame, settings));
  }

  std::vector<test::HdrImage> pictures_;
  photopic::PostProcess post_;
  photopic::ExposureScan scan_;
};

/// Settings that take every path of the adaptation.
std::vector<Settings> scan_settings() {
  std::vector<Settings> all(1);
  for (const photopic::AdaptationCurve curve :
       {photopic::AdaptationCurve::exponential, photopic::AdaptationCurve::two_exponentials}) {
    all.emplace_back().exposure.curve = curve;
  }
  Settings& bounded = all.emplace_back();
  bounded.exposure.curve = photopic::AdaptationCurve::two_exponentials;
  bounded.exposure.dead_band_ev = 0.3f;
  bounded.exposure.cut_low_ev = 2.0f;
  bounded.exposure.cut_high_ev = 6.0f;
  bounded.exposure.max_ev_per_s = 9.0f;
  bounded.exposure.max_reversals_per_s = 2.0f;
  bounded.exposure.hold_on_black = true;
  bounded.exposure.target_curve = test::make_curve({{-8.0f, -5.0f}, {3.0f, 3.5f}, {9.0f, 7.0f}});
  bounded.exposure.compensation_curve = test::make_curve({{-2.0f, -1.0f}, {6.0f, 0.5f}});
  all.emplace_back().exposure.hold = true;
  Settings& manual = all.emplace_back();
  manual.exposure.mode = photopic::ExposureMode::manual;
  manual.exposure.manual_ev100 = 4.25f;
  return all;
}

TEST(ExposureScan, MatchesTheSinglePass) {
  ScanRig rig({});
  for (const Settings& settings : scan_settings()) {
    for (const std::uint32_t seed : {0u, 5u, 6u}) rig.expect_same(scan_shot(50, seed), settings, 50);
  }
}

TEST(ExposureScan, MatchesThePyramid) {
  ScanRig rig({.meter_method = photopic::MeterMethod::pyramid});
  for (const Settings& settings : scan_settings()) rig.expect_same(scan_shot(50, 3), settings, 50);
}

TEST(ExposureScan, MatchesWithPercentilesWeightsLightAndReceptors) {
  ScanRig rig({.weights = photopic::kWeightCentre,
               .histogram = true,
               .forces_histogram = true,
               .highlights_and_black = true,
               .auto_white_balance = true,
               .dark_adaptation = true});
  for (Settings settings : scan_settings()) {
    settings.meter.centre = true;
    settings.meter.low_percentile = 10.0f;
    settings.meter.high_percentile = 90.0f;
    settings.meter.median_blend = 0.25f;
    settings.meter.highlight_stops = 3.0f;
    settings.meter.black_stops = 6.0f;
    settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
    settings.view.cd_m2_per_unit = 0.01f;
    settings.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
    settings.night.time_scale = 60.0f;
    settings.night.pupil = true;
    for (const std::uint32_t seed : {1u, 5u}) rig.expect_same(scan_shot(50, seed), settings, 50);
  }
}

/// Drivers may bound what one dispatch does.
TEST(ExposureScan, MatchesInLongShots) {
  ScanRig rig({.auto_white_balance = true});
  Settings settings;
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  settings.exposure.cut_low_ev = 2.0f;
  settings.exposure.cut_high_ev = 6.0f;
  settings.exposure.target_curve = test::zigzag(-5.0f, 12.0f);
  settings.exposure.compensation_curve = test::zigzag(-1.0f, 1.0f);
  settings.exposure.min_curve = test::zigzag(-12.0f, -10.0f);
  settings.exposure.max_curve = test::zigzag(14.0f, 18.0f);
  rig.expect_same(scan_shot(2000, 4), settings, 2000);
}

TEST(ExposureScan, GoesOnFromOneRecordingToTheNext) {
  ScanRig rig({});
  for (const std::size_t frames_at_once : {std::size_t{1}, std::size_t{7}, std::size_t{49}}) {
    for (const std::uint32_t seed : {2u, 5u}) rig.expect_same(scan_shot(50, seed), scan_settings()[3], frames_at_once);
  }
}

/// Of a state that a recording wrote, after other frames; and frames from a place in the middle of the buffers.
TEST(ExposureScan, GoesOnFromAnImport) {
  ScanRig rig({.auto_white_balance = true});
  Settings settings = scan_settings()[3];
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  const std::vector<FrameMeasurement> all = rig.measured(scan_shot(40, 5), settings);
  const std::vector<State> expected = rig.scanned(all, settings, 40);
  const std::vector<FrameMeasurement> rest(all.begin() + 20, all.end());
  for (int i = 0; i < 2; ++i) {  // the second time, what was imported is no longer there
    const std::vector<State> states = rig.scanned(rest, settings, 20, &expected[19]);
    for (std::size_t k = 0; k < states.size(); ++k) {
      ASSERT_TRUE(test::same_bits(states[k], expected[20 + k])) << test::to_string(states[k]);
    }
  }
  State none = {};
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(rig.scan().record_import(commands, none), photopic::Status::invalid_argument);
  });
  EXPECT_EQ(photopic::ExposureScan().record_import(VK_NULL_HANDLE, none), photopic::Status::invalid_argument);
}

TEST(ExposureScan, RefusesWhatIsOutOfRange) {
  ScanRig rig({});
  const engine::Buffer buffer(test::context(), 4096, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::device);
  const photopic::ExposureScanFrames good = {
      .measurements = buffer.handle(), .states = buffer.handle(), .count = 2, .picture = kScanExtent};
  const auto status_of = [&](photopic::ExposureScanFrames frames, const Settings& settings) {
    photopic::Status status = photopic::Status::ok;
    test::submit([&](VkCommandBuffer commands) { status = rig.scan().record(commands, frames, settings); });
    return status;
  };
  const auto expect_refused = [&](auto change, const Settings& settings = {}) {
    photopic::ExposureScanFrames frames = good;
    change(frames);
    EXPECT_EQ(status_of(frames, settings), photopic::Status::invalid_argument);
  };
  expect_refused([](auto& frames) { frames.measurements = VK_NULL_HANDLE; });
  expect_refused([](auto& frames) { frames.states = VK_NULL_HANDLE; });
  expect_refused([](auto& frames) { frames.count = 0; });
  expect_refused([&](auto& frames) { frames.count = rig.scan().max_count() + 1; });
  expect_refused([&](auto& frames) { frames.first = rig.scan().max_count() - 1; });
  expect_refused([](auto& frames) { frames.first = ~0u; });
  expect_refused([](auto& frames) { frames.delta_time_s = -1.0f; });
  expect_refused([](auto& frames) { frames.delta_time_s = std::nanf(""); });
  expect_refused([](auto& frames) { frames.picture.width = 0; });
  Settings settings;
  settings.exposure.min_ev100 = std::nanf("");
  expect_refused([](auto&) {}, settings);
  EXPECT_GE(rig.scan().max_count(), 100000u);
  EXPECT_EQ(photopic::ExposureScan().record(VK_NULL_HANDLE, good, {}), photopic::Status::invalid_argument);
}

}  // namespace
