// SPDX-License-Identifier: MIT
// Layout of a contact sheet.
#include "plot/contact_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <stdexcept>
#include <utility>

#include "plot/canvas.h"

namespace plot {
namespace {

constexpr Color kPage{0.137, 0.137, 0.145};
constexpr Color kTitleInk{0.93, 0.93, 0.93};
constexpr Color kCaptionInk{0.78, 0.78, 0.78};

std::array<float, 256> make_decode_table() {
  std::array<float, 256> table{};
  for (std::size_t code = 0; code < table.size(); ++code) {
    const double value = static_cast<double>(code) / 255.0;
    table[code] = static_cast<float>(value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return table;
}

std::uint8_t encode(float linear) {
  const float value = linear <= 0.0031308F ? 12.92F * linear : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
  return static_cast<std::uint8_t>(std::lround(255.0F * std::clamp(value, 0.0F, 1.0F)));
}

/// The part [begin, end) of a source side that one target texel covers, in source texels.
struct Cover {
  double begin, end;

  Cover(std::uint32_t index, std::uint32_t from, std::uint32_t to)
      : begin(static_cast<double>(index) * from / to), end(static_cast<double>(index + 1.0) * from / to) {}
  std::uint32_t first() const { return static_cast<std::uint32_t>(begin); }
  std::uint32_t last(std::uint32_t from) const {
    return std::min(static_cast<std::uint32_t>(std::ceil(end)), from) - 1;
  }
  float weight(std::uint32_t texel) const {
    const double overlap = std::min(end, texel + 1.0) - std::max(begin, static_cast<double>(texel));
    return static_cast<float>(std::max(overlap, 0.0) / (end - begin));
  }
};

/// Averages one source row into `out`, three linear channels per target texel.
void average_row(const std::uint8_t* row, std::uint32_t from, std::uint32_t to, std::vector<float>& out) {
  static const std::array<float, 256> kDecode = make_decode_table();
  for (std::uint32_t x = 0; x < to; ++x) {
    const Cover cover(x, from, to);
    std::array<float, 3> sum{};
    for (std::uint32_t texel = cover.first(); texel <= cover.last(from); ++texel) {
      const float weight = cover.weight(texel);
      for (std::size_t c = 0; c < 3; ++c) sum[c] += weight * kDecode[row[std::size_t{texel} * 4 + c]];
    }
    for (std::size_t c = 0; c < 3; ++c) out[std::size_t{x} * 3 + c] = sum[c];
  }
}

/// Lengths of a page, pixels.
struct Layout {
  std::uint32_t margin, gap, caption_band, title_band;
  double caption_font, smallest_font, title_font;
};

Layout layout_for(std::uint32_t tile_width_px, bool titled) {
  const double scale = std::clamp(tile_width_px / 320.0, 0.75, 4.0);
  const auto whole = [scale](double px) { return static_cast<std::uint32_t>(std::lround(px * scale)); };
  return {whole(24), whole(16), whole(30), titled ? whole(48) : 0, 13.0 * scale, 9.0 * scale, 20.0 * scale};
}

void draw_caption(const Canvas& canvas, const Layout& layout, const std::string& caption, double left_px,
                  double baseline_px, double max_width_px) {
  const std::string line = printable(caption);
  double font = layout.caption_font;
  canvas.set_font(font);
  constexpr std::size_t kWorthMeasuring = 1024;
  if (line.size() < kWorthMeasuring) {
    const double width = canvas.text_width_px(line);
    if (width > max_width_px) font = std::max(layout.smallest_font, font * 0.995 * max_width_px / width);
  } else {
    font = layout.smallest_font;
  }
  canvas.set_font(font);
  canvas.draw_text(canvas.ellipsised(line, max_width_px), left_px, baseline_px);
}

std::uint32_t checked_side(std::uint64_t pixels) {
  // Cairo refuses anything near this size in its own words.
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(pixels, std::numeric_limits<std::uint32_t>::max()));
}

}  // namespace

Picture area_average(const std::uint8_t* rgba, std::uint32_t from_width, std::uint32_t from_height,
                     std::uint32_t to_width, std::uint32_t to_height) {
  if (rgba == nullptr || from_width == 0 || from_height == 0 || to_width == 0 || to_height == 0) {
    throw std::invalid_argument("area_average: a picture without texels");
  }
  Picture picture{to_width, to_height, {}};
  picture.rgba.reserve(std::size_t{to_width} * to_height * 4);
  std::vector<float> line(std::size_t{to_width} * 3), sum(line.size());
  std::uint32_t held = from_height;  // the source row that `line` holds; neighbours share the row between them
  for (std::uint32_t y = 0; y < to_height; ++y) {
    const Cover cover(y, from_height, to_height);
    std::fill(sum.begin(), sum.end(), 0.0F);
    for (std::uint32_t row = cover.first(); row <= cover.last(from_height); ++row) {
      if (row != held) average_row(rgba + std::size_t{row} * from_width * 4, from_width, to_width, line);
      held = row;
      const float weight = cover.weight(row);
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weight * line[i];
    }
    for (std::size_t x = 0; x < to_width; ++x) {
      for (std::size_t c = 0; c < 3; ++c) picture.rgba.push_back(encode(sum[x * 3 + c]));
      picture.rgba.push_back(255);
    }
  }
  return picture;
}

ContactSheet::ContactSheet(std::uint32_t columns, std::uint32_t tile_width_px, std::string title)
    : columns_(columns), tile_width_px_(tile_width_px), title_(std::move(title)) {
  if (columns == 0 || tile_width_px < kMinTileWidth_px) {
    throw std::invalid_argument("ContactSheet: no columns, or tiles narrower than 32 pixels");
  }
}

void ContactSheet::add(const std::uint8_t* rgba, std::uint32_t width, std::uint32_t height,
                       const std::string& caption) {
  if (rgba == nullptr || width == 0 || height == 0) {
    throw std::invalid_argument("ContactSheet::add: a picture without texels");
  }
  const double aspect = static_cast<double>(height) / width;
  const double tile_width = std::min<double>(tile_width_px_, 2.0 * tile_width_px_ / aspect);
  const auto to_width = static_cast<std::uint32_t>(std::max(1L, std::lround(tile_width)));
  const auto to_height = static_cast<std::uint32_t>(std::max(1L, std::lround(tile_width * aspect)));
  tiles_.push_back({area_average(rgba, width, height, to_width, to_height), caption});
}

Picture ContactSheet::draw() const {
  if (tiles_.empty()) throw std::logic_error("ContactSheet::draw: no tiles");
  const Layout layout = layout_for(tile_width_px_, !title_.empty());
  const std::size_t columns = std::min<std::size_t>(columns_, tiles_.size());
  std::vector<std::uint32_t> row_heights((tiles_.size() + columns - 1) / columns, 0);
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    std::uint32_t& height = row_heights[i / columns];
    height = std::max(height, tiles_[i].picture.height);
  }
  const std::uint64_t width = 2ULL * layout.margin + columns * tile_width_px_ + (columns - 1) * layout.gap;
  std::uint64_t height = 2ULL * layout.margin + layout.title_band + (row_heights.size() - 1) * layout.gap;
  for (const std::uint32_t row : row_heights) height += row + layout.caption_band;

  const Canvas canvas(checked_side(width), checked_side(height), kPage);
  canvas.set_color(kTitleInk);
  canvas.set_font(layout.title_font, true);
  canvas.draw_text(canvas.ellipsised(printable(title_), static_cast<double>(width - 2ULL * layout.margin)),
                   layout.margin, layout.margin + layout.title_font);
  canvas.set_color(kCaptionInk);
  std::uint32_t top = layout.margin + layout.title_band;
  for (std::size_t i = 0; i < tiles_.size(); ++i) {
    const auto column = static_cast<std::uint32_t>(i % columns);
    const Picture& picture = tiles_[i].picture;
    const std::uint32_t left = layout.margin + column * (tile_width_px_ + layout.gap);
    // A narrower tile stands in the middle of its column; the caption keeps to the column.
    canvas.blit(picture.rgba.data(), picture.width, picture.height, left + (tile_width_px_ - picture.width) / 2, top);
    draw_caption(canvas, layout, tiles_[i].caption, left, top + picture.height + 0.62 * layout.caption_band,
                 tile_width_px_);
    if (column + 1 == columns) top += row_heights[i / columns] + layout.caption_band + layout.gap;
  }
  return canvas.finish();
}

}  // namespace plot
