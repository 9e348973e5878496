// SPDX-License-Identifier: MIT
// Tests of the light of a picture's content, measured as it is tone mapped: against the texels read back, in bands, of
// baked looks.
#include <photopic/hdr_display.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "display/display_rig.h"
#include "reference/display/transfer.h"
#include "reference/texel_formats.h"

namespace {

using photopic::OutputEncoding;
using photopic::ToneMapper;
using reference::Rgb;

constexpr VkExtent2D kLightExtent = {301, 67};  // no whole tiles
constexpr float kPaperWhite = 203.0f;

struct LightCase {
  OutputEncoding encoding;
  VkFormat format;
};

std::uint64_t sum_of(const photopic::gpu::ContentLightSums& sums) {
  return sums.sum_low + (std::uint64_t{sums.sum_high} << 16);
}

/// Nits of a stored texel's channels, written from docs/display.md.
Rgb nits_of(OutputEncoding encoding, Rgb stored) {
  const auto light = [&](double x) -> double {
    switch (encoding) {
      case OutputEncoding::hdr10:
        return reference::pq_decode(x);
      case OutputEncoding::scrgb:
        return x * 80.0;
      case OutputEncoding::automatic:  // halves
        return x * double(kPaperWhite);
      default:
        return reference::srgb_decode(x) * double(kPaperWhite);
    }
  };
  if (encoding == OutputEncoding::hlg) return reference::hlg_decode(stored, 1000.0);
  return per_channel(stored, light);
}

class DisplayContentLight : public testing::TestWithParam<LightCase> {
 protected:
  struct Measured {
    photopic::gpu::ContentLightSums sums;
    std::vector<Rgb> stored;
  };

  static photopic::PostProcess make_post() {
    return test::make({.max_extent = kLightExtent,
                       .steps = photopic::kToneMapStep,
                       .ldr_format = GetParam().format,
                       .encodings = photopic::encoding_bit(GetParam().encoding),
                       .tone_mappers = photopic::tone_mapper_bit(ToneMapper::agx_hdr),
                       .lut_size = 17,
                       .dither = false,
                       .content_light = true});
  }

  Measured measure(photopic::PostProcess& post, std::uint32_t band_rows,
                   photopic::DisplayTransform transform = photopic::DisplayTransform::exact) {
    photopic::Settings settings;
    settings.tone_map.tone_mapper = ToneMapper::agx_hdr;
    settings.display = {.encoding = GetParam().encoding, .paper_white_nits = kPaperWhite, .transform = transform};
    const engine::Image ldr = test::make_ldr(kLightExtent, GetParam().format);
    const engine::Buffer light(test::context(), sizeof(photopic::gpu::ContentLightSums),
                               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, engine::MemoryUse::upload);
    std::memset(light.mapped().data(), 0, light.mapped().size());
    for (std::uint32_t row = 0; row < kLightExtent.height; row += band_rows) {
      const VkExtent2D band = {kLightExtent.width, std::min(band_rows, kLightExtent.height - row)};
      test::submit([&](VkCommandBuffer commands) {
        const photopic::Frame frame = {.hdr = {hdr_.view()},
                                       .ldr = {ldr.view()},
                                       .extent = band,
                                       .offset = {0, std::int32_t(row)},
                                       .ldr_offset = {0, std::int32_t(row)},
                                       .exposure = {one_.handle()},
                                       .content_light = {light.handle()}};
        test::context().check(post.record_finish(commands, frame, settings));
        engine::memory_barrier(test::context(), commands, engine::kComputeWrite, engine::kHostRead);
      });
    }
    Measured measured = {};
    std::memcpy(&measured.sums, light.mapped().data(), sizeof measured.sums);
    const std::vector<std::byte> bytes = engine::read_back(test::context(), ldr);
    for (std::size_t i = 0; i < std::size_t(kLightExtent.width) * kLightExtent.height; ++i) {
      measured.stored.push_back(stored_at(bytes, i));
    }
    return measured;
  }

 private:
  static Rgb stored_at(const std::vector<std::byte>& bytes, std::size_t i) {
    if (GetParam().format == VK_FORMAT_R16G16B16A16_SFLOAT) {
      std::uint16_t halves[4];
      std::memcpy(halves, bytes.data() + i * sizeof halves, sizeof halves);
      const auto number = [&](std::size_t channel) { return reference::half_to_double(halves[channel]); };
      return {number(0), number(1), number(2)};
    }
    std::uint32_t word;
    std::memcpy(&word, bytes.data() + 4 * i, sizeof word);
    const bool is_10 = GetParam().format == VK_FORMAT_R32_UINT;
    const auto code = [&](std::uint32_t channel) {
      return is_10 ? (word >> 10 * channel & 1023u) / 1023.0 : (word >> 8 * channel & 255u) / 255.0;
    };
    return {code(0), code(1), code(2)};
  }

  test::HdrImage hdr_ = test::make_hdr(VK_FORMAT_R32G32B32A32_SFLOAT, kLightExtent, test::wide_noise(-6.0, 5.0, 5));
  engine::Buffer one_ = test::make_exposure(1.0f);
};

/// The brightest texel and the mean are those of what was stored, and the same in bands and in every run.
TEST_P(DisplayContentLight, IsThatOfTheTexels) {
  photopic::PostProcess post = make_post();
  for (const auto transform : {photopic::DisplayTransform::exact, photopic::DisplayTransform::baked}) {
    const Measured whole = measure(post, kLightExtent.height, transform);
    double most = 0.0, sum = 0.0;
    for (const Rgb stored : whole.stored) {
      const double nits = std::clamp(reference::max_channel(nits_of(GetParam().encoding, stored)), 0.0, 10000.0);
      most = std::max(most, nits);
      sum += nits;
    }
    const auto count = double(whole.stored.size());
    const photopic::ContentLight light = photopic::content_light_of(whole.sums);
    EXPECT_EQ(whole.sums.texels, whole.stored.size());
    ASSERT_GT(most, 150.0);
    // A curve in float, 1.4e-5 of PQ's signal, 2e-4 of the light; sRGB's power of 2.4, where llvmpipe is off by up to
    // 7e-4; halves are the nearest. A 64th of a nit is the unit of the sum.
    const double relative = GetParam().format == VK_FORMAT_R32_UINT ? 2e-4 : 1.2e-3;
    EXPECT_NEAR(double(light.max_cll_nits), most, relative * most);
    EXPECT_NEAR(double(light.max_fall_nits), sum / count, relative * sum / count + 1.0 / 64.0);

    for (const std::uint32_t rows : {kLightExtent.height, 13u}) {
      const Measured again = measure(post, rows, transform);
      EXPECT_EQ(again.sums.max_nits_bits, whole.sums.max_nits_bits) << rows;
      EXPECT_EQ(sum_of(again.sums), sum_of(whole.sums)) << rows;
      EXPECT_EQ(again.sums.texels, whole.sums.texels) << rows;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Encodings, DisplayContentLight,
                         testing::Values(LightCase{OutputEncoding::hdr10, VK_FORMAT_R32_UINT},
                                         LightCase{OutputEncoding::hlg, VK_FORMAT_R32_UINT},
                                         LightCase{OutputEncoding::srgb, VK_FORMAT_R8G8B8A8_UNORM},
                                         LightCase{OutputEncoding::scrgb, VK_FORMAT_R16G16B16A16_SFLOAT},
                                         LightCase{OutputEncoding::automatic, VK_FORMAT_R16G16B16A16_SFLOAT}),
                         [](const auto& shown) { return "Encoding" + std::to_string(int(shown.param.encoding)); });

TEST(DisplayContentLightOf, NothingIsUnknown) {
  EXPECT_EQ(photopic::content_light_of({}).max_cll_nits, 0.0f);
  const photopic::gpu::ContentLightSums sums = {0x44160000u, 6400u, 3u, 10u};  // 600 nits; 6400 + 3 * 65536 over 64
  EXPECT_EQ(photopic::content_light_of(sums).max_cll_nits, 600.0f);
  EXPECT_FLOAT_EQ(photopic::content_light_of(sums).max_fall_nits, 317.2f);
}

}  // namespace
