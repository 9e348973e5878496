// SPDX-License-Identifier: MIT
// Checks of OpenEXR headers: the library allocates texts, offset tables and tile tables of whatever size they ask for.
#include <array>
#include <optional>
#include <string>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

constexpr std::uint32_t kTiledFlag = 0x200;
constexpr std::uint32_t kDeepFlag = 0x800;
constexpr std::uint32_t kMultiPartFlag = 0x1000;
constexpr std::uint64_t kOffsetBytes = 8;  // one entry of the chunk offset table

struct Window {
  std::int32_t min_x, min_y, max_x, max_y;
};

struct Tiles {
  std::uint32_t width, height;
};

class HeaderWalker {
 public:
  HeaderWalker(const std::filesystem::path& file, const InputFile& input) : file_(file), input_(input) {}

  void walk() {
    read_u32();  // magic, already known
    const std::uint32_t version = read_u32();
    const bool multi_part = (version & kMultiPartFlag) != 0;
    if (!multi_part && (version & kDeepFlag) != 0) throw files::Error(file_, "deep OpenEXR pictures are not supported");
    do {
      walk_part((version & kTiledFlag) != 0 || multi_part);
    } while (multi_part && !at_end_of_headers());
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const {
    throw files::Error(file_, "corrupt OpenEXR header: " + reason);
  }

  void read(void* data, std::size_t size) {
    if (std::fread(data, 1, size, input_.stream.get()) != size)
      throw files::Error(file_, "truncated in the OpenEXR header");
    position_ += size;
  }

  // OpenEXR is little endian, as is every machine this library is built for.
  template <typename Value>
  Value read_value() {
    Value value{};
    read(&value, sizeof(value));
    return value;
  }
  std::uint32_t read_u32() { return read_value<std::uint32_t>(); }

  std::string read_name() {
    constexpr std::size_t kLongestName = 255;
    std::string name;
    for (char c = read_value<char>(); c != '\0'; c = read_value<char>()) {
      name += c;
      if (name.size() > kLongestName) fail("a name is too long");
    }
    return name;
  }

  void skip_to(std::uint64_t position) {
    if (::fseeko(input_.stream.get(), static_cast<off_t>(position), SEEK_SET) != 0) fail("cannot seek");
    position_ = position;
  }

  bool at_end_of_headers() {
    const std::uint64_t here = position_;
    const bool end = read_value<char>() == '\0';
    skip_to(here);
    return end;
  }

  void walk_part(bool may_be_tiled) {
    std::optional<Window> window, display;
    std::optional<Tiles> tiles;
    std::uint8_t compression = 0xff;
    for (std::string name = read_name(); !name.empty(); name = read_name()) {
      const std::string type = read_name();
      const std::uint32_t size = read_u32();
      const std::uint64_t value_at = position_;
      if (size > input_.size_bytes - value_at) fail("attribute \"" + name + "\" is larger than the file");
      if (name == "dataWindow" && size == sizeof(Window)) window = read_value<Window>();
      if (name == "displayWindow" && size == sizeof(Window)) display = read_value<Window>();
      if (name == "tiles" && size >= sizeof(Tiles) && may_be_tiled) tiles = read_value<Tiles>();
      if (name == "compression" && size == 1) compression = read_value<std::uint8_t>();
      if (name == "chunkCount" && size == 4) check_count(read_u32());
      if (type == "preview" && size >= 8) check_preview(size);
      skip_to(value_at + size);
    }
    if (!window) fail("no data window");
    check_window(*window);
    if (display) check_window(*display);
    // A row of the picture as one wide tile stands for a block of lines.
    check_chunks(*window, tiles ? *tiles : Tiles{kMaxSide, lines_in_chunk(compression)});
  }

  void check_count(std::uint64_t chunk_count) const {
    if (chunk_count > input_.size_bytes / kOffsetBytes) {
      fail("it counts " + std::to_string(chunk_count) + " chunks, more than a file of " +
           std::to_string(input_.size_bytes) + " bytes can hold");
    }
  }

  void check_preview(std::uint32_t size) {
    const std::uint64_t width = read_u32();
    const std::uint64_t height = read_u32();
    if (width > size || height > size || 4 * width * height + 8 != size) fail("the preview has a wrong size");
  }

  void check_window(const Window& window) const {
    const std::int64_t width = std::int64_t{window.max_x} - window.min_x + 1;
    const std::int64_t height = std::int64_t{window.max_y} - window.min_y + 1;
    check_size(file_, width, height);
  }

  static std::uint32_t lines_in_chunk(std::uint8_t compression) {
    constexpr std::array<std::uint32_t, 10> kLines = {1, 1, 1, 16, 32, 16, 32, 32, 32, 256};
    return compression < kLines.size() ? kLines[compression] : kLines.back();
  }

  void check_chunks(const Window& window, const Tiles& chunk) const {
    if (chunk.width == 0 || chunk.height == 0) fail("the tiles are empty");
    const auto width = static_cast<std::uint64_t>(std::int64_t{window.max_x} - window.min_x + 1);
    const auto height = static_cast<std::uint64_t>(std::int64_t{window.max_y} - window.min_y + 1);
    const std::uint64_t columns = (width + chunk.width - 1) / chunk.width;
    const std::uint64_t rows = (height + chunk.height - 1) / chunk.height;
    check_plausible(file_, width, height, columns * rows * kOffsetBytes, input_.size_bytes, input_.size_bytes);
  }

  const std::filesystem::path& file_;
  const InputFile& input_;
  std::uint64_t position_ = 0;
};

}  // namespace

void check_exr_headers(const std::filesystem::path& file, const InputFile& input) {
  std::rewind(input.stream.get());
  HeaderWalker(file, input).walk();
  std::rewind(input.stream.get());
}

}  // namespace image_io::internal
