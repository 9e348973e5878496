// SPDX-License-Identifier: MIT
// Inks of a CMYK JPEG.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_JPEG_CMYK_DECODER_H
#define PHOTOPIC_TOOLS_IMAGE_IO_JPEG_CMYK_DECODER_H

#include "image_io/jpeg/jpeg_segments.h"

namespace image_io::internal {

/// Adobe's number for YCCK: the first three inks are coded as YCbCr.
inline constexpr unsigned kAdobeYcck = 2;

/// `texels` takes four bytes for each texel, 255 = full ink. Files by Adobe's programs, which hold the inverse, are
/// inverted. Throws Error, also for damage that libjpeg would bridge.
void decode_cmyk_jpeg(const std::filesystem::path& file, Bytes bytes, const JpegSegments& segments, std::byte* texels);

}  // namespace image_io::internal

#endif
