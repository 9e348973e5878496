// SPDX-License-Identifier: MIT
// Tests of ICC profiles: what they make of codes, and what is refused.
#include <lcms2.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"

namespace io_test {
namespace {

using Rgb3 = std::array<double, 3>;
using Rows3 = std::array<Rgb3, 3>;

Rgb3 product(const Rows3& rows, const Rgb3& color) {
  Rgb3 result;
  for (std::size_t i = 0; i < 3; ++i) {
    result[i] = rows[i][0] * color[0] + rows[i][1] * color[1] + rows[i][2] * color[2];
  }
  return result;
}

// Lindbloom's numbers: Bradford's matrix from D50 to D65, and sRGB's from XYZ.
constexpr Rows3 kD50ToD65 = {
    {{0.9555766, -0.0230393, 0.0631636}, {-0.0282895, 1.0099416, 0.0210077}, {0.0122982, -0.0204830, 1.3299098}}};
constexpr Rows3 kXyzToBt709 = {
    {{3.2404542, -1.5371385, -0.4985314}, {-0.9692660, 1.8760108, 0.0415560}, {0.0556434, -0.2040259, 1.0572252}}};
/// Whites of the two sources differ in the fourth digit.
constexpr double kMatrixTolerance = 1e-3;

Rgb3 bt709_of_xyz(const Rgb3& xyz) { return product(kXyzToBt709, product(kD50ToD65, xyz)); }

Rgb3 bt709_of_lab(const Lab& lab) {
  const double y = (lab[0] + 16.0) / 116.0, x = y + lab[1] / 500.0, z = y - lab[2] / 200.0;
  const auto light = [](double f) { return f > 6.0 / 29.0 ? f * f * f : (f - 4.0 / 29.0) * 108.0 / 841.0; };
  return bt709_of_xyz({0.9642 * light(x), light(y), 0.8249 * light(z)});
}

class ImageFileIcc : public FolderTest {
 protected:
  std::filesystem::path file(const Bytes& png, const Bytes& profile) {
    write_file(folder_ / "a.png", with_chunks(png, {profile_chunk(profile)}));
    return folder_ / "a.png";
  }
  Rgb3 color(const Bytes& profile, const std::array<unsigned, 3>& codes) {
    const std::vector<float> texel = light_of(file(plain_png(1, 1, 8, 3, {codes[0], codes[1], codes[2]}), profile));
    EXPECT_EQ(facts_of(folder_ / "a.png").note, "");
    EXPECT_TRUE(facts_of(folder_ / "a.png").has_applied_profile);
    return {double{texel[0]}, double{texel[1]}, double{texel[2]}};
  }
  /// The note without what was done instead.
  std::string reason(const Bytes& profile, const Bytes& png = grey_row_png(8, {51})) {
    const image_io::Facts facts = facts_of(file(png, profile));
    EXPECT_FALSE(facts.has_applied_profile);
    EXPECT_NEAR(light_of(folder_ / "a.png")[0], std::pow(0.255 / 1.055, 2.4), 1e-6) << "taken as sRGB";
    const std::string start = "its colour profile ", end = ": its codes are taken as sRGB";
    EXPECT_TRUE(facts.note.starts_with(start) && facts.note.ends_with(end)) << facts.note;
    return facts.note.substr(start.size(), facts.note.size() - start.size() - end.size());
  }
  static void expect_near(const Rgb3& color, const Rgb3& expected, double tolerance, const std::string& what = "") {
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(color[c], expected[c], tolerance) << what << " channel " << c;
  }
};

TEST_F(ImageFileIcc, MatricesOfBothVersionsAreExact) {
  for (const double version : {2.4, 4.3}) {
    for (const IccColorants* const colorants : {&kP3Colorants, &kAdobeColorants}) {
      const Bytes profile = matrix_profile(*colorants, table_curve(2.0, 256), {.version = version});
      expect_near(color(profile, {255, 255, 255}), {1, 1, 1}, kMatrixTolerance, "white");
      for (std::size_t c = 0; c < 3; ++c) {
        std::array<unsigned, 3> codes = {0, 0, 0};
        codes[c] = 255;
        expect_near(color(profile, codes), bt709_of_xyz((*colorants)[c]), kMatrixTolerance, "of a primary");
      }
      EXPECT_FALSE(facts_of(folder_ / "a.png").chromaticities) << "BT.709, unclipped";
    }
  }
  // Lindbloom: Adobe RGB's red is 1.3984 of BT.709's, and P3's green lies far outside.
  EXPECT_NEAR(color(matrix_profile(kAdobeColorants, power_curve(2.2)), {255, 0, 0})[0], 1.3984, kMatrixTolerance);
  EXPECT_NEAR(color(matrix_profile(kP3Colorants, power_curve(2.2)), {0, 255, 0})[0], -0.2249, kMatrixTolerance);
}

TEST_F(ImageFileIcc, TablesOfCurvesKeepTheirDigits) {
  // Between two of 1024 entries, in 16-bit arithmetic, code 1 of 255 would be off by 4 %.
  const IccCurve curve = table_curve(1.8, 1024);
  const Bytes profile = matrix_profile(kSrgbColorants, curve, {.version = 2.4});
  for (const unsigned code : {1u, 2u, 3u, 17u, 100u, 254u}) {
    const double place = code / 255.0 * 1023.0;
    const auto below = static_cast<std::size_t>(place);
    const double part = place - double(below);
    const double expected = ((1.0 - part) * curve.table[below] + part * curve.table[below + 1]) / 65535.0;
    EXPECT_NEAR(color(profile, {code, code, code})[1], expected, 1e-7 * expected) << code;
  }
}

TEST_F(ImageFileIcc, EveryParametricCurve) {
  const double a = 1.1, b = -0.1, g = 2.3;
  const std::pair<IccCurve, double (*)(double)> kCurves[] = {
      {{{}, 0, {g}}, [](double x) { return std::pow(x, 2.3); }},
      {{{}, 1, {g, a, b}}, [](double x) { return x >= 0.1 / 1.1 ? std::pow(1.1 * x - 0.1, 2.3) : 0.0; }},
      {{{}, 2, {g, 0.8, 0.05, 0.1}}, [](double x) { return std::pow(0.8 * x + 0.05, 2.3) + 0.1; }},
      {{{}, 3, {g, 0.9, 0.1, 0.2, 0.3}}, [](double x) { return x >= 0.3 ? std::pow(0.9 * x + 0.1, 2.3) : 0.2 * x; }},
      {{{}, 4, {g, 0.9, 0.1, 0.2, 0.3, 0.02, 0.03}},
       [](double x) { return std::min(x >= 0.3 ? std::pow(0.9 * x + 0.1, 2.3) + 0.02 : 0.2 * x + 0.03, 1.0); }}};
  for (const auto& [curve, expected] : kCurves) {
    const Bytes profile = matrix_profile(kSrgbColorants, curve);
    for (unsigned code = 0; code <= 255; code += 15) {
      EXPECT_NEAR(color(profile, {code, code, code})[0], expected(code / 255.0), 2e-5) << curve.function << ' ' << code;
    }
  }
}

TEST_F(ImageFileIcc, TheProfileOfSrgbIsSrgb) {
  // So that a picture with it and one without are metered alike.
  const Bytes picture = plain_png(4, 1, 8, 3, {255, 0, 0, 12, 200, 7, 128, 128, 128, 0, 255, 255});
  const std::vector<float> tagged = light_of(file(picture, matrix_profile(kSrgbColorants, srgb_curve())));
  write_file(folder_ / "b.png", picture);
  const std::vector<float> plain = light_of(folder_ / "b.png");
  // Profiles have 16 bits after the point.
  for (std::size_t i = 0; i < plain.size(); ++i) EXPECT_NEAR(tagged[i], plain[i], 1e-5) << i;
  EXPECT_EQ(tagged[1], 0.0f) << "pure red stays pure";
}

TEST_F(ImageFileIcc, ChannelsThatAreSwappedAreSwappedBack) {
  const Bytes profile = matrix_profile({{kSrgbColorants[1], kSrgbColorants[0], kSrgbColorants[2]}},
                                       {power_curve(1.0), power_curve(2.0), power_curve(1.0)});
  expect_near(color(profile, {255, 0, 0}), {0, 1, 0}, kMatrixTolerance);
  expect_near(color(profile, {0, 51, 0}), {0.04, 0, 0}, kMatrixTolerance);
}

TEST_F(ImageFileIcc, TablesOfThreeDimensionsThroughLittleCms) {
  const auto corner_color = [](const std::vector<double>& corner) {
    return Lab{100.0 * (0.3 * corner[0] + 0.6 * corner[1] + 0.1 * corner[2]), 80.0 * (corner[0] - corner[1]),
               70.0 * (corner[1] - corner[2])};
  };
  for (const double version : {2.4, 4.3}) {
    const Bytes profile = table_profile(3, corner_color, {.version = version});
    for (unsigned node = 0; node < 8; ++node) {
      const std::vector<double> corner = {double(node >> 2 & 1), double(node >> 1 & 1), double(node & 1)};
      const std::array<unsigned, 3> codes = {node >> 2 & 1 ? 255u : 0u, node >> 1 & 1 ? 255u : 0u,
                                             node & 1 ? 255u : 0u};
      expect_near(color(profile, codes), bt709_of_lab(corner_color(corner)), 2e-3, std::to_string(version));
    }
    // Greys lie on the diagonal, along which the interpolation is linear: in L*.
    expect_near(color(profile, {51, 51, 51}), bt709_of_lab({20, 0, 0}), 1e-4);
    // Far outside of BT.709, and not clipped.
    EXPECT_LT(color(profile, {0, 255, 0})[0], -0.05);
  }
}

TEST_F(ImageFileIcc, DepthsAndFormats) {
  const Bytes profile = matrix_profile(kP3Colorants, power_curve(2.0));
  const std::vector<float> of16 = light_of(file(grey_row_png(16, {0x1234, 65535}), profile));
  EXPECT_NEAR(of16[0], std::pow(0x1234 / 65535.0, 2.0), 1e-6);
  const Bytes tables = table_profile(3, [](const std::vector<double>& c) { return Lab{100.0 * c[1], 0, 0}; });
  const std::vector<float> through = light_of(file(plain_png(1, 1, 16, 4, {9, 65535, 9, 0x8000}), tables));
  EXPECT_NEAR(through[0], 1.0, kMatrixTolerance);
  EXPECT_NEAR(through[3], 0x8000 / 65535.0, 1e-6) << "alpha";

  write_file(folder_ / "a.jpg", with_profile_segments(make_jpeg(), profile, 100));
  EXPECT_EQ(facts_of(folder_ / "a.jpg").encoding, "profile 'a test's profile'");
  const std::vector<float> one = light_of(folder_ / "a.jpg");
  const image_io::CodeImage codes = image_io::read_code_image(folder_ / "a.jpg");
  Rgb3 p3;
  for (std::size_t c = 0; c < 3; ++c) p3[c] = std::pow(std::to_integer<int>(codes.texels[c]) / 255.0, 2.0);
  Rgb3 xyz = {};
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < 3; ++i) xyz[i] += p3[c] * kP3Colorants[c][i];
  }
  expect_near({double{one[0]}, double{one[1]}, double{one[2]}}, bt709_of_xyz(xyz), kMatrixTolerance);
  // Pieces in another order are one profile; with one missing, it is damaged.
  const auto count = static_cast<unsigned>((profile.size() + 199) / 200);
  std::vector<unsigned> backwards;
  for (unsigned i = count; i > 0; --i) backwards.push_back(i);
  write_file(folder_ / "a.jpg", with_profile_segments(make_jpeg(), profile, 200, backwards));
  EXPECT_EQ(light_of(folder_ / "a.jpg"), one);
  backwards.pop_back();
  write_file(folder_ / "a.jpg", with_profile_segments(make_jpeg(), profile, 200, backwards));
  EXPECT_EQ(facts_of(folder_ / "a.jpg").note, "its colour profile is damaged: its codes are taken as sRGB");
}

TEST_F(ImageFileIcc, GreyProfilesGoWithGreyPictures) {
  const Bytes grey = plain_png(3, 1, 8, 1, {0, 51, 255});
  const auto lights = [&](const Bytes& profile) {
    const std::vector<float> texels = light_of(file(grey, profile));
    EXPECT_NEAR(texels[4], texels[5], 1e-5);
    EXPECT_NEAR(texels[4], texels[6], 1e-5);
    EXPECT_EQ(facts_of(folder_ / "a.png").note, "");
    return Rgb3{double{texels[0]}, double{texels[4]}, double{texels[8]}};
  };
  expect_near(lights(grey_profile(power_curve(1.8))), {0, std::pow(0.2, 1.8), 1}, 1e-6);
  expect_near(lights(grey_profile(table_curve(1.0, 2), {.version = 2.4})), {0, 0.2, 1}, 1e-6);
  // A connection space of L*: the curve's 0.2 is L* 20.
  expect_near(lights(grey_profile(power_curve(1.0), {.is_lab = true})), {0, std::pow(36.0 / 116.0, 3), 1}, 1e-6);
  const auto lightness = [](const std::vector<double>& corner) { return Lab{100.0 * corner[0], 0, 0}; };
  expect_near(lights(table_profile(1, lightness)), {0, std::pow(36.0 / 116.0, 3), 1}, kMatrixTolerance);
  // RGB on grey: all three channels alike.
  expect_near(lights(matrix_profile(kP3Colorants, power_curve(2.0))), {0, 0.04, 1}, kMatrixTolerance);
  EXPECT_EQ(reason(grey_profile(power_curve(1.8))), "is for grey, the picture is RGB");
}

TEST_F(ImageFileIcc, CodePointsInAProfileSayHdr) {
  const auto with = [](unsigned primaries, unsigned transfer, unsigned full) {
    return matrix_profile(kSrgbColorants, power_curve(2.2), {.version = 4.4, .cicp = {primaries, transfer, full}});
  };
  EXPECT_NEAR(light_of(file(grey_row_png(16, {65535}), with(9, 16, 1)))[0], 10000.0 / 203.0, 1e-3);
  EXPECT_EQ(facts_of(folder_ / "a.png").encoding, "BT.2020, PQ; 1 is 203 cd/m2");
  EXPECT_TRUE(facts_of(folder_ / "a.png").chromaticities.has_value());
  // Of all else, its curves and colorants say it exactly.
  EXPECT_NEAR(light_of(file(grey_row_png(8, {51}), with(1, 8, 1)))[0], std::pow(0.2, 2.2), 1e-5);
}

TEST_F(ImageFileIcc, WhatIsNoProfileForThePictureIsNamed) {
  EXPECT_EQ(reason(link_profile()), "is a device link");
  EXPECT_EQ(reason(bare_profile(cmsSigLabData)), "is for CIE L*a*b*, the picture is RGB");
  EXPECT_EQ(reason(bare_profile(cmsSigXYZData)), "is for CIE XYZ, the picture is RGB");
  EXPECT_EQ(reason(bare_profile(cmsSigCmykData)), "is for CMYK, the picture is RGB");
  EXPECT_EQ(reason(bare_profile(cmsSigHsvData)), "is for another colour space, the picture is RGB");
  EXPECT_EQ(reason(bare_profile(cmsSigRgbData)), "lacks what makes colours of codes");
  IccOptions options;
  for (const auto& [kind, words] :
       {std::pair<std::uint32_t, const char*>{cmsSigAbstractClass, "is an abstract profile"},
        {cmsSigNamedColorClass, "is a list of named colours"}}) {
    options.kind = kind;
    EXPECT_EQ(reason(matrix_profile(kSrgbColorants, power_curve(2.2), options)), words);
  }
  EXPECT_EQ(reason(matrix_profile({}, power_curve(2.2))), "has a white without light");
  EXPECT_EQ(reason(Bytes(200, 7)), "is damaged");
  EXPECT_EQ(reason(bare_profile(cmsSigCmykData), plain_png(1, 1, 8, 1, {51})), "is for CMYK, the picture is grey");
}

TEST_F(ImageFileIcc, LargeOnesAndBombsCostLittle) {
  EXPECT_EQ(reason(Bytes((std::size_t{16} << 20) + 1, 0)), "is larger than 16 MiB");
  const long before = peak_memory_kib();
  // 64 MiB of zeros in a chunk of 64 KiB: inflated as far as it is looked at.
  EXPECT_EQ(reason(Bytes(std::size_t{64} << 20, 0)), "is larger than 16 MiB");
  EXPECT_TRUE(
      image_io::read_code_image(folder_ / "a.png").facts.tags.at("colour profile (ICC)").starts_with("more than"));
  // A table of 255 nodes a side, of which the profile has none: lut16Type's size in the header of a good one.
  Bytes table = table_profile(3, [](const std::vector<double>&) { return Lab{}; }, {.version = 2.4});
  const auto type = std::search(table.begin() + 128, table.end(), std::begin("mft2"), std::end("mft2") - 1);
  ASSERT_NE(type, table.end());
  *(type + 10) = 255;
  reason(table);
  const long grown = peak_memory_kib() - before;
  EXPECT_LT(grown, 400 * 1024) << "KiB; the test's own 64 MiB twice among them";
}

TEST_F(ImageFileIcc, DamagedProfilesAreNamedOrUsed) {
  const auto corner_color = [](const std::vector<double>& c) { return Lab{100.0 * c[0], 50.0 * c[1], 50.0 * c[2]}; };
  const std::vector<Bytes> seeds = {matrix_profile(kP3Colorants, srgb_curve()),
                                    matrix_profile(kP3Colorants, table_curve(2.2, 64), {.version = 2.4}),
                                    table_profile(3, corner_color, {.version = 2.4}), table_profile(3, corner_color)};
  const Bytes png = plain_png(2, 1, 8, 3, {0, 100, 200, 255, 255, 255});
  std::size_t used = 0, named = 0;
  for (const Bytes& seed : seeds) {
    std::mt19937 random(20250101);
    for (int i = 0; i < 250; ++i) {
      Bytes damaged = seed;
      for (auto changes = 1 + random() % 3; changes > 0; --changes) {
        damaged[random() % damaged.size()] = static_cast<unsigned char>(random());
      }
      if (i % 5 == 0) damaged.resize(random() % damaged.size());
      if (damaged.empty()) continue;
      const image_io::Facts facts = facts_of(file(png, damaged));
      EXPECT_EQ(facts.has_applied_profile, facts.note.empty());
      ++(facts.note.empty() ? used : named);
      for (const float value : light_of(folder_ / "a.png")) ASSERT_TRUE(std::isfinite(value));
    }
  }
  EXPECT_GT(used, 100u);
  EXPECT_GT(named, 100u);
}

}  // namespace
}  // namespace io_test
