// SPDX-License-Identifier: MIT
// Tests of the C interface on a device: what a host written in C gets is what C++ gives, bit for bit.
#include <photopic/exposure_scan.h>
#include <photopic/image_metrics.h>
#include <photopic/metric_values.h>

#include <bit>
#include <cmath>
#include <string>

#include "c/interface_fixture.h"
#include "gpu/loader_shim.h"

namespace c_test {

TEST_F(CInterface, FramesAreThoseOfCpp) {
  const Owned<photopic_post_process> post = make_post();
  photopic::PostProcess cpp_post = make_cpp_post();
  ASSERT_NE(post, nullptr);
  photopic_exposure_state state = {};
  state.size = sizeof state;
  state.version = PHOTOPIC_INTERFACE_VERSION;
  EXPECT_EQ(photopic_post_process_statistics(post.get(), 0, &state), PHOTOPIC_NOT_READY);

  for (int i = 0; i < 6; ++i) {
    SCOPED_TRACE(i);
    const test::HdrImage& scene = scenes_[i % 2];
    test::submit([&](VkCommandBuffer commands) {
      const c_shot taken = shot(commands, scene, ldr_);
      const photopic::Frame cpp_frame = frame(scene, cpp_ldr_);
      if (i < 2) {
        EXPECT_C_OK(c_record(post.get(), &taken, settings_.get()));
        test::context().check(cpp_post.record(commands, cpp_frame, cpp_settings_));
      } else if (i < 4) {
        EXPECT_C_OK(c_record_fused(post.get(), &taken, settings_.get()));
        test::context().check(cpp_post.record_fused(commands, cpp_frame, cpp_settings_));
      } else {
        EXPECT_C_OK(c_record_steps(post.get(), &taken, settings_.get()));
        const photopic::Source more = {.hdr = {scene.view()}, .region = {{0, 0}, {8, 8}}};
        test::context().check(cpp_post.record_meter(commands,
                                                    {.hdr = {scene.view()},
                                                     .extent = {kPicture.width - 1, kPicture.height - 2},
                                                     .delta_time_s = 0.1f,
                                                     .offset = {1, 2},
                                                     .more_sources = &more,
                                                     .more_source_count = 1},
                                                    cpp_settings_));
        test::context().check(cpp_post.record_finish(commands,
                                                     {.hdr = {scene.view()},
                                                      .ldr = {cpp_ldr_.view()},
                                                      .extent = {16, 8},
                                                      .offset = {2, 4},
                                                      .ldr_offset = {3, 1},
                                                      .picture = {{0, 0}, kPicture}},
                                                     cpp_settings_));
      }
    });
    EXPECT_EQ(photopic_post_process_shows_previous_exposure(post.get(), 0), cpp_post.shows_previous_exposure(0));
    EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
    const test::State cpp_state = test::state_of(cpp_post);
    EXPECT_TRUE(test::same_bits(state_of(post.get()), cpp_state));
    ASSERT_C_OK(photopic_post_process_statistics(post.get(), 0, &state));
    EXPECT_EQ(state.exposure, cpp_state.exposure);
    EXPECT_EQ(state.adapted_ev100, cpp_state.adapted_ev100);
    EXPECT_EQ(state.low_percentile_log2, cpp_state.low_percentile_log2);
    EXPECT_EQ(state.weight_sum, cpp_state.weight_sum);
    EXPECT_EQ(state.frames, std::uint32_t(i + 1));
  }
  EXPECT_EQ(photopic_post_process_memory_bytes(post.get()), cpp_post.memory_bytes());
  EXPECT_EQ(photopic_post_process_state_stride_bytes(post.get()), cpp_post.state_stride_bytes());
  EXPECT_EQ(photopic_post_process_max_extent(post.get()).width, kPicture.width);
  EXPECT_NE(photopic_post_process_histogram_buffer(post.get()), VkBuffer(VK_NULL_HANDLE));

  // Another object goes on from there.
  const std::vector<std::byte> exported = engine::read_back(
      test::context(), photopic_post_process_state_buffer(post.get()), 0, photopic_exposure_state_bytes());
  const Owned<photopic_post_process> other = make_post();
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_C_OK(photopic_post_process_record_import_bytes(other.get(), commands, 0, exported.data(), exported.size()));
  });
  EXPECT_EQ(state_of(other.get()).adapted_ev100, state.adapted_ev100);
  photopic_exposure_state read = state;
  read.exposure = 0.0f;
  ASSERT_C_OK(photopic_exposure_state_read(exported.data(), exported.size(), &read));
  EXPECT_EQ(std::memcmp(&read, &state, sizeof read), 0);
}

TEST_F(CInterface, ScansAreThoseOfCpp) {
  constexpr std::uint32_t kFrames = 5;
  photopic_exposure_scan* made = nullptr;
  ASSERT_C_OK(c_make_scan(&device_, &made));
  const Owned<photopic_exposure_scan> scan(made, photopic_exposure_scan_destroy);
  photopic::ExposureScan cpp_scan;
  test::context().check(photopic::ExposureScan::create(test::context().lend(), {}, &cpp_scan));
  EXPECT_EQ(photopic_exposure_scan_max_count(scan.get()), cpp_scan.max_count());
  EXPECT_EQ(photopic_exposure_scan_memory_bytes(scan.get()), cpp_scan.memory_bytes());

  const engine::Buffer measurements(test::context(), kFrames * sizeof(photopic_measurement),
                                    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::upload);
  std::vector<engine::Buffer> states;
  for (int i = 0; i < 2; ++i) {
    states.emplace_back(test::context(), kFrames * sizeof(test::State), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                        engine::MemoryUse::readback);
  }
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    test::State state = {};
    state.metered_log2_luminance = state.mean_log2_luminance = float(i * i) - 3.0f;
    state.max_luminance = 4.0f;
    state.weight_sum = 100.0f;
    state.valid_texels = 100;
    photopic_measurement measurement;
    ASSERT_C_OK(photopic_measurement_read(&state, sizeof state, &measurement));
    std::memcpy(measurements.mapped().data() + i * sizeof measurement, &measurement, sizeof measurement);
  }
  photopic_scan_frames frames = {};
  frames.size = sizeof frames;
  frames.version = PHOTOPIC_INTERFACE_VERSION;
  frames.measurements = measurements.handle();
  frames.states = states[0].handle();
  frames.count = kFrames;
  frames.picture = kPicture;
  frames.delta_time_s = 0.1f;
  frames.reset_history = VK_TRUE;
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_C_OK(c_record_scan(scan.get(), commands, &frames, settings_.get(), nullptr));
    test::context().check(cpp_scan.record(commands,
                                          {.measurements = measurements.handle(),
                                           .states = states[1].handle(),
                                           .count = kFrames,
                                           .delta_time_s = 0.1f,
                                           .picture = kPicture,
                                           .reset_history = true},
                                          cpp_settings_));
    engine::memory_barrier(test::context(), commands, engine::kComputeWrite, engine::kHostRead);
  });
  const auto state_of_frame = [&](int which, std::uint32_t frame) {
    test::State state;
    std::memcpy(&state, states[std::size_t(which)].mapped().data() + frame * sizeof state, sizeof state);
    return state;
  };
  for (std::uint32_t i = 0; i < kFrames; ++i) {
    EXPECT_TRUE(test::same_bits(state_of_frame(0, i), state_of_frame(1, i))) << i;
    EXPECT_EQ(state_of_frame(0, i).frames, i + 1);
  }
  // The last two frames again, from the state before them.
  const test::State before = state_of_frame(0, 2), last = state_of_frame(0, kFrames - 1);
  frames.first = 3;
  frames.count = 2;
  frames.reset_history = VK_FALSE;
  std::memset(states[0].mapped().data(), 0, states[0].mapped().size());
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_C_OK(c_record_scan(scan.get(), commands, &frames, settings_.get(), &before));
    engine::memory_barrier(test::context(), commands, engine::kComputeWrite, engine::kHostRead);
  });
  EXPECT_TRUE(test::same_bits(state_of_frame(0, kFrames - 1), last));
  EXPECT_EQ(state_of_frame(0, 2).frames, 0u);
}

TEST_F(CInterface, MetricsHaveTheNumbersOfCpp) {
  const engine::Image images[2] = {{test::context(), kPicture, VK_FORMAT_R8G8B8A8_UNORM,
                                    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT},
                                   {test::context(), kPicture, VK_FORMAT_R8G8B8A8_UNORM,
                                    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT}};
  for (std::uint32_t i = 0; i < 2; ++i) {
    std::vector<std::byte> codes(std::size_t{kPicture.width} * kPicture.height * 4);
    for (std::size_t k = 0; k < codes.size(); ++k) codes[k] = std::byte(k * 7 % 251 + i * (k % 11 == 0 ? 5 : 0));
    engine::upload(test::context(), images[i], codes);
  }
  photopic_image_metrics* made = nullptr;
  ASSERT_C_OK(c_make_metrics(&device_, kPicture, &made));
  const Owned<photopic_image_metrics> metrics(made, photopic_image_metrics_destroy);
  photopic::ImageMetrics cpp_metrics;
  test::context().check(photopic::ImageMetrics::create(
      test::context().lend(),
      {.max_extent = kPicture,
       .metrics = photopic::kMetricErrors | photopic::kMetricPsnr | photopic::kMetricErrorTiles,
       .maps = photopic::kMapAbsolute},
      &cpp_metrics));
  photopic_metrics_result* result = nullptr;
  ASSERT_C_OK(photopic_metrics_result_create(&result));
  const Owned<photopic_metrics_result> owned(result, photopic_metrics_result_destroy);
  EXPECT_EQ(photopic_image_metrics_finish(metrics.get(), 0, result), PHOTOPIC_INVALID_ARGUMENT);  // nothing recorded
  photopic::MetricsSettings cpp_settings;
  cpp_settings.error_threshold = 3.0f;
  test::submit([&](VkCommandBuffer commands) {
    const c_shot taken = {commands, VK_NULL_HANDLE, images[0].view(), kPicture, 0.0f};
    EXPECT_C_OK(c_record_metrics(metrics.get(), &taken, images[1].view()));
    test::context().check(cpp_metrics.record(
        commands, {.extent = kPicture, .reference = {images[0].view()}, .test = {images[1].view()}}, cpp_settings));
  });
  ASSERT_C_OK(photopic_image_metrics_finish(metrics.get(), 0, result));
  photopic::MetricsResult cpp_result;
  test::context().check(cpp_metrics.finish(0, &cpp_result));
  std::uint32_t index = 0;
  for (const photopic::MetricValueInfo& row : photopic::metric_value_table()) {
    if ((cpp_result.metrics & row.metric) == 0) continue;
    SCOPED_TRACE(row.of_rgb);
    EXPECT_STREQ(photopic_metrics_result_name(result, index), row.of_rgb);
    EXPECT_EQ(std::bit_cast<std::uint64_t>(photopic_metrics_result_value(result, index)),
              std::bit_cast<std::uint64_t>(row.value(cpp_result)));
    ++index;
  }
  EXPECT_GT(index, 20u);
  EXPECT_STREQ(photopic_metrics_result_name(result, index), "not_finite_reference");
  EXPECT_STREQ(photopic_metrics_result_name(result, index + 1), "not_finite_test");
  EXPECT_EQ(photopic_metrics_result_count(result), index + 2);
  double above = 0.0;
  ASSERT_C_OK(photopic_metrics_result_get(result, "pixels_above", &above));
  EXPECT_EQ(above, double(cpp_result.errors.pixels_above));
  EXPECT_GT(above, 0.0);
  std::uint64_t bins[PHOTOPIC_ERROR_BINS];
  ASSERT_C_OK(photopic_metrics_result_histogram(result, bins));
  EXPECT_TRUE(std::equal(std::begin(bins), std::end(bins), cpp_result.errors.histogram.begin()));
  EXPECT_NE(photopic_image_metrics_map_buffer(metrics.get(), PHOTOPIC_MAP_ABSOLUTE), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(photopic_image_metrics_map_buffer(metrics.get(), PHOTOPIC_MAP_FLIP), VkBuffer(VK_NULL_HANDLE));
}

/// Pictures in memory, on a device of the library's own, are those of C++ on this one.
TEST_F(CInterface, DevelopedPicturesAreThoseOfCpp) {
  std::vector<float> scene(std::size_t{kPicture.width} * kPicture.height * 4, 1.0f);
  for (std::size_t i = 0; i < scene.size(); ++i) {
    if (i % 4 != 3) scene[i] = float(std::exp2(8.0 * test::noise(std::uint32_t(i), 0, 3) - 4.0));
  }
  std::vector<std::byte> developed(scene.size());
  photopic_headless_info info = {};
  info.size = sizeof info;
  info.version = PHOTOPIC_INTERFACE_VERSION;
  info.device = test::context().properties().deviceName;
  photopic_headless* made = nullptr;
  ASSERT_C_OK(photopic_headless_create(&info, &made));
  const Owned<photopic_headless> headless(made, photopic_headless_destroy);
  photopic_picture hdr = {};
  hdr.size = sizeof hdr;
  hdr.version = PHOTOPIC_INTERFACE_VERSION;
  hdr.width = kPicture.width;
  hdr.height = kPicture.height;
  hdr.channels = 4;
  photopic_picture ldr = hdr;
  hdr.samples = scene.data();
  hdr.sample = PHOTOPIC_SAMPLE_F32;
  ldr.samples = developed.data();
  ldr.sample = PHOTOPIC_SAMPLE_U8;
  ASSERT_C_OK(photopic_develop(headless.get(), &hdr, settings_.get(), &ldr, nullptr));

  photopic::PostProcess cpp_post = test::make_used({.max_extent = kPicture, .uses = {cpp_settings_}});
  const engine::Image image(test::context(), kPicture, VK_FORMAT_R32G32B32A32_SFLOAT,
                            VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(test::context(), image, std::as_bytes(std::span<const float>(scene)));
  test::submit([&](VkCommandBuffer commands) {
    test::context().check(cpp_post.record(
        commands, {.hdr = {image.view()}, .ldr = {cpp_ldr_.view()}, .extent = kPicture}, cpp_settings_));
  });
  EXPECT_EQ(developed, engine::read_back(test::context(), cpp_ldr_));
}

/// What is wrong in a frame, in numbers that enumerations of C++ don't have, and in tables, is said and changes
/// nothing.
TEST_F(CInterface, WrongArgumentsAreNamed) {
  const auto refused = [](photopic_result result, const char* words) {
    EXPECT_NE(result, PHOTOPIC_OK);
    EXPECT_NE(std::strstr(photopic_last_error(), words), nullptr) << photopic_last_error();
  };
  photopic_post_process_info info = {};
  info.size = sizeof info;
  info.version = PHOTOPIC_INTERFACE_VERSION;
  info.max_extent = kPicture;
  photopic_post_process* made = nullptr;
  const auto create = [&](std::uint32_t photopic_post_process_info::*member, std::uint32_t value, const char* words) {
    photopic_post_process_info wrong = info;
    wrong.*member = value;
    refused(photopic_post_process_create(&device_, &wrong, &made), words);
  };
  create(&photopic_post_process_info::steps, 16, "steps");
  create(&photopic_post_process_info::with, 1u << 31, "with");
  create(&photopic_post_process_info::view_count, 1025, "view_count");
  photopic_post_process_info wrong = info;
  wrong.exposure_image = static_cast<photopic::ExposureImage>(3);
  refused(photopic_post_process_create(&device_, &wrong, &made), "exposure_image");
  photopic_tuning tuning;
  tuning.meter_method = static_cast<photopic::MeterMethod>(3);
  wrong = info;
  wrong.tuning = &tuning;
  refused(photopic_post_process_create(&device_, &wrong, &made), "meter_method");
  tuning.version = 3;
  refused(photopic_post_process_create(&device_, &wrong, &made), "info->tuning->version = 3");
  EXPECT_EQ(made, nullptr);

  const Owned<photopic_post_process> post = make_post();
  ASSERT_NE(post, nullptr);
  photopic_frame frame = {};
  frame.size = sizeof frame;
  frame.version = PHOTOPIC_INTERFACE_VERSION;
  frame.hdr.view = scenes_[0].view();
  frame.ldr.view = ldr_.view();
  frame.extent = {kPicture.width + 1, 1};
  test::submit([&](VkCommandBuffer commands) {
    refused(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), "width");
    refused(photopic_post_process_record(post.get(), commands, nullptr, settings_.get()), "frame: is null");
    refused(photopic_post_process_record(post.get(), commands, &frame, nullptr), "settings: is null");
    frame.extent = kPicture;
    refused(photopic_post_process_record(post.get(), nullptr, &frame, settings_.get()), "command_buffer");
    photopic_look_tables tables;
    tables.version = 0;
    frame.tables = &tables;
    refused(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), "frame->tables->version = 0");
    photopic_frame meter = frame;
    meter.tables = nullptr;
    meter.more_source_count = 64;
    refused(photopic_post_process_record_meter(post.get(), commands, &meter, settings_.get()),
            "more_source_count = 64: must be within [0, 63]");
    meter.more_source_count = 1;
    refused(photopic_post_process_record_meter(post.get(), commands, &meter, settings_.get()), "more_sources: is null");
    // Settings that depend on one another are looked at here.
    EXPECT_C_OK(photopic_settings_set_number(settings_.get(), "meter.min_log2_luminance", 20.0));
    frame.tables = nullptr;
    refused(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), "min_log2_luminance");
    std::byte bytes[4] = {};
    refused(photopic_post_process_record_import_bytes(post.get(), commands, 0, bytes, sizeof bytes), "size_bytes = 4");
  });
}

TEST_F(CInterface, LimitsThatAreTooLowAreNamed) {
  test::LoaderShim shim(test::context());
  shim.change_limits([](VkPhysicalDeviceLimits& limits) { limits.maxPerStageDescriptorStorageBuffers = 0; });
  const photopic_device device = device_of(shim.device());
  const auto expect_refused = [](photopic_result result, const std::string& words) {
    EXPECT_EQ(result, PHOTOPIC_UNSUPPORTED);
    EXPECT_EQ(std::string(photopic_last_error()).find(words), 0u) << photopic_last_error();
  };
  const std::string words = "create: the device's maxPerStageDescriptorStorageBuffers is 0, and the pass ";
  photopic_post_process* post = nullptr;
  expect_refused(c_make_post(&device, kPicture, settings_.get(), &post), words);
  photopic_image_metrics* metrics = nullptr;
  expect_refused(c_make_metrics(&device, kPicture, &metrics), "ImageMetrics::" + words);
  photopic_naive_meter* naive = nullptr;
  expect_refused(c_make_naive(&device, kPicture, &naive), "NaiveMeter::" + words);
  photopic_debug_overlay* overlay = nullptr;
  expect_refused(c_make_overlay(&device, kPicture, &overlay), "DebugOverlay::" + words);
  photopic_flash_analyser* flashes = nullptr;
  expect_refused(c_make_flashes(&device, &flashes), "FlashAnalyser::" + words);
  photopic_content_light_meter* light = nullptr;
  expect_refused(c_make_content_light(&device, &light), "ContentLightMeter::" + words);
  photopic_exposure_scan* scan = nullptr;
  expect_refused(c_make_scan(&device, &scan), "ExposureScan::" + words);
}

}  // namespace c_test
