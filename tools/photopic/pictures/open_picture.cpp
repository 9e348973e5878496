// SPDX-License-Identifier: MIT
// Opening of pictures, and what is told about a choice among their layers.
#include "photopic/pictures/open_picture.h"

#include "arguments/errors.h"

namespace cli {

void tell_choice(const std::filesystem::path& file, const image_io::Facts& facts) {
  if (!facts.note.empty()) arguments::print_error("photopic", file.string() + ": " + facts.note);
}

std::unique_ptr<image_io::ImageReader> open_picture(const std::filesystem::path& file,
                                                    const image_io::ReadOptions& options) {
  auto reader = image_io::open_image(file, options);
  tell_choice(file, reader->facts());
  return reader;
}

}  // namespace cli
