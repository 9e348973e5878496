// SPDX-License-Identifier: MIT
// Every argument outside its documented range: invalid_argument, a message with function, argument, value and limit,
// and nothing recorded or changed.
#include <cfloat>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "gpu/adaptation_rig.h"
#include "gpu/loader_shim.h"
#include "gpu/tone_map_rig.h"

namespace {

using photopic::CreateInfo;
using photopic::PostProcess;
using photopic::Status;
using test::LoaderShim;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr VkExtent2D kExtent = {32, 16};

void expect_message(const std::vector<std::string>& words) {
  const std::string& message = test::context().last_message();
  for (const std::string& word : words) {
    EXPECT_NE(message.find(word), std::string::npos) << "no \"" << word << "\" in: " << message;
  }
}

// ---- create ---------------------------------------------------------------------------------------------------------

struct CreateCase {
  std::function<void(CreateInfo&)> spoil;
  std::vector<std::string> words;  ///< argument, value, limit
};

TEST(Arguments, OfCreate) {
  const std::string side = std::to_string(test::context().properties().limits.maxImageDimension2D);
  const std::vector<CreateCase> cases = {
      {[](CreateInfo& i) { i.max_extent = {}; }, {"max_extent.width", "= 0", "[1, " + side + "]"}},
      {[](CreateInfo& i) { i.max_extent.height = 0; }, {"max_extent.height", "= 0", "[1, "}},
      {[](CreateInfo& i) { i.max_extent.width = 1u << 20; }, {"max_extent.width", "1.04858e+06", side}},
      {[](CreateInfo& i) { i.max_extent.height = UINT32_MAX; }, {"max_extent.height", side}},
      {[](CreateInfo& i) { i.view_count = 0; }, {"view_count", "= 0", "[1, 1024]"}},
      {[](CreateInfo& i) { i.view_count = 1025; }, {"view_count", "= 1025", "[1, 1024]"}},
      {[](CreateInfo& i) { i.steps = 0; }, {"steps", "= 0", "[1, 7]"}},
      {[](CreateInfo& i) { i.steps = 8; }, {"steps", "= 8", "[1, 7]"}},
      {[](CreateInfo& i) { i.meter_method = photopic::MeterMethod(4); }, {"meter_method", "= 4", "[0, 3]"}},
      {[](CreateInfo& i) { i.level_format = photopic::LevelFormat(2); }, {"level_format", "= 2", "[0, 1]"}},
      {[](CreateInfo& i) { i.pyramid_tap = photopic::PyramidTap(2); }, {"pyramid_tap", "= 2", "[0, 1]"}},
      {[](CreateInfo& i) { i.pyramid_factor = photopic::PyramidFactor(9); }, {"pyramid_factor", "= 9", "[0, 1]"}},
      {[](CreateInfo& i) { i.workgroup_side = 0; }, {"workgroup_side", "8 or 16"}},
      {[](CreateInfo& i) { i.workgroup_side = 4; }, {"workgroup_side", "8 or 16"}},
      {[](CreateInfo& i) { i.workgroup_side = 32; }, {"workgroup_side", "8 or 16"}},
      {[](CreateInfo& i) { i.ldr_format = VK_FORMAT_UNDEFINED; }, {"ldr_format", "R8G8B8A8_UNORM"}},
      {[](CreateInfo& i) { i.ldr_format = VK_FORMAT_R8G8B8A8_SRGB; }, {"ldr_format", "R16G16B16A16_SFLOAT"}},
      {[](CreateInfo& i) { i.tone_mappers = 0; }, {"tone_mappers", "= 0", "[1, 4095]"}},
      {[](CreateInfo& i) { i.tone_mappers = 1u << 12; }, {"tone_mappers", "= 4096", "[1, 4095]"}}};
  LoaderShim shim(test::context());
  for (std::size_t n = 0; n < cases.size(); ++n) {
    SCOPED_TRACE(n);
    CreateInfo info = {.max_extent = kExtent, .tone_mappers = 1};
    cases[n].spoil(info);
    PostProcess out;
    EXPECT_EQ(PostProcess::create(shim.device(), info, &out), Status::invalid_argument);
    expect_message(cases[n].words);
    expect_message({"create:"});
    EXPECT_EQ(out.memory_bytes(), 0u);
    EXPECT_EQ(shim.calls_that_create(), 0u);
  }
}

TEST(Arguments, OfToneMappingDontMatterToMetersAndTheOtherWayRound) {
  PostProcess out;
  const CreateInfo meter = {
      .max_extent = kExtent, .steps = photopic::kMeterStep, .ldr_format = VK_FORMAT_UNDEFINED, .tone_mappers = 0};
  EXPECT_EQ(PostProcess::create(test::context().lend(), meter, &out), Status::ok) << test::context().last_message();
}

TEST(Arguments, OfTheDevice) {
  const CreateInfo info = {.max_extent = kExtent};
  const std::vector<std::pair<std::function<void(photopic::Device&)>, std::string>> cases = {
      {[](photopic::Device& d) { d.instance = VK_NULL_HANDLE; }, "instance"},
      {[](photopic::Device& d) { d.physical_device = VK_NULL_HANDLE; }, "physical_device"},
      {[](photopic::Device& d) { d.device = VK_NULL_HANDLE; }, "device"},
      {[](photopic::Device& d) { d.get_instance_proc_addr = nullptr; }, "get_instance_proc_addr"},
      {[](photopic::Device& d) { d.queue_family = 77; }, "queue_family = 77"}};
  for (const auto& [spoil, word] : cases) {
    photopic::Device device = test::context().lend();
    spoil(device);
    PostProcess out;
    EXPECT_EQ(PostProcess::create(device, info, &out), Status::invalid_argument);
    expect_message({"create:", word});
    device.message = nullptr;  // no callback, no words
    EXPECT_EQ(PostProcess::create(device, info, &out), Status::invalid_argument);
  }
  EXPECT_EQ(PostProcess::create(test::context().lend(), info, nullptr), Status::invalid_argument);
  expect_message({"create:", "out"});
}

// ---- resize and record ----------------------------------------------------------------------------------------------

class RecordArguments : public testing::Test {
 protected:
  /// `call` must refuse, with these words, and leave no trace.
  void expect_refused(const std::function<Status(VkCommandBuffer)>& call, const std::vector<std::string>& words) {
    const std::uint32_t commands = shim_.commands_recorded();
    const auto alive = shim_.alive();
    test::submit([&](VkCommandBuffer command_buffer) { EXPECT_EQ(call(command_buffer), Status::invalid_argument); });
    expect_message(words);
    EXPECT_EQ(shim_.commands_recorded(), commands);
    EXPECT_EQ(shim_.alive(), alive);
  }

  photopic::MeterFrame meter_frame() const { return {.hdr = hdr_.view(), .region = {{0, 0}, kExtent}}; }
  photopic::ToneMapFrame tone_map_frame() const {
    return {.hdr = hdr_.view(), .ldr = ldr_.view(), .region = {{0, 0}, kExtent}};
  }
  photopic::Frame frame() const { return {.hdr = hdr_.view(), .ldr = ldr_.view(), .extent = kExtent}; }

  LoaderShim shim_{test::context()};
  test::HdrImage hdr_ = test::make_uniform_hdr(kExtent, 1.0);
  engine::Image ldr_ = test::make_ldr(kExtent, VK_FORMAT_R8G8B8A8_UNORM);
  PostProcess post_ =
      test::make(shim_.device(), {.max_extent = kExtent, .view_count = 2, .tone_mappers = 1u << 6 | 1u});
};

TEST_F(RecordArguments, OfResize) {
  for (const VkExtent2D extent : {VkExtent2D{0, 1}, {1, 0}, {1u << 20, 1}, {1, UINT32_MAX}}) {
    expect_refused([&](VkCommandBuffer) { return post_.resize(extent); }, {"resize:", "max_extent."});
  }
  // The old maximum is still in force.
  photopic::MeterFrame frame = meter_frame();
  frame.region.extent.width = kExtent.width + 1;
  expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, frame, {}, {}); },
                 {"region.extent.width = 33", "[1, 32]"});
}

TEST_F(RecordArguments, OfMeterFrames) {
  using Frame = photopic::MeterFrame;
  const std::vector<std::pair<std::function<void(Frame&)>, std::vector<std::string>>> cases = {
      {[](Frame& f) { f.hdr = VK_NULL_HANDLE; }, {"hdr"}},
      {[](Frame& f) { f.region.extent.width = 0; }, {"region.extent.width", "= 0", "[1, 32]"}},
      {[](Frame& f) { f.region.extent.height = 17; }, {"region.extent.height", "= 17", "[1, 16]"}},
      {[](Frame& f) { f.region.offset.x = -1; }, {"region.offset.x", "= -1", "[0, "}},
      {[](Frame& f) { f.region.offset.y = INT32_MIN; }, {"region.offset.y", "-2.14748e+09", "[0, "}},
      {[](Frame& f) { f.region.offset.y = INT32_MAX; }, {"region.offset.y", "2.14748e+09"}},
      {[](Frame& f) { f.delta_time_s = -1e-6f; }, {"delta_time_s", "= -1e-06", "[0, "}},
      {[](Frame& f) { f.delta_time_s = kNan; }, {"delta_time_s", "nan"}},
      {[](Frame& f) { f.delta_time_s = kInfinity; }, {"delta_time_s", "inf"}},
      {[](Frame& f) { f.view = 2; }, {"view", "= 2", "[0, 1]"}}};
  for (const auto& [spoil, words] : cases) {
    photopic::MeterFrame frame = meter_frame();
    spoil(frame);
    expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, frame, {}, {}); }, words);
    expect_message({"record_meter:"});
  }
}

TEST_F(RecordArguments, OfToneMapFrames) {
  using Frame = photopic::ToneMapFrame;
  const engine::Buffer exposure = test::make_exposure(1.0f, 1024);
  const VkBuffer buffer = exposure.handle();
  std::vector<std::pair<std::function<void(Frame&)>, std::vector<std::string>>> cases = {
      {[](Frame& f) { f.hdr = VK_NULL_HANDLE; }, {"hdr"}},
      {[](Frame& f) { f.ldr = VK_NULL_HANDLE; }, {"ldr"}},
      {[](Frame& f) { f.region.extent = {}; }, {"region.extent.width", "= 0", "[1, 32]"}},
      {[](Frame& f) { f.region.extent.height = 17; }, {"region.extent.height", "= 17", "[1, 16]"}},
      {[](Frame& f) { f.region.offset.x = -7; }, {"region.offset.x", "= -7", "[0, "}},
      {[](Frame& f) { f.ldr_offset.x = -1; }, {"ldr_offset.x", "= -1", "[0, "}},
      {[](Frame& f) { f.ldr_offset.y = -1; }, {"ldr_offset.y", "= -1", "[0, "}},
      {[](Frame& f) { f.view = 2; }, {"view", "= 2", "[0, 1]"}}};
  if (test::context().properties().limits.minStorageBufferOffsetAlignment > 1) {
    cases.push_back({[=](Frame& f) { f.exposure = buffer, f.exposure_offset_bytes = 1; },
                     {"exposure_offset_bytes", "minStorageBufferOffsetAlignment"}});
  }
  for (const auto& [spoil, words] : cases) {
    photopic::ToneMapFrame frame = tone_map_frame();
    spoil(frame);
    expect_refused([&](VkCommandBuffer c) { return post_.record_tone_map(c, frame, {}); }, words);
    expect_message({"record_tone_map:"});
  }
}

TEST_F(RecordArguments, OfWholeFrames) {
  using Frame = photopic::Frame;
  const std::vector<std::pair<std::function<void(Frame&)>, std::vector<std::string>>> cases = {
      {[](Frame& f) { f.hdr = VK_NULL_HANDLE; }, {"hdr"}},
      {[](Frame& f) { f.ldr = VK_NULL_HANDLE; }, {"ldr"}},
      {[](Frame& f) { f.extent = {}; }, {"extent.width", "= 0", "[1, 32]"}},
      {[](Frame& f) { f.extent.height = 17; }, {"extent.height", "= 17", "[1, 16]"}},
      {[](Frame& f) {
         f.metered_region = {{0, 0}, {33, 1}};
       },
       {"metered_region.extent.width", "= 33", "[0, 32]"}},
      {[](Frame& f) {
         f.metered_region = {{30, 0}, {3, 1}};
       },
       {"metered_region.extent.width", "= 3", "[0, 2]"}},
      {[](Frame& f) {
         f.metered_region = {{0, 10}, {1, 7}};
       },
       {"metered_region.extent.height", "= 7", "[0, 6]"}},
      {[](Frame& f) {
         f.metered_region = {{-1, 0}, {1, 1}};
       },
       {"metered_region.offset.x", "= -1"}},
      {[](Frame& f) {
         f.metered_region = {{0, 0}, {1, 0}};
       },
       {"metered_region.extent"}},
      {[](Frame& f) {
         f.metered_region = {{0, 0}, {0, 1}};
       },
       {"metered_region.extent"}},
      {[](Frame& f) { f.delta_time_s = kNan; }, {"delta_time_s", "nan"}},
      {[](Frame& f) { f.view = 2; }, {"view", "= 2", "[0, 1]"}}};
  for (const auto& [spoil, words] : cases) {
    photopic::Frame spoilt = frame();
    spoil(spoilt);
    expect_refused([&](VkCommandBuffer c) { return post_.record(c, spoilt, {}); }, words);
    expect_message({"record"});
  }
}

// ---- settings -------------------------------------------------------------------------------------------------------

struct FloatSetting {
  const char* name;
  float* value;
  float min;
  float max;
  bool min_is_valid = true;
};

TEST_F(RecordArguments, OfSettings) {
  photopic::Settings s;
  const FloatSetting settings[] = {
      {"min_log2_luminance", &s.meter.min_log2_luminance, -64.0f, 15.9f},
      {"max_log2_luminance", &s.meter.max_log2_luminance, -16.0f, 64.0f, false},
      {"compensation_ev", &s.exposure.compensation_ev, -32.0f, 32.0f},
      {"ev100", &s.exposure.min_ev100, -64.0f, 24.0f},  // above max_ev100 = 24 that one is named
      {"max_ev100", &s.exposure.max_ev100, -16.0f, 64.0f},
      {"manual_ev100", &s.exposure.manual_ev100, -64.0f, 64.0f},
      {"aperture_f_number", &s.exposure.aperture_f_number, 0.0f, FLT_MAX, false},
      {"shutter_s", &s.exposure.shutter_s, 0.0f, FLT_MAX, false},
      {"sensitivity_iso", &s.exposure.sensitivity_iso, 0.0f, FLT_MAX, false},
      {"to_bright_ev_per_s", &s.exposure.to_bright_ev_per_s, 0.0f, FLT_MAX},
      {"to_dark_ev_per_s", &s.exposure.to_dark_ev_per_s, 0.0f, FLT_MAX},
      {"transition_ev", &s.exposure.transition_ev, 0.0f, FLT_MAX},
      {"to_bright_time_constant_s", &s.exposure.to_bright_time_constant_s, 0.0f, FLT_MAX},
      {"to_dark_time_constant_s", &s.exposure.to_dark_time_constant_s, 0.0f, FLT_MAX},
      {"reinhard_white", &s.tone_map.reinhard_white, 1e-3f, 65536.0f},
      {"hable_white", &s.tone_map.hable_white, 1e-3f, 65536.0f}};
  for (const FloatSetting& setting : settings) {
    SCOPED_TRACE(setting.name);
    const float original = *setting.value;
    const auto status_with = [&](VkCommandBuffer c, float value) {
      *setting.value = value;
      const Status status = post_.record(c, frame(), s);
      *setting.value = original;
      return status;
    };
    std::vector<float> bad = {kNan, kInfinity, -kInfinity, std::nextafter(setting.min, -kInfinity)};
    if (setting.max < FLT_MAX) bad.push_back(setting.max + (setting.max < 20.0f ? 0.2f : 1e-4f * setting.max));
    if (!setting.min_is_valid) bad.push_back(setting.min);
    for (const float value : bad) {
      expect_refused([&](VkCommandBuffer c) { return status_with(c, value); }, {setting.name});
    }
    test::submit([&](VkCommandBuffer c) {
      EXPECT_EQ(status_with(c, setting.min_is_valid ? setting.min : FLT_TRUE_MIN), Status::ok);
      engine::memory_barrier(c, engine::kComputeWrite, engine::kComputeWrite);  // the host's own, for `ldr`
      EXPECT_EQ(status_with(c, setting.max), Status::ok);
    });
  }
}

TEST_F(RecordArguments, OfEnumerations) {
  photopic::ExposureSettings exposure;
  exposure.mode = photopic::ExposureMode(3);
  expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, meter_frame(), {}, exposure); },
                 {"record_meter:", "mode = 3", "[0, 2]"});
  exposure = {};
  exposure.curve = photopic::AdaptationCurve(2);
  expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, meter_frame(), {}, exposure); },
                 {"record_meter:", "curve = 2", "[0, 1]"});
  photopic::ToneMapSettings tone_map;
  tone_map.tone_mapper = photopic::ToneMapper(12);
  expect_refused([&](VkCommandBuffer c) { return post_.record_tone_map(c, tone_map_frame(), tone_map); },
                 {"record_tone_map:", "tone_mapper = 12", "[0, 11]"});
  tone_map.tone_mapper = photopic::ToneMapper::lottes;
  expect_refused([&](VkCommandBuffer c) { return post_.record_tone_map(c, tone_map_frame(), tone_map); },
                 {"record_tone_map:", "lottes", "tone_mappers"});
}

TEST_F(RecordArguments, OfTheCameraTogether) {
  photopic::ExposureSettings exposure;
  exposure.mode = photopic::ExposureMode::camera;
  const auto meter = [&](VkCommandBuffer c) { return post_.record_meter(c, meter_frame(), {}, exposure); };
  exposure.aperture_f_number = 1e-20f;  // EV100 -199: its exposure would be infinite
  exposure.shutter_s = 1e20f;
  expect_refused(meter, {"record_meter:", "aperture_f_number", "shutter_s", "[-64, 64]"});
  exposure.aperture_f_number = 1e20f;
  exposure.shutter_s = 1e-20f;
  expect_refused(meter, {"record_meter:", "aperture_f_number", "shutter_s", "[-64, 64]"});
}

TEST_F(RecordArguments, OfTheCommandBuffer) {
  EXPECT_EQ(post_.record(VK_NULL_HANDLE, frame(), {}), Status::invalid_argument);
  EXPECT_EQ(post_.record_meter(VK_NULL_HANDLE, meter_frame(), {}, {}), Status::invalid_argument);
  EXPECT_EQ(post_.record_tone_map(VK_NULL_HANDLE, tone_map_frame(), {}), Status::invalid_argument);
}

/// A refused frame with a cut is no cut: nothing is changed.
TEST_F(RecordArguments, ARefusedCutIsNoCut) {
  test::meter_once(post_, meter_frame());
  photopic::MeterFrame refused = meter_frame();
  refused.reset_history = true;
  photopic::MeterSettings settings;
  settings.max_log2_luminance = 65.0f;
  expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, refused, settings, {}); }, {"max_log2"});
  EXPECT_EQ(test::meter_once(post_, meter_frame()).frames, 2u);
}

TEST_F(RecordArguments, StepsThatWereLeftOut) {
  PostProcess meter = test::make({.max_extent = kExtent, .steps = photopic::kMeterStep});
  PostProcess tone_map = test::make({.max_extent = kExtent, .steps = photopic::kToneMapStep, .tone_mappers = 1u << 6});
  expect_refused([&](VkCommandBuffer c) { return meter.record_tone_map(c, tone_map_frame(), {}); },
                 {"record_tone_map:", "kToneMapStep"});
  expect_refused([&](VkCommandBuffer c) { return meter.record(c, frame(), {}); }, {"record", "kToneMapStep"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record_meter(c, meter_frame(), {}, {}); },
                 {"record_meter:", "kMeterStep"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record(c, frame(), {}); }, {"record", "kMeterStep"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record_tone_map(c, tone_map_frame(), {}); },
                 {"record_tone_map:", "exposure", "kMeterStep"});
}

}  // namespace
