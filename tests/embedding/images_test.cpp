// SPDX-License-Identifier: MIT
// Tests of images in the layouts that a host keeps them in.
#include "gpu/fixture.h"
#include "gpu/hdr_image.h"

namespace test {
namespace {

constexpr VkExtent2D kImagesExtent = {70, 50};

using photopic::CreateInfo;
using photopic::Frame;
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
  const CreateInfo infos[] = {
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
  for (const CreateInfo& info : infos) {
    PostProcess post = make(info);
    Frame frame = {.hdr = scene.view(),
                   .ldr = ldr.view(),
                   .extent = kImagesExtent,
                   .mask = mask.view(),
                   .depth = mask.view(),
                   .reset_history = true,
                   .ui = ui.view()};
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

TEST(Images, InAnotherLayoutAreRefused) {
  std::string said;
  photopic::Device device = context().lend();
  device.message = [](photopic::Status, const char* text, void* user) { *static_cast<std::string*>(user) = text; };
  device.message_user = &said;
  PostProcess post =
      make(device, {.max_extent = kImagesExtent, .weights = photopic::kWeightDepth, .dither = false, .ui = true});
  const HdrImage scene = make_uniform_hdr(kImagesExtent, 1.0);
  const engine::Image ldr = make_ldr(kImagesExtent, VK_FORMAT_R8G8B8A8_UNORM);
  struct Wrong {
    VkImageLayout Frame::*member;
    const char* words;
  };
  constexpr Wrong kWrong[] = {{&Frame::hdr_layout, "hdr_layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL"},
                              {&Frame::depth_layout, "depth_layout: must be SHADER_READ_ONLY_OPTIMAL, GENERAL, or one"},
                              {&Frame::ui_layout, "ui_layout: must be SHADER_READ_ONLY_OPTIMAL or GENERAL"}};
  submit([&](VkCommandBuffer commands) {
    for (const Wrong& wrong : kWrong) {
      Frame frame = {.hdr = scene.view(), .ldr = ldr.view(), .extent = kImagesExtent, .depth = scene.view()};
      frame.*wrong.member = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
      EXPECT_EQ(post.record(commands, frame, Settings{}), photopic::Status::invalid_argument);
      EXPECT_NE(said.find(wrong.words), std::string::npos) << said;
    }
  });
}

}  // namespace
}  // namespace test
