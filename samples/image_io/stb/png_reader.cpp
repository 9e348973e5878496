// SPDX-License-Identifier: MIT
// PNG pictures, with checks that stb_image lacks: checksums, and chunks that fit in the file before it allocates.
#include <zlib.h>

#include <string_view>

#include "image_io/internal.h"
#include "image_io/stb/coded_tags.h"
#include "image_io/stb/stb_decode.h"

namespace image_io::internal {
namespace {

constexpr std::size_t kSignatureBytes = 8;
constexpr std::size_t kChunkFrameBytes = 12;  // length, type, checksum

struct PngHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  unsigned bit_depth = 0;
  unsigned channels = 0;
  Tags tags;
};

PngHeader parse_header(Bytes body) {
  constexpr unsigned kChannelsOfColourType[] = {1, 0, 3, 1, 2, 0, 4};
  PngHeader header{big_endian_32(body), big_endian_32(body.subspan(4)), body[8], 0, {}};
  if (body[9] < std::size(kChannelsOfColourType)) header.channels = kChannelsOfColourType[body[9]];
  return header;
}

// A spoiled comment spoils no picture; a spoiled transparency entry does.
bool must_be_intact(std::string_view type) { return (type[0] & 0x20) == 0 || type == "tRNS"; }

// Of sRGB alone, gAMA says the same in other words.
void drop_gamma_of_srgb(Tags& tags) {
  const auto gamma = tags.find("gamma (gAMA)");
  if (gamma != tags.end() && gamma->second == "0.45455" && tags.contains("sRGB")) tags.erase(gamma);
}

PngHeader check_chunks(const std::filesystem::path& file, Bytes bytes) {
  PngHeader header;
  bool first = true;
  for (Bytes rest = bytes.subspan(kSignatureBytes);;) {
    if (rest.size() < kChunkFrameBytes) throw files::Error(file, "truncated: the PNG data ends early");
    const std::uint32_t size = big_endian_32(rest);
    if (size > rest.size() - kChunkFrameBytes) throw files::Error(file, "truncated: the PNG data ends early");
    const std::string_view type(reinterpret_cast<const char*>(rest.data() + 4), 4);
    const auto checksum = static_cast<std::uint32_t>(crc32(0, rest.data() + 4, size + 4));
    const bool is_intact = checksum == big_endian_32(rest.subspan(8 + size));
    if (must_be_intact(type) && !is_intact) throw files::Error(file, "corrupt: a PNG checksum doesn't match");
    if (first && (type != "IHDR" || size != 13)) throw files::Error(file, "corrupt: no PNG header");
    if (first) header = parse_header(rest.subspan(8, size));
    if (is_intact) put_png_chunk(type, rest.subspan(8, size), header.tags);
    if (type == "IEND") {
      drop_gamma_of_srgb(header.tags);
      return header;
    }
    first = false;
    rest = rest.subspan(kChunkFrameBytes + size);
  }
}

}  // namespace

CodedPicture decode_png(const std::filesystem::path& file) {
  constexpr std::uint64_t kDeflateRatio = 1032;
  const std::vector<unsigned char> bytes = read_bytes(file);
  if (bytes.size() < kSignatureBytes) throw files::Error(file, "truncated: the PNG data ends early");
  const PngHeader header = check_chunks(file, bytes);
  check_size(file, header.width, header.height);
  const std::uint64_t row_bytes = (std::uint64_t{header.width} * header.channels * header.bit_depth + 7) / 8 + 1;
  check_plausible(file, header.width, header.height, row_bytes * header.height, bytes.size() * kDeflateRatio,
                  bytes.size());
  // The samples as inflated, as a picture, and with four channels for whoever wants these.
  const std::uint64_t sample_bytes = header.bit_depth == 16 ? 2 : 1;
  constexpr std::uint64_t kMostChannels = 4;  // of a palette, or with a transparent colour
  const DecodeMemory memory(file, header.width, header.height, 2 * kMostChannels * sample_bytes);
  if (header.bit_depth == 16) return {stb_decode_16(file, bytes), header.tags};
  return {stb_decode_8(file, bytes), header.tags};
}

}  // namespace image_io::internal
