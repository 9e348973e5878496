// SPDX-License-Identifier: MIT
// Walk along the markers of a JPEG: stb_image 2.27 overruns its tables when a Huffman table has more than 256 codes.
#include "image_io/jpeg/jpeg_segments.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "image_io/color/coded_facts.h"

namespace image_io::internal {
namespace {

using namespace std::string_view_literals;

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
  kApp1 = 0xe1,   // EXIF, XMP
  kApp2 = 0xe2,   // profile, gain map
  kApp14 = 0xee,  // Adobe
};

class MarkerWalker {
 public:
  MarkerWalker(const std::filesystem::path& file, Bytes bytes) : file_(file), bytes_(bytes) {}

  JpegSegments walk() {
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
      if (marker == kApp1) read_app1(body);
      if (marker == kApp2) read_app2(body);
      if (marker == kApp14) read_app14(body);
    }
    put_profile();
    if (read_.width == 0) throw files::Error(file_, "corrupt: no JPEG frame header");
    read_.size_bytes = at_;
    return std::move(read_);
  }

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
    if (read_.width != 0) throw files::Error(file_, "corrupt: a second JPEG frame header");
    read_.height = std::uint32_t{body[1]} << 8 | body[2];
    read_.width = std::uint32_t{body[3]} << 8 | body[4];
    read_.components = body[5];
    check_size(file_, read_.width, read_.height);
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

  // ---- metadata ----

  /// What follows the name; nothing for another name.
  static std::optional<Bytes> after(Bytes body, std::string_view name) {
    if (body.size() < name.size() || std::memcmp(body.data(), name.data(), name.size()) != 0) return std::nullopt;
    return body.subspan(name.size());
  }

  void read_app1(Bytes body) {
    const auto exif = after(body, "Exif\0\0"sv);
    if (exif && !std::exchange(has_exif_, true)) put_orientation(*exif, read_.facts);
    if (const auto xmp = after(body, "http://ns.adobe.com/xap/1.0/\0"sv)) {
      read_.xmp.emplace_back(reinterpret_cast<const char*>(xmp->data()), xmp->size());
    }
  }

  void read_app2(Bytes body) {
    constexpr std::size_t kPlaceBytes = 2;  // which piece, and of how many
    const auto profile = after(body, "ICC_PROFILE\0"sv);
    if (profile && profile->size() >= kPlaceBytes) {
      profile_.push_back({(*profile)[0], profile->subspan(kPlaceBytes)});
    }
    if (const auto metadata = after(body, "urn:iso:std:iso:ts:21496:-1\0"sv))
      read_.gain_map_metadata.push_back(*metadata);
  }

  void read_app14(Bytes body) {
    constexpr std::size_t kTransform = 11;
    if (after(body, "Adobe"sv) && body.size() > kTransform) read_.adobe_transform = body[kTransform];
  }

  /// Pieces in their order; without one of them, what there is, which is damaged then.
  void put_profile() {
    std::stable_sort(profile_.begin(), profile_.end(),
                     [](const ProfilePiece& a, const ProfilePiece& b) { return a.number < b.number; });
    ProfileBytes profile;
    for (const ProfilePiece& piece : profile_) profile.add(piece.bytes);
    profile.put(read_.facts);
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

  struct ProfilePiece {
    unsigned number;
    Bytes bytes;
  };

  const std::filesystem::path& file_;
  Bytes bytes_;
  std::size_t at_ = 0;
  bool is_progressive_ = false;
  bool has_exif_ = false;
  std::array<bool, 256> has_table_ = {};  ///< by class and number, as the file writes them
  std::vector<ProfilePiece> profile_;
  JpegSegments read_;
};

}  // namespace

JpegSegments read_jpeg_segments(const std::filesystem::path& file, Bytes bytes) {
  return MarkerWalker(file, bytes).walk();
}

}  // namespace image_io::internal
