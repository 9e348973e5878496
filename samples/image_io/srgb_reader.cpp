// SPDX-License-Identifier: MIT
// Readers of pictures that are decoded as a whole: sRGB codes, made linear when rows are asked for, and floats.
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

// The piecewise sRGB decoding, exact; `encoded` in [0, 1].
double srgb_to_linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// Of a picture that is held whole.
class HeldReader : public ImageReader {
 protected:
  HeldReader(const std::filesystem::path& file, CodeImage picture) : file_(file), texels_(std::move(picture.texels)) {
    info_ = {picture.width, picture.height, TexelFormat::rgba32f};
    facts_ = std::move(picture.facts);
  }

  const std::filesystem::path file_;
  const std::vector<std::byte> texels_;
};

template <typename Sample>
class SrgbReader : public HeldReader {
 public:
  SrgbReader(const std::filesystem::path& file, CodeImage picture) : HeldReader(file, std::move(picture)) {}

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    std::array<Sample, 4> texel;
    const std::byte* in = texels_.data() + std::size_t{first_row} * info_.width * sizeof texel;
    float* out = static_cast<float*>(texels);
    for (std::size_t i = std::size_t{row_count} * info_.width; i > 0; --i, in += sizeof texel, out += 4) {
      std::memcpy(texel.data(), in, sizeof texel);
      for (std::size_t c = 0; c < 3; ++c) out[c] = linear(texel[c]);
      out[3] = static_cast<float>(texel[3]) / static_cast<float>(kMax);
    }
  }

 private:
  static constexpr std::size_t kMax = std::numeric_limits<Sample>::max();

  static float linear(Sample sample) {
    static const std::vector<float> table = [] {
      std::vector<float> values(kMax + 1);
      for (std::size_t i = 0; i <= kMax; ++i) {
        values[i] = static_cast<float>(srgb_to_linear(static_cast<double>(i) / static_cast<double>(kMax)));
      }
      return values;
    }();
    return table[sample];
  }
};

class LinearReader : public HeldReader {
 public:
  LinearReader(const std::filesystem::path& file, CodeImage picture) : HeldReader(file, std::move(picture)) {}

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    const std::size_t row_bytes = info_.width * texel_bytes(info_.format);
    if (row_count != 0) std::memcpy(texels, texels_.data() + first_row * row_bytes, row_count * row_bytes);
  }
};

}  // namespace

std::unique_ptr<ImageReader> open_coded(const std::filesystem::path& file, CodeImage picture) {
  if (picture.samples == CodeImage::Samples::linear) return std::make_unique<LinearReader>(file, std::move(picture));
  if (picture.samples == CodeImage::Samples::codes16) {
    return std::make_unique<SrgbReader<std::uint16_t>>(file, std::move(picture));
  }
  return std::make_unique<SrgbReader<std::uint8_t>>(file, std::move(picture));
}

}  // namespace image_io::internal
