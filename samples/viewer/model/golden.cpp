// SPDX-License-Identifier: MIT
// Capture, saving and loading of a golden.
#include "viewer/model/golden.h"

#include <utility>

#include "image_io/code_image.h"
#include "image_io/image_file.h"

namespace viewer {

void Golden::capture(VkExtent2D extent, std::span<const std::byte> rgba) {
  extent_ = extent;
  rgba_.assign(rgba.begin(), rgba.end());
}

void Golden::save(const std::filesystem::path& file, const files::OutputGuard& inputs) const {
  inputs.check_output(file);
  image_io::write_png(file, extent_.width, extent_.height, rgba_.data());
}

void Golden::load(const std::filesystem::path& file) {
  image_io::CodeImage image = image_io::read_code_image(file);
  if (image.samples != image_io::CodeImage::Samples::codes8) throw files::Error(file, "a golden has 8 bits");
  extent_ = {image.width, image.height};
  rgba_ = std::move(image.texels);
}

}  // namespace viewer
