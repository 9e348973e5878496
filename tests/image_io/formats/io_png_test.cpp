// SPDX-License-Identifier: MIT
// Tests of PNG files made chunk by chunk: every filter, what the format allows and few files have, and damage.
#include <png.h>
#include <zlib.h>

#include <string>
#include <vector>

#include "image_io/fixtures/io_fixtures.h"

namespace io_test {
namespace {

using image_io::CodeImage;

void append_32(Bytes& bytes, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes.push_back(static_cast<unsigned char>(number >> shift));
}

Bytes deflated(const Bytes& bytes) {
  Bytes out(compressBound(bytes.size()));
  uLongf size = out.size();
  EXPECT_EQ(compress(out.data(), &size, bytes.data(), bytes.size()), Z_OK);
  out.resize(size);
  return out;
}

class PngFile {
 public:
  PngFile& chunk(const std::string& type, const Bytes& body = {}) {
    append_32(bytes_, body.size());
    bytes_.insert(bytes_.end(), type.begin(), type.end());
    bytes_.insert(bytes_.end(), body.begin(), body.end());
    append_32(bytes_, 0);
    return *this;
  }
  PngFile& header(unsigned width, unsigned height, unsigned char depth, unsigned char color_type,
                  unsigned char interlace = 0, unsigned char compression = 0, unsigned char filter = 0) {
    Bytes body;
    append_32(body, width);
    append_32(body, height);
    body.insert(body.end(), {depth, color_type, compression, filter, interlace});
    return chunk("IHDR", body);
  }
  /// `rows`: each after its filter.
  PngFile& pixels(const Bytes& rows) { return chunk("IDAT", deflated(rows)); }
  /// With its end, and good checksums.
  Bytes bytes() {
    chunk("IEND");
    fix_png_checksums(bytes_);
    return bytes_;
  }

 private:
  Bytes bytes_ = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
};

class ImageFilePngChunks : public FolderTest {
 protected:
  CodeImage read(const Bytes& bytes) {
    write_file(folder_ / "a.png", bytes);
    return image_io::read_code_image(folder_ / "a.png");
  }
  std::string reason(const Bytes& bytes) {
    write_file(folder_ / "a.png", bytes);
    return reason_of(folder_ / "a.png", [&] { image_io::read_code_image(folder_ / "a.png"); });
  }
  std::vector<int> codes(const Bytes& bytes) {
    std::vector<int> codes;
    for (const std::byte texel : read(bytes).texels) codes.push_back(int(texel));
    return codes;
  }
};

TEST_F(ImageFilePngChunks, EveryFilterIsTakenBack) {
  for (const auto& [depth, color_type] :
       {std::pair{1, 0}, {4, 0}, {8, 0}, {16, 0}, {8, 2}, {16, 2}, {8, 4}, {16, 4}, {8, 6}, {16, 6}}) {
    for (const bool interlaced : {false, true}) {
      for (const auto& [width, height] : {std::pair{1u, 1u}, {1u, 5u}, {37u, 23u}}) {
        PngOptions options{width, height, depth, color_type, interlaced};
        options.filters = PNG_FILTER_NONE;
        const CodeImage expected = read(make_png(options));
        for (const int filters : {PNG_FILTER_SUB, PNG_FILTER_UP, PNG_FILTER_AVG, PNG_FILTER_PAETH, PNG_ALL_FILTERS}) {
          options.filters = filters;
          ASSERT_EQ(read(make_png(options)).texels, expected.texels)
              << "filters " << filters << ", depth " << depth << ", type " << color_type << ", width " << width;
        }
      }
    }
  }
}

TEST_F(ImageFilePngChunks, PaethTakesTheFirstOfTheNearest) {
  // Left, above and corner of the last pixel: every order of near and far, and the same twice.
  const unsigned char values[] = {0, 1, 7, 8, 100, 128, 254, 255};
  for (const unsigned char left : values) {
    for (const unsigned char above : values) {
      for (const unsigned char corner : values) {
        const int estimate = left + above - corner;
        int best = left;
        for (const int one : {int{above}, int{corner}}) {
          if (std::abs(estimate - one) < std::abs(estimate - best)) best = one;
        }
        const Bytes png =
            PngFile().header(2, 2, 8, 0).pixels({0, corner, above, 4, (unsigned char)(left - corner), 0}).bytes();
        ASSERT_EQ(codes(png)[12], best) << int(left) << ' ' << int(above) << ' ' << int(corner);
      }
    }
  }
}

TEST_F(ImageFilePngChunks, PixelsMayComeInManyPieces) {
  const Bytes rows = {0, 1, 2, 3, 1, 9, 9, 9};
  const Bytes whole = deflated(rows);
  PngFile file;
  file.header(3, 2, 8, 0);
  for (const unsigned char byte : whole) file.chunk("IDAT", {byte}).chunk("IDAT");
  EXPECT_EQ(read(file.bytes()).texels, read(PngFile().header(3, 2, 8, 0).pixels(rows).bytes()).texels);
}

TEST_F(ImageFilePngChunks, PixelsThatAreNotCompressedAreRead) {
  // Stored in blocks of their own: more bytes than there are pixels.
  Bytes rows;
  for (int i = 0; i < 64 * 65; ++i) rows.push_back(static_cast<unsigned char>(i % 65 == 0 ? 0 : i * 7));
  Bytes stored = {0x78, 0x01};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    stored.insert(stored.end(), {static_cast<unsigned char>(i + 1 == rows.size()), 1, 0, 0xfe, 0xff, rows[i]});
  }
  append_32(stored, adler32(1, rows.data(), static_cast<uInt>(rows.size())));
  const Bytes png = PngFile().header(16, 64, 8, 6).chunk("IDAT", stored).bytes();
  EXPECT_EQ(codes(png), codes(PngFile().header(16, 64, 8, 6).pixels(rows).bytes()));
}

TEST_F(ImageFilePngChunks, TransparencyOfSixteenBitsIsOfBothBytes) {
  const Bytes png =
      PngFile().header(2, 1, 16, 0).chunk("tRNS", {0x12, 0x34}).pixels({0, 0x12, 0x34, 0x12, 0x35}).bytes();
  const CodeImage image = read(png);
  EXPECT_EQ(image.facts.channels, 2u);
  const std::vector<std::uint16_t> samples = values_of<std::uint16_t>(image);
  EXPECT_EQ(samples, (std::vector<std::uint16_t>{0x1234, 0x1234, 0x1234, 0, 0x1235, 0x1235, 0x1235, 65535}));
}

TEST_F(ImageFilePngChunks, ASuggestedPaletteAndUnknownCommentsChangeNothing) {
  const Bytes png = PngFile()
                        .header(1, 1, 8, 2)
                        .chunk("PLTE", {1, 2, 3})
                        .chunk("teXT", {1, 2})
                        .pixels({0, 10, 20, 30})
                        .chunk("zzZz", {5})
                        .bytes();
  EXPECT_EQ(codes(png), (std::vector<int>{10, 20, 30, 255}));
}

TEST_F(ImageFilePngChunks, WhatTheFormatDoesNotHaveIsRefused) {
  const Bytes row = {0, 1, 2, 3};
  for (const auto& [depth, color_type] : {std::pair{3, 0}, {0, 0}, {32, 0}, {4, 2}, {16, 3}, {8, 1}, {8, 5}, {8, 7}}) {
    const Bytes png = PngFile().header(1, 1, (unsigned char)(depth), (unsigned char)(color_type)).pixels(row).bytes();
    EXPECT_EQ(reason(png), "corrupt: a PNG colour type that there isn't") << depth << ' ' << color_type;
  }
  const std::string method = "corrupt: a PNG method that there isn't";
  EXPECT_EQ(reason(PngFile().header(1, 1, 8, 2, 2).pixels(row).bytes()), method);
  EXPECT_EQ(reason(PngFile().header(1, 1, 8, 2, 0, 1).pixels(row).bytes()), method);
  EXPECT_EQ(reason(PngFile().header(1, 1, 8, 2, 0, 0, 1).pixels(row).bytes()), method);
  const auto of_chunks = [&](const std::string& type, const Bytes& body) {
    return reason(PngFile().header(1, 1, 8, 2).chunk(type, body).pixels(row).bytes());
  };
  EXPECT_EQ(of_chunks("QUUX", {}), "corrupt: a PNG chunk that isn't known");
  EXPECT_EQ(of_chunks("IHDR", Bytes(13)), "corrupt: a PNG chunk that isn't known");
  EXPECT_EQ(of_chunks("tRNS", {1, 2}), "corrupt: the PNG transparency");
  EXPECT_EQ(of_chunks("PLTE", {1, 2}), "corrupt: the PNG palette");
  EXPECT_EQ(reason(PngFile().chunk("IDAT", row).bytes()), "corrupt: no PNG header");
  EXPECT_EQ(reason(PngFile().header(1, 1, 8, 4).chunk("tRNS", {1, 2}).pixels({0, 1, 2}).bytes()),
            "corrupt: the PNG transparency");
}

TEST_F(ImageFilePngChunks, PalettesHaveTheColorsOfThePixels) {
  const auto of_pixel = [&](const Bytes& palette, unsigned char index) {
    PngFile file;
    file.header(1, 1, 8, 3);
    if (!palette.empty()) file.chunk("PLTE", palette);
    return file.pixels({0, index}).bytes();
  };
  EXPECT_EQ(reason(of_pixel({}, 0)), "corrupt: the PNG palette");
  EXPECT_EQ(reason(of_pixel(Bytes(4), 0)), "corrupt: the PNG palette");
  EXPECT_EQ(reason(of_pixel(Bytes(6), 2)), "corrupt: a pixel of a colour that the PNG palette lacks");
  EXPECT_EQ(codes(of_pixel({1, 2, 3, 4, 5, 6}, 1)), (std::vector<int>{4, 5, 6, 255}));
}

TEST_F(ImageFilePngChunks, PixelsAreAsManyAsTheHeaderSays) {
  const auto of_rows = [&](const Bytes& rows) { return reason(PngFile().header(3, 2, 8, 0).pixels(rows).bytes()); };
  EXPECT_EQ(of_rows({0, 1, 2, 3, 0, 1, 2}), "truncated: the PNG data has fewer pixels than its header says");
  EXPECT_EQ(of_rows({0, 1, 2, 3, 0, 1, 2, 3, 0}), "corrupt: the PNG data has more pixels than its header says");
  EXPECT_EQ(of_rows({0, 1, 2, 3, 5, 1, 2, 3}), "corrupt: a PNG filter that there isn't");
  EXPECT_EQ(reason(PngFile().header(3, 2, 8, 0).bytes()), "corrupt: a PNG picture without pixels");
  EXPECT_EQ(reason(PngFile().header(3, 2, 8, 0).chunk("IDAT", Bytes(9, 1)).bytes()),
            "corrupt: the PNG pixels can't be inflated");
  Bytes damaged = deflated({0, 1, 2, 3, 0, 1, 2, 3});
  damaged.back() ^= 1;  // the checksum of all pixels
  EXPECT_EQ(reason(PngFile().header(3, 2, 8, 0).chunk("IDAT", damaged).bytes()),
            "corrupt: the PNG pixels can't be inflated");
  EXPECT_EQ(reason(PngFile().header(3, 2, 8, 0).chunk("IDAT", Bytes(100000)).bytes()),
            "corrupt: more PNG data than its pixels can be");
}

TEST_F(ImageFilePngChunks, SeveralFramesAreRefused) {
  const std::string animated = "animated PNG pictures (APNG) are not supported";
  const Bytes rows = {0, 1, 2, 3, 0, 4, 5, 6};
  const auto with = [&](const Bytes& animation, bool has_frame) {
    PngFile file = PngFile().header(3, 2, 8, 0);
    if (!animation.empty()) file.chunk("acTL", animation);
    file.pixels(rows);
    if (has_frame) file.chunk("fcTL", Bytes(26)).chunk("fdAT", Bytes(20));
    return file.bytes();
  };
  EXPECT_EQ(reason(with({0, 0, 0, 2, 0, 0, 0, 0}, true)), animated);
  EXPECT_EQ(reason(with({0, 0, 0, 2, 0, 0, 0, 0}, false)), animated);
  EXPECT_EQ(reason(with({0, 0, 0, 1, 0, 0, 0, 0}, true)), animated);  // beside the still picture
  EXPECT_EQ(reason(with({0, 0}, false)), animated);
  EXPECT_EQ(codes(with({0, 0, 0, 1, 0, 0, 0, 0}, false)), codes(with({}, false)));
  EXPECT_EQ(codes(with({}, true)), codes(with({}, false)));  // no animation without a count
}

TEST_F(ImageFilePngChunks, ApplesFormIsNamed) {
  EXPECT_EQ(
      reason(PngFile().chunk("CgBI", {0x50, 0, 0x20, 6}).header(3, 2, 8, 6).pixels(Bytes(26)).bytes()),
      "a CgBI picture, a form of PNG that only Apple's devices read; convert it back by 'xcrun -sdk iphoneos pngcrush "
      "-revert-iphone-optimizations IN OUT'");
}

TEST_F(ImageFilePngChunks, TakesLittleMoreThanThePictureWhileItDecodes) {
  // 64 MiB of texels, 48 MiB inflated; the file of nothing but zeros is small.
  constexpr std::uint32_t kSide = 4096;
  const auto file = folder_ / "large.png";
  const auto writer = image_io::create_png(file, kSide, kSide);
  const std::vector<std::byte> band(std::size_t{kSide} * 4 * 256);
  for (std::uint32_t row = 0; row < kSide; row += 256) writer->write_rows(256, band.data());
  writer->finish();
  const long before = peak_memory_kib();
  ASSERT_GT(before, 0);
  EXPECT_EQ(image_io::read_code_image(file).width, kSide);
  EXPECT_LT(peak_memory_kib() - before, 96 * 1024);
}

}  // namespace
}  // namespace io_test
