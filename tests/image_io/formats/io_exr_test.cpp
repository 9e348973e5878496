// SPDX-License-Identifier: MIT
// Tests of OpenEXR: round trips, compressions, channels, refusals.
#include <Imath/half.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "image_io/fixtures/io_exr_fixtures.h"

namespace io_test {
namespace {

using ImageFileExr = FolderTest;
using ImageFileExrWriter = FolderTest;

constexpr Imf::PixelType kHalf = Imf::HALF;
constexpr Imf::PixelType kFloat = Imf::FLOAT;

// Every bit pattern of a half, in a picture of 128 x 128 texels.
std::vector<std::uint16_t> all_halves() {
  std::vector<std::uint16_t> values;
  for (unsigned i = 0; i < 65536; ++i) values.push_back(static_cast<std::uint16_t>(i * 40503u));
  return values;
}

void expect_samples(const image_io::Image& image, int channels, float tolerance, const std::string& what) {
  const auto values = values_of<half>(image);
  ASSERT_EQ(values.size(), std::size_t{image.info.width} * image.info.height * 4);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int texel = static_cast<int>(i / 4);
    const int width = static_cast<int>(image.info.width);
    const int channel = static_cast<int>(i % 4);
    const float expected = channel < channels ? sample(texel % width, texel / width, channel) : 1.0f;
    ASSERT_NEAR(static_cast<float>(values[i]), expected, tolerance) << what << ", value " << i;
  }
}

TEST_F(ImageFileExrWriter, HalfRoundTripIsBitExact) {
  const std::vector<std::uint16_t> values = all_halves();
  const auto writer = image_io::create_exr(folder_ / "a.exr", {128, 128, image_io::TexelFormat::rgba16f});
  for (std::uint32_t row = 0; row < 128; row += 8) writer->write_rows(8, values.data() + row * 512);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "a.exr"));
  writer->finish();
  const image_io::Image image = image_io::read_image(folder_ / "a.exr");
  EXPECT_EQ(image.info.format, image_io::TexelFormat::rgba16f);
  EXPECT_EQ(values_of<std::uint16_t>(image), values);
  EXPECT_EQ(folder_.file_count(), 1u);
}

TEST_F(ImageFileExrWriter, FloatRoundTripIsBitExact) {
  std::vector<std::uint32_t> values;
  for (std::uint32_t i = 0; i < 4 * 41 * 37; ++i) values.push_back(i * 2654435761u);
  values[5] = 0x7f800000;  // infinity
  values[6] = 0x80000000;  // negative zero
  values[7] = 0x7fc01234;  // a NaN with a payload
  const auto writer = image_io::create_exr(folder_ / "a.exr", {41, 37, image_io::TexelFormat::rgba32f});
  // Bands that don't fit the blocks of 16 lines.
  writer->write_rows(1, values.data());
  writer->write_rows(29, values.data() + 164);
  writer->write_rows(7, values.data() + 30 * 164);
  writer->finish();
  const image_io::Image image = image_io::read_image(folder_ / "a.exr");
  EXPECT_EQ(image.info.format, image_io::TexelFormat::rgba32f);
  EXPECT_EQ(values_of<std::uint32_t>(image), values);
}

TEST_F(ImageFileExrWriter, WrongRowCountsAreRefusedAndLeaveNothing) {
  const auto file = folder_ / "a.exr";
  const std::vector<std::uint16_t> rows(4 * 4 * 4);
  {
    const auto writer = image_io::create_exr(file, {4, 3, image_io::TexelFormat::rgba16f});
    writer->write_rows(2, rows.data());
    EXPECT_EQ(reason_of(file, [&] { writer->write_rows(2, rows.data()); }), "more rows than the picture has");
    EXPECT_EQ(reason_of(file, [&] { writer->finish(); }), "only 2 of 3 rows were written");
  }
  EXPECT_EQ(folder_.file_count(), 0u);
}

TEST_F(ImageFileExr, BandsInAnyOrderEqualTheWhole) {
  ExrOptions scanlines{.window = {{0, 0}, {52, 70}}};
  ExrOptions tiles = scanlines;
  tiles.tile = 16;
  for (const ExrOptions& options : {scanlines, tiles}) {
    write_exr(folder_ / "a.exr", options);
    const image_io::Image whole = image_io::read_image(folder_ / "a.exr");
    const auto reader = image_io::open_image(folder_ / "a.exr");
    const std::size_t pitch = 53 * 8;
    for (const auto& [first, count] : {std::pair{66u, 5u}, {0u, 1u}, {1u, 30u}, {31u, 35u}, {0u, 71u}, {17u, 1u}}) {
      // A guard row on either side must stay untouched: only the rows asked for are written.
      std::vector<std::byte> band((count + 2) * pitch, std::byte{0x5a});
      reader->read_rows(first, count, band.data() + pitch);
      EXPECT_EQ(std::memcmp(band.data() + pitch, whole.texels.data() + first * pitch, count * pitch), 0) << first;
      for (std::size_t i = 0; i < pitch; ++i) {
        ASSERT_EQ(band[i], std::byte{0x5a});
        ASSERT_EQ(band[band.size() - 1 - i], std::byte{0x5a});
      }
    }
  }
}

TEST_F(ImageFileExr, EveryCompressionScanlinesAndTiles) {
  for (int compression = Imf::NO_COMPRESSION; compression < Imf::NUM_COMPRESSION_METHODS; ++compression) {
    for (const int tile : {0, 8}) {
      ExrOptions options{.window = {{0, 0}, {40, 50}}};
      options.compression = static_cast<Imf::Compression>(compression);
      options.tile = tile;
      write_exr(folder_ / "a.exr", options);
      const bool lossy = compression >= Imf::B44_COMPRESSION;
      const std::string what = "compression " + std::to_string(compression) + ", tile " + std::to_string(tile);
      // The samples are a saw-tooth, the worst there is for the lossy ones: this only tells them from garbage.
      expect_samples(image_io::read_image(folder_ / "a.exr"), 4, lossy ? 0.6f : 0.0f, what);
    }
  }
}

// As openexr-images' Beachball has its frames, and DisplayWindow all ways in which the windows can lie.
TEST_F(ImageFileExr, LiesInItsDisplayWindow) {
  const Imath::Box2i display({10, -20}, {49, 12});
  const Imath::Box2i data[] = {{{15, -17}, {40, 5}},      // within
                               {{-30, -80}, {100, 60}},   // all around
                               {{-5, -25}, {20, 0}},      // over a corner
                               {{45, -10}, {300, -6}},    // over a side
                               {{10, -20}, {49, 0}},      // full rows
                               {{200, 300}, {210, 303}},  // nowhere
                               {{-1000000, -20}, {-999990, 12}}};
  for (const Imath::Box2i& window : data) {
    for (const bool has_alpha : {true, false}) {
      SCOPED_TRACE(std::to_string(window.min.x) + ", " + std::to_string(has_alpha));
      ExrOptions options{.window = window, .display = display, .channels = ExrOptions().channels};
      if (!has_alpha) options.channels.pop_back();
      write_exr(folder_ / "a.exr", options);
      const image_io::Image image = image_io::read_image(folder_ / "a.exr");
      ASSERT_EQ(image.info.width, 40u);
      ASSERT_EQ(image.info.height, 33u);
      const std::vector<half> values = values_of<half>(image);
      for (int y = 0; y < 33; ++y) {
        for (int x = 0; x < 40; ++x) {
          const Imath::V2i at = display.min + Imath::V2i(x, y);
          for (int c = 0; c < 4; ++c) {
            const float nothing = c == 3 && !has_alpha ? 1.0f : 0.0f;
            const bool is_stored = window.intersects(at) && (c < 3 || has_alpha);
            const float expected = is_stored ? sample(at.x - window.min.x, at.y - window.min.y, c) : nothing;
            ASSERT_EQ(float(values[std::size_t(4 * (y * 40 + x) + c)]), expected) << x << ", " << y << ", " << c;
          }
        }
      }
    }
  }
}

TEST_F(ImageFileExr, BandsOfADisplayWindowEqualTheWhole) {
  ExrOptions options{.window = {{3, 5}, {30, 180}}, .display = Imath::Box2i({0, 0}, {19, 199})};
  options.channels = {{"Y", Imf::FLOAT, 0}};
  write_exr(folder_ / "a.exr", options);
  const image_io::Image whole = image_io::read_image(folder_ / "a.exr");
  const auto reader = image_io::open_image(folder_ / "a.exr");
  constexpr std::size_t kPitch = 20 * 16;
  for (const auto& [first, count] : {std::pair{0u, 4u}, {2u, 150u}, {150u, 50u}, {181u, 19u}, {60u, 1u}}) {
    std::vector<std::byte> band(count * kPitch);
    reader->read_rows(first, count, band.data());
    EXPECT_EQ(std::memcmp(band.data(), whole.texels.data() + first * kPitch, band.size()), 0) << first;
  }
}

TEST_F(ImageFileExr, DisplayWindowsOfAbsurdSizesAreRefused) {
  const auto file = folder_ / "a.exr";
  write_exr(file, {.window = {{0, 0}, {3, 3}}, .display = Imath::Box2i({0, 0}, {65535, 3})});
  EXPECT_EQ(open_reason(file), "the picture is too large (65536 x 4 texels; the limit is 65535 a side)");
  write_exr(file, {.window = {{0, 0}, {3, 3}}, .display = Imath::Box2i({-500000000, 0}, {500000000, 3})});
  EXPECT_NE(open_reason(file).find("1000000001 x 4"), std::string::npos);
  write_exr(file, {.window = {{0, 0}, {3, 3}}, .display = Imath::Box2i({0, 0}, {32767, 32767})});
  EXPECT_NE(open_reason(file).find("the header asks for 32768 x 32768 texels"), std::string::npos);
  const long before_kib = peak_memory_kib();
  write_exr(file, {.window = {{0, 0}, {3, 3}}, .display = Imath::Box2i({0, 0}, {8191, 8191})});
  EXPECT_EQ(image_io::open_image(file)->info().width, 8192u);
  EXPECT_LT(peak_memory_kib() - before_kib, 64 * 1024);
}

TEST_F(ImageFileExr, LineOrdersMipmapsAndNegativeOrigins) {
  ExrOptions options{.window = {{-7, -90}, {33, -40}}};
  for (const Imf::LineOrder order : {Imf::INCREASING_Y, Imf::DECREASING_Y}) {
    for (const int tile : {0, 16}) {
      for (const bool mipmap : {false, true}) {
        options.order = order;
        options.tile = tile;
        options.mipmap = mipmap;
        write_exr(folder_ / "a.exr", options);
        const image_io::Image image = image_io::read_image(folder_ / "a.exr");
        EXPECT_EQ(image.info.width, 41u);
        EXPECT_EQ(image.info.height, 51u);
        expect_samples(image, 4, 0.0f, "tile " + std::to_string(tile));
      }
    }
  }
}

TEST_F(ImageFileExr, WithoutAlphaItIsOneAndOtherChannelsAreIgnored) {
  for (const int tile : {0, 4}) {
    ExrOptions options;
    options.tile = tile;
    options.channels = {{"id", Imf::UINT, 5}, {"B", kHalf, 2}, {"Z", kFloat, 4}, {"G", kHalf, 1}, {"R", kHalf, 0}};
    write_exr(folder_ / "a.exr", options);
    const image_io::Image image = image_io::read_image(folder_ / "a.exr");
    EXPECT_EQ(image.info.format, image_io::TexelFormat::rgba16f);
    expect_samples(image, 3, 0.0f, "no alpha");
  }
}

TEST_F(ImageFileExr, MixedHalfAndFloatReadAsFloat) {
  for (const int tile : {0, 4}) {
    ExrOptions options;
    options.tile = tile;
    options.channels = {{"R", kHalf, 0}, {"G", kFloat, 1}, {"B", kHalf, 2}};
    write_exr(folder_ / "a.exr", options);
    const image_io::Image image = image_io::read_image(folder_ / "a.exr");
    ASSERT_EQ(image.info.format, image_io::TexelFormat::rgba32f);
    const auto values = values_of<float>(image);
    const std::size_t at = 4 * (5 * 13 + 6);
    EXPECT_EQ(values[at], sample(6, 5, 0));
    EXPECT_EQ(values[at + 1], sample(6, 5, 1) + 1e-6f * sample(6, 5, 1));
    EXPECT_EQ(values[at + 2], sample(6, 5, 2));
    EXPECT_EQ(values[at + 3], 1.0f);
  }
}

TEST_F(ImageFileExr, LuminanceAloneIsGrey) {
  ExrOptions options;
  options.channels = {{"Y", kHalf, 1}};
  write_exr(folder_ / "half.exr", options);
  const auto halves = values_of<half>(image_io::read_image(folder_ / "half.exr"));
  options.channels = {{"Y", kFloat, 1}, {"A", kHalf, 3}};
  write_exr(folder_ / "float.exr", options);
  const auto floats = values_of<float>(image_io::read_image(folder_ / "float.exr"));
  ASSERT_EQ(halves.size(), floats.size());
  for (std::size_t i = 0; i < floats.size(); ++i) {
    const int x = static_cast<int>(i / 4 % 13);
    const int y = static_cast<int>(i / 4 / 13);
    const float grey = sample(x, y, 1);
    ASSERT_EQ(static_cast<float>(halves[i]), i % 4 == 3 ? 1.0f : grey) << i;
    ASSERT_EQ(floats[i], i % 4 == 3 ? sample(x, y, 3) : grey + 1e-6f * grey) << i;
  }
}

TEST_F(ImageFileExr, LuminanceChromaIsPutTogether) {
  write_luma_chroma_exr(folder_ / "a.exr", 64, 48, 0.8f, 0.4f, 0.1f);
  const image_io::Image image = image_io::read_image(folder_ / "a.exr");
  ASSERT_EQ(image.info.format, image_io::TexelFormat::rgba16f);
  const auto values = values_of<half>(image);
  for (const std::size_t row : {std::size_t{2}, std::size_t{44}}) {
    const float scale = row < 24 ? 1.0f : 0.5f;
    const std::size_t at = 4 * (row * 64 + 31);
    EXPECT_NEAR(static_cast<float>(values[at]), scale * 0.8f, 0.02f);
    EXPECT_NEAR(static_cast<float>(values[at + 1]), scale * 0.4f, 0.02f);
    EXPECT_NEAR(static_cast<float>(values[at + 2]), scale * 0.1f, 0.02f);
    EXPECT_EQ(static_cast<float>(values[at + 3]), 1.0f);
  }
  const auto reader = image_io::open_image(folder_ / "a.exr");
  std::vector<std::byte> band(10 * 64 * 8);
  for (const std::uint32_t first : {30u, 0u, 20u, 38u}) {
    reader->read_rows(first, 10, band.data());
    EXPECT_EQ(std::memcmp(band.data(), image.texels.data() + first * 64 * 8, band.size()), 0) << first;
  }
}

TEST_F(ImageFileExr, FirstLayerIsTakenWhenThereIsNoTopLevelColor) {
  ExrOptions options;
  options.channels = {{"beauty.R", kHalf, 0}, {"beauty.G", kHalf, 1}, {"beauty.B", kHalf, 2}, {"beauty.A", kHalf, 3},
                      {"albedo.R", kHalf, 9}, {"spec.R", kHalf, 7},   {"spec.G", kHalf, 7},   {"spec.B", kHalf, 7}};
  write_exr(folder_ / "a.exr", options);
  expect_samples(image_io::read_image(folder_ / "a.exr"), 4, 0.0f, "layer");
}

TEST_F(ImageFileExr, WithoutColorTheChannelsAreNamed) {
  ExrOptions options;
  options.channels = {{"Z", kFloat, 0}, {"R", kHalf, 1}, {"normal.X", kHalf, 2}};
  write_exr(folder_ / "a.exr", options);
  EXPECT_EQ(
      open_reason(folder_ / "a.exr"),
      "no colour among the channels R, Z, normal.X; --rgb, or compare's --channels, takes one as grey or three as "
      "R, G, B");
}

TEST_F(ImageFileExr, IntegerColorIsRefused) {
  ExrOptions options;
  options.channels = {{"R", kHalf, 0}, {"G", Imf::UINT, 1}, {"B", kHalf, 2}};
  write_exr(folder_ / "a.exr", options);
  EXPECT_EQ(open_reason(folder_ / "a.exr"), "channel G holds integers, not colour");
}

TEST_F(ImageFileExr, DeepIsRefusedAsDeep) {
  const std::string reason = "deep OpenEXR pictures are not supported";
  write_deep_exr(folder_ / "single.exr");
  EXPECT_EQ(open_reason(folder_ / "single.exr"), reason);
  write_deep_exr(folder_ / "multi.exr", nullptr);
  EXPECT_EQ(open_reason(folder_ / "multi.exr"), reason);
}

TEST_F(ImageFileExr, FirstFlatColorPartIsTaken) {
  const ExrOptions color;
  write_deep_exr(folder_ / "deep.exr", &color);
  expect_samples(image_io::read_image(folder_ / "deep.exr"), 4, 0.0f, "after a deep part");
  ExrOptions depth;
  depth.channels = {{"Z", kFloat, 0}};
  ExrOptions other;
  other.channels = {{"R", kHalf, 7}, {"G", kHalf, 7}, {"B", kHalf, 7}};
  write_multi_part_exr(folder_ / "multi.exr", {depth, color, other});
  expect_samples(image_io::read_image(folder_ / "multi.exr"), 4, 0.0f, "after a depth part");
}

TEST_F(ImageFileExr, UnfinishedFileIsRefused) {
  ExrOptions options{.window = {{0, 0}, {12, 99}}};
  options.missing_rows = 40;
  write_exr(folder_ / "a.exr", options);
  EXPECT_EQ(open_reason(folder_ / "a.exr"), "incomplete: the file was never finished");
}

class ImageFileExrHeader : public FolderTest {
 protected:
  ImageFileExrHeader() {
    write_exr(folder_ / "good.exr", {});
    good_ = read_file(folder_ / "good.exr");
  }
  std::string reason_with(const std::string& attribute, std::vector<std::int32_t> words) {
    Bytes bytes = good_;
    std::memcpy(&bytes[attribute_at(bytes, attribute)], words.data(), words.size() * 4);
    write_file(folder_ / "bad.exr", bytes);
    return open_reason(folder_ / "bad.exr");
  }
  Bytes good_;
};

long peak_address_space_kib() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmPeak:")) return std::stol(line.substr(7));
  }
  return 0;
}

TEST_F(ImageFileExrHeader, ImpossibleWindowsAreRefusedWithTheNumbersBeforeAllocation) {
  constexpr std::int32_t kBig = 0x7fffffff;
  const long before = peak_address_space_kib();
  ASSERT_GT(before, 0);
  EXPECT_EQ(reason_with("dataWindow", {0, 0, -1, 8}), "the picture is empty (0 x 9 texels)");
  EXPECT_EQ(reason_with("dataWindow", {0, 0, 12, -5}), "the picture is empty (13 x -4 texels)");
  EXPECT_EQ(reason_with("dataWindow", {0, 0, 65535, 8}),
            "the picture is too large (65536 x 9 texels; the limit is 65535 a side)");
  EXPECT_EQ(reason_with("dataWindow", {-kBig - 1, 0, kBig, 8}),
            "the picture is too large (4294967296 x 9 texels; the limit is 65535 a side)");
  EXPECT_EQ(reason_with("dataWindow", {kBig, 0, -kBig - 1, 8}), "the picture is empty (-4294967294 x 9 texels)");
  EXPECT_EQ(reason_with("dataWindow", {0, 0, 32767, 32767}),
            "truncated or corrupt: the header asks for 32768 x 32768 texels, more than a file of " +
                std::to_string(good_.size()) + " bytes can hold");
  EXPECT_LT(peak_address_space_kib() - before, 64 * 1024);
}

TEST_F(ImageFileExrHeader, AttributeLargerThanTheFileIsRefused) {
  Bytes bytes = good_;
  const std::size_t at = attribute_at(bytes, "compression") - 4;
  const std::uint32_t huge = 0x7f000000;
  std::memcpy(&bytes[at], &huge, 4);
  write_file(folder_ / "bad.exr", bytes);
  EXPECT_EQ(open_reason(folder_ / "bad.exr"),
            "corrupt OpenEXR header: attribute \"compression\" is larger than the file");
}

TEST_F(ImageFileExrHeader, ImpossibleTilesAreRefused) {
  ExrOptions options{.window = {{0, 0}, {499, 499}}};
  options.tile = 64;
  write_exr(folder_ / "tiled.exr", options);
  good_ = read_file(folder_ / "tiled.exr");
  good_.resize(5000);
  const long before = peak_address_space_kib();
  EXPECT_EQ(reason_with("tiles", {1, 1}),
            "truncated or corrupt: the header asks for 500 x 500 texels, more than a file of 5000 bytes can hold");
  EXPECT_EQ(reason_with("tiles", {0, 64}), "corrupt OpenEXR header: the tiles are empty");
  EXPECT_EQ(reason_with("tiles", {16000, 16000}), "corrupt OpenEXR header: tiles of 16000 x 16000 texels");
  EXPECT_EQ(reason_with("tiles", {0x7fffffff, 64}), "corrupt OpenEXR header: tiles of 2147483647 x 64 texels");
  EXPECT_LT(peak_address_space_kib() - before, 64 * 1024);
}

}  // namespace
}  // namespace io_test
