// SPDX-License-Identifier: MIT
// Tests of AVIF files, which libavif reads back.
#include <avif/avif.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"
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

// ---- what is read ----

/// Three channels, or one and a plane of alpha. `edit`: of the picture before it is encoded.
Bytes avif_of(std::uint32_t depth, avifPixelFormat format, const std::function<void(avifImage&)>& edit = {},
              bool has_alpha = false) {
  const std::unique_ptr<avifImage, void (*)(avifImage*)> image(avifImageCreate(12, 8, depth, format), avifImageDestroy);
  image->yuvRange = AVIF_RANGE_FULL;
  image->matrixCoefficients =
      format == AVIF_PIXEL_FORMAT_YUV444 ? AVIF_MATRIX_COEFFICIENTS_IDENTITY : AVIF_MATRIX_COEFFICIENTS_BT601;
  avifImageAllocatePlanes(image.get(), has_alpha ? AVIF_PLANES_ALL : AVIF_PLANES_YUV);
  for (int plane = 0; plane < 4; ++plane) {
    std::uint8_t* const bytes = plane == 3 ? image->alphaPlane : image->yuvPlanes[plane];
    const std::uint32_t row_bytes = plane == 3 ? image->alphaRowBytes : image->yuvRowBytes[plane];
    for (std::uint32_t y = 0; bytes != nullptr && y < 8; ++y) {
      for (std::uint32_t x = 0; x < 12; ++x) {
        const auto code = static_cast<std::uint16_t>((x * 37 + y * 101 + unsigned(plane) * 53) % (1u << depth));
        if (depth == 8) bytes[y * row_bytes + x] = static_cast<std::uint8_t>(code);
        if (depth > 8) std::memcpy(bytes + y * row_bytes + 2 * x, &code, 2);
      }
    }
  }
  if (edit) edit(*image);
  const std::unique_ptr<avifEncoder, void (*)(avifEncoder*)> encoder(avifEncoderCreate(), avifEncoderDestroy);
  encoder->speed = 10;
  encoder->minQuantizer = encoder->maxQuantizer = AVIF_QUANTIZER_LOSSLESS;
  encoder->minQuantizerAlpha = encoder->maxQuantizerAlpha = AVIF_QUANTIZER_LOSSLESS;
  avifRWData data = AVIF_DATA_EMPTY;
  EXPECT_EQ(avifEncoderWrite(encoder.get(), image.get(), &data), AVIF_RESULT_OK);
  const Bytes bytes(data.data, data.data + data.size);
  avifRWDataFree(&data);
  return bytes;
}

class ImageFileAvifRead : public FolderTest {
 protected:
  image_io::CodeImage codes(const Bytes& bytes) {
    write_file(file_, bytes);
    return image_io::read_code_image(file_);
  }
  const std::filesystem::path file_ = folder_ / "a.avif";
};

TEST_F(ImageFileAvifRead, CodesOfEveryDepthAreExact) {
  for (const std::uint32_t depth : {8u, 10u, 12u}) {
    const image_io::CodeImage image = codes(avif_of(depth, AVIF_PIXEL_FORMAT_YUV444));
    EXPECT_EQ(image.facts.channels, 3u);
    const auto code = [&](std::size_t i) {
      if (depth == 8) return unsigned{values_of<std::uint8_t>(image)[i]};
      return unsigned{values_of<std::uint16_t>(image)[i]};
    };
    const unsigned most = (1u << depth) - 1, full = depth == 8 ? 255 : 65535;
    for (unsigned x = 0; x < 12; ++x) {  // identity: Y is green, U blue, V red
      for (const auto& [channel, plane] : {std::pair{0u, 2u}, {1u, 0u}, {2u, 1u}}) {
        const unsigned stored = (x * 37 + 101 + plane * 53) % (most + 1);
        EXPECT_EQ(code(4 * (12 + x) + channel), (stored * full + most / 2) / most) << depth << ' ' << x;
      }
      EXPECT_EQ(code(4 * (12 + x) + 3), full);
    }
  }
  const image_io::CodeImage grey = codes(avif_of(8, AVIF_PIXEL_FORMAT_YUV400, {}, true));
  EXPECT_EQ(grey.facts.channels, 2u);
  EXPECT_EQ(values_of<std::uint8_t>(grey)[4], 37);
  EXPECT_EQ(values_of<std::uint8_t>(grey)[5], 37);
  EXPECT_EQ(values_of<std::uint8_t>(grey)[7], 37 + 3 * 53);
}

TEST_F(ImageFileAvifRead, RotationAndMirrorTurnThePicture) {
  write_file(folder_ / "plain.avif", avif_of(10, AVIF_PIXEL_FORMAT_YUV444));
  // The library's own translation from EXIF: ISO/IEC 23008-12 turns counterclockwise, and mirrors after that.
  struct Row {
    unsigned orientation, turns;
    int mirror;
  };
  constexpr Row kRows[] = {{1, 0, -1}, {2, 0, 1},  {3, 2, -1}, {4, 0, 0}, {5, 1, 0}, {6, 3, -1},
                           {7, 3, 0},  {8, 1, -1}, {2, 2, 0},  {4, 2, 1}, {5, 3, 1}, {7, 1, 1}};
  for (const auto& [orientation, turns, mirror] : kRows) {
    write_file(file_, avif_of(10, AVIF_PIXEL_FORMAT_YUV444, [turns = turns, mirror = mirror](avifImage& image) {
                 if (turns != 0) image.transformFlags |= AVIF_TRANSFORM_IROT;
                 image.irot.angle = static_cast<std::uint8_t>(turns);
                 if (mirror >= 0) image.transformFlags |= AVIF_TRANSFORM_IMIR;
                 image.imir.mode = static_cast<std::uint8_t>(std::max(mirror, 0));
               }));
    expect_turned(folder_ / "plain.avif", file_, orientation);
  }
}

TEST_F(ImageFileAvifRead, TheCleanApertureIsThePicture) {
  const image_io::CodeImage whole = codes(avif_of(8, AVIF_PIXEL_FORMAT_YUV444));
  const image_io::CodeImage cropped = codes(avif_of(8, AVIF_PIXEL_FORMAT_YUV444, [](avifImage& image) {
    const avifCropRect rect = {3, 2, 6, 5};
    avifDiagnostics diagnostics;
    ASSERT_TRUE(avifCleanApertureBoxConvertCropRect(&image.clap, &rect, 12, 8, image.yuvFormat, &diagnostics));
    image.transformFlags |= AVIF_TRANSFORM_CLAP;
  }));
  ASSERT_EQ(cropped.width, 6u);
  ASSERT_EQ(cropped.height, 5u);
  for (std::size_t y = 0; y < 5; ++y) {
    EXPECT_TRUE(std::equal(cropped.texels.begin() + std::ptrdiff_t(24 * y),
                           cropped.texels.begin() + std::ptrdiff_t(24 * (y + 1)),
                           whole.texels.begin() + std::ptrdiff_t(4 * (12 * (y + 2) + 3))))
        << y;
  }
}

TEST_F(ImageFileAvifRead, ProfilesWinOverCodePointsButThoseOfHdr) {
  const auto with = [&](const Bytes& profile, unsigned primaries, unsigned transfer) {
    write_file(file_, avif_of(8, AVIF_PIXEL_FORMAT_YUV444, [&](avifImage& image) {
                 if (!profile.empty()) avifImageSetProfileICC(&image, profile.data(), profile.size());
                 image.colorPrimaries = static_cast<avifColorPrimaries>(primaries);
                 image.transferCharacteristics = static_cast<avifTransferCharacteristics>(transfer);
               }));
    return facts_of(file_).encoding;
  };
  const Bytes profile = matrix_profile(kP3Colorants, srgb_curve());
  EXPECT_EQ(with({}, 12, 13), "P3, D65, sRGB's curve");
  EXPECT_EQ(with({}, 2, 2), "sRGB");
  EXPECT_EQ(with(profile, 12, 13), "profile 'a test's profile'");
  EXPECT_EQ(with({}, 9, 18), "BT.2020, HLG for 1000 cd/m2; 1 is 203 cd/m2");
}

TEST_F(ImageFileAvifRead, WhatIsNotReadIsNamed) {
  const Bytes whole = avif_of(8, AVIF_PIXEL_FORMAT_YUV444);
  write_file(file_, Bytes(whole.begin(), whole.end() - 9));
  EXPECT_EQ(open_reason(file_), "truncated: the AVIF data ends early");
  write_file(file_, std::string("\0\0\0\x18"
                                "ftypheic\0\0\0\0mif1heic",
                                24));
  EXPECT_EQ(open_reason(file_), "a file of HEIF or MP4 without an AVIF picture, which is not supported");

  const std::unique_ptr<avifEncoder, void (*)(avifEncoder*)> encoder(avifEncoderCreate(), avifEncoderDestroy);
  encoder->speed = 10;
  const std::unique_ptr<avifImage, void (*)(avifImage*)> image(avifImageCreate(12, 8, 8, AVIF_PIXEL_FORMAT_YUV444),
                                                               avifImageDestroy);
  avifImageAllocatePlanes(image.get(), AVIF_PLANES_YUV);
  for (int frame = 0; frame < 2; ++frame) {
    std::memset(image->yuvPlanes[0], 40 * frame, image->yuvRowBytes[0] * 8);
    ASSERT_EQ(avifEncoderAddImage(encoder.get(), image.get(), 1, AVIF_ADD_IMAGE_FLAG_NONE), AVIF_RESULT_OK);
  }
  avifRWData data = AVIF_DATA_EMPTY;
  ASSERT_EQ(avifEncoderFinish(encoder.get(), &data), AVIF_RESULT_OK);
  write_file(file_, Bytes(data.data, data.data + data.size));
  avifRWDataFree(&data);
  EXPECT_EQ(open_reason(file_), "animated AVIF pictures are not supported");
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
