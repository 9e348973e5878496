// SPDX-License-Identifier: MIT
// JPEG pictures, their markers walked before stb_image sees them: stb_image 2.27 overruns its tables when a Huffman
// table has more than 256 codes, and decodes a whole picture of nothing when a tiny file asks for one.
#include <array>
#include <cstring>
#include <string_view>

#include "image_io/internal.h"
#include "image_io/stb/coded_tags.h"
#include "image_io/stb/stb_decode.h"

namespace image_io::internal {
namespace {

enum Marker : unsigned {
  kBaseline = 0xc0,
  kProgressive = 0xc2,
  kHuffmanTables = 0xc4,
  kArithmeticTables = 0xcc,
  kLastFrame = 0xcf,
  kFirstRestart = 0xd0,
  kLastRestart = 0xd7,
  kEnd = 0xd9,
  kScan = 0xda,
  kExif = 0xe1,
  kProfile = 0xe2,
};

struct Size {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

class MarkerWalker {
 public:
  MarkerWalker(const std::filesystem::path& file, Bytes bytes) : file_(file), bytes_(bytes) {}

  Size walk() {
    constexpr std::size_t kStartBytes = 2;
    at_ = kStartBytes;
    for (unsigned marker = next_marker(); marker != kEnd; marker = next_marker()) {
      const Bytes body = segment();
      const bool frame = marker >= kBaseline && marker <= kLastFrame && marker != kHuffmanTables && marker != 0xc8;
      if (frame && marker > kProgressive) throw files::Error(file_, "lossless and arithmetic JPEG are not supported");
      if (frame) read_frame(body);
      if (frame) is_progressive_ = marker == kProgressive;
      if (marker == kHuffmanTables) check_tables(body);
      if (marker == kScan) check_scan(body);
      if (marker == kScan) skip_scan();
      if (marker == kExif) read_exif(body);
      if (marker == kProfile) read_profile(body);
    }
    profile_.put(tags_);
    if (size_.width == 0) throw files::Error(file_, "corrupt: no JPEG frame header");
    return size_;
  }
  /// After walk().
  const Tags& tags() const { return tags_; }

 private:
  [[noreturn]] void fail_truncated() const { throw files::Error(file_, "truncated: the JPEG data ends early"); }

  unsigned next_byte() {
    if (at_ >= bytes_.size()) fail_truncated();
    return bytes_[at_++];
  }

  // Padding between segments is passed over, as stb does.
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
    if (size < 2) throw files::Error(file_, "corrupt: a JPEG segment of no size");
    if (size - 2 > bytes_.size() - at_) fail_truncated();
    const Bytes body = bytes_.subspan(at_, size - 2);
    at_ += body.size();
    return body;
  }

  void read_frame(Bytes body) {
    if (body.size() < 6) throw files::Error(file_, "corrupt: the JPEG frame header is short");
    if (size_.width != 0) throw files::Error(file_, "corrupt: a second JPEG frame header");
    size_.height = std::uint32_t{body[1]} << 8 | body[2];
    size_.width = std::uint32_t{body[3]} << 8 | body[4];
    check_size(file_, size_.width, size_.height);
  }

  void check_tables(Bytes body) {
    constexpr std::size_t kCountBytes = 17;  // the table's number, then how many codes there are of 1..16 bits
    constexpr std::size_t kMaxCodes = 255;   // no JPEG needs more than 176
    while (!body.empty()) {
      std::size_t codes = 0;
      for (std::size_t i = 1; i < kCountBytes && i < body.size(); ++i) codes += body[i];
      if (codes > kMaxCodes || body.size() < kCountBytes + codes)
        throw files::Error(file_, "corrupt: a JPEG Huffman table");
      has_table_[body[0]] = true;
      body = body.subspan(kCountBytes + codes);
    }
  }

  void check_scan(Bytes body) const {
    constexpr std::size_t kAcTables = 16;  // their numbers begin here
    const std::size_t count = body.empty() ? 0 : body[0];
    if (body.size() < 4 + 2 * count) throw files::Error(file_, "corrupt: a JPEG scan header is short");
    const bool is_first_coefficient = body[2 * count + 1] == 0;
    const bool is_refinement = (body[2 * count + 3] >> 4) != 0;
    const bool needs_dc = is_first_coefficient && !is_refinement;
    const bool needs_ac = !is_progressive_ || !is_first_coefficient;
    for (std::size_t i = 0; i < count; ++i) {
      const unsigned tables = body[2 * i + 2];
      if ((!needs_dc || has_table_[tables >> 4]) && (!needs_ac || has_table_[kAcTables + (tables & 15)])) continue;
      throw files::Error(file_, "corrupt: a JPEG scan names a Huffman table that isn't there");
    }
  }

  static bool has_name(Bytes body, std::string_view name) {
    return body.size() >= name.size() && std::memcmp(body.data(), name.data(), name.size()) == 0;
  }

  void read_exif(Bytes body) {
    using namespace std::string_view_literals;
    constexpr std::string_view kName = "Exif\0\0"sv;
    if (has_name(body, kName)) put_orientation(body.subspan(kName.size()), tags_);
  }

  void read_profile(Bytes body) {
    using namespace std::string_view_literals;
    constexpr std::string_view kName = "ICC_PROFILE\0"sv;
    const std::size_t header = kName.size() + 2;  // which piece, and of how many
    if (has_name(body, kName) && body.size() >= header) profile_.add(body.subspan(header));
  }

  // To the 0xff of the next marker that isn't a restart.
  void skip_scan() {
    for (;; ++at_) {
      if (at_ + 1 >= bytes_.size()) fail_truncated();
      const unsigned next = bytes_[at_ + 1];
      if (bytes_[at_] != 0xff || next == 0 || next == 0xff) continue;
      if (next < kFirstRestart || next > kLastRestart) return;
    }
  }

  const std::filesystem::path& file_;
  Bytes bytes_;
  std::size_t at_ = 0;
  Size size_;
  bool is_progressive_ = false;
  std::array<bool, 256> has_table_ = {};  ///< by class and number, as the file writes them
  ProfileDigest profile_;
  Tags tags_;
};

}  // namespace

CodeImage decode_jpeg(const std::filesystem::path& file, Bytes bytes) {
  // A block of 64 samples takes one bit at the very least, and covers up to 16 times as many texels.
  constexpr std::uint64_t kTexelsPerByte = 8192;
  MarkerWalker walker(file, bytes);
  const Size size = walker.walk();
  check_plausible(file, size.width, size.height, std::uint64_t{size.width} * size.height, bytes.size() * kTexelsPerByte,
                  bytes.size());
  // Planes and coefficients of 16 bits, of three channels each, and the picture.
  constexpr std::uint64_t kBytesPerTexel = 13;
  const DecodeMemory memory(file, size.width, size.height, kBytesPerTexel);
  const StbPicture picture = stb_decode_jpeg(file, bytes);
  CodeImage image{picture.width, picture.height, CodeImage::Samples::codes8, {}, {}};
  image.facts.channels = picture.channels;
  image.facts.tags = walker.tags();
  image.texels = allocate_texels(file, image.width, image.height, texel_bytes(image.samples));
  std::memcpy(image.texels.data(), picture.samples.get(), image.texels.size());
  return image;
}

}  // namespace image_io::internal
