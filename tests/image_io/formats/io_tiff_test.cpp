// SPDX-License-Identifier: MIT
// Tests of TIFF files, which libtiff writes.
#include <tiffio.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "image_io/fixtures/color_files.h"
#include "image_io/fixtures/icc_files.h"
#include "image_io/fixtures/io_more_fixtures.h"

namespace io_test {
namespace {

using image_io::CodeImage;
using Samples = CodeImage::Samples;

struct TiffOptions {
  std::uint32_t width = 21;
  std::uint32_t height = 19;
  unsigned bits = 8;
  unsigned samples = 3;
  int photometric = PHOTOMETRIC_RGB;
  int format = SAMPLEFORMAT_UINT;
  int planar = PLANARCONFIG_CONTIG;
  int compression = COMPRESSION_NONE;
  int predictor = PREDICTOR_NONE;
  std::uint32_t tile = 0;  ///< side; 0: strips
  std::uint32_t rows_per_strip = 4;
  int alpha = -1;  ///< EXTRASAMPLE_... of the last sample
  int orientation = ORIENTATION_TOPLEFT;
  const char* mode = "w";
};

unsigned tiff_code(const TiffOptions& options, std::size_t x, std::size_t y, std::size_t sample) {
  const std::size_t value = x * 2111 + y * 7919 + sample * 20011;
  return static_cast<unsigned>(value % (std::size_t{1} << std::min(options.bits, 16u)));
}
float tiff_float(const TiffOptions& options, std::size_t x, std::size_t y, std::size_t sample) {
  return static_cast<float>(tiff_code(options, x, y, sample)) * 0.001f - 3.0f;
}

/// Samples `first` to `first` + `count` - 1 of pixels of a row; 0 outside the picture.
Bytes tiff_row(const TiffOptions& options, std::size_t x, std::size_t y, std::size_t width, std::size_t first,
               std::size_t count) {
  Bytes row((width * count * options.bits + 7) / 8);
  for (std::size_t i = 0; i < width * count; ++i) {
    const std::size_t column = x + i / count, sample = first + i % count;
    if (column >= options.width || y >= options.height) continue;
    const unsigned code = tiff_code(options, column, y, sample);
    const float value = tiff_float(options, column, y, sample);
    const auto two = static_cast<std::uint16_t>(code);
    if (options.bits == 32) {
      std::memcpy(&row[4 * i], &value, 4);
    } else if (options.bits == 16) {
      std::memcpy(&row[2 * i], &two, 2);
    } else {
      const std::size_t bit = i * options.bits;
      row[bit / 8] = static_cast<unsigned char>(row[bit / 8] | code << (8 - options.bits - bit % 8));
    }
  }
  return row;
}

void write_blocks(TIFF* tiff, const TiffOptions& options) {
  const bool is_separate = options.planar == PLANARCONFIG_SEPARATE;
  const std::uint32_t width = options.tile != 0 ? options.tile : options.width;
  const std::uint32_t height = options.tile != 0 ? options.tile : options.rows_per_strip;
  std::uint32_t index = 0;
  for (unsigned plane = 0; plane < (is_separate ? options.samples : 1); ++plane) {
    for (std::uint32_t y = 0; y < options.height; y += height) {
      for (std::uint32_t x = 0; x < options.width; x += width, ++index) {
        const std::uint32_t rows = options.tile != 0 ? height : std::min(height, options.height - y);
        Bytes block;
        for (std::uint32_t row = 0; row < rows; ++row) {
          const Bytes bytes = tiff_row(options, x, y + row, width, plane, is_separate ? 1 : options.samples);
          block.insert(block.end(), bytes.begin(), bytes.end());
        }
        const auto size = static_cast<tmsize_t>(block.size());
        const tmsize_t written = options.tile != 0 ? TIFFWriteEncodedTile(tiff, index, block.data(), size)
                                                   : TIFFWriteEncodedStrip(tiff, index, block.data(), size);
        ASSERT_EQ(written, size);
      }
    }
  }
}

std::uint16_t palette_value(std::size_t entry, std::size_t channel) {
  return static_cast<std::uint16_t>(entry * 3001 + channel * 12007 + 300);
}

void write_tiff(const std::filesystem::path& file, const TiffOptions& options, int pages = 1) {
  TIFFSetWarningHandler(nullptr);  // of a code for Deflate that is older
  TIFF* tiff = TIFFOpen(file.c_str(), options.mode);
  ASSERT_NE(tiff, nullptr);
  for (int page = 0; page < pages; ++page) {
    TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, options.width);
    TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, options.height);
    TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, options.bits);
    TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, options.samples);
    TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, options.format);
    TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, options.photometric);
    TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, options.planar);
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, options.compression);
    TIFFSetField(tiff, TIFFTAG_ORIENTATION, options.orientation);
    if (options.predictor != PREDICTOR_NONE) TIFFSetField(tiff, TIFFTAG_PREDICTOR, options.predictor);
    const auto alpha = static_cast<std::uint16_t>(options.alpha);
    if (options.alpha >= 0) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
    if (options.tile != 0) {
      TIFFSetField(tiff, TIFFTAG_TILEWIDTH, options.tile);
      TIFFSetField(tiff, TIFFTAG_TILELENGTH, options.tile);
    } else {
      TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, options.rows_per_strip);
    }
    if (options.photometric == PHOTOMETRIC_PALETTE) {
      std::vector<std::uint16_t> colors[3];
      for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t i = 0; i < std::size_t{1} << options.bits; ++i) colors[c].push_back(palette_value(i, c));
      }
      TIFFSetField(tiff, TIFFTAG_COLORMAP, colors[0].data(), colors[1].data(), colors[2].data());
    }
    write_blocks(tiff, options);
    ASSERT_EQ(TIFFWriteDirectory(tiff), 1);
  }
  TIFFClose(tiff);
}

class CodeImageTiff : public FolderTest {
 protected:
  CodeImage read(const TiffOptions& options) {
    write_tiff(file_, options);
    return image_io::read_code_image(file_);
  }
  std::string reason() {
    return reason_of(file_, [&] { image_io::read_code_image(file_); });
  }
  std::string reason(const TiffOptions& options) {
    write_tiff(file_, options);
    return reason();
  }
  /// What the codes of a picture become: grey three times, alpha full without one.
  template <typename Code>
  std::vector<Code> expected(const TiffOptions& options, unsigned scale = 1) {
    const bool is_grey = options.samples < 3, has_alpha = options.samples % 2 == 0;
    std::vector<Code> codes;
    for (std::size_t y = 0; y < options.height; ++y) {
      for (std::size_t x = 0; x < options.width; ++x) {
        for (std::size_t c = 0; c < 3; ++c) {
          const unsigned code = tiff_code(options, x, y, is_grey ? 0 : c) * scale;
          const bool is_inverted = options.photometric == PHOTOMETRIC_MINISWHITE;
          codes.push_back(static_cast<Code>(is_inverted ? std::numeric_limits<Code>::max() - code : code));
        }
        codes.push_back(has_alpha ? static_cast<Code>(tiff_code(options, x, y, options.samples - 1))
                                  : std::numeric_limits<Code>::max());
      }
    }
    return codes;
  }

  const std::filesystem::path file_ = folder_ / "a.tif";
};

TEST_F(CodeImageTiff, CodesAreAsStoredInEveryLayout) {
  for (const unsigned bits : {8u, 16u}) {
    for (const unsigned samples : {1u, 2u, 3u, 4u}) {
      for (const int planar : {PLANARCONFIG_CONTIG, PLANARCONFIG_SEPARATE}) {
        for (const std::uint32_t tile : {0u, 16u}) {
          TiffOptions options{.bits = bits, .samples = samples, .planar = planar, .tile = tile};
          if (samples < 3) options.photometric = PHOTOMETRIC_MINISBLACK;
          if (samples % 2 == 0) options.alpha = EXTRASAMPLE_UNASSALPHA;
          const CodeImage image = read(options);
          const std::string what = std::to_string(bits) + " bits, " + std::to_string(samples) + " samples, planar " +
                                   std::to_string(planar) + ", tile " + std::to_string(tile);
          ASSERT_EQ(image.facts.channels, samples) << what;
          EXPECT_TRUE(image.facts.tags.empty()) << what;
          if (bits == 8) {
            ASSERT_EQ(values_of<std::uint8_t>(image), expected<std::uint8_t>(options)) << what;
          } else {
            ASSERT_EQ(values_of<std::uint16_t>(image), expected<std::uint16_t>(options)) << what;
          }
        }
      }
    }
  }
}

TEST_F(CodeImageTiff, CompressionPredictorsAndByteOrdersChangeNothing) {
  for (const int compression :
       {COMPRESSION_PACKBITS, COMPRESSION_LZW, COMPRESSION_DEFLATE, COMPRESSION_ADOBE_DEFLATE, COMPRESSION_ZSTD}) {
    for (const char* mode : {"wl", "wb", "w8b"}) {
      TiffOptions options{.bits = 16, .compression = compression, .mode = mode};
      if (compression != COMPRESSION_PACKBITS) options.predictor = PREDICTOR_HORIZONTAL;
      ASSERT_EQ(values_of<std::uint16_t>(read(options)), expected<std::uint16_t>(options)) << compression << mode;
    }
  }
}

TEST_F(CodeImageTiff, FewBitsAreScaledAndWhiteMayBeZero) {
  for (const unsigned bits : {1u, 2u, 4u, 8u}) {
    for (const int photometric : {PHOTOMETRIC_MINISBLACK, PHOTOMETRIC_MINISWHITE}) {
      const TiffOptions options{.bits = bits, .samples = 1, .photometric = photometric};
      ASSERT_EQ(values_of<std::uint8_t>(read(options)), expected<std::uint8_t>(options, 255 / ((1u << bits) - 1)))
          << bits << ' ' << photometric;
    }
  }
  const TiffOptions with_alpha{.samples = 2, .photometric = PHOTOMETRIC_MINISWHITE, .alpha = EXTRASAMPLE_UNASSALPHA};
  EXPECT_EQ(values_of<std::uint8_t>(read(with_alpha)), expected<std::uint8_t>(with_alpha));
}

TEST_F(CodeImageTiff, PalettesGiveTheirColorsOfSixteenBits) {
  for (const unsigned bits : {1u, 4u, 8u}) {
    const TiffOptions options{.bits = bits, .samples = 1, .photometric = PHOTOMETRIC_PALETTE};
    const CodeImage image = read(options);
    EXPECT_EQ(image.facts.channels, 3u);
    std::vector<std::uint16_t> codes;
    for (std::size_t y = 0; y < options.height; ++y) {
      for (std::size_t x = 0; x < options.width; ++x) {
        for (std::size_t c = 0; c < 3; ++c) codes.push_back(palette_value(tiff_code(options, x, y, 0), c));
        codes.push_back(65535);
      }
    }
    ASSERT_EQ(values_of<std::uint16_t>(image), codes) << bits;
  }
}

TEST_F(CodeImageTiff, FloatsAreLinear) {
  for (const int predictor : {PREDICTOR_NONE, PREDICTOR_FLOATINGPOINT}) {
    TiffOptions options{.bits = 32, .format = SAMPLEFORMAT_IEEEFP};
    if (predictor != PREDICTOR_NONE) {
      options.compression = COMPRESSION_LZW;
      options.predictor = predictor;
    }
    const CodeImage image = read(options);
    ASSERT_EQ(image.samples, Samples::linear);
    std::vector<float> values;
    for (std::size_t y = 0; y < options.height; ++y) {
      for (std::size_t x = 0; x < options.width; ++x) {
        for (std::size_t c = 0; c < 3; ++c) values.push_back(tiff_float(options, x, y, c));
        values.push_back(1.0f);
      }
    }
    EXPECT_EQ(values_of<float>(image), values);
    // Not taken for sRGB, and any rows at a time.
    std::vector<float> rows(2 * options.width * 4);
    image_io::open_image(file_)->read_rows(7, 2, rows.data());
    EXPECT_TRUE(std::equal(rows.begin(), rows.end(), values.begin() + 7 * options.width * 4));
  }
}

TEST_F(CodeImageTiff, OrientationAlphaAndProfileAreTags) {
  using image_io::Tags;
  EXPECT_EQ(read({.orientation = ORIENTATION_BOTLEFT}).facts.tags, (Tags{{"orientation (EXIF)", "4"}}));
  EXPECT_EQ(read({.samples = 4, .alpha = EXTRASAMPLE_ASSOCALPHA}).facts.tags, (Tags{{"alpha", "premultiplied"}}));
  EXPECT_EQ(read({.samples = 4, .alpha = EXTRASAMPLE_UNSPECIFIED}).facts.tags,
            (Tags{{"alpha", "a sample of no stated kind"}}));
  TIFF* tiff = TIFFOpen(file_.c_str(), "r+");
  ASSERT_NE(tiff, nullptr);
  TIFFSetField(tiff, TIFFTAG_ICCPROFILE, 5, "abcde");
  ASSERT_EQ(TIFFRewriteDirectory(tiff), 1);
  TIFFClose(tiff);
  EXPECT_TRUE(image_io::read_code_image(file_).facts.tags.at("colour profile (ICC)").starts_with("5 bytes"));
}

TEST_F(CodeImageTiff, OrientationTurnsThePicture) {
  for (const unsigned bits : {8u, 16u, 32u}) {
    const int format = bits == 32 ? SAMPLEFORMAT_IEEEFP : SAMPLEFORMAT_UINT;
    write_tiff(folder_ / "plain.tif", {.bits = bits, .format = format});
    for (unsigned orientation = 1; orientation <= 8; ++orientation) {
      write_tiff(file_, {.bits = bits, .format = format, .orientation = static_cast<int>(orientation)});
      expect_turned(folder_ / "plain.tif", file_, orientation);
    }
  }
}

TEST_F(CodeImageTiff, ProfilesAndChromaticitiesMakeLight) {
  const Bytes profile = matrix_profile(kSrgbColorants, power_curve(2.0));
  const auto with_profile = [&](const TiffOptions& options) {
    write_tiff(file_, options);
    TIFF* tiff = TIFFOpen(file_.c_str(), "r+");
    TIFFSetField(tiff, TIFFTAG_ICCPROFILE, static_cast<std::uint32_t>(profile.size()), profile.data());
    EXPECT_EQ(TIFFRewriteDirectory(tiff), 1);
    TIFFClose(tiff);
    return light_of(file_);
  };
  const TiffOptions deep = {.bits = 16};
  const TiffOptions floats = {.bits = 32, .format = SAMPLEFORMAT_IEEEFP};
  const std::vector<float> of_codes = with_profile(deep), of_floats = with_profile(floats);
  for (std::size_t x = 0; x < 5; ++x) {
    EXPECT_NEAR(of_codes[4 * x], std::pow(tiff_code(deep, x, 0, 0) / 65535.0, 2.0), 1e-6);
    const double value = double{tiff_float(floats, x, 0, 0)};  // below 0 and above 1 too
    EXPECT_NEAR(of_floats[4 * x], value > 0.0 ? value * value : 0.0, 1e-5 * value * value);
  }

  const float corners[] = {.708f, .292f, .170f, .797f, .131f, .046f}, white[] = {.3127f, .3290f};
  for (const TiffOptions& options : {deep, floats}) {
    write_tiff(file_, options);
    const std::vector<float> plain = light_of(file_);
    TIFF* tiff = TIFFOpen(file_.c_str(), "r+");
    TIFFSetField(tiff, TIFFTAG_PRIMARYCHROMATICITIES, corners);
    TIFFSetField(tiff, TIFFTAG_WHITEPOINT, white);
    EXPECT_EQ(TIFFRewriteDirectory(tiff), 1);
    TIFFClose(tiff);
    EXPECT_EQ(facts_of(file_).chromaticities,
              (image_io::Chromaticities{.708f, .292f, .170f, .797f, .131f, .046f, .3127f, .3290f}));
    EXPECT_EQ(light_of(file_), plain);
  }
}

TEST_F(CodeImageTiff, WhatIsNotReadIsNamed) {
  write_tiff(file_, {}, 2);
  EXPECT_EQ(reason(), "TIFF files of several pages are not supported");
  EXPECT_EQ(reason({.samples = 4, .photometric = PHOTOMETRIC_SEPARATED}), "TIFF pictures in CMYK are not supported");
  EXPECT_EQ(reason({.photometric = PHOTOMETRIC_CIELAB}), "TIFF pictures in CIE L*a*b* are not supported");
  EXPECT_EQ(reason({.width = 32, .height = 32, .compression = COMPRESSION_JPEG, .rows_per_strip = 32}),
            "TIFF pictures with compression JPEG are not supported");
  EXPECT_EQ(reason({.format = SAMPLEFORMAT_INT}),
            "TIFF pictures of 8-bit signed or complex numbers, 3 a pixel, are not supported");
  EXPECT_EQ(reason({.bits = 16, .format = SAMPLEFORMAT_IEEEFP}),
            "TIFF pictures of 16-bit floats, 3 a pixel, are not supported");
  EXPECT_EQ(reason({.bits = 4}), "TIFF pictures of 4-bit codes, 3 a pixel, are not supported");
  EXPECT_EQ(reason({.samples = 5}), "TIFF pictures of 5 samples a pixel, 3 of them colours, are not supported");
}

/// Where the value of an entry lies in a little-endian file whose directory is its end.
std::size_t value_at(const Bytes& tiff, unsigned tag) {
  std::size_t at = 0;
  for (int i = 3; i >= 0; --i) at = at << 8 | tiff[4 + static_cast<std::size_t>(i)];
  for (at += 2; at + 12 <= tiff.size(); at += 12) {
    if (tiff[at] == (tag & 255) && tiff[at + 1] == tag >> 8) return at + 8;
  }
  ADD_FAILURE() << "no entry " << tag;
  return 0;
}

TEST_F(CodeImageTiff, SizesAreHeldAgainstTheFileAndTheLimits) {
  const auto resized = [&](const TiffOptions& options, unsigned tag, std::uint32_t value) {
    write_tiff(file_, options);
    Bytes bytes = read_file(file_);
    const std::size_t at = value_at(bytes, tag);
    const unsigned type = bytes[at - 6];
    for (std::size_t i = 0; i < (type == 3 ? 2 : 4); ++i) bytes[at + i] = static_cast<unsigned char>(value >> (8 * i));
    write_file(file_, bytes);
    return reason();
  };
  for (const int compression : {COMPRESSION_NONE, COMPRESSION_PACKBITS, COMPRESSION_LZW}) {
    const TiffOptions options{.bits = 16, .compression = compression, .rows_per_strip = 32000};
    EXPECT_TRUE(resized(options, TIFFTAG_IMAGEWIDTH, 32000)
                    .starts_with(compression == COMPRESSION_NONE
                                     ? "truncated or corrupt: the header asks for 32000 x 19 texels, more than"
                                     : "truncated or corrupt"))
        << reason();
  }
  image_io::ReadLimits& limits = image_io::read_limits();
  const image_io::ReadLimits kept = limits;
  limits.max_side = 32768;  // tags of 16 bits have no larger number than the limits have by default
  EXPECT_EQ(resized({}, TIFFTAG_IMAGEWIDTH, 40000),
            "the picture is too large (40000 x 19 texels; the limit is 32768 a side)");
  EXPECT_EQ(resized({.tile = 16}, TIFFTAG_TILEWIDTH, 65520),
            "the picture is too large (65520 x 16 texels; the limit is 32768 a side)");
  limits.memory_bytes = 1 << 20;
  EXPECT_TRUE(reason({.width = 500, .height = 500}).starts_with("the picture is too large: 500 x 500 texels take "));
  limits = kept;
}

TEST_F(CodeImageTiff, DamagedDataIsOneLine) {
  write_tiff(file_, {.compression = COMPRESSION_ADOBE_DEFLATE});
  Bytes bytes = read_file(file_);
  std::fill(bytes.begin() + 8, bytes.begin() + 40, static_cast<unsigned char>(0xee));
  write_file(file_, bytes);
  testing::internal::CaptureStderr();
  EXPECT_TRUE(reason().starts_with("truncated or corrupt TIFF: ")) << reason();
  write_file(file_, Bytes{'I', 'I', '*', 0, 9, 9, 9, 9});
  EXPECT_TRUE(reason().starts_with("truncated or corrupt TIFF: ")) << reason();
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace

std::map<std::string, Bytes> tiff_seeds(const std::filesystem::path& folder) {
  std::map<std::string, Bytes> seeds;
  const auto add = [&](const std::string& name, const TiffOptions& options) {
    write_tiff(folder / "seed.tif", options);
    seeds[name] = read_file(folder / "seed.tif");
  };
  add("plain.tif", {.width = 9, .height = 7});
  add("lzw.tif", {.width = 9, .height = 7, .bits = 16, .compression = COMPRESSION_LZW});
  add("deflate.tif", {.width = 20,
                      .height = 7,
                      .samples = 4,
                      .planar = PLANARCONFIG_SEPARATE,
                      .compression = COMPRESSION_ADOBE_DEFLATE,
                      .tile = 16,
                      .alpha = EXTRASAMPLE_ASSOCALPHA});
  add("runs.tif", {.width = 9,
                   .height = 7,
                   .bits = 4,
                   .samples = 1,
                   .photometric = PHOTOMETRIC_PALETTE,
                   .compression = COMPRESSION_PACKBITS});
  add("zstd.tif", {.width = 9,
                   .height = 7,
                   .bits = 32,
                   .format = SAMPLEFORMAT_IEEEFP,
                   .compression = COMPRESSION_ZSTD,
                   .mode = "w8b"});
  return seeds;
}

}  // namespace io_test
