// SPDX-License-Identifier: MIT
// Tests of equal pictures in different encodings, of what files say about their texels, and of alpha.
#include <zlib.h>

#include <algorithm>
#include <limits>

#include "compare/command/command_fixture.h"

namespace compare_test {
namespace {

using io_test::Bytes;

constexpr std::uint32_t kWidth = 24, kHeight = 16;
constexpr int kGrey = 0, kRgb = 2, kPalette = 3, kGreyAlpha = 4, kRgba = 6;  // colour types of PNG

struct Chunk {
  std::string type;
  Bytes body;
};

void append_32(std::uint32_t value, Bytes& bytes) {
  for (const int shift : {24, 16, 8, 0}) bytes.push_back(static_cast<unsigned char>(value >> shift & 0xff));
}

void append_chunk(const Chunk& chunk, Bytes& png) {
  append_32(std::uint32_t(chunk.body.size()), png);
  const std::size_t begin = png.size();
  png.insert(png.end(), chunk.type.begin(), chunk.type.end());
  png.insert(png.end(), chunk.body.begin(), chunk.body.end());
  append_32(std::uint32_t(crc32(0, png.data() + begin, uInt(png.size() - begin))), png);
}

Bytes deflated(const Bytes& bytes) {
  uLongf size = compressBound(uLong(bytes.size()));
  Bytes packed(size);
  compress(packed.data(), &size, bytes.data(), uLong(bytes.size()));
  packed.resize(size);
  return packed;
}

using Samples = std::vector<unsigned>;  ///< of a pixel, as many as the colour type has
using SamplesAt = std::function<Samples(std::uint32_t x, std::uint32_t y)>;

Bytes png_of(int depth, int color_type, const SamplesAt& pixel, const std::vector<Chunk>& chunks = {}) {
  Bytes png = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  Chunk header = {"IHDR", {}}, data = {"IDAT", {}};
  append_32(kWidth, header.body);
  append_32(kHeight, header.body);
  for (const int value : {depth, color_type, 0, 0, 0}) header.body.push_back(static_cast<unsigned char>(value));
  append_chunk(header, png);
  for (const Chunk& chunk : chunks) append_chunk(chunk, png);
  for (std::uint32_t y = 0; y < kHeight; ++y) {
    data.body.push_back(0);  // no filter
    for (std::uint32_t x = 0; x < kWidth; ++x) {
      for (const unsigned sample : pixel(x, y)) {
        if (depth == 16) data.body.push_back(static_cast<unsigned char>(sample >> 8));
        data.body.push_back(static_cast<unsigned char>(sample & 0xff));
      }
    }
  }
  data.body = deflated(data.body);
  append_chunk(data, png);
  append_chunk({"IEND", {}}, png);
  return png;
}

unsigned code(std::uint32_t x, std::uint32_t y, unsigned channel) { return (7 * x + 11 * y + 90 * channel) % 256; }
Samples rgb(std::uint32_t x, std::uint32_t y) { return {code(x, y, 0), code(x, y, 1), code(x, y, 2)}; }
SamplesAt with_alpha(const SamplesAt& pixel, unsigned alpha) {
  return [=](std::uint32_t x, std::uint32_t y) {
    Samples samples = pixel(x, y);
    samples.push_back(alpha);
    return samples;
  };
}
SamplesAt widened(const SamplesAt& pixel) {
  return [=](std::uint32_t x, std::uint32_t y) {
    Samples samples = pixel(x, y);
    for (unsigned& sample : samples) sample *= 257;
    return samples;
  };
}
/// One sample of the pixel at (5, 3) changed.
SamplesAt damaged(const SamplesAt& pixel, std::size_t channel, unsigned value) {
  return [=](std::uint32_t x, std::uint32_t y) {
    Samples samples = pixel(x, y);
    if (x == 5 && y == 3) samples[channel] = value;
    return samples;
  };
}

class CompareCommandEncoding : public CompareCommand {
 protected:
  void write_both(const Bytes& a, const Bytes& b) {
    write_file(folder_ / "a.png", a);
    write_file(folder_ / "b.png", b);
  }
  void expect_equal(const Bytes& a, const Bytes& b, const std::string& words) {
    for (const bool is_turned : {false, true}) {
      is_turned ? write_both(b, a) : write_both(a, b);
      const Json row = row_of(kPass, {"--rules", "exact"});
      EXPECT_NE(row.value("message", "").find(words), std::string::npos) << words << " is not in " << row;
      EXPECT_EQ(row["rgb_sse"], 0);
      EXPECT_EQ(row["pixels"], kWidth * kHeight);
    }
  }
  /// The samples of alpha in a pair with that error.
  void expect_alpha(const Arguments& options, int exit_code, double max_abs, int pixels) {
    const Json row = row_of(exit_code, options);
    EXPECT_EQ(row["alpha_max_abs"], max_abs) << row;
    EXPECT_EQ(row["alpha_pixels_differing"], pixels) << row;
  }
};

TEST_F(CompareCommandEncoding, EqualPicturesAreEqual) {
  const Bytes plain = png_of(8, kRgb, rgb);
  expect_equal(plain, png_of(8, kRgba, with_alpha(rgb, 255)), ": compared as RGB, 8 bits, which loses nothing");
  expect_equal(plain, png_of(16, kRgb, widened(rgb)), ": compared as RGB, 8 bits, which loses nothing");
  expect_equal(plain, png_of(16, kRgba, widened(with_alpha(rgb, 255))), "RGB and alpha, 16 bits");
  expect_equal(plain, plain, "");
  EXPECT_FALSE(has_key(row_of(kPass), "message"));

  const SamplesAt grey = [](std::uint32_t x, std::uint32_t y) { return Samples{code(x, y, 0)}; };
  const Bytes grey_rgb = png_of(8, kRgb, [](std::uint32_t x, std::uint32_t y) { return Samples(3, code(x, y, 0)); });
  expect_equal(grey_rgb, png_of(8, kGrey, grey), "grey, 8 bits");
  expect_equal(grey_rgb, png_of(8, kGreyAlpha, with_alpha(grey, 255)), "grey and alpha, 8 bits");
  expect_equal(grey_rgb, png_of(16, kGrey, widened(grey)), "grey, 16 bits");
  expect_equal(png_of(8, kGrey, grey), png_of(16, kGreyAlpha, widened(with_alpha(grey, 255))), "compared as grey, 8");

  const Bytes palette = {9, 99, 199, 200, 10, 0};
  const SamplesAt index = [](std::uint32_t x, std::uint32_t y) { return Samples{(x + y) % 2}; };
  const SamplesAt color = [&](std::uint32_t x, std::uint32_t y) {
    const auto entry = palette.begin() + 3 * ((x + y) % 2);
    return Samples(entry, entry + 3);
  };
  expect_equal(png_of(8, kRgb, color), png_of(8, kPalette, index, {{"PLTE", palette}}), "");
  io_test::PngOptions options;
  options.width = kWidth;
  options.height = kHeight;
  const Bytes straight = io_test::make_png(options);
  options.interlaced = true;
  expect_equal(straight, io_test::make_png(options), "");
}

TEST_F(CompareCommandEncoding, ErrorsAreThoseOfOneEncoding) {
  write_both(png_of(8, kRgb, damaged(rgb, 1, code(5, 3, 1) - 3)), png_of(16, kRgba, widened(with_alpha(rgb, 255))));
  const Json row = row_of(kDifferences, {"--metrics", "all"});
  EXPECT_EQ(row["rgb_max_abs"], 3) << "codes of 8 bits";
  EXPECT_EQ(row["rgb_sse"], 9);
  EXPECT_EQ(row["pixels_differing"], 1);
  EXPECT_TRUE(has_key(row, "psnr_hvs")) << "which 16 bits don't have";
  expect_code(kPass, {"--max-delta", "3"});
}

TEST_F(CompareCommandEncoding, RealDifferencesOfFormatAreMismatches) {
  write_both(png_of(8, kRgb, rgb), png_of(16, kRgb, damaged(widened(rgb), 0, 257 * code(5, 3, 0) + 1)));
  expect_message(kMismatch, {}, "; the codes of 16 bits aren't all 257 times those of 8");
  write_both(png_of(8, kRgb, rgb), png_of(8, kRgba, damaged(with_alpha(rgb, 255), 3, 254)));
  expect_message(kMismatch, {}, "RGB and alpha, 8 bits, and alpha isn't opaque everywhere; --alpha may leave it out");
  expect_message(kPass, {"--alpha", "ignore"}, "");
  expect_code(kDifferences, {"--alpha", "over:0,0,0"});
  // Both of 16 bits stay so.
  write_both(png_of(16, kRgb, widened(rgb)), png_of(16, kRgb, damaged(widened(rgb), 0, 257 * code(5, 3, 0) + 1)));
  EXPECT_EQ(row_of(kDifferences)["rgb_max_abs"], 1);
}

TEST_F(CompareCommandEncoding, DeltasAreCodesOf8BitsAtAnyDepth) {
  const auto expect_delta = [&](int exit_code, unsigned delta, const std::string& max_delta) {
    SCOPED_TRACE(max_delta);
    write_both(png_of(16, kRgb, widened(rgb)), png_of(16, kRgb, damaged(widened(rgb), 0, 257 * code(5, 3, 0) + delta)));
    expect_code(exit_code, {"--max-delta", max_delta});
    expect_code(exit_code, {"--rules", "{\"max_delta\": " + max_delta + "}"});
  };
  expect_delta(kPass, 514, "2");
  expect_delta(kDifferences, 515, "2");
  expect_delta(kPass, 128, "0.5");
  expect_delta(kDifferences, 129, "0.5");
}

TEST_F(CompareCommandEncoding, WhatFilesSayOfTheirTexelsIsNamed) {
  const auto expect_note = [&](const std::vector<Chunk>& a, const std::vector<Chunk>& b, const std::string& note) {
    write_both(png_of(8, kRgb, rgb, a), png_of(8, kRgb, rgb, b));
    EXPECT_EQ(row_of(kPass).value("message", ""), note);
  };
  const Chunk gamma = {"gAMA", {0, 0, 0xb1, 0x8f}}, linear = {"gAMA", {0, 1, 0x86, 0xa0}}, srgb = {"sRGB", {0}};
  expect_note({gamma}, {linear}, "gamma (gAMA): the reference has 0.45455, the test 1.00000");
  expect_note({}, {gamma}, "gamma (gAMA): the reference has none, the test 0.45455");
  expect_note({gamma}, {gamma}, "");
  expect_note({srgb, gamma}, {srgb}, "");
  expect_note({srgb}, {{"sRGB", {1}}}, "sRGB: the reference has perceptual, the test relative colorimetric");
  expect_note({}, {{"cICP", {1, 13, 0, 1}}}, "cICP: the reference has none, the test 1/13/0/1");
  expect_note({{"cICP", {9, 16, 0, 1}}}, {{"cICP", {9, 16, 0, 1}}, {"cLLI", {0, 0, 0, 1, 0, 0, 0, 2}}},
              "light levels (cLLI): the reference has none, the test MaxCLL 0.0001, MaxFALL 0.0002 nits");

  const auto profile = [](const char* name, const Bytes& content) {
    Chunk chunk = {"iCCP", {}};
    for (const char* c = name; *c != '\0'; ++c) chunk.body.push_back(static_cast<unsigned char>(*c));
    chunk.body.insert(chunk.body.end(), 2, 0);
    const Bytes packed = deflated(content);
    chunk.body.insert(chunk.body.end(), packed.begin(), packed.end());
    return chunk;
  };
  const Bytes one(40000, 7), other(40000, 8);
  expect_note({profile("one", one)}, {profile("by another name", one)}, "");
  expect_note(
      {profile("one", one)}, {profile("one", other)},
      "colour profile (ICC): the reference has 40000 bytes with CRC ae5ee4a6, the test 40000 bytes with CRC " + [&] {
        char text[9];
        std::snprintf(text, sizeof text, "%08lx", crc32(0, other.data(), uInt(other.size())));
        return std::string(text);
      }());

  const auto orientation = [](unsigned char value, bool is_little) {
    const Bytes little = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0};
    const Bytes big = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0};
    return Chunk{"eXIf", is_little ? little : big};
  };
  expect_note({orientation(6, true)}, {orientation(6, false)}, "");
  expect_note({orientation(1, true)}, {}, "");
  expect_note({orientation(6, false)}, {orientation(3, true)}, "orientation (EXIF): the reference has 6, the test 3");
  for (const std::size_t size : {0u, 7u, 9u, 12u, 20u}) {  // cut short: says nothing
    Chunk cut = orientation(6, true);
    cut.body.resize(size);
    expect_note({}, {cut}, "");
  }
}

TEST_F(CompareCommandEncoding, DifferentEncodingsAreNotCompared) {
  const auto with_cicp = [](const Bytes& cicp) { return png_of(8, kRgb, rgb, {{"cICP", cicp}}); };
  const std::string hint = "; --ignore-encoding compares them all the same";
  const auto expect_refused = [&](const Bytes& reference, const Bytes& test, const std::string& of_a,
                                  const std::string& of_b) {
    write_both(reference, test);
    const Json row = row_of(kError);
    EXPECT_EQ(row["message"], "a.png is encoded as " + of_a + ", b.png as " + of_b + hint);
    EXPECT_FALSE(has_key(row, "pixels_differing")) << "nothing was compared";
  };
  const Bytes plain = png_of(8, kRgb, rgb), pq = with_cicp({9, 16, 0, 1});
  expect_refused(plain, pq, "sRGB (no cICP)", "BT.2100 PQ (cICP 9/16/0/1)");
  expect_refused(pq, plain, "BT.2100 PQ (cICP 9/16/0/1)", "sRGB (no cICP)");
  expect_refused(with_cicp({1, 13, 0, 1}), with_cicp({12, 13, 0, 1}), "sRGB (cICP 1/13/0/1)",
                 "Display P3 (cICP 12/13/0/1)");
  expect_refused(with_cicp({9, 18, 0, 1}), with_cicp({9, 18, 0, 0}), "BT.2100 HLG (cICP 9/18/0/1)", "cICP 9/18/0/0");
  // Before what else differs.
  expect_refused(plain, png_of(16, kRgba, damaged(widened(with_alpha(rgb, 7)), 0, 1), {{"cICP", {9, 16, 0, 1}}}),
                 "sRGB (no cICP)", "BT.2100 PQ (cICP 9/16/0/1)");
  write_both(plain, pq);
  expect_message(kPass, {"--ignore-encoding"}, "cICP: the reference has none, the test 9/16/0/1");
  write_both(plain, png_of(8, kRgb, damaged(rgb, 1, 255 - code(5, 3, 1)), {{"cICP", {9, 16, 0, 1}}}));
  expect_code(kDifferences, {"--ignore-encoding"});
}

TEST_F(CompareCommandEncoding, JpegSaysItToo) {
  const Bytes jpeg = io_test::make_jpeg();
  const auto with_segment = [&](unsigned char marker, const std::string& name, const Bytes& body) {
    Bytes file(jpeg.begin(), jpeg.begin() + 2);
    const std::size_t size = 2 + name.size() + body.size();
    for (const std::size_t byte : {std::size_t{0xff}, std::size_t{marker}, size >> 8, size & 0xff}) {
      file.push_back(static_cast<unsigned char>(byte));
    }
    file.insert(file.end(), name.begin(), name.end());
    file.insert(file.end(), body.begin(), body.end());
    file.insert(file.end(), jpeg.begin() + 2, jpeg.end());
    return file;
  };
  const Bytes turned = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0};
  write_both(jpeg, with_segment(0xe1, std::string("Exif\0\0", 6), turned));
  EXPECT_EQ(row_of(kPass)["message"], "orientation (EXIF): the reference has none, the test 8");
  write_both(with_segment(0xe2, std::string("ICC_PROFILE\0\1\1", 14), Bytes(5, 9)), jpeg);
  EXPECT_EQ(row_of(kPass)["message"],
            "colour profile (ICC): the reference has 5 bytes with CRC 11f5e284, the test none");
}

TEST_F(CompareCommandEncoding, AlphaIsCompared) {
  const SamplesAt base = with_alpha(rgb, 200);
  write_both(png_of(8, kRgba, base), png_of(8, kRgba, damaged(base, 3, 193)));
  expect_alpha({}, kDifferences, 7, 1);
  expect_alpha({"--rules", "exact"}, kDifferences, 7, 1);
  expect_alpha({"--max-delta", "7"}, kPass, 7, 1);
  expect_alpha({"--max-delta", "6"}, kDifferences, 7, 1);
  expect_alpha({"--rules", R"({"max_delta": 7})"}, kPass, 7, 1);
  expect_alpha({"--rules", R"({"max_delta": 6})"}, kDifferences, 7, 1);
  expect_alpha({"--rules", R"({"score": "alpha_max_abs", "max": 7})"}, kPass, 7, 1);
  expect_alpha({"--ignore", "5,3,1,1"}, kPass, 0, 0);
  expect_alpha({"--alpha", "ignore"}, kPass, 0, 0);
  const Json row = row_of(kDifferences);
  EXPECT_EQ(row["rgb_max_abs"], 0) << "of RGB alone";
  EXPECT_EQ(row["pixels_differing"], 1);
  const ProcessResult text = run({"compare", "a.png", "b.png"});
  EXPECT_NE(text.out.find("  alpha_max_abs                7\n"), std::string::npos) << text.out;
  // A pixel whose colour is off, too, counts once, by the larger error.
  write_both(png_of(8, kRgba, base), png_of(8, kRgba, damaged(damaged(base, 3, 193), 1, code(5, 3, 1) - 5)));
  EXPECT_EQ(row_of(kDifferences)["pixels_differing"], 1);
  expect_alpha({"--max-delta", "5"}, kDifferences, 7, 1);
  expect_alpha({"--max-delta", "7"}, kPass, 7, 1);
  // Opaque in one.
  write_both(png_of(8, kRgba, with_alpha(rgb, 255)), png_of(8, kRgba, damaged(with_alpha(rgb, 255), 3, 0)));
  expect_alpha({}, kDifferences, 255, 1);
  write_both(png_of(16, kRgba, with_alpha(rgb, 1000)), png_of(16, kRgba, damaged(with_alpha(rgb, 1000), 3, 1001)));
  expect_alpha({"--rules", "exact"}, kDifferences, 1, 1);
  // Alpha may have moved, as colour may.
  const auto column = [](std::uint32_t at) {
    return [=](std::uint32_t x, std::uint32_t) { return Samples{9, 9, 9, x == at ? 90u : 255u}; };
  };
  write_both(png_of(8, kRgba, column(4)), png_of(8, kRgba, column(5)));
  expect_alpha({}, kDifferences, 165, 2 * int(kHeight));
  expect_alpha({"--shift-radius", "1"}, kPass, 0, 0);
}

TEST_F(CompareCommandEncoding, AlphaIsInTheMapOfErrors) {
  const SamplesAt base = with_alpha(rgb, 200);
  write_both(png_of(8, kRgba, base), png_of(8, kRgba, damaged(base, 3, 100)));
  row_of(kDifferences, {"--maps", "maps"});
  const image_io::CodeImage map = image_io::read_code_image(folder_ / "maps/b.png.abs.png");
  EXPECT_NE(map.texels[4 * (3 * kWidth + 5)], map.texels[0]);
  EXPECT_EQ(map.texels[4 * (3 * kWidth + 6)], map.texels[0]);
}

TEST_F(CompareCommandEncoding, PicturesOverAColor) {
  const auto alpha = [](std::uint32_t x, std::uint32_t y) { return (13 * x + 29 * y) % 256; };
  const SamplesAt translucent = [&](std::uint32_t x, std::uint32_t y) { return with_alpha(rgb, alpha(x, y))(x, y); };
  const auto over = [&](Samples color) {
    return [=](std::uint32_t x, std::uint32_t y) {
      Samples samples = rgb(x, y);
      for (std::size_t c = 0; c < 3; ++c) {
        const unsigned a = alpha(x, y);
        samples[c] = unsigned(std::lround((a * samples[c] + (255.0 - a) * color[c]) / 255.0));  // 255 is odd: no halves
      }
      return samples;
    };
  };
  const Bytes png = png_of(8, kRgba, translucent);
  write_both(png, png_of(8, kRgb, over({0x20, 0x80, 0xff})));
  expect_code(kPass, {"--alpha", "over:#2080ff"});
  expect_code(kPass, {"--alpha", "over:32,128,255"});
  expect_code(kDifferences, {"--alpha", "over:#2081ff"});
  write_both(png, png_of(8, kRgb, over({255, 255, 255})));
  expect_code(kPass, {"--alpha", "over:white"});
  expect_code(kDifferences, {"--alpha", "over:black"});
  expect_code(kMismatch, {});
  // Hidden colours don't show.
  write_both(png_of(8, kRgba, with_alpha(rgb, 0)), png_of(8, kRgba, [](std::uint32_t, std::uint32_t) {
               return Samples{1, 2, 3, 0};
             }));
  expect_code(kPass, {"--alpha", "over:red"});
  expect_code(kDifferences, {});
  const auto fixed = [](const Samples& samples) { return [=](std::uint32_t, std::uint32_t) { return samples; }; };
  write_both(png_of(16, kRgba, fixed({1000, 0, 65535, 32768})), png_of(16, kRgb, fixed({33267, 32767, 65535})));
  expect_code(kPass, {"--alpha", "over:white"});
}

TEST_F(CompareCommandEncoding, BadAlphaIsRefused) {
  write_pair(0);
  expect_usage_error({"--alpha", "keep"}, {"--alpha: 'keep' is none of compare, ignore, over:COLOUR"});
  for (const char* color : {"over:", "over:mauve", "over:#12345", "over:#12345g", "over:1,2", "over:1,2,256"}) {
    expect_usage_error({"--alpha", color}, {"--alpha: ", "is not #rrggbb, r,g,b (0 to 255), black"});
  }
}

TEST_F(CompareCommandEncoding, NanMayEqualNan) {
  const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
  const auto write = [&](const char* name, float at_3, float at_4) {
    cli_test::write_float_exr(folder_ / name, kWidth, kHeight, [=](std::uint32_t x, std::uint32_t y) {
      return cli_test::Rgb{0.5, y == 2 && x == 3 ? double{at_3} : 0.25, y == 2 && x == 4 ? double{at_4} : 0.75};
    });
  };
  const auto expect_message = [&](int exit_code, const Arguments& options, const std::string& message) {
    Arguments arguments = {"a.exr", "b.exr"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    EXPECT_EQ(rows_of(exit_code, arguments)[0].value("message", ""), message);
  };
  write("a.exr", nan, infinity);
  write("b.exr", nan, infinity);
  expect_message(kPass, {"--nan-equal"}, "2 pixels aren't finite, and equal in both, the first at (3, 2)");
  EXPECT_EQ(rows_of(kPass, {"a.exr", "b.exr", "--nan-equal"})[0]["pixels"], kWidth * kHeight);
  expect_message(
      kError, {},
      "a.exr: 2 pixels aren't finite, the first at (3, 2); b.exr: 2 pixels aren't finite, the first at (3, 2)");
  write("b.exr", nan, -infinity);
  expect_message(kError, {"--nan-equal"}, "the pixel at (4, 2) isn't finite in both alike");
  write("b.exr", 0.5f, infinity);
  expect_message(kError, {"--nan-equal"}, "the pixel at (3, 2) isn't finite in both alike");
}

}  // namespace
}  // namespace compare_test
