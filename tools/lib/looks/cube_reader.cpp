// SPDX-License-Identifier: MIT
// .cube files, read line by line.
#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "files/text_file.h"
#include "looks/cube_file.h"
#include "looks/numbers.h"

namespace looks {
namespace {

constexpr std::size_t kMaxLineBytes = 4096;       ///< Adobe's limit is 250
constexpr std::uint64_t kMinRowBytes = 6;         ///< "0 0 0" and the line's end
constexpr std::uint64_t kCommentBytes = 1 << 20;  ///< of titles, comments and empty lines, and
constexpr std::uint64_t kMaxRowBytes = 256;       ///< of these for each row

std::string upper_case(std::string_view word) {
  std::string upper(word);
  for (char& letter : upper) {
    if (letter >= 'a' && letter <= 'z') letter = static_cast<char>(letter - 'a' + 'A');
  }
  return upper;
}

constexpr std::string_view kBlanksOfLine = " \t\f\v";
constexpr std::string_view kEndMarks{"\0\x1a", 2};  ///< of C strings, of CP/M's text

/// A byte order mark, or letters with zeros between them.
bool is_utf16(std::string_view first_line) {
  return first_line.starts_with("\xff\xfe") || first_line.starts_with("\xfe\xff") ||
         (first_line.size() >= 2 && (first_line[0] == '\0') != (first_line[1] == '\0'));
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(kBlanksOfLine), text.size());
  return text.substr(begin, text.find_last_not_of(kBlanksOfLine) + 1 - begin);
}

/// A line of the header that may be there once.
template <typename Value>
struct Said {
  Value value = {};
  std::uint64_t line = 0;  ///< 0: it isn't there

  explicit operator bool() const { return line != 0; }
};

class CubeReader {
 public:
  explicit CubeReader(const std::filesystem::path& file) : lines_(file, kMaxLineBytes) {}

  Lut read() {
    while (const std::optional<std::string_view> line = lines_.next()) {
      take(*line);
      if (lines_.bytes_read() > kCommentBytes + kMaxRowBytes * rows_wanted_) {
        fail(rows_wanted_ == 0 ? "no row of a table in " + std::to_string(kCommentBytes >> 20) + " MiB"
                               : "more text than a table of this size needs");
      }
    }
    if (!has_rows_) begin_rows();
    if (const std::uint64_t rows = row_count(); rows < rows_wanted_) {
      fail("the file ends after " + std::to_string(rows) + " of " + std::to_string(rows_wanted_) + " rows");
    }
    return std::move(lut_);
  }

 private:
  using Rgb = std::array<float, 3>;

  [[noreturn]] void fail(const std::string& reason) const {
    lines_.fail(std::max<std::uint64_t>(lines_.number(), 1), reason);
  }

  void take(std::string_view line) {
    if (lines_.number() == 1 && is_utf16(line)) fail("the text is UTF-16: save it as UTF-8");
    const std::string_view before_mark = line.substr(0, line.find_last_not_of(kEndMarks) + 1);
    const std::string_view text = trimmed(before_mark);
    if (has_ended_ && !text.empty()) fail("text after the mark of its end");
    has_ended_ |= before_mark.size() != line.size();
    if (text.empty() || text.starts_with('#')) return;
    const std::size_t keyword_size = std::min(text.find_first_of(kBlanksOfLine), text.size());
    if (upper_case(text.substr(0, keyword_size)) == "TITLE") return take_title(trimmed(text.substr(keyword_size)));
    split(text.substr(0, text.find('#')), words_);
    const std::string first = upper_case(words_[0]);
    const bool is_word = (first[0] >= 'A' && first[0] <= 'Z') || first[0] == '_';
    if (is_word && first != "NAN" && first != "INF" && first != "INFINITY") return take_keyword(first);
    take_row();
  }

  /// Anywhere: it changes nothing of the tables.
  void take_title(std::string_view text) {
    if (text.starts_with('"')) text = text.substr(1, text.find('"', 1) - 1);
    lut_.title = text;
  }

  void take_keyword(const std::string& keyword) {
    if (keyword == "LUT_1D_SIZE") return take_size(keyword, kMaxCurveSize, curve_size_);
    if (keyword == "LUT_3D_SIZE") return take_size(keyword, kMaxCubeSize, cube_size_);
    if (keyword == "DOMAIN_MIN") return take_numbers<3>(keyword, domain_min_);
    if (keyword == "DOMAIN_MAX") return take_numbers<3>(keyword, domain_max_);
    if (keyword == "LUT_1D_INPUT_RANGE") return take_numbers<2>(keyword, curve_range_);
    if (keyword == "LUT_3D_INPUT_RANGE") return take_numbers<2>(keyword, cube_range_);
    fail("'" + std::string(words_[0].substr(0, 40)) + "' is neither a number nor a keyword that is known");
  }

  void check_in_header(const std::string& keyword) const {
    if (has_rows_) fail(keyword + " after the first row of a table");
  }

  void take_size(const std::string& keyword, std::uint32_t most, Said<std::uint32_t>& size) {
    begin_value(keyword, 1, size.line);
    const std::string_view word = words_[1];
    const char* const end = word.data() + word.size();
    const auto [stop, error] = std::from_chars(word.data(), end, size.value);
    if (stop != end || error != std::errc() || size.value < 2 || size.value > most) {
      fail(keyword + ": '" + std::string(word.substr(0, 40)) + "' is not a whole number from 2 to " +
           std::to_string(most));
    }
  }

  template <std::size_t count>
  void take_numbers(const std::string& keyword, Said<std::array<float, count>>& numbers) {
    begin_value(keyword, count, numbers.line);
    for (std::size_t i = 0; i < count; ++i) numbers.value[i] = number(words_[i + 1]);
  }

  void begin_value(const std::string& keyword, std::size_t count, std::uint64_t& line) const {
    check_in_header(keyword);
    if (line != 0) fail(keyword + " a second time; the first is in line " + std::to_string(line));
    line = lines_.number();
    if (words_.size() == count + 1) return;
    fail(keyword + ": " + std::to_string(words_.size() - 1) + " words where " + std::to_string(count) +
         (count == 1 ? " is due" : " are due"));
  }

  float number(std::string_view word) const {
    try {
      return parse_float(word);
    } catch (const NumberError& error) {
      fail(error.what());
    }
  }

  // ---- rows ----

  /// After the header: tables without rows.
  void begin_rows() {
    if (!curve_size_ && !cube_size_) fail("no LUT_1D_SIZE and no LUT_3D_SIZE before the first row");
    const std::uint64_t curve_rows = curve_size_.value, cube_rows = cube_nodes(cube_size_.value);
    rows_wanted_ = curve_rows + cube_rows;
    const std::optional<std::uint64_t> bytes = lines_.size_bytes();
    if (bytes && *bytes + 1 < rows_wanted_ * kMinRowBytes) {
      fail("the header asks for " + std::to_string(rows_wanted_) + " rows, more than a file of " +
           std::to_string(*bytes) + " bytes can hold");
    }
    has_rows_ = true;
    const auto make = [&](std::optional<Table>& table, std::uint32_t size, const Domain& domain, std::uint64_t rows) {
      if (size == 0) return;
      table = {size, domain, {}};
      if (bytes) table->nodes.reserve(rows);
    };
    make(lut_.curves, curve_size_.value, domain("LUT_1D_INPUT_RANGE", curve_range_), curve_rows);
    make(lut_.cube, cube_size_.value, domain("LUT_3D_INPUT_RANGE", cube_range_), cube_rows);
  }

  Domain domain(const std::string& keyword, const Said<std::array<float, 2>>& range) const {
    Domain said;
    if (domain_min_) said.min = domain_min_.value;
    if (domain_max_) said.max = domain_max_.value;
    const bool is_for_two = curve_size_ && cube_size_;
    const std::uint64_t line = range ? range.line : std::max(domain_min_.line, domain_max_.line);
    if (is_for_two && said != Domain()) {
      lines_.fail(std::max(domain_min_.line, domain_max_.line),
                  "a domain of two tables; LUT_1D_INPUT_RANGE and LUT_3D_INPUT_RANGE say of which");
    }
    if (range) {
      Domain ranged;
      ranged.min.fill(range.value[0]);
      ranged.max.fill(range.value[1]);
      if (!is_for_two && (domain_min_ || domain_max_) && said != ranged) {
        lines_.fail(line, keyword + " says something else than DOMAIN_MIN and DOMAIN_MAX");
      }
      said = ranged;
    }
    for (std::size_t c = 0; c < 3; ++c) {
      const float width = said.max[c] - said.min[c];
      if (width >= FLT_MIN && std::isfinite(width)) continue;
      lines_.fail(line, "the domain isn't from a number to a larger one");
    }
    return said;
  }

  std::uint64_t row_count() const {
    return (lut_.curves ? lut_.curves->nodes.size() : 0) + (lut_.cube ? lut_.cube->nodes.size() : 0);
  }

  void take_row() {
    if (words_.size() != 3) {
      const std::string first(words_[0].substr(0, 40));
      fail("'" + first + (words_[0].size() > 40 ? "..." : "") + "' begins a row of " + std::to_string(words_.size()) +
           (words_.size() == 1 ? " number" : " numbers") + ", not of 3");
    }
    const Rgb row = {number(words_[0]), number(words_[1]), number(words_[2])};
    if (!has_rows_) begin_rows();
    const bool is_curve = lut_.curves && lut_.curves->nodes.size() < lut_.curves->size;
    if (!is_curve && row_count() == rows_wanted_) {
      fail("more rows than the " + std::to_string(rows_wanted_) + " of the header");
    }
    (is_curve ? lut_.curves : lut_.cube)->nodes.push_back(row);
  }

  files::LineReader lines_;
  std::vector<std::string_view> words_;  ///< of the line
  Said<std::uint32_t> curve_size_, cube_size_;
  Said<Rgb> domain_min_, domain_max_;
  Said<std::array<float, 2>> curve_range_, cube_range_;
  bool has_rows_ = false;
  bool has_ended_ = false;  ///< by a mark
  std::uint64_t rows_wanted_ = 0;
  Lut lut_;
};

}  // namespace

Lut read_cube(const std::filesystem::path& file) { return CubeReader(file).read(); }

}  // namespace looks
