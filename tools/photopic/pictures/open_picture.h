// SPDX-License-Identifier: MIT
// Opening of a picture that a command was given.
#ifndef PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_OPEN_PICTURE_H
#define PHOTOPIC_TOOLS_PHOTOPIC_PICTURES_OPEN_PICTURE_H

#include <filesystem>
#include <memory>

#include "image_io/image_file.h"

namespace cli {

/// A line on stderr if the reader chose among several things: which it takes, and how to have another.
void tell_choice(const std::filesystem::path& file, const image_io::Facts& facts);

/// As image_io::open_image(); tells the choice.
std::unique_ptr<image_io::ImageReader> open_picture(const std::filesystem::path& file,
                                                    const image_io::ReadOptions& options);

}  // namespace cli

#endif
