// SPDX-License-Identifier: MIT
// Tests of every picture format, and of the PNG writer. The folder formats holds the formats' own tests,
// io_atomic_test.cpp those of writing, io_mutation_test.cpp the damaged files.
#include <png.h>

#include <cstring>
#include <string>
#include <vector>

#include "image_io/fixtures/io_exr_fixtures.h"

namespace io_test {
namespace {

using ImageFile = FolderTest;
using ImageFilePngWriter = FolderTest;

Bytes rgba_rows(std::uint32_t width, std::uint32_t height) {
  Bytes texels;
  for (std::uint32_t i = 0; i < width * height * 4; ++i) texels.push_back(static_cast<unsigned char>(i * 37 + i / 91));
  return texels;
}

// Decoded by libpng itself, without any gamma.
Bytes decode_with_libpng(const std::filesystem::path& file, std::uint32_t format) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_file(&image, file.c_str()), 0) << image.message;
  EXPECT_EQ(image.format, format);
  Bytes texels(PNG_IMAGE_SIZE(image));
  EXPECT_NE(png_image_finish_read(&image, nullptr, texels.data(), 0, nullptr), 0) << image.message;
  return texels;
}

TEST_F(ImageFile, MissingFileSaysSo) {
  EXPECT_EQ(open_reason(folder_ / "none.exr"), "No such file or directory");
  write_file(folder_ / "plain", "text");
  EXPECT_EQ(open_reason(folder_ / "plain" / "none.exr"), "Not a directory");
}

TEST_F(ImageFile, DirectoryEmptyFileAndDeviceAreRefused) {
  EXPECT_EQ(open_reason(folder_.path()), "Is a directory");
  write_file(folder_ / "empty.png", "");
  EXPECT_EQ(open_reason(folder_ / "empty.png"), "the file is empty");
  EXPECT_EQ(open_reason("/dev/null"), "not a regular file");
}

TEST_F(ImageFile, OtherContentIsRefusedWhateverTheName) {
  const std::string reason = "not an OpenEXR, Radiance HDR, PNG, JPEG, TIFF, WebP, AVIF, JPEG XL, BMP or TGA picture";
  for (const std::string text : {"x", "GIF89a..........", "\x76\x2f\x31", "B", "II*", "RIFF....WAVE", "RIFF",
                                 "P6 1 1 255 abc", "#?RAD", "\xff\xd8"}) {
    write_file(folder_ / "picture.exr", text);
    EXPECT_EQ(open_reason(folder_ / "picture.exr"), reason) << text;
  }
}

TEST_F(ImageFile, FormatComesFromContentNotFromName) {
  write_file(folder_ / "a.jpg", make_png({}));
  EXPECT_EQ(image_io::open_image(folder_ / "a.jpg")->info().width, PngOptions{}.width);
  write_file(folder_ / "b.exr", make_jpeg());
  EXPECT_EQ(image_io::open_image(folder_ / "b.exr")->info().width, 16u);
  write_file(folder_ / "c.png", make_hdr(20, 3));
  EXPECT_EQ(image_io::open_image(folder_ / "c.png")->info().height, 3u);
}

TEST_F(ImageFile, ErrorIsOneLineThatNamesTheFileOnce) {
  const files::Error error("a/b.exr", "a/b.exr: Cannot read \"a/b.exr\".\nSecond line.\n");
  EXPECT_STREQ(error.what(), "a/b.exr: Cannot read. Second line.");
}

TEST_F(ImageFile, RowsOutsideThePictureAreRefused) {
  write_exr(folder_ / "a.exr", {});
  write_file(folder_ / "a.png", make_png({}));
  write_file(folder_ / "a.hdr", make_hdr(13, 9));
  for (const char* name : {"a.exr", "a.png", "a.hdr"}) {
    const auto file = folder_ / name;
    const auto reader = image_io::open_image(file);
    std::vector<std::byte> texels(13 * 16 * 16);
    EXPECT_EQ(reason_of(file, [&] { reader->read_rows(8, 2, texels.data()); }),
              "rows 8 to 10 asked of a picture of 9 rows");
    reason_of(file, [&] { reader->read_rows(0xffffffff, 2, texels.data()); });
    EXPECT_NO_THROW(reader->read_rows(8, 1, texels.data())) << "the reader stays usable";
    EXPECT_NO_THROW(reader->read_rows(9, 0, texels.data()));
  }
}

TEST_F(ImageFilePngWriter, RoundTripIsBitExactForLibpng) {
  const Bytes texels = rgba_rows(61, 47);
  for (const bool keep_alpha : {false, true}) {
    const auto file = folder_ / (keep_alpha ? "rgba.png" : "rgb.png");
    const auto writer = image_io::create_png(file, 61, 47, {.keep_alpha = keep_alpha});
    writer->write_rows(7, texels.data());
    writer->write_rows(0, nullptr);
    writer->write_rows(40, texels.data() + 7 * 61 * 4);
    EXPECT_FALSE(std::filesystem::exists(file)) << "nothing under the final name yet";
    writer->finish();
    Bytes expected;
    for (std::size_t i = 0; i < texels.size(); ++i) {
      if (keep_alpha || i % 4 != 3) expected.push_back(texels[i]);
    }
    EXPECT_EQ(decode_with_libpng(file, keep_alpha ? PNG_FORMAT_RGBA : PNG_FORMAT_RGB), expected);
  }
  EXPECT_EQ(folder_.file_count(), 2u);
}

TEST_F(ImageFilePngWriter, FileSaysThatItIsSrgb) {
  const Bytes texels = rgba_rows(2, 2);
  const auto writer = image_io::create_png(folder_ / "a.png", 2, 2);
  writer->write_rows(2, texels.data());
  writer->finish();
  const Bytes bytes = read_file(folder_ / "a.png");
  const std::string text(bytes.begin(), bytes.end());
  EXPECT_NE(text.find("sRGB"), std::string::npos);
  EXPECT_LT(text.find("sRGB"), text.find("IDAT"));
}

TEST_F(ImageFilePngWriter, LinearReadingInvertsTheEncodingOfEveryCode) {
  Bytes texels;
  for (unsigned i = 0; i < 256; ++i) texels.insert(texels.end(), 4, static_cast<unsigned char>(i));
  const auto writer = image_io::create_png(folder_ / "a.png", 256, 1, {.keep_alpha = true});
  writer->write_rows(1, texels.data());
  writer->finish();
  const auto values = values_of<float>(image_io::read_image(folder_ / "a.png"));
  for (std::size_t i = 0; i < 256; ++i) {
    const double encoded = static_cast<double>(i) / 255.0;
    const double linear = encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
    ASSERT_EQ(values[4 * i], static_cast<float>(linear)) << i;
    ASSERT_EQ(values[4 * i + 3], static_cast<float>(encoded)) << "alpha is linear, " << i;
  }
}

TEST_F(ImageFilePngWriter, WrongRowCountsAndSizesAreRefused) {
  const auto file = folder_ / "a.png";
  const Bytes texels = rgba_rows(4, 4);
  {
    const auto writer = image_io::create_png(file, 4, 3);
    writer->write_rows(2, texels.data());
    EXPECT_EQ(reason_of(file, [&] { writer->finish(); }), "only 2 of 3 rows were written");
    EXPECT_EQ(reason_of(file, [&] { writer->write_rows(2, texels.data()); }), "more rows than the picture has");
  }
  EXPECT_EQ(folder_.file_count(), 0u) << "a writer dropped without finish() leaves nothing";
  EXPECT_EQ(reason_of(file, [&] { image_io::create_png(file, 0, 5); }), "the picture is empty (0 x 5 texels)");
  reason_of(file, [&] { image_io::create_png(file, 5, image_io::kMaxSide + 1); });
  reason_of(file, [&] { image_io::create_exr(file, {0, 5, image_io::TexelFormat::rgba16f}); });
  const auto writer = image_io::create_png(file, 4, 4);
  writer->write_rows(4, texels.data());
  writer->finish();
  EXPECT_EQ(reason_of(file, [&] { writer->finish(); }), "finished twice");
  EXPECT_EQ(reason_of(file, [&] { writer->write_rows(0, texels.data()); }), "written to after it was closed");
}

}  // namespace
}  // namespace io_test
