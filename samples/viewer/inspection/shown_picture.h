// SPDX-License-Identifier: MIT
// Picture that the window shows, as it is saved.
#ifndef PHOTOPIC_SAMPLES_VIEWER_INSPECTION_SHOWN_PICTURE_H
#define PHOTOPIC_SAMPLES_VIEWER_INSPECTION_SHOWN_PICTURE_H

#include <photopic/settings.h>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "viewer/model/model.h"

namespace viewer {

struct ShownPicture {
  VkExtent2D extent = {};
  std::vector<std::byte> texels;  ///< of session::picture_format(), row by row
  photopic::DisplaySettings display;
  std::string left_out;  ///< what the window shows, too, and the texels don't; empty: nothing
};

/// The picture at its own size, without interface, zoom and channels. With two files: the map of differences, the other
/// file, or both files at the line of a wipe. Waits for the queue.
ShownPicture read_shown(const Model& model);

/// Puts the first columns of `other` over those of `picture`, up to the share `split` of the width, as the window does.
/// Both have `width` texels a row and the same format.
void wipe_rows(std::span<const std::byte> other, std::size_t width, std::size_t height, float split,
               std::span<std::byte> picture);

}  // namespace viewer

#endif
