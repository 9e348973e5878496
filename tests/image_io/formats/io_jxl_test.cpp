// SPDX-License-Identifier: MIT
// Tests of JPEG XL files, which libjxl reads back.
#include <jxl/decode.h>

#include <memory>
#include <string>
#include <vector>

#include "image_io/fixtures/smooth_picture.h"

namespace io_test {
namespace {

using image_io::CodeFormat;

struct ReadJxl {
  JxlBasicInfo info = {};
  JxlColorEncoding colors = {};
  std::vector<std::uint16_t> codes;  ///< RGBA of 16 bits
};

ReadJxl read_jxl(const std::filesystem::path& file) {
  const Bytes bytes = read_file(file);
  const std::unique_ptr<JxlDecoder, void (*)(JxlDecoder*)> decoder(JxlDecoderCreate(nullptr), JxlDecoderDestroy);
  JxlDecoderSubscribeEvents(decoder.get(), JXL_DEC_BASIC_INFO | JXL_DEC_COLOR_ENCODING | JXL_DEC_FULL_IMAGE);
  JxlDecoderSetInput(decoder.get(), bytes.data(), bytes.size());
  JxlDecoderCloseInput(decoder.get());
  const JxlPixelFormat layout = {4, JXL_TYPE_UINT16, JXL_NATIVE_ENDIAN, 0};
  ReadJxl read;
  for (;;) {
    switch (JxlDecoderProcessInput(decoder.get())) {
      case JXL_DEC_BASIC_INFO:
        EXPECT_EQ(JxlDecoderGetBasicInfo(decoder.get(), &read.info), JXL_DEC_SUCCESS);
        break;
      case JXL_DEC_COLOR_ENCODING:
        EXPECT_EQ(
            JxlDecoderGetColorAsEncodedProfile(decoder.get(), &layout, JXL_COLOR_PROFILE_TARGET_ORIGINAL, &read.colors),
            JXL_DEC_SUCCESS);
        break;
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        read.codes.resize(std::size_t{read.info.xsize} * read.info.ysize * 4);
        JxlDecoderSetImageOutBuffer(decoder.get(), &layout, read.codes.data(), read.codes.size() * 2);
        break;
      case JXL_DEC_FULL_IMAGE:
        break;
      case JXL_DEC_SUCCESS:
        return read;
      default:
        ADD_FAILURE() << "not JPEG XL";
        return read;
    }
  }
}

class ImageFileJxl : public SmoothPicture {
 protected:
  ReadJxl written(const CodeFormat& format, int quality, const void* rows) {
    const auto writer = image_io::create_jxl(folder_ / "a.jxl", kWidth, kHeight, format, quality);
    writer->write_rows(kHeight, rows);
    writer->finish();
    return read_jxl(folder_ / "a.jxl");
  }
};

TEST_F(ImageFileJxl, CodesAreLosslessAtQuality100) {
  const auto deep = rows<std::uint16_t>();
  for (const bool keep_alpha : {false, true}) {
    image_io::MasteringDisplay display;
    display.max_nits = 1000.0;
    const ReadJxl read = written({16, keep_alpha, {image_io::kCicpHdr10, display, {}}}, 100, deep.data());
    EXPECT_EQ(read.info.xsize, kWidth);
    EXPECT_EQ(read.info.ysize, kHeight);
    EXPECT_EQ(read.info.bits_per_sample, 16u);
    EXPECT_EQ(read.info.alpha_bits, keep_alpha ? 16u : 0u);
    EXPECT_EQ(read.info.intensity_target, 1000.0f);
    EXPECT_EQ(read.colors.primaries, JXL_PRIMARIES_2100);
    EXPECT_EQ(read.colors.white_point, JXL_WHITE_POINT_D65);
    EXPECT_EQ(read.colors.transfer_function, JXL_TRANSFER_FUNCTION_PQ);
    std::vector<std::uint16_t> expected = deep;
    for (std::size_t i = 3; i < expected.size() && !keep_alpha; i += 4) expected[i] = 65535;
    EXPECT_EQ(read.codes, expected);
  }
  const auto shallow = rows<std::uint8_t>();
  const ReadJxl read = written({}, 100, shallow.data());
  EXPECT_EQ(read.info.bits_per_sample, 8u);
  EXPECT_EQ(read.colors.primaries, JXL_PRIMARIES_SRGB);
  EXPECT_EQ(read.colors.transfer_function, JXL_TRANSFER_FUNCTION_SRGB);
  for (std::size_t i = 0; i < shallow.size(); ++i) ASSERT_EQ(read.codes[i], i % 4 == 3 ? 65535 : shallow[i] * 257);
}

TEST_F(ImageFileJxl, LossIsSmallOtherwise) {
  const auto deep = rows<std::uint16_t>();
  for (const auto& [cicp, primaries, transfer] :
       {std::tuple{image_io::kCicpHlg, JXL_PRIMARIES_2100, JXL_TRANSFER_FUNCTION_HLG},
        {image_io::kCicpDisplayP3, JXL_PRIMARIES_P3, JXL_TRANSFER_FUNCTION_SRGB}}) {
    const ReadJxl read = written({16, true, {.cicp = cicp}}, 90, deep.data());
    EXPECT_EQ(read.colors.primaries, primaries);
    EXPECT_EQ(read.colors.transfer_function, transfer);
    double error = 0.0;
    for (std::size_t i = 0; i < deep.size(); ++i) {
      if (i % 4 == 3) {
        ASSERT_NEAR(read.codes[i], deep[i], 8) << "alpha, which is computed in floats";
      } else {
        error += std::abs(double(read.codes[i]) - double(deep[i]));
      }
    }
    EXPECT_GT(error, 0.0);
    EXPECT_LT(error / (0.75 * double(deep.size())), 0.02 * 65535.0);
  }
}

TEST_F(ImageFileJxl, FilesAreWholeOrNotThere) {
  const auto shallow = rows<std::uint8_t>();
  {
    const auto writer = image_io::create_jxl(folder_ / "a.jxl", kWidth, kHeight, {}, 90);
    writer->write_rows(kHeight - 1, shallow.data());
    EXPECT_EQ(reason_of(folder_ / "a.jxl", [&] { writer->finish(); }), "only 20 of 21 rows were written");
  }
  EXPECT_EQ(folder_.file_count(), 0u);
  const auto deep = rows<std::uint16_t>();
  for (const image_io::Cicp cicp : {image_io::Cicp{1, 200}, image_io::Cicp{11, 13}}) {
    EXPECT_EQ(reason_of(folder_ / "a.jxl",
                        [&] {
                          written({16, false, {.cicp = cicp}}, 90, deep.data());
                        }),
              "JPEG XL has no code points " + std::to_string(cicp.primaries) + ", " + std::to_string(cicp.transfer));
  }
  EXPECT_EQ(folder_.file_count(), 0u);
}

}  // namespace
}  // namespace io_test
