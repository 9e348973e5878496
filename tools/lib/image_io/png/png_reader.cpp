// SPDX-License-Identifier: MIT
// PNG pictures: chunks in the order of the file, checked one by one, whose pixels are inflated at once.
#include <libdeflate.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "image_io/color/coded_facts.h"
#include "image_io/internal.h"
#include "image_io/png/png_pixels.h"

namespace image_io::internal {
namespace {

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kChecksumBytes = 4;

constexpr unsigned kPalette = 3;  // colour type
constexpr unsigned kChannelsOfColorType[] = {1, 0, 3, 1, 2, 0, 4};

bool is_depth_of(unsigned bit_depth, unsigned color_type) {
  if (color_type >= std::size(kChannelsOfColorType) || kChannelsOfColorType[color_type] == 0) return false;
  if (bit_depth == 8) return true;
  if (bit_depth == 16) return color_type != kPalette;
  return (bit_depth == 1 || bit_depth == 2 || bit_depth == 4) && kChannelsOfColorType[color_type] == 1;
}

/// Chunks one after another.
class ChunkReader {
 public:
  ChunkReader(const std::filesystem::path& file, InputFile input)
      : file_(file), input_(std::move(input)), left_(input_.size_bytes) {
    std::array<unsigned char, kSignatureBytes> signature;
    read(signature);
  }

  std::string_view type() const { return {reinterpret_cast<const char*>(type_.data()), type_.size()}; }
  std::uint32_t size() const { return size_; }
  std::uint64_t file_bytes() const { return input_.size_bytes; }
  /// Of the file, after what was read.
  std::uint64_t bytes_left() const { return left_; }

  /// After the whole body of the one before.
  void begin() {
    std::array<unsigned char, 4> size;
    read(size);
    read(type_);
    size_ = big_endian_32(size);
    if (size_ + std::uint64_t{kChecksumBytes} > left_) fail_truncated();
    checksum_ = libdeflate_crc32(0, type_.data(), type_.size());
  }

  /// `body` has size() bytes. False if the checksum doesn't match.
  bool read_body(std::span<unsigned char> body) {
    read(body);
    if (!body.empty()) checksum_ = libdeflate_crc32(checksum_, body.data(), body.size());  // null would begin anew
    std::array<unsigned char, kChecksumBytes> checksum;
    read(checksum);
    return checksum_ == big_endian_32(checksum);
  }

  void skip_body() {
    if (fseeko(input_.stream.get(), static_cast<off_t>(size_ + kChecksumBytes), SEEK_CUR) != 0) fail_truncated();
    left_ -= size_ + kChecksumBytes;
  }

 private:
  [[noreturn]] void fail_truncated() const { throw files::Error(file_, "truncated: the PNG data ends early"); }

  void read(std::span<unsigned char> bytes) {
    if (bytes.size() > left_) fail_truncated();
    errno = 0;
    if (std::fread(bytes.data(), 1, bytes.size(), input_.stream.get()) != bytes.size()) {
      if (errno != 0) throw files::ReadFailure(file_, errno);
      fail_truncated();
    }
    left_ -= bytes.size();
  }

  const std::filesystem::path& file_;
  InputFile input_;
  std::uint64_t left_;
  std::array<unsigned char, 4> type_ = {};
  std::uint32_t size_ = 0;
  std::uint32_t checksum_ = 0;  ///< so far
};

struct Decompressor {
  libdeflate_decompressor* handle = libdeflate_alloc_decompressor();
  Decompressor() = default;
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;
  ~Decompressor() { libdeflate_free_decompressor(handle); }
};

class PngDecoder {
 public:
  PngDecoder(const std::filesystem::path& file, InputFile input) : file_(file), chunks_(file, std::move(input)) {}

  CodeImage decode() {
    chunks_.begin();
    if (chunks_.type() == "CgBI") {
      fail(
          "a CgBI picture, a form of PNG that only Apple's devices read; convert it back by 'xcrun -sdk iphoneos "
          "pngcrush "
          "-revert-iphone-optimizations IN OUT'");
    }
    if (chunks_.type() != "IHDR" || chunks_.size() != 13) fail("corrupt: no PNG header");
    take_header(read_body());
    for (chunks_.begin(); chunks_.type() != "IEND"; chunks_.begin()) take_chunk();
    read_body();
    if (memory_.empty()) fail("corrupt: a PNG picture without pixels");
    finish_layout();
    inflate();
    make_texels(file_, layout_, inflated(), memory_.data());
    memory_.resize(texel_count() * texel_bytes(samples()));
    drop_repeated_srgb(facts_);
    facts_.channels = channels();
    return {layout_.width, layout_.height, samples(), std::move(facts_), std::move(memory_)};
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }

  CodeImage::Samples samples() const {
    return layout_.bit_depth == 16 ? CodeImage::Samples::codes16 : CodeImage::Samples::codes8;
  }
  std::size_t texel_count() const { return std::size_t{layout_.width} * layout_.height; }
  std::uint32_t channels() const {
    const bool has_transparency = !transparency_.empty();
    return (layout_.has_palette ? 3 : layout_.channels) + (has_transparency ? 1 : 0);
  }

  // ---- chunks ----

  /// A spoiled comment spoils no picture; a spoiled transparency entry does.
  bool must_be_intact() const { return (chunks_.type()[0] & 0x20) == 0 || chunks_.type() == "tRNS"; }

  std::vector<unsigned char> read_body() {
    std::vector<unsigned char> body(chunks_.size());
    is_intact_ = chunks_.read_body(body);
    if (must_be_intact() && !is_intact_) fail_checksum();
    return body;
  }
  [[noreturn]] void fail_checksum() const { fail("corrupt: a PNG checksum doesn't match"); }

  void take_chunk() {
    constexpr std::uint32_t kMostBytes = 64 << 20;  // but of pixels
    const std::string type(chunks_.type());
    if (type == "IDAT") return take_pixels();
    if (type == "fdAT" && is_animation_) fail_of_frames();
    const bool is_known = type == "PLTE" || type == "tRNS";
    if (must_be_intact() && (!is_known || chunks_.size() > kMostBytes)) fail("corrupt: a PNG chunk that isn't known");
    if (chunks_.size() > kMostBytes) return chunks_.skip_body();
    const std::vector<unsigned char> body = read_body();
    if (type == "PLTE") {
      palette_ = body;
    } else if (type == "tRNS") {
      transparency_ = body;
    } else if (type == "acTL") {
      is_animation_ = true;
      if (body.size() < 4 || big_endian_32(body) != 1) fail_of_frames();
    } else if (is_intact_ && (memory_.empty() || type == "eXIf")) {  // after the pixels, none about colour counts
      put_png_chunk(type, body, facts_);
    }
  }
  [[noreturn]] void fail_of_frames() const { fail("animated PNG pictures (APNG) are not supported"); }

  void take_header(Bytes body) {
    layout_.width = big_endian_32(body);
    layout_.height = big_endian_32(body.subspan(4));
    check_size(file_, layout_.width, layout_.height);
    layout_.bit_depth = body[8];
    color_type_ = body[9];
    if (!is_depth_of(layout_.bit_depth, color_type_)) fail("corrupt: a PNG colour type that there isn't");
    if (body[10] != 0 || body[11] != 0 || body[12] > 1) fail("corrupt: a PNG method that there isn't");
    layout_.channels = kChannelsOfColorType[color_type_];
    layout_.has_palette = color_type_ == kPalette;
    layout_.is_interlaced = body[12] == 1;
  }

  void finish_layout() {
    if (palette_.size() % 3 != 0 || (layout_.has_palette && palette_.empty())) fail("corrupt: the PNG palette");
    const Bytes transparency = transparency_;
    if (layout_.has_palette) {
      for (std::size_t i = 0; i < palette_.size() / 3; ++i) {
        const unsigned char alpha = i < transparency.size() ? transparency[i] : 255;
        layout_.palette.push_back({palette_[3 * i], palette_[3 * i + 1], palette_[3 * i + 2], alpha});
      }
    } else if (!transparency.empty()) {
      if (layout_.channels % 2 == 0 || transparency.size() != 2 * layout_.channels) {
        fail("corrupt: the PNG transparency");
      }
      const int mask = (1 << layout_.bit_depth) - 1;
      std::array<std::uint16_t, 3> color = {};
      for (std::size_t c = 0; c < layout_.channels; ++c) {
        color[c] = static_cast<std::uint16_t>((transparency[2 * c] << 8 | transparency[2 * c + 1]) & mask);
      }
      layout_.transparent = color;
    }
  }

  // ---- pixels ----

  std::span<unsigned char> bytes_of_memory() {
    return {reinterpret_cast<unsigned char*>(memory_.data()), memory_.size()};
  }
  std::span<unsigned char> inflated() { return bytes_of_memory().last(inflated_bytes(layout_)); }
  std::span<unsigned char> compressed() {
    return spilled_.empty() ? bytes_of_memory().first(memory_.size() - inflated_bytes(layout_)) : std::span(spilled_);
  }

  void begin_pixels() {
    constexpr std::uint64_t kDeflateRatio = 1032;
    const std::size_t inflated_size = inflated_bytes(layout_);
    check_plausible(file_, layout_.width, layout_.height, inflated_size, chunks_.file_bytes() * kDeflateRatio,
                    chunks_.file_bytes());
    const std::size_t bytes = texel_bytes(samples());
    decode_memory_.emplace(file_, layout_.width, layout_.height, layout_.is_interlaced ? 2 * bytes : bytes);
    const std::size_t texels = texel_count() * bytes;
    memory_ = allocate(file_, layout_.width, layout_.height,
                       layout_.is_interlaced ? texels + inflated_size : std::max(texels, inflated_size));
    // What can't be compressed is stored, with a few bytes for every 64 KiB.
    const std::uint64_t most = std::min<std::uint64_t>(chunks_.bytes_left(), inflated_size + inflated_size / 8 + 65536);
    if (most > compressed().size()) spilled_.resize(most);
  }

  void take_pixels() {
    if (memory_.empty()) begin_pixels();
    if (chunks_.size() > compressed().size() - compressed_size_) fail("corrupt: more PNG data than its pixels can be");
    if (!chunks_.read_body(compressed().subspan(compressed_size_, chunks_.size()))) fail_checksum();
    compressed_size_ += chunks_.size();
  }

  void inflate() {
    const Decompressor decompressor;
    if (decompressor.handle == nullptr) throw files::ReadFailure(file_, "out of memory");
    const std::span<unsigned char> out = inflated();
    switch (libdeflate_zlib_decompress(decompressor.handle, compressed().data(), compressed_size_, out.data(),
                                       out.size(), nullptr)) {
      case LIBDEFLATE_SUCCESS:
        break;
      case LIBDEFLATE_SHORT_OUTPUT:
        fail("truncated: the PNG data has fewer pixels than its header says");
      case LIBDEFLATE_INSUFFICIENT_SPACE:
        fail("corrupt: the PNG data has more pixels than its header says");
      default:
        fail("corrupt: the PNG pixels can't be inflated");
    }
    spilled_ = {};
  }

  const std::filesystem::path& file_;
  ChunkReader chunks_;
  bool is_intact_ = false;     ///< what read_body() read last
  bool is_animation_ = false;  ///< it counts its frames, of which there may be one
  PngLayout layout_;
  unsigned color_type_ = 0;
  std::vector<unsigned char> palette_, transparency_;
  Facts facts_;
  std::optional<DecodeMemory> decode_memory_;
  /// At its end, what inflating gives; from its beginning on, texels, which grow into that (without interlacing);
  /// before these, the compressed bytes, if they fit in front. So a picture takes hardly more while it is decoded than
  /// later.
  std::vector<std::byte> memory_;
  std::vector<unsigned char> spilled_;  ///< compressed bytes that don't
  std::size_t compressed_size_ = 0;
};

}  // namespace

CodeImage decode_png(const std::filesystem::path& file, InputFile input) {
  return PngDecoder(file, std::move(input)).decode();
}

}  // namespace image_io::internal
