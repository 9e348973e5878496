// SPDX-License-Identifier: MIT
// A picture of 8- or 16-bit sRGB samples, held as decoded and turned into linear floats when rows are asked for.
#include <cmath>
#include <limits>
#include <utility>

#include "image_io/internal.h"
#include "image_io/stb/stb_decode.h"

namespace image_io::internal {
namespace {

// The piecewise sRGB decoding, exact; `encoded` in [0, 1].
double srgb_to_linear(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

template <typename Sample>
class SrgbReader : public ImageReader {
 public:
  SrgbReader(const std::filesystem::path& file, StbPicture<Sample> picture, Tags tags)
      : file_(file), picture_(std::move(picture)) {
    info_ = {picture_.width, picture_.height, TexelFormat::rgba32f};
    channels_ = picture_.channels;
    tags_ = std::move(tags);
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    const std::size_t channels = picture_.channels;
    const bool grey = channels < 3;
    const Sample* in = picture_.samples.get() + std::size_t{first_row} * info_.width * channels;
    float* out = static_cast<float*>(texels);
    for (std::size_t i = std::size_t{row_count} * info_.width; i > 0; --i, in += channels, out += 4) {
      out[0] = linear(in[0]);
      out[1] = linear(in[grey ? 0 : 1]);
      out[2] = linear(in[grey ? 0 : 2]);
      out[3] = channels % 2 == 0 ? static_cast<float>(in[channels - 1]) / static_cast<float>(kMax) : 1.0f;
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

  std::filesystem::path file_;
  StbPicture<Sample> picture_;
};

}  // namespace

std::unique_ptr<ImageReader> open_coded(const std::filesystem::path& file, CodedPicture picture) {
  return std::visit(
      [&]<typename Sample>(StbPicture<Sample>& held) -> std::unique_ptr<ImageReader> {
        return std::make_unique<SrgbReader<Sample>>(file, std::move(held), std::move(picture.tags));
      },
      picture.codes);
}

}  // namespace image_io::internal
