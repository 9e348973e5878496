// SPDX-License-Identifier: MIT
// Tests of several images into one exposure, and of several exposures of one image.
#include <cmath>
#include <string>

#include "gpu/loader_shim.h"
#include "meter/weight_rig.h"
#include "reference/metering.h"

namespace {

using photopic::Frame;
using photopic::MadeFor;
using photopic::PostProcess;
using photopic::Source;
using photopic::Status;
using test::HdrImage;
using test::SceneOnGpu;
using test::State;

constexpr VkExtent2D kMaxExtent = {400, 300};
/// MeterVariant's for the single pass: half a unit of 2^-20 stop for a single texel, and log2.
constexpr double kSourcesToleranceStops = 4e-6;

/// The implementations of the single pass.
struct Implementation {
  const char* name;
  MadeFor info;
};
void PrintTo(const Implementation& implementation, std::ostream* out) { *out << implementation.name; }

MadeFor single_pass(MadeFor info = {}) {
  info.max_extent = kMaxExtent;
  info.steps = photopic::kMeterStep;
  info.meter_method = photopic::MeterMethod::single_pass;
  return info;
}

std::vector<Implementation> implementations() {
  return {{"mean", single_pass()},
          {"extrema", single_pass({.extrema = true})},
          {"histogram", single_pass({.histogram = true, .forces_histogram = true})},
          {"weighted", single_pass({.weights = photopic::kWeightWindow})}};
}

Source whole(const HdrImage& hdr) { return {.hdr = {hdr.view()}, .region = {{0, 0}, hdr.extent()}}; }

/// The first source of a frame and the others, which `sources` holds on to.
Frame frame_of(const std::vector<Source>& sources) {
  const Source& first = sources[0];
  return {.hdr = first.hdr,
          .extent = first.region.extent,
          .cut = VK_TRUE,
          .offset = first.region.offset,
          .weights = first.weights,
          .more_sources = sources.data() + 1,
          .more_source_count = std::uint32_t(sources.size() - 1)};
}

HdrImage make_image(VkExtent2D extent, std::uint32_t seed, VkFormat format = VK_FORMAT_R16G16B16A16_SFLOAT) {
  const test::TexelFn content = test::gradient_with_noise(extent, seed);
  return test::make_hdr(format, extent, [&](std::uint32_t x, std::uint32_t y) {
    const double scale = std::exp2(double(seed % 5) - 2.0);  // means that differ
    const reference::Rgb c = content(x, y);
    if (test::noise(x, y, seed + 77) < 0.02) return reference::Rgb{-1.0, INFINITY, 0.0};
    return reference::Rgb{c.r * scale, c.g * scale, c.b * scale};
  });
}

class Sources : public testing::TestWithParam<Implementation> {
 protected:
  void expect_metered(const State& state, const std::vector<reference::Rgb>& texels) {
    const reference::MeterResult expected = reference::meter(texels);
    const double error = std::abs(double(state.mean_log2_luminance) - expected.mean_log2_luminance);
    EXPECT_TRUE(error <= kSourcesToleranceStops) << error << ": " << test::to_string(state);
    EXPECT_EQ(state.valid_texels, expected.valid_texels);
    EXPECT_EQ(state.invalid_texels, expected.invalid_texels);
    EXPECT_EQ(state.weight_sum, float(expected.valid_texels));
    const MadeFor& info = GetParam().info;
    const double known = info.extrema || info.histogram || info.weights != 0 ? 1.0 : 0.0;
    // Float rounding of a luminance: three products, two sums.
    EXPECT_NEAR(state.min_luminance, known * expected.min_luminance, 5e-7 * expected.min_luminance * known);
    EXPECT_NEAR(state.max_luminance, known * expected.max_luminance, 5e-7 * expected.max_luminance * known);
  }

  PostProcess post_ = test::make(GetParam().info);
};

std::vector<reference::Rgb> joined(const std::vector<std::vector<reference::Rgb>>& parts) {
  std::vector<reference::Rgb> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

TEST_P(Sources, TwoImagesOfDifferentSizeAndFormat) {
  const HdrImage left = make_image({333, 217}, 1);
  const HdrImage right = make_image({45, 120}, 2, VK_FORMAT_B10G11R11_UFLOAT_PACK32);
  const State state = test::meter_once(post_, frame_of({whole(left), whole(right)}));
  expect_metered(state, joined({left.texels, right.texels}));
  // Sums of integers: the order doesn't matter.
  EXPECT_TRUE(test::same_whole_bits(test::meter_once(post_, frame_of({whole(right), whole(left)})), state));
}

TEST_P(Sources, ThreeRegions) {
  const HdrImage a = make_image({300, 200}, 3);
  const HdrImage b = make_image({100, 100}, 4, VK_FORMAT_R32G32B32A32_SFLOAT);
  const VkRect2D regions[] = {{{7, 11}, {129, 65}}, {{200, 150}, {100, 50}}, {{3, 1}, {33, 97}}};
  const State state = test::meter_once(post_, frame_of({{.hdr = {a.view()}, .region = regions[0]},
                                                        {.hdr = {a.view()}, .region = regions[1]},
                                                        {.hdr = {b.view()}, .region = regions[2]}}));
  expect_metered(state, joined({a.region(regions[0]), a.region(regions[1]), b.region(regions[2])}));
}

TEST_P(Sources, LayersOfAnArray) {
  constexpr VkExtent2D kExtent = {95, 63};
  constexpr std::uint32_t kLayers = 3;
  std::vector<std::byte> bytes;
  std::vector<reference::Rgb> texels;
  for (std::uint32_t i = 0; i < kLayers * kExtent.width * kExtent.height; ++i) {
    const std::uint32_t layer = i / (kExtent.width * kExtent.height);
    std::byte texel[8];
    test::encode(VK_FORMAT_R16G16B16A16_SFLOAT, test::wide_noise(-3.0 * layer, 4.0, 5 + layer)(i, 0), texel);
    texels.push_back(test::decode(VK_FORMAT_R16G16B16A16_SFLOAT, texel));
    bytes.insert(bytes.end(), texel, texel + sizeof texel);
  }
  const test::RawImage image(kExtent, VK_FORMAT_R16G16B16A16_SFLOAT, {{VK_IMAGE_ASPECT_COLOR_BIT, bytes}}, kLayers);
  std::vector<Source> sources;
  for (std::uint32_t layer = 0; layer < kLayers; ++layer) {
    sources.push_back({.hdr = {image.view(VK_IMAGE_ASPECT_COLOR_BIT, layer)}, .region = {{0, 0}, kExtent}});
  }
  expect_metered(test::meter_once(post_, frame_of(sources)), texels);
  const std::size_t layer_texels = texels.size() / kLayers;
  const State last = test::meter_once(post_, frame_of({sources[2]}));
  expect_metered(last, {texels.begin() + std::ptrdiff_t(2 * layer_texels), texels.end()});
}

/// Some of a single texel, with any limit of workgroups.
TEST_P(Sources, SixtyFour) {
  const HdrImage image = make_image({200, 150}, 6);
  std::vector<Source> sources;
  std::vector<std::vector<reference::Rgb>> parts;
  for (std::uint32_t i = 0; i < 64; ++i) {
    const VkExtent2D extent = i % 3 == 0 ? VkExtent2D{1, 1} : VkExtent2D{1 + 3 * i % 100, 1 + 7 * i % 90};
    const VkRect2D region = {{std::int32_t(i), std::int32_t(i / 2)}, extent};
    sources.push_back({.hdr = {image.view()}, .region = region});
    parts.push_back(image.region(region));
  }
  const State state = test::meter_once(post_, frame_of(sources));
  expect_metered(state, joined(parts));
  for (const std::uint32_t max_workgroups : {1u, 63u, 65u, 2047u}) {
    MadeFor info = GetParam().info;
    info.max_workgroups = max_workgroups;
    PostProcess post = test::make(info);
    EXPECT_TRUE(test::same_whole_bits(test::meter_once(post, frame_of(sources)), state)) << max_workgroups;
  }
}

TEST_P(Sources, WithoutAValidTexelInOneOfThem) {
  const HdrImage good = make_image({100, 80}, 7);
  const HdrImage nan = test::make_uniform_hdr({50, 40}, NAN);
  expect_metered(test::meter_once(post_, frame_of({whole(nan), whole(good)})), joined({nan.texels, good.texels}));
  const std::vector<Source> bad(2, whole(nan));
  Frame frame = frame_of(bad);
  frame.cut = false;
  const State held = test::meter_once(post_, frame);
  EXPECT_EQ(held.valid_texels, 0u);
  EXPECT_EQ(held.invalid_texels, 4000u);
  EXPECT_NEAR(held.mean_log2_luminance, reference::meter(good.texels).mean_log2_luminance, kSourcesToleranceStops);
}

/// A frame with many sources leaves nothing behind for one with few, and the other way round.
TEST_P(Sources, NumberThatChangesFromFrameToFrame) {
  const HdrImage image = make_image({150, 100}, 8);
  std::vector<State> expected;
  const std::vector<Source> all(9, whole(image));
  test::StateLog log(20);
  test::submit([&](VkCommandBuffer command_buffer) {
    for (std::uint32_t i = 0; i < 20; ++i) {
      const std::vector<Source> some(all.begin(), all.begin() + 1 + (7 * i) % 9);
      test::context().check(post_.record_meter(command_buffer, frame_of(some), {.meter = test::asking_for(post_)}));
      log.record(command_buffer, post_);
    }
  });
  const std::vector<State> states = log.take();
  const auto texels = std::uint32_t(image.texels.size());
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    // The same texels n times have the same mean.
    EXPECT_NEAR(states[i].mean_log2_luminance, reference::meter(image.texels).mean_log2_luminance,
                kSourcesToleranceStops);
    EXPECT_EQ(states[i].valid_texels + states[i].invalid_texels, (1 + (7 * i) % 9) * texels);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Sources, testing::ValuesIn(implementations()),
                         [](const auto& implementation) { return implementation.param.name; });

// ---- several exposures ----------------------------------------------------------------------------------------------

class Views : public Sources {
 protected:
  static MadeFor with_views(std::uint32_t view_count) {
    MadeFor info = GetParam().info;
    info.view_count = view_count;
    return info;
  }
};

/// Two players on one screen: as if each had an object, over several frames.
TEST_P(Views, SplitScreenEqualsTwoObjects) {
  PostProcess both = test::make(with_views(2));
  PostProcess alone[] = {test::make(GetParam().info), test::make(GetParam().info)};
  const VkRect2D regions[] = {{{0, 0}, {150, 170}}, {{150, 0}, {151, 170}}};
  for (std::uint32_t i = 0; i < 5; ++i) {
    const HdrImage image = make_image({301, 170}, 10 + i);
    test::StateLog log(4);
    test::submit([&](VkCommandBuffer command_buffer) {
      for (std::uint32_t view = 0; view < 2; ++view) {
        Frame frame = {.hdr = {image.view()},
                       .extent = regions[view].extent,
                       .delta_time_s = 0.1f,
                       .offset = regions[view].offset};
        test::context().check(
            alone[view].record_meter(command_buffer, frame, {.meter = test::asking_for(alone[view]), .exposure = {}}));
        log.record(command_buffer, alone[view]);
        frame.view = view;
        test::context().check(both.record_meter(command_buffer, frame, {.meter = test::asking_for(both)}));
        log.record(command_buffer, both, view);
      }
    });
    const std::vector<State> states = log.take();
    EXPECT_TRUE(test::same_whole_bits(states[0], states[1]));
    EXPECT_TRUE(test::same_whole_bits(states[2], states[3]));
    EXPECT_FALSE(test::same_whole_bits(states[0], states[2]));
    expect_metered(states[0], image.region(regions[0]));
    expect_metered(states[2], image.region(regions[1]));
  }
}

/// Each with images of its own, all in one command buffer.
TEST_P(Views, Interleaved) {
  constexpr std::uint32_t kViews = 3;
  PostProcess post = test::make(with_views(kViews));
  const HdrImage images[] = {make_image({120, 70}, 21), make_image({33, 33}, 22), make_image({257, 65}, 23),
                             make_image({64, 64}, 24)};
  const auto sources_of = [&](std::uint32_t view, std::uint32_t i) {
    return std::vector<Source>{whole(images[(view + i) % 4]), whole(images[(view + i + 1) % 4])};
  };
  test::StateLog log(4 * kViews);
  test::submit([&](VkCommandBuffer command_buffer) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      for (std::uint32_t view = 0; view < kViews; ++view) {
        const std::vector<Source> sources = sources_of(view, i);
        Frame frame = frame_of(sources);
        frame.view = view;
        frame.cut = false;
        frame.delta_time_s = 0.05f;
        test::context().check(post.record_meter(command_buffer, frame, {.meter = test::asking_for(post)}));
        log.record(command_buffer, post, view);
      }
    }
  });
  const std::vector<State> states = log.take();
  for (std::uint32_t i = 0; i < states.size(); ++i) {
    const std::uint32_t first = i % kViews + i / kViews;
    expect_metered(states[i], joined({images[first % 4].texels, images[(first + 1) % 4].texels}));
    EXPECT_EQ(states[i].frames, i / kViews + 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Views, testing::ValuesIn(implementations()),
                         [](const auto& implementation) { return implementation.param.name; });

// ---- weights --------------------------------------------------------------------------------------------------------

/// Positions count from each source's own rectangle, and each has a mask, depth and classes of its own.
TEST(WeightedSources, EachHasImagesOfItsOwn) {
  constexpr std::uint32_t kWeights = photopic::kWeightCentre | photopic::kWeightEllipse | photopic::kWeightMask |
                                     photopic::kWeightDepth | photopic::kWeightClasses;
  const SceneOnGpu a(test::kSceneRegion, {64, 64}, 31);
  const SceneOnGpu b({{0, 1}, {128, 64}}, {3, 1}, 32);
  const SceneOnGpu c({{100, 30}, {65, 91}}, {1, 1}, 33);
  PostProcess post = test::make(single_pass({.weights = kWeights}));
  const photopic::MeterSettings settings = test::settings_for_all_weights();
  const State state =
      test::meter_once(post, frame_of({a.source(kWeights), b.source(kWeights), c.source(kWeights)}), settings);
  const test::ReferenceSource sources[] = {test::ReferenceSource(a.scene), test::ReferenceSource(b.scene),
                                           test::ReferenceSource(c.scene)};
  const reference::WeightedSource expected[] = {sources[0].get(), sources[1].get(), sources[2].get()};
  const double error = test::expect_weighted(state, expected, kWeights, settings);
  std::printf("worst error %.3g stops\n", error);
}

// ---- arguments ------------------------------------------------------------------------------------------------------

class SourceArguments : public testing::Test {
 protected:
  /// Refused with these words, and nothing recorded.
  void expect_refused(PostProcess& post, const Frame& frame, const std::vector<std::string>& words) {
    const std::uint32_t commands = shim_.commands_recorded();
    test::submit([&](VkCommandBuffer command_buffer) {
      EXPECT_EQ(post.record_meter(command_buffer, frame, {.meter = test::asking_for(post)}), Status::invalid_argument);
    });
    EXPECT_EQ(shim_.commands_recorded(), commands);
    const std::string& message = test::context().last_message();
    for (const std::string& word : words) {
      EXPECT_NE(message.find(word), std::string::npos) << "no \"" << word << "\" in: " << message;
    }
  }

  test::LoaderShim shim_{test::context()};
  HdrImage hdr_ = test::make_uniform_hdr({8, 8}, 1.0);
  PostProcess post_ = test::make(shim_.device(), single_pass());
};

TEST_F(SourceArguments, OfTheSources) {
  const std::vector<Source> good(64, whole(hdr_));
  test::meter_once(post_, frame_of(good));
  const std::vector<Source> too_many(65, whole(hdr_));
  expect_refused(post_, frame_of(too_many), {"record_meter:", "more_source_count = 64", "[0, 63]"});
  Frame frame = {.hdr = {hdr_.view()}, .extent = hdr_.extent()};
  frame.more_source_count = 1;
  expect_refused(post_, frame, {"record_meter:", "more_sources", "null"});
  frame.more_source_count = 0;
  test::meter_once(post_, frame);
  for (const std::size_t index : {std::size_t{1}, std::size_t{63}}) {
    std::vector<Source> bad = good;
    bad[index].hdr.view = VK_NULL_HANDLE;
    expect_refused(post_, frame_of(bad), {"hdr"});
    bad[index] = {.hdr = {hdr_.view()}, .region = {{0, 0}, {401, 1}}};
    expect_refused(post_, frame_of(bad), {"more_sources[].region.extent.width = 401", "[1, 400]"});
    bad[index] = {.hdr = {hdr_.view()}, .region = {{0, -1}, {1, 1}}};
    expect_refused(post_, frame_of(bad), {"more_sources[].region.offset.y = -1"});
  }
}

TEST_F(SourceArguments, WithOtherMethods) {
  const std::vector<Source> two(2, whole(hdr_));
  MadeFor info = single_pass();
  info.meter_method = photopic::MeterMethod::pyramid;
  PostProcess post = test::make(shim_.device(), info);
  expect_refused(post, frame_of(two), {"record_meter:", "more_sources", "single_pass"});
}

TEST_F(SourceArguments, ImagesThatAreNeededByTheirWeights) {
  PostProcess post = test::make(shim_.device(), single_pass({.weights = photopic::kWeightMask}));
  Source with_mask = whole(hdr_);
  with_mask.weights.mask.view = hdr_.view();
  expect_refused(post, frame_of({with_mask, whole(hdr_)}), {"weights.mask: is null, and meter.mask is on"});
  expect_refused(post, frame_of({whole(hdr_), with_mask}), {"weights.mask: is null, and meter.mask is on"});
  test::meter_once(post, frame_of({with_mask, with_mask}));
}

/// Regions are only rectangles until something is recorded: no large image is needed to ask for too much of one.
TEST_F(SourceArguments, OfTooManyTexels) {
  const std::uint32_t side = std::min(16384u, test::context().properties().limits.maxImageDimension2D);
  const std::uint64_t texels = std::uint64_t{side} * side;
  const std::vector<Source> sources(64, {.hdr = {hdr_.view()}, .region = {{0, 0}, {side, side}}});
  MadeFor info = single_pass();
  info.max_extent = {side, side};
  PostProcess plain = test::make(shim_.device(), info);
  if (64 * texels > std::uint64_t{1} << 31) expect_refused(plain, frame_of(sources), {"texels of all regions", "2.1"});
  info.histogram = info.forces_histogram = true;
  PostProcess with_histogram = test::make(shim_.device(), info);
  expect_refused(with_histogram, frame_of(sources), {"record_meter:", "texels of all regions"});
}

}  // namespace
