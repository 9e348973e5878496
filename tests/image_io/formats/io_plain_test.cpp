// SPDX-License-Identifier: MIT
// Tests of BMP and TGA.
#include <string>
#include <vector>

#include "image_io/fixtures/io_more_fixtures.h"

namespace io_test {
namespace {

using image_io::CodeImage;
using Codes = std::vector<int>;
using ImageFileLeftOut = FolderTest;

/// A test of one format: its files and what is read of them.
class PlainFile : public FolderTest {
 protected:
  explicit PlainFile(const std::string& name) : file_(folder_ / name) {}

  CodeImage read(const Bytes& bytes) {
    write_file(file_, bytes);
    return image_io::read_code_image(file_);
  }
  Codes codes(const Bytes& bytes) {
    Codes codes;
    for (const std::byte code : read(bytes).texels) codes.push_back(int(code));
    return codes;
  }
  std::string reason(const Bytes& bytes) {
    write_file(file_, bytes);
    return reason_of(file_, [&] { image_io::read_code_image(file_); });
  }

  const std::filesystem::path file_;
};

class CodeImageBmp : public PlainFile {
 protected:
  CodeImageBmp() : PlainFile("a.bmp") {}
};
class CodeImageTga : public PlainFile {
 protected:
  CodeImageTga() : PlainFile("a.tga") {}
};

// ---- BMP ----

TEST_F(CodeImageBmp, RowsComeFromTheLastToTheFirstUnlessTheHeightIsNegative) {
  // Two pixels of three bytes, and two bytes of padding.
  const Bytes rows = {1, 2, 3, 4, 5, 6, 0, 0, 11, 12, 13, 14, 15, 16, 0, 0};
  const Codes first = {3, 2, 1, 255, 6, 5, 4, 255}, second = {13, 12, 11, 255, 16, 15, 14, 255};
  Codes expected = second;
  expected.insert(expected.end(), first.begin(), first.end());
  EXPECT_EQ(codes(make_bmp({.rows = rows})), expected);
  EXPECT_EQ(read(make_bmp({.rows = rows})).facts.channels, 3u);
  expected = first;
  expected.insert(expected.end(), second.begin(), second.end());
  EXPECT_EQ(codes(make_bmp({.height = -2, .rows = rows})), expected);
}

TEST_F(CodeImageBmp, PalettesOfEveryDepthAndHeader) {
  const std::vector<std::uint32_t> palette = {0x010203, 0xf0e0d0};
  const Codes expected = {240, 224, 208, 255, 1, 2, 3, 255, 240, 224, 208, 255};
  const auto of_row = [&](unsigned bits, const Bytes& row, std::uint32_t header_bytes) {
    return codes(make_bmp(
        {.width = 3, .height = 1, .bits = bits, .header_bytes = header_bytes, .palette = palette, .rows = row}));
  };
  for (const std::uint32_t header_bytes : {40u, 52u, 56u, 108u, 124u}) {
    EXPECT_EQ(of_row(1, {0xa0, 0, 0, 0}, header_bytes), expected) << header_bytes;
    EXPECT_EQ(of_row(4, {0x10, 0x10, 0, 0}, header_bytes), expected) << header_bytes;
    EXPECT_EQ(of_row(8, {1, 0, 1, 0}, header_bytes), expected) << header_bytes;
  }
  EXPECT_EQ(of_row(1, {0xa0, 0, 0, 0}, 12), expected);
}

TEST_F(CodeImageBmp, BitFieldsAreScaledToEightBits) {
  const auto of_pixel = [&](const BmpOptions& options) {
    BmpOptions one = options;
    one.width = one.height = 1;
    return codes(make_bmp(one));
  };
  // 5 bits: 17 of 31 is 139.8 of 255.
  EXPECT_EQ(of_pixel({.bits = 16, .rows = {0x11, 0x7c, 0, 0}}), (Codes{255, 0, 140, 255}));
  EXPECT_EQ(of_pixel({.bits = 16, .compression = 3, .masks = {0xf800, 0x7e0, 0x1f}, .rows = {0xe0, 0x07, 0, 0}}),
            (Codes{0, 255, 0, 255}));
  EXPECT_EQ(of_pixel({.bits = 32, .rows = {1, 2, 3, 4}}), (Codes{3, 2, 1, 255}));
  const std::vector<std::uint32_t> rgba = {0xff, 0xff00, 0xff0000, 0xff000000};
  for (const std::uint32_t header_bytes : {56u, 108u, 124u}) {
    const BmpOptions options = {
        .bits = 32, .header_bytes = header_bytes, .compression = 3, .masks = rgba, .rows = {1, 2, 3, 4}};
    EXPECT_EQ(of_pixel(options), (Codes{1, 2, 3, 4})) << header_bytes;
  }
  EXPECT_EQ(of_pixel({.bits = 32, .compression = 6, .masks = rgba, .rows = {1, 2, 3, 4}}), (Codes{1, 2, 3, 4}));
  EXPECT_EQ(of_pixel({.bits = 32, .compression = 3, .masks = {0xff, 0xff00, 0xff0000}, .rows = {1, 2, 3, 4}}),
            (Codes{1, 2, 3, 255}));
}

TEST_F(CodeImageBmp, AnEmbeddedProfileIsATag) {
  Bytes bytes = make_bmp({.width = 1, .height = 1, .header_bytes = 124, .rows = {1, 2, 3, 0}});
  EXPECT_TRUE(read(bytes).facts.tags.empty());
  const Bytes name = {'D', 'E', 'B', 'M'};
  std::copy(name.begin(), name.end(), bytes.begin() + 70);
  bytes[126] = static_cast<unsigned char>(bytes.size() - 14);
  bytes[130] = 3;
  bytes.insert(bytes.end(), {7, 8, 9});
  ASSERT_EQ(read(bytes).facts.tags.count("colour profile (ICC)"), 1u);
  EXPECT_TRUE(read(bytes).facts.tags.at("colour profile (ICC)").starts_with("3 bytes"));
}

TEST_F(CodeImageBmp, WhatIsNotReadIsNamed) {
  EXPECT_EQ(reason(make_bmp({.compression = 1})), "run-length coded BMP pictures are not supported");
  EXPECT_EQ(reason(make_bmp({.compression = 4})), "BMP pictures of another format inside are not supported");
  EXPECT_EQ(reason(make_bmp({.compression = 3, .masks = {1, 2, 4}})),
            "corrupt: bit fields of a BMP picture without them");
  EXPECT_EQ(reason(make_bmp({.bits = 2})), "BMP pictures of 2 bits a pixel are not supported");
  EXPECT_EQ(reason(make_bmp({.header_bytes = 64})), "BMP pictures with a header of 64 bytes are not supported");
  const std::string fields = "BMP pictures with bit fields other than 1 to 8 neighbouring bits are not supported";
  for (const std::uint32_t mask : {0u, 0x1ffu, 5u, 0xffffffffu}) {
    EXPECT_EQ(reason(make_bmp({.bits = 32, .compression = 3, .masks = {0xff, mask, 0xff0000}})), fields) << mask;
  }
}

TEST_F(CodeImageBmp, SizesAreHeldAgainstTheFileAndTheLimits) {
  const std::string plausible = "truncated or corrupt: the header asks for 30000 x 30000 texels, more than a file of ";
  EXPECT_EQ(reason(make_bmp({.width = 30000, .height = 30000})), plausible + "54 bytes can hold");
  EXPECT_EQ(reason(make_bmp({.width = 70000})),
            "the picture is too large (70000 x 2 texels; the limit is 65535 a side)");
  EXPECT_EQ(reason(make_bmp({.width = -1})), "the picture is empty (-1 x 2 texels)");
  EXPECT_EQ(reason(make_bmp({.height = std::numeric_limits<std::int32_t>::min()})),
            "the picture is too large (2 x 2147483648 texels; the limit is 65535 a side)");
  EXPECT_EQ(reason({'B', 'M', 1, 2}), "truncated in the BMP header");
  EXPECT_EQ(reason(make_bmp({.width = 1, .height = 1, .bits = 8, .palette = {1, 2}, .rows = {2, 0, 0, 0}})),
            "corrupt: a pixel of a colour that the BMP palette lacks");
  EXPECT_EQ(reason(make_bmp({.width = 1, .height = 1, .bits = 1, .palette = {1, 2, 3}, .rows = {0, 0, 0, 0}})),
            "corrupt: the BMP palette");
}

TEST_F(CodeImageBmp, AFileBeyondTheLimitIsNotRead) {
  image_io::ReadLimits& limits = image_io::read_limits();
  const image_io::ReadLimits kept = limits;
  limits.memory_bytes = 1 << 20;
  write_file(file_, make_bmp({}));
  std::filesystem::resize_file(file_, (2 << 20) + 1);
  EXPECT_EQ(open_reason(file_), "the file is too large: 3 MiB; the limit is 1, see --memory-mib");
  limits = kept;
}

// ---- TGA ----

TEST_F(CodeImageTga, RowsAndColumnsInEveryOrder) {
  const Bytes pixels = {3, 2, 1, 6, 5, 4, 9, 8, 7, 12, 11, 10};
  const Codes a = {1, 2, 3, 255}, b = {4, 5, 6, 255}, c = {7, 8, 9, 255}, d = {10, 11, 12, 255};
  const auto joined = [](const std::vector<Codes>& all) {
    Codes codes;
    for (const Codes& one : all) codes.insert(codes.end(), one.begin(), one.end());
    return codes;
  };
  EXPECT_EQ(codes(make_tga({.descriptor = 0x20, .pixels = pixels})), joined({a, b, c, d}));
  EXPECT_EQ(codes(make_tga({.descriptor = 0, .pixels = pixels})), joined({c, d, a, b}));
  EXPECT_EQ(codes(make_tga({.descriptor = 0x30, .pixels = pixels})), joined({b, a, d, c}));
  EXPECT_EQ(codes(make_tga({.descriptor = 0x10, .pixels = pixels})), joined({d, c, b, a}));
}

TEST_F(CodeImageTga, AlphaCountsWhereTheHeaderSaysSo) {
  const auto of_pixel = [&](unsigned kind, unsigned bits, unsigned alpha, const Bytes& pixel) {
    const CodeImage image = read(
        make_tga({.width = 1, .height = 1, .kind = kind, .bits = bits, .descriptor = 0x20 | alpha, .pixels = pixel}));
    Codes codes = {int(image.facts.channels)};
    for (const std::byte code : image.texels) codes.push_back(int(code));
    return codes;
  };
  EXPECT_EQ(of_pixel(2, 32, 8, {1, 2, 3, 4}), (Codes{4, 3, 2, 1, 4}));
  EXPECT_EQ(of_pixel(2, 32, 0, {1, 2, 3, 4}), (Codes{3, 3, 2, 1, 255}));
  EXPECT_EQ(of_pixel(2, 16, 1, {0x11, 0x7c}), (Codes{4, 255, 0, 140, 0}));
  EXPECT_EQ(of_pixel(2, 16, 0, {0x11, 0x7c}), (Codes{3, 255, 0, 140, 255}));
  EXPECT_EQ(of_pixel(2, 15, 0, {0x11, 0xfc}), (Codes{3, 255, 0, 140, 255}));
  EXPECT_EQ(of_pixel(3, 8, 0, {9}), (Codes{1, 9, 9, 9, 255}));
  EXPECT_EQ(of_pixel(3, 16, 8, {9, 77}), (Codes{2, 9, 9, 9, 77}));
}

TEST_F(CodeImageTga, RunsMayCrossRows) {
  const Bytes plain = {1, 2, 3, 1, 2, 3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 7, 8, 9};
  const Bytes runs = {0x82, 1, 2, 3, 0, 4, 5, 6, 0x81, 7, 8, 9};
  EXPECT_EQ(codes(make_tga({.width = 2, .height = 3, .kind = 10, .pixels = runs})),
            codes(make_tga({.width = 2, .height = 3, .pixels = plain})));
  EXPECT_EQ(reason(make_tga({.width = 2, .height = 1, .kind = 10, .pixels = runs})),
            "corrupt: more TGA data than its pixels can be");
  EXPECT_EQ(reason(make_tga({.width = 2, .height = 4, .kind = 10, .pixels = runs})),
            "truncated: the TGA data ends early");
}

TEST_F(CodeImageTga, PalettesBeginWhereTheHeaderSays) {
  const TgaOptions options = {.width = 2,
                              .height = 1,
                              .kind = 1,
                              .bits = 8,
                              .first_entry = 10,
                              .palette = {0x010203, 0xf0e0d0},
                              .pixels = {11, 10}};
  EXPECT_EQ(codes(make_tga(options)), (Codes{240, 224, 208, 255, 1, 2, 3, 255}));
  EXPECT_EQ(read(make_tga(options)).facts.channels, 3u);
  TgaOptions other = options;
  other.kind = 9;
  other.pixels = {0x81, 11};
  EXPECT_EQ(codes(make_tga(other)), (Codes{240, 224, 208, 255, 240, 224, 208, 255}));
  for (const int index : {9, 12}) {
    other.pixels = {0x81, static_cast<unsigned char>(index)};
    EXPECT_EQ(reason(make_tga(other)), "corrupt: a pixel of a colour that the TGA palette lacks");
  }
  // A palette beside colours of their own says nothing.
  EXPECT_EQ(codes(make_tga({.width = 1, .height = 1, .palette = {1, 2}, .pixels = {3, 2, 1}})), (Codes{1, 2, 3, 255}));
}

TEST_F(CodeImageTga, WhatIsNotReadIsNamed) {
  EXPECT_EQ(reason(Bytes(17)), "truncated in the TGA header");
  const std::string kinds = "not a TGA picture with a palette, colours or grey";
  EXPECT_EQ(reason(Bytes(18)), kinds);
  EXPECT_EQ(reason(make_tga({.kind = 32})), kinds);
  EXPECT_EQ(reason(make_tga({.kind = 1, .bits = 8})), kinds);  // without one
  EXPECT_EQ(reason(make_tga({.descriptor = 0x40})), "interleaved TGA pictures are not supported");
  EXPECT_EQ(reason(make_tga({.bits = 12})), "TGA pictures of 12 bits a pixel with 0 bits of alpha are not supported");
  EXPECT_EQ(reason(make_tga({.kind = 3, .bits = 16})),
            "TGA pictures of 16 bits a pixel with 0 bits of alpha are not supported");
  for (const unsigned kind : {2u, 10u}) {
    EXPECT_EQ(reason(make_tga({.width = 30000, .height = 30000, .kind = kind})),
              "truncated or corrupt: the header asks for 30000 x 30000 texels, more than a file of 21 bytes can hold");
  }
  image_io::read_limits().max_side = 32768;  // a header has no larger side than the limits have by default
  EXPECT_EQ(reason(make_tga({.width = 40000})),
            "the picture is too large (40000 x 2 texels; the limit is 32768 a side)");
  image_io::read_limits() = {};
  EXPECT_EQ(reason(make_tga({.width = 0})), "the picture is empty (0 x 2 texels)");
}

TEST_F(CodeImageTga, AloneIsKnownByItsName) {
  const Bytes bytes = make_tga({.pixels = Bytes(12)});
  write_file(folder_ / "a.TGA", bytes);
  EXPECT_EQ(image_io::read_code_image(folder_ / "a.TGA").width, 2u);
  write_file(folder_ / "a.png", bytes);
  EXPECT_EQ(open_reason(folder_ / "a.png"),
            "not an OpenEXR, Radiance HDR, PNG, JPEG, TIFF, WebP, AVIF, JPEG XL, BMP or TGA picture");
}

// ---- what a build may leave out ----

#if !PHOTOPIC_TIFF
TEST_F(ImageFileLeftOut, TiffIsLeftOutByName) {
  write_file(folder_ / "a", Bytes{'I', 'I', '*', 0});
  EXPECT_EQ(open_reason(folder_ / "a"), "this build reads no TIFF");
}
#endif
#if !PHOTOPIC_WEBP
TEST_F(ImageFileLeftOut, WebpIsLeftOutByName) {
  write_file(folder_ / "a", std::string("RIFF....WEBP"));
  EXPECT_EQ(open_reason(folder_ / "a"), "this build reads no WebP");
}
#endif
#if !PHOTOPIC_AVIF
TEST_F(ImageFileLeftOut, AvifIsLeftOutByName) {
  EXPECT_EQ(reason_of(folder_ / "a", [&] { image_io::create_avif(folder_ / "a", 2, 2, {}, 90); }),
            "this build writes no AVIF");
}
#endif
#if !PHOTOPIC_JXL
TEST_F(ImageFileLeftOut, JxlIsLeftOutByName) {
  EXPECT_EQ(reason_of(folder_ / "a", [&] { image_io::create_jxl(folder_ / "a", 2, 2, {}, 90); }),
            "this build writes no JPEG XL");
}
#endif

}  // namespace
}  // namespace io_test
