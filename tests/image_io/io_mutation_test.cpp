// SPDX-License-Identifier: MIT
// Tests of damaged files: read as what they were, or refused; they never crash and never read in part.
#include <ImfChromaticities.h>
#include <ImfStandardAttributes.h>

#include <algorithm>
#include <map>
#include <random>
#include <string>

#include "image_io/fixtures/coded_seeds.h"
#include "image_io/fixtures/io_exr_fixtures.h"
#include "image_io/fixtures/io_more_fixtures.h"
#include "unit/sampling.h"

namespace io_test {
namespace {

class ImageFileDamage : public FolderTest {
 protected:
  ImageFileDamage() {
    ExrOptions options{.window = {{0, 0}, {10, 18}}};
    add_exr("zip", options);
    options.compression = Imf::NO_COMPRESSION;
    add_exr("none", options);
    options.compression = Imf::RLE_COMPRESSION;
    add_exr("rle", options);
    options.compression = Imf::PIZ_COMPRESSION;
    options.tile = 8;
    add_exr("tiled", options);
    options.compression = Imf::DWAA_COMPRESSION;
    options.tile = 0;
    add_exr("dwaa", options);
    options.compression = Imf::B44_COMPRESSION;
    options.window.max.y = 9;
    add_exr("b44", options);
    options.compression = Imf::PXR24_COMPRESSION;
    options.channels = {{"Y", Imf::FLOAT, 0}};
    add_exr("pxr24", options);
    write_luma_chroma_exr(folder_ / "seed.exr", 12, 8, 0.5f, 0.25f, 0.125f);
    seeds_["luma_chroma.exr"] = read_file(folder_ / "seed.exr");
    write_multi_part_exr(folder_ / "seed.exr", {ExrOptions{.channels = {{"Z", Imf::HALF, 0}}}, ExrOptions{}});
    seeds_["multi.exr"] = read_file(folder_ / "seed.exr");
    const auto edit = [](Imf::Header& header) {
      Imf::addChromaticities(header, {{1, 0}, {0, 1}, {0, 0}, {0.3f, 0.3f}});
    };
    write_luma_chroma_exr(folder_ / "seed.exr", 12, 8, 0.5f, 0.25f, 0.125f, edit);
    seeds_["luma_chroma_xyz.exr"] = read_file(folder_ / "seed.exr");
    ExrOptions layers{.window = {{0, 0}, {8, 6}}, .display = Imath::Box2i({-2, -2}, {5, 5}), .edit = edit};
    layers.channels = {{"AO.R", Imf::HALF, 0},   {"AO.G", Imf::HALF, 1},   {"AO.B", Imf::HALF, 2},
                       {"id", Imf::UINT, 3},     {"rgba.r", Imf::HALF, 4}, {"rgba.g", Imf::HALF, 5},
                       {"rgba.b", Imf::FLOAT, 6}};
    add_exr("layers", layers);
    seeds_["rgb.png"] = make_png({});
    seeds_["palette.png"] = make_png({.depth = 4, .color_type = 3, .interlaced = true, .transparent_entry = true});
    seeds_["deep.png"] = make_png({.depth = 16, .color_type = 6});
    seeds_["colour.jpg"] = make_jpeg(3);
    seeds_["grey.jpg"] = make_jpeg(1);
    seeds_["progressive.jpg"] = kProgressiveJpeg;
    seeds_["rle.hdr"] = make_hdr(30, 4);
    seeds_["flat.hdr"] = make_hdr(5, 4);
    const std::string old_runs =
        "#?RADIANCE\r\nPRIMARIES=1 0 0 1 0 0 .33 .33\r\nFORMAT=32-bit_rle_xyze\r\n\r\n+X 2 -Y 9\r\n"
        "abcdefgh\1\1\1\7ijkl\1\1\1\10";
    seeds_["old.hdr"] = Bytes(old_runs.begin(), old_runs.end());
    add_plain();
    seeds_.merge(coded_seeds(folder_.path()));
#if PHOTOPIC_TIFF
    seeds_.merge(tiff_seeds(folder_.path()));
#endif
#if PHOTOPIC_WEBP
    seeds_.merge(webp_seeds());
#endif
  }

  void add_plain() {
    Bytes noise;
    for (unsigned i = 0; i < 16 * 12; ++i) noise.push_back(static_cast<unsigned char>(i * 37));
    seeds_["colour.bmp"] = make_bmp({.width = 5, .height = 12, .rows = noise});
    seeds_["fields.bmp"] = make_bmp({.width = 7,
                                     .height = -12,
                                     .bits = 16,
                                     .header_bytes = 124,
                                     .compression = 3,
                                     .masks = {0xf00, 0xf0, 0xf, 0xf000},
                                     .rows = noise});
    for (unsigned char& byte : noise) byte &= 0x33;
    const std::vector<std::uint32_t> palette = {0, 1, 0x20304, 0xffffff};
    seeds_["palette.bmp"] = make_bmp({.width = 30, .height = 12, .bits = 4, .palette = palette, .rows = noise});
    seeds_["colour.tga"] = make_tga({.width = 8, .height = 8, .descriptor = 0, .pixels = noise});
    seeds_["palette.tga"] = make_tga({.width = 16,
                                      .height = 12,
                                      .kind = 1,
                                      .bits = 8,
                                      .palette = std::vector<std::uint32_t>(64, 9),
                                      .pixels = noise});
    seeds_["runs.tga"] = make_tga({.width = 5,
                                   .height = 4,
                                   .kind = 10,
                                   .bits = 32,
                                   .descriptor = 8,
                                   .pixels = {0x89, 1, 2, 3, 4, 1, 5, 6, 7, 8, 9, 9, 9, 9, 0x87, 4, 3, 2, 1}});
  }

  void add_exr(const std::string& name, const ExrOptions& options) {
    write_exr(folder_ / "seed.exr", options);
    seeds_[name + ".exr"] = read_file(folder_ / "seed.exr");
  }

  // True when the file reads; a reader that is refused must say why. Anything but files::Error fails the test.
  bool reads(const std::string& name, const Bytes& bytes, image_io::Image& image) {
    const bool is_tga = name.ends_with(".tga");  // which is known by its name alone
    const std::filesystem::path file = folder_ / (is_tga ? "damaged.tga" : "damaged");
    write_file(file, bytes);
    try {
      image = image_io::read_image(file);
      return true;
    } catch (const files::Error& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      EXPECT_TRUE(text.starts_with(file.string() + ": ")) << text;
      return false;
    }
  }

  std::map<std::string, Bytes> seeds_;
};

TEST_F(ImageFileDamage, NoTruncationReadsInPart) {
  for (const auto& [name, seed] : seeds_) {
    image_io::Image whole;
    ASSERT_TRUE(reads(name, seed, whole)) << name;
    std::size_t read_count = 0;
    for (const std::size_t left_out : sampling::sampled(seed.size() - 1, 4)) {
      const std::size_t size = seed.size() - 1 - left_out;
      image_io::Image image;
      if (!reads(name, Bytes(seed.begin(), seed.begin() + static_cast<std::ptrdiff_t>(size)), image)) continue;
      ++read_count;
      ASSERT_EQ(image.texels, whole.texels) << name << " cut to " << size << " of " << seed.size() << " bytes";
    }
    // The pixel data end the file, but for PNG's end chunk and JPEG's end marker.
    EXPECT_LE(read_count, 2u) << name;
  }
}

TEST_F(ImageFileDamage, TrailingBytesDoNoHarm) {
  for (const auto& [name, seed] : seeds_) {
    image_io::Image whole;
    ASSERT_TRUE(reads(name, seed, whole)) << name;
    Bytes longer = seed;
    longer.insert(longer.end(), 1000, 0xff);
    image_io::Image image;
    ASSERT_TRUE(reads(name, longer, image)) << name;
    EXPECT_EQ(image.texels, whole.texels) << name;
  }
}

void mutate(Bytes& bytes, std::mt19937& random) {
  const std::size_t changes = 1 + random() % 4;
  for (std::size_t i = 0; i < changes; ++i) {
    // Headers are where the damage is worst, and the smaller part of a file.
    const std::size_t range = random() % 2 == 0 ? bytes.size() : std::min<std::size_t>(bytes.size(), 400);
    unsigned char& byte = bytes[random() % range];
    switch (random() % 4) {
      case 0:
        byte = static_cast<unsigned char>(random());
        break;
      case 1:
        byte = 0xff;
        break;
      case 2:
        byte = 0;
        break;
      default:
        byte = static_cast<unsigned char>(byte ^ (1u << random() % 8));
        break;
    }
  }
}

TEST_F(ImageFileDamage, RandomDamageReadsOrIsRefused) {
  // The fixed seed makes the same files everywhere; PHOTOPIC_IO_MUTATIONS raises the count for a long hunt.
  const char* wanted = std::getenv("PHOTOPIC_IO_MUTATIONS");
  const int rounds = wanted != nullptr ? std::stoi(wanted) : sampling::full_wanted() ? 300 : 100;
  std::size_t refused = 0;
  std::size_t total = 0;
  for (const auto& [name, seed] : seeds_) {
    std::mt19937 random(20240607);
    for (int i = 0; i < rounds; ++i, ++total) {
      Bytes bytes = seed;
      mutate(bytes, random);
      // With the checksums mended, the damage reaches the decoder.
      if (name.ends_with(".png") && i % 4 != 0) fix_png_checksums(bytes);
      image_io::Image image;
      if (!reads(name, bytes, image)) {
        ++refused;
        continue;
      }
      ASSERT_EQ(image.texels.size(),
                std::size_t{image.info.width} * image.info.height * image_io::texel_bytes(image.info.format));
    }
  }
  EXPECT_GT(refused, total / 10);
  EXPECT_LT(refused, total);
}

TEST_F(ImageFileDamage, LargePicturesAreReadWithoutADecodedCopy) {
  // 64 MiB decoded.
  constexpr std::uint32_t kWidth = 8192;
  constexpr std::uint32_t kHeight = 1024;
  constexpr std::uint32_t kBand = 64;
  std::vector<std::uint16_t> band(std::size_t{kWidth} * 4 * kBand, 0x3c00);
  const auto file = folder_ / "large.exr";
  const auto writer = image_io::create_exr(file, {kWidth, kHeight, image_io::TexelFormat::rgba16f});
  for (std::uint32_t row = 0; row < kHeight; row += kBand) writer->write_rows(kBand, band.data());
  writer->finish();
  const long before = peak_memory_kib();
  ASSERT_GT(before, 0);
  const auto reader = image_io::open_image(file);
  for (std::uint32_t row = 0; row < kHeight; row += kBand) {
    std::fill(band.begin(), band.end(), std::uint16_t{0});
    reader->read_rows(row, kBand, band.data());
    ASSERT_EQ(std::count(band.begin(), band.end(), 0x3c00), static_cast<std::ptrdiff_t>(band.size())) << row;
  }
  EXPECT_LT(peak_memory_kib() - before, 40 * 1024);
}

}  // namespace
}  // namespace io_test
