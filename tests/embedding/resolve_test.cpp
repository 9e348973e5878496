// SPDX-License-Identifier: MIT
// Tests of effects over HDR images of several samples: against effects over an image of one sample that holds the
// means, in double, that the module's header describes.
#include <algorithm>
#include <cmath>
#include <string>

#include "embedding/samples_rig.h"
#include "finish/tone_map_rig.h"
#include "reference/rgb.h"

namespace test {
namespace {

using photopic::CreateInfo;
using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;

constexpr VkExtent2D kScene = {90, 40};
constexpr VkRect2D kRegion = {{5, 3}, {80, 33}};
constexpr float kExposure = 0.7f;
constexpr float kPreExposure = 0.5f;
constexpr VkSampleCountFlagBits kCount = VkSampleCountFlagBits(kSamples);

/// Every effect that needs one colour of a texel. No dither: its noise counts from the corner of the resolved image.
Settings with_effects() {
  Settings settings = with_passes();
  settings.tone_map.dither = false;
  settings.aberration.chromatic_aberration_texels = 2.0f;
  settings.sharpening.sharpening = 0.5f;
  settings.lens.vignette = 1.0f;
  return settings;
}

MadeFor info_for(const Settings& settings, VkFormat format, std::uint32_t samples) {
  return {.max_extent = kScene,
          .steps = photopic::kToneMapStep,
          .ldr_format = format,
          .encodings = photopic::encoding_bit(settings.display.encoding),
          .tone_mappers = photopic::tone_mapper_bit(settings.tone_map.tone_mapper),
          .effects = photopic::effects_of(settings),
          .dither = settings.tone_map.dither,
          .hdr_samples = samples,
          .resolve = samples > 1};
}

/// kRegion, in an image with room around it.
std::vector<std::byte> finished(PostProcess& post, VkFormat format, VkImageView hdr, const Settings& settings,
                                VkOffset2D offset = kRegion.offset) {
  const engine::Image ldr = make_ldr(kScene, format);
  const engine::Buffer exposure = make_exposure(kExposure);
  submit([&](VkCommandBuffer commands) {
    context().check(post.record_finish(commands,
                                       {.hdr = {hdr},
                                        .ldr = {ldr.view()},
                                        .extent = kRegion.extent,
                                        .pre_exposure = kPreExposure,
                                        .offset = offset,
                                        .ldr_offset = {2, 1},
                                        .exposure = {exposure.handle()}},
                                       settings));
  });
  return engine::read_back(context(), ldr);
}

TEST(Resolve, AlikeSamplesShowWhatOneShows) {
  const SampledHdr scene(kScene, std::vector<TexelFn>(kSamples, wide_noise(-6.0, 8.0, 7)));
  for (const VkFormat format : {VK_FORMAT_R32_UINT, kHalf}) {
    SCOPED_TRACE(format);
    Settings settings = with_effects();
    PostProcess one = make(info_for(settings, format, 1));
    PostProcess many = make(info_for(settings, format, kCount));
    const auto expect_same = [&](VkOffset2D offset) {
      EXPECT_TRUE(finished(many, format, scene.view(), settings, offset) ==
                  finished(one, format, scene.sample(0).view(), settings, offset));
    };
    expect_same({0, 0});
    settings.aberration = {};  // floats of its places are others in another corner of an image
    expect_same(kRegion.offset);
  }
}

/// As the header says it, with infinity as the largest half and NaN as 0.
reference::Rgb weighted_mean(const SampledHdr& scene, std::uint32_t texel) {
  const auto finite = [](double value) { return std::isnan(value) ? 0.0 : std::clamp(value, -65504.0, 65504.0); };
  reference::Rgb sum = {};
  double weights = 0.0;
  for (std::uint32_t sample = 0; sample < kSamples; ++sample) {
    const reference::Rgb& texels = scene.sample(sample).texels[texel];
    const reference::Rgb color = {finite(texels.r), finite(texels.g), finite(texels.b)};
    const double exposed = reference::luminance(color) * double(kExposure) / double(kPreExposure);
    const double weight = 1.0 / (1.0 + std::max(exposed, 0.0));
    sum = {sum.r + weight * color.r, sum.g + weight * color.g, sum.b + weight * color.b};
    weights += weight;
  }
  return {sum.r / weights, sum.g / weights, sum.b / weights};
}

/// Lamps in one sample, NaN, a sun and light below 0 in another.
SampledHdr make_edges(double sun = 65504.0) {
  std::vector<TexelFn> samples;
  for (std::uint32_t i = 0; i < kSamples; ++i) {
    const TexelFn light = wide_noise(-6.0, 4.0, 30 + i);
    samples.push_back([=](std::uint32_t x, std::uint32_t y) -> reference::Rgb {
      if (i == 1 && x % 11 == 3) return {2000.0, 1500.0, 900.0};
      if (i == 2 && x % 13 == 5 && y % 7 == 4) return {sun, 1.0, 2.0};
      if (i == 2 && x % 17 == 6 && y % 5 == 3) return {1.0, double(kNanF), 2.0};
      if (i == 3 && x % 19 == 7 && y % 5 == 2) return {-0.3, 0.5, -0.1};
      return light(x, y);
    });
  }
  return {kScene, samples};
}

void expect_means(const SampledHdr& scene, const Settings& settings, VkOffset2D offset) {
  std::vector<reference::Rgb> means;
  for (std::uint32_t i = 0; i < kScene.width * kScene.height; ++i) means.push_back(weighted_mean(scene, i));
  const HdrImage resolved = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kScene,
                                     [&](std::uint32_t x, std::uint32_t y) { return means[y * kScene.width + x]; });
  PostProcess one = make(info_for(settings, k8Bit, 1));
  PostProcess many = make(info_for(settings, k8Bit, kCount));
  const std::vector<std::byte> expected = finished(one, k8Bit, resolved.view(), settings, offset);
  const std::vector<std::byte> shown = finished(many, k8Bit, scene.view(), settings, offset);
  std::size_t differing = 0;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    // A mean on the edge of two halves may be the other one.
    ASSERT_NEAR(double(shown[i]), double(expected[i]), 1.0) << i;
    differing += shown[i] != expected[i] ? 1 : 0;
  }
  EXPECT_LE(differing, shown.size() / 50);
}

TEST(Resolve, EffectsSeeWeightedMeans) {
  const SampledHdr scene = make_edges();
  Settings settings = with_effects();
  expect_means(scene, settings, {0, 0});
  settings.aberration = {};  // floats of its places, and with them filtered colours, are others in another corner
  expect_means(scene, settings, kRegion.offset);
}

TEST(Resolve, GlareSeesWeightedMeans) {
  Settings settings;
  settings.tone_map.dither = false;
  settings.glare.glare = photopic::GlareProfile::eye;
  expect_means(make_edges(), settings, kRegion.offset);
}

TEST(Resolve, InfinityIsTheLargestHalf) {
  Settings settings = with_effects();
  settings.aberration = {};
  expect_means(make_edges(double(kInfinityF)), settings, kRegion.offset);
}

CreateInfo used_info(std::uint32_t with) {
  CreateInfo info;
  info.max_extent = kScene;
  info.output.format = VK_FORMAT_R32_UINT;
  info.samples = kCount;
  info.steps = photopic::kFinish;
  info.with = with;
  return info;
}

/// Vignette and grain alone show samples tone mapped by themselves, in an object that may resolve, too.
TEST(Resolve, IsThereForWhatNeedsIt) {
  const SampledHdr scene = make_edges();
  const Settings effects = with_effects();
  Settings plain;
  plain.lens.vignette = 1.0f;
  plain.grain.grain = 0.05f;
  CreateInfo info = used_info(0);
  info.uses[0] = plain;
  PostProcess without = make_used(info);
  info.with = photopic::kWithResolve;
  info.uses[1] = effects;
  PostProcess both = make_used(info);
  EXPECT_TRUE(both.is_prepared(plain));
  EXPECT_TRUE(both.is_prepared(effects));
  const auto shown = [&](PostProcess& post, const Settings& settings) {
    return finished(post, info.output.format, scene.view(), settings);
  };
  const std::vector<std::byte> expected = shown(without, plain);
  EXPECT_TRUE(shown(both, plain) == expected);
  const std::vector<std::byte> resolved = shown(both, effects);
  EXPECT_TRUE(resolved != expected);
  EXPECT_TRUE(shown(both, plain) == expected);  // after one that was resolved

  info.uses[1] = {};
  PostProcess later = make_used(info);
  EXPECT_FALSE(later.is_prepared(effects));
  context().check(later.prepare(effects));
  EXPECT_TRUE(shown(later, effects) == resolved);
  EXPECT_TRUE(shown(later, plain) == expected);
}

TEST(Resolve, GrowsWithTheObject) {
  const SampledHdr scene = make_edges();
  const Settings settings = with_effects();
  CreateInfo info = used_info(photopic::kWithResolve);
  info.uses[0] = settings;
  PostProcess large = make_used(info);
  info.max_extent = {16, 16};
  PostProcess grown = make_used(info);
  const VkDeviceSize bytes = grown.memory_bytes();
  context().check(grown.resize(kScene));
  EXPECT_GT(grown.memory_bytes(), bytes);
  EXPECT_TRUE(finished(grown, info.output.format, scene.view(), settings) ==
              finished(large, info.output.format, scene.view(), settings));
}

/// The exposure is that of an object without effects, which meters samples.
TEST(Resolve, LeavesTheMeterAsItIs) {
  const SampledHdr scene = make_edges();
  const engine::Image ldr = make_ldr(kScene, VK_FORMAT_R32_UINT);
  const Frame frame = {.hdr = {scene.view()}, .ldr = {ldr.view()}, .extent = kScene};
  std::vector<State> states;
  for (const Settings& settings : {Settings(), with_effects()}) {
    CreateInfo info = used_info(photopic::kWithResolve);
    info.steps = photopic::kMeter | photopic::kFinish;
    info.uses[0] = settings;
    PostProcess post = make_used(info);
    submit([&](VkCommandBuffer commands) { context().check(post.record(commands, frame, settings)); });
    states.push_back(state_of(post));
  }
  EXPECT_EQ(states[1].exposure, states[0].exposure);
  EXPECT_EQ(states[1].mean_log2_luminance, states[0].mean_log2_luminance);
  EXPECT_EQ(states[1].valid_texels + states[1].invalid_texels, kSamples * kScene.width * kScene.height);
}

TEST(Resolve, ErrorsSayWhatItIsFor) {
  const Settings effects = with_effects();
  CreateInfo info = used_info(photopic::kWithResolve);
  info.samples = 1;
  PostProcess post;
  EXPECT_EQ(post.create(context().lend(), info), Status::invalid_argument);
  EXPECT_EQ(context().last_message(),
            "create: with: has kWithResolve, which is for several samples, in an object that finishes");
  info = used_info(0);
  PostProcess without = make_used(info);
  EXPECT_EQ(without.prepare(effects), Status::invalid_argument);
  EXPECT_EQ(context().last_message(),
            "prepare: effects: of those with samples, none may have passes or look around without CreateInfo::with = "
            "kWithResolve");
}

}  // namespace
}  // namespace test
