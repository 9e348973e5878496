// SPDX-License-Identifier: MIT
// Tests of the meter of content light against double precision, in every encoding and in formats of every kind.
#include <photopic/content_light_meter.h>

#include <bit>
#include <cstring>
#include <limits>
#include <random>

#include "gpu/fixture.h"
#include "gpu/hdr_image.h"
#include "gpu/loader_shim.h"
#include "reference/display/picture_light.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"

namespace {

using photopic::ContentLightMeter;
using photopic::ContentLightStatistics;
using photopic::OutputEncoding;
using reference::PictureLight;
using reference::Rgb;

constexpr float kWhite = 250.0f, kScrgb = 80.0f;

/// A picture of codes or numbers of one format.
struct Stored {
  std::vector<std::byte> bytes;
  std::vector<Rgb> values;  ///< as a shader reads them

  template <class T>
  void append(const T& texel) {
    const auto* const from = reinterpret_cast<const std::byte*>(&texel);
    bytes.insert(bytes.end(), from, from + sizeof texel);
  }

  /// `signal`: rounded to what the format holds.
  void add(VkFormat format, Rgb signal) {
    const auto code = [](double x, double peak) { return std::uint32_t(std::lround(std::clamp(x, 0.0, 1.0) * peak)); };
    const auto keep = [&](double peak) {
      values.push_back(per_channel(signal, [&](double x) { return code(x, peak) / peak; }));
    };
    switch (format) {
      case VK_FORMAT_R8G8B8A8_UNORM:
        append(code(signal.r, 255) | code(signal.g, 255) << 8 | code(signal.b, 255) << 16 | 0x7f000000u);
        return keep(255);
      case VK_FORMAT_B8G8R8A8_UNORM:
        append(code(signal.b, 255) | code(signal.g, 255) << 8 | code(signal.r, 255) << 16);
        return keep(255);
      case VK_FORMAT_A2B10G10R10_UNORM_PACK32:
        append(code(signal.r, 1023) | code(signal.g, 1023) << 10 | code(signal.b, 1023) << 20);
        return keep(1023);
      case VK_FORMAT_A2R10G10B10_UNORM_PACK32:
        append(code(signal.b, 1023) | code(signal.g, 1023) << 10 | code(signal.r, 1023) << 20);
        return keep(1023);
      case VK_FORMAT_R16G16B16A16_UNORM:
        for (const double x : {signal.r, signal.g, signal.b, 1.0}) append(std::uint16_t(code(x, 65535)));
        return keep(65535);
      case VK_FORMAT_R16G16B16A16_SFLOAT: {
        const auto half = [](double x) { return reference::double_to_half(x); };
        for (const double x : {signal.r, signal.g, signal.b, 1.0}) append(half(x));
        values.push_back(per_channel(signal, [&](double x) { return reference::half_to_double(half(x)); }));
        return;
      }
      default:
        for (const double x : {signal.r, signal.g, signal.b, 1.0}) append(float(x));
        values.push_back(per_channel(signal, [](double x) { return double(float(x)); }));
    }
  }
};

/// Nits of a stored texel in its own primaries, written from docs/display.md.
Rgb nits_of(OutputEncoding encoding, Rgb stored) {
  const auto light = [&](double x) -> double {
    switch (encoding) {
      case OutputEncoding::hdr10:
        return reference::pq_decode(x);
      case OutputEncoding::scrgb:
        return x * double(kScrgb);
      case OutputEncoding::linear:
        return x * double(kWhite);
      case OutputEncoding::power22:
        return reference::power_decode(x, 2.2) * double(kWhite);
      default:
        return reference::srgb_decode(x) * double(kWhite);
    }
  };
  if (encoding == OutputEncoding::hlg) return reference::hlg_decode(stored, 1000.0);
  return per_channel(stored, light);
}

reference::Primaries primaries_of(OutputEncoding encoding) {
  if (encoding == OutputEncoding::hdr10 || encoding == OutputEncoding::hlg) return reference::kBt2020;
  return encoding == OutputEncoding::display_p3 ? reference::kP3D65 : reference::kBt709;
}

PictureLight reference_of(OutputEncoding encoding, const std::vector<Rgb>& values) {
  std::vector<Rgb> nits;
  for (const Rgb value : values) nits.push_back(nits_of(encoding, value));
  return picture_light(nits, primaries_of(encoding));
}

/// Smooth areas, noise, and texels of one colour; of floats, channels below 0 and lights far above white.
Stored make_picture(VkExtent2D extent, VkFormat format, OutputEncoding encoding) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(0.0, 1.0);
  const bool is_of_floats = encoding == OutputEncoding::scrgb || encoding == OutputEncoding::linear;
  Stored picture;
  for (std::uint32_t y = 0; y < extent.height; ++y) {
    for (std::uint32_t x = 0; x < extent.width; ++x) {
      Rgb signal = {uniform(random), uniform(random), uniform(random)};
      if (x % 64 < 20) signal = reference::grey((x + y) / double(extent.width + extent.height));
      if (y % 32 < 6) signal = {0.02, 0.31, 0.22};
      if (is_of_floats) {
        signal = per_channel(signal, [](double c) { return std::exp2(14.0 * c - 9.0); });
        if (x % 7 == 0) signal.g = -0.1 * signal.r;
      }
      picture.add(format, signal);
    }
  }
  return picture;
}

class Rig {
 public:
  Rig(VkFormat format, OutputEncoding encoding, const photopic::Device& device = test::context().lend())
      : format_(format) {
    test::context().check(ContentLightMeter::create(device, {.format = format, .encoding = encoding}, &meter));
  }

  void upload(VkExtent2D extent, const std::vector<std::byte>& bytes) {
    image_ =
        engine::Image(test::context(), extent, format_, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    engine::upload(test::context(), image_, bytes);
  }

  void record(VkCommandBuffer commands, std::uint64_t number) {
    test::context().check(meter.record(commands, {.ldr = image_.view(),
                                                  .extent = image_.extent(),
                                                  .number = number,
                                                  .paper_white_nits = kWhite,
                                                  .scrgb_reference_nits = kScrgb}));
  }

  ContentLightStatistics submit(std::uint64_t number = 0) {
    test::submit([&](VkCommandBuffer commands) { record(commands, number); });
    return statistics();
  }

  ContentLightStatistics statistics() const {
    ContentLightStatistics statistics;
    EXPECT_TRUE(meter.statistics(&statistics));
    return statistics;
  }

  std::vector<std::uint32_t> histogram() const {
    std::vector<std::uint32_t> bins(photopic::kContentLightBins);
    const std::vector<std::byte> bytes =
        engine::read_back(test::context(), meter.histogram_buffer(), 0, bins.size() * sizeof bins[0]);
    std::memcpy(bins.data(), bytes.data(), bytes.size());
    return bins;
  }

  ContentLightMeter meter;

 private:
  VkFormat format_;
  engine::Image image_;
};

void expect_light(const ContentLightStatistics& actual, const PictureLight& expected) {
  constexpr double kRelative = 1e-3;         // what the class promises
  constexpr double kBin = 1.0 / 64.0 * 0.7;  // 1/64 stop
  constexpr double kBorderTexels = 1e-4;     // colours on the border of two sets of primaries
  const auto near = [](const char* name, float got, double wanted, double relative) {
    EXPECT_NEAR(double(got), wanted, relative * wanted) << name;
  };
  EXPECT_EQ(actual.valid_texels, expected.valid);
  EXPECT_EQ(actual.invalid_texels, expected.invalid);
  near("MaxCLL", actual.light.max_cll_nits, expected.light.max_nits, kRelative);
  near("MaxFALL", actual.light.max_fall_nits, expected.light.mean_nits, kRelative);
  near("mean", actual.mean_nits, expected.mean_nits, kRelative);
  near("geometric mean", actual.geometric_mean_nits, expected.geometric_mean_nits, kRelative);
  near("least", actual.min_nits, expected.min_nits, kRelative);
  near("99.99 %", actual.p9999_nits, expected.p9999_nits, kBin);
  for (std::size_t i = 0; i < actual.percentiles_nits.size(); ++i) {
    near("percentile", actual.percentiles_nits[i], expected.percentiles_nits[i], kBin);
  }
  const auto share = [&](std::size_t texels) {
    return double(texels) / double(std::max<std::size_t>(expected.valid, 1));
  };
  EXPECT_NEAR(double(actual.beyond_bt709), share(expected.beyond_bt709), kBorderTexels);
  EXPECT_NEAR(double(actual.beyond_p3), share(expected.beyond_p3), kBorderTexels);
}

struct StoredCase {
  VkFormat format;
  OutputEncoding encoding;
};

class ContentLightMeterEncodings : public testing::TestWithParam<StoredCase> {};

TEST_P(ContentLightMeterEncodings, AreThoseOfTheReference) {
  const auto [format, encoding] = GetParam();
  Rig rig(format, encoding);
  // No whole tiles, less than one, several.
  for (const VkExtent2D extent : {VkExtent2D{301, 67}, VkExtent2D{1, 1}, VkExtent2D{64, 128}, VkExtent2D{37, 3}}) {
    SCOPED_TRACE(std::to_string(extent.width) + "x" + std::to_string(extent.height));
    const Stored picture = make_picture(extent, format, encoding);
    rig.upload(extent, picture.bytes);
    const PictureLight expected = reference_of(encoding, picture.values);
    expect_light(rig.submit(), expected);
    const bool is_wide = encoding != OutputEncoding::srgb && encoding != OutputEncoding::power22;
    if (extent.width > 100) {
      EXPECT_EQ(expected.beyond_bt709 > 0, is_wide);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stored, ContentLightMeterEncodings,
                         testing::Values(StoredCase{VK_FORMAT_R8G8B8A8_UNORM, OutputEncoding::srgb},
                                         StoredCase{VK_FORMAT_B8G8R8A8_UNORM, OutputEncoding::power22},
                                         StoredCase{VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::display_p3},
                                         StoredCase{VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::hdr10},
                                         StoredCase{VK_FORMAT_A2R10G10B10_UNORM_PACK32, OutputEncoding::hlg},
                                         StoredCase{VK_FORMAT_R16G16B16A16_UNORM, OutputEncoding::hdr10},
                                         StoredCase{VK_FORMAT_R16G16B16A16_UNORM, OutputEncoding::srgb},
                                         StoredCase{VK_FORMAT_R16G16B16A16_SFLOAT, OutputEncoding::scrgb},
                                         StoredCase{VK_FORMAT_R16G16B16A16_SFLOAT, OutputEncoding::hdr10},
                                         StoredCase{VK_FORMAT_R32G32B32A32_SFLOAT, OutputEncoding::linear}),
                         [](const auto& shown) {
                           return "Format" + std::to_string(int(shown.param.format)) + "Encoding" +
                                  std::to_string(int(shown.param.encoding));
                         });

/// The device decodes _SRGB views: llvmpipe's curve is off by 2 % in the dark, and by 1e-3 where most of the light is.
TEST(ContentLightMeter, DecodedViewsGiveTheSameLight) {
  constexpr VkExtent2D kExtent = {97, 35};
  const Stored picture = make_picture(kExtent, VK_FORMAT_R8G8B8A8_UNORM, OutputEncoding::srgb);
  const PictureLight expected = reference_of(OutputEncoding::srgb, picture.values);
  for (const VkFormat format : {VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_A8B8G8R8_SRGB_PACK32}) {
    Rig rig(format, OutputEncoding::automatic);
    rig.upload(kExtent, picture.bytes);
    const ContentLightStatistics light = rig.submit();
    EXPECT_NEAR(double(light.light.max_cll_nits), expected.light.max_nits, 2e-3 * expected.light.max_nits);
    EXPECT_NEAR(double(light.light.max_fall_nits), expected.light.mean_nits, 2e-3 * expected.light.mean_nits);
    EXPECT_EQ(light.beyond_bt709, 0.0f);
  }
}

TEST(ContentLightMeter, InvalidTexelsAreCountedAndLeftOut) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN(), kInf = std::numeric_limits<double>::infinity();
  Rig rig(VK_FORMAT_R16G16B16A16_SFLOAT, OutputEncoding::scrgb);
  Stored picture;
  for (const Rgb texel : {Rgb{1, kNan, 1}, Rgb{kInf, 0, 0}, Rgb{1, 1, -kInf}, Rgb{0.5, -0.25, 0.25}, Rgb{-1, -1, 2},
                          Rgb{2, 1, 0.5}, Rgb{0, 0, 0}, Rgb{300, 300, 300}}) {
    picture.add(VK_FORMAT_R16G16B16A16_SFLOAT, texel);
  }
  rig.upload({8, 1}, picture.bytes);
  const ContentLightStatistics light = rig.submit(9);
  expect_light(light, reference_of(OutputEncoding::scrgb, picture.values));
  EXPECT_EQ(light.invalid_texels, 5u);  // two of them have a luminance below 0
  EXPECT_EQ(light.light.max_cll_nits, 10000.0f);
  EXPECT_EQ(light.number, 9u);

  Stored none;
  none.add(VK_FORMAT_R16G16B16A16_SFLOAT, {kNan, kNan, kNan});
  rig.upload({1, 1}, none.bytes);
  const ContentLightStatistics nothing = rig.submit();
  EXPECT_EQ(nothing.valid_texels, 0u);
  EXPECT_EQ(nothing.invalid_texels, 1u);
  EXPECT_EQ(nothing.light.max_cll_nits, 0.0f);
  EXPECT_EQ(nothing.mean_nits, 0.0f);
}

/// -0 is black. Its bits would be above those of every other number.
TEST(ContentLightMeter, NegativeZeroIsBlack) {
  for (const StoredCase& stored : {StoredCase{VK_FORMAT_R16G16B16A16_SFLOAT, OutputEncoding::scrgb},
                                   StoredCase{VK_FORMAT_R32G32B32A32_SFLOAT, OutputEncoding::linear}}) {
    Rig rig(stored.format, stored.encoding);
    Stored picture;
    for (const double level : {-0.0, 1.0, -0.0, 2.0}) picture.add(stored.format, reference::grey(level));
    rig.upload({4, 1}, picture.bytes);
    const ContentLightStatistics light = rig.submit();
    const float one = stored.encoding == OutputEncoding::scrgb ? kScrgb : kWhite;
    EXPECT_EQ(light.valid_texels, 4u);
    EXPECT_NEAR(light.light.max_cll_nits, 2.0f * one, 1e-3f * one);
    EXPECT_NEAR(light.light.max_fall_nits, 0.75f * one, 1e-3f * one);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(light.min_nits), 0u);
    EXPECT_EQ(light.percentiles_nits[0], 0.0f);
    EXPECT_EQ(rig.histogram()[0], 2u);

    Stored black;
    black.add(stored.format, reference::grey(-0.0));
    rig.upload({1, 1}, black.bytes);
    EXPECT_EQ(std::bit_cast<std::uint32_t>(rig.submit().light.max_cll_nits), 0u);
  }
}

TEST(ContentLightMeter, PicturesOfOneColor) {
  Rig rig(VK_FORMAT_R32G32B32A32_SFLOAT, OutputEncoding::linear);
  // More tiles than workgroups, each with as many as its bins hold.
  constexpr VkExtent2D kExtent = {2048, 1984};
  for (const double level : {0.0, 1.0 / 7.0}) {
    Stored texel;
    texel.add(VK_FORMAT_R32G32B32A32_SFLOAT, reference::grey(level));
    std::vector<std::byte> bytes;
    for (std::uint32_t i = 0; i < kExtent.width; ++i) {
      bytes.insert(bytes.end(), texel.bytes.begin(), texel.bytes.end());
    }
    const std::vector<std::byte> row = bytes;
    for (std::uint32_t y = 1; y < kExtent.height; ++y) bytes.insert(bytes.end(), row.begin(), row.end());
    rig.upload(kExtent, bytes);
    const ContentLightStatistics light = rig.submit();
    const double nits = level * double(kWhite);
    EXPECT_EQ(light.valid_texels, kExtent.width * kExtent.height);
    for (const float value :
         {light.light.max_cll_nits, light.light.max_fall_nits, light.mean_nits, light.min_nits,
          light.geometric_mean_nits, light.p9999_nits, light.percentiles_nits[0], light.percentiles_nits[4]}) {
      EXPECT_NEAR(double(value), nits, 1e-3 * nits);
    }
    const std::vector<std::uint32_t> bins = rig.histogram();
    const auto full = std::size_t(std::max_element(bins.begin(), bins.end()) - bins.begin());
    EXPECT_EQ(bins[full], light.valid_texels);
    EXPECT_LE(photopic::content_light_bin_nits(std::uint32_t(full)), light.min_nits);
    EXPECT_GT(photopic::content_light_bin_nits(std::uint32_t(full) + 1), light.min_nits);
  }
}

void expect_same(const ContentLightStatistics& a, const ContentLightStatistics& b) {
  EXPECT_EQ(a.light.max_cll_nits, b.light.max_cll_nits);
  EXPECT_EQ(a.light.max_fall_nits, b.light.max_fall_nits);
  EXPECT_EQ(a.mean_nits, b.mean_nits);
  EXPECT_EQ(a.geometric_mean_nits, b.geometric_mean_nits);
  EXPECT_EQ(a.percentiles_nits, b.percentiles_nits);
  EXPECT_EQ(a.beyond_bt709, b.beyond_bt709);
}

/// Recordings may be dropped and submitted again; the newest measurement is read.
TEST(ContentLightMeter, EveryMeasurementHasTheSameBits) {
  constexpr VkExtent2D kExtent = {301, 67};
  const Stored picture = make_picture(kExtent, VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::hdr10);
  test::LoaderShim shim(test::context());
  shim.separate_memory();
  Rig rig(VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::hdr10);
  Rig separate(VK_FORMAT_A2B10G10R10_UNORM_PACK32, OutputEncoding::hdr10, shim.device());  // sums that nobody zeroed
  ContentLightStatistics none;
  EXPECT_FALSE(rig.meter.statistics(&none));
  const ContentLightStatistics* first = nullptr;
  ContentLightStatistics kept;
  for (Rig* const one : {&rig, &separate}) {
    one->upload(kExtent, picture.bytes);
    for (std::uint64_t number = 1; number < 8; ++number) {
      if (number == 3) {  // recorded, never submitted
        engine::CommandRing ring(test::context(), 1);
        one->record(ring.begin(), number);
        continue;
      }
      const ContentLightStatistics light = one->submit(number << 33);
      EXPECT_EQ(light.number, number << 33);
      if (first == nullptr) first = &(kept = light);
      expect_same(light, *first);
    }
  }
  test::submit([&](VkCommandBuffer commands) {  // more than there are slots
    for (std::uint64_t number = 100; number < 109; ++number) rig.record(commands, number);
  });
  EXPECT_EQ(rig.statistics().number, 108u);
  expect_same(rig.statistics(), *first);
}

/// The final pass, which stores a picture, and the meter, which reads it, find the same light.
TEST(ContentLightMeter, IsThatOfTheFinalPass) {
  constexpr VkExtent2D kExtent = {131, 45};
  const test::HdrImage hdr = test::make_hdr(VK_FORMAT_R16G16B16A16_SFLOAT, kExtent, test::wide_noise(-6.0, 3.0, 5));
  const engine::Image ldr(test::context(), kExtent, VK_FORMAT_R8G8B8A8_UNORM,
                          VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT);
  const engine::Buffer one = test::make_exposure(1.0f);
  const engine::Buffer sums(test::context(), sizeof(photopic::gpu::ContentLightSums),
                            VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::upload);
  std::memset(sums.mapped().data(), 0, sums.mapped().size());
  photopic::PostProcess post = test::make({.max_extent = kExtent,
                                           .steps = photopic::kToneMapStep,
                                           .tone_mappers = photopic::tone_mapper_bit(photopic::ToneMapper::reinhard),
                                           .content_light = true});
  photopic::Settings settings;
  settings.tone_map.tone_mapper = photopic::ToneMapper::reinhard;
  settings.display.paper_white_nits = kWhite;
  ContentLightMeter meter;
  test::context().check(ContentLightMeter::create(test::context().lend(), {}, &meter));
  test::submit([&](VkCommandBuffer commands) {
    engine::image_barrier(test::context(), commands, ldr.handle(), VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                          engine::kComputeWrite, engine::kComputeWrite);
    test::context().check(post.record_finish(commands,
                                             {.hdr = {hdr.view()},
                                              .ldr = {ldr.view()},
                                              .extent = kExtent,
                                              .exposure = {one.handle()},
                                              .content_light = {sums.handle()}},
                                             settings));
    engine::memory_barrier(test::context(), commands, engine::kComputeWrite, engine::kComputeRead | engine::kHostRead);
    test::context().check(meter.record(
        commands,
        {.ldr = ldr.view(), .layout = VK_IMAGE_LAYOUT_GENERAL, .extent = kExtent, .paper_white_nits = kWhite}));
  });
  photopic::gpu::ContentLightSums read;
  std::memcpy(&read, sums.mapped().data(), sizeof read);
  const photopic::ContentLight stored = photopic::content_light_of(read);
  ContentLightStatistics light;
  ASSERT_TRUE(meter.statistics(&light));
  EXPECT_GT(stored.max_cll_nits, 100.0f);
  // llvmpipe's power of 2.4 is off by up to 7e-4 (DisplayContentLight), and more in the dark.
  constexpr float kPower = 1.5e-3f;
  EXPECT_NEAR(light.light.max_cll_nits, stored.max_cll_nits, kPower * stored.max_cll_nits);
  EXPECT_NEAR(light.light.max_fall_nits, stored.max_fall_nits, kPower * stored.max_fall_nits);
}

TEST(ContentLightMeter, RefusalsNameTheArgument) {
  ContentLightMeter meter;
  const auto expect_refused = [&](const photopic::ContentLightCreateInfo& info, const char* word) {
    EXPECT_EQ(ContentLightMeter::create(test::context().lend(), info, &meter), photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find(word), std::string::npos) << test::context().last_message();
  };
  expect_refused({.statistics_slots = 0}, "ContentLightMeter::create: statistics_slots");
  expect_refused({.format = VK_FORMAT_R5G6B5_UNORM_PACK16}, "format");
  expect_refused({.encoding = OutputEncoding(8)}, "encoding");
  expect_refused({.format = VK_FORMAT_A8B8G8R8_SRGB_PACK32, .encoding = OutputEncoding::srgb}, "encoding");
  ContentLightStatistics statistics;
  EXPECT_FALSE(meter.statistics(&statistics));
  EXPECT_EQ(meter.histogram_buffer(), VkBuffer(VK_NULL_HANDLE));
  EXPECT_EQ(meter.memory_bytes(), 0u);

  ASSERT_EQ(ContentLightMeter::create(test::context().lend(), {}, &meter), photopic::Status::ok);
  const engine::Image image(test::context(), {4, 4}, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_SAMPLED_BIT);
  const auto expect_frame_refused = [&](photopic::ContentLightFrame frame, const char* word) {
    engine::CommandRing ring(test::context(), 1);
    EXPECT_EQ(meter.record(ring.begin(), frame), photopic::Status::invalid_argument);
    EXPECT_NE(test::context().last_message().find(word), std::string::npos) << test::context().last_message();
  };
  const photopic::ContentLightFrame right = {.ldr = image.view(), .extent = {4, 4}};
  photopic::ContentLightFrame wrong = right;
  wrong.ldr = VK_NULL_HANDLE;
  expect_frame_refused(wrong, "ContentLightMeter::record: ldr");
  wrong = right;
  wrong.layout = VK_IMAGE_LAYOUT_UNDEFINED;
  expect_frame_refused(wrong, "layout");
  wrong = right;
  wrong.extent.height = 32769;
  expect_frame_refused(wrong, "extent.height");
  wrong = right;
  wrong.paper_white_nits = 0.0f;
  expect_frame_refused(wrong, "paper_white_nits");
  wrong = right;
  wrong.scrgb_reference_nits = std::numeric_limits<float>::quiet_NaN();
  expect_frame_refused(wrong, "scrgb_reference_nits");
}

}  // namespace
