// SPDX-License-Identifier: MIT
// Tests of pictures as stored: codes exact, halves widened, refusals those of read_image().
#include "image_io/code_image.h"

#include <bit>
#include <bitset>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "image_io/fixtures/io_exr_fixtures.h"

namespace io_test {
namespace {

using image_io::CodeImage;
using Samples = image_io::CodeImage::Samples;

class CodeImageFile : public FolderTest {
 protected:
  CodeImage read(const Bytes& bytes) {
    write_file(folder_ / "picture", bytes);
    return image_io::read_code_image(folder_ / "picture");
  }
  CodeImage read_exr(const ExrOptions& options) {
    write_exr(folder_ / "a.exr", options);
    return image_io::read_code_image(folder_ / "a.exr");
  }
};

using CodeImagePng = CodeImageFile;
using CodeImageJpeg = CodeImageFile;
using CodeImageLinear = CodeImageFile;
using CodeImageRefusal = CodeImageFile;

// Wider than Value, so that a wrapped code shows.
using Texel = std::array<unsigned, 4>;

template <typename Value>
std::vector<Texel> texels_of(const CodeImage& image) {
  const std::vector<Value> values = values_of<Value>(image);
  std::vector<Texel> texels;
  for (std::size_t i = 0; i < values.size(); i += 4) {
    texels.push_back({values[i], values[i + 1], values[i + 2], values[i + 3]});
  }
  return texels;
}

std::vector<Texel> texels_of(const CodeImage& image) {
  return image.samples == Samples::codes8 ? texels_of<std::uint8_t>(image) : texels_of<std::uint16_t>(image);
}

// What a PNG of make_png() without palette must read as.
std::vector<Texel> expected_codes(const PngOptions& options) {
  const unsigned channels = png_channels(options.color_type);
  const unsigned full = options.depth == 16 ? 65535 : 255;
  const unsigned scale = full / ((1u << options.depth) - 1);
  const auto sample = [&](std::uint32_t x, std::uint32_t y, unsigned c) {
    return png_sample(options, x, y, c) * scale;
  };
  const auto color = [&](std::uint32_t x, std::uint32_t y) {
    return Texel{sample(x, y, 0), sample(x, y, channels < 3 ? 0 : 1), sample(x, y, channels < 3 ? 0 : 2), full};
  };
  std::vector<Texel> texels;
  for (std::uint32_t y = 0; y < options.height; ++y) {
    for (std::uint32_t x = 0; x < options.width; ++x) {
      Texel texel = color(x, y);
      if (channels % 2 == 0) texel[3] = sample(x, y, channels - 1);
      if (options.transparent_entry && texel == color(1, 0)) texel[3] = 0;
      texels.push_back(texel);
    }
  }
  return texels;
}

TEST_F(CodeImagePng, EveryColorTypeAndDepthPlainAndInterlacedIsExact) {
  for (const auto& [depth, color_type] :
       {std::pair{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}, {8, 2}, {16, 2}, {8, 4}, {16, 4}, {8, 6}, {16, 6}}) {
    for (const bool interlaced : {false, true}) {
      SCOPED_TRACE("depth " + std::to_string(depth) + ", type " + std::to_string(color_type));
      const PngOptions options{.depth = depth, .color_type = color_type, .interlaced = interlaced};
      const CodeImage image = read(make_png(options));
      EXPECT_EQ(image.width, options.width);
      EXPECT_EQ(image.height, options.height);
      EXPECT_EQ(image.samples, depth == 16 ? Samples::codes16 : Samples::codes8);
      EXPECT_EQ(image.facts.channels, png_channels(color_type));
      ASSERT_EQ(texels_of(image), expected_codes(options));
    }
  }
}

TEST_F(CodeImagePng, TransparentColorBecomesAlpha) {
  for (const auto& [depth, color_type] : {std::pair{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}, {8, 2}, {16, 2}}) {
    SCOPED_TRACE("depth " + std::to_string(depth) + ", type " + std::to_string(color_type));
    const PngOptions options{.depth = depth, .color_type = color_type, .transparent_entry = true};
    const CodeImage image = read(make_png(options));
    EXPECT_EQ(image.facts.channels, color_type == 0 ? 2u : 4u);
    const std::vector<Texel> texels = texels_of(image);
    ASSERT_EQ(texels, expected_codes(options));
    EXPECT_EQ(texels[1][3], 0u);
    EXPECT_NE(texels[0][3], 0u);
  }
}

TEST_F(CodeImagePng, PaletteGivesItsColorsAndAlpha) {
  const Texel palette[4] = {{255, 0, 0, 255}, {0, 128, 0, 255}, {0, 0, 64, 255}, {9, 99, 199, 255}};
  for (const int depth : {2, 4, 8}) {
    for (const bool transparent : {false, true}) {
      const PngOptions options{.depth = depth, .color_type = 3, .transparent_entry = transparent};
      const CodeImage image = read(make_png(options));
      ASSERT_EQ(image.samples, Samples::codes8);
      EXPECT_EQ(image.facts.channels, transparent ? 4u : 3u);
      const std::vector<Texel> texels = texels_of(image);
      for (std::uint32_t i = 0; i < texels.size(); ++i) {
        const unsigned index = png_sample(options, i % options.width, i / options.width, 0);
        Texel expected = palette[index];
        if (transparent && index == 1) expected[3] = 51;
        ASSERT_EQ(texels[i], expected) << "depth " << depth << ", " << i;
      }
    }
  }
}

TEST_F(CodeImagePng, Every16BitCodeIsKept) {
  const PngOptions options{.width = 256, .height = 1024, .depth = 16, .color_type = 0};
  const std::vector<Texel> texels = texels_of(read(make_png(options)));
  std::vector<bool> seen(65536);
  for (std::uint32_t i = 0; i < texels.size(); ++i) {
    const unsigned code = png_sample(options, i % 256, i / 256, 0);
    seen[code] = true;
    ASSERT_EQ(texels[i], (Texel{code, code, code, 65535})) << i;
  }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 65536) << "every code is on this grid";
}

TEST_F(CodeImagePng, WrittenPngsComeBack) {
  std::vector<std::uint8_t> rows;
  for (unsigned i = 0; i < 64 * 33 * 4; ++i) rows.push_back(static_cast<std::uint8_t>(i * 29 + i / 251));
  const auto writer = image_io::create_png(folder_ / "a.png", 64, 33, {.keep_alpha = true});
  writer->write_rows(33, rows.data());
  writer->finish();
  EXPECT_EQ(values_of<std::uint8_t>(image_io::read_code_image(folder_ / "a.png")), rows);
}

// One component, 8 texels high: a flat block for each of `greys`. stb_image_write always writes three components.
Bytes make_grey_jpeg(const std::vector<int>& greys) {
  Bytes bytes = {0xff, 0xd8, 0xff, 0xdb, 0, 67, 0};
  bytes.insert(bytes.end(), 64, 8);  // quantized by 8, a block's first coefficient is its grey less 128
  const auto width = static_cast<unsigned char>(8 * greys.size());
  const Bytes frame = {0xff, 0xc0, 0, 11, 8, 0, 8, 0, width, 1, 1, 0x11, 0};
  // Differences of 0 to 11 bits: twelve codes of 4 bits. Then the one code, of 1 bit, that ends a block.
  const Bytes tables = {0xff, 0xc4, 0, 31, 0, 0, 0, 0, 12, 0, 0, 0, 0,  0,  0,    0,    0, 0,  0,
                        0,    0,    0, 1,  2, 3, 4, 5, 6,  7, 8, 9, 10, 11, 0xff, 0xc4, 0, 20, 0x10,
                        1,    0,    0, 0,  0, 0, 0, 0, 0,  0, 0, 0, 0,  0,  0,    0,    0};
  const Bytes scan = {0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0};
  for (const Bytes& part : {frame, tables, scan}) bytes.insert(bytes.end(), part.begin(), part.end());
  std::string bits;
  int last = 128;
  for (const int grey : greys) {
    const int difference = grey - std::exchange(last, grey);
    const auto length = static_cast<int>(std::bit_width(static_cast<unsigned>(std::abs(difference))));
    bits += std::bitset<4>(static_cast<unsigned>(length)).to_string();
    const unsigned coded = static_cast<unsigned>(difference > 0 ? difference : difference + (1 << length) - 1);
    bits += std::bitset<16>(coded).to_string().substr(16 - static_cast<unsigned>(length)) + '0';
  }
  bits.append(8 - bits.size() % 8, '1');
  for (std::size_t i = 0; i < bits.size(); i += 8) {
    bytes.push_back(static_cast<unsigned char>(std::bitset<8>(bits, i, 8).to_ulong()));
    if (bytes.back() == 0xff) bytes.push_back(0);
  }
  bytes.insert(bytes.end(), {0xff, 0xd9});
  return bytes;
}

TEST_F(CodeImageJpeg, GreyCodesOfFlatBlocksAreExact) {
  const std::vector<int> greys = {200, 30, 0, 255, 254, 128, 127, 1};
  const CodeImage image = read(make_grey_jpeg(greys));
  ASSERT_EQ(image.width, 64u);
  ASSERT_EQ(image.height, 8u);
  EXPECT_EQ(image.facts.channels, 1u);
  const std::vector<Texel> texels = texels_of(image);
  for (std::size_t i = 0; i < texels.size(); ++i) {
    const auto grey = static_cast<unsigned>(greys[i % 64 / 8]);
    ASSERT_EQ(texels[i], (Texel{grey, grey, grey, 255})) << i;
  }
}

TEST_F(CodeImageJpeg, ColorsOfBaselineAndProgressive) {
  const unsigned colors[4][3] = {{200, 40, 60}, {30, 180, 90}, {20, 60, 220}, {240, 240, 240}};
  for (const Bytes& bytes : {make_jpeg(3), kProgressiveJpeg}) {
    const CodeImage image = read(bytes);
    ASSERT_EQ(image.width, 16u);
    ASSERT_EQ(image.height, 16u);
    ASSERT_EQ(image.samples, Samples::codes8);
    ASSERT_EQ(image.facts.channels, 3u);
    const std::vector<Texel> texels = texels_of(image);
    for (std::size_t i = 0; i < texels.size(); ++i) {
      const auto& color = colors[2 * (i / 128) + i % 16 / 8];
      for (std::size_t c = 0; c < 3; ++c) ASSERT_NEAR(texels[i][c], color[c], 3) << i << ' ' << c;
      ASSERT_EQ(texels[i][3], 255u);
    }
  }
}

// The linear reader's floats are these codes decoded, so both took them from one decoder.
TEST_F(CodeImageFile, LinearReadingDecodesTheSameCodes) {
  for (const Bytes& bytes : {make_png({.depth = 16, .color_type = 6}), make_png({.depth = 2, .color_type = 3}),
                             make_grey_jpeg({9, 99, 199}), make_jpeg(3), kProgressiveJpeg}) {
    const CodeImage codes = read(bytes);
    const double full = codes.samples == Samples::codes8 ? 255.0 : 65535.0;
    const std::vector<Texel> texels = texels_of(codes);
    const auto floats = values_of<float>(image_io::read_image(folder_ / "picture"));
    ASSERT_EQ(floats.size(), 4 * texels.size());
    for (std::size_t i = 0; i < floats.size(); ++i) {
      const double encoded = texels[i / 4][i % 4] / full;
      const double linear = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
      ASSERT_FLOAT_EQ(floats[i], static_cast<float>(i % 4 == 3 ? encoded : linear)) << i;
    }
  }
}

TEST_F(CodeImageFile, ReadersCountTheirChannels) {
  for (const int color_type : {0, 2, 4, 6}) {
    write_file(folder_ / "a.png", make_png({.color_type = color_type}));
    EXPECT_EQ(image_io::open_image(folder_ / "a.png")->facts().channels, png_channels(color_type));
  }
  write_file(folder_ / "a.hdr", make_hdr(9, 3));
  EXPECT_EQ(image_io::open_image(folder_ / "a.hdr")->facts().channels, 3u);
}

TEST_F(CodeImageLinear, ExrChannelsOfEveryKind) {
  struct Case {
    std::vector<ExrChannel> channels;
    std::array<int, 4> samples;  ///< which sample() each channel shows; -1: 1.0
    std::uint32_t count;
  };
  for (const Imf::PixelType type : {Imf::HALF, Imf::FLOAT}) {
    const std::vector<Case> cases = {
        {{{"R", type, 0}, {"G", type, 1}, {"B", type, 2}, {"A", type, 3}}, {0, 1, 2, 3}, 4},
        {{{"R", type, 0}, {"G", type, 1}, {"B", type, 2}}, {0, 1, 2, -1}, 3},
        {{{"Y", type, 2}}, {2, 2, 2, -1}, 1},
        {{{"Y", type, 2}, {"A", type, 1}}, {2, 2, 2, 1}, 2},
        {{{"l.R", type, 1}, {"l.G", type, 2}, {"l.B", type, 0}, {"l.A", type, 3}}, {1, 2, 0, 3}, 4},
    };
    for (const Case& c : cases) {
      const ExrOptions options{.window = {{-3, 2}, {8, 40}}, .channels = c.channels};
      const CodeImage image = read_exr(options);
      ASSERT_EQ(image.width, 12u);
      ASSERT_EQ(image.height, 39u);
      ASSERT_EQ(image.samples, Samples::linear);
      ASSERT_EQ(image.facts.channels, c.count) << c.channels[0].name;
      const auto floats = values_of<float>(image);
      for (std::size_t i = 0; i < floats.size(); ++i) {
        const int texel = static_cast<int>(i / 4);
        const int shown = c.samples[i % 4];
        float expected = shown < 0 ? 1.0f : sample(texel % 12, texel / 12, shown);
        if (shown >= 0 && type == Imf::FLOAT) expected += 1e-6f * expected;  // the fixture's, beyond half
        ASSERT_EQ(floats[i], expected) << c.channels[0].name << ' ' << i;
      }
    }
  }
}

double half_value(unsigned bits) {
  const unsigned exponent = bits >> 10 & 31;
  const unsigned mantissa = bits & 1023;
  const double sign = bits >> 15 != 0 ? -1.0 : 1.0;
  if (exponent == 31) return mantissa != 0 ? std::nan("") : sign * std::numeric_limits<double>::infinity();
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, static_cast<int>(exponent) - 25);
}

TEST_F(CodeImageLinear, EveryHalfIsWidenedExactly) {
  std::vector<std::uint16_t> halves(65536);
  for (unsigned i = 0; i < halves.size(); ++i) halves[i] = static_cast<std::uint16_t>(i);
  const auto writer = image_io::create_exr(folder_ / "a.exr", {128, 128, image_io::TexelFormat::rgba16f});
  writer->write_rows(128, halves.data());
  writer->finish();
  const auto floats = values_of<float>(image_io::read_code_image(folder_ / "a.exr"));
  ASSERT_EQ(floats.size(), halves.size());
  for (unsigned i = 0; i < halves.size(); ++i) {
    const double expected = half_value(i);
    ASSERT_EQ(std::isnan(floats[i]), std::isnan(expected)) << i;
    if (std::isnan(expected)) continue;
    ASSERT_EQ(floats[i], expected) << i;
    ASSERT_EQ(std::signbit(floats[i]), std::signbit(expected)) << i;
  }
}

TEST_F(CodeImageLinear, LumaChromaAndRadiance) {
  write_luma_chroma_exr(folder_ / "a.exr", 12, 8, 0.5f, 0.25f, 0.125f);
  const CodeImage luma_chroma = image_io::read_code_image(folder_ / "a.exr");
  EXPECT_EQ(luma_chroma.facts.channels, 3u);
  const auto halves = values_of<std::uint16_t>(image_io::read_image(folder_ / "a.exr"));
  const auto floats = values_of<float>(luma_chroma);
  ASSERT_EQ(floats.size(), halves.size());
  for (std::size_t i = 0; i < floats.size(); ++i) ASSERT_EQ(floats[i], half_value(halves[i])) << i;

  const CodeImage hdr = read(make_hdr(30, 4, "EXPOSURE=2\n"));
  EXPECT_EQ(hdr.samples, Samples::linear);
  EXPECT_EQ(hdr.facts.channels, 3u);
  const auto values = values_of<float>(hdr);
  ASSERT_EQ(values.size(), 30u * 4u * 4u);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int texel = static_cast<int>(i / 4);
    const int channel = static_cast<int>(i % 4);
    ASSERT_EQ(values[i], channel == 3 ? 1.0f : hdr_sample(texel % 30, texel / 30, channel) / 2.0f) << i;
  }
}

TEST_F(CodeImageRefusal, SaysWhatTheLinearReaderSays) {
  const auto reason = [&](const std::filesystem::path& file) {
    const std::string text = reason_of(file, [&] { image_io::read_code_image(file); });
    EXPECT_EQ(text, open_reason(file));
    return text;
  };
  EXPECT_EQ(reason(folder_ / "none.png"), "No such file or directory");
  EXPECT_EQ(reason(folder_.path()), "Is a directory");
  EXPECT_EQ(reason("/dev/null"), "not a regular file");
  const auto of_bytes = [&](const Bytes& bytes) {
    write_file(folder_ / "a", bytes);
    return reason(folder_ / "a");
  };
  EXPECT_EQ(of_bytes({}), "the file is empty");
  EXPECT_EQ(of_bytes({'G', 'I', 'F', '8'}),
            "not an OpenEXR, Radiance HDR, PNG, JPEG, TIFF, WebP, AVIF, JPEG XL, BMP or TGA picture");
  Bytes png = make_png({});
  EXPECT_EQ(of_bytes(Bytes(png.begin(), png.end() - 5)), "truncated: the PNG data ends early");
  png[png.size() - 20] ^= 1;
  EXPECT_EQ(of_bytes(png), "corrupt: a PNG checksum doesn't match");
  png = make_png({.depth = 16});
  png[16 + 1] = 0x7f;
  fix_png_checksums(png);
  EXPECT_EQ(of_bytes(png), "the picture is too large (8323085 x 9 texels; the limit is 65535 a side)");
  const Bytes jpeg = make_jpeg();
  EXPECT_EQ(of_bytes(Bytes(jpeg.begin(), jpeg.end() - 9)), "truncated: the JPEG data ends early");
  const Bytes hdr = make_hdr(30, 4);
  EXPECT_EQ(of_bytes(Bytes(hdr.begin(), hdr.end() - 9)), "truncated: data is missing at the end of the file");
  write_exr(folder_ / "a.exr", {.missing_rows = 3});
  EXPECT_EQ(reason(folder_ / "a.exr"), "incomplete: the file was never finished");
}

TEST_F(CodeImageRefusal, DamageIsRefusedWhereverTheLinearReaderRefusesIt) {
  const std::vector<Bytes> seeds = {make_png({.depth = 4, .color_type = 3, .transparent_entry = true}),
                                    make_png({.depth = 16, .color_type = 4, .interlaced = true}), make_jpeg(3),
                                    kProgressiveJpeg, make_hdr(30, 4)};
  std::mt19937 random(77);
  for (const Bytes& seed : seeds) {
    for (int round = 0; round < 150; ++round) {
      Bytes bytes = seed;
      if (round % 3 == 0) bytes.resize(1 + random() % seed.size());
      bytes[random() % bytes.size()] ^= static_cast<unsigned char>(1u << random() % 8);
      if (round % 2 == 0 && bytes.size() > 8) fix_png_checksums(bytes);
      write_file(folder_ / "picture", bytes);
      std::string linear_reason;
      std::string reason;
      image_io::ImageInfo info;
      CodeImage image;
      try {
        info = image_io::read_image(folder_ / "picture").info;
      } catch (const files::Error& error) {
        linear_reason = error.what();
      }
      try {
        image = image_io::read_code_image(folder_ / "picture");
      } catch (const files::Error& error) {
        reason = error.what();
      }
      ASSERT_EQ(reason, linear_reason);
      if (!reason.empty()) continue;
      ASSERT_EQ(image.width, info.width);
      ASSERT_EQ(image.height, info.height);
      ASSERT_EQ(image.texels.size(), std::size_t{image.width} * image.height * image_io::texel_bytes(image.samples));
    }
  }
}

}  // namespace
}  // namespace io_test
