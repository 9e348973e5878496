// SPDX-License-Identifier: MIT
// Pictures and folders for the tests of photopic_io, made without photopic_io.
#ifndef PHOTOPIC_TESTS_IMAGE_IO_IO_FIXTURES_H
#define PHOTOPIC_TESTS_IMAGE_IO_IO_FIXTURES_H

#include <ImathBox.h>
#include <ImfCompression.h>
#include <ImfHeader.h>
#include <ImfPixelType.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "image_io/code_image.h"
#include "image_io/image_file.h"
#include "unit/test_files.h"

namespace io_test {

using test_files::Bytes;
using test_files::fix_png_checksums;
using test_files::peak_memory_kib;
using test_files::read_file;
using test_files::TempFolder;
using test_files::write_file;

class FolderTest : public ::testing::Test {
 protected:
  TempFolder folder_;
};

/// what() of the files::Error that `function` throws, without the leading "FILE: "; a failure when it throws no such
/// thing, or when the message isn't one line that names the file once.
std::string reason_of(const std::filesystem::path& file, const std::function<void()>& function);
std::string open_reason(const std::filesystem::path& file);

template <typename Value>
std::vector<Value> values_of(const image_io::Image& image) {
  std::vector<Value> values(image.texels.size() / sizeof(Value));
  std::memcpy(values.data(), image.texels.data(), image.texels.size());
  return values;
}

template <typename Value>
std::vector<Value> values_of(const image_io::CodeImage& image) {
  EXPECT_EQ(image.texels.size(), std::size_t{image.width} * image.height * image_io::texel_bytes(image.samples));
  EXPECT_EQ(sizeof(Value) * 4, image_io::texel_bytes(image.samples));
  std::vector<Value> values(image.texels.size() / sizeof(Value));
  std::memcpy(values.data(), image.texels.data(), image.texels.size());
  return values;
}

/// A value of its own for every texel and channel, exact in half.
float sample(int x, int y, int channel);

struct ExrChannel {
  std::string name;
  Imf::PixelType type = Imf::HALF;
  int channel = 0;  ///< which sample() is stored
};

struct ExrOptions {
  Imath::Box2i window{{0, 0}, {12, 8}};                ///< of the data
  std::optional<Imath::Box2i> display = std::nullopt;  ///< none: the data's
  float pixel_aspect = 1.0f;
  Imf::Compression compression = Imf::ZIP_COMPRESSION;
  std::vector<ExrChannel> channels = {
      {"R", Imf::HALF, 0}, {"G", Imf::HALF, 1}, {"B", Imf::HALF, 2}, {"A", Imf::HALF, 3}};
  int tile = 0;  ///< 0: scanlines
  bool mipmap = false;
  Imf::LineOrder order = Imf::INCREASING_Y;
  int missing_rows = 0;  ///< rows at the end that are never written
};

Imf::Header exr_header(const ExrOptions& options);
void write_exr(const std::filesystem::path& file, const ExrOptions& options);
/// One file with several parts; scanlines only.
void write_multi_part_exr(const std::filesystem::path& file, const std::vector<ExrOptions>& parts);
/// A deep part, then `flat` as the second part when it isn't null.
void write_deep_exr(const std::filesystem::path& file, const ExrOptions* flat);
/// A single-part deep file.
void write_deep_exr(const std::filesystem::path& file);
/// Luminance and chroma of a picture of one colour, with a step in brightness half way down.
void write_luma_chroma_exr(const std::filesystem::path& file, int width, int height, float r, float g, float b);
/// Where the value of an attribute lies in an OpenEXR file.
std::size_t attribute_at(const Bytes& exr, const std::string& name);

struct PngOptions {
  std::uint32_t width = 13;
  std::uint32_t height = 9;
  int depth = 8;
  int colour_type = 2;
  bool interlaced = false;
  bool transparent_entry = false;  ///< a tRNS chunk: palette entry 1 at 51 of 255, or the colour of texel (1, 0)
  int filters = 0;                 ///< bits of libpng's PNG_FILTER_...; 0: its choice
};
unsigned png_channels(int colour_type);
/// Samples before packing, one number each: palette indices for colour type 3.
unsigned png_sample(const PngOptions& options, std::uint32_t x, std::uint32_t y, unsigned channel);
Bytes make_png(const PngOptions& options);

/// 16 x 16: red, green over blue, white; 8 x 8 each.
Bytes make_jpeg(int components = 3);
extern const Bytes kProgressiveJpeg;
Bytes make_hdr(int width, int height, const std::string& extra_header_lines = "");
float hdr_sample(int x, int y, int channel);

}  // namespace io_test

#endif
