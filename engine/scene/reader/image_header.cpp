// SPDX-License-Identifier: MIT
// Checks of PNG and JPEG files before they are decoded.
#include <zlib.h>

#include <algorithm>
#include <array>

#include "engine/scene/reader/image.h"

namespace engine::gltf {
namespace {

void check_size(const ImageHeader& header) {
  const std::string size = std::to_string(header.width) + " x " + std::to_string(header.height);
  if (header.width == 0 || header.height == 0) refuse("corrupt: a size of " + size);
  if (std::max(header.width, header.height) > kMaxImageSide) {
    refuse("is " + size + " texels, the limit is " + std::to_string(kMaxImageSide) + " a side");
  }
}

// ---- PNG ------------------------------------------------------------------------------------------------------------
constexpr std::array<unsigned char, 8> kPngSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};

std::uint32_t big_endian_32(Bytes bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

struct Chunk {
  std::string_view type;
  Bytes body;
};

// Takes a chunk off the front of `rest`. A spoiled comment spoils no picture; a spoiled transparency entry does.
Chunk take_chunk(Bytes& rest) {
  constexpr std::size_t kFrameBytes = 12;  // length, type, checksum
  if (rest.size() < kFrameBytes) refuse("truncated: the PNG data ends early");
  const std::uint32_t size = big_endian_32(rest);
  if (size > rest.size() - kFrameBytes) refuse("truncated: the PNG data ends early");
  const std::string_view type(reinterpret_cast<const char*>(rest.data() + 4), 4);
  const auto checksum = static_cast<std::uint32_t>(crc32(0, rest.data() + 4, size + 4));
  const bool must_be_intact = (type[0] & 0x20) == 0 || type == "tRNS";
  if (must_be_intact && checksum != big_endian_32(rest.subspan(8 + size))) {
    refuse("corrupt: a PNG checksum doesn't match");
  }
  const Bytes body = rest.subspan(8, size);
  rest = rest.subspan(kFrameBytes + size);
  return {type, body};
}

void check_compression(const ImageHeader& header, unsigned color_type, std::size_t file_bytes) {
  constexpr std::array<unsigned, 7> kChannels = {1, 0, 3, 1, 2, 0, 4};
  constexpr std::uint64_t kDeflateRatio = 1032;
  const unsigned channels = color_type < kChannels.size() ? kChannels[color_type] : 0;
  const std::uint64_t row_bytes = (std::uint64_t{header.width} * channels * header.bit_depth + 7) / 8 + 1;
  if (row_bytes * header.height > file_bytes * kDeflateRatio) refuse("truncated: too few bytes for its size");
}

ImageHeader check_png(Bytes file) {
  constexpr std::size_t kHeaderBytes = 13;
  Bytes rest = file.subspan(kPngSignature.size());
  const Chunk first = take_chunk(rest);
  if (first.type != "IHDR" || first.body.size() != kHeaderBytes) refuse("corrupt: no PNG header");
  const ImageHeader header{big_endian_32(first.body), big_endian_32(first.body.subspan(4)), first.body[8]};
  check_size(header);
  check_compression(header, first.body[9], file.size());
  while (take_chunk(rest).type != "IEND") {
  }
  return header;
}

// ---- JPEG -----------------------------------------------------------------------------------------------------------
enum Marker : unsigned {
  kBaseline = 0xc0,
  kProgressive = 0xc2,
  kHuffmanTables = 0xc4,
  kExtension = 0xc8,
  kLastFrame = 0xcf,
  kFirstRestart = 0xd0,
  kLastRestart = 0xd7,
  kStart = 0xd8,
  kEnd = 0xd9,
  kScan = 0xda,
};

class JpegWalker {
 public:
  explicit JpegWalker(Bytes bytes) : bytes_(bytes) {}

  ImageHeader walk() {
    at_ = 2;
    for (unsigned marker = next_marker(); marker != kEnd; marker = next_marker()) {
      const Bytes body = segment();
      const bool is_frame =
          marker >= kBaseline && marker <= kLastFrame && marker != kHuffmanTables && marker != kExtension;
      if (is_frame && marker > kProgressive) refuse("lossless and arithmetic JPEG are not supported");
      if (is_frame) read_frame(body);
      if (is_frame) is_progressive_ = marker == kProgressive;
      if (marker == kHuffmanTables) read_tables(body);
      if (marker != kScan) continue;
      check_scan(body);
      skip_scan();
    }
    if (header_.width == 0) refuse("corrupt: no JPEG frame header");
    check_compression_of_blocks();
    return header_;
  }

 private:
  unsigned next_byte() {
    if (at_ >= bytes_.size()) refuse("truncated: the JPEG data ends early");
    return bytes_[at_++];
  }

  // Padding between segments is passed over, as stb_image does.
  unsigned next_marker() {
    while (next_byte() != 0xff) {
    }
    unsigned marker = next_byte();
    while (marker == 0xff) marker = next_byte();
    return marker;
  }

  Bytes segment() {
    const unsigned high = next_byte();
    const std::size_t size = high << 8 | next_byte();
    if (size < 2) refuse("corrupt: a JPEG segment of no size");
    if (size - 2 > bytes_.size() - at_) refuse("truncated: the JPEG data ends early");
    const Bytes body = bytes_.subspan(at_, size - 2);
    at_ += body.size();
    return body;
  }

  void read_frame(Bytes body) {
    if (body.size() < 6) refuse("corrupt: the JPEG frame header is short");
    if (header_.width != 0) refuse("corrupt: a second JPEG frame header");
    header_.height = std::uint32_t{body[1]} << 8 | body[2];
    header_.width = std::uint32_t{body[3]} << 8 | body[4];
    check_size(header_);
  }

  void read_tables(Bytes body) {
    constexpr std::size_t kCountBytes = 17;  // the table's number, then how many codes there are of 1..16 bits
    constexpr std::size_t kMaxCodes = 255;   // no JPEG needs more than 176
    while (!body.empty()) {
      std::size_t codes = 0;
      for (std::size_t i = 1; i < kCountBytes && i < body.size(); ++i) codes += body[i];
      if (codes > kMaxCodes || body.size() < kCountBytes + codes) refuse("corrupt: a JPEG Huffman table");
      has_table_[body[0]] = true;
      body = body.subspan(kCountBytes + codes);
    }
  }

  void check_scan(Bytes body) const {
    constexpr std::size_t kAcTables = 16;  // their numbers begin here
    const std::size_t count = body.empty() ? 0 : body[0];
    if (body.size() < 4 + 2 * count) refuse("corrupt: a JPEG scan header is short");
    const bool is_first_coefficient = body[2 * count + 1] == 0;
    const bool is_refinement = (body[2 * count + 3] >> 4) != 0;
    const bool needs_dc = is_first_coefficient && !is_refinement;
    const bool needs_ac = !is_progressive_ || !is_first_coefficient;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned tables = body[2 * i + 2];
      if ((!needs_dc || has_table_[tables >> 4]) && (!needs_ac || has_table_[kAcTables + (tables & 15)])) continue;
      refuse("corrupt: a JPEG scan names a Huffman table that isn't there");
    }
  }

  // To the 0xff of the next marker that isn't a restart.
  void skip_scan() {
    for (;; ++at_) {
      if (at_ + 1 >= bytes_.size()) refuse("truncated: the JPEG data ends early");
      const unsigned next = bytes_[at_ + 1];
      if (bytes_[at_] != 0xff || next == 0 || next == 0xff) continue;
      if (next < kFirstRestart || next > kLastRestart) return;
    }
  }

  void check_compression_of_blocks() const {
    // A block of 64 samples takes one bit at the very least, and covers up to 16 times as many texels.
    constexpr std::uint64_t kTexelsPerByte = 8192;
    const std::uint64_t texels = std::uint64_t{header_.width} * header_.height;
    if (texels > bytes_.size() * kTexelsPerByte) refuse("truncated: too few bytes for its size");
  }

  Bytes bytes_;
  std::size_t at_ = 0;
  ImageHeader header_;
  bool is_progressive_ = false;
  std::array<bool, 256> has_table_ = {};  ///< by class and number, as the file writes them
};

}  // namespace

ImageHeader check_image(Bytes file) {
  if (file.empty()) refuse("is empty");
  if (file.size() >= kPngSignature.size() && std::equal(kPngSignature.begin(), kPngSignature.end(), file.begin())) {
    return check_png(file);
  }
  if (file.size() > 2 && file[0] == 0xff && file[1] == kStart) return JpegWalker(file).walk();
  constexpr std::array<std::uint8_t, 8> kKtx2Signature = {0xab, 'K', 'T', 'X', ' ', '2', '0', 0xbb};
  if (file.size() >= kKtx2Signature.size() && std::equal(kKtx2Signature.begin(), kKtx2Signature.end(), file.begin())) {
    refuse("is KTX2, of the extension \"KHR_texture_basisu\", which is not supported");
  }
  refuse("neither PNG nor JPEG");
}

}  // namespace engine::gltf
