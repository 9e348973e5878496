// SPDX-License-Identifier: MIT
// Many frames on one page: thumbnails in reading order, each with its caption.
#ifndef PHOTOPIC_TOOLS_PLOT_CONTACT_SHEET_H
#define PHOTOPIC_TOOLS_PLOT_CONTACT_SHEET_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "plot/picture.h"

namespace plot {

class ContactSheet {
 public:
  /// Throws std::invalid_argument unless there is at least one column and tiles are kMinTileWidth_px wide or wider.
  ContactSheet(std::uint32_t columns, std::uint32_t tile_width_px, std::string title);

  static constexpr std::uint32_t kMinTileWidth_px = 32;

  /// Takes a thumbnail of a tightly packed sRGB picture and keeps nothing else of it; its alpha is ignored. Scaled as
  /// a whole to the tile width, or to less where it would stand taller than twice that. Throws std::invalid_argument
  /// for a picture without texels.
  void add(const std::uint8_t* rgba, std::uint32_t width, std::uint32_t height, const std::string& caption);

  std::size_t size() const { return tiles_.size(); }

  /// The page with all tiles so far. Captions shrink and then end in an ellipsis rather than leave their column.
  /// Throws std::logic_error when there is no tile, std::runtime_error when cairo refuses (a side over 32767 pixels).
  Picture draw() const;

 private:
  struct Tile {
    Picture picture;
    std::string caption;
  };

  std::uint32_t columns_;
  std::uint32_t tile_width_px_;
  std::string title_;
  std::vector<Tile> tiles_;
};

/// `rgba` scaled to width x height by averaging area in linear light. The result is opaque.
Picture area_average(const std::uint8_t* rgba, std::uint32_t from_width, std::uint32_t from_height,
                     std::uint32_t to_width, std::uint32_t to_height);

}  // namespace plot

#endif
