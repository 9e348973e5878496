// SPDX-License-Identifier: MIT
// OpenEXR pictures in absolute light.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_EXR_WHITE_LUMINANCE_H
#define PHOTOPIC_TOOLS_IMAGE_IO_EXR_WHITE_LUMINANCE_H

#include <memory>

#include "image_io/image_file.h"

namespace image_io::internal {

/// The picture times `factor`, as floats.
std::unique_ptr<ImageReader> scaled(const std::filesystem::path& file, std::unique_ptr<ImageReader> picture,
                                    double factor);

}  // namespace image_io::internal

#endif
