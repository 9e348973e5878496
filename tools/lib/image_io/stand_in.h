// SPDX-License-Identifier: MIT
// Files that stand where a picture should be: Git LFS pointers and HTML pages.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_STAND_IN_H
#define PHOTOPIC_TOOLS_IMAGE_IO_STAND_IN_H

#include <filesystem>
#include <string_view>

#include "files/error.h"

namespace image_io {

/// The picture isn't damaged: it was never fetched. what() says how to get it.
class StandIn : public files::Error {
 public:
  using files::Error::Error;
};

/// How many bytes of a file tell.
inline constexpr std::size_t kStandInBytes = 256;

/// Throws StandIn if a file that begins with `start` is a Git LFS pointer or an HTML page.
void check_stand_in(const std::filesystem::path& file, std::string_view start);

}  // namespace image_io

#endif
