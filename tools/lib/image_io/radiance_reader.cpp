// SPDX-License-Identifier: MIT
// Radiance pictures: scanlines stored flat, by old run lengths or by new ones, in any order.
#include <array>
#include <cmath>
#include <cstring>
#include <vector>

#include "image_io/internal.h"
#include "image_io/radiance_header.h"

namespace image_io::internal {
namespace {

using Rgbe = std::array<unsigned char, 4>;

/// Scanlines one after another, each in a form of its own.
class ScanlineDecoder {
 public:
  ScanlineDecoder(const std::filesystem::path& file, Bytes bytes) : file_(file), rest_(bytes) {}

  void decode(std::span<Rgbe> line) {
    constexpr std::size_t kLeast = 8, kMost = 0x7fff;  // texels of a line with new run lengths
    const bool may_be_new = line.size() >= kLeast && line.size() <= kMost && rest_.size() >= sizeof(Rgbe);
    if (may_be_new && rest_[0] == 2 && rest_[1] == 2 && rest_[2] < 128) {
      decode_new(line);
    } else {
      decode_old(line);
    }
  }

 private:
  [[noreturn]] void fail(const char* reason) const { throw files::Error(file_, reason); }
  [[noreturn]] void fail_of_runs() const { fail("corrupt: a Radiance scanline's runs don't fit its width"); }

  unsigned char next_byte() {
    if (rest_.empty()) fail("truncated: data is missing at the end of the file");
    const unsigned char byte = rest_.front();
    rest_ = rest_.subspan(1);
    return byte;
  }
  Rgbe next_texel() {
    if (rest_.size() < sizeof(Rgbe)) fail("truncated: data is missing at the end of the file");
    Rgbe texel;
    std::memcpy(texel.data(), rest_.data(), sizeof texel);
    rest_ = rest_.subspan(sizeof texel);
    return texel;
  }

  /// All red bytes, then all green ones, blue ones and exponents, as runs of one byte and runs of several.
  void decode_new(std::span<Rgbe> line) {
    const Rgbe head = next_texel();
    if ((std::size_t{head[2]} << 8 | head[3]) != line.size()) fail_of_runs();
    for (std::size_t component = 0; component < 4; ++component) {
      for (std::size_t at = 0; at < line.size();) {
        constexpr unsigned kRun = 128;
        const unsigned code = next_byte();
        const std::size_t count = code > kRun ? code - kRun : code;
        if (count > line.size() - at) fail_of_runs();
        const unsigned char repeated = code > kRun ? next_byte() : 0;
        for (std::size_t i = 0; i < count; ++i) line[at++][component] = code > kRun ? repeated : next_byte();
      }
    }
  }

  /// Texels; after one, (1, 1, 1, count) repeats it. Such counts that follow each other are digits, the lowest first.
  void decode_old(std::span<Rgbe> line) {
    constexpr unsigned kLargestShift = 24;
    unsigned shift = 0;
    for (std::size_t at = 0; at < line.size();) {
      const Rgbe texel = next_texel();
      if (texel[0] != 1 || texel[1] != 1 || texel[2] != 1) {
        line[at++] = texel;
        shift = 0;
        continue;
      }
      const std::size_t count = std::size_t{texel[3]} << shift;
      if (at == 0 || count > line.size() - at || shift > kLargestShift) fail_of_runs();
      for (std::size_t i = 0; i < count; ++i, ++at) line[at] = line[at - 1];
      shift += 8;
    }
  }

  const std::filesystem::path& file_;
  Bytes rest_;
};

class RadianceReader : public ImageReader {
 public:
  RadianceReader(const std::filesystem::path& file, Bytes bytes, const RadianceHeader& header)
      : file_(file), header_(header) {
    info_ = {header.x.size, header.y.size, TexelFormat::rgba32f};
    facts_.channels = 3;
    facts_.chromaticities = header.chromaticities;
    put_linear_tags(facts_.chromaticities, header.pixel_aspect, facts_.tags);
    for (std::size_t i = 0; i < scale_.size(); ++i) scale_[i] = static_cast<float>(1.0 / header.divisor[i]);
    for (std::size_t exponent = 1; exponent < factors_.size(); ++exponent) {
      factors_[exponent] = static_cast<float>(std::ldexp(1.0, static_cast<int>(exponent) - (128 + 8)));
    }
    texels_ = allocate_texels(file, info_.width, info_.height, sizeof(Rgbe));
    ScanlineDecoder decoder(file, bytes.subspan(header.size_bytes));
    const std::size_t length = header.has_columns ? info_.height : info_.width;
    const std::span texels(reinterpret_cast<Rgbe*>(texels_.data()), std::size_t{info_.width} * info_.height);
    for (std::size_t at = 0; at < texels.size(); at += length) decoder.decode(texels.subspan(at, length));
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    float* out = static_cast<float*>(texels);
    for (std::uint32_t y = first_row; y < first_row + row_count; ++y) {
      for (std::uint32_t x = 0; x < info_.width; ++x, out += 4) {
        Rgbe texel;
        std::memcpy(texel.data(), texels_.data() + place_of(x, y) * sizeof texel, sizeof texel);
        for (std::size_t c = 0; c < 3; ++c) out[c] = static_cast<float>(texel[c]) * factors_[texel[3]] * scale_[c];
        out[3] = 1.0f;
      }
    }
  }

 private:
  /// The texel's place in the order of the file.
  std::size_t place_of(std::size_t x, std::size_t y) const {
    const std::size_t from_x = header_.x.is_reversed ? info_.width - 1 - x : x;
    const std::size_t from_y = header_.y.is_reversed ? info_.height - 1 - y : y;
    return header_.has_columns ? from_x * info_.height + from_y : from_y * info_.width + from_x;
  }

  std::filesystem::path file_;
  RadianceHeader header_;
  std::vector<std::byte> texels_;        ///< as Rgbe
  std::array<float, 256> factors_ = {};  ///< of mantissas, by exponent; 0 is black
  std::array<float, 3> scale_ = {};
};

}  // namespace

std::unique_ptr<ImageReader> open_radiance(const std::filesystem::path& file) {
  const std::vector<unsigned char> bytes = read_bytes(file);
  const RadianceHeader header = parse_radiance_header(file, bytes);
  // With old run lengths, three times four bytes fill a line of up to kMaxSide texels.
  constexpr std::uint64_t kTexelsPerByte = kMaxSide / 12 + 1;
  check_plausible(file, header.x.size, header.y.size, std::uint64_t{header.x.size} * header.y.size,
                  bytes.size() * kTexelsPerByte, bytes.size());
  const DecodeMemory memory(file, header.x.size, header.y.size, sizeof(Rgbe));
  return std::make_unique<RadianceReader>(file, bytes, header);
}

}  // namespace image_io::internal
