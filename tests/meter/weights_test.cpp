// SPDX-License-Identifier: MIT
// Tests of weighted metering against the reference, with weights rounded as the module rounds them and without.
#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "gpu/arguments_rig.h"
#include "meter/weight_rig.h"

namespace {

using photopic::MadeFor;
using photopic::MeterSettings;
using photopic::PostProcess;
using photopic::Status;
using test::expect_message;
using test::kInfinityF;
using test::kNanF;
using test::SceneOnGpu;
using test::State;

constexpr VkImageAspectFlags kDepthAspect = VK_IMAGE_ASPECT_DEPTH_BIT;
constexpr VkImageAspectFlags kStencilAspect = VK_IMAGE_ASPECT_STENCIL_BIT;
using photopic::kAllWeights;

constexpr VkRect2D kRegion = test::kSceneRegion;

PostProcess make_weighted(std::uint32_t weights, VkExtent2D max_extent = test::kSceneExtent) {
  return test::make({.max_extent = max_extent,
                     .steps = photopic::kMeterStep,
                     .meter_method = photopic::MeterMethod::single_pass,
                     .weights = weights});
}

class Weights : public testing::Test {
 protected:
  State expect_as_reference(const SceneOnGpu& rig, std::uint32_t weights, const MeterSettings& settings) {
    PostProcess post = make_weighted(weights);
    const State state = test::meter_once(post, rig.frame(weights), settings);
    worst_ = std::max(worst_, test::expect_weighted(state, rig.scene, weights, settings));
    return state;
  }

  void TearDown() override { std::printf("worst error %.3g stops\n", worst_); }

 private:
  double worst_ = 0.0;
};

// ---- each weight ----------------------------------------------------------------------------------------------------

class EachWeight : public Weights, public testing::WithParamInterface<std::uint32_t> {};

TEST_P(EachWeight, Alone) {
  State previous = {};
  for (const VkRect2D region : {kRegion, VkRect2D{{0, 0}, {192, 128}}, {{19, 11}, {64, 64}}}) {
    SCOPED_TRACE(testing::Message() << region.offset.x << " " << region.extent.width);
    const State state = expect_as_reference(SceneOnGpu(region), GetParam(), test::settings_for_all_weights());
    EXPECT_FALSE(test::same_whole_bits(state, previous));
    previous = state;
  }
}

/// A comparison tests a weight only if it moves the mean.
TEST_P(EachWeight, MovesTheMean) {
  const SceneOnGpu rig;
  PostProcess plain = make_weighted(0);
  PostProcess weighted = make_weighted(GetParam());
  const float without = test::meter_once(plain, rig.frame(0)).mean_log2_luminance;
  const State with = test::meter_once(weighted, rig.frame(GetParam()), test::settings_for_all_weights());
  EXPECT_GT(std::abs(with.mean_log2_luminance - without), 1e-3f);
  EXPECT_LT(with.weight_sum, float(with.valid_texels));
}

TEST_P(EachWeight, TimesTheNext) {
  const std::uint32_t next = 2 * GetParam() <= kAllWeights ? 2 * GetParam() : 1u;
  expect_as_reference(SceneOnGpu(), GetParam() | next, test::settings_for_all_weights());
}

std::string weight_name(const testing::TestParamInfo<std::uint32_t>& info) {
#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) #Name,
  constexpr const char* kNames[] = {PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)};
#undef PHOTOPIC_WEIGHT
  return kNames[std::countr_zero(info.param)];
}

#define PHOTOPIC_WEIGHT(number, Name, word, function, image, parameters) photopic::kWeight##Name,
constexpr std::uint32_t kEachWeight[] = {PHOTOPIC_WEIGHTS(PHOTOPIC_WEIGHT)};
#undef PHOTOPIC_WEIGHT
INSTANTIATE_TEST_SUITE_P(Of, EachWeight, testing::ValuesIn(kEachWeight), weight_name);

TEST_F(Weights, ProductOfAll) {
  expect_as_reference(SceneOnGpu(), kAllWeights, test::settings_for_all_weights());
  expect_as_reference(SceneOnGpu({{0, 0}, {192, 128}}, {3, 2}), kAllWeights, test::settings_for_all_weights());
  expect_as_reference(SceneOnGpu(), kAllWeights & ~(photopic::kWeightSpot | photopic::kWeightClasses),
                      test::settings_for_all_weights());
}

TEST_F(Weights, CentreOfAnyWidth) {
  const SceneOnGpu rig;
  for (const float sigma : {1e-2f, 0.1f, 0.35f, 1.0f, 1e3f}) {
    SCOPED_TRACE(sigma);
    MeterSettings settings;
    settings.centre_sigma = sigma;
    expect_as_reference(rig, photopic::kWeightCentre, settings);
  }
}

TEST_F(Weights, SpotOfAnySize) {
  const SceneOnGpu rig;
  for (const float radius : {0.0111f, 0.15f, 0.5003f, 1.5f}) {
    SCOPED_TRACE(radius);
    MeterSettings settings;
    settings.spot_radius = radius;
    const State state = expect_as_reference(rig, photopic::kWeightSpot, settings);
    EXPECT_EQ(state.weight_sum, std::floor(state.weight_sum));  // a disc has no soft edge
    if (radius > 1.0f) {
      EXPECT_EQ(state.weight_sum, float(state.valid_texels));
    }
  }
}

TEST_F(Weights, EllipseAnywhere) {
  const SceneOnGpu rig;
  struct Ellipse {
    float x, y, radius_x, radius_y, softness;
  };
  for (const Ellipse& e : {Ellipse{0.5f, 0.5f, 0.25f, 0.25f, 0.5f},
                           {0.1f, 0.9f, 0.3f, 0.2f, 0.5f},
                           {-0.2f, 0.3f, 0.5f, 0.5f, 1.0f},
                           {1.05f, 1.1f, 0.4f, 0.4f, 0.25f},
                           {0.3f, 0.7f, 0.2f, 0.9f, 0.0f},
                           {0.5f, 0.5f, 3.0f, 3.0f, 0.1f}}) {
    SCOPED_TRACE(testing::Message() << e.x << " " << e.y);
    MeterSettings settings;
    settings.ellipse_x = e.x;
    settings.ellipse_y = e.y;
    settings.ellipse_radius_x = e.radius_x;
    settings.ellipse_radius_y = e.radius_y;
    settings.ellipse_softness = e.softness;
    expect_as_reference(rig, photopic::kWeightEllipse, settings);
  }
}

TEST_F(Weights, LuminanceWindow) {
  const SceneOnGpu rig;
  for (const auto& [low, high] : {std::pair{-63.9f, 64.0f}, {-64.0f, -1.1f}, {0.3f, 64.0f}, {-0.5f, 0.25f}}) {
    SCOPED_TRACE(testing::Message() << low << " to " << high);
    MeterSettings settings;
    settings.window_min_log2 = low;
    settings.window_max_log2 = high;
    expect_as_reference(rig, photopic::kWeightWindow, settings);
  }
}

// ---- masks, depth, classes ------------------------------------------------------------------------------------------

TEST_F(Weights, MaskOfAnySize) {
  for (const VkExtent2D extent : {VkExtent2D{1, 1}, {3, 1}, {64, 64}, {192, 128}}) {
    SCOPED_TRACE(extent.width);
    expect_as_reference(SceneOnGpu(kRegion, extent), photopic::kWeightMask, {});
  }
  expect_as_reference(SceneOnGpu({{2, 3}, {128, 64}}, {3, 2}), photopic::kWeightMask, {});
  expect_as_reference(SceneOnGpu({{2, 3}, {7, 5}}, {401, 303}), photopic::kWeightMask, {});
}

TEST_F(Weights, MaskOfAnyValue) {
  SceneOnGpu rig;
  rig.set_mask({64, 64}, [](std::uint32_t x, std::uint32_t y) {
    constexpr float kValues[] = {-1.0f,      -1e-30f, 0.0f,       1e-4f,       0.6f / 1024, 0.25f, 1.0f,
                                 1.0000001f, 7.0f,    kInfinityF, -kInfinityF, kNanF,       1e30f, 1023.4f / 1024};
    return kValues[(5 * x + 3 * y) % std::size(kValues)];
  });
  expect_as_reference(rig, photopic::kWeightMask, {});
}

TEST_F(Weights, MaskOfAnyFormat) {
  SceneOnGpu rig(kRegion, {64, 64});
  std::vector<std::uint8_t> unorm;
  for (std::size_t i = 0; i < 64 * 64; ++i) unorm.push_back(std::uint8_t(i * 7 % 256));
  // Fields of 1/255 aren't exact; 1.2e-7 of the weight is within the bound's rounding.
  for (std::size_t i = 0; i < unorm.size(); ++i) rig.scene.mask[i] = float(unorm[i]) / 255.0f;
  rig.mask = test::make_raw({64, 64}, VK_FORMAT_R8_UNORM, unorm);
  expect_as_reference(rig, photopic::kWeightMask, {});
  std::vector<std::uint16_t> halves;
  for (std::size_t i = 0; i < 64 * 64; ++i) halves.push_back(std::uint16_t(0x3800 | (i & 1) << 10));  // 0.5 and 1
  for (std::size_t i = 0; i < halves.size(); ++i) rig.scene.mask[i] = (i & 1) != 0 ? 1.0f : 0.5f;
  rig.mask = test::make_raw({64, 64}, VK_FORMAT_R16_SFLOAT, halves);
  expect_as_reference(rig, photopic::kWeightMask, {});
}

TEST_F(Weights, DepthAsNumbersOfAnyKind) {
  SceneOnGpu rig;
  constexpr float kValues[] = {-3.5f, 0.0f, 1e-3f, 0.2f, 1.0f, 1000.0f, kNanF, kInfinityF, -kInfinityF};
  for (std::size_t i = 0; i < rig.scene.depth.size(); ++i) rig.scene.depth[i] = kValues[i * 5 % std::size(kValues)];
  rig.depth = test::make_raw(test::kSceneExtent, VK_FORMAT_R32_SFLOAT, rig.scene.depth);
  MeterSettings settings;
  for (const auto& [low, high] : {std::pair{0.0f, 1.0000001f}, {0.2f, 0.2f}, {-3.5f, 1e30f}, {1e-3f, 999.0f}}) {
    SCOPED_TRACE(testing::Message() << low << " to " << high);
    settings.depth_min = low;
    settings.depth_max = high;
    expect_as_reference(rig, photopic::kWeightDepth, settings);
  }
}

TEST_F(Weights, DepthOfADepthBuffer) {
  SceneOnGpu rig;
  // Multiples of 1/16 and 1 are exact in every depth format but D16 and D24, which are 1e-5 near to them.
  for (float& value : rig.scene.depth) value = std::floor(value * 17.0f) / 16.0f;
  MeterSettings settings;
  settings.depth_min = 0.22f;
  settings.depth_max = 0.78f;
  rig.depth_aspect = kDepthAspect;
  ASSERT_TRUE(test::RawImage::is_supported(VK_FORMAT_D32_SFLOAT) || test::RawImage::is_supported(VK_FORMAT_D16_UNORM));
  if (test::RawImage::is_supported(VK_FORMAT_D32_SFLOAT)) {
    rig.depth = test::make_raw(test::kSceneExtent, VK_FORMAT_D32_SFLOAT, rig.scene.depth, kDepthAspect);
    expect_as_reference(rig, photopic::kWeightDepth, settings);
  }
  if (test::RawImage::is_supported(VK_FORMAT_D16_UNORM)) {
    std::vector<std::uint16_t> values;
    for (const float value : rig.scene.depth) values.push_back(std::uint16_t(std::lround(value * 65535.0f)));
    rig.depth = test::make_raw(test::kSceneExtent, VK_FORMAT_D16_UNORM, values, kDepthAspect);
    expect_as_reference(rig, photopic::kWeightDepth, settings);
  }
}

TEST_F(Weights, ClassesOfAnyWidth) {
  SceneOnGpu rig;
  MeterSettings settings = test::settings_for_all_weights();
  const std::vector<std::uint8_t> bytes(rig.scene.classes.begin(), rig.scene.classes.end());
  rig.classes = test::make_raw(test::kSceneExtent, VK_FORMAT_R8_UINT, bytes);
  expect_as_reference(rig, photopic::kWeightClasses, settings);
  for (std::uint32_t& id : rig.scene.classes) id = id % 3 == 0 ? id : id * 131;  // ids above 255 are 255
  const std::vector<std::uint16_t> shorts(rig.scene.classes.begin(), rig.scene.classes.end());
  for (const std::uint32_t last : {0u, 1u}) {
    settings.metered_classes[7] = (settings.metered_classes[7] & 0x7fffffffu) | last << 31;
    rig.classes = test::make_raw(test::kSceneExtent, VK_FORMAT_R16_UINT, shorts);
    expect_as_reference(rig, photopic::kWeightClasses, settings);
    rig.classes = test::make_raw(test::kSceneExtent, VK_FORMAT_R32_UINT, rig.scene.classes);
    expect_as_reference(rig, photopic::kWeightClasses, settings);
  }
}

TEST_F(Weights, EachClassHasItsBit) {
  SceneOnGpu rig(VkRect2D{{0, 0}, {16, 16}});
  for (std::uint32_t i = 0; i < rig.scene.classes.size(); ++i) {
    rig.scene.classes[i] = i % test::kSceneExtent.width % 16 + i / test::kSceneExtent.width % 16 * 16;
  }
  const std::vector<std::uint8_t> bytes(rig.scene.classes.begin(), rig.scene.classes.end());
  rig.classes = test::make_raw(test::kSceneExtent, VK_FORMAT_R8_UINT, bytes);
  PostProcess post = make_weighted(photopic::kWeightClasses);
  for (const std::uint32_t id : {0u, 1u, 31u, 32u, 100u, 191u, 254u, 255u}) {
    MeterSettings settings;
    std::fill_n(settings.metered_classes, 8, 0u);
    settings.metered_classes[id / 32] = 1u << (id % 32);
    photopic::Frame frame = rig.frame(photopic::kWeightClasses);
    frame.cut = true;
    const State state = test::meter_once(post, frame, settings);
    const reference::Rgb texel = rig.hdr.texels[id / 16 * test::kSceneExtent.width + id % 16];
    EXPECT_EQ(state.weight_sum, reference::luminance(texel) >= 0.0 ? 1.0f : 0.0f) << id;
  }
}

TEST_F(Weights, ClassesOfAStencilBuffer) {
  SceneOnGpu rig;
  const std::vector<std::uint8_t> bytes(rig.scene.classes.begin(), rig.scene.classes.end());
  rig.classes_aspect = kStencilAspect;
  if (test::RawImage::is_supported(VK_FORMAT_S8_UINT)) {
    rig.classes = test::make_raw(test::kSceneExtent, VK_FORMAT_S8_UINT, bytes, kStencilAspect);
    expect_as_reference(rig, photopic::kWeightClasses, test::settings_for_all_weights());
  }
  bool is_tested = false;
  for (const VkFormat format : {VK_FORMAT_D24_UNORM_S8_UINT, VK_FORMAT_D32_SFLOAT_S8_UINT}) {
    if (!test::RawImage::is_supported(format)) continue;
    SCOPED_TRACE(format);
    // One image, two views: its depth leaves out the sky, its stencil the weapon.
    std::vector<std::uint32_t> depth_words;
    for (float& value : rig.scene.depth) {
      value = std::floor(value * 17.0f) / 16.0f;
      const bool is_float = format == VK_FORMAT_D32_SFLOAT_S8_UINT;
      depth_words.push_back(is_float ? std::bit_cast<std::uint32_t>(value)
                                     : std::uint32_t(std::lround(double(value) * 0xffffff)));
    }
    const std::vector<test::RawImage::Plane> planes = {{kDepthAspect, std::as_bytes(std::span(depth_words))},
                                                       {kStencilAspect, std::as_bytes(std::span(bytes))}};
    rig.depth = rig.classes = std::make_shared<test::RawImage>(test::kSceneExtent, format, planes);
    rig.depth_aspect = kDepthAspect;
    MeterSettings settings = test::settings_for_all_weights();
    settings.depth_min = 0.22f;  // away from the multiples of 1/16
    expect_as_reference(rig, photopic::kWeightClasses | photopic::kWeightDepth, settings);
    is_tested = true;
  }
  EXPECT_TRUE(is_tested);  // every Vulkan device has one of the two
}

// ---- no weight ------------------------------------------------------------------------------------------------------

TEST_F(Weights, WithoutAnyHoldTheState) {
  SceneOnGpu rig;
  PostProcess post = make_weighted(photopic::kWeightMask);
  const State before = test::meter_once(post, rig.frame(photopic::kWeightMask));
  rig.set_mask({3, 2}, [](std::uint32_t x, std::uint32_t) { return x == 0 ? -1.0f : x == 1 ? 0.0f : kNanF; });
  photopic::Frame frame = rig.frame(photopic::kWeightMask);
  frame.offset = {1, 1};
  frame.extent = {96, 64};
  frame.delta_time_s = 0.5f;
  const State after = test::meter_once(post, frame);
  EXPECT_EQ(after.exposure, before.exposure);
  EXPECT_EQ(after.adapted_ev100, before.adapted_ev100);
  EXPECT_EQ(after.mean_log2_luminance, before.mean_log2_luminance);
  EXPECT_EQ(after.scene_ev100, before.scene_ev100);
  EXPECT_EQ(after.weight_sum, 0.0f);
  EXPECT_EQ(after.valid_texels + after.invalid_texels, 96u * 64u);
  EXPECT_GT(after.valid_texels, 96u * 60u);
  EXPECT_GT(after.max_luminance, after.min_luminance);
  EXPECT_EQ(after.frames, 2u);
}

TEST_F(Weights, WithoutAnyInTheFirstFrameFallBackToLuminanceOne) {
  SceneOnGpu rig;
  PostProcess post = make_weighted(photopic::kWeightMask);
  const auto good = rig.mask;
  rig.set_mask({1, 1}, [](std::uint32_t, std::uint32_t) { return 0.0f; });
  for (int i = 0; i < 2; ++i) {
    const State state = test::meter_once(post, rig.frame(photopic::kWeightMask));
    EXPECT_EQ(state.mean_log2_luminance, 0.0f);
    EXPECT_EQ(state.scene_ev100, 3.0f);
    EXPECT_EQ(state.adapted_ev100, 3.0f);
    EXPECT_EQ(state.frames, 1u);
    EXPECT_GT(state.valid_texels, 0u);
  }
  rig.mask = good;
  const State first = test::meter_once(post, rig.frame(photopic::kWeightMask));
  EXPECT_EQ(first.adapted_ev100, first.target_ev100);
  EXPECT_EQ(first.frames, 1u);
}

// ---- arguments ------------------------------------------------------------------------------------------------------

void expect_refused(PostProcess& post, const photopic::Frame& frame, const MeterSettings& settings,
                    const std::vector<std::string>& words) {
  test::submit([&](VkCommandBuffer command_buffer) {
    const MeterSettings asked = test::asking_for(post, settings);
    EXPECT_EQ(post.record_meter(command_buffer, frame, {.meter = asked}), Status::invalid_argument);
  });
  expect_message({"record_meter:"});
  expect_message(words);
}

TEST_F(Weights, ViewsThatAreNeededAndThoseThatArent) {
  const SceneOnGpu rig;
  const photopic::Frame bare = {.hdr = {rig.hdr.view()}, .extent = kRegion.extent, .offset = kRegion.offset};
  for (const std::uint32_t weights :
       {0u, kAllWeights & ~(photopic::kWeightMask | photopic::kWeightDepth | photopic::kWeightClasses)}) {
    PostProcess post = make_weighted(weights);
    test::meter_once(post, bare, test::settings_for_all_weights());
    // What nothing reads is refused.
    photopic::Frame frame = rig.frame(photopic::kWeightMask);
    expect_refused(post, frame, {}, {"weights.mask: counts nothing: meter.mask is off"});
    frame = rig.frame(photopic::kWeightDepth);
    expect_refused(post, frame, {}, {"weights.depth: counts nothing: meter.depth_min and depth_max are no limits"});
    frame = rig.frame(photopic::kWeightClasses);
    expect_refused(post, frame, {}, {"weights.classes: counts nothing: meter.metered_classes has all classes"});
  }
  PostProcess post = make_weighted(kAllWeights);
  photopic::Frame frame = rig.frame();
  frame.weights.mask = {};
  expect_refused(post, frame, {}, {"weights.mask: is null, and meter.mask is on"});
  frame = rig.frame();
  frame.weights.depth = {};
  expect_refused(post, frame, {}, {"weights.depth: is null, and meter.depth_min or depth_max is a limit"});
  frame = rig.frame();
  frame.weights.classes = {};
  expect_refused(post, frame, {}, {"weights.classes: is null, and meter.metered_classes leaves classes out"});
}

struct Spoilt {
  std::uint32_t weight;
  float MeterSettings::*member;
  std::vector<float> bad;
  const char* name;
  const char* range;
};

const std::vector<Spoilt>& spoilt_settings() {
  using S = MeterSettings;
  static const std::vector<Spoilt> cases = {
      {photopic::kWeightCentre, &S::centre_sigma, {0.0f, 9e-4f, -1.0f, 1001.0f}, "centre_sigma", "[0.001, 1000]"},
      {photopic::kWeightSpot, &S::spot_radius, {0.0f, 9e-4f, 1001.0f}, "spot_radius", "[0.001, 1000]"},
      {photopic::kWeightEllipse, &S::ellipse_x, {-1001.0f, 1001.0f}, "ellipse_x", "[-1000, 1000]"},
      {photopic::kWeightEllipse, &S::ellipse_y, {-1001.0f, 1001.0f}, "ellipse_y", "[-1000, 1000]"},
      {photopic::kWeightEllipse, &S::ellipse_radius_x, {0.0f, 1001.0f}, "ellipse_radius_x", "[0.001, 1000]"},
      {photopic::kWeightEllipse, &S::ellipse_radius_y, {-0.5f, 1001.0f}, "ellipse_radius_y", "[0.001, 1000]"},
      {photopic::kWeightEllipse, &S::ellipse_softness, {-0.01f, 1.01f}, "ellipse_softness", "[0, 1]"},
      {photopic::kWeightWindow, &S::window_min_log2, {-64.5f, 65.0f}, "window_min_log2", "[-64, 64]"},
      {photopic::kWeightWindow, &S::window_max_log2, {-64.5f, 64.5f}, "window_max_log2", "[-64, 64]"},
      {photopic::kWeightDepth, &S::depth_min, {}, "depth_min", "["},
      {photopic::kWeightDepth, &S::depth_max, {-0.5f}, "depth_max", "[0, "}};
  return cases;
}

TEST_F(Weights, SettingsOutOfRange) {
  const SceneOnGpu rig;
  for (const Spoilt& c : spoilt_settings()) {
    SCOPED_TRACE(c.name);
    PostProcess post = make_weighted(c.weight);
    std::vector<float> bad = c.bad;
    bad.insert(bad.end(), {kNanF, kInfinityF, -kInfinityF});
    for (const float value : bad) {
      MeterSettings settings;
      settings.*c.member = value;
      char text[32];
      std::snprintf(text, sizeof text, "= %g:", double(value));
      expect_refused(post, rig.frame(c.weight), settings, {c.name, text, c.range});
    }
  }
}

/// Menus keep what is off.
TEST_F(Weights, SettingsOfWeightsThatAreOffAreIgnored) {
  const SceneOnGpu rig;
  PostProcess post = make_weighted(photopic::kWeightMask);  // has none of its own
  photopic::Frame frame = rig.frame(photopic::kWeightMask);
  const State expected = test::meter_once(post, frame);
  frame.cut = true;
  for (const Spoilt& c : spoilt_settings()) {
    // Limits turn their weight on.
    if ((c.weight & (photopic::kWeightWindow | photopic::kWeightDepth)) != 0) continue;
    for (const float value : {-1e30f, 1e30f, kNanF, kInfinityF}) {
      MeterSettings settings;
      settings.mask = true;
      settings.*c.member = value;
      test::StateLog log(1);
      test::submit([&](VkCommandBuffer command_buffer) {
        test::context().check(post.record_meter(command_buffer, frame, {.meter = settings}));
        log.record(command_buffer, post);
      });
      EXPECT_TRUE(test::same_whole_bits(log.take()[0], expected)) << c.name;
    }
  }
}

TEST_F(Weights, NeedTheSinglePass) {
  PostProcess post;
  const MadeFor pyramid = {.max_extent = test::kSceneExtent,
                           .meter_method = photopic::MeterMethod::pyramid,
                           .weights = photopic::kWeightCentre};
  EXPECT_EQ(test::create(test::context().lend(), pyramid, &post), Status::invalid_argument);
  expect_message({"create:", "weights", "single_pass"});
  const MadeFor info = {
      .max_extent = test::kSceneExtent, .meter_method = photopic::MeterMethod::single_pass, .weights = kAllWeights + 1};
  EXPECT_EQ(test::create(test::context().lend(), info, &post), Status::invalid_argument);
  expect_message({"create:", "weights = 128", "[0, 127]"});
}

}  // namespace
