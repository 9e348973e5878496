// SPDX-License-Identifier: MIT
// Tests of AVIF files, which libavif reads back.
#include <avif/avif.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "image_io/fixtures/smooth_picture.h"

namespace io_test {
namespace {

using image_io::CodeFormat;

struct ReadAvif {
  std::uint32_t width = 0, height = 0, depth = 0;
  avifColorPrimaries primaries = 0;
  avifTransferCharacteristics transfer = 0;
  avifMatrixCoefficients matrix = 0;
  bool is_full_range = false, has_alpha = false;
  std::vector<std::uint16_t> codes;  ///< RGBA
};

ReadAvif read_avif(const std::filesystem::path& file) {
  const std::unique_ptr<avifDecoder, void (*)(avifDecoder*)> decoder(avifDecoderCreate(), avifDecoderDestroy);
  const std::unique_ptr<avifImage, void (*)(avifImage*)> image(avifImageCreateEmpty(), avifImageDestroy);
  EXPECT_EQ(avifDecoderReadFile(decoder.get(), image.get(), file.c_str()), AVIF_RESULT_OK);
  EXPECT_EQ(image->yuvFormat, AVIF_PIXEL_FORMAT_YUV444);
  ReadAvif read = {image->width,
                   image->height,
                   image->depth,
                   image->colorPrimaries,
                   image->transferCharacteristics,
                   image->matrixCoefficients,
                   image->yuvRange == AVIF_RANGE_FULL,
                   image->alphaPlane != nullptr,
                   {}};
  std::vector<std::uint16_t> rgba(std::size_t{read.width} * read.height * 4);
  avifRGBImage rgb;
  avifRGBImageSetDefaults(&rgb, image.get());
  rgb.depth = std::max(read.depth, 10u);  // 16 bits in memory
  rgb.pixels = reinterpret_cast<std::uint8_t*>(rgba.data());
  rgb.rowBytes = read.width * 8;
  EXPECT_EQ(avifImageYUVToRGB(image.get(), &rgb), AVIF_RESULT_OK);
  read.codes = rgba;
  return read;
}

class ImageFileAvif : public SmoothPicture {
 protected:
  ReadAvif written(const CodeFormat& format, int quality, const void* rows) {
    const auto writer = image_io::create_avif(folder_ / "a.avif", kWidth, kHeight, format, quality);
    writer->write_rows(kHeight, rows);
    writer->finish();
    return read_avif(folder_ / "a.avif");
  }
};

TEST_F(ImageFileAvif, CodesAreLosslessAtQuality100) {
  const auto deep = rows<std::uint16_t>();
  for (const bool keep_alpha : {false, true}) {
    const ReadAvif read = written({16, keep_alpha, {.cicp = image_io::kCicpHdr10}}, 100, deep.data());
    EXPECT_EQ(read.width, kWidth);
    EXPECT_EQ(read.height, kHeight);
    EXPECT_EQ(read.depth, 10u);
    EXPECT_EQ(read.primaries, 9);
    EXPECT_EQ(read.transfer, 16);
    EXPECT_EQ(read.matrix, 0);
    EXPECT_TRUE(read.is_full_range);
    EXPECT_EQ(read.has_alpha, keep_alpha);
    for (std::size_t i = 0; i < deep.size(); ++i) {
      const bool is_opaque = i % 4 == 3 && !keep_alpha;
      ASSERT_EQ(read.codes[i], is_opaque ? 1023 : std::lround(deep[i] / 65535.0 * 1023.0)) << i;
    }
  }
}

TEST_F(ImageFileAvif, LossIsSmallOtherwise) {
  for (const auto& [cicp, matrix] : {std::pair{image_io::kCicpHlg, 9}, {image_io::kCicpDisplayP3, 6}}) {
    const auto deep = rows<std::uint16_t>();
    const ReadAvif read = written({16, true, {.cicp = cicp}}, 90, deep.data());
    EXPECT_EQ(read.primaries, cicp.primaries);
    EXPECT_EQ(read.transfer, cicp.transfer);
    EXPECT_EQ(read.matrix, matrix);
    for (std::size_t i = 0; i < deep.size(); ++i) {
      ASSERT_NEAR(read.codes[i], deep[i] / 65535.0 * 1023.0, i % 4 == 3 ? 0.5 : 40.0) << i;
    }
  }
  const auto shallow = rows<std::uint8_t>();
  const ReadAvif read = written({}, 90, shallow.data());
  EXPECT_EQ(read.depth, 8u);
  EXPECT_EQ(read.primaries, 1);
  EXPECT_EQ(read.transfer, 13);
}

TEST_F(ImageFileAvif, FilesAreWholeOrNotThere) {
  const auto shallow = rows<std::uint8_t>();
  {
    const auto writer = image_io::create_avif(folder_ / "a.avif", kWidth, kHeight, {}, 90);
    writer->write_rows(kHeight - 1, shallow.data());
    EXPECT_EQ(reason_of(folder_ / "a.avif", [&] { writer->finish(); }), "only 20 of 21 rows were written");
    EXPECT_EQ(reason_of(folder_ / "a.avif", [&] { writer->write_rows(2, shallow.data()); }),
              "more rows than the picture has");
  }
  EXPECT_EQ(folder_.file_count(), 0u);
  EXPECT_EQ(reason_of(folder_ / "a.avif", [&] { image_io::create_avif(folder_ / "a.avif", 3, 2, {.bits = 10}, 90); }),
            "codes have 8 or 16 bits, not 10");
  EXPECT_EQ(reason_of("/dev/full",
                      [&] {
                        const auto writer = image_io::create_avif("/dev/full", kWidth, kHeight, {}, 90);
                        writer->write_rows(kHeight, shallow.data());
                        writer->finish();
                      }),
            "No space left on device");
}

}  // namespace
}  // namespace io_test
