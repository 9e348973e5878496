// SPDX-License-Identifier: MIT
// OpenEXR pictures, read in bands of rows.
#include <ImathBox.h>
#include <ImathVec.h>
#include <ImfChannelList.h>
#include <ImfCompression.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfRgba.h>
#include <ImfRgbaFile.h>
#include <ImfTileDescription.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

#include "image_io/exr/display_window.h"
#include "image_io/exr/exr_facts.h"
#include "image_io/exr/exr_file.h"
#include "image_io/exr/exr_layers.h"
#include "image_io/exr/white_luminance.h"
#include "image_io/internal.h"

namespace image_io::internal {
namespace {

std::uint64_t sample_bytes(Imf::PixelType type) { return type == Imf::HALF ? 2 : 4; }

// The most decoded bytes that one byte of a file can stand for. Deflate reaches 1032, and DWA puts run lengths inside.
std::uint64_t largest_ratio(Imf::Compression compression) {
  switch (compression) {
    case Imf::NO_COMPRESSION:
      return 1;
    case Imf::RLE_COMPRESSION:
      return 64;
    case Imf::B44_COMPRESSION:
    case Imf::B44A_COMPRESSION:
      return 16;
    case Imf::ZIPS_COMPRESSION:
    case Imf::ZIP_COMPRESSION:
    case Imf::PIZ_COMPRESSION:
    case Imf::PXR24_COMPRESSION:
      return 1400;
    default:
      return 131072;
  }
}

// The library allocates rows of tiles and blocks of lines whole, before it sees their data.
void check_plausible_part(const std::filesystem::path& file, const Imf::Header& header, std::uint64_t file_bytes) {
  const Imath::Box2i& window = header.dataWindow();
  const std::uint64_t width = static_cast<std::uint64_t>(window.max.x - window.min.x) + 1;
  const std::uint64_t height = static_cast<std::uint64_t>(window.max.y - window.min.y) + 1;
  std::uint64_t decoded_bytes = 0;
  std::uint64_t texel = 0;
  for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
    const Imf::Channel& c = channel.channel();
    const std::uint64_t bytes = sample_bytes(c.type);
    texel += bytes;
    decoded_bytes += bytes * (width / static_cast<std::uint64_t>(std::max(c.xSampling, 1))) *
                     (height / static_cast<std::uint64_t>(std::max(c.ySampling, 1)));
  }
  const std::uint64_t limit = file_bytes * largest_ratio(header.compression());
  check_plausible(file, width, height, decoded_bytes, limit, file_bytes);
  if (!header.hasTileDescription()) return;
  constexpr std::uint64_t kOrdinaryTileBytes = 64 << 20;
  const Imf::TileDescription& tiles = header.tileDescription();
  const std::uint64_t tile_bytes = std::uint64_t{tiles.xSize} * tiles.ySize * texel;
  if (tiles.xSize > kMaxSide || tiles.ySize > kMaxSide || tile_bytes > std::max(kOrdinaryTileBytes, limit)) {
    throw files::Error(file, "corrupt OpenEXR header: tiles of " + size_text(tiles.xSize, tiles.ySize) + " texels");
  }
}

// A file of a few texels may have any display window: up to 1 GiB of nothing around them is taken.
Placement placement_of(const std::filesystem::path& file, const Imf::Header& header, std::uint64_t file_bytes) {
  constexpr std::uint64_t kMostEmptyBytes = 1 << 30;
  const Imath::Box2i& data = header.dataWindow();
  const Imath::Box2i& display = header.displayWindow();
  const std::int64_t width = std::int64_t{display.max.x} - display.min.x + 1;
  const std::int64_t height = std::int64_t{display.max.y} - display.min.y + 1;
  check_size(file, width, height);
  const auto bytes = std::uint64_t(width * height) * texel_bytes(TexelFormat::rgba16f);
  const std::uint64_t limit = std::max(kMostEmptyBytes, file_bytes * largest_ratio(header.compression()));
  check_plausible(file, std::uint64_t(width), std::uint64_t(height), bytes, limit, file_bytes);
  return {std::int64_t{data.min.x} - display.min.x, std::int64_t{data.min.y} - display.min.y, std::uint32_t(width),
          std::uint32_t(height)};
}

ImageInfo info_of(const Imath::Box2i& window, TexelFormat format) {
  return {static_cast<std::uint32_t>(window.max.x - window.min.x) + 1,
          static_cast<std::uint32_t>(window.max.y - window.min.y) + 1, format};
}

[[noreturn]] void fail_of_integers(const std::filesystem::path& file, const std::string& channel) {
  throw files::Error(file, "channel " + channel + " holds integers, not colour");
}

// R, G, B, Y and A straight into the caller's rows.
class ChannelReader : public ImageReader {
 public:
  ChannelReader(const std::filesystem::path& file, ExrFile exr, ChosenLayer chosen)
      : file_(file),
        exr_(std::move(exr)),
        part_(*exr_.input, chosen.layer.part),
        layer_(std::move(chosen.layer)),
        origin_(part_.header().dataWindow().min) {
    info_ = info_of(part_.header().dataWindow(), find_format());
    facts_ = std::move(chosen.facts);
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    if (row_count == 0) return;
    // After a failure the library may hold half-filled tiles and lines; it isn't asked again.
    if (std::exchange(failed_, true)) throw files::Error(file_, "an earlier read of this picture failed");
    translated(file_, [&] {
      const int y = origin_.y + static_cast<int>(first_row);
      part_.setFrameBuffer(frame_buffer(y, row_count, texels));
      part_.readPixels(y, y + static_cast<int>(row_count) - 1);
    });
    failed_ = false;
    if (layer_.kind == Layer::Kind::grey) spread_grey(row_count, texels);
    if (names()[3].empty()) fill_alpha(row_count, texels);
  }

 private:
  const Imf::ChannelList& channels() const { return part_.header().channels(); }

  const std::array<std::string, 4>& names() const { return layer_.channels; }

  TexelFormat find_format() const {
    TexelFormat format = TexelFormat::rgba16f;
    for (const std::string& name : names()) {
      const Imf::Channel* channel = name.empty() ? nullptr : channels().findChannel(name);
      if (channel == nullptr) continue;
      if (channel->type == Imf::UINT) fail_of_integers(file_, name);
      if (channel->xSampling != 1 || channel->ySampling != 1)
        throw files::Error(file_, "channel " + name + " is subsampled");
      if (channel->type == Imf::FLOAT) format = TexelFormat::rgba32f;
    }
    return format;
  }

  Imf::FrameBuffer frame_buffer(int y, std::uint32_t row_count, void* texels) const {
    const bool half = info_.format == TexelFormat::rgba16f;
    const Imf::PixelType type = half ? Imf::HALF : Imf::FLOAT;
    const std::size_t step = texel_bytes(info_.format);
    Imf::FrameBuffer buffer;
    char* base = static_cast<char*>(texels);
    for (const std::string& name : names()) {
      const double fill = &name == &names().back() ? 1.0 : 0.0;
      if (!name.empty()) {
        buffer.insert(name, Imf::Slice::Make(type, base, Imath::V2i(origin_.x, y), info_.width, row_count, step,
                                             step * info_.width, 1, 1, fill));
      }
      base += step / 4;
    }
    return buffer;
  }

  void spread_grey(std::uint32_t row_count, void* texels) const {
    const std::size_t sample = texel_bytes(info_.format) / 4;
    char* texel = static_cast<char*>(texels);
    for (std::size_t i = std::size_t{row_count} * info_.width; i > 0; --i, texel += 4 * sample) {
      std::memcpy(texel + sample, texel, sample);
      std::memcpy(texel + 2 * sample, texel, sample);
    }
  }

  void fill_alpha(std::uint32_t row_count, void* texels) const {
    const half half_one(1.0f);
    const float one = 1.0f;
    const std::size_t step = texel_bytes(info_.format);
    const bool is_half = info_.format == TexelFormat::rgba16f;
    char* alpha = static_cast<char*>(texels) + 3 * step / 4;
    for (std::size_t i = std::size_t{row_count} * info_.width; i > 0; --i, alpha += step) {
      std::memcpy(alpha, is_half ? static_cast<const void*>(&half_one) : &one, step / 4);
    }
  }

  std::filesystem::path file_;
  ExrFile exr_;
  Imf::InputPart part_;
  Layer layer_;
  Imath::V2i origin_;
  bool failed_ = false;
};

// Luminance and subsampled chroma, put together by the library's own filter; always half.
class LumaChromaReader : public ImageReader {
 public:
  /// Throws Error where the library can't: in other parts than the first.
  LumaChromaReader(const std::filesystem::path& file, ExrFile exr, ChosenLayer chosen)
      : file_(file), stream_(std::move(exr.stream)) {
    static_assert(sizeof(Imf::Rgba) == texel_bytes(TexelFormat::rgba16f));
    const Layer& layer = chosen.layer;
    if (layer.part != 0) throw files::Error(file_, "luminance-chroma colour is supported in the first part only");
    const Imf::Header& header = exr.input->header(0);
    for (const std::string& name : layer.channels) {
      const Imf::Channel* channel = name.empty() ? nullptr : header.channels().findChannel(name);
      if (channel != nullptr && channel->type == Imf::UINT) fail_of_integers(file_, name);
    }
    origin_ = header.dataWindow().min;
    info_ = info_of(header.dataWindow(), TexelFormat::rgba16f);
    facts_ = std::move(chosen.facts);
    exr.input.reset();
    stream_->seekg(0);
    input_ = std::make_unique<Imf::RgbaInputFile>(*stream_, layer.name, exr_threads());
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    if (row_count == 0) return;
    if (std::exchange(failed_, true)) throw files::Error(file_, "an earlier read of this picture failed");
    translated(file_, [&] {
      const std::int64_t y = std::int64_t{origin_.y} + first_row;
      // The library wants the address of texel (0, 0), which may lie outside the buffer: integers may do that.
      const std::int64_t offset = (y * info_.width + origin_.x) * static_cast<std::int64_t>(sizeof(Imf::Rgba));
      const auto base = reinterpret_cast<std::uintptr_t>(texels) - static_cast<std::uintptr_t>(offset);
      input_->setFrameBuffer(reinterpret_cast<Imf::Rgba*>(base), 1, info_.width);
      input_->readPixels(static_cast<int>(y), static_cast<int>(y + row_count - 1));
    });
    failed_ = false;
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<FileStream> stream_;
  std::unique_ptr<Imf::RgbaInputFile> input_;
  Imath::V2i origin_;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<ImageReader> open_exr(const std::filesystem::path& file, const LayerChoice& layers,
                                      const LightChoice* light) {
  return translated(file, [&]() -> std::unique_ptr<ImageReader> {
    ExrFile exr = open_exr_file(file);
    ChosenLayer chosen = choose_layer(file, *exr.input, layers);
    const Imf::Header& header = exr.input->header(chosen.layer.part);
    check_plausible_part(file, header, exr.size_bytes);
    const Placement placement = placement_of(file, header, exr.size_bytes);
    if (!exr.input->partComplete(chosen.layer.part))
      throw files::Error(file, "incomplete: the file was never finished");
    add_facts(*exr.input, chosen.layer, chosen.facts);
    const double scale = light == nullptr ? 1.0 : scale_of(header, *light, chosen.facts);
    std::unique_ptr<ImageReader> data;
    if (chosen.layer.kind == Layer::Kind::luma_chroma) {
      data = std::make_unique<LumaChromaReader>(file, std::move(exr), std::move(chosen));
    } else {
      data = std::make_unique<ChannelReader>(file, std::move(exr), std::move(chosen));
    }
    std::unique_ptr<ImageReader> picture = place_in_display(file, std::move(data), placement);
    return scale == 1.0 ? std::move(picture) : scaled(file, std::move(picture), scale);
  });
}

std::vector<std::string> exr_channel_names(const std::filesystem::path& file) {
  return translated(file, [&] { return channel_names(*open_exr_file(file).input); });
}

}  // namespace image_io::internal
