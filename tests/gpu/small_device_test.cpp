// SPDX-License-Identifier: MIT
// Tests of devices with the least that Vulkan 1.2 promises: exposures and pictures are those of other devices, to the
// bit.
#include <photopic/naive_meters.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "finish/tone_map_rig.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

using photopic::CreateInfo;
using photopic::Device;
using photopic::Frame;
using photopic::PostProcess;
using photopic::Settings;

constexpr VkExtent2D kSmallDeviceExtent = {301, 170};  // tiles of all passes end beyond it

/// What an object is made for, and records.
struct SmallDeviceCase {
  const char* name;
  std::function<void(Settings&)> set;
  std::function<void(CreateInfo&, photopic::Tuning&)> create = [](CreateInfo&, photopic::Tuning&) {};
};

/// Exposures and pictures of a few frames.
struct Recorded {
  std::vector<State> states;
  std::vector<std::vector<std::byte>> pictures;
};

/// `state` with the percentiles of `other`, if they are as near as rounding: a driver may contract the floats of either
/// code, and NVIDIA's does. All else is made of sums of integers.
State with_rounding_of(State state, const State& other) {
  constexpr float kRounding_stops = 4e-6f;  // a few roundings of stops up to 16
  for (const auto member : {&State::low_percentile_log2, &State::median_log2, &State::high_percentile_log2}) {
    if (std::abs(state.*member - other.*member) <= kRounding_stops) state.*member = other.*member;
  }
  return state;
}

class SmallDevice : public testing::Test {
 protected:
  SmallDevice() {
    shim_.changes().is_gpu = true;
    scenes_.push_back(make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kSmallDeviceExtent, wide_noise(-9.0, 7.0, 1)));
    scenes_.push_back(
        make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kSmallDeviceExtent, gradient_with_noise(kSmallDeviceExtent, 2)));
  }

  /// The portable meter: devices with small workgroups have no other.
  Device device() const {
    Device device = shim_.device();
    device.shader_buffer_int64_atomics = has_int64_ && device.shader_buffer_int64_atomics;
    device.separate_meter_end = ends_apart_;
    device.shader_float16 = false;  // halves round
    return device;
  }

  Recorded record(const SmallDeviceCase& of) const {
    Settings settings;
    of.set(settings);
    photopic::Tuning tuning;
    CreateInfo info = {.max_extent = kSmallDeviceExtent, .uses = {settings}};
    info.tuning = &tuning;
    of.create(info, tuning);
    Recorded recorded;
    PostProcess post = make_used(device(), info);
    const engine::Image ldr = make_ldr(kSmallDeviceExtent, VK_FORMAT_R8G8B8A8_UNORM);
    for (std::uint32_t i = 0; i < 3; ++i) {
      const Frame frame = {.hdr = {scenes_[i % scenes_.size()].view()},
                           .ldr = {ldr.view()},
                           .extent = kSmallDeviceExtent,
                           .delta_time_s = 0.1f};
      submit([&](VkCommandBuffer commands) {
        const bool is_fused = (info.with & photopic::kWithFused) != 0;
        context().check(is_fused ? post.record_fused(commands, frame, settings)
                                 : post.record(commands, frame, settings));
      });
      recorded.states.push_back(state_of(post));
      recorded.pictures.push_back(engine::read_back(context(), ldr));
    }
    return recorded;
  }

  void expect_same(const SmallDeviceCase& of) {
    SCOPED_TRACE(of.name);
    shim_.change_limits(nullptr);
    const Recorded usual = record(of);
    shim_.change_limits(&lower_to_vulkan_1_2);
    expect_equal(record(of), usual);
  }
  static void expect_equal(const Recorded& small, const Recorded& usual) {
    for (std::size_t i = 0; i < usual.states.size(); ++i) {
      EXPECT_TRUE(same_bits(with_rounding_of(small.states[i], usual.states[i]), usual.states[i]))
          << to_string(small.states[i]) << "\nnot\n"
          << to_string(usual.states[i]);
      EXPECT_EQ(small.pictures[i], usual.pictures[i]) << i;
    }
  }

  LoaderShim shim_{context()};
  std::vector<HdrImage> scenes_;
  bool has_int64_ = false;
  bool ends_apart_ = false;
};

/// Where workgroups don't see each other's writes, one more dispatch ends the measurement.
TEST_F(SmallDevice, EndsTheMeterApartOnMoltenVk) {
  const auto histogram = [](Settings& s) { s.meter.high_percentile = 95.0f; };
  const SmallDeviceCase cases[] = {
      {"mean", [](Settings&) {}},
      {"histogram", histogram},
      {"weights", [](Settings& s) { s.meter.centre = true; }},
      {"white balance", [](Settings& s) { s.white_balance.white_balance = photopic::WhiteBalance::automatic; }},
      {"local exposure", [](Settings& s) { s.local_exposure.local_exposure = photopic::LocalExposure::on; }},
      {"fused", histogram, [](CreateInfo& info, auto&) { info.with = photopic::kWithFused; }}};
  for (has_int64_ = false;; has_int64_ = true) {
    for (const SmallDeviceCase& of : cases) {
      SCOPED_TRACE(of.name);
      std::uint32_t before = shim_.commands_recorded();
      const Recorded usual = record(of);
      const std::uint32_t usual_commands = shim_.commands_recorded() - before;
      before = shim_.commands_recorded();
      shim_.changes().driver_id = VK_DRIVER_ID_MOLTENVK;
      expect_equal(record(of), usual);
      const std::uint32_t commands = shim_.commands_recorded() - before;
      EXPECT_GT(commands, usual_commands);
      before = shim_.commands_recorded();
      shim_.changes().driver_id = {};
      ends_apart_ = true;  // by the host
      expect_equal(record(of), usual);
      EXPECT_EQ(shim_.commands_recorded() - before, commands);
      ends_apart_ = false;
    }
    if (has_int64_) break;
  }
}

TEST_F(SmallDevice, MetersEqually) {
  const auto histogram = [](Settings& s) {
    s.meter.low_percentile = 20.0f;
    s.meter.high_percentile = 95.0f;
    s.meter.median_blend = 0.25f;
  };
  const auto weights = [](Settings& s) {
    s.meter.centre = s.meter.spot = true;
    s.meter.window_max_log2 = 5.0f;
  };
  expect_same({"mean", [](Settings&) {}});
  expect_same({"extrema", [](Settings&) {}, [](CreateInfo& info, auto&) { info.with = photopic::kWithExtrema; }});
  expect_same({"histogram", histogram});
  expect_same({"highlights and black", [&](Settings& s) {
                 histogram(s);
                 s.meter.highlight_stops = 2.0f;
                 s.meter.black_stops = 8.0f;
               }});
  expect_same({"weights", weights});
  expect_same({"weights and histogram", [&](Settings& s) {
                 histogram(s);
                 weights(s);
               }});
  expect_same({"white balance", [](Settings& s) {
                 s.input.primaries = photopic::Primaries::bt2020;
                 s.white_balance.white_balance = photopic::WhiteBalance::automatic;
               }});
  expect_same({"receptors", [](Settings& s) {
                 s.view.cd_m2_per_unit = 0.01f;
                 s.night.dark_adaptation = photopic::DarkAdaptation::rods_and_cones;
               }});
  expect_same({"pyramid", [](Settings&) {},
               [](CreateInfo&, photopic::Tuning& tuning) { tuning.meter_method = photopic::MeterMethod::pyramid; }});
  expect_same({"fused", histogram, [](CreateInfo& info, auto&) { info.with = photopic::kWithFused; }});
}

TEST_F(SmallDevice, MetersNaivelyEqually) {
  const auto state = [&](photopic::NaiveMethod method) {
    photopic::NaiveMeter meter = make(device(), {.max_extent = kSmallDeviceExtent, .method = method});
    StateLog log(1);
    submit([&](VkCommandBuffer commands) {
      const Frame frame = {.hdr = {scenes_[0].view()}, .extent = kSmallDeviceExtent};
      context().check(meter.record(commands, frame, {}, {}));
      log.record(commands, meter);
    });
    return log.take()[0];
  };
  for (const photopic::NaiveMethod method : {photopic::NaiveMethod::pyramid, photopic::NaiveMethod::blit_chain}) {
    shim_.change_limits(nullptr);
    const State usual = state(method);
    shim_.change_limits(&lower_to_vulkan_1_2);
    EXPECT_TRUE(same_bits(state(method), usual));
  }
}

TEST_F(SmallDevice, ShowsEveryOperatorEqually) {
  for (std::uint32_t i = 0; i < photopic::kToneMapperCount; ++i) {
    if (photopic::ToneMapper(i) == photopic::ToneMapper::custom) continue;  // the host's table
    expect_same({photopic::tone_mapper_name(photopic::ToneMapper(i)),
                 [i](Settings& s) { s.tone_map.tone_mapper = photopic::ToneMapper(i); }});
  }
  expect_same({"baked", [](Settings& s) {
                 s.display.transform = photopic::DisplayTransform::baked;
                 s.grade.contrast = 1.3f;
               }});
  expect_same({"blue noise", [](Settings& s) {
                 s.tone_map.dither = true;
                 s.tone_map.dither_noise = photopic::DitherNoise::blue;
               }});
}

TEST_F(SmallDevice, ShowsEffectsEqually) {
  expect_same({"signals", [](Settings& s) {
                 s.sharpening.sharpening = 0.7f;
                 s.grain.grain = 0.05f;
                 s.lens.vignette = 1.0f;
               }});
  expect_same({"acuity", [](Settings& s) {
                 s.acuity.acuity_loss = 1.0f;
                 s.view.cd_m2_per_unit = 0.01f;
               }});
  expect_same({"night", [](Settings& s) {
                 s.night.night_strength = 1.0f;
                 s.view.cd_m2_per_unit = 0.01f;
               }});
}

TEST_F(SmallDevice, ShowsGlareEqually) {
  const auto eye = [](Settings& s) { s.glare.glare = photopic::GlareProfile::eye; };
  for (const VkFormat format :
       {VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_B10G11R11_UFLOAT_PACK32}) {
    expect_same({"eye", eye, [&](CreateInfo&, photopic::Tuning& tuning) { tuning.glare_levels = format; }});
  }
  expect_same({"camera", [](Settings& s) {
                 s.glare.glare = photopic::GlareProfile::camera;
                 s.glare.glare_border = photopic::GlareBorder::dark;
               }});
  expect_same({"excess", [&](Settings& s) {
                 eye(s);
                 s.glare.glare_source = photopic::GlareSource::excess;
               }});
}

TEST_F(SmallDevice, ShowsLocalExposureEqually) {
  const auto local = [](Settings& s) { s.local_exposure.local_exposure = photopic::LocalExposure::on; };
  expect_same({"in the meter's read", local});
  expect_same({"blurred", [&](Settings& s) {
                 local(s);
                 s.local_exposure.blurred_luminance_blend = 0.5f;
               }});
  expect_same({"read apart", [&](Settings& s) {
                 local(s);
                 s.meter.centre = true;
               }});
  expect_same({"behind glare", [&](Settings& s) {
                 local(s);
                 s.glare.glare = photopic::GlareProfile::eye;
               }});
}

}  // namespace
}  // namespace test
