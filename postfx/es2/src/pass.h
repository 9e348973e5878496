// SPDX-License-Identifier: MIT
// One draw of a full-screen pass.
#ifndef PHOTOPIC_SRC_ES2_PASS_H
#define PHOTOPIC_SRC_ES2_PASS_H

#include "array.h"

namespace photopic::es2 {

/// Texels.
struct Rect {
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  std::uint32_t width = 0;
  std::uint32_t height = 0;
};

/// All of a tile.
inline Rect rect_of(const Tile& tile) { return {0, 0, tile.width, tile.height}; }

class Pass {
 public:
  /// The program in use from here on.
  Pass(Context::Impl& context, const char* function, const ProgramKey& key) noexcept;
  /// Not ok: the program can't be made; nothing below may be called.
  Status status() const { return status_; }

  // Uniforms that a program lacks are ignored.
  void set(const char* name, float value) const noexcept;
  void set(const char* name, float x, float y) const noexcept;
  /// Sampler `name` and `name`_scale; units are given out in the order of calls, those of a draw from 0 on.
  void bind(const char* name, const Tile& tile) noexcept;

  /// Draws to a rectangle of a texture of ours.
  void draw(std::uint32_t texture, const Rect& rect) noexcept;
  /// Draws to the framebuffer that is bound. The units of bind() are given out anew.
  void draw(const Rect& rect) noexcept;

 private:
  const Context::Impl& context_;
  std::uint32_t program_ = 0;
  Status status_;  // of finding the program
  std::uint32_t unit_ = 0;
};

}  // namespace photopic::es2

#endif
