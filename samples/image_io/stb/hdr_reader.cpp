// SPDX-License-Identifier: MIT
// Radiance HDR pictures: pixels by stb_image, the header read here too, for what stb passes over.
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "image_io/internal.h"
#include "image_io/stb/stb_decode.h"

namespace image_io::internal {
namespace {

struct HdrHeader {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::array<double, 3> divisor = {1.0, 1.0, 1.0};  ///< products of all EXPOSURE and COLORCORR lines
};

class HeaderParser {
 public:
  HeaderParser(const std::filesystem::path& file, Bytes bytes)
      : file_(file), rest_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}

  HdrHeader parse() {
    const std::string_view magic = next_line();
    if (magic != "#?RADIANCE" && magic != "#?RGBE") throw files::Error(file_, "corrupt: not a Radiance HDR header");
    bool known_format = false;
    for (std::string_view line = next_line(); !line.empty(); line = next_line()) {
      if (line == "FORMAT=32-bit_rle_xyze") throw files::Error(file_, "Radiance pictures in XYZE are not supported");
      if (line == "FORMAT=32-bit_rle_rgbe") known_format = true;
      if (line.starts_with("EXPOSURE=")) multiply(line.substr(9), 1);
      if (line.starts_with("COLORCORR=")) multiply(line.substr(10), 3);
    }
    if (!known_format) throw files::Error(file_, "corrupt: no known FORMAT line in the Radiance HDR header");
    parse_size(std::string(next_line()));
    return header_;
  }

 private:
  std::string_view next_line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) throw files::Error(file_, "truncated in the Radiance HDR header");
    // As long as stb's own line; what is longer it would cut.
    constexpr std::size_t kLongestLine = 1000;
    if (end > kLongestLine) throw files::Error(file_, "corrupt: a line of the Radiance HDR header is too long");
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return line;
  }

  void multiply(std::string_view text, int count) {
    const std::string numbers(text);
    const char* at = numbers.c_str();
    double value = 1.0;
    for (std::size_t i = 0; i < header_.divisor.size(); ++i) {
      char* end = nullptr;
      if (i == 0 || count == 3) {
        value = std::strtod(at, &end);
        if (end == at || !std::isfinite(value) || value <= 0.0)
          throw files::Error(file_, "corrupt: EXPOSURE or COLORCORR");
        at = end;
      }
      header_.divisor[i] *= value;
    }
  }

  void parse_size(const std::string& line) {
    if (!line.starts_with("-Y "))
      throw files::Error(file_, "Radiance pictures other than \"-Y height +X width\" are not supported");
    char* end = nullptr;
    const long long height = std::strtoll(line.c_str() + 3, &end, 10);
    while (*end == ' ') ++end;
    const std::string_view rest(end);
    if (!rest.starts_with("+X "))
      throw files::Error(file_, "Radiance pictures other than \"-Y height +X width\" are not supported");
    const long long width = std::strtoll(end + 3, nullptr, 10);
    check_size(file_, width, height);
    header_.width = static_cast<std::uint32_t>(width);
    header_.height = static_cast<std::uint32_t>(height);
  }

  const std::filesystem::path& file_;
  std::string_view rest_;
  HdrHeader header_;
};

class HdrReader : public ImageReader {
 public:
  HdrReader(const std::filesystem::path& file, StbPicture<float> picture, const HdrHeader& header)
      : file_(file), picture_(std::move(picture)) {
    if (picture_.width != header.width || picture_.height != header.height || picture_.channels != 3) {
      throw files::Error(file_, "corrupt: two different sizes in the Radiance HDR header");
    }
    info_ = {header.width, header.height, TexelFormat::rgba32f};
    channels_ = 3;
    for (std::size_t i = 0; i < scale_.size(); ++i) scale_[i] = static_cast<float>(1.0 / header.divisor[i]);
  }

  void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) override {
    check_rows(file_, info_, first_row, row_count);
    const float* in = picture_.samples.get() + std::size_t{first_row} * info_.width * 3;
    float* out = static_cast<float*>(texels);
    for (std::size_t i = std::size_t{row_count} * info_.width; i > 0; --i, in += 3, out += 4) {
      for (std::size_t c = 0; c < 3; ++c) out[c] = in[c] * scale_[c];
      out[3] = 1.0f;
    }
  }

 private:
  std::filesystem::path file_;
  StbPicture<float> picture_;
  std::array<float, 3> scale_{};
};

}  // namespace

std::unique_ptr<ImageReader> open_hdr(const std::filesystem::path& file) {
  const std::vector<unsigned char> bytes = read_bytes(file);
  const HdrHeader header = HeaderParser(file, bytes).parse();
  // A run of two bytes covers 127 samples of four, so a byte stands for 16 texels at most.
  constexpr std::uint64_t kTexelsPerByte = 16;
  check_plausible(file, header.width, header.height, std::uint64_t{header.width} * header.height,
                  bytes.size() * kTexelsPerByte, bytes.size());
  const DecodeMemory memory(file, header.width, header.height, 3 * sizeof(float));
  return std::make_unique<HdrReader>(file, stb_decode_hdr(file, bytes), header);
}

}  // namespace image_io::internal
