// SPDX-License-Identifier: MIT
// Tests of images in the layouts that a host keeps them in.
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"

namespace test {
namespace {

constexpr VkExtent2D kImagesExtent = {70, 50};

using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;

void expect_general(VkCommandBuffer commands, const engine::Image& image, bool to) {
  constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
  engine::image_barrier(context(), commands, image.handle(), to ? kRead : VK_IMAGE_LAYOUT_GENERAL,
                        to ? VK_IMAGE_LAYOUT_GENERAL : kRead, engine::kComputeRead, engine::kComputeRead);
}

/// Of every pass that reads the HDR image, the mask or the picture to be drawn over: the validation layers know in
/// which layout images are.
TEST(Images, InGeneralAreAsInReadOnly) {
  Settings settings;
  settings.glare.glare = photopic::GlareProfile::eye;
  settings.view.cd_m2_per_unit = 1.0f;
  settings.night.night_strength = 1.0f;
  settings.acuity.acuity_loss = 1.0f;
  settings.local_exposure.local_exposure = photopic::LocalExposure::on;
  const photopic::MadeFor infos[] = {
      {.max_extent = kImagesExtent,
       .weights = photopic::kWeightMask | photopic::kWeightDepth,
       .effects = photopic::effects_of(settings),
       .dither = false,
       .ui = true},
      {.max_extent = kImagesExtent, .meter_method = photopic::MeterMethod::pyramid, .dither = false, .ui = true}};
  const HdrImage scene = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kImagesExtent, gradient_with_noise(kImagesExtent, 3));
  const HdrImage mask = make_uniform_hdr(kImagesExtent, 0.5);
  const engine::Image ui(context(), kImagesExtent, VK_FORMAT_R8G8B8A8_UNORM,
                         VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
  engine::upload(context(), ui, std::vector<std::byte>(std::size_t{4} * 70 * 50, std::byte{60}));
  const engine::Image ldr = make_ldr(kImagesExtent, VK_FORMAT_R8G8B8A8_UNORM);
  for (const photopic::MadeFor& info : infos) {
    PostProcess post = make(info);
    Frame frame = {.hdr = {scene.view()},
                   .ldr = {ldr.view()},
                   .extent = kImagesExtent,
                   .cut = VK_TRUE,
                   .weights = {.mask = {mask.view()}, .depth = {mask.view()}},
                   .ui = {ui.view()}};
    const Settings now = info.effects != 0 ? settings : Settings{};
    submit([&](VkCommandBuffer commands) { context().check(post.record(commands, frame, now)); });
    const State plain = state_of(post);
    const std::vector<std::byte> picture = engine::read_back(context(), ldr);
    frame.hdr_layout = frame.mask_layout = frame.depth_layout = frame.ui_layout = VK_IMAGE_LAYOUT_GENERAL;
    submit([&](VkCommandBuffer commands) {
      for (const engine::Image* image : {&scene.image, &mask.image, &ui}) expect_general(commands, *image, true);
      context().check(post.record(commands, frame, now));
      for (const engine::Image* image : {&scene.image, &mask.image, &ui}) expect_general(commands, *image, false);
    });
    EXPECT_EQ(state_of(post).exposure, plain.exposure);
    EXPECT_EQ(engine::read_back(context(), ldr), picture);
  }
}

// ---- barriers that the module records -------------------------------------------------------------------------------

/// States as a renderer has them: a colour attachment before, a copy after. The validation layers and those of
/// synchronization know whether a barrier is missing.
photopic::ImageBarriers barriers_of(const HdrImage& hdr, const engine::Image& ldr) {
  photopic::ImageBarriers barriers;
  barriers.hdr.image = hdr.image.handle();
  barriers.hdr.before = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                         VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
  barriers.hdr.after = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
  barriers.ldr.image = ldr.handle();
  barriers.ldr.before = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT, VK_IMAGE_LAYOUT_UNDEFINED};
  barriers.ldr.after = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_GENERAL};
  return barriers;
}

void clear(VkCommandBuffer commands, const HdrImage& hdr, float value) {
  const VkClearColorValue color = {.float32 = {value, value, value, 1.0f}};
  const VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  context().vk().vkCmdClearColorImage(commands, hdr.image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &color, 1,
                                      &range);
}

/// Cleared, metered and shown, and cleared again, by each call.
TEST(Images, StatesAreAllThatAHostHasToSay) {
  PostProcess post = make({.max_extent = kImagesExtent,
                           .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                           .dither = false});
  const HdrImage scene = make_uniform_hdr(kImagesExtent, 1.0);
  const engine::Image ldr = make_ldr(kImagesExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const photopic::ImageBarriers barriers = barriers_of(scene, ldr);
  const VkRect2D region = {{0, 0}, kImagesExtent};
  Frame frame = {.hdr = scene.view(), .ldr = ldr.view(), .extent = kImagesExtent, .barriers = &barriers};
  submit([&](VkCommandBuffer commands) {
    engine::image_barrier(context(), commands, scene.image.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kComputeRead, engine::kTransferWrite);
    clear(commands, scene, 2.0f);
    context().check(post.record(commands, frame, Settings{}));
    clear(commands, scene, 3.0f);
    frame.hdr_layout = VK_IMAGE_LAYOUT_GENERAL;
    context().check(post.record_fused(commands, frame, Settings{}));
    clear(commands, scene, 4.0f);
    context().check(post.record_meter(
        commands, {.hdr = scene.view(), .region = region, .reset_history = true, .barriers = &barriers}, Settings{}));
    clear(commands, scene, 0.5f);
    context().check(post.record_finish(
        commands, {.hdr = scene.view(), .ldr = ldr.view(), .region = region, .barriers = &barriers}, Settings{}));
  });
  EXPECT_NEAR(state_of(post).mean_log2_luminance, 2.0, 1e-5);
  EXPECT_GT(int(engine::read_back(context(), ldr)[0]), 0);
  // As it was, for whoever reads it next.
  submit([&](VkCommandBuffer commands) {
    engine::image_barrier(context(), commands, scene.image.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                          VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, engine::kTransferWrite, engine::kComputeRead);
  });
}

/// What is recorded for images of other families: halves of transfers.
std::vector<VkImageMemoryBarrier> recorded_barriers;
VKAPI_ATTR void VKAPI_CALL kept_barrier(VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                                        std::uint32_t, const VkMemoryBarrier*, std::uint32_t,
                                        const VkBufferMemoryBarrier*, std::uint32_t count,
                                        const VkImageMemoryBarrier* barriers) {
  recorded_barriers.insert(recorded_barriers.end(), barriers, barriers + count);
}
VKAPI_ATTR void VKAPI_CALL no_dispatch(VkCommandBuffer, std::uint32_t, std::uint32_t, std::uint32_t) {}

TEST(Images, OfOtherFamiliesAreAcquiredAndReleased) {
  LoaderShim shim(context());
  shim.replace("vkCmdPipelineBarrier", reinterpret_cast<PFN_vkVoidFunction>(kept_barrier));
  shim.replace("vkCmdDispatch", reinterpret_cast<PFN_vkVoidFunction>(no_dispatch));
  PostProcess post = make(shim.device(), {.max_extent = kImagesExtent, .dither = false});
  const HdrImage scene = make_uniform_hdr(kImagesExtent, 1.0);
  const engine::Image ldr = make_ldr(kImagesExtent, VK_FORMAT_R8G8B8A8_UNORM);
  const std::uint32_t own = context().queue_family(), other = own + 7;
  photopic::ImageBarriers barriers = barriers_of(scene, ldr);
  barriers.hdr.before.queue_family = other;
  barriers.hdr.after.queue_family = own;  // stays
  barriers.ldr.after.queue_family = other;
  barriers.ldr.range.baseArrayLayer = 3;
  recorded_barriers.clear();
  submit([&](VkCommandBuffer commands) {
    context().check(
        post.record(commands, {.hdr = scene.view(), .ldr = ldr.view(), .extent = kImagesExtent, .barriers = &barriers},
                    Settings{}));
  });
  ASSERT_EQ(recorded_barriers.size(), 4u);
  const VkImageMemoryBarrier& acquired = recorded_barriers[0];
  EXPECT_EQ(acquired.image, scene.image.handle());
  EXPECT_EQ(acquired.srcQueueFamilyIndex, other);
  EXPECT_EQ(acquired.dstQueueFamilyIndex, own);
  EXPECT_EQ(acquired.srcAccessMask, 0u);
  EXPECT_EQ(acquired.dstAccessMask, VkAccessFlags{VK_ACCESS_SHADER_READ_BIT});
  EXPECT_EQ(acquired.newLayout, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
  EXPECT_EQ(recorded_barriers[1].srcQueueFamilyIndex, VK_QUEUE_FAMILY_IGNORED);
  EXPECT_EQ(recorded_barriers[1].newLayout, VK_IMAGE_LAYOUT_GENERAL);
  EXPECT_EQ(recorded_barriers[1].subresourceRange.baseArrayLayer, 3u);
  EXPECT_EQ(recorded_barriers[2].dstQueueFamilyIndex, VK_QUEUE_FAMILY_IGNORED);
  EXPECT_EQ(recorded_barriers[2].newLayout, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  const VkImageMemoryBarrier& released = recorded_barriers[3];
  EXPECT_EQ(released.image, ldr.handle());
  EXPECT_EQ(released.srcQueueFamilyIndex, own);
  EXPECT_EQ(released.dstQueueFamilyIndex, other);
  EXPECT_EQ(released.srcAccessMask, VkAccessFlags{VK_ACCESS_SHADER_WRITE_BIT});
  EXPECT_EQ(released.dstAccessMask, 0u);
}

// ---- one image for both ---------------------------------------------------------------------------------------------

/// What is tone mapped in its own place is what another image gets.
TEST(Images, InPlaceAreAsInTwo) {
  constexpr VkFormat kFormat = VK_FORMAT_R16G16B16A16_SFLOAT;
  const TexelFn texel = gradient_with_noise(kImagesExtent, 5);
  const HdrImage scene = make_hdr(kFormat, kImagesExtent, texel);
  const engine::Image both(context(), kImagesExtent, kFormat,
                           VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                               VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
  const engine::Image ldr = make_ldr(kImagesExtent, kFormat);
  std::vector<std::byte> texels(std::size_t{8} * kImagesExtent.width * kImagesExtent.height);
  for (std::uint32_t i = 0; i < kImagesExtent.width * kImagesExtent.height; ++i) {
    encode(kFormat, texel(i % kImagesExtent.width, i / kImagesExtent.width), texels.data() + 8 * i);
  }
  Settings settings;
  settings.glare.glare = photopic::GlareProfile::eye;
  const photopic::MadeFor info = {.max_extent = kImagesExtent,
                                  .steps = photopic::kMeterStep | photopic::kToneMapStep | photopic::kFusedStep,
                                  .ldr_format = kFormat,
                                  .effects = photopic::effects_of(settings),
                                  .dither = false};
  for (const bool is_fused : {false, true}) {
    SCOPED_TRACE(is_fused);
    const Settings now = is_fused ? Settings{} : settings;
    PostProcess apart = make(info), in_place = make(info);
    for (int i = 0; i < 2; ++i) {  // the first frame of record_fused() measures
      engine::upload(context(), both, texels);
      photopic::ImageBarriers barriers;
      barriers.ldr.image = both.handle();
      barriers.ldr.before = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                             VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
      barriers.ldr.after = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT, VK_IMAGE_LAYOUT_GENERAL};
      const Frame two = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kImagesExtent};
      const Frame one = {.hdr = both.view(),
                         .ldr = both.view(),
                         .extent = kImagesExtent,
                         .hdr_layout = VK_IMAGE_LAYOUT_GENERAL,
                         .barriers = &barriers};
      submit([&](VkCommandBuffer commands) {
        context().check(is_fused ? apart.record_fused(commands, two, now) : apart.record(commands, two, now));
        context().check(is_fused ? in_place.record_fused(commands, one, now) : in_place.record(commands, one, now));
      });
      EXPECT_TRUE(same_bits(state_of(apart), state_of(in_place)));
      EXPECT_EQ(engine::read_back(context(), both), engine::read_back(context(), ldr));
    }
  }
}

TEST(Images, InAnotherLayoutAreRefused) {
  std::string said;
  photopic::Device device = context().lend();
  device.message = [](photopic::Status, const char* text, void* user) { *static_cast<std::string*>(user) = text; };
  device.message_user = &said;
  PostProcess post = make(device, {.max_extent = kImagesExtent,
                                   .weights = photopic::kWeightDepth,
                                   .effects = photopic::kEffectAberration,
                                   .dither = false,
                                   .ui = true});
  const HdrImage scene = make_uniform_hdr(kImagesExtent, 1.0);
  const engine::Image ldr = make_ldr(kImagesExtent, VK_FORMAT_R8G8B8A8_UNORM);
  struct Wrong {
    VkImageLayout Frame::*member;
    const char* words;
  };
  constexpr Wrong kWrong[] = {{&Frame::hdr_layout, "hdr_layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL"},
                              {&Frame::depth_layout, "depth_layout: must be SHADER_READ_ONLY_OPTIMAL, GENERAL, or one"},
                              {&Frame::ui_layout, "ui_layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL"}};
  const auto refused = [&](VkCommandBuffer commands, const Frame& frame, const Settings& settings, const char* words) {
    EXPECT_EQ(post.record(commands, frame, settings), photopic::Status::invalid_argument);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  submit([&](VkCommandBuffer commands) {
    const Frame good = {
        .hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kImagesExtent, .weights = {.depth = {scene.view()}}};
    for (const Wrong& wrong : kWrong) {
      Frame frame = good;
      frame.*wrong.member = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
      refused(commands, frame, {}, wrong.words);
    }
    Frame frame = good;
    frame.ldr = frame.hdr;
    refused(commands, frame, {}, "record: ldr: is the same view as hdr, which hdr_layout must say is in GENERAL then");
    frame.hdr_layout = VK_IMAGE_LAYOUT_GENERAL;
    Settings settings;
    settings.aberration.chromatic_aberration_texels = 1.0f;
    refused(commands, frame, settings,
            "record: ldr: is the same view as hdr, in which chromatic_aberration_texels look around");
    EXPECT_EQ(post.record_finish(commands,
                                 {.hdr = {.view = scene.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                                  .ldr = {scene.view()},
                                  .extent = {8, 8},
                                  .offset = {1, 0}},
                                 Settings{}),
              photopic::Status::invalid_argument);
    EXPECT_NE(said.find("record_finish: ldr_offset: must be that of the region"), std::string::npos) << said;

    photopic::ImageBarriers barriers = barriers_of(scene, ldr);
    frame = good;
    frame.barriers = &barriers;
    barriers.ldr.after.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    refused(commands, frame, {}, "record: barriers->ldr.after.layout: is UNDEFINED or PREINITIALIZED");
    barriers.hdr.range.levelCount = 0;
    refused(commands, frame, {}, "record: barriers->hdr.range: is empty");
    barriers.hdr.range.levelCount = 1;
    barriers.ldr.image = barriers.hdr.image;
    refused(commands, frame, {}, "record: barriers->hdr.image: is that of ldr");
  });
}

}  // namespace
}  // namespace test
