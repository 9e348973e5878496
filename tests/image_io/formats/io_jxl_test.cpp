// SPDX-License-Identifier: MIT
// Tests of JPEG XL files, which libjxl reads back.
#include <jxl/decode.h>
#include <jxl/encode.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"
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

// ---- what is read ----

struct JxlOptions {
  std::uint32_t bits = 8;
  std::uint32_t exponent_bits = 0;
  std::uint32_t colors = 3;
  bool is_lossless = true;
  int orientation = 1;
  int frames = 1;
  Bytes profile = {};  ///< ICC; empty: `encoding`
  std::function<void(JxlColorEncoding&)> encoding = {};
};
constexpr std::uint32_t kJxlWidth = 11, kJxlHeight = 7;

/// A value of 0 to 1 for each sample; of floats up to 3.9, which halves have exactly.
double jxl_value(const JxlOptions& options, std::size_t i) {
  const double place = double(i * 37 % 251);
  return options.exponent_bits != 0 ? place / 64.0 : place / 250.0;
}

Bytes jxl_of(const JxlOptions& options) {
  const std::unique_ptr<JxlEncoder, void (*)(JxlEncoder*)> encoder(JxlEncoderCreate(nullptr), JxlEncoderDestroy);
  JxlBasicInfo info;
  JxlEncoderInitBasicInfo(&info);
  info.xsize = kJxlWidth;
  info.ysize = kJxlHeight;
  info.bits_per_sample = options.bits;
  info.exponent_bits_per_sample = options.exponent_bits;
  info.num_color_channels = options.colors;
  info.uses_original_profile = options.is_lossless ? JXL_TRUE : JXL_FALSE;
  info.orientation = static_cast<JxlOrientation>(options.orientation);
  info.have_animation = options.frames > 1 ? JXL_TRUE : JXL_FALSE;
  info.animation.tps_numerator = info.animation.tps_denominator = 1;
  EXPECT_EQ(JxlEncoderSetBasicInfo(encoder.get(), &info), JXL_ENC_SUCCESS);
  JxlColorEncoding colors;
  JxlColorEncodingSetToSRGB(&colors, options.colors == 1 ? JXL_TRUE : JXL_FALSE);
  if (options.encoding) options.encoding(colors);
  EXPECT_EQ(options.profile.empty()
                ? JxlEncoderSetColorEncoding(encoder.get(), &colors)
                : JxlEncoderSetICCProfile(encoder.get(), options.profile.data(), options.profile.size()),
            JXL_ENC_SUCCESS);
  const bool is_float = options.exponent_bits != 0;
  std::vector<float> floats;
  std::vector<std::uint16_t> codes;
  for (std::size_t i = 0; i < std::size_t{kJxlWidth} * kJxlHeight * options.colors; ++i) {
    floats.push_back(static_cast<float>(jxl_value(options, i)));
    codes.push_back(static_cast<std::uint16_t>(std::lround(jxl_value(options, i) * 65535.0)));
  }
  const JxlPixelFormat layout = {options.colors, is_float ? JXL_TYPE_FLOAT : JXL_TYPE_UINT16, JXL_NATIVE_ENDIAN, 0};
  for (int frame = 0; frame < options.frames; ++frame) {
    JxlEncoderFrameSettings* const settings = JxlEncoderFrameSettingsCreate(encoder.get(), nullptr);
    if (options.is_lossless) JxlEncoderSetFrameLossless(settings, JXL_TRUE);
    const void* const first = is_float ? static_cast<const void*>(floats.data()) : codes.data();
    EXPECT_EQ(JxlEncoderAddImageFrame(settings, &layout, first, is_float ? floats.size() * 4 : codes.size() * 2),
              JXL_ENC_SUCCESS);
  }
  JxlEncoderCloseInput(encoder.get());
  Bytes bytes(1 << 20);
  std::uint8_t* next = bytes.data();
  std::size_t left = bytes.size();
  EXPECT_EQ(JxlEncoderProcessOutput(encoder.get(), &next, &left), JXL_ENC_SUCCESS);
  bytes.resize(bytes.size() - left);
  return bytes;
}

class ImageFileJxlRead : public FolderTest {
 protected:
  image_io::CodeImage codes(const JxlOptions& options) {
    write_file(file_, jxl_of(options));
    return image_io::read_code_image(file_);
  }
  const std::filesystem::path file_ = folder_ / "a.jxl";
};

TEST_F(ImageFileJxlRead, CodesOfEveryDepthAreExact) {
  for (const std::uint32_t colors : {1u, 3u}) {
    for (const std::uint32_t bits : {8u, 10u, 12u, 16u}) {
      const JxlOptions options = {.bits = bits, .colors = colors};
      const image_io::CodeImage image = codes(options);
      EXPECT_EQ(image.facts.channels, colors);
      EXPECT_EQ(image.facts.tags, (image_io::Tags{{"cICP", "1/13/0/1"}}));
      const double most = double((1u << bits) - 1), full = bits == 8 ? 255.0 : 65535.0;
      for (std::size_t i = 0; i < std::size_t{kJxlWidth} * kJxlHeight; ++i) {
        const double stored = std::round(jxl_value(options, i * colors) * most) / most;
        const unsigned code = bits == 8 ? unsigned(values_of<std::uint8_t>(image)[4 * i])
                                        : unsigned(values_of<std::uint16_t>(image)[4 * i]);
        ASSERT_NEAR(code, stored * full, 0.51) << bits << ' ' << i;
      }
    }
  }
}

TEST_F(ImageFileJxlRead, FloatsAreLightByTheirEncoding) {
  const JxlOptions linear = {.bits = 32, .exponent_bits = 8, .encoding = [](JxlColorEncoding& colors) {
                               colors.transfer_function = JXL_TRANSFER_FUNCTION_LINEAR;
                               colors.primaries = JXL_PRIMARIES_2100;
                             }};
  EXPECT_EQ(codes(linear).samples, image_io::CodeImage::Samples::linear);
  const std::vector<float> light = light_of(file_);
  EXPECT_EQ(light[1], static_cast<float>(jxl_value(linear, 1)));
  EXPECT_GT(*std::max_element(light.begin(), light.end()), 3.85f);
  EXPECT_EQ(facts_of(file_).chromaticities,
            (image_io::Chromaticities{.708f, .292f, .170f, .797f, .131f, .046f, .3127f, .3290f}));
  const JxlOptions encoded = {.bits = 16, .exponent_bits = 5};
  codes(encoded);
  const double value = jxl_value(encoded, 1);
  EXPECT_NEAR(light_of(file_)[1], std::pow((value + 0.055) / 1.055, 2.4), 1e-6);
}

TEST_F(ImageFileJxlRead, OrientationTurnsThePicture) {
  write_file(folder_ / "plain.jxl", jxl_of({.bits = 16}));
  for (int orientation = 1; orientation <= 8; ++orientation) {
    write_file(file_, jxl_of({.bits = 16, .orientation = orientation}));
    expect_turned(folder_ / "plain.jxl", file_, static_cast<unsigned>(orientation));
  }
}

TEST_F(ImageFileJxlRead, ProfilesMakeLight) {
  const Bytes profile = matrix_profile(kP3Colorants, power_curve(2.0));
  const JxlOptions lossless = {.bits = 16, .profile = profile};
  codes(lossless);
  EXPECT_EQ(facts_of(file_).encoding, "profile 'a test's profile'");
  const std::vector<float> exact = light_of(file_);
  // What is lossy comes from the library in linear BT.709, unclipped. Noise is the worst that the codec can get.
  JxlOptions lossy = lossless;
  lossy.is_lossless = false;
  EXPECT_EQ(codes(lossy).samples, image_io::CodeImage::Samples::linear);
  const std::vector<float> near = light_of(file_);
  double error = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i) error += std::abs(double{near[i]} - double{exact[i]});
  EXPECT_LT(error / double(exact.size()), 0.1);
  EXPECT_LT(*std::min_element(near.begin(), near.end()), -0.02f);
  // A power that has no code point comes as a profile that the library makes.
  const JxlOptions power = {.bits = 16, .encoding = [](JxlColorEncoding& colors) {
                              colors.transfer_function = JXL_TRANSFER_FUNCTION_GAMMA;
                              colors.gamma = 1.0 / 1.8;
                            }};
  codes(power);
  EXPECT_NEAR(light_of(file_)[1], std::pow(jxl_value(power, 1), 1.8), 2e-3);
}

TEST_F(ImageFileJxlRead, WhatIsNotReadIsNamed) {
  const Bytes whole = jxl_of({.bits = 16});
  write_file(file_, Bytes(whole.begin(), whole.end() - 3));
  EXPECT_EQ(open_reason(file_), "truncated: the JPEG XL data ends early");
  write_file(file_, jxl_of({.frames = 2}));
  EXPECT_EQ(open_reason(file_), "animated JPEG XL pictures are not supported");
  write_file(file_, std::string("\xff\x0a"
                                "nothing of a picture"));
  EXPECT_EQ(open_reason(file_), "corrupt: the JPEG XL picture can't be decoded");
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
