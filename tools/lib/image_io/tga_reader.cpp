// SPDX-License-Identifier: MIT
// TGA pictures: palettes, colours and grey, plain and in runs.
#include <algorithm>
#include <cstring>
#include <vector>

#include "image_io/internal.h"
#include "image_io/packed_pixel.h"

namespace image_io::internal {
namespace {

constexpr std::size_t kTgaHeaderBytes = 18;

class TgaDecoder {
 public:
  explicit TgaDecoder(const std::filesystem::path& file) : file_(file), bytes_(read_bytes(file)) {}

  CodeImage decode() {
    read_header();
    const PackedPixel pixel(masks_of(has_palette_ ? entry_bits_ : bits_));
    at_ = kTgaHeaderBytes + bytes_[0];
    read_palette(pixel);
    const std::size_t left = bytes_.size() - std::min(at_, bytes_.size());
    // A run of 128 pixels takes a byte and a pixel.
    const std::size_t pixel_bytes = pixel_bytes_of(bits_);
    const std::uint64_t most = has_runs_ ? left / (1 + pixel_bytes) * 128 + 128 : left / pixel_bytes;
    check_plausible(file_, width_, height_, std::uint64_t{width_} * height_, most, bytes_.size());
    const DecodeMemory memory(file_, width_, height_, 2 * sizeof(Texel));  // with the file's
    const std::uint32_t channels = (is_grey_ ? 1 : 3) + (pixel.has_alpha() ? 1 : 0);
    CodeImage image{width_, height_, CodeImage::Samples::codes8, {}, {}};
    image.facts.channels = channels;
    image.texels = allocate_texels(file_, width_, height_, sizeof(Texel));
    for (std::uint32_t row = 0; row < height_; ++row) {
      const std::size_t y = is_top_first_ ? row : height_ - 1 - row;
      for (std::uint32_t column = 0; column < width_; ++column) {
        const std::size_t x = is_right_first_ ? width_ - 1 - column : column;
        const std::uint32_t value = next_pixel();
        const Texel texel = has_palette_ ? color(value) : pixel.texel(value);
        std::memcpy(image.texels.data() + (y * width_ + x) * sizeof texel, texel.data(), sizeof texel);
      }
    }
    if (run_left_ != 0) fail("corrupt: more TGA data than its pixels can be");
    return image;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }

  static std::size_t pixel_bytes_of(std::uint32_t bits) { return (bits + 7) / 8; }

  std::uint32_t next(std::size_t count) {
    if (at_ > bytes_.size() || count > bytes_.size() - at_) fail("truncated: the TGA data ends early");
    at_ += count;
    return little_endian(bytes_.data() + at_ - count, count);
  }

  void read_header() {
    if (bytes_.size() < kTgaHeaderBytes) fail("truncated in the TGA header");
    const unsigned kind = bytes_[2] & ~8u;
    has_runs_ = (bytes_[2] & 8u) != 0;
    has_palette_ = kind == 1;
    is_grey_ = kind == 3;
    if (kind < 1 || kind > 3 || bytes_[1] > 1 || (has_palette_ && bytes_[1] == 0)) {
      fail("not a TGA picture with a palette, colours or grey");
    }
    entry_count_ = little_endian(&bytes_[5], 2);
    first_entry_ = little_endian(&bytes_[3], 2);
    entry_bits_ = bytes_[7];
    width_ = little_endian(&bytes_[12], 2);
    height_ = little_endian(&bytes_[14], 2);
    check_size(file_, width_, height_);
    bits_ = bytes_[16];
    const unsigned descriptor = bytes_[17];
    alpha_bits_ = descriptor & 15u;
    is_right_first_ = (descriptor & 16u) != 0;
    is_top_first_ = (descriptor & 32u) != 0;
    if ((descriptor & 0xc0u) != 0) fail("interleaved TGA pictures are not supported");
    if (has_palette_ ? bits_ != 8 && bits_ != 16 : is_grey_ && bits_ != 8 && !(bits_ == 16 && alpha_bits_ == 8)) {
      fail_bits(bits_);
    }
  }

  [[noreturn]] void fail_bits(std::uint32_t bits) const {
    fail("TGA pictures of " + std::to_string(bits) + " bits a pixel with " + std::to_string(alpha_bits_) +
         " bits of alpha are not supported");
  }

  /// Bits beyond the colours are alpha if the header counts them as such, and say nothing otherwise.
  PackedPixel::Masks masks_of(std::uint32_t bits) const {
    const bool has_alpha = alpha_bits_ != 0;
    if (is_grey_) return {0xff, 0xff, 0xff, has_alpha && bits == 16 ? 0xff00u : 0u};
    if (bits == 15 || (bits == 16 && alpha_bits_ <= 1)) return {0x7c00, 0x3e0, 0x1f, has_alpha ? 0x8000u : 0u};
    if (bits == 24) return {0xff0000, 0xff00, 0xff, 0};
    if (bits == 32 && (!has_alpha || alpha_bits_ == 8)) return {0xff0000, 0xff00, 0xff, has_alpha ? 0xff000000u : 0u};
    fail_bits(bits);
  }

  /// Of a picture without one, it is passed over.
  void read_palette(const PackedPixel& entry) {
    if (bytes_[1] == 0) return;
    for (std::uint32_t i = 0; i < entry_count_; ++i) {
      const std::uint32_t value = next(pixel_bytes_of(entry_bits_));
      if (has_palette_) palette_.push_back(entry.texel(value));
    }
  }

  Texel color(std::uint32_t index) const {
    if (index < first_entry_ || index - first_entry_ >= palette_.size()) {
      fail("corrupt: a pixel of a colour that the TGA palette lacks");
    }
    return palette_[index - first_entry_];
  }

  std::uint32_t next_pixel() {
    const std::size_t pixel_bytes = pixel_bytes_of(bits_);
    if (!has_runs_) return next(pixel_bytes);
    if (run_left_ == 0) {
      const std::uint32_t packet = next(1);
      run_left_ = 1 + (packet & 127u);
      is_repeated_ = packet > 127;
      if (is_repeated_) repeated_ = next(pixel_bytes);
    }
    --run_left_;
    return is_repeated_ ? repeated_ : next(pixel_bytes);
  }

  const std::filesystem::path& file_;
  const std::vector<unsigned char> bytes_;
  std::size_t at_ = 0;
  std::uint32_t width_ = 0, height_ = 0, bits_ = 0, alpha_bits_ = 0;
  std::uint32_t entry_bits_ = 0, entry_count_ = 0, first_entry_ = 0;
  bool has_runs_ = false, has_palette_ = false, is_grey_ = false, is_right_first_ = false, is_top_first_ = false;
  std::vector<Texel> palette_;
  std::uint32_t run_left_ = 0, repeated_ = 0;  ///< pixels, and what they all are if `is_repeated_`
  bool is_repeated_ = false;
};

}  // namespace

CodeImage decode_tga(const std::filesystem::path& file) { return TgaDecoder(file).decode(); }

}  // namespace image_io::internal
