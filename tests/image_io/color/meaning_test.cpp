// SPDX-License-Identifier: MIT
// Tests of what codes mean: code points, gamma, chromaticities, and which statement of a file counts.
#include <cmath>
#include <optional>
#include <string>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"

namespace io_test {
namespace {

using image_io::Chromaticities;
using image_io::ReadOptions;

constexpr std::array<double, 8> kBt2020Xy = {.708, .292, .170, .797, .131, .046, .3127, .3290};
constexpr Chromaticities kBt2020Floats = {.708f, .292f, .170f, .797f, .131f, .046f, .3127f, .3290f};
constexpr Chromaticities kP3Floats = {.680f, .320f, .265f, .690f, .150f, .060f, .3127f, .3290f};

double srgb_light(double signal) {
  return signal <= 0.04045 ? signal / 12.92 : std::pow((signal + 0.055) / 1.055, 2.4);
}

class ImageFileMeaning : public FolderTest {
 protected:
  std::filesystem::path file(const Bytes& bytes) {
    write_file(folder_ / "a.png", bytes);
    return folder_ / "a.png";
  }
  std::filesystem::path file(const std::vector<PngChunk>& chunks, unsigned bits = 8,
                             const std::vector<unsigned>& codes = {0, 51, 128, 255}) {
    return file(with_chunks(grey_row_png(bits, codes), chunks));
  }
  /// Of a grey signal in a picture of 16 bits.
  double light(const std::vector<PngChunk>& chunks, double signal, const ReadOptions& options = {}) {
    const auto code = static_cast<unsigned>(std::lround(signal * 65535.0));
    const std::vector<float> texels = light_of(file(chunks, 16, {code}), options);
    EXPECT_EQ(texels[0], texels[1]);
    EXPECT_EQ(texels[0], texels[2]);
    return double{texels[0]};
  }
};

TEST_F(ImageFileMeaning, TheFirstStatementThatCanBeUsedCounts) {
  struct Statement {
    PngChunk chunk;
    double exponent;  ///< of its curve
    std::optional<Chromaticities> primaries;
  };
  // In the order of precedence: cICP, iCCP, sRGB; then gamma and chromaticities, each on its own.
  const Statement statements[] = {{cicp_chunk(12, 4), 2.2, kP3Floats},
                                  {profile_chunk(matrix_profile(kAdobeColorants, power_curve(1.8))), 1.8, std::nullopt},
                                  {srgb_chunk(), 0.0, std::nullopt},
                                  {gamma_chunk(50000), 2.0, std::nullopt},
                                  {chromaticities_chunk(kBt2020Xy), 0.0, kBt2020Floats}};
  constexpr unsigned kCount = std::size(statements), kGamma = 3, kChromaticities = 4;
  for (unsigned set = 0; set < 1u << kCount; ++set) {
    const auto has = [&](unsigned which) { return (set >> which & 1u) != 0; };
    std::vector<PngChunk> chunks;
    for (unsigned i = kCount; i-- > 0;) {  // in another order than that
      if (has(i)) chunks.push_back(statements[i].chunk);
    }
    double exponent = has(kGamma) ? 2.0 : 0.0;
    std::optional<Chromaticities> primaries;
    if (has(kChromaticities)) primaries = kBt2020Floats;
    for (unsigned i = kGamma; i-- > 0;) {
      if (!has(i)) continue;
      exponent = statements[i].exponent;
      primaries = statements[i].primaries;
    }
    const std::vector<float> texels = light_of(file(chunks));
    const double expected = exponent == 0.0 ? srgb_light(0.2) : std::pow(0.2, exponent);
    EXPECT_NEAR(texels[4], expected, 1e-4 * expected) << "of " << set;  // the profile's white has 5 digits
    EXPECT_NEAR(texels[12], 1.0, 1e-4) << set;
    const image_io::Facts facts = facts_of(folder_ / "a.png");
    EXPECT_EQ(facts.chromaticities, primaries) << set;
    EXPECT_EQ(facts.note, "") << set;
    EXPECT_EQ(facts.has_applied_profile, has(1) && !has(0)) << set;
  }
}

TEST_F(ImageFileMeaning, EveryTransferOfH273) {
  // Light of signal 0.5, 1 = white; PQ and HLG in cd/m2 for a peak of 1000.
  const std::pair<unsigned, double> kRelative[] = {{1, std::pow(0.5, 2.4)},
                                                   {2, srgb_light(0.5)},
                                                   {4, std::pow(0.5, 2.2)},
                                                   {5, std::pow(0.5, 2.8)},
                                                   {6, std::pow(0.5, 2.4)},
                                                   {7, std::pow(0.5, 2.4)},
                                                   {8, 0.5},
                                                   {11, std::pow(0.5, 2.4)},
                                                   {12, std::pow(0.5, 2.4)},
                                                   {13, srgb_light(0.5)},
                                                   {14, std::pow(0.5, 2.4)},
                                                   {15, std::pow(0.5, 2.4)},
                                                   {17, 52.37 / 48.0 * std::pow(0.5, 2.6)}};
  for (const auto& [transfer, expected] : kRelative) {
    const double signal = std::round(0.5 * 65535.0) / 65535.0;
    EXPECT_NEAR(light({cicp_chunk(1, transfer)}, signal), expected, 1e-4) << transfer;
    EXPECT_EQ(facts_of(folder_ / "a.png").note, "");
  }
  // ITU-R BT.2408-7: 203 cd/m2 are 58 % of PQ and 75 % of HLG, which is made for 1000 cd/m2. BT.2100, table 4: full
  // signal of PQ is 10000.
  EXPECT_NEAR(light({cicp_chunk(9, 16)}, 0.580688881), 1.0, 2e-4);
  EXPECT_NEAR(light({cicp_chunk(9, 16)}, 1.0), 10000.0 / 203.0, 1e-4);
  EXPECT_NEAR(light({cicp_chunk(9, 16)}, 0.0), 0.0, 1e-9);
  EXPECT_NEAR(light({cicp_chunk(9, 18)}, 0.75), 1.0, 2e-3);  // 203.1
  EXPECT_NEAR(light({cicp_chunk(9, 18)}, 1.0), 1000.0 / 203.0, 1e-4);
  EXPECT_EQ(light({cicp_chunk(9, 18)}, 0.0), 0.0);
}

TEST_F(ImageFileMeaning, LightIsWhatOptionsSay) {
  EXPECT_NEAR(light({cicp_chunk(9, 16)}, 1.0, {.light = {.white_nits = 100.0}}), 100.0, 1e-3);
  EXPECT_NEAR(light({cicp_chunk(9, 16)}, 1.0, {.light = {.peak_nits = 100.0}}), 10000.0 / 203.0, 1e-4);
  EXPECT_NEAR(light({cicp_chunk(9, 18)}, 1.0, {.light = {.white_nits = 100.0}}), 10.0, 1e-4);
  EXPECT_NEAR(light({cicp_chunk(9, 18)}, 1.0, {.light = {.peak_nits = 400.0}}), 400.0 / 203.0, 1e-4);
  // BT.2100-2, note 5f: a system gamma of 1.2 + 0.42 log10(peak / 1000). Signal 0.5 is scene light of 1/12.
  const double gamma = 1.2 + 0.42 * std::log10(0.4);
  const double half = std::round(0.5 * 65535.0) / 65535.0;
  EXPECT_NEAR(light({cicp_chunk(9, 18)}, half, {.light = {.peak_nits = 400.0}}),
              400.0 * std::pow(half * half / 3.0, gamma) / 203.0, 1e-5);
  // SDR has no such light.
  EXPECT_EQ(light({}, 1.0, {.light = {.white_nits = 100.0, .peak_nits = 400.0}}), 1.0);
}

TEST_F(ImageFileMeaning, HlgWeighsTheChannelsOfItsPrimaries) {
  // Red only: its luminance is the row's red, of BT.2100 0.2627, of BT.709 0.2126.
  for (const auto& [primaries, red] : {std::pair{9u, 0.2627}, {1u, 0.2126}}) {
    const Bytes png = with_chunks(plain_png(1, 1, 16, 3, {65535, 0, 0}), {cicp_chunk(primaries, 18)});
    const std::vector<float> texel = light_of(file(png));
    EXPECT_NEAR(texel[0], 1000.0 * std::pow(red, 0.2) / 203.0, 1e-3) << primaries;
    EXPECT_EQ(texel[1], 0.0f);
  }
}

TEST_F(ImageFileMeaning, EveryPrimariesOfH273) {
  const std::pair<unsigned, Chromaticities> kRows[] = {{4, {.67f, .33f, .21f, .71f, .14f, .08f, .31f, .316f}},
                                                       {5, {.64f, .33f, .29f, .60f, .15f, .06f, .3127f, .3290f}},
                                                       {6, {.63f, .34f, .31f, .595f, .155f, .07f, .3127f, .3290f}},
                                                       {7, {.63f, .34f, .31f, .595f, .155f, .07f, .3127f, .3290f}},
                                                       {8, {.681f, .319f, .243f, .692f, .145f, .049f, .31f, .316f}},
                                                       {9, kBt2020Floats},
                                                       {10, {1, 0, 0, 1, 0, 0, 1.0f / 3.0f, 1.0f / 3.0f}},
                                                       {11, {.68f, .32f, .265f, .69f, .15f, .06f, .314f, .351f}},
                                                       {12, kP3Floats},
                                                       {22, {.63f, .34f, .295f, .605f, .155f, .077f, .3127f, .3290f}}};
  for (const auto& [code_point, xy] : kRows) {
    EXPECT_EQ(facts_of(file({cicp_chunk(code_point, 13)})).chromaticities, xy) << code_point;
  }
  for (const unsigned code_point : {1u, 2u}) {
    EXPECT_FALSE(facts_of(file({cicp_chunk(code_point, 13)})).chromaticities) << code_point;
  }
}

TEST_F(ImageFileMeaning, NarrowRangeRunsFrom16To235) {
  const std::vector<float> of8 = light_of(file({cicp_chunk(1, 8, 0, 0)}, 8, {0, 16, 125, 235, 255}));
  const std::vector<float> of16 =
      light_of(file({cicp_chunk(1, 8, 0, 0)}, 16, {0, 16 * 256, 125 * 256, 235 * 256, 255 * 256}));
  const double expected[] = {0.0, 0.0, 109.0 / 219.0, 1.0, 239.0 / 219.0};
  for (std::size_t i = 0; i < std::size(expected); ++i) {
    EXPECT_NEAR(of8[4 * i], expected[i], 1e-6) << i;
    EXPECT_NEAR(of16[4 * i], expected[i], 1e-6) << i;
  }
}

TEST_F(ImageFileMeaning, WhatCannotBeHonouredIsNamed) {
  const auto note = [&](const std::vector<PngChunk>& chunks) { return facts_of(file(chunks)).note; };
  const std::string as_srgb = ": its codes are taken as sRGB";
  EXPECT_EQ(note({cicp_chunk(1, 9)}), "its cICP 1/9/0/1 isn't known" + as_srgb);
  EXPECT_EQ(note({cicp_chunk(3, 13)}), "its cICP 3/13/0/1 isn't known" + as_srgb);
  EXPECT_EQ(note({cicp_chunk(1, 99, 0, 0)}), "its cICP 1/99/0/0 isn't known" + as_srgb);
  EXPECT_EQ(note({cicp_chunk(9, 16, 9)}), "its cICP 9/16/9/1 isn't of RGB, and is ignored");
  EXPECT_EQ(note({gamma_chunk(0)}), "its gAMA is 0" + as_srgb);
  EXPECT_EQ(note({profile_chunk({1, 2, 3})}), "its colour profile is damaged" + as_srgb);
  // The next statement counts then.
  EXPECT_EQ(note({cicp_chunk(1, 9), gamma_chunk(50000)}),
            "its cICP 1/9/0/1 isn't known: its codes are taken as gamma 2");
  EXPECT_EQ(light({cicp_chunk(1, 9), gamma_chunk(100000)}, 0.0), 0.0);
  EXPECT_NEAR(light({profile_chunk({1, 2, 3}), gamma_chunk(100000)}, 0.25), 0.25, 1e-5);
  EXPECT_EQ(note({cicp_chunk(1, 9), profile_chunk({1, 2, 3}), srgb_chunk()}),
            "its cICP 1/9/0/1 isn't known; its colour profile is damaged" + as_srgb);
}

TEST_F(ImageFileMeaning, TheOldNameOfPqIsKnown) {
  const Bytes profile = matrix_profile(kSrgbColorants, power_curve(2.2));
  EXPECT_NEAR(light({profile_chunk(profile, "ITUR_2100_PQ_FULL")}, 1.0), 10000.0 / 203.0, 1e-4);
  EXPECT_EQ(facts_of(folder_ / "a.png").chromaticities, kBt2020Floats);
  EXPECT_NEAR(light({cicp_chunk(1, 8), profile_chunk(profile, "ITUR_2100_PQ_FULL")}, 0.5), 0.5, 1e-5);
}

TEST_F(ImageFileMeaning, LaterChunksOfOneTypeAndThoseAfterThePixelsDoNotCount) {
  EXPECT_NEAR(light({gamma_chunk(100000), gamma_chunk(50000)}, 0.25), 0.25, 1e-5);
  Bytes late = with_chunks(grey_row_png(8, {51}), {gamma_chunk(100000)});
  const std::size_t chunk_bytes = 12 + 4, header_end = 8 + 25, end_bytes = 12;
  std::rotate(late.begin() + header_end, late.begin() + header_end + chunk_bytes, late.end() - end_bytes);
  EXPECT_NEAR(light_of(file(late))[0], srgb_light(0.2), 1e-6);
}

TEST_F(ImageFileMeaning, WordsSayHowLightWasMade) {
  const auto words = [&](const std::vector<PngChunk>& chunks, const ReadOptions& options = {}) {
    return facts_of(file(chunks), options).encoding;
  };
  EXPECT_EQ(words({}), "sRGB");
  EXPECT_EQ(words({cicp_chunk(12, 13)}), "P3, D65, sRGB's curve");
  EXPECT_EQ(words({cicp_chunk(9, 16)}), "BT.2020, PQ; 1 is 203 cd/m2");
  EXPECT_EQ(words({cicp_chunk(9, 18)}, {.light = {.white_nits = 100.0}}),
            "BT.2020, HLG for 1000 cd/m2; 1 is 100 cd/m2");
  EXPECT_EQ(words({gamma_chunk(45455), chromaticities_chunk(kBt2020Xy)}),
            "gamma 2.19998, primaries 0.708,0.292 0.17,0.797 0.131,0.046 0.3127,0.329");
  EXPECT_EQ(words({profile_chunk(matrix_profile(kP3Colorants, srgb_curve()))}), "profile 'a test's profile'");
}

TEST_F(ImageFileMeaning, ComparingAndWeightsTakeCodesAsStored) {
  // HDR10, turned, with every statement there is: codes are the file's, weights are sRGB's.
  const std::vector<PngChunk> chunks = {cicp_chunk(9, 16), gamma_chunk(100000), exif_chunk(3)};
  const image_io::CodeImage codes = image_io::read_code_image(file(chunks));
  EXPECT_EQ(codes.texels[0], std::byte{0});
  EXPECT_EQ(codes.texels[4], std::byte{51});
  const auto weights = image_io::open_weights(folder_ / "a.png");
  std::vector<float> texels(16);
  weights->read_rows(0, 1, texels.data());
  EXPECT_EQ(texels[0], 0.0f);
  EXPECT_NEAR(texels[4], srgb_light(0.2), 1e-6);
  EXPECT_EQ(texels[12], 1.0f);
  EXPECT_FALSE(weights->facts().chromaticities);
}

TEST_F(ImageFileMeaning, TagsOfChromaticitiesAreNamed) {
  const auto tags = [&](const std::vector<PngChunk>& chunks) {
    return image_io::read_code_image(file(chunks)).facts.tags;
  };
  constexpr std::array<double, 8> kBt709Xy = {.64, .33, .30, .60, .15, .06, .3127, .3290};
  using image_io::Tags;
  EXPECT_EQ(tags({chromaticities_chunk(kBt2020Xy)}),
            (Tags{{"chromaticities (cHRM)", "0.708,0.292 0.17,0.797 0.131,0.046 0.3127,0.329"}}));
  EXPECT_EQ(tags({srgb_chunk(), gamma_chunk(45455), chromaticities_chunk(kBt709Xy)}), image_io::srgb_tags());
  EXPECT_EQ(tags({chromaticities_chunk(kBt709Xy)}).count("chromaticities (cHRM)"), 1u);
}

}  // namespace
}  // namespace io_test
