// SPDX-License-Identifier: MIT
// Tests of baked looks: formats and encodings, recordings that are dropped or repeated, refusals.
#include <cfloat>
#include <cmath>

#include "adapt/handover_rig.h"
#include "display/display_rig.h"
#include "finish/fused_rig.h"

namespace {

using photopic::DisplayTransform;
using photopic::OutputEncoding;
using photopic::PostProcess;
using photopic::Status;
using photopic::ToneMapper;
using test::LdrTexel;
using test::Rgba;

constexpr std::uint32_t kSize = 33;

const test::Store& byte_store() { return test::kStores[0]; }

photopic::Settings look(ToneMapper tone_mapper, DisplayTransform transform = DisplayTransform::baked) {
  photopic::Settings settings;
  settings.tone_map.tone_mapper = tone_mapper;
  settings.display.transform = transform;
  return settings;
}

photopic::MadeFor info_for(std::initializer_list<ToneMapper> tone_mappers) {
  photopic::MadeFor info = {.tone_mappers = 0, .lut_size = kSize};
  for (const ToneMapper tone_mapper : tone_mappers) info.tone_mappers |= photopic::tone_mapper_bit(tone_mapper);
  return info;
}

std::vector<Rgba> greys() {
  std::vector<Rgba> colors = {{0, 0, 0, 1}};
  for (int i = -12 * 16; i <= 8 * 16; ++i) {
    const float grey = std::exp2(float(i) / 16.0f);
    colors.push_back({grey, grey, grey, 1});
  }
  return colors;
}

std::vector<Rgba> colors_of_all_kinds() {
  std::vector<Rgba> colors = greys();
  const auto random = [](std::uint32_t i, std::uint32_t channel) {
    return float(std::exp2(12.0 * test::noise(i, channel, 3) - 9.0));
  };
  for (std::uint32_t i = 0; i < 500; ++i) colors.push_back({random(i, 0), random(i, 1), random(i, 2), 1});
  return colors;
}

/// Of a channel, in the unit that texels are stored in.
double largest_difference(const std::vector<LdrTexel>& a, const std::vector<LdrTexel>& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      largest = std::max(largest, std::abs(a[i][channel] - b[i][channel]));
    }
  }
  return largest;
}

double mean_difference(const std::vector<LdrTexel>& a, const std::vector<LdrTexel>& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t channel = 0; channel < 3; ++channel) sum += std::abs(a[i][channel] - b[i][channel]);
  }
  return sum / (3.0 * double(a.size()));
}

// ---- what is shown ----

/// Encodings in formats that they need; each in every format in --full.
struct StoreCase {
  std::size_t store;
  std::uint32_t encodings;
};
std::vector<StoreCase> store_cases() {
  using photopic::encoding_bit;
  constexpr std::uint32_t kSigned = encoding_bit(OutputEncoding::linear) | encoding_bit(OutputEncoding::scrgb);
  if (!test::full_wanted()) {
    return {{0, encoding_bit(OutputEncoding::automatic) | encoding_bit(OutputEncoding::power22)},
            {2, kSigned | encoding_bit(OutputEncoding::automatic)},
            {3, encoding_bit(OutputEncoding::hdr10) | encoding_bit(OutputEncoding::display_p3)}};
  }
  std::vector<StoreCase> cases;
  for (std::size_t i = 0; i < std::size(test::kStores); ++i) {
    if (!test::can_store(test::kStores[i])) continue;  // refused: DisplayErrors
    cases.push_back({i, photopic::kAllEncodings & ~(test::kStores[i].max_code == 0.0 ? 0u : kSigned)});
  }
  return cases;
}

/// Near what is exact, which a LUT of another encoding isn't: half a percent of the range on average, and 5 % where a
/// saturated colour lies between nodes.
TEST(Baked, EveryFormatAndEncoding) {
  for (const StoreCase& of_store : store_cases()) {
    const test::Store& store = test::kStores[of_store.store];
    photopic::MadeFor info = info_for({ToneMapper::agx_hdr});
    info.encodings = of_store.encodings;
    test::DisplayRig rig(store, info);
    for (std::uint32_t i = 0; i < photopic::kOutputEncodingCount; ++i) {
      if ((info.encodings >> i & 1u) == 0) continue;
      SCOPED_TRACE(testing::Message() << store.name << ", encoding " << i);
      photopic::Settings settings = look(ToneMapper::agx_hdr);
      settings.display.encoding = OutputEncoding(i);
      settings.display.limit_primaries = photopic::LimitPrimaries::p3;
      const std::vector<LdrTexel> baked = rig.show(colors_of_all_kinds(), settings);
      settings.display.transform = DisplayTransform::exact;
      const std::vector<LdrTexel> exact = rig.show(colors_of_all_kinds(), settings);
      double range = store.max_code == 0.0 ? 1.0 : store.max_code;
      if (settings.display.encoding == OutputEncoding::linear) range = 1000.0 / 203.0;
      if (settings.display.encoding == OutputEncoding::scrgb) range = 1000.0 / 80.0;
      EXPECT_LE(largest_difference(baked, exact), 0.05 * range);
      EXPECT_LE(mean_difference(baked, exact), 0.005 * range);
    }
  }
}

TEST(Baked, GreysStayGrey) {
  constexpr ToneMapper kToneMappers[] = {ToneMapper::none, ToneMapper::agx_hdr, ToneMapper::pbr_neutral};
  test::DisplayRig rig(byte_store(), info_for({ToneMapper::none, ToneMapper::agx_hdr, ToneMapper::pbr_neutral}));
  for (const ToneMapper tone_mapper : kToneMappers) {
    double previous = 0.0;
    for (const LdrTexel& texel : rig.show(greys(), look(tone_mapper))) {
      ASSERT_EQ(texel[0], texel[1]);
      ASSERT_EQ(texel[1], texel[2]);
      ASSERT_GE(texel[1], previous);
      previous = texel[1];
    }
    EXPECT_GE(previous, 254.0) << photopic::tone_mapper_name(tone_mapper);
  }
}

TEST(Baked, AnyInputIsDefined) {
  photopic::MadeFor info = info_for({ToneMapper::aces2});
  info.convert_input = true;
  info.exact = false;
  info.encodings = photopic::encoding_bit(OutputEncoding::automatic) | photopic::encoding_bit(OutputEncoding::hdr10) |
                   photopic::encoding_bit(OutputEncoding::scrgb);
  test::DisplayRig rig(test::kStores[2], info);
  constexpr float kValues[] = {test::kNanF, test::kInfinityF, -test::kInfinityF, -1.0f,   -0.0f, 0.0f,
                               0.5f,        65504.0f,         FLT_MAX,           -FLT_MAX};
  std::vector<Rgba> colors;
  for (const float r : kValues) {
    for (const float g : kValues) {
      for (const float b : kValues) colors.push_back({r, g, b, r});
    }
  }
  for (const OutputEncoding encoding : {OutputEncoding::automatic, OutputEncoding::hdr10, OutputEncoding::scrgb}) {
    for (const auto primaries : {photopic::Primaries::bt709, photopic::Primaries::ap0}) {
      photopic::Settings settings = look(ToneMapper::aces2);
      settings.display.encoding = encoding;
      settings.input.primaries = primaries;
      for (const LdrTexel& texel : rig.show(colors, settings)) {
        for (const double value : texel) ASSERT_TRUE(std::isfinite(value));
      }
    }
  }
}

/// Colours of wide primaries that are outside of BT.709 keep their saturation, as in the exact transform.
TEST(Baked, WideInputKeepsItsColors) {
  photopic::MadeFor info = info_for({ToneMapper::agx_hdr});
  info.convert_input = true;
  info.encodings = photopic::encoding_bit(OutputEncoding::hdr10);
  test::DisplayRig rig(test::kStores[2], info);
  photopic::Settings settings = look(ToneMapper::agx_hdr);
  settings.input.primaries = photopic::Primaries::bt2020;
  settings.display.encoding = OutputEncoding::hdr10;
  settings.display.limit_primaries = photopic::LimitPrimaries::bt2020;
  const std::vector<Rgba> colors = {{0.5f, 0, 0, 1}, {0, 0.5f, 0, 1}, {0, 0, 0.5f, 1}, {0.1f, 0.5f, 0, 1}};
  const std::vector<LdrTexel> baked = rig.show(colors, settings);
  settings.display.transform = DisplayTransform::exact;
  const std::vector<LdrTexel> exact = rig.show(colors, settings);
  EXPECT_LE(largest_difference(baked, exact), 0.005);
  settings.input.primaries = photopic::Primaries::bt709;
  EXPECT_GE(largest_difference(rig.show(colors, settings), exact), 0.05);  // other colours
}

TEST(Baked, ChangesOfSettingsShowAtOnce) {
  test::DisplayRig rig(byte_store(), info_for({ToneMapper::none, ToneMapper::agx, ToneMapper::reinhard_extended}));
  const std::vector<Rgba> colors = colors_of_all_kinds();
  std::vector<photopic::Settings> looks = {look(ToneMapper::none), look(ToneMapper::agx),
                                           look(ToneMapper::reinhard_extended), look(ToneMapper::reinhard_extended)};
  looks[3].tone_map.reinhard_white = 1.5f;
  std::vector<std::vector<LdrTexel>> expected;
  for (const photopic::Settings& settings : looks) expected.push_back(rig.show(colors, settings));
  EXPECT_GE(largest_difference(expected[2], expected[3]), 20.0);
  for (const std::size_t i : {0u, 3u, 2u, 1u, 1u, 3u, 0u}) {
    EXPECT_EQ(rig.show(colors, looks[i]), expected[i]) << i;
  }
}

// ---- recordings that the host drops or repeats ----

/// Pictures of one scene, recorded once each.
class Recordings {
 public:
  Recordings(PostProcess& post, const std::vector<photopic::Settings>& looks) {
    for (const photopic::Settings& settings : looks) {
      pictures_.push_back(test::make_ldr(hdr_.extent(), test::k8Bit));
      recordings_.push_back(recorded_.record([&](VkCommandBuffer command_buffer) {
        test::context().check(post.record_finish(command_buffer,
                                                 {.hdr = {hdr_.view()},
                                                  .ldr = {pictures_.back().view()},
                                                  .extent = hdr_.extent(),
                                                  .exposure = {exposure_.handle()}},
                                                 settings));
      }));
    }
  }
  std::vector<LdrTexel> run(std::size_t index) {
    test::Recorded::submit(recordings_[index]);
    return test::read_ldr(pictures_[index]);
  }

 private:
  const test::HdrImage hdr_ =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, VkExtent2D{64, 48}, test::wide_noise(-6.0, 4.0, 5));
  engine::Buffer exposure_ = test::make_exposure(1.0f);
  test::Recorded recorded_;
  std::vector<engine::Image> pictures_;
  std::vector<VkCommandBuffer> recordings_;
};

/// More looks than there are slots.
std::vector<photopic::Settings> many_looks() {
  return {look(ToneMapper::none), look(ToneMapper::agx), look(ToneMapper::hable), look(ToneMapper::reinhard),
          look(ToneMapper::lottes)};
}
PostProcess make_post() {
  photopic::MadeFor info =
      info_for({ToneMapper::none, ToneMapper::agx, ToneMapper::hable, ToneMapper::reinhard, ToneMapper::lottes});
  info.max_extent = {64, 48};
  info.steps = photopic::kToneMapStep;
  info.dither = false;
  info.exact = false;
  return test::make(info);
}
/// Of many_looks(), each the first of an object.
const std::vector<std::vector<LdrTexel>>& pictures_of_new_objects() {
  static const std::vector<std::vector<LdrTexel>> pictures = [] {
    std::vector<std::vector<LdrTexel>> made;
    for (const photopic::Settings& settings : many_looks()) {
      PostProcess post = make_post();
      made.push_back(Recordings(post, {settings}).run(0));
    }
    return made;
  }();
  return pictures;
}

TEST(Baked, RecordingsMayBeDropped) {
  const std::vector<std::vector<LdrTexel>>& expected = pictures_of_new_objects();
  for (std::size_t i = 1; i < expected.size(); ++i) ASSERT_NE(expected[i], expected[0]);
  PostProcess post = make_post();
  Recordings recordings(post, many_looks());
  // 0, 1 and 3, which change the look, are never submitted: 2 has the slot of 0, 4 that of 2.
  EXPECT_EQ(recordings.run(2), expected[2]);
  EXPECT_EQ(recordings.run(4), expected[4]);
}

TEST(Baked, RecordingsMayBeSubmittedAgainInAnyOrder) {
  const std::vector<std::vector<LdrTexel>>& expected = pictures_of_new_objects();
  PostProcess post = make_post();
  Recordings recordings(post, many_looks());
  for (const std::size_t i : {0u, 1u, 2u, 3u, 4u, 0u, 0u, 4u, 2u, 1u, 3u, 0u}) {
    EXPECT_EQ(recordings.run(i), expected[i]) << i;
  }
}

/// Of views with looks of their own, in one command buffer.
TEST(Baked, LooksAlternateInOneSubmission) {
  const std::vector<std::vector<LdrTexel>>& expected = pictures_of_new_objects();
  PostProcess post = make_post();
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, VkExtent2D{64, 48}, test::wide_noise(-6.0, 4.0, 5));
  const engine::Buffer exposure = test::make_exposure(1.0f);
  std::vector<engine::Image> pictures;
  for (std::size_t i = 0; i < 10; ++i) pictures.push_back(test::make_ldr(hdr.extent(), test::k8Bit));
  test::submit([&](VkCommandBuffer command_buffer) {
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      test::context().check(post.record_finish(
          command_buffer,
          {.hdr = {hdr.view()}, .ldr = {pictures[i].view()}, .extent = hdr.extent(), .exposure = {exposure.handle()}},
          many_looks()[i % many_looks().size()]));
    }
  });
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    EXPECT_EQ(test::read_ldr(pictures[i]), expected[i % expected.size()]) << i;
  }
}

TEST(Baked, FusedAndWholeFramesAreThoseOfTheParts) {
  const test::HdrImage hdr =
      test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, VkExtent2D{75, 52}, test::wide_noise(-6.0, 4.0, 5));
  for (const bool dither : {false, true}) {
    photopic::MadeFor info = info_for({ToneMapper::agx, ToneMapper::hable});
    info.max_extent = {75, 52};
    info.exact = false;
    info.dither = dither;
    test::FusedRig rig(info);
    for (const ToneMapper tone_mapper : {ToneMapper::agx, ToneMapper::hable, ToneMapper::agx}) {
      for (int frame = 0; frame < 2; ++frame) {
        test::Shot shot = {.hdr = &hdr};
        shot.settings = look(tone_mapper);
        shot.settings.tone_map.dither = dither;
        rig.expect_shot(shot);
      }
    }
  }
}

// ---- what is refused ----

TEST(Baked, SizesAndNeedsAreChecked) {
  const auto expect_refused = [](const photopic::MadeFor& info, const char* words) {
    PostProcess post;
    EXPECT_EQ(test::create(test::context().lend(), info, &post), Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  };
  for (const std::uint32_t size : {1u, 16u, 66u, ~0u}) {
    expect_refused({.max_extent = {8, 8}, .lut_size = size}, "tuning.lut_size: must be from 17 to 65");
  }
  expect_refused({.max_extent = {8, 8}, .exact = false}, "exact: may be false with a lut_size alone");
}

TEST(Baked, NeedsALut) {
  const test::HdrImage hdr = test::make_hdr(test::kHalf, VkExtent2D{8, 8}, test::wide_noise(-1.0, 1.0, 1));
  const engine::Image ldr = test::make_ldr({8, 8}, test::k8Bit);
  const engine::Buffer exposure = test::make_exposure(1.0f);
  const auto expect_refused = [&](const photopic::MadeFor& info, DisplayTransform transform, const char* words) {
    PostProcess post = test::make(info);
    test::submit([&](VkCommandBuffer command_buffer) {
      const photopic::Frame frame = {
          .hdr = {hdr.view()}, .ldr = {ldr.view()}, .extent = {8, 8}, .exposure = {exposure.handle()}};
      EXPECT_EQ(post.record_finish(command_buffer, frame, look(ToneMapper::agx, transform)), Status::not_prepared);
    });
    EXPECT_NE(test::context().last_message().find(words), std::string::npos) << test::context().last_message();
  };
  expect_refused({.max_extent = {8, 8}, .steps = photopic::kToneMapStep}, DisplayTransform::baked,
                 "display.transform needs a LUT, which is not prepared");
  expect_refused({.max_extent = {8, 8}, .steps = photopic::kToneMapStep, .lut_size = 17, .exact = false},
                 DisplayTransform::exact, "display.transform needs pipelines without a LUT, which is not prepared");
}

}  // namespace
