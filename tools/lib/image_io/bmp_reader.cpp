// SPDX-License-Identifier: MIT
// BMP pictures: palettes, and pixels whose channels are bits of a number. Rows are padded, the last one first as a
// rule.
#include <algorithm>
#include <cstring>
#include <vector>

#include "image_io/color/coded_facts.h"
#include "image_io/internal.h"
#include "image_io/packed_pixel.h"

namespace image_io::internal {
namespace {

constexpr std::size_t kFileHeaderBytes = 14;

enum Compression : std::uint32_t { kPlain = 0, kRuns8 = 1, kRuns4 = 2, kBitFields = 3, kAlphaBitFields = 6 };

class BmpDecoder {
 public:
  explicit BmpDecoder(const std::filesystem::path& file) : file_(file), bytes_(read_bytes(file)) {}

  CodeImage decode() {
    read_header();
    const bool has_palette = bits_ <= 8;
    const PackedPixel pixel(has_palette ? PackedPixel::Masks{} : read_masks());
    if (has_palette) read_palette();
    const std::size_t row_bytes = (std::size_t{width_} * bits_ + 31) / 32 * 4;
    const std::size_t start = number(10, 4);
    check_plausible(file_, width_, height_, row_bytes * height_, bytes_.size() - std::min(start, bytes_.size()),
                    bytes_.size());
    const DecodeMemory memory(file_, width_, height_, 2 * sizeof(Texel));  // with the file's
    const bool has_alpha = !has_palette && pixel.has_alpha();
    CodeImage image{width_, height_, CodeImage::Samples::codes8, {}, {}};
    image.facts.channels = has_alpha ? 4 : 3;
    read_profile(image.facts);
    image.texels = allocate_texels(file_, width_, height_, sizeof(Texel));
    std::byte* out = image.texels.data();
    for (std::uint32_t y = 0; y < height_; ++y) {
      const unsigned char* row = bytes_.data() + start + row_bytes * (is_top_first_ ? y : height_ - 1 - y);
      for (std::uint32_t x = 0; x < width_; ++x, out += sizeof(Texel)) {
        const Texel texel = has_palette ? color(row, x) : pixel.texel(little_endian(row + x * (bits_ / 8), bits_ / 8));
        std::memcpy(out, texel.data(), sizeof texel);
      }
    }
    return image;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }

  std::uint32_t number(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || count > bytes_.size() - at) fail("truncated in the BMP header");
    return little_endian(bytes_.data() + at, count);
  }

  void read_header() {
    header_bytes_ = number(kFileHeaderBytes, 4);
    constexpr std::uint32_t kSizes[] = {12, 40, 52, 56, 108, 124};
    if (std::find(std::begin(kSizes), std::end(kSizes), header_bytes_) == std::end(kSizes)) {
      fail("BMP pictures with a header of " + std::to_string(header_bytes_) + " bytes are not supported");
    }
    const bool is_oldest = header_bytes_ == 12;
    const std::size_t side = is_oldest ? 2 : 4;
    const auto width = static_cast<std::int32_t>(number(18, side));
    const std::int64_t height = static_cast<std::int32_t>(number(18 + side, side));
    is_top_first_ = height < 0;
    check_size(file_, width, is_top_first_ ? -height : height);
    width_ = static_cast<std::uint32_t>(width);
    height_ = static_cast<std::uint32_t>(is_top_first_ ? -height : height);
    bits_ = number(20 + 2 * side, 2);
    if (bits_ != 1 && bits_ != 4 && bits_ != 8 && bits_ != 16 && bits_ != 24 && bits_ != 32) {
      fail("BMP pictures of " + std::to_string(bits_) + " bits a pixel are not supported");
    }
    compression_ = is_oldest ? std::uint32_t{kPlain} : number(30, 4);
    if (compression_ == kRuns8 || compression_ == kRuns4) fail("run-length coded BMP pictures are not supported");
    const bool has_fields = compression_ == kBitFields || compression_ == kAlphaBitFields;
    if (compression_ != kPlain && !has_fields) fail("BMP pictures of another format inside are not supported");
    if (has_fields && bits_ != 16 && bits_ != 32) fail("corrupt: bit fields of a BMP picture without them");
  }

  PackedPixel::Masks read_masks() const {
    if (compression_ == kPlain && bits_ == 16) return {0x7c00, 0x3e0, 0x1f, 0};
    if (compression_ == kPlain) return {0xff0000, 0xff00, 0xff, 0};  // a fourth byte says nothing
    constexpr std::size_t kMasks = 54;                               // in the header, or after the shortest one
    const bool has_alpha = header_bytes_ >= 56 || compression_ == kAlphaBitFields;
    const PackedPixel::Masks masks = {number(kMasks, 4), number(kMasks + 4, 4), number(kMasks + 8, 4),
                                      has_alpha ? number(kMasks + 12, 4) : 0};
    for (std::size_t c = 0; c < masks.size(); ++c) {
      if (!PackedPixel::is_field(masks[c]) && !(c == 3 && masks[c] == 0)) {
        fail("BMP pictures with bit fields other than 1 to 8 neighbouring bits are not supported");
      }
    }
    return masks;
  }

  void read_palette() {
    const std::size_t entry_bytes = header_bytes_ == 12 ? 3 : 4;
    const std::uint32_t wanted = header_bytes_ == 12 ? 0 : number(46, 4);
    const std::uint32_t count = wanted == 0 ? 1u << bits_ : wanted;
    if (count > 1u << bits_) fail("corrupt: the BMP palette");
    const PackedPixel entry({0xff0000, 0xff00, 0xff, 0});
    for (std::size_t i = 0; i < count; ++i) {
      palette_.push_back(entry.texel(number(kFileHeaderBytes + header_bytes_ + i * entry_bytes, 3)));
    }
  }

  Texel color(const unsigned char* row, std::size_t x) const {
    const std::size_t bit = x * bits_;
    const std::size_t index = row[bit / 8] >> (8 - bits_ - bit % 8) & ((1u << bits_) - 1);
    if (index >= palette_.size()) fail("corrupt: a pixel of a colour that the BMP palette lacks");
    return palette_[index];
  }

  void read_profile(Facts& facts) const {
    constexpr std::uint32_t kEmbedded = 0x4d424544;
    if (header_bytes_ != 124 || number(70, 4) != kEmbedded) return;
    const std::size_t start = kFileHeaderBytes + std::size_t{number(126, 4)}, size = number(130, 4);
    if (start > bytes_.size() || size > bytes_.size() - start) return;
    ProfileBytes profile;
    profile.add(Bytes(bytes_).subspan(start, size));
    profile.put(facts);
  }

  const std::filesystem::path& file_;
  const std::vector<unsigned char> bytes_;
  std::uint32_t header_bytes_ = 0;  ///< of the second header
  std::uint32_t width_ = 0, height_ = 0, bits_ = 0, compression_ = 0;
  bool is_top_first_ = false;
  std::vector<Texel> palette_;
};

}  // namespace

CodeImage decode_bmp(const std::filesystem::path& file) { return BmpDecoder(file).decode(); }

}  // namespace image_io::internal
