// SPDX-License-Identifier: MIT
// OpenEXR files for the tests of photopic_io: flat, multi-part, deep.
#include <ImfArray.h>
#include <ImfChannelList.h>
#include <ImfDeepFrameBuffer.h>
#include <ImfDeepScanLineOutputFile.h>
#include <ImfDeepScanLineOutputPart.h>
#include <ImfFrameBuffer.h>
#include <ImfMultiPartOutputFile.h>
#include <ImfOutputFile.h>
#include <ImfOutputPart.h>
#include <ImfPartType.h>
#include <ImfRgbaFile.h>
#include <ImfTileDescription.h>
#include <ImfTiledOutputFile.h>

#include <algorithm>
#include <list>

#include "image_io/io_fixtures.h"

namespace io_test {
namespace {

struct Plane {
  std::vector<half> halves;
  std::vector<float> floats;
  std::vector<unsigned> integers;
};

// Slices over planes of their own, so that the fixture's layout differs from the library's interleaved one.
class Planes {
 public:
  explicit Planes(const ExrOptions& options) {
    const Imath::Box2i& window = options.window;
    const int width = window.max.x - window.min.x + 1;
    const int height = window.max.y - window.min.y + 1;
    for (const ExrChannel& channel : options.channels) {
      Plane& plane = planes_.emplace_back();
      for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
          const float value = sample(x, y, channel.channel);
          plane.halves.emplace_back(value);
          plane.floats.push_back(channel.type == Imf::FLOAT ? value + 1e-6f * value : value);
          plane.integers.push_back(static_cast<unsigned>(256.0f * value));
        }
      }
      const void* data = channel.type == Imf::HALF    ? static_cast<const void*>(plane.halves.data())
                         : channel.type == Imf::FLOAT ? static_cast<const void*>(plane.floats.data())
                                                      : static_cast<const void*>(plane.integers.data());
      buffer_.insert(channel.name, Imf::Slice::Make(channel.type, data, window));
    }
  }
  const Imf::FrameBuffer& buffer() const { return buffer_; }

 private:
  std::list<Plane> planes_;
  Imf::FrameBuffer buffer_;
};

Imf::Header deep_header() {
  Imf::Header header(4, 4);
  header.channels().insert("R", Imf::Channel(Imf::HALF));
  header.channels().insert("G", Imf::Channel(Imf::HALF));
  header.channels().insert("B", Imf::Channel(Imf::HALF));
  header.setType(Imf::DEEPSCANLINE);
  header.compression() = Imf::ZIPS_COMPRESSION;
  header.setName("deep");
  return header;
}

// One sample a texel.
template <typename Output>
void write_deep_pixels(Output& output) {
  constexpr std::size_t kSide = 4;
  std::vector<unsigned> counts(kSide * kSide, 1);
  std::vector<half> values(kSide * kSide, half(0.5f));
  std::vector<half*> pointers;
  for (half& value : values) pointers.push_back(&value);
  Imf::DeepFrameBuffer buffer;
  buffer.insertSampleCountSlice(
      Imf::Slice(Imf::UINT, reinterpret_cast<char*>(counts.data()), sizeof(unsigned), sizeof(unsigned) * kSide));
  for (const char* name : {"R", "G", "B"}) {
    buffer.insert(name, Imf::DeepSlice(Imf::HALF, reinterpret_cast<char*>(pointers.data()), sizeof(half*),
                                       sizeof(half*) * kSide, sizeof(half)));
  }
  output.setFrameBuffer(buffer);
  output.writePixels(static_cast<int>(kSide));
}

}  // namespace

Imf::Header exr_header(const ExrOptions& options) {
  Imf::Header header(options.display.value_or(options.window), options.window, options.pixel_aspect);
  header.compression() = options.compression;
  header.lineOrder() = options.order;
  for (const ExrChannel& channel : options.channels) header.channels().insert(channel.name, Imf::Channel(channel.type));
  if (options.tile > 0) {
    const auto side = static_cast<unsigned>(options.tile);
    header.setTileDescription({side, side, options.mipmap ? Imf::MIPMAP_LEVELS : Imf::ONE_LEVEL});
  }
  return header;
}

void write_exr(const std::filesystem::path& file, const ExrOptions& options) {
  const Planes planes(options);
  if (options.tile == 0) {
    Imf::OutputFile output(file.c_str(), exr_header(options));
    output.setFrameBuffer(planes.buffer());
    output.writePixels(options.window.max.y - options.window.min.y + 1 - options.missing_rows);
    return;
  }
  Imf::TiledOutputFile output(file.c_str(), exr_header(options));
  for (int level = 0; level < output.numLevels(); ++level) {
    output.setFrameBuffer(planes.buffer());
    output.writeTiles(0, output.numXTiles(level) - 1, 0, output.numYTiles(level) - 1, level);
  }
}

void write_multi_part_exr(const std::filesystem::path& file, const std::vector<ExrOptions>& parts) {
  std::vector<Imf::Header> headers;
  for (const ExrOptions& part : parts) {
    Imf::Header& header = headers.emplace_back(exr_header(part));
    header.setName("part" + std::to_string(headers.size()));
    header.setType(Imf::SCANLINEIMAGE);
  }
  Imf::MultiPartOutputFile output(file.c_str(), headers.data(), static_cast<int>(headers.size()));
  for (int i = 0; i < static_cast<int>(parts.size()); ++i) {
    const ExrOptions& options = parts[static_cast<std::size_t>(i)];
    const Planes planes(options);
    Imf::OutputPart part(output, i);
    part.setFrameBuffer(planes.buffer());
    part.writePixels(options.window.max.y - options.window.min.y + 1);
  }
}

void write_deep_exr(const std::filesystem::path& file, const ExrOptions* flat) {
  std::vector<Imf::Header> headers{deep_header()};
  if (flat != nullptr) {
    Imf::Header& header = headers.emplace_back(exr_header(*flat));
    header.setName("flat");
    header.setType(Imf::SCANLINEIMAGE);
    headers[0].displayWindow() = header.displayWindow();
  }
  Imf::MultiPartOutputFile output(file.c_str(), headers.data(), static_cast<int>(headers.size()));
  Imf::DeepScanLineOutputPart deep(output, 0);
  write_deep_pixels(deep);
  if (flat == nullptr) return;
  const Planes planes(*flat);
  Imf::OutputPart part(output, 1);
  part.setFrameBuffer(planes.buffer());
  part.writePixels(flat->window.max.y - flat->window.min.y + 1);
}

void write_deep_exr(const std::filesystem::path& file) {
  Imf::DeepScanLineOutputFile output(file.c_str(), deep_header());
  write_deep_pixels(output);
}

void write_luma_chroma_exr(const std::filesystem::path& file, int width, int height, float r, float g, float b) {
  const auto w = static_cast<std::size_t>(width);
  std::vector<Imf::Rgba> texels;
  for (int y = 0; y < height; ++y) {
    const float scale = y < height / 2 ? 1.0f : 0.5f;
    texels.insert(texels.end(), w, Imf::Rgba(scale * r, scale * g, scale * b, 1.0f));
  }
  Imf::RgbaOutputFile output(file.c_str(), width, height, Imf::WRITE_YC);
  output.setFrameBuffer(texels.data(), 1, w);
  output.writePixels(height);
}

std::size_t attribute_at(const Bytes& exr, const std::string& name) {
  const std::string quoted = name + '\0';
  const auto at = std::search(exr.begin(), exr.end(), quoted.begin(), quoted.end());
  const auto type = at + static_cast<std::ptrdiff_t>(quoted.size());
  const auto end_of_type = std::find(type, exr.end(), 0);
  constexpr std::size_t kSizeBytes = 4;
  return static_cast<std::size_t>(end_of_type - exr.begin()) + 1 + kSizeBytes;
}

}  // namespace io_test
