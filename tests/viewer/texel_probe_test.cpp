// SPDX-License-Identifier: MIT
// Tests of the numbers under the cursor, against what the final pass made of the texels.
#include "viewer/window/texel_probe.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "arguments/device_options.h"
#include "engine/device/context.h"
#include "engine/transfer/commands.h"
#include "engine/transfer/image_transfer.h"
#include "engine/transfer/uploads.h"

namespace {

constexpr VkExtent2D kProbed = {150, 90};  // 3 x 2 tiles of local exposure
constexpr float kExposure = 0.25f;
constexpr float kPreExposure = 0.5f;
/// EV: halves of the curves, fractions of 8 bits between them, and the half that the picture is stored as.
constexpr double kAppliedEv = 3.5e-3;

/// Grey luminances of 2^-6 to 2^6 with edges, and one texel of no light.
float luminance_at(std::uint32_t x, std::uint32_t y) {
  if (x == 3 && y == 3) return 0.0f;
  return std::exp2((2 * x > kProbed.width + y ? 4.0f : -4.0f) + 2.0f * std::sin(0.3f * float(x) + 0.2f * float(y)));
}

TEST(TexelProbe, LocalExposureIsTheFinalPasss) {
  engine::ContextOptions options;
  options.validation = true;
  engine::Context context(options);
  {
    const auto image = [&](VkFormat format, VkImageUsageFlags usage) {
      return engine::Image(context, kProbed, format,
                           usage | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    };
    const engine::Image hdr = image(VK_FORMAT_R32G32B32A32_SFLOAT, VK_IMAGE_USAGE_SAMPLED_BIT);
    const engine::Image ldr = image(VK_FORMAT_R16G16B16A16_SFLOAT, VK_IMAGE_USAGE_STORAGE_BIT);
    std::vector<float> texels;
    for (std::uint32_t i = 0; i < kProbed.width * kProbed.height; ++i) {
      for (int channel = 0; channel < 3; ++channel) {
        texels.push_back(kPreExposure * luminance_at(i % kProbed.width, i / kProbed.width));
      }
      texels.push_back(1.0f);
    }
    engine::upload(context, hdr, std::as_bytes(std::span(texels)));
    const engine::Buffer exposure =
        engine::upload_buffer(context, std::as_bytes(std::span(&kExposure, 1)), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                              engine::kComputeRead.stages, engine::kComputeRead.access, "exposure");
    photopic::Settings settings;
    settings.tone_map.tone_mapper = photopic::ToneMapper::none;
    settings.local_exposure.local_exposure = photopic::LocalExposure::on;
    settings.local_exposure.highlight_contrast = settings.local_exposure.shadow_contrast = 0.5f;
    photopic::PostProcess post;
    const photopic::CreateInfo info = {
        .max_extent = {200, 100}, .uses = {settings}, .output = {.format = ldr.format()}, .steps = photopic::kFinish};
    context.check(post.create(context.lend(), info));
    viewer::TexelProbe probe(context);
    const auto values_at = [&](glm::ivec2 texel) {
      engine::submit_and_wait(context, [&](VkCommandBuffer commands) {
        engine::image_barrier(context, commands, ldr.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                              engine::kComputeRead, engine::kComputeWrite);
        context.check(post.record_finish(commands,
                                         {.hdr = {hdr.view()},
                                          .ldr = {ldr.view()},
                                          .extent = kProbed,
                                          .pre_exposure = kPreExposure,
                                          .exposure = {exposure.handle()}},
                                         settings));
        probe.record(commands, 1, hdr, kPreExposure, ldr, texel);
        probe.record_local(commands, 1, post, {0.2126, 0.7152, 0.0722});
      });
      return probe.take(1).value();
    };
    double most_ev = 0.0;
    for (const glm::ivec2 texel : {glm::ivec2(0, 0), {63, 64}, {64, 63}, {75, 20}, {110, 70}, {149, 89}}) {
      const viewer::TexelValues values = values_at(texel);
      const double applied_ev = std::log2(double(values.display.g) / double(kExposure * values.scene.g));
      ASSERT_TRUE(values.local_ev.has_value());
      EXPECT_NEAR(double(*values.local_ev), applied_ev, kAppliedEv) << texel.x << ", " << texel.y;
      most_ev = std::max(most_ev, std::abs(applied_ev));
    }
    EXPECT_GT(most_ev, 1.0);
    EXPECT_TRUE(std::isfinite(*values_at({3, 3}).local_ev));
    EXPECT_FALSE(probe.take(1).has_value());
  }
  EXPECT_EQ(context.take_validation_messages(), std::vector<std::string>());
}

}  // namespace
