// SPDX-License-Identifier: MIT
// Tests of what a host in C states of its device, images and memory: as C++ has it, and as an older program left it.
#include <photopic/photopic.h>
#include <photopic/post_process.h>

#include <cstddef>
#include <cstring>
#include <memory>

#include "c/device.h"
#include "c/structs.h"
#include "embedding/draw_rig.h"
#include "embedding/samples_rig.h"
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace c_embedding {

using test::with_head;

constexpr VkExtent2D kPicture = {45, 30};
constexpr float kPreExposure = 0.37f;

using Post = std::unique_ptr<photopic_post_process, void (*)(photopic_post_process*)>;
using CSettings = std::unique_ptr<photopic_settings, void (*)(photopic_settings*)>;

photopic_device lent_device() { return test::device_of(test::context().lend()); }

Post make_c_post(const photopic_device& device, const photopic_post_process_info& info) {
  photopic_post_process* made = nullptr;
  EXPECT_EQ(photopic_post_process_create(&device, &info, &made), PHOTOPIC_OK) << photopic_last_error();
  return {made, photopic_post_process_destroy};
}

class CEmbedding : public testing::Test {
 protected:
  void SetUp() override {
    photopic_settings* made = nullptr;
    ASSERT_EQ(photopic_settings_create(&made), PHOTOPIC_OK);
    settings_.reset(made);
  }
  void expect_states_are_equal(const Post& post, const photopic::PostProcess& cpp_post) const {
    const std::vector<std::byte> bytes = engine::read_back(
        test::context(), photopic_post_process_state_buffer(post.get()), 0, photopic_exposure_state_bytes());
    test::State state;
    ASSERT_EQ(bytes.size(), sizeof state);
    std::memcpy(&state, bytes.data(), sizeof state);
    EXPECT_TRUE(test::same_bits(state, test::state_of(cpp_post)));
  }

  CSettings settings_ = {nullptr, photopic_settings_destroy};
  const test::HdrImage scene_ =
      test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kPicture, test::gradient_with_noise(kPicture, 8));
  const engine::Image ldr_ = test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM);
  const engine::Image cpp_ldr_ = test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM);
};

TEST_F(CEmbedding, PreExposureAndLayoutsAreThoseOfCpp) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  const Post post = make_c_post(lent_device(), info);
  ASSERT_NE(post, nullptr);
  photopic::PostProcess cpp_post = test::make(photopic::MadeFor{.max_extent = kPicture});
  test::submit([&](VkCommandBuffer commands) {
    engine::image_barrier(test::context(), commands, scene_.image.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          VK_IMAGE_LAYOUT_GENERAL, engine::kComputeRead, engine::kComputeRead);
    // Whole frames, then the steps.
    auto frame = with_head<photopic_frame>();
    frame.hdr.view = scene_.view();
    frame.ldr.view = ldr_.view();
    frame.extent = kPicture;
    frame.pre_exposure = kPreExposure;
    frame.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
    EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK);
    test::context().check(cpp_post.record(commands,
                                          {.hdr = {.view = scene_.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                                           .ldr = {cpp_ldr_.view()},
                                           .extent = kPicture,
                                           .pre_exposure = kPreExposure},
                                          photopic::Settings{}));
    auto metered = with_head<photopic_frame>();
    metered.hdr.view = scene_.view();
    metered.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
    metered.extent = {20, 20};
    metered.delta_time_s = 0.5f;
    metered.pre_exposure = 4.0f;
    metered.offset = {1, 2};
    EXPECT_EQ(photopic_post_process_record_meter(post.get(), commands, &metered, settings_.get()), PHOTOPIC_OK);
    test::context().check(cpp_post.record_meter(commands,
                                                {.hdr = {.view = scene_.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                                                 .extent = {20, 20},
                                                 .delta_time_s = 0.5f,
                                                 .pre_exposure = 4.0f,
                                                 .offset = {1, 2}},
                                                photopic::Settings{}));
    auto shown = with_head<photopic_frame>();
    shown.hdr.view = scene_.view();
    shown.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
    shown.ldr.view = ldr_.view();
    shown.extent = {16, 8};
    shown.pre_exposure = 0.25f;
    EXPECT_EQ(photopic_post_process_record_finish(post.get(), commands, &shown, settings_.get()), PHOTOPIC_OK);
    test::context().check(cpp_post.record_finish(commands,
                                                 {.hdr = {.view = scene_.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                                                  .ldr = {cpp_ldr_.view()},
                                                  .extent = {16, 8},
                                                  .pre_exposure = 0.25f},
                                                 photopic::Settings{}));
    // Back, for whoever reads it next.
    engine::image_barrier(test::context(), commands, scene_.image.handle(), VK_IMAGE_LAYOUT_GENERAL,
                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kComputeRead, engine::kComputeRead);
  });
  EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
  expect_states_are_equal(post, cpp_post);
}

TEST_F(CEmbedding, DrawnPicturesAreThoseOfCpp) {
  constexpr VkFormat kFormat = VK_FORMAT_R8G8B8A8_SRGB;
  const test::Attachment drawn({.extent = kPicture, .format = kFormat, .samples = VK_SAMPLE_COUNT_4_BIT});
  const test::Attachment cpp_drawn({.extent = kPicture, .format = kFormat, .samples = VK_SAMPLE_COUNT_4_BIT});
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  info.output = drawn.target();
  info.output.format = kFormat;
  info.output.is_drawn = VK_TRUE;
  const Post post = make_c_post(lent_device(), info);
  ASSERT_NE(post, nullptr);
  photopic::PostProcess cpp_post = test::make(photopic::MadeFor{.max_extent = kPicture,
                                                                .steps = photopic::kMeterStep | photopic::kDrawStep,
                                                                .ldr_format = kFormat,
                                                                .dither = false,
                                                                .render_target = cpp_drawn.target()});
  test::submit([&](VkCommandBuffer commands) {
    engine::full_barrier(test::context(), commands);
    auto metered = with_head<photopic_frame>();
    metered.hdr.view = scene_.view();
    metered.extent = kPicture;
    auto shown = with_head<photopic_frame>();
    shown.hdr.view = scene_.view();
    shown.extent = {40, 20};
    shown.ldr_offset = {2, 3};
    EXPECT_EQ(photopic_post_process_record_meter(post.get(), commands, &metered, settings_.get()), PHOTOPIC_OK);
    EXPECT_EQ(photopic_post_process_record_finish(post.get(), commands, &shown, settings_.get()), PHOTOPIC_OK);
    drawn.record(commands, [&] {
      EXPECT_EQ(photopic_post_process_record_draw(post.get(), commands, &shown, settings_.get()), PHOTOPIC_OK);
    });
    const photopic::Settings settings;
    const photopic::Frame frame = {.hdr = {scene_.view()}, .extent = {40, 20}, .ldr_offset = {2, 3}};
    test::context().check(cpp_post.record_meter(commands, {.hdr = {scene_.view()}, .extent = kPicture}, settings));
    test::context().check(cpp_post.record_finish(commands, frame, settings));
    cpp_drawn.record(commands, [&] { test::context().check(cpp_post.record_draw(commands, frame, settings)); });
  });
  EXPECT_EQ(drawn.read(), cpp_drawn.read());
  expect_states_are_equal(post, cpp_post);
}

TEST_F(CEmbedding, LayersAreThoseOfCpp) {
  constexpr VkFormat kHdr = VK_FORMAT_R16G16B16A16_SFLOAT;
  std::vector<std::byte> texels;
  for (const std::uint32_t seed : {1u, 2u}) {
    const std::vector<std::byte> layer = test::texels_of(kHdr, kPicture, test::wide_noise(-3.0, 4.0, seed));
    texels.insert(texels.end(), layer.begin(), layer.end());
  }
  const engine::Image scenes = test::make_layers(kPicture, kHdr, 2, texels);
  const engine::Image shown[] = {test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM, 2),
                                 test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM, 2)};
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  info.view_count = 2;
  info.layers = 2;
  const Post post = make_c_post(lent_device(), info);
  ASSERT_NE(post, nullptr);
  photopic::PostProcess cpp_post = test::make(photopic::MadeFor{.max_extent = kPicture, .view_count = 2, .layers = 2});
  test::submit([&](VkCommandBuffer commands) {
    const photopic::Settings settings;
    auto frame = with_head<photopic_frame>();
    frame.hdr.view = scenes.view();
    frame.ldr.view = shown[0].view();
    frame.extent = kPicture;
    frame.exposure_stride_bytes = photopic_post_process_state_stride_bytes(post.get());
    EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK)
        << photopic_last_error();
    test::context().check(cpp_post.record(commands,
                                          {.hdr = {scenes.view()},
                                           .ldr = {shown[1].view()},
                                           .extent = kPicture,
                                           .exposure_stride_bytes = cpp_post.state_stride_bytes()},
                                          settings));
    for (const engine::Image& ldr : shown) {
      engine::image_barrier(test::context(), commands, ldr.handle(), VK_IMAGE_LAYOUT_GENERAL,
                            VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, engine::kComputeWrite, engine::kTransferRead);
    }
  });
  EXPECT_EQ(test::read_layers(shown[0]), test::read_layers(shown[1]));
}

TEST_F(CEmbedding, SamplesAreThoseOfCpp) {
  const test::SampledHdr scene(kPicture, {test::wide_noise(-3.0, 4.0, 1), test::wide_noise(-3.0, 4.0, 2),
                                          test::wide_noise(-3.0, 4.0, 3), test::wide_noise(-3.0, 4.0, 4)});
  const engine::Image shown[] = {test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM),
                                 test::make_ldr(kPicture, VK_FORMAT_R8G8B8A8_UNORM)};
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  info.samples = test::kSamples;
  const Post post = make_c_post(lent_device(), info);
  ASSERT_NE(post, nullptr);
  photopic::PostProcess cpp_post =
      test::make(photopic::MadeFor{.max_extent = kPicture, .hdr_samples = VkSampleCountFlagBits(test::kSamples)});
  test::submit([&](VkCommandBuffer commands) {
    auto frame = with_head<photopic_frame>();
    frame.hdr.view = scene.view();
    frame.ldr.view = shown[0].view();
    frame.extent = kPicture;
    EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK)
        << photopic_last_error();
    test::context().check(cpp_post.record(
        commands, {.hdr = {scene.view()}, .ldr = {shown[1].view()}, .extent = kPicture}, photopic::Settings()));
  });
  EXPECT_EQ(engine::read_back(test::context(), shown[0]), engine::read_back(test::context(), shown[1]));
  expect_states_are_equal(post, cpp_post);
}

TEST_F(CEmbedding, PipelinesAreMadeLater) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  info.with = PHOTOPIC_WITH_DEFERRED;
  const Post post = make_c_post(lent_device(), info);
  ASSERT_NE(post, nullptr);
  EXPECT_EQ(photopic_post_process_is_prepared(post.get(), settings_.get()), VK_FALSE);
  ASSERT_EQ(photopic_post_process_prepare(post.get(), settings_.get(), 1), PHOTOPIC_NOT_PREPARED);
  EXPECT_EQ(photopic_post_process_is_prepared(post.get(), settings_.get()), VK_FALSE);
  EXPECT_EQ(photopic_post_process_prepare(post.get(), settings_.get(), ~0u), PHOTOPIC_OK) << photopic_last_error();
  EXPECT_EQ(photopic_post_process_is_prepared(post.get(), settings_.get()), VK_TRUE);
  EXPECT_EQ(photopic_settings_set_number(settings_.get(), "lens.vignette", 0.5), PHOTOPIC_OK);
  EXPECT_EQ(photopic_post_process_is_prepared(post.get(), settings_.get()), VK_FALSE);
  EXPECT_EQ(photopic_post_process_prepare(nullptr, settings_.get(), 1), PHOTOPIC_INVALID_ARGUMENT);
  EXPECT_EQ(photopic_post_process_prepare(post.get(), nullptr, 1), PHOTOPIC_INVALID_ARGUMENT);
  EXPECT_EQ(photopic_post_process_is_prepared(nullptr, settings_.get()), VK_FALSE);
  EXPECT_EQ(photopic_post_process_is_prepared(post.get(), nullptr), VK_FALSE);
}

/// Barriers from states, as C has them.
TEST_F(CEmbedding, BarriersAreRecordedAsStated) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  const Post post = make_c_post(lent_device(), info);
  photopic::PostProcess cpp_post = test::make(photopic::MadeFor{.max_extent = kPicture});
  auto frame = with_head<photopic_frame>();
  frame.hdr = {scene_.view(),
               scene_.image.handle(),
               {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_FALSE, 0},
               {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT,
                VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_FALSE, 0}};
  frame.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
  frame.ldr = {ldr_.view(),
               ldr_.handle(),
               PHOTOPIC_DISCARD,
               {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_GENERAL, VK_FALSE, 0}};
  frame.extent = kPicture;
  test::submit([&](VkCommandBuffer commands) {
    const auto expect_refused = [&](photopic_result result, const char* words) {
      EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), result);
      EXPECT_NE(std::strstr(photopic_last_error(), words), nullptr) << photopic_last_error();
    };
    EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK)
        << photopic_last_error();
    test::context().check(cpp_post.record(
        commands, {.hdr = {scene_.view()}, .ldr = {cpp_ldr_.view()}, .extent = kPicture}, photopic::Settings{}));
    frame.ldr.after.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    expect_refused(PHOTOPIC_INVALID_ARGUMENT, "ldr.after.layout");
    frame.ldr.after = PHOTOPIC_TO_TRANSFER;
    frame.ldr.image = VK_NULL_HANDLE;
    expect_refused(PHOTOPIC_INVALID_ARGUMENT, "ldr.image: is VK_NULL_HANDLE");
    frame.version = 3;
    expect_refused(PHOTOPIC_UNSUPPORTED, "frame->version = 3");
    frame.version = 0;
    expect_refused(PHOTOPIC_INVALID_ARGUMENT, "frame->version = 0");
  });
  EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
  expect_states_are_equal(post, cpp_post);
}

/// Blocks that a host in C gives: each a memory of its own.
struct CMemory {
  std::uint32_t given = 0;
  std::uint32_t blocks = 0;
};

VkResult give_memory(const photopic_memory_request* request, photopic_memory_block* out, void* user) {
  auto& memory = *static_cast<CMemory*>(user);
  VkMemoryAllocateInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
  info.allocationSize = request->size_bytes;
  info.memoryTypeIndex = request->memory_type;
  const engine::Context& context = test::context();
  const VkResult result = context.vk().vkAllocateMemory(context.device(), &info, nullptr, &out->memory);
  if (result == VK_SUCCESS && request->is_mapped != VK_FALSE) {
    EXPECT_EQ(context.vk().vkMapMemory(context.device(), out->memory, 0, VK_WHOLE_SIZE, 0, &out->mapped), VK_SUCCESS);
  }
  out->handle = &memory;
  ++memory.given;
  ++memory.blocks;
  return result;
}

void take_memory(const photopic_memory_block* block, void* user) {
  EXPECT_EQ(block->handle, user);
  --static_cast<CMemory*>(user)->blocks;
  test::context().vk().vkFreeMemory(test::context().device(), block->memory, nullptr);
}

TEST_F(CEmbedding, MemoryIsTheHosts) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  CMemory memory;
  auto callbacks = with_head<photopic_memory_callbacks>();
  callbacks.allocate = give_memory;
  callbacks.free = take_memory;
  callbacks.user = &memory;
  photopic_device device = lent_device();
  device.memory = &callbacks;
  {
    const Post post = make_c_post(device, info);
    ASSERT_NE(post, nullptr);
    EXPECT_GT(memory.given, 0u);
    EXPECT_LE(memory.given, 3u);
    photopic::PostProcess cpp_post = test::make(photopic::MadeFor{.max_extent = kPicture});
    auto frame = with_head<photopic_frame>();
    frame.hdr.view = scene_.view();
    frame.ldr.view = ldr_.view();
    frame.extent = kPicture;
    test::submit([&](VkCommandBuffer commands) {
      EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK);
      test::context().check(cpp_post.record(
          commands, {.hdr = {scene_.view()}, .ldr = {cpp_ldr_.view()}, .extent = kPicture}, photopic::Settings{}));
    });
    EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
  }
  EXPECT_EQ(memory.blocks, 0u);
  callbacks.free = nullptr;
  photopic_post_process* refused = nullptr;
  EXPECT_EQ(photopic_post_process_create(&device, &info, &refused), PHOTOPIC_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(photopic_last_error(), "device.memory->allocate or ->free is null"), nullptr)
      << photopic_last_error();
}

/// ... of the device, too: by a ring of sets, what is pushed is the same.
TEST_F(CEmbedding, MemoryIsKnownBeforehand) {
  const photopic_device device = lent_device();
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  std::uint32_t cpp_count = 8, count = 8;
  photopic::MemoryRequest cpp_requests[8];
  photopic_memory_request requests[8];
  test::context().check(photopic::PostProcess::memory_requests(test::context().lend(), {.max_extent = kPicture},
                                                               &cpp_count, cpp_requests));
  ASSERT_EQ(photopic_post_process_memory_requests(&device, &info, &count, requests), PHOTOPIC_OK);
  ASSERT_EQ(count, cpp_count);
  for (std::uint32_t i = 0; i < count; ++i) {
    EXPECT_EQ(requests[i].size_bytes, cpp_requests[i].size_bytes);
    EXPECT_EQ(requests[i].alignment_bytes, cpp_requests[i].alignment_bytes);
    EXPECT_EQ(requests[i].memory_type_bits, cpp_requests[i].memory_type_bits);
  }
  std::uint32_t number = 0;
  EXPECT_EQ(photopic_post_process_memory_requests(&device, &info, &number, nullptr), PHOTOPIC_OK);
  EXPECT_EQ(number, count);
  number = 0;
  EXPECT_EQ(photopic_post_process_memory_requests(&device, &info, &number, requests), PHOTOPIC_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(photopic_last_error(), "count = 0: there are"), nullptr) << photopic_last_error();
  const Post post = make_c_post(device, info);
  ASSERT_EQ(photopic_settings_set_word(settings_.get(), "glare.glare", "eye"), PHOTOPIC_OK);
  EXPECT_EQ(photopic_post_process_prepare_requests(post.get(), settings_.get(), &count, nullptr), PHOTOPIC_OK);
  EXPECT_GT(count, 0u);
  EXPECT_EQ(photopic_post_process_prepare_requests(post.get(), settings_.get(), nullptr, nullptr),
            PHOTOPIC_INVALID_ARGUMENT);
}

TEST_F(CEmbedding, CurvesOfLocalExposureLieWhereCppSays) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = {300, 100};
  info.view_count = 3;
  info.uses[0] = settings_.get();
  info.with = PHOTOPIC_WITH_DEFERRED;
  ASSERT_EQ(photopic_settings_set_word(settings_.get(), "local_exposure.local_exposure", "on"), PHOTOPIC_OK);
  const Post post = make_c_post(lent_device(), info);
  const photopic::PostProcess cpp_post = test::make({.max_extent = info.max_extent,
                                                     .view_count = info.view_count,
                                                     .effects = photopic::kEffectLocalExposure,
                                                     .defer_pipelines = true});
  EXPECT_NE(photopic_post_process_local_exposure_buffer(post.get()), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(photopic_post_process_local_exposure_pitch(post.get()), 6u);  // of 5 tiles
  for (const std::uint32_t view : {0u, 2u}) {
    EXPECT_EQ(photopic_post_process_local_exposure_offset_bytes(post.get(), view),
              cpp_post.local_exposure_offset_bytes(view));
  }
  const photopic::PostProcess without = test::make({.max_extent = info.max_extent, .defer_pipelines = true});
  EXPECT_EQ(without.local_exposure_buffer(), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(without.local_exposure_pitch(), 0u);
}

TEST_F(CEmbedding, BindingsAreThoseOfCpp) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  photopic_device device = lent_device();
  device.bindings = photopic::Bindings::ring;
  device.frames_in_flight = 0;
  photopic_post_process* refused = nullptr;
  EXPECT_EQ(photopic_post_process_create(&device, &info, &refused), PHOTOPIC_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(photopic_last_error(), "device.frames_in_flight = 0"), nullptr) << photopic_last_error();
  device.frames_in_flight = 1;
  const Post post = make_c_post(device, info);
  ASSERT_NE(post, nullptr);
  photopic::PostProcess cpp_post = test::make(photopic::MadeFor{.max_extent = kPicture});
  auto frame = with_head<photopic_frame>();
  frame.hdr.view = scene_.view();
  frame.ldr.view = ldr_.view();
  frame.extent = kPicture;
  test::submit([&](VkCommandBuffer commands) {
    EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK);
    test::context().check(cpp_post.record(
        commands, {.hdr = {scene_.view()}, .ldr = {cpp_ldr_.view()}, .extent = kPicture}, photopic::Settings{}));
  });
  EXPECT_EQ(engine::read_back(test::context(), ldr_), engine::read_back(test::context(), cpp_ldr_));
  expect_states_are_equal(post, cpp_post);
}

/// Version 4 is the first that is kept, and each struct has one size so far.
TEST_F(CEmbedding, StructsOfOtherSizesAreRefused) {
  const photopic_device device = lent_device();
  auto info = with_head<photopic_image_metrics_info>();
  info.max_extent = kPicture;
  info.metrics = PHOTOPIC_METRIC_FLIP;
  photopic_image_metrics* metrics = nullptr;
  for (const std::size_t size : {offsetof(photopic_image_metrics_info, max_pixels_per_degree), sizeof info - 1,
                                 sizeof info + 4, std::size_t{0}}) {
    info.size = static_cast<std::uint32_t>(size);
    EXPECT_EQ(photopic_image_metrics_create(&device, &info, &metrics), PHOTOPIC_INVALID_ARGUMENT);
    EXPECT_NE(std::strstr(photopic_last_error(), "info->size"), nullptr) << photopic_last_error();
  }
  info.size = sizeof info;
  info.max_pixels_per_degree = -1.0f;
  EXPECT_EQ(photopic_image_metrics_create(&device, &info, &metrics), PHOTOPIC_INVALID_ARGUMENT);
  EXPECT_NE(std::strstr(photopic_last_error(), "max_pixels_per_degree = -1"), nullptr) << photopic_last_error();
  EXPECT_EQ(metrics, nullptr);
}

TEST_F(CEmbedding, StructsOfOtherVersionsAreRefused) {
  auto info = with_head<photopic_post_process_info>();
  info.max_extent = kPicture;
  const photopic_device device = lent_device();
  const Post post = make_c_post(device, info);
  auto frame = with_head<photopic_frame>();
  frame.hdr.view = scene_.view();
  frame.ldr.view = ldr_.view();
  frame.extent = kPicture;
  test::submit([&](VkCommandBuffer commands) {
    const auto expect_refused = [&](photopic_result result, const char* words) {
      EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), result);
      EXPECT_NE(std::strstr(photopic_last_error(), words), nullptr) << photopic_last_error();
    };
    for (const std::uint32_t version : {1u, 2u, 3u}) {
      frame.version = version;
      expect_refused(PHOTOPIC_UNSUPPORTED, "the program was built for a library before 1.0");
    }
    frame.version = PHOTOPIC_INTERFACE_VERSION + 1;
    expect_refused(PHOTOPIC_UNSUPPORTED, "the program was built for a newer library");
    frame.version = PHOTOPIC_INTERFACE_VERSION;
    frame.size = offsetof(photopic_frame, pre_exposure);
    expect_refused(PHOTOPIC_INVALID_ARGUMENT, "frame->size");
    frame.size = sizeof frame;
    frame.pre_exposure = -1.0f;
    expect_refused(PHOTOPIC_INVALID_ARGUMENT, "pre_exposure = -1");
    frame.pre_exposure = 0.0f;
    frame.hdr.layout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
    expect_refused(PHOTOPIC_INVALID_ARGUMENT, "hdr.layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL");
    frame.hdr.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    EXPECT_EQ(photopic_post_process_record(post.get(), commands, &frame, settings_.get()), PHOTOPIC_OK)
        << photopic_last_error();
  });
  photopic_post_process* refused = nullptr;
  info.version = 3;
  EXPECT_EQ(photopic_post_process_create(&device, &info, &refused), PHOTOPIC_UNSUPPORTED);
  EXPECT_EQ(refused, nullptr);
}

}  // namespace c_embedding
