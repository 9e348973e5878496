// SPDX-License-Identifier: MIT
// Tests of peak memory: an 8K picture must not stand in memory several times over.
#include <ImfChannelList.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfOutputFile.h>
#include <half.h>

#include <cstdio>

#include "cli/cli_test.h"

namespace cli_test {
namespace {

constexpr int kWidth = 7680;
constexpr int kHeight = 4320;
constexpr std::uint64_t kDecodedBytes = std::uint64_t{kWidth} * kHeight * 8;  // as the device holds it, with alpha
constexpr std::uint64_t kFileBytes = std::uint64_t{kWidth} * kHeight * 6;     // half RGB

/// Row by row: what this process holds when it forks would count as the program's.
void write_8k(const std::filesystem::path& file) {
  Imf::Header header(kWidth, kHeight);
  header.compression() = Imf::RLE_COMPRESSION;
  for (const char* channel : {"R", "G", "B"}) header.channels().insert(channel, Imf::Channel(Imf::HALF));
  Imf::OutputFile output(file.c_str(), header);
  std::vector<half> row(kWidth);
  for (int y = 0; y < kHeight; ++y) {
    for (int x = 0; x < kWidth; ++x) row[std::size_t(x)] = half(0.01f + float((x / 16 * 7 + y / 16 * 13) % 101));
    Imf::FrameBuffer buffer;
    for (const char* channel : {"R", "G", "B"}) {
      buffer.insert(channel, Imf::Slice(Imf::HALF, reinterpret_cast<char*>(row.data()), sizeof(half), 0));
    }
    output.setFrameBuffer(buffer);
    output.writePixels(1);
  }
}

using Memory = CliTest;

TEST_F(Memory, DevelopingAn8kPictureTakesLessThanThreeCopies) {
  write_8k(folder_ / "in.exr");
  const ProcessResult idle = run({"devices"});
  ASSERT_LT(idle.peak_rss_bytes, kDecodedBytes) << "the measurement starts too high";
  const ProcessResult result = run({"develop", "in.exr", "-o", "out.png"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const double mib = double(result.peak_rss_bytes) / (1 << 20);
  std::printf("develop 8K: peak %.1f MiB = %.2f decoded copies of 8 bytes a texel, %.2f of 6; %.2f s\n", mib,
              double(result.peak_rss_bytes) / double(kDecodedBytes), double(result.peak_rss_bytes) / double(kFileBytes),
              result.wall_s);
  RecordProperty("peak_rss_mib", int(mib));
  EXPECT_LE(result.peak_rss_bytes, 3 * kDecodedBytes);
}

TEST_F(Memory, ComparingPngPicturesTakesTwoDecodedOnes) {
  constexpr std::uint32_t kSide = 4096, kBand = 64;
  constexpr std::uint64_t kPictureBytes = std::uint64_t{kSide} * kSide * 4;
  for (const char* name : {"a.png", "b.png"}) {
    const auto writer = image_io::create_png(folder_ / name, kSide, kSide);
    std::vector<unsigned char> band(std::size_t{kSide} * 4 * kBand);
    for (std::uint32_t y = 0; y < kSide; y += kBand) {
      for (std::size_t i = 0; i < band.size(); ++i) band[i] = static_cast<unsigned char>(i / 64 * 7 + y);
      if (y == 128 && name[0] == 'b') band[4] += 3;
      writer->write_rows(kBand, band.data());
    }
    writer->finish();
  }
  const ProcessResult result = run({"compare", "a.png", "b.png", "--max-delta", "2", "--max-pixels", "1"});
  ASSERT_EQ(result.exit_code, 0) << result.out << result.err;
  std::printf("compare 4096x4096: peak %.1f MiB\n", double(result.peak_rss_bytes) / (1 << 20));
  EXPECT_LE(result.peak_rss_bytes, 2 * kPictureBytes + (std::uint64_t{24} << 20));
}

}  // namespace
}  // namespace cli_test
