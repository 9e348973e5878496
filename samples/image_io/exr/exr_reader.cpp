// SPDX-License-Identifier: MIT
// OpenEXR pictures, read in bands of rows.
#include <ImathBox.h>
#include <ImathVec.h>
#include <ImfChannelList.h>
#include <ImfChromaticities.h>
#include <ImfCompression.h>
#include <ImfFrameBuffer.h>
#include <ImfHeader.h>
#include <ImfIO.h>
#include <ImfInputPart.h>
#include <ImfMultiPartInputFile.h>
#include <ImfPartType.h>
#include <ImfRgba.h>
#include <ImfRgbaFile.h>
#include <ImfStandardAttributes.h>
#include <ImfTileDescription.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "image_io/code_image.h"
#include "image_io/exr/display_window.h"
#include "image_io/internal.h"

namespace image_io::internal {
namespace {

class FileStream : public Imf::IStream {
 public:
  FileStream(const std::filesystem::path& file, InputFile input)
      : IStream(file.string().c_str()), input_(std::move(input)) {}

  bool read(char* data, int size) override {
    const auto count = static_cast<std::uint64_t>(std::max(size, 0));
    if (count > input_.size_bytes - std::min(position_, input_.size_bytes)) {
      throw std::runtime_error("truncated: data is missing at the end of the file");
    }
    errno = 0;
    if (std::fread(data, 1, count, input_.stream.get()) != count) {
      throw std::runtime_error(errno != 0 ? files::system_reason(errno) : "the file became shorter while it was read");
    }
    position_ += count;
    return position_ < input_.size_bytes;
  }
  std::uint64_t tellg() override { return position_; }
  void seekg(std::uint64_t position) override {
    if (position == position_) return;
    if (position > input_.size_bytes || ::fseeko(input_.stream.get(), static_cast<off_t>(position), SEEK_SET) != 0) {
      throw std::runtime_error("truncated or corrupt: data is said to lie past the end of the file");
    }
    position_ = position;
  }
  void clear() override { std::clearerr(input_.stream.get()); }

 private:
  InputFile input_;
  std::uint64_t position_ = 0;
};

// Runs what calls the library, so that only Error leaves.
template <typename Function>
auto translated(const std::filesystem::path& file, Function&& function) {
  try {
    return function();
  } catch (const files::Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    throw files::ReadFailure(file, "out of memory");
  } catch (const std::exception& error) {
    throw files::Error(file, error.what());
  }
}

// What of a file is decoded.
struct Selection {
  enum class Kind { rgb, grey, luma_chroma };
  int part = 0;
  Kind kind = Kind::rgb;
  std::array<std::string, 4> names;  ///< of the channels; of grey the first and the last; no name: opaque
};

Selection rgb_selection(int part, const std::string& layer) {
  return {part, Selection::Kind::rgb, {layer + "R", layer + "G", layer + "B", layer + "A"}};
}

std::uint64_t sample_bytes(Imf::PixelType type) { return type == Imf::HALF ? 2 : 4; }

bool has_rgb(const Imf::ChannelList& channels, const std::string& layer) {
  return channels.findChannel(layer + "R") && channels.findChannel(layer + "G") && channels.findChannel(layer + "B");
}

std::optional<std::string> find_layer(const Imf::ChannelList& channels) {
  for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
    const std::string name = channel.name();
    if (!name.ends_with(".R")) continue;
    std::string layer = name.substr(0, name.size() - 1);
    if (has_rgb(channels, layer)) return layer;
  }
  return std::nullopt;
}

std::optional<Selection> select_channels(const Imf::ChannelList& channels, int part) {
  using Kind = Selection::Kind;
  if (has_rgb(channels, "")) return rgb_selection(part, "");
  if (channels.findChannel("Y")) {
    const bool chroma = channels.findChannel("RY") && channels.findChannel("BY");
    return Selection{part, chroma ? Kind::luma_chroma : Kind::grey, {"Y", "", "", "A"}};
  }
  if (const auto layer = find_layer(channels)) return rgb_selection(part, *layer);
  return std::nullopt;
}

bool is_deep(const Imf::Header& header) { return header.hasType() && Imf::isDeepData(header.type()); }

Selection select_part(const std::filesystem::path& file, const Imf::MultiPartInputFile& input) {
  bool deep_only = true;
  std::string names;
  for (int part = 0; part < input.parts(); ++part) {
    const Imf::Header& header = input.header(part);
    if (is_deep(header)) continue;
    deep_only = false;
    if (const auto selection = select_channels(header.channels(), part)) return *selection;
    for (auto channel = header.channels().begin(); channel != header.channels().end(); ++channel) {
      names += (names.empty() ? "" : ", ") + std::string(channel.name());
    }
  }
  if (deep_only) throw files::Error(file, "deep OpenEXR pictures are not supported");
  throw files::Error(file, "no colour channels (R, G, B or Y) among: " + (names.empty() ? "none" : names));
}

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

std::optional<std::array<float, 8>> chromaticities_of(const Imf::Header& header) {
  if (!Imf::hasChromaticities(header)) return {};
  const Imf::Chromaticities& c = Imf::chromaticities(header);
  if (c == Imf::Chromaticities()) return {};  // BT.709's
  return {{c.red.x, c.red.y, c.green.x, c.green.y, c.blue.x, c.blue.y, c.white.x, c.white.y}};
}

Tags tags_of(const Imf::Header& header) {
  Tags tags;
  const auto text = [](double number) {
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.6g", number);
    return std::string(digits);
  };
  if (header.pixelAspectRatio() != 1.0f) tags[kTagPixelAspect] = text(double{header.pixelAspectRatio()});
  if (const auto xy = chromaticities_of(header)) {
    std::string& all = tags["chromaticities"];
    for (std::size_t i = 0; i < xy->size(); i += 2) {
      all += (all.empty() ? "" : " ") + text(double{(*xy)[i]}) + "," + text(double{(*xy)[i + 1]});
    }
  }
  return tags;
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

// R, G, B, Y and A straight into the caller's rows.
class ChannelReader : public ImageReader {
 public:
  ChannelReader(const std::filesystem::path& file, std::unique_ptr<FileStream> stream,
                std::unique_ptr<Imf::MultiPartInputFile> input, const Selection& selection)
      : file_(file),
        stream_(std::move(stream)),
        input_(std::move(input)),
        part_(*input_, selection.part),
        selection_(selection),
        origin_(part_.header().dataWindow().min) {
    const Imath::Box2i& window = part_.header().dataWindow();
    info_.width = static_cast<std::uint32_t>(window.max.x - window.min.x) + 1;
    info_.height = static_cast<std::uint32_t>(window.max.y - window.min.y) + 1;
    info_.format = find_format();
    const bool has_alpha = !names()[3].empty() && channels().findChannel(names()[3]);
    channels_ = (selection_.kind == Selection::Kind::grey ? 1u : 3u) + (has_alpha ? 1u : 0u);
    tags_ = tags_of(part_.header());
    chromaticities_ = chromaticities_of(part_.header());
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
    if (selection_.kind == Selection::Kind::grey) spread_grey(row_count, texels);
    if (names()[3].empty()) fill_alpha(row_count, texels);
  }

 private:
  const Imf::ChannelList& channels() const { return part_.header().channels(); }

  const std::array<std::string, 4>& names() const { return selection_.names; }

  TexelFormat find_format() const {
    TexelFormat format = TexelFormat::rgba16f;
    for (const std::string& name : names()) {
      const Imf::Channel* channel = name.empty() ? nullptr : channels().findChannel(name);
      if (channel == nullptr) continue;
      if (channel->type == Imf::UINT) throw files::Error(file_, "channel " + name + " holds integers, not colour");
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
  std::unique_ptr<FileStream> stream_;
  std::unique_ptr<Imf::MultiPartInputFile> input_;
  Imf::InputPart part_;
  Selection selection_;
  Imath::V2i origin_;
  bool failed_ = false;
};

// Luminance and subsampled chroma, put together by the library's own filter; always half.
class LumaChromaReader : public ImageReader {
 public:
  LumaChromaReader(const std::filesystem::path& file, std::unique_ptr<FileStream> stream)
      : file_(file), stream_(std::move(stream)), input_(*stream_, exr_threads()) {
    static_assert(sizeof(Imf::Rgba) == texel_bytes(TexelFormat::rgba16f));
    const Imath::Box2i& window = input_.dataWindow();
    origin_ = window.min;
    info_.width = static_cast<std::uint32_t>(window.max.x - window.min.x) + 1;
    info_.height = static_cast<std::uint32_t>(window.max.y - window.min.y) + 1;
    channels_ = input_.header().channels().findChannel("A") ? 4 : 3;
    tags_ = tags_of(input_.header());
    for (const char* name : {"Y", "RY", "BY", "A"}) {
      const Imf::Channel* channel = input_.header().channels().findChannel(name);
      if (channel == nullptr) continue;
      if (channel->type == Imf::UINT)
        throw files::Error(file_, std::string("channel ") + name + " holds integers, not colour");
    }
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
      input_.setFrameBuffer(reinterpret_cast<Imf::Rgba*>(base), 1, info_.width);
      input_.readPixels(static_cast<int>(y), static_cast<int>(y + row_count - 1));
    });
    failed_ = false;
  }

 private:
  std::filesystem::path file_;
  std::unique_ptr<FileStream> stream_;
  Imf::RgbaInputFile input_;
  Imath::V2i origin_;
  bool failed_ = false;
};

std::unique_ptr<FileStream> open_file_stream(const std::filesystem::path& file) {
  return std::make_unique<FileStream>(file, open_input(file));
}

// Of all flat parts, each name once.
std::vector<std::string> channel_names(const Imf::MultiPartInputFile& input) {
  std::vector<std::string> names;
  for (int part = 0; part < input.parts(); ++part) {
    if (is_deep(input.header(part))) continue;
    const Imf::ChannelList& channels = input.header(part).channels();
    for (auto channel = channels.begin(); channel != channels.end(); ++channel) {
      if (std::find(names.begin(), names.end(), channel.name()) == names.end()) names.emplace_back(channel.name());
    }
  }
  return names;
}

// The first part that has them all.
Selection select_named(const std::filesystem::path& file, const Imf::MultiPartInputFile& input,
                       std::span<const std::string> names) {
  for (int part = 0; part < input.parts(); ++part) {
    if (is_deep(input.header(part))) continue;
    const Imf::ChannelList& channels = input.header(part).channels();
    const auto has = [&](const std::string& name) { return channels.findChannel(name) != nullptr; };
    if (!std::all_of(names.begin(), names.end(), has)) continue;
    if (names.size() == 1) return {part, Selection::Kind::grey, {names[0], "", "", ""}};
    return {part, Selection::Kind::rgb, {names[0], names[1], names[2], ""}};
  }
  std::string wanted, all;
  for (const std::string& name : names) wanted += (wanted.empty() ? "" : ", ") + name;
  for (const std::string& name : channel_names(input)) all += (all.empty() ? "" : ", ") + name;
  throw files::Error(file, "no part has " + wanted + " among its channels; there are " + (all.empty() ? "none" : all));
}

// Of the channels with these names; without any, of the picture's colour.
std::unique_ptr<ImageReader> open_selected(const std::filesystem::path& file, std::span<const std::string> names) {
  const InputFile checked = open_input(file);
  check_exr_headers(file, checked);
  return translated(file, [&]() -> std::unique_ptr<ImageReader> {
    auto stream = open_file_stream(file);
    // Not reconstructing the chunk table: a file without one was never finished, and would read with holes.
    auto input = std::make_unique<Imf::MultiPartInputFile>(*stream, exr_threads(), false);
    const Selection selection = names.empty() ? select_part(file, *input) : select_named(file, *input, names);
    const Imf::Header& header = input->header(selection.part);
    check_plausible_part(file, header, checked.size_bytes);
    const Placement placement = placement_of(file, header, checked.size_bytes);
    if (!input->partComplete(selection.part)) throw files::Error(file, "incomplete: the file was never finished");
    if (selection.kind != Selection::Kind::luma_chroma) {
      return place_in_display(
          file, std::make_unique<ChannelReader>(file, std::move(stream), std::move(input), selection), placement);
    }
    if (selection.part != 0) throw files::Error(file, "luminance-chroma colour is supported in the first part only");
    return place_in_display(file, std::make_unique<LumaChromaReader>(file, open_file_stream(file)), placement);
  });
}

}  // namespace

std::unique_ptr<ImageReader> open_exr(const std::filesystem::path& file) { return open_selected(file, {}); }

std::unique_ptr<ImageReader> open_exr_channels(const std::filesystem::path& file, std::span<const std::string> names) {
  return open_selected(file, names);
}

std::vector<std::string> exr_channel_names(const std::filesystem::path& file) {
  check_exr_headers(file, open_input(file));
  return translated(file, [&] {
    const auto stream = open_file_stream(file);
    return channel_names(Imf::MultiPartInputFile(*stream, exr_threads(), false));
  });
}

}  // namespace image_io::internal
