// SPDX-License-Identifier: MIT
// Headers of Radiance pictures, after Ward's "The RADIANCE Picture File Format" and what programs write.
#include "image_io/radiance_header.h"

#include <cmath>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "image_io/internal.h"

namespace image_io::internal {
namespace {

constexpr std::string_view kSpace = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

class HeaderParser {
 public:
  HeaderParser(const std::filesystem::path& file, std::string_view bytes) : file_(file), bytes_(bytes), rest_(bytes) {}

  RadianceHeader parse() {
    next_line();  // "#?" and a program's name
    for (std::string_view line = next_line(); !line.empty(); line = next_line()) take(line);
    if (!has_format_) fail("corrupt: no known FORMAT line in the Radiance HDR header");
    if (is_xyz_) header_.chromaticities = Chromaticities{1, 0, 0, 1, 0, 0, 1.0f / 3.0f, 1.0f / 3.0f};
    for (const double divisor : header_.divisor) {
      if (!std::isnormal(divisor)) fail("corrupt: EXPOSURE and COLORCORR together are out of range");
    }
    parse_size(next_line());
    header_.size_bytes = bytes_.size() - rest_.size();
    return header_;
  }

 private:
  [[noreturn]] void fail(const std::string& reason) const { throw files::Error(file_, reason); }

  /// The line without its end, LF or CR LF.
  std::string_view next_line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) fail("truncated in the Radiance HDR header");
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  /// A line that begins otherwise is history: what a program did, indented lines of an earlier picture's header.
  void take(std::string_view line) {
    const auto value_of = [&](std::string_view name) -> std::optional<std::string> {
      if (!line.starts_with(name) || !line.substr(name.size()).starts_with('=')) return std::nullopt;
      return std::string(trimmed(line.substr(name.size() + 1)));
    };
    if (const auto format = value_of("FORMAT")) {
      is_xyz_ = format == "32-bit_rle_xyze";
      has_format_ = is_xyz_ || format == "32-bit_rle_rgbe";
    }
    if (const auto text = value_of("EXPOSURE")) {
      const double exposure = numbers("EXPOSURE", *text, 1, /*are_positive=*/true)[0];
      for (double& divisor : header_.divisor) divisor *= exposure;
    }
    if (const auto text = value_of("COLORCORR")) {
      const std::vector<double> factors = numbers("COLORCORR", *text, 3, /*are_positive=*/true);
      for (std::size_t i = 0; i < factors.size(); ++i) header_.divisor[i] *= factors[i];
    }
    if (const auto text = value_of("PIXASPECT")) {
      header_.pixel_aspect /= numbers("PIXASPECT", *text, 1, /*are_positive=*/true)[0];  // height to width
    }
    if (const auto text = value_of("PRIMARIES")) {
      const std::vector<double> xy = numbers("PRIMARIES", *text, 8, /*are_positive=*/false);
      Chromaticities primaries;
      for (std::size_t i = 0; i < xy.size(); ++i) primaries[i] = static_cast<float>(xy[i]);
      header_.chromaticities = named_chromaticities(primaries);
    }
  }

  std::vector<double> numbers(const char* name, const std::string& text, std::size_t count, bool are_positive) const {
    std::vector<double> values;
    const char* at = text.c_str();
    while (values.size() < count) {
      char* end = nullptr;
      const double value = std::strtod(at, &end);
      if (end == at || !std::isfinite(value) || (are_positive && value <= 0.0)) {
        const std::string wanted = count == 1 ? "a number" : std::to_string(count) + " numbers";
        fail("corrupt: " + std::string(name) + " \"" + text.substr(0, 80) + "\" isn't " + wanted +
             (are_positive ? " above 0" : ""));
      }
      values.push_back(value);
      at = end;
    }
    return values;
  }

  /// "-Y 480 +X 640", in either order and with either sign.
  void parse_size(std::string_view line) {
    std::vector<std::string> words;
    for (line = trimmed(line); !line.empty() && words.size() <= 4; line = trimmed(line)) {
      words.emplace_back(line.substr(0, line.find_first_of(kSpace)));
      line.remove_prefix(words.back().size());
    }
    if (words.size() != 4 || !parse_axis(words[0], words[1]) || !parse_axis(words[2], words[3]) || !x_size_ ||
        !y_size_) {
      fail("corrupt: the Radiance HDR header has no size such as \"-Y height +X width\"");
    }
    check_size(file_, *x_size_, *y_size_);
    header_.x.size = static_cast<std::uint32_t>(*x_size_);
    header_.y.size = static_cast<std::uint32_t>(*y_size_);
    header_.has_columns = words[0][1] == 'X';
  }

  bool parse_axis(const std::string& axis, const std::string& number) {
    if (axis.size() != 2 || (axis[0] != '-' && axis[0] != '+') || (axis[1] != 'X' && axis[1] != 'Y')) return false;
    char* end = nullptr;
    const long long size = std::strtoll(number.c_str(), &end, 10);
    (axis[1] == 'X' ? x_size_ : y_size_) = size;
    (axis[1] == 'X' ? header_.x : header_.y).is_reversed = axis[0] == (axis[1] == 'X' ? '-' : '+');
    return *end == '\0';
  }

  const std::filesystem::path& file_;
  const std::string_view bytes_;
  std::string_view rest_;
  RadianceHeader header_;
  std::optional<long long> x_size_, y_size_;  ///< as the file says, not checked
  bool has_format_ = false;
  bool is_xyz_ = false;
};

}  // namespace

RadianceHeader parse_radiance_header(const std::filesystem::path& file, std::span<const unsigned char> bytes) {
  return HeaderParser(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}).parse();
}

}  // namespace image_io::internal
