// SPDX-License-Identifier: MIT
// Tests of every argument outside its documented range: invalid_argument, a message with function, argument, value and
// limit, and nothing recorded or changed.
#include <cfloat>
#include <functional>
#include <string>

#include "gpu/arguments_rig.h"

namespace {

using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Status;
using test::expect_message;
using test::FloatSetting;
using test::kArgumentsExtent;
using test::kInfinityF;
using test::kNanF;
using test::LoaderShim;
using test::RecordArguments;

constexpr std::uint32_t kMeter = photopic::kMeterStep;
constexpr std::uint32_t kToneMap = photopic::kToneMapStep;
constexpr std::uint32_t kFused = photopic::kFusedStep;

// ---- create ---------------------------------------------------------------------------------------------------------

struct CreateCase {
  std::function<void(MadeFor&)> spoil;
  std::vector<std::string> words;  ///< argument, value, limit
};

TEST(Arguments, OfCreate) {
  const std::string side = std::to_string(test::context().properties().limits.maxImageDimension2D);
  const std::string weights_range = "[0, " + std::to_string(photopic::kAllWeights) + "]";
  const std::vector<CreateCase> cases = {
      {[](MadeFor& i) { i.max_extent = {}; }, {"max_extent.width", "= 0", "[1, " + side + "]"}},
      {[](MadeFor& i) { i.max_extent.height = 0; }, {"max_extent.height", "= 0", "[1, "}},
      {[](MadeFor& i) { i.max_extent.width = 1u << 20; }, {"max_extent.width", "1.04858e+06", side}},
      {[](MadeFor& i) { i.max_extent.height = UINT32_MAX; }, {"max_extent.height", side}},
      {[](MadeFor& i) { i.view_count = 0; }, {"view_count", "= 0", "[1, 1024]"}},
      {[](MadeFor& i) { i.view_count = 1025; }, {"view_count", "= 1025", "[1, 1024]"}},
      {[](MadeFor& i) { i.steps = 0; }, {"steps", "= 0", "[1, 15]"}},
      {[](MadeFor& i) { i.steps = 16; }, {"steps", "= 16", "[1, 15]"}},
      {[](MadeFor& i) { i.meter_method = photopic::MeterMethod(2); }, {"meter_method", "= 2", "[0, 1]"}},
      {[](MadeFor& i) { i.pyramid_factor = photopic::PyramidFactor(9); }, {"pyramid_factor", "= 9", "[0, 1]"}},
      {[](MadeFor& i) { i.workgroup_side = 0; }, {"tuning.workgroup_side", "8 or 16"}},
      {[](MadeFor& i) { i.workgroup_side = 4; }, {"tuning.workgroup_side", "8 or 16"}},
      {[](MadeFor& i) { i.workgroup_side = 32; }, {"tuning.workgroup_side", "8 or 16"}},
      {[](MadeFor& i) { i.ldr_format = VK_FORMAT_UNDEFINED; }, {"output.format", "R8G8B8A8_UNORM"}},
      {[](MadeFor& i) { i.ldr_format = VK_FORMAT_R8G8B8A8_SRGB; }, {"output.format", "R16G16B16A16_SFLOAT"}},
      {[](MadeFor& i) { i.ldr_format = VK_FORMAT_B8G8R8A8_UNORM; }, {"output.format", "R32_UINT"}},
      {[](MadeFor& i) { i.packed_format = VK_FORMAT_R8G8B8A8_UNORM; }, {"tuning.packed_format", "B8G8R8A8_UNORM"}},
      {[](MadeFor& i) { i.encodings = 0; }, {"display.encoding", "= 0", "[1, 255]"}},
      {[](MadeFor& i) { i.encodings = 256; }, {"display.encoding", "= 256", "[1, 255]"}},
      {[](MadeFor& i) { i.encodings = encoding_bit(photopic::OutputEncoding::scrgb); },
       {"display.encoding", "scrgb", "R16G16B16A16_SFLOAT"}},
      {[](MadeFor& i) { i.encodings = encoding_bit(photopic::OutputEncoding::linear); },
       {"display.encoding", "linear", "R16G16B16A16_SFLOAT"}},
      {[](MadeFor& i) { i.tone_mappers = 0; },
       {"tone_map.tone_mapper", "= 0", "[1, " + std::to_string(photopic::kAllToneMappers) + "]"}},
      {[](MadeFor& i) { i.tone_mappers = photopic::kAllToneMappers + 1; },
       {"tone_map.tone_mapper", "= " + std::to_string(photopic::kAllToneMappers + 1),
        "[1, " + std::to_string(photopic::kAllToneMappers) + "]"}},
      {[](MadeFor& i) { i.exposure_image = photopic::ExposureImage(3); }, {"exposure_image", "= 3", "[0, 2]"}},
      {[](MadeFor& i) { i.statistics_slots = 65; }, {"statistics_slots", "= 65", "[0, 64]"}},
      {[](MadeFor& i) { i.weights = photopic::kAllWeights + 1; },
       {"weights", "= " + std::to_string(photopic::kAllWeights + 1), weights_range}},
      {[](MadeFor& i) { i.weights = UINT32_MAX; }, {"weights", weights_range}},
      {[](MadeFor& i) { i.weights = photopic::kWeightSpot; }, {"weights", "single_pass"}},
      {[](MadeFor& i) { i.histogram = true; }, {"histogram", "single_pass"}},
      {[](MadeFor& i) { i.max_workgroups = 2048; }, {"tuning.max_workgroups", "= 2048", "[0, 2047]"}},
      {[](MadeFor& i) { i.steps = kFused, i.meter_method = photopic::MeterMethod::single_pass; },
       {"kWithFused", "both steps"}},
      {[](MadeFor& i) { i.steps = kFused | kMeter, i.meter_method = photopic::MeterMethod::single_pass; },
       {"kWithFused", "both steps"}},
      {[](MadeFor& i) { i.steps = kFused | kToneMap, i.meter_method = photopic::MeterMethod::single_pass; },
       {"kWithFused", "both steps"}},
      {[](MadeFor& i) { i.steps = kFused | kToneMap | kMeter; }, {"kWithFused", "single_pass"}}};
  LoaderShim shim(test::context());
  for (std::size_t n = 0; n < cases.size(); ++n) {
    SCOPED_TRACE(n);
    MadeFor info = {.max_extent = kArgumentsExtent, .meter_method = photopic::MeterMethod::pyramid, .tone_mappers = 1};
    cases[n].spoil(info);
    PostProcess out;
    EXPECT_EQ(test::create(shim.device(), info, &out), Status::invalid_argument);
    expect_message(cases[n].words);
    expect_message({"create:"});
    EXPECT_EQ(out.memory_bytes(), 0u);
    EXPECT_EQ(shim.calls_that_create(), 0u);
  }
}

TEST(Arguments, OfToneMappingDontMatterToMetersAndTheOtherWayRound) {
  PostProcess out;
  const MadeFor meter = {.max_extent = kArgumentsExtent,
                         .steps = photopic::kMeterStep,
                         .meter_method = photopic::MeterMethod::pyramid,
                         .ldr_format = VK_FORMAT_UNDEFINED,
                         .tone_mappers = 0};
  EXPECT_EQ(test::create(test::context().lend(), meter, &out), Status::ok) << test::context().last_message();
  const MadeFor tone_map = {.max_extent = kArgumentsExtent,
                            .steps = photopic::kToneMapStep,
                            .weights = photopic::kAllWeights + 1,
                            .histogram = true,
                            .max_workgroups = 2048,
                            .tone_mappers = 1};
  EXPECT_EQ(test::create(test::context().lend(), tone_map, &out), Status::ok) << test::context().last_message();
}

TEST(Arguments, OfTheDevice) {
  const MadeFor info = {.max_extent = kArgumentsExtent, .meter_method = photopic::MeterMethod::pyramid};
  const std::vector<std::pair<std::function<void(photopic::Device&)>, std::string>> cases = {
      {[](photopic::Device& d) { d.instance = VK_NULL_HANDLE; }, "instance"},
      {[](photopic::Device& d) { d.physical_device = VK_NULL_HANDLE; }, "physical_device"},
      {[](photopic::Device& d) { d.device = VK_NULL_HANDLE; }, "device"},
      {[](photopic::Device& d) { d.get_instance_proc_addr = nullptr; }, "get_instance_proc_addr"},
      {[](photopic::Device& d) { d.queue_family = 77; }, "queue_family = 77"}};
  for (const std::uint32_t version : {0u, VK_API_VERSION_1_0, VK_API_VERSION_1_1}) {
    photopic::Device device = test::context().lend();
    device.api_version = version;
    PostProcess out;
    EXPECT_EQ(test::create(device, info, &out), Status::unsupported);
    expect_message({"create:", "api_version", "1.2"});
  }
  for (const auto& [spoil, word] : cases) {
    photopic::Device device = test::context().lend();
    spoil(device);
    PostProcess out;
    EXPECT_EQ(test::create(device, info, &out), Status::invalid_argument);
    expect_message({"create:", word});
    device.message = nullptr;  // no callback, no words
    EXPECT_EQ(test::create(device, info, &out), Status::invalid_argument);
  }
}

// ---- resize and record ----------------------------------------------------------------------------------------------

TEST_F(RecordArguments, OfResize) {
  for (const VkExtent2D extent : {VkExtent2D{0, 1}, {1, 0}, {1u << 20, 1}, {1, UINT32_MAX}}) {
    expect_refused([&](VkCommandBuffer) { return post_.resize(extent); }, {"resize:", "max_extent."});
  }
  // The old maximum is still in force.
  photopic::Frame frame = meter_frame();
  frame.extent.width = kArgumentsExtent.width + 1;
  expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, frame, {}); }, {"extent.width = 33", "[1, 32]"});
}

TEST_F(RecordArguments, OfMeterFrames) {
  using Frame = photopic::Frame;
  const std::vector<std::pair<std::function<void(Frame&)>, std::vector<std::string>>> cases = {
      {[](Frame& f) { f.hdr.view = VK_NULL_HANDLE; }, {"hdr"}},
      {[](Frame& f) { f.extent.width = 0; }, {"extent.width", "= 0", "[1, 32]"}},
      {[](Frame& f) { f.extent.height = 17; }, {"extent.height", "= 17", "[1, 16]"}},
      {[](Frame& f) { f.offset.x = -1; }, {"offset.x", "= -1", "[0, "}},
      {[](Frame& f) { f.offset.y = INT32_MIN; }, {"offset.y", "-2.14748e+09", "[0, "}},
      {[](Frame& f) { f.offset.y = INT32_MAX; }, {"offset.y", "2.14748e+09"}},
      {[](Frame& f) { f.delta_time_s = -1e-6f; }, {"delta_time_s", "= -1e-06", "[0, "}},
      {[](Frame& f) { f.delta_time_s = kNanF; }, {"delta_time_s", "nan"}},
      {[](Frame& f) { f.delta_time_s = kInfinityF; }, {"delta_time_s", "inf"}},
      {[](Frame& f) { f.view = 2; }, {"view", "= 2", "[0, 1]"}},
      {[](Frame& f) { f.more_source_count = 64; }, {"more_source_count", "= 64", "[0, 63]"}},
      {[](Frame& f) { f.more_source_count = 1; }, {"more_sources", "single_pass"}}};
  for (const auto& [spoil, words] : cases) {
    photopic::Frame frame = meter_frame();
    spoil(frame);
    expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, frame, {}); }, words);
    expect_message({"record_meter:"});
  }
}

TEST_F(RecordArguments, OfToneMapFrames) {
  using Frame = photopic::Frame;
  const engine::Buffer exposure = test::make_exposure(1.0f, 1024);
  const VkBuffer buffer = exposure.handle();
  std::vector<std::pair<std::function<void(Frame&)>, std::vector<std::string>>> cases = {
      {[](Frame& f) { f.hdr.view = VK_NULL_HANDLE; }, {"hdr"}},
      {[](Frame& f) { f.ldr.view = VK_NULL_HANDLE; }, {"ldr"}},
      {[](Frame& f) { f.ldr = f.hdr; }, {"ldr", "same view as hdr"}},
      {[](Frame& f) { f.extent = {}; }, {"extent.width", "= 0", "[1, 32]"}},
      {[](Frame& f) { f.extent.height = 17; }, {"extent.height", "= 17", "[1, 16]"}},
      {[](Frame& f) { f.offset.x = -7; }, {"offset.x", "= -7", "[0, "}},
      {[](Frame& f) { f.ldr_offset.x = -1; }, {"ldr_offset.x", "= -1", "[0, "}},
      {[](Frame& f) { f.ldr_offset.y = -1; }, {"ldr_offset.y", "= -1", "[0, "}},
      {[](Frame& f) { f.view = 2; }, {"view", "= 2", "[0, 1]"}}};
  if (test::context().properties().limits.minStorageBufferOffsetAlignment > 1) {
    cases.push_back({[=](Frame& f) {
                       f.exposure = {buffer, 1};
                     },
                     {"exposure_offset_bytes", "minStorageBufferOffsetAlignment"}});
  }
  for (const auto& [spoil, words] : cases) {
    photopic::Frame frame = tone_map_frame();
    spoil(frame);
    expect_refused([&](VkCommandBuffer c) { return post_.record_finish(c, frame, {}); }, words);
    expect_message({"record_finish:"});
  }
}

TEST_F(RecordArguments, OfWholeFrames) {
  using Frame = photopic::Frame;
  const auto metered = [](std::int32_t x, std::int32_t y, std::uint32_t width, std::uint32_t height) {
    return [=](Frame& f) { f.metered = {{x, y}, {width, height}}; };
  };
  using Cases = std::vector<std::pair<std::function<void(Frame&)>, std::vector<std::string>>>;
  const Cases cases = {{[](Frame& f) { f.hdr.view = VK_NULL_HANDLE; }, {"hdr"}},
                       {[](Frame& f) { f.ldr.view = VK_NULL_HANDLE; }, {"ldr"}},
                       {[](Frame& f) { f.ldr = f.hdr; }, {"ldr", "same view as hdr"}},
                       {[](Frame& f) { f.extent = {}; }, {"extent.width", "= 0", "[1, 32]"}},
                       {[](Frame& f) { f.extent.height = 17; }, {"extent.height", "= 17", "[1, 16]"}},
                       {metered(0, 0, 33, 1), {"metered.extent.width", "= 33", ", 32]"}},
                       {metered(0, 0, 1, 17), {"metered.extent.height", "= 17", ", 16]"}},
                       {metered(-1, 0, 1, 1), {"metered.offset.x", "= -1"}},
                       {metered(0, 0, 1, 0), {"metered.extent"}},
                       {metered(0, 0, 0, 1), {"metered.extent"}},
                       {[](Frame& f) { f.delta_time_s = kNanF; }, {"delta_time_s", "nan"}},
                       {[](Frame& f) { f.view = 2; }, {"view", "= 2", "[0, 1]"}}};
  PostProcess fused = make_single_pass({.view_count = 2, .steps = kMeter | kToneMap | kFused});
  for (const auto& [spoil, words] : cases) {
    photopic::Frame spoilt = frame();
    spoil(spoilt);
    expect_refused([&](VkCommandBuffer c) { return post_.record(c, spoilt, {}); }, words);
    expect_message({"record:"});
    expect_refused([&](VkCommandBuffer c) { return fused.record_fused(c, spoilt, {}); }, words);
    expect_message({"record_fused:"});
  }
  // One read for both: what is metered is part of the picture.
  const Cases fused_cases = {{metered(30, 0, 3, 1), {"metered.extent.width", "= 3", "[0, 2]"}},
                             {metered(0, 10, 1, 7), {"metered.extent.height", "= 7", "[0, 6]"}}};
  for (const auto& [spoil, words] : fused_cases) {
    photopic::Frame spoilt = frame();
    spoil(spoilt);
    expect_refused([&](VkCommandBuffer c) { return fused.record_fused(c, spoilt, {}); }, words);
  }
}

TEST_F(RecordArguments, OfSources) {
  PostProcess post = make_single_pass({.steps = kMeter});
  PostProcess masked = make_single_pass({.steps = kMeter, .weights = photopic::kWeightMask});
  const photopic::Source good = {.hdr = {hdr_.view()}, .region = {{0, 0}, kArgumentsExtent}};
  photopic::Source sources[] = {good, good};
  photopic::Frame frame = meter_frame();
  frame.more_source_count = 2;
  const auto meter = [&](VkCommandBuffer c) { return post.record_meter(c, frame, {}); };
  expect_refused(meter, {"record_meter:", "more_sources", "null"});
  frame.more_sources = sources;
  sources[1].hdr.view = VK_NULL_HANDLE;
  expect_refused(meter, {"record_meter: more_sources[].hdr: is null"});
  sources[1] = good;
  sources[1].region.extent.width = 33;
  expect_refused(meter, {"record_meter: more_sources[].region.extent.width", "= 33", "[1, 32]"});
  frame.more_source_count = 0;
  expect_refused(
      [&](VkCommandBuffer c) { return masked.record_meter(c, frame, {.meter = {.mask = true}, .exposure = {}}); },
      {"record_meter: weights.mask: is null, and meter.mask is on"});
}

// ---- settings -------------------------------------------------------------------------------------------------------

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
      {"slow_time_constant_ratio", &s.exposure.slow_time_constant_ratio, 1.0f, 1000.0f},
      {"calibration_k", &s.exposure.calibration_k, 1.0f, 100.0f},
      {"dead_band_ev", &s.exposure.dead_band_ev, 0.0f, 64.0f},
      {"cut_low_ev", &s.exposure.cut_low_ev, 0.0f, FLT_MAX},
      {"cut_high_ev", &s.exposure.cut_high_ev, 0.0f, FLT_MAX},
      {"max_ev_per_s", &s.exposure.max_ev_per_s, 0.0f, FLT_MAX},
      {"max_reversals_per_s", &s.exposure.max_reversals_per_s, 0.0f, FLT_MAX},
      {"reinhard_white", &s.tone_map.reinhard_white, 1e-3f, 65536.0f},
      {"hable_white", &s.tone_map.hable_white, 1e-3f, 65536.0f}};
  expect_ranges(post_, frame(), s, settings);
}

TEST_F(RecordArguments, OfMeterSettings) {
  photopic::Settings s;
  photopic::MeterSettings& m = s.meter;
  const FloatSetting percentiles[] = {{"percentile", &m.low_percentile, 0.0f, 99.895f},  // above, the high one is named
                                      {"high_percentile", &m.high_percentile, 0.1f, 100.0f},
                                      {"median_blend", &m.median_blend, 0.0f, 1.0f},
                                      {"highlight_stops", &m.highlight_stops, 0.0f, 128.0f},
                                      {"black_stops", &m.black_stops, 4.0f, 128.0f}};
  PostProcess histogram = make_single_pass({.histogram = true, .forces_histogram = true, .highlights_and_black = true});
  PostProcess weighted = make_single_pass({.weights = photopic::kAllWeights & ~photopic::kWeightClasses});
  photopic::Frame with_images = frame();
  with_images.weights.mask.view = with_images.weights.depth.view = hdr_.view();
  m = {.highlight_stops = 127.0f, .black_stops = 127.0f};
  expect_ranges(histogram, frame(), s, percentiles);
  // With limits below and above, one of them may be at its end.
  m = test::asking_for(weighted,
                       {.window_min_log2 = -9.0f, .window_max_log2 = 9.0f, .depth_min = 0.1f, .depth_max = 0.9f});
  expect_ranges(weighted, with_images, s, test::weight_ranges(s));
  // Settings of weights that are off go unchecked.
  m = {.centre_sigma = -1.0f, .spot_radius = kNanF};
  test::submit([&](VkCommandBuffer c) { EXPECT_EQ(post_.record(c, frame(), s), Status::ok); });
}

TEST_F(RecordArguments, OfCurves) {
  using photopic::Curve;
  using photopic::ExposureSettings;
  Curve curve = {.count = 3, .points = {{-1.0f, -64.0f}, {0.0f, 0.0f}, {1.0f, 64.0f}}};
  std::vector<std::pair<Curve, std::string>> cases(7, {curve, ""});
  cases[0].first.count = 17, cases[0].second = "= 17: must be within [0, 16]";
  cases[1].first.points[1].x = kNanF, cases[1].second = "nan";
  cases[2].first.points[2].x = kInfinityF, cases[2].second = "inf";
  cases[3].first.points[0].y = -64.5f, cases[3].second = "= -64.5: must be within [-64, 64]";
  cases[4].first.points[2].y = kNanF, cases[4].second = "nan";
  cases[5].first.points[1].x = -1.0f, cases[5].second = "must rise";
  cases[6].first.points[1].x = 2.0f, cases[6].second = "must rise";
  const std::pair<Curve ExposureSettings::*, const char*> curves[] = {
      {&ExposureSettings::compensation_curve, "compensation_curve"},
      {&ExposureSettings::target_curve, "target_curve"},
      {&ExposureSettings::min_curve, "min_curve"},
      {&ExposureSettings::max_curve, "max_curve"}};
  for (const auto& [member, name] : curves) {
    ExposureSettings exposure;
    const auto meter = [&](VkCommandBuffer c) {
      return post_.record_meter(c, meter_frame(), {.meter = {}, .exposure = exposure});
    };
    for (const auto& [bad, words] : cases) {
      exposure.*member = bad;
      expect_refused(meter, {"record_meter:", name, words});
    }
    exposure.*member = curve;
    (exposure.*member).points[3] = {kNanF, kNanF};  // not in use
    test::submit([&](VkCommandBuffer c) { EXPECT_EQ(meter(c), Status::ok); });
  }
}

TEST_F(RecordArguments, OfTheCutDetectorTogether) {
  for (const float high : {1.0f, 2.0f}) {
    const photopic::ExposureSettings exposure = {.cut_low_ev = 2.0f, .cut_high_ev = high};
    expect_refused(
        [&](VkCommandBuffer c) { return post_.record_meter(c, meter_frame(), {.meter = {}, .exposure = exposure}); },
        {"record_meter:", "cut_high_ev", "cut_low_ev"});
  }
}

TEST_F(RecordArguments, OfEnumerations) {
  photopic::ExposureSettings exposure;
  exposure.mode = photopic::ExposureMode(3);
  expect_refused(
      [&](VkCommandBuffer c) { return post_.record_meter(c, meter_frame(), {.meter = {}, .exposure = exposure}); },
      {"record_meter:", "mode = 3", "[0, 2]"});
  exposure = {};
  exposure.curve = photopic::AdaptationCurve(3);
  expect_refused(
      [&](VkCommandBuffer c) { return post_.record_meter(c, meter_frame(), {.meter = {}, .exposure = exposure}); },
      {"record_meter:", "curve = 3", "[0, 2]"});
  photopic::ToneMapSettings tone_map;
  tone_map.tone_mapper = photopic::ToneMapper(photopic::kToneMapperCount);
  expect_refused([&](VkCommandBuffer c) { return post_.record_finish(c, tone_map_frame(), {.tone_map = tone_map}); },
                 {"record_finish:", "tone_mapper = " + std::to_string(photopic::kToneMapperCount),
                  "[0, " + std::to_string(photopic::kToneMapperCount - 1) + "]"});
  tone_map.tone_mapper = photopic::ToneMapper::lottes;
  expect_refused([&](VkCommandBuffer c) { return post_.record_finish(c, tone_map_frame(), {.tone_map = tone_map}); },
                 {"record_finish: tone_map.tone_mapper needs a pipeline, which is not prepared"}, Status::not_prepared);
}

TEST_F(RecordArguments, OfTheCameraTogether) {
  photopic::ExposureSettings exposure;
  exposure.mode = photopic::ExposureMode::camera;
  const auto meter = [&](VkCommandBuffer c) {
    return post_.record_meter(c, meter_frame(), {.meter = {}, .exposure = exposure});
  };
  exposure.aperture_f_number = 1e-20f;  // EV100 -199: its exposure would be infinite
  exposure.shutter_s = 1e20f;
  expect_refused(meter, {"record_meter:", "aperture_f_number", "shutter_s", "[-64, 64]"});
  exposure.aperture_f_number = 1e20f;
  exposure.shutter_s = 1e-20f;
  expect_refused(meter, {"record_meter:", "aperture_f_number", "shutter_s", "[-64, 64]"});
}

TEST_F(RecordArguments, OfTheCommandBuffer) {
  EXPECT_EQ(post_.record(VK_NULL_HANDLE, frame(), {}), Status::invalid_argument);
  EXPECT_EQ(post_.record_meter(VK_NULL_HANDLE, meter_frame(), {}), Status::invalid_argument);
  EXPECT_EQ(post_.record_finish(VK_NULL_HANDLE, tone_map_frame(), {}), Status::invalid_argument);
  PostProcess fused = make_single_pass({.steps = kMeter | kToneMap | kFused});
  EXPECT_EQ(fused.record_fused(VK_NULL_HANDLE, frame(), {}), Status::invalid_argument);
  expect_message({"record_fused:", "command_buffer"});
  const engine::Buffer buffer = test::make_exposure(1.0f, 1024);
  EXPECT_EQ(post_.record_export(VK_NULL_HANDLE, 0, {buffer.handle(), 0}), Status::invalid_argument);
  expect_message({"record_export:", "command_buffer"});
  EXPECT_EQ(post_.record_import(VK_NULL_HANDLE, 0, photopic::Buffer{buffer.handle(), 0}), Status::invalid_argument);
  expect_message({"record_import:", "command_buffer"});
  EXPECT_EQ(post_.record_import(VK_NULL_HANDLE, 0, test::State()), Status::invalid_argument);
  expect_message({"record_import:", "command_buffer"});
}

TEST_F(RecordArguments, OfExportAndImport) {
  const engine::Buffer buffer = test::make_exposure(1.0f, 1024);
  const test::State state = test::meter_once(post_, meter_frame());
  expect_refused(
      [&](VkCommandBuffer c) {
        return post_.record_export(c, 2, {buffer.handle(), 0});
      },
      {"record_export:", "view", "= 2", "[0, 1]"});
  expect_refused(
      [&](VkCommandBuffer c) {
        return post_.record_import(c, 2, photopic::Buffer{buffer.handle(), 0});
      },
      {"record_import:", "view", "= 2", "[0, 1]"});
  expect_refused([&](VkCommandBuffer c) { return post_.record_import(c, UINT32_MAX, state); },
                 {"record_import:", "view", "[0, 1]"});
  expect_refused(
      [&](VkCommandBuffer c) {
        return post_.record_export(c, 0, {VK_NULL_HANDLE, 0});
      },
      {"record_export:", "destination"});
  expect_refused(
      [&](VkCommandBuffer c) {
        return post_.record_import(c, 0, photopic::Buffer{VK_NULL_HANDLE, 0});
      },
      {"record_import:", "source"});
  for (const VkDeviceSize offset : {1u, 2u, 7u}) {
    expect_refused(
        [&](VkCommandBuffer c) {
          return post_.record_export(c, 0, {buffer.handle(), offset});
        },
        {"record_export:", "offset_bytes", "multiple of 4"});
    expect_refused(
        [&](VkCommandBuffer c) {
          return post_.record_import(c, 0, photopic::Buffer{buffer.handle(), offset});
        },
        {"record_import:", "offset_bytes", "multiple of 4"});
  }
}

/// A refused frame with a cut is no cut: nothing is changed.
TEST_F(RecordArguments, ARefusedCutIsNoCut) {
  test::meter_once(post_, meter_frame());
  photopic::Frame refused = meter_frame();
  refused.cut = true;
  photopic::MeterSettings settings;
  settings.max_log2_luminance = 65.0f;
  expect_refused([&](VkCommandBuffer c) { return post_.record_meter(c, refused, {.meter = settings}); }, {"max_log2"});
  EXPECT_EQ(test::meter_once(post_, meter_frame()).frames, 2u);
}

TEST_F(RecordArguments, StepsThatWereLeftOut) {
  PostProcess meter = test::make(
      {.max_extent = kArgumentsExtent, .steps = photopic::kMeterStep, .meter_method = photopic::MeterMethod::pyramid});
  PostProcess tone_map =
      test::make({.max_extent = kArgumentsExtent, .steps = photopic::kToneMapStep, .tone_mappers = 1u << 6});
  expect_refused([&](VkCommandBuffer c) { return meter.record_finish(c, tone_map_frame(), {}); },
                 {"record_finish:", "kFinish"});
  expect_refused([&](VkCommandBuffer c) { return meter.record(c, frame(), {}); }, {"record", "kFinish"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record_meter(c, meter_frame(), {}); },
                 {"record_meter:", "kMeter"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record(c, frame(), {}); }, {"record", "kMeter"});
  expect_refused([&](VkCommandBuffer c) { return post_.record_fused(c, frame(), {}); },
                 {"record_fused:", "kWithFused"});
  const engine::Buffer buffer = test::make_exposure(1.0f, 1024);
  expect_refused(
      [&](VkCommandBuffer c) {
        return tone_map.record_export(c, 0, {buffer.handle(), 0});
      },
      {"record_export:", "kMeter"});
  expect_refused(
      [&](VkCommandBuffer c) {
        return tone_map.record_import(c, 0, photopic::Buffer{buffer.handle(), 0});
      },
      {"record_import:", "kMeter"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record_import(c, 0, test::State()); },
                 {"record_import:", "kMeter"});
  expect_refused([&](VkCommandBuffer c) { return tone_map.record_finish(c, tone_map_frame(), {}); },
                 {"record_finish:", "exposure", "kMeter"});
}

TEST_F(RecordArguments, OfAnEmptyObject) {
  PostProcess empty;
  const engine::Buffer buffer = test::make_exposure(1.0f, 1024);
  test::submit([&](VkCommandBuffer c) {
    EXPECT_EQ(empty.record_fused(c, frame(), {}), Status::invalid_argument);
    EXPECT_EQ(empty.record_export(c, 0, {buffer.handle(), 0}), Status::invalid_argument);
    EXPECT_EQ(empty.record_import(c, 0, photopic::Buffer{buffer.handle(), 0}), Status::invalid_argument);
    EXPECT_EQ(empty.record_import(c, 0, test::State()), Status::invalid_argument);
  });
}

}  // namespace
