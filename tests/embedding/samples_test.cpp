// SPDX-License-Identifier: MIT
// Tests of HDR images of several samples: each is metered as a texel, and tone mapped by itself.
#include "embedding/samples_rig.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "finish/tone_map_rig.h"
#include "gpu/loader_shim.h"
#include "reference/tone_map.h"

namespace test {
namespace {

using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Settings;
using photopic::Status;
using photopic::ToneMapper;

constexpr VkExtent2D kScene = {90, 40};  // more than a tile of either pass, and no whole number of them
constexpr VkSampleCountFlagBits kCount = VkSampleCountFlagBits(kSamples);

VkSampleCountFlags sampled_counts() { return context().properties().limits.sampledImageColorSampleCounts; }

void expect_count_refused(const photopic::Device& device, std::uint32_t count) {
  PostProcess post;
  const MadeFor info = {.max_extent = kScene, .hdr_samples = VkSampleCountFlagBits(count)};
  EXPECT_EQ(test::create(device, info, &post), Status::unsupported);
  EXPECT_EQ(context().last_message(), "create: samples: aren't among the device's sampledImageColorSampleCounts");
}

/// Calls `test` for each number of samples that the device's images have; objects of the others are refused.
void for_each_count(const std::function<void(std::uint32_t)>& test) {
  std::uint32_t tested = 0;
  for (const std::uint32_t count : {2u, 4u, 8u}) {
    SCOPED_TRACE(std::to_string(count) + " samples");
    if ((sampled_counts() & count) != 0) {
      test(count);
      ++tested;
      continue;
    }
    std::printf("%u samples: none, the device's sampledImageColorSampleCounts is 0x%x\n", count, sampled_counts());
    expect_count_refused(context().lend(), count);
  }
  EXPECT_GE(tested, 1u);
}

/// Every sample something else.
SampledHdr make_noise(std::uint32_t count) {
  std::vector<TexelFn> samples;
  for (std::uint32_t i = 0; i < count; ++i) samples.push_back(wide_noise(-6.0, 6.0, 30 + i));
  return {kScene, samples};
}

// ---- metering ----

/// Sums are of integers: the samples of a number, metered beside those of the others as images, give the same bits.
void expect_metered_as_images(std::uint32_t count) {
  const SampledHdr scene = make_noise(count);
  photopic::Device device = context().lend();
  device.shader_buffer_int64_atomics = false;  // the implementation that samples have
  const MadeFor infos[] = {{}, {.histogram = true, .forces_histogram = true}, {.weights = photopic::kWeightCentre}};
  for (std::size_t i = 0; i < std::size(infos); ++i) {
    SCOPED_TRACE(i);
    MadeFor info = infos[i];
    info.max_extent = kScene;
    info.steps = photopic::kMeterStep;
    const VkRect2D region = {{5, 3}, {80, 33}};
    std::vector<photopic::Source> others;
    for (std::uint32_t sample = 1; sample < count; ++sample) {
      others.push_back({.hdr = {scene.sample(sample).view()}, .region = region});
    }
    PostProcess images = make(device, info);
    const State expected = meter_once(images, {.hdr = {scene.sample(0).view()},
                                               .extent = region.extent,
                                               .offset = region.offset,
                                               .more_sources = others.data(),
                                               .more_source_count = count - 1});
    info.hdr_samples = VkSampleCountFlagBits(count);
    PostProcess post = make(info);
    const State state = meter_once(post, {.hdr = {scene.view()}, .extent = region.extent, .offset = region.offset});
    EXPECT_TRUE(same_bits(state, expected)) << to_string(state) << "\nas images: " << to_string(expected);
    EXPECT_EQ(state.valid_texels, count * 80 * 33);
  }
}
TEST(Samples, AreMeteredAsImagesAre) { for_each_count(expect_metered_as_images); }

// ---- the picture ----

MadeFor info_for(const Settings& settings, VkFormat format) {
  return {.max_extent = kScene,
          .ldr_format = format,
          .encodings = photopic::encoding_bit(settings.display.encoding),
          .tone_mappers = photopic::tone_mapper_bit(settings.tone_map.tone_mapper),
          .lut_size = settings.display.transform == photopic::DisplayTransform::baked ? 17u : 0u,
          .exact_looks = settings.grade.contrast != 1.0f,
          .effects = photopic::effects_of(settings),
          .dither = settings.tone_map.dither};
}

/// Texels whose samples are alike, with all that comes behind the mean: the same bits, and the same exposure.
void expect_alike_as_one(std::uint32_t count) {
  Settings settings;
  settings.white_balance.white_balance = photopic::WhiteBalance::automatic;
  settings.tone_map.dither = true;
  settings.tone_map.dither_seed = 5;
  settings.lens.vignette = 1.0f;
  settings.grain.grain = 0.05f;
  const SampledHdr scene(kScene, std::vector<TexelFn>(count, wide_noise(-4.0, 5.0, 7)));
  const HdrImage ui = make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kScene, wide_noise(-8.0, -2.0, 8));
  for (const VkFormat format : {VK_FORMAT_R32_UINT, kHalf}) {
    SCOPED_TRACE(format);
    MadeFor info = info_for(settings, format);
    info.auto_white_balance = true;
    info.ui = true;
    const engine::Image shown[] = {make_ldr(kScene, format), make_ldr(kScene, format)};
    photopic::Frame frame = {
        .hdr = {scene.sample(0).view()}, .ldr = {shown[0].view()}, .extent = kScene, .ui = {ui.view()}};
    PostProcess one = make(info);
    info.hdr_samples = VkSampleCountFlagBits(count);
    PostProcess post = make(info);
    submit([&](VkCommandBuffer commands) {
      context().check(one.record(commands, frame, settings));
      frame.hdr.view = scene.view();
      frame.ldr.view = shown[1].view();
      context().check(post.record(commands, frame, settings));
    });
    EXPECT_EQ(engine::read_back(context(), shown[1]), engine::read_back(context(), shown[0]));
    EXPECT_EQ(state_of(post).exposure, state_of(one).exposure);
    EXPECT_EQ(state_of(post).mean_log2_luminance, state_of(one).mean_log2_luminance);
  }
}
TEST(Samples, AlikeShowWhatOneShows) { for_each_count(expect_alike_as_one); }

std::vector<LdrTexel> finish(PostProcess& post, VkImageView hdr, const engine::Buffer& exposure,
                             const Settings& settings) {
  const engine::Image ldr = make_ldr(kScene, photopic::made_for(post).ldr_format);
  submit([&](VkCommandBuffer commands) {
    context().check(post.record_finish(
        commands, {.hdr = {hdr}, .ldr = {ldr.view()}, .extent = kScene, .exposure = {exposure.handle()}}, settings));
  });
  return read_ldr(ldr);
}

PostProcess make_finish(const Settings& settings, VkFormat format, VkSampleCountFlagBits samples) {
  MadeFor info = info_for(settings, format);
  info.steps = photopic::kToneMapStep;
  info.hdr_samples = samples;
  return make(info);
}

/// Half a code for the rounding, and float arithmetic, as tests of operators have it.
constexpr double kCodeTolerance = 0.5 + 1.0 / 255.0;

/// Codes of the mean of what the operator makes of each sample, in double. AgX returns powers of light.
void expect_mean_of_light(std::uint32_t count) {
  const SampledHdr scene = make_noise(count);
  constexpr float kExposure = 0.7f;
  const engine::Buffer exposure = make_exposure(kExposure);
  for (const ToneMapper tone_mapper : {ToneMapper::reinhard, ToneMapper::agx}) {
    Settings settings;
    settings.tone_map.tone_mapper = tone_mapper;
    settings.tone_map.dither = false;
    PostProcess post = make_finish(settings, k8Bit, VkSampleCountFlagBits(count));
    const std::vector<LdrTexel> shown = finish(post, scene.view(), exposure, settings);
    double worst = 0.0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      reference::Rgb light = {};
      for (std::uint32_t sample = 0; sample < count; ++sample) {
        const reference::Rgb c = scene.sample(sample).texels[i];
        const reference::Rgb mapped = reference::tone_map(reference::ToneMapper(std::uint32_t(tone_mapper)),
                                                          {c.r * kExposure, c.g * kExposure, c.b * kExposure});
        light = {light.r + mapped.r / count, light.g + mapped.g / count, light.b + mapped.b / count};
      }
      const double expected[] = {light.r, light.g, light.b};
      for (std::size_t channel = 0; channel < 3; ++channel) {
        worst = std::max(worst, std::abs(shown[i][channel] - 255.0 * reference::srgb_encode(expected[channel])));
      }
    }
    EXPECT_LE(worst, kCodeTolerance);
  }
}
TEST(Samples, EdgesShowTheMeanOfTheirLight) { for_each_count(expect_mean_of_light); }

/// Other encodings, and looks, exact and of a LUT: the light of each sample's picture by itself, in halves.
void expect_mean_of_transforms(std::uint32_t count) {
  const SampledHdr scene = make_noise(count);
  const engine::Buffer exposure = make_exposure(0.7f);
  Settings hdr10;
  hdr10.tone_map.tone_mapper = ToneMapper::bt2390;
  hdr10.display.encoding = photopic::OutputEncoding::hdr10;
  hdr10.display.peak_nits = 1000.0f;
  Settings baked;
  baked.display.transform = photopic::DisplayTransform::baked;
  Settings graded;
  graded.grade.contrast = 1.2f;
  const auto nits = [](const Settings& settings, double stored) {
    return settings.display.encoding == photopic::OutputEncoding::hdr10 ? reference::pq_decode(stored) : stored;
  };
  for (const Settings& settings : {hdr10, baked, graded}) {
    PostProcess one = make_finish(settings, kHalf, VK_SAMPLE_COUNT_1_BIT);
    std::vector<std::vector<LdrTexel>> each;
    for (std::uint32_t i = 0; i < count; ++i) {
      each.push_back(finish(one, scene.sample(i).view(), exposure, settings));
    }
    PostProcess post = make_finish(settings, kHalf, VkSampleCountFlagBits(count));
    const std::vector<LdrTexel> shown = finish(post, scene.view(), exposure, settings);
    double worst = 0.0;
    for (std::size_t i = 0; i < shown.size(); ++i) {
      for (std::size_t channel = 0; channel < 3; ++channel) {
        double mean = 0.0;
        for (const std::vector<LdrTexel>& sample : each) mean += nits(settings, sample[i][channel]) / count;
        worst = std::max(worst, std::abs(nits(settings, shown[i][channel]) - mean) / std::max(mean, 1e-3));
      }
    }
    // Halves have 2^-11 of what is stored; near the peak that is 7 times as much of PQ's light, in either picture.
    EXPECT_LE(worst, settings.display.encoding == photopic::OutputEncoding::hdr10 ? 7 * 0x1p-10 : 0x1p-10);
  }
}
TEST(Samples, EdgesAreThoseOfEveryTransform) { for_each_count(expect_mean_of_transforms); }

VKAPI_ATTR void VKAPI_CALL properties_of_one_sample(VkPhysicalDevice, VkPhysicalDeviceProperties* out) {
  *out = context().properties();
  out->limits.sampledImageColorSampleCounts = VK_SAMPLE_COUNT_1_BIT;
}

/// Also where the device has all of them.
TEST(Samples, ThatTheDeviceLacksAreRefused) {
  LoaderShim shim(context());
  shim.replace("vkGetPhysicalDeviceProperties", reinterpret_cast<PFN_vkVoidFunction>(properties_of_one_sample));
  for (const std::uint32_t count : {2u, 4u, 8u}) expect_count_refused(shim.device(), count);
}

TEST(Samples, ErrorsNameWhatIsntThere) {
  LoaderShim shim(context());
  const auto expect_refused = [&](const std::function<void(MadeFor*)>& mistake, const std::string& words,
                                  Status status = Status::invalid_argument) {
    MadeFor info = {.max_extent = kScene, .hdr_samples = kCount};
    mistake(&info);
    PostProcess post;
    EXPECT_EQ(test::create(shim.device(), info, &post), status);
    EXPECT_EQ(context().last_message(), "create: " + words);
  };
  for (const std::uint32_t samples : {0u, 3u, 16u}) {
    expect_refused([&](MadeFor* info) { info->hdr_samples = VkSampleCountFlagBits(samples); },
                   "samples: must be 1, 2, 4 or 8");
  }
  expect_refused([](MadeFor* info) { info->meter_method = photopic::MeterMethod::pyramid; },
                 "samples: need tuning.meter_method = single_pass");
  expect_refused([](MadeFor* info) { info->steps |= photopic::kFusedStep; },
                 "samples: can't be fused: kWithFused reads one sample of a texel");
  expect_refused(
      [](MadeFor* info) {
        info->steps = photopic::kDrawStep;
        info->render_target.samples = 1;
      },
      "samples: must be 1 for what is drawn, which reads one sample of a texel");
  expect_refused([](MadeFor* info) { info->layers = 2; }, "samples: must be 1 with layers");
  expect_refused([](MadeFor* info) { info->effects = photopic::kEffectGlare; },
                 "effects: of those with samples, none may have passes or look around without CreateInfo::with = "
                 "kWithResolve");
  expect_refused([](MadeFor* info) { info->content_light = true; }, "content_light: isn't measured with samples");

  const HdrImage hdr = make_uniform_hdr(kScene, 1.0);  // nothing is recorded
  PostProcess post = make({.max_extent = kScene, .dither = false, .hdr_samples = kCount});
  submit([&](VkCommandBuffer commands) {
    const Frame in_place = {.hdr = {hdr.view()}, .ldr = {hdr.view()}, .extent = kScene};
    EXPECT_EQ(post.record_finish(commands, in_place, Settings{}), Status::invalid_argument);
  });
  EXPECT_EQ(context().last_message(), "record_finish: ldr: is the same view as hdr, which has several samples");
}

}  // namespace
}  // namespace test
