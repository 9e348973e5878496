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
  constexpr const char* kNames[] = {"420", "422", "444", "411", "mono"};  // in the order of Chroma
  const std::string chroma = kNames[std::size_t(format.chroma)];
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
  constexpr Chroma kChromas[] = {Chroma::c420, Chroma::c422, Chroma::c444, Chroma::c411};
  constexpr std::uint32_t kBits[] = {8, 9, 10, 12, 14, 16};
  for (const std::size_t i : sampling::sampled(std::size(kChromas) * std::size(kBits), 8)) {
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
    const double chroma_samples = 64.0 * 48.0 / (chroma == Chroma::c422 ? 2 : chroma == Chroma::c444 ? 1 : 4);
    EXPECT_EQ(rows[1]["pixels"], 64 * 48 + 2 * chroma_samples);
    const double peak = double((1u << bits) - 1u);
    EXPECT_NEAR(rows[1]["psnr_cb"].get<double>(),
                std::min(10.0 * std::log10(peak * peak * chroma_samples), 6.0 * bits + 12.0), 1e-6);
    EXPECT_EQ(rows[1]["psnr_y"], 6 * bits + 12);
    EXPECT_EQ(has_key(rows[1], "psnr_hvs"), bits <= 12);  // 16 columns of 4:1:1 are enough
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

/// As FFmpeg has them: chroma planes of 43 x 24 beside luma of 85 x 47.
TEST_F(CompareCommandVideo, OddSizesOfSubsampledChroma) {
  const struct {
    Chroma chroma;
    int width, height;  ///< of a chroma plane
  } kCases[] = {{Chroma::c420, 43, 24}, {Chroma::c422, 43, 47}, {Chroma::c411, 22, 47}};
  for (const auto& [chroma, width, height] : kCases) {
    const VideoFormat format = format_of(chroma, 8, 85, 47);
    SCOPED_TRACE(raw_text(format));
    const Bytes frame = io_test::make_y4m(format, 1);
    ASSERT_EQ(io_test::frame_bytes(format, 0).size(), std::size_t(85 * 47 + 2 * width * height));
    Bytes other = frame;
    other.back() ^= 4;  // of Cr the last, which stands for pixels that there are
    write_file(folder_ / "a.y4m", frame);
    write_file(folder_ / "b.y4m", other);
    const Json row = rows_of(kDifferences, {"a.y4m", "b.y4m", "--metrics", "errors,psnr,ciede2000"})[0];
    EXPECT_EQ(row["sse_y"], 0);
    EXPECT_EQ(row["sse_cb"], 0);
    EXPECT_EQ(row["sse_cr"], 16);
    EXPECT_EQ(row["pixels"], 85 * 47 + 2 * width * height);
    EXPECT_NEAR(row["mse_cr"].get<double>(), 16.0 / (width * height), 1e-12);
    EXPECT_EQ(row["max_abs_x"], width - 1);
    EXPECT_EQ(row["max_abs_y"], height - 1);
    // The CPU gives the same; a chroma sample has the mask of its first pixel.
    const int step_x = chroma == Chroma::c411 ? 4 : 2, step_y = chroma == Chroma::c420 ? 2 : 1;
    const std::string place = std::to_string((width - 1) * step_x) + "," + std::to_string((height - 1) * step_y);
    EXPECT_EQ(rows_of(kDifferences, {"a.y4m", "b.y4m"})[0]["sse_cr"], 16);
    for (const char* const metrics : {"errors", "errors,psnr"}) {
      EXPECT_EQ(rows_of(kPass, {"a.y4m", "b.y4m", "--metrics", metrics, "--ignore", place + ",1,1"})[0]["sse_cr"], 0);
    }
  }
}

TEST_F(CompareCommandVideo, MonoIsGrey) {
  for (const std::uint32_t bits : {8u, 10u, 16u}) {
    const VideoFormat format = format_of(Chroma::none, bits, 33, 17);
    SCOPED_TRACE(bits);
    const Bytes video = io_test::make_y4m(format, 1);
    Bytes other = video;
    const std::size_t at = other.size() - (bits > 8 ? 2 : 1);
    const unsigned code = bits > 8 ? unsigned(other[at]) + 256u * unsigned(other[at + 1]) : unsigned(other[at]);
    other[at] ^= 1;
    write_file(folder_ / "a.y4m", video);
    write_file(folder_ / "b.y4m", other);
    const Json rows = rows_of(kDifferences, {"a.y4m", "b.y4m", "--metrics", "errors"});
    const unsigned peak = (1u << bits) - 1u, full = bits > 8 ? 65535u : 255u;
    const auto scaled = [&](unsigned value) { return int((std::uint64_t{value} * full + peak / 2) / peak); };
    const int error = std::abs(scaled(code) - scaled(code ^ 1u));
    EXPECT_EQ(rows[0]["rgb_max_abs"], error);
    EXPECT_EQ(rows[0]["pixels"], 33 * 17);
    EXPECT_NEAR(rows[0]["rgb_mse"].get<double>(), double(error) * error / (33 * 17), 1e-9);
    EXPECT_EQ(rows[0]["format"], "33 x 17, grey, " + std::string(bits > 8 ? "16" : "8") + " bits");
    write_yuv_pair(format, 0);
    rows_of(kPass, {"a.y4m", "b.yuv", "--raw", raw_text(format), "--frames", "1", "--report-only"});
  }
  write_file(folder_ / "c.y4m", io_test::make_y4m(format_of(Chroma::c420, 16, 33, 17), 1));
  expect_row(kMismatch, {"a.y4m", "c.y4m"}, "33 x 17, grey, 16 bits, the test 33 x 17, YUV 4:2:0, 16 bits");
}

TEST_F(CompareCommandVideo, WhatHeadersSayIsNamedWhereItDiffers) {
  const VideoFormat format = format_of(Chroma::c420, 8, 16, 8);
  const auto write = [&](const std::string& name, const std::string& tags) {
    write_file(folder_ / name, io_test::make_y4m(format, 1, "W16 H8 " + tags));
  };
  write("a.y4m", "F25:1 Ip A1:1 C420jpeg XCOLORRANGE=LIMITED");
  write("same.y4m", "F50:2 Ip A0:0 C420jpeg XCOLORRANGE=LIMITED");
  write("b.y4m", "F30000:1001 It A10:11 C420mpeg2 XCOLORRANGE=FULL");
  write("c.y4m", "C420");
  EXPECT_FALSE(has_key(rows_of(kPass, {"a.y4m", "same.y4m"}).back(), "message"));
  EXPECT_EQ(rows_of(kPass, {"a.y4m", "b.y4m"}).back()["message"],
            "chroma siting: the reference has centre (jpeg), the test left (mpeg2); "
            "frame rate: the reference has 25, the test 30000/1001; "
            "interlacing: the reference has progressive, the test top field first; "
            "pixel aspect ratio: the reference has none, the test 10/11; "
            "range: the reference has limited, the test full");
  expect_row(kPass, {"b.y4m", "c.y4m"}, "frame rate: the reference has 30000/1001, the test none");
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
