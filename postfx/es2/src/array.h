// SPDX-License-Identifier: MIT
// Arrays as operations see them. The caller has begun a Call.
#ifndef PHOTOPIC_SRC_ES2_ARRAY_H
#define PHOTOPIC_SRC_ES2_ARRAY_H

#include <memory>
#include <span>

#include "context.h"

namespace photopic::es2 {

/// A texture, and the elements that it holds: those of one rectangle of the array.
struct Tile {
  std::uint32_t texture = 0;
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

struct Array::Impl {
  ~Impl();

  const Context::Impl* context = nullptr;
  Size size;
  std::uint32_t columns = 0;  ///< tiles
  std::uint32_t rows = 0;
  std::unique_ptr<Tile[]> tiles;  ///< row by row; all but the last of a row and column have sides of Context::max_side

  std::span<const Tile> all() const { return {tiles.get(), std::size_t{columns} * rows}; }
  /// The tile that holds an element.
  const Tile& tile_of(std::uint32_t x, std::uint32_t y) const {
    return tiles[std::size_t{y / context->max_side} * columns + x / context->max_side];
  }
};

/// An array's textures; their contents undefined.
Status make_array(const Context::Impl& context, const char* function, Size size,
                  std::unique_ptr<Array::Impl>* out) noexcept;
/// width * height floats.
void upload_elements(const Array::Impl& array, const float* values) noexcept;
void download_elements(const Array::Impl& array, float* values) noexcept;

/// Checks of arguments, reported. `name` is the argument's; null `array` is an empty one.
Status check_array(const Context::Impl& context, const char* function, const char* name,
                   const Array::Impl* array) noexcept;
/// Of an array to be made.
Status check_extent(const Context::Impl& context, const char* function, Size size) noexcept;
Status check_size(const Context::Impl& context, const char* function, const char* name, Size size,
                  Size expected) noexcept;
/// Also that it is none of the inputs.
Status check_output(const Context::Impl& context, const char* function, const Array::Impl* output, Size expected,
                    std::span<const Array::Impl* const> inputs) noexcept;

}  // namespace photopic::es2

#endif
