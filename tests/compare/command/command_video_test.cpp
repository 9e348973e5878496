// SPDX-License-Identifier: MIT
// Tests of Y4M and raw YUV, frame by frame.
#include <cmath>

#include "compare/command/command_fixture.h"
#include "unit/sampling.h"

namespace compare_test {
namespace {

using cli_test::Bytes;
using io_test::Chroma;
using io_test::VideoFormat;

VideoFormat format_of(Chroma chroma, std::uint32_t bits, std::uint32_t width = 64, std::uint32_t height = 48) {
  VideoFormat format;
  format.width = width;
  format.height = height;
  format.bits = bits;
  format.chroma = chroma;
  return format;
}

std::string raw_text(const VideoFormat& format) {
  const char* const chroma = format.chroma == Chroma::c420 ? "420" : format.chroma == Chroma::c422 ? "422" : "444";
  return std::to_string(format.width) + "x" + std::to_string(format.height) + ":" + chroma + ":" +
         std::to_string(format.bits);
}

class CompareCommandVideo : public CompareCommand {
 protected:
  /// a.yuv and b.yuv of two frames; in the second of b.yuv the Cb of sample 5 is `delta` larger or smaller.
  void write_yuv_pair(const VideoFormat& format, unsigned delta) {
    const Bytes bytes = io_test::make_yuv(format, 2);
    write_file(folder_ / "a.yuv", bytes);
    Bytes other = bytes;
    const std::size_t sample = format.bits > 8 ? 2 : 1;
    const std::size_t luma = std::size_t{format.width} * format.height;
    other[bytes.size() / 2 + (luma + 5) * sample] ^= static_cast<unsigned char>(delta);
    write_file(folder_ / "b.yuv", other);
  }

  void expect_row(int exit_code, const Arguments& arguments, const std::string& words) {
    SCOPED_TRACE(::testing::PrintToString(arguments));
    const Json rows = rows_of(exit_code, arguments);
    ASSERT_FALSE(rows.empty());
    const std::string message = rows.back().value("message", "");
    EXPECT_NE(message.find(words), std::string::npos) << "no '" << words << "' in " << rows.back();
    EXPECT_FALSE(has_key(rows.back(), "frame"));
  }
};

TEST_F(CompareCommandVideo, RawOfAllFormats) {
  constexpr Chroma kChromas[] = {Chroma::c420, Chroma::c422, Chroma::c444};
  constexpr std::uint32_t kBits[] = {8, 9, 10, 12, 14, 16};
  for (const std::size_t i : sampling::sampled(std::size(kChromas) * std::size(kBits), 6)) {
    const Chroma chroma = kChromas[i / std::size(kBits)];
    const std::uint32_t bits = kBits[i % std::size(kBits)];
    const VideoFormat format = format_of(chroma, bits);
    SCOPED_TRACE(raw_text(format));
    write_yuv_pair(format, 1);
    const Json rows = rows_of(kDifferences, {"a.yuv", "b.yuv", "--raw", raw_text(format), "--metrics", "all"});
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows[0]["frame"], 0);
    EXPECT_EQ(rows[0]["outcome"], "pass");
    EXPECT_EQ(rows[0]["yuv_sse"], 0);
    EXPECT_EQ(rows[1]["frame"], 1);
    EXPECT_EQ(rows[1]["outcome"], "differences");
    EXPECT_EQ(rows[1]["sse_y"], 0);
    EXPECT_EQ(rows[1]["sse_cb"], 1);
    EXPECT_EQ(rows[1]["sse_cr"], 0);
    EXPECT_EQ(rows[1]["yuv_max_abs"], 1);
    EXPECT_EQ(rows[1]["pixels_differing"], 1);
    const double chroma_samples = 64.0 * 48.0 / (chroma == Chroma::c420 ? 4 : chroma == Chroma::c422 ? 2 : 1);
    EXPECT_EQ(rows[1]["pixels"], 64 * 48 + 2 * chroma_samples);
    const double peak = double((1u << bits) - 1u);
    EXPECT_NEAR(rows[1]["psnr_cb"].get<double>(),
                std::min(10.0 * std::log10(peak * peak * chroma_samples), 6.0 * bits + 12.0), 1e-6);
    EXPECT_EQ(rows[1]["psnr_y"], 6 * bits + 12);
    EXPECT_EQ(has_key(rows[1], "psnr_hvs"), bits <= 12);
    EXPECT_FALSE(has_key(rows[1], "flip_mean"));
    const Json& whole = rows[2];
    EXPECT_EQ(whole["name"], "b.yuv");
    EXPECT_FALSE(has_key(whole, "frame"));
    EXPECT_EQ(whole["message"], "1 of 2 frames failed");
    EXPECT_EQ(whole["yuv_sse"], 0.5);
    EXPECT_NEAR(whole["apsnr_cb"].get<double>(), 10.0 * std::log10(peak * peak * chroma_samples * 2.0), 1e-6);
  }
}

TEST_F(CompareCommandVideo, Y4mOfAllFormats) {
  for (const Chroma chroma : {Chroma::c420, Chroma::c422, Chroma::c444}) {
    for (const std::uint32_t bits : {8u, 10u, 16u}) {
      const VideoFormat format = format_of(chroma, bits, 32, 16);
      write_file(folder_ / "a.y4m", io_test::make_y4m(format, 2));
      write_yuv_pair(format, 0);
      const Json rows = rows_of(kPass, {"a.y4m", "a.y4m"});
      ASSERT_EQ(rows.size(), 3u);
      const std::string text = chroma == Chroma::c420 ? "4:2:0" : chroma == Chroma::c422 ? "4:2:2" : "4:4:4";
      EXPECT_EQ(rows[2]["format"], "32 x 16, YUV " + text + ", " + std::to_string(bits) + " bits");
      EXPECT_EQ(rows[2]["width"], 32);
      // The same frames without a header.
      rows_of(kPass, {"a.y4m", "b.yuv", "--raw", raw_text(format)});
      rows_of(kPass, {"b.yuv", "a.y4m", "--raw", raw_text(format)});
    }
  }
}

TEST_F(CompareCommandVideo, DefaultsOfRawAreEightBits420) {
  write_yuv_pair(format_of(Chroma::c420, 8), 0);
  rows_of(kPass, {"a.yuv", "b.yuv", "--raw", "64x48"});
  write_yuv_pair(format_of(Chroma::c420, 10), 0);
  rows_of(kPass, {"a.yuv", "b.yuv", "--raw", "64x48:10"});
  write_yuv_pair(format_of(Chroma::c422, 10), 0);
  rows_of(kPass, {"a.yuv", "b.yuv", "--raw", "64x48:10:422"});
}

TEST_F(CompareCommandVideo, RawNeedsItsFormat) {
  write_yuv_pair(format_of(Chroma::c420, 8), 0);
  expect_row(kError, {"a.yuv", "b.yuv"}, "b.yuv: has no header; --raw is missing");
  write_file(folder_ / "c.y4m", io_test::make_y4m(format_of(Chroma::c420, 8), 2));
  expect_row(kError, {"a.yuv", "c.y4m"}, "a.yuv: has no header; --raw is missing");
  expect_row(kError, {"a.yuv", "b.yuv", "--raw", "64x50"}, "b.yuv: ");
  expect_row(kError, {"a.yuv", "b.yuv", "--raw", "63x48"}, "b.yuv: ");
}

TEST_F(CompareCommandVideo, OddSizesOfHalvedChromaAreRefused) {
  const auto write = [&](const char* size) {
    write_file(folder_ / "a.y4m", io_test::bytes_of(std::string("YUV4MPEG2 ") + size + "\nFRAME\n"));
  };
  write("W33 H16 C420");
  expect_row(kError, {"a.y4m", "a.y4m"}, "a.y4m: ");
  write("W32 H17 C420");
  expect_row(kError, {"a.y4m", "a.y4m"}, "a.y4m: ");
  write("W33 H16 C422");
  expect_row(kError, {"a.y4m", "a.y4m"}, "a.y4m: ");
  const VideoFormat odd = format_of(Chroma::c444, 8, 33, 17);
  write_file(folder_ / "a.y4m", io_test::make_y4m(odd, 1));
  rows_of(kPass, {"a.y4m", "a.y4m"});
}

TEST_F(CompareCommandVideo, TruncatedOnesAreErrors) {
  const VideoFormat format = format_of(Chroma::c420, 8);
  const Bytes good = io_test::make_y4m(format, 2);
  write_file(folder_ / "good.y4m", good);
  for (const std::size_t cut : {std::size_t{1}, std::size_t{100}, good.size() / 2, good.size() - 12}) {
    write_file(folder_ / "cut.y4m", Bytes(good.begin(), good.end() - std::ptrdiff_t(cut)));
    expect_row(kError, {"good.y4m", "cut.y4m"}, "cut.y4m: ");
    expect_row(kNoGolden, {"cut.y4m", "good.y4m"}, "cut.y4m: ");
  }
}

TEST_F(CompareCommandVideo, ShorterOnesAreAMismatch) {
  const VideoFormat format = format_of(Chroma::c420, 8);
  write_file(folder_ / "three.y4m", io_test::make_y4m(format, 3));
  write_file(folder_ / "two.y4m", io_test::make_y4m(format, 2));
  expect_row(kMismatch, {"three.y4m", "two.y4m"}, "the test ends after 2 frames, and the other doesn't");
  expect_row(kMismatch, {"two.y4m", "three.y4m"}, "the reference ends after 2 frames, and the other doesn't");
  EXPECT_EQ(rows_of(kMismatch, {"three.y4m", "two.y4m"}).size(), 3u) << "two frames and the whole";
  EXPECT_EQ(rows_of(kPass, {"three.y4m", "two.y4m", "--frames", "2"}).size(), 3u);
  EXPECT_EQ(rows_of(kPass, {"three.y4m", "three.y4m", "--frames", "1"}).size(), 2u);
  EXPECT_EQ(rows_of(kPass, {"two.y4m", "two.y4m", "--frames", "99"}).size(), 3u);
}

TEST_F(CompareCommandVideo, WhatIsWrongWithAllFramesIsToldOnce) {
  write_file(folder_ / "a.y4m", io_test::make_y4m(format_of(Chroma::c420, 8), 3));
  write_file(folder_ / "b.y4m", io_test::make_y4m(format_of(Chroma::c444, 8), 3));
  write_file(folder_ / "c.y4m", io_test::make_y4m(format_of(Chroma::c420, 8, 32, 48), 3));
  write_png(folder_ / "a.png", 64, 48, base);
  write_png(folder_ / "mask.png", 8, 8, base);
  const auto expect_one = [&](int exit_code, const Arguments& arguments, const std::string& words) {
    expect_row(exit_code, arguments, words);
    EXPECT_EQ(rows_of(exit_code, arguments).size(), 1u);
  };
  expect_one(kMismatch, {"a.y4m", "b.y4m"}, "YUV 4:2:0, 8 bits, the test 64 x 48, YUV 4:4:4, 8 bits");
  expect_one(kMismatch, {"a.y4m", "c.y4m"}, "the test 32 x 48");
  expect_one(kMismatch, {"a.y4m", "a.png"}, "a.png: is a picture, and the other a video");
  expect_one(kMismatch, {"a.png", "a.y4m"}, "a.png: is a picture, and the other a video");
  expect_one(kMismatch, {"a.y4m", "a.y4m", "--mask", "mask.png"}, "mask.png: the mask has 8 x 8");
  expect_one(kError, {"a.y4m", "a.y4m", "--metrics", "flip"}, "flip can't be measured: it is of RGB alone");
  expect_one(kError, {"a.y4m", "a.y4m", "--max-flip", "0.1"}, "flip can't be measured: it is of RGB alone");
  expect_one(kError, {"a.y4m", "a.y4m", "--min-ms-ssim", "0.1"}, "at least 176 x 176");
  expect_one(kError, {"a.y4m", "a.y4m", "--rules", R"({"score": "rgb_sse", "max": 1})"},
             "there is no score 'rgb_sse' of YUV");
  expect_one(kNoGolden, {"nosuch.y4m", "a.y4m"}, "nosuch.y4m: ");
  write_file(folder_ / "text.y4m", std::string("no video"));
  expect_one(kNoGolden, {"text.y4m", "a.y4m"}, "text.y4m: ");
  expect_one(kError, {"a.y4m", "text.y4m"}, "text.y4m: ");
}

TEST_F(CompareCommandVideo, LimitsAreOfEachFrame) {
  write_yuv_pair(format_of(Chroma::c444, 8), 6);
  const Json rows = rows_of(kDifferences, {"a.yuv", "b.yuv", "--raw", "64x48:444"});
  const int delta = rows[1]["yuv_max_abs"];
  const auto expect = [&](int exit_code, const Arguments& options) {
    Arguments arguments = {"a.yuv", "b.yuv", "--raw", "64x48:444"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    rows_of(exit_code, arguments);
  };
  expect(kPass, {"--max-delta", std::to_string(delta)});
  expect(kDifferences, {"--max-delta", std::to_string(delta - 1)});
  expect(kPass, {"--max-pixels", "1"});
  expect(kPass, {"--report-only"});
  const double psnr = rows[1]["psnr_yuv"];
  expect(kPass, {"--min-psnr", std::to_string(psnr - 0.001)});
  expect(kDifferences, {"--min-psnr", std::to_string(psnr + 0.001)});
  expect(kPass, {"--ignore", "5,0,1,1"});
}

TEST_F(CompareCommandVideo, ComesFromAPipe) {
  const Bytes bytes = io_test::make_y4m(format_of(Chroma::c420, 8, 16, 8), 2);
  write_file(folder_ / "a.y4m", bytes);
  const io_test::Pipe pipe(bytes);
  const Json rows = rows_of(kPass, {"a.y4m", pipe.path().string()});
  EXPECT_EQ(rows.size(), 3u);
}

}  // namespace
}  // namespace compare_test
