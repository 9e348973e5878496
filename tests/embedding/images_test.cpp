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
  Settings settings = with_passes();
  const MadeFor infos[] = {
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
  for (const MadeFor& info : infos) {
    PostProcess post = make(info);
    Frame frame = {.hdr = {scene.view()},
                   .ldr = {ldr.view()},
                   .extent = kImagesExtent,
                   .cut = VK_TRUE,
                   .weights = {.mask = {mask.view()}, .depth = {mask.view()}},
                   .ui = {ui.view()}};
    Settings now = info.effects != 0 ? settings : Settings{};
    now.meter = asking_for(post);
    if (info.weights == 0) frame.weights = {};
    submit([&](VkCommandBuffer commands) { context().check(post.record(commands, frame, now)); });
    const State plain = state_of(post);
    const std::vector<std::byte> picture = engine::read_back(context(), ldr);
    for (photopic::Image* image : {&frame.hdr, &frame.weights.mask, &frame.weights.depth, &frame.ui}) {
      image->layout = VK_IMAGE_LAYOUT_GENERAL;
    }
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
constexpr photopic::ImageState kCleared = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
constexpr photopic::ImageState kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT,
                                          VK_IMAGE_LAYOUT_GENERAL};

Frame stated_frame(const HdrImage& hdr, const engine::Image& ldr) {
  return {.hdr = {hdr.view(), hdr.image.handle(), kCleared, kCleared},
          .ldr = {ldr.view(), ldr.handle(), photopic::discard, kCopied},
          .extent = kImagesExtent};
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
  Frame frame = stated_frame(scene, ldr);
  submit([&](VkCommandBuffer commands) {
    engine::image_barrier(context(), commands, scene.image.handle(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                          VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, engine::kComputeRead, engine::kTransferWrite);
    clear(commands, scene, 2.0f);
    context().check(post.record(commands, frame, Settings{}));
    clear(commands, scene, 3.0f);
    frame.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
    context().check(post.record_fused(commands, frame, Settings{}));
    // The meter acquires the image, and the finish gives it back.
    clear(commands, scene, 4.0f);
    frame.hdr.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    frame.cut = VK_TRUE;
    context().check(post.record_meter(commands, frame, Settings{}));
    context().check(post.record_finish(commands, frame, Settings{}));
    // Finishes after the first acquire it themselves.
    clear(commands, scene, 0.5f);
    context().check(post.record_finish(commands, frame, Settings{}));
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
  Frame frame = stated_frame(scene, ldr);
  frame.hdr.before = photopic::of_family(kCleared, other);
  frame.hdr.after = photopic::of_family(kCleared, own);  // stays
  frame.ldr.after = photopic::of_family(kCopied, other);
  frame.ldr.range.baseArrayLayer = 3;
  recorded_barriers.clear();
  submit([&](VkCommandBuffer commands) { context().check(post.record(commands, frame, Settings{})); });
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
  const MadeFor info = {.max_extent = kImagesExtent,
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
      constexpr photopic::ImageState kUploaded = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                                                  VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
      const Frame two = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kImagesExtent};
      const Frame one = {.hdr = {.view = both.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                         .ldr = {both.view(), both.handle(), kUploaded, kCopied},
                         .extent = kImagesExtent};
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
    photopic::Image& (*image)(Frame& frame);
    const char* words;
  };
  const Wrong all_wrong[] = {{[](Frame& frame) -> photopic::Image& { return frame.hdr; },
                              "record: hdr.layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL"},
                             {[](Frame& frame) -> photopic::Image& { return frame.weights.depth; },
                              "record: weights.depth.layout: must be SHADER_READ_ONLY_OPTIMAL, GENERAL, or one"},
                             {[](Frame& frame) -> photopic::Image& { return frame.ui; },
                              "record: ui.layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL"}};
  Settings with_depth;
  with_depth.meter.depth_max = 0.5f;
  const auto refused = [&](VkCommandBuffer commands, const Frame& frame, const Settings& settings, const char* words) {
    EXPECT_EQ(post.record(commands, frame, settings), photopic::Status::invalid_argument);
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  submit([&](VkCommandBuffer commands) {
    const Frame good = {
        .hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kImagesExtent, .weights = {.depth = {scene.view()}}};
    for (const Wrong& wrong : all_wrong) {
      Frame frame = good;
      wrong.image(frame).layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
      refused(commands, frame, with_depth, wrong.words);
    }
    Frame frame = good;
    frame.ldr = frame.hdr;
    refused(commands, frame, with_depth, "record: ldr: is the same view as hdr, whose layout must be GENERAL then");
    frame.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
    Settings settings = with_depth;
    settings.aberration.chromatic_aberration_texels = 1.0f;
    refused(commands, frame, settings, "record: ldr: is the same view as hdr, in which aberration looks around");
    EXPECT_EQ(post.record_finish(commands,
                                 {.hdr = {.view = scene.view(), .layout = VK_IMAGE_LAYOUT_GENERAL},
                                  .ldr = {scene.view()},
                                  .extent = {8, 8},
                                  .offset = {1, 0}},
                                 Settings{}),
              photopic::Status::invalid_argument);
    EXPECT_NE(said.find("record_finish: ldr_offset: must be that of the region"), std::string::npos) << said;

    const Frame stated = stated_frame(scene, ldr);
    frame = good;
    frame.ldr = stated.ldr;
    frame.ldr.after.layout = VK_IMAGE_LAYOUT_UNDEFINED;
    refused(commands, frame, with_depth, "record: ldr.after.layout: is UNDEFINED or PREINITIALIZED");
    frame.ldr.image = VK_NULL_HANDLE;
    refused(commands, frame, with_depth, "record: ldr.image: is VK_NULL_HANDLE, and before or after is stated");
    frame = good;
    frame.weights.depth.before = kCleared;
    refused(commands, frame, with_depth, "record: weights.depth.image: is VK_NULL_HANDLE");
    frame = good;
    frame.hdr = stated.hdr;
    frame.hdr.layout = VK_IMAGE_LAYOUT_GENERAL;
    frame.ldr = {.view = scene.view(), .image = scene.image.handle()};
    refused(commands, frame, with_depth, "record: hdr.before: is stated, and ldr is the same view");
  });
}

}  // namespace
}  // namespace test
