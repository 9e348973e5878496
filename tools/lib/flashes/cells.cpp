// SPDX-License-Identifier: MIT
// Averages of pictures by cells, and IRIS' means.
#include "flashes/cells.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

#include "files/error.h"

namespace flashes {
namespace {

static_assert(std::endian::native == std::endian::little);  // loads of several codes

using image_io::CodeImage;
using reference::Rgb;

/// Decodes a picture row by row.
class Rows {
 public:
  Rows(const CodeImage& image, const std::filesystem::path& file, const Light& light)
      : image_(image), file_(file), light_(light), row_(std::size_t{image.width} * 3) {}

  const std::vector<float>& at(std::uint32_t y) {
    const std::size_t bytes = std::size_t{image_.width} * texel_bytes(image_.samples);
    if (!light_.decode(image_.texels.data() + bytes * y, image_.width, row_.data())) fail(y);
    return row_;
  }

 private:
  [[noreturn]] void fail(std::uint32_t y) {
    std::uint32_t x = 0;
    const std::size_t texel = texel_bytes(image_.samples);
    const std::byte* const begin = image_.texels.data() + std::size_t{image_.width} * texel * y;
    while (x + 1 < image_.width && light_.decode(begin + texel * x, 1, row_.data())) ++x;
    throw files::Error(file_, "the pixel at (" + std::to_string(x) + ", " + std::to_string(y) + ") isn't finite");
  }

  const CodeImage& image_;
  const std::filesystem::path& file_;
  const Light& light_;
  std::vector<float> row_;
};

/// Texels of one cell along an axis, and how much of the first and the last is in it, in parts of 1 / count.
struct Span {
  std::uint32_t begin = 0, end = 0;
  double first = 0.0, last = 0.0;  ///< 1 in the middle; of a single texel, both are its share
};

std::vector<Span> spans_of(std::uint32_t side, std::uint32_t count) {
  std::vector<Span> spans(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint64_t from = std::uint64_t{i} * side, to = from + side;
    Span& span = spans[i];
    span.begin = std::uint32_t(from / count);
    span.end = std::uint32_t((to + count - 1) / count);
    const auto share = [&](std::uint64_t texel) {
      return double(std::min((texel + 1) * count, to) - std::max(texel * count, from)) / double(count);
    };
    span.first = share(span.begin);
    span.last = share(span.end - 1);
  }
  return spans;
}

Rgb sum_of(const std::vector<float>& row, const Span& span) {
  Rgb sum;
  const auto add = [&](std::uint32_t x, double share) {
    sum.r += share * double(row[3 * x]);
    sum.g += share * double(row[3 * x + 1]);
    sum.b += share * double(row[3 * x + 2]);
  };
  add(span.begin, span.first);
  if (span.end - span.begin == 1) return sum;
  for (std::uint32_t x = span.begin + 1; x + 1 < span.end; ++x) {
    sum.r += double(row[3 * x]);
    sum.g += double(row[3 * x + 1]);
    sum.b += double(row[3 * x + 2]);
  }
  add(span.end - 1, span.last);
  return sum;
}

/// Sums of texels of 8-bit codes by Light::packed(): whole texels as integers, shares of others.
struct CodeSums {
  std::uint64_t red = 0, green = 0, blue = 0;
  Rgb shares;
};

/// Adds a row of one cell, all of which is in it.
void add_codes(const std::byte* row, const Span& span, const Light& light, CodeSums& sums) {
  const Light::PackedTable& table = *light.packed();
  const auto texel = [&](std::uint32_t x) {
    const std::byte* const codes = row + std::size_t{x} * 4;
    return table[0][std::size_t(codes[0])] + table[1][std::size_t(codes[1])] + table[2][std::size_t(codes[2])];
  };
  std::uint32_t begin = span.begin, end = span.end;
  const auto add_share = [&](std::uint32_t x, double share) {
    const std::uint64_t packed = texel(x);
    const Rgb light_of = light.unpack(packed & Light::kPackedMask, packed >> Light::kPackedBits & Light::kPackedMask,
                                      packed >> 2 * Light::kPackedBits);
    sums.shares = reference::plus(sums.shares, reference::scale(light_of, share));
  };
  if (span.first < 1.0) add_share(begin++, span.first);
  if (span.last < 1.0 && end > begin) add_share(--end, span.last);
  // Two texels with one load: tables are what the loop waits for.
  const auto two_texels = [&](std::uint32_t x) {
    std::uint64_t codes;
    std::memcpy(&codes, row + std::size_t{x} * 4, sizeof codes);
    const auto sum = [&](unsigned shift) {
      return table[0][codes >> shift & 255u] + table[1][codes >> (shift + 8) & 255u] +
             table[2][codes >> (shift + 16) & 255u];
    };
    return sum(0) + sum(32);
  };
  while (begin < end) {
    const std::uint32_t stop = std::min(end, begin + Light::kPackedTexels);
    std::uint64_t packed = 0;
    for (; begin + 2 <= stop; begin += 2) packed += two_texels(begin);
    if (begin < stop) packed += texel(begin++);
    sums.red += packed & Light::kPackedMask;
    sums.green += packed >> Light::kPackedBits & Light::kPackedMask;
    sums.blue += packed >> 2 * Light::kPackedBits;
  }
}

/// Sums of one row of cells, of texels that are in `rows`.
void add_row(const CodeImage& image, Rows& picture, const Light& light, const std::vector<Span>& columns,
             const Span& rows, Rgb* cells) {
  std::vector<CodeSums> sums(light.packed() == nullptr ? 0 : columns.size());
  for (std::uint32_t y = rows.begin; y < rows.end; ++y) {
    const double share = y == rows.begin ? rows.first : y + 1 == rows.end ? rows.last : 1.0;
    if (!sums.empty() && share == 1.0) {
      const std::byte* const row = image.texels.data() + std::size_t{image.width} * 4 * y;
      for (std::size_t c = 0; c < columns.size(); ++c) add_codes(row, columns[c], light, sums[c]);
      continue;
    }
    const std::vector<float>& row = picture.at(y);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      cells[c] = reference::plus(cells[c], reference::scale(sum_of(row, columns[c]), share));
    }
  }
  for (std::size_t c = 0; c < sums.size(); ++c) {
    const Rgb whole = light.unpack(sums[c].red, sums[c].green, sums[c].blue);
    cells[c] = reference::plus(cells[c], reference::plus(whole, sums[c].shares));
  }
}

}  // namespace

reference::FlashCells cells_of(const CodeImage& image, const std::filesystem::path& file, const Light& light) {
  const std::vector<Span> columns = spans_of(image.width, kColumns), rows = spans_of(image.height, kRows);
  reference::FlashCells cells = {kColumns, kRows, std::vector<Rgb>(std::size_t{kColumns} * kRows)};
  Rows picture(image, file, light);
  for (std::uint32_t r = 0; r < kRows; ++r) {
    add_row(image, picture, light, columns, rows[r], cells.means.data() + std::size_t{r} * kColumns);
  }
  const double per_texel = double(kColumns) * double(kRows) / (double(image.width) * double(image.height));
  for (Rgb& mean : cells.means) mean = light.to_bt709(reference::scale(mean, per_texel));
  return cells;
}

IrisPicture iris_picture_of(const CodeImage& image, const std::filesystem::path& file, const Light& light,
                            double white_cd_m2) {
  IrisPicture result;
  result.luminances.reserve(std::size_t{image.width} * image.height);
  Rows picture(image, file, light);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    const std::vector<float>& row = picture.at(y);
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const Rgb color = reference::scale(
          light.to_bt709({double(row[3 * x]), double(row[3 * x + 1]), double(row[3 * x + 2])}), 1.0 / white_cd_m2);
      const double luminance = reference::luminance(color);
      result.luminances.push_back(float(luminance));
      result.luminance += luminance;
      const bool is_red = color.r > 0.0 && color.r >= 0.8 * (color.r + color.g + color.b);
      if (is_red) result.red += 320.0 * std::max(0.0, color.r - color.g - color.b);
    }
  }
  result.luminance /= double(result.luminances.size());
  result.red /= double(result.luminances.size());
  return result;
}

double changed_share(const IrisPicture& before, const IrisPicture& now) {
  std::size_t changed = 0;
  for (std::size_t i = 0; i < now.luminances.size(); ++i) {
    changed += now.luminances[i] != before.luminances[i] ? 1 : 0;
  }
  return double(changed) / double(now.luminances.size());
}

}  // namespace flashes
