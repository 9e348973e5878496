// SPDX-License-Identifier: MIT
// Levels of a pyramid of sums, and the passes between them.
#include "reduction.h"

#include <es2/interface.h>

#include <cmath>
#include <span>

#include "gpu/host/report.h"
#include "gpu/memory/extent.h"
#include "pass.h"

namespace photopic::es2 {
namespace {

constexpr std::uint32_t kBlock = ES2_REDUCE_BLOCK_SIDE;

/// Textures' sides are multiples of a block's, so that blocks lie within a texture, and what becomes of a texture too.
Status reduce_level(Context::Impl& context, const char* function, Shader shader, std::span<const NamedArray> sources,
                    Log2Limits limits, const Array::Impl& target) {
  Pass pass(context, function, {shader});
  if (pass.status() != Status::ok) return pass.status();
  pass.set("log2_limits", limits.min, limits.max);
  pass.set("luminance_limits", std::exp2(limits.min), std::exp2(limits.max));
  const std::span<const Tile> tiles = sources.front().array->all();
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const Tile& source = tiles[i];
    for (const NamedArray& each : sources) pass.bind(each.name, each.array->all()[i]);
    pass.set("source_size", static_cast<float>(source.width), static_cast<float>(source.height));
    const Tile& tile = target.tile_of(source.x / kBlock, source.y / kBlock);
    pass.draw(tile.texture, {source.x / kBlock - tile.x, source.y / kBlock - tile.y, divide_up(source.width, kBlock),
                             divide_up(source.height, kBlock)});
  }
  return Status::ok;
}

}  // namespace

Status Reduction::create(const Context::Impl& context, const char* function, Size source) noexcept {
  Size size = source;
  do {
    size = {divide_up(size.width, kBlock), divide_up(size.height, kBlock)};
    PHOTOPIC_TRY(make_array(context, function, size, &levels_[count_]));
    ++count_;
  } while (size != Size{1, 1});
  return Status::ok;
}

Status Reduction::run(Context::Impl& context, const char* function, Shader shader, std::span<const NamedArray> sources,
                      Log2Limits limits) const noexcept {
  Status status = reduce_level(context, function, shader, sources, limits, *levels_[0]);
  for (std::size_t i = 1; i < count_ && status == Status::ok; ++i) {
    const NamedArray source = {"source", levels_[i - 1].get()};
    status = reduce_level(context, function, Shader::sums, {&source, 1}, limits, *levels_[i]);
  }
  return status;
}

}  // namespace photopic::es2
