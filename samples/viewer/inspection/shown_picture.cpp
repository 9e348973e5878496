// SPDX-License-Identifier: MIT
// Picture that the window shows, read back.
#include "viewer/inspection/shown_picture.h"

#include <algorithm>
#include <cmath>

#include "engine/transfer/image_transfer.h"
#include "viewer/files/file_actions.h"

namespace viewer {

void wipe_rows(std::span<const std::byte> other, std::size_t width, std::size_t height, float split,
               std::span<std::byte> picture) {
  const std::size_t texel_bytes = picture.size() / (width * height);
  const auto columns = std::size_t(std::clamp(std::lround(double(split) * double(width)), 0L, long(width)));
  for (std::size_t row = 0; row < height; ++row) {
    const std::size_t first = row * width * texel_bytes;
    std::ranges::copy(other.subspan(first, columns * texel_bytes), picture.begin() + std::ptrdiff_t(first));
  }
}

ShownPicture read_shown(const Model& model) {
  if (const engine::Image* const difference = model.shown_difference.picture()) {
    return {difference->extent(), engine::read_back(model.context, *difference), {}, {}};
  }
  if (is_other_shown(model, OtherFile::Show::whole)) {
    return {model.other.ldr().extent(), model.other.read(), model.session.ldr_display(), {}};
  }
  const VkExtent2D extent = model.session.extent();
  ShownPicture shown = {extent, read_picture(model), model.session.ldr_display(), {}};
  if (!is_other_shown(model, OtherFile::Show::wipe)) return shown;
  const VkExtent2D other = model.other.ldr().extent();
  if (other.width == extent.width && other.height == extent.height) {
    wipe_rows(model.other.read(), extent.width, extent.height, model.other.split, shown.texels);
  } else {
    shown.left_out = model.other.file().filename().string() + ", which has another size; Shift+F12 saves both";
  }
  return shown;
}

}  // namespace viewer
