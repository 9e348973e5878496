// SPDX-License-Identifier: MIT
// Tags of picture files: statements about their texels.
#ifndef PHOTOPIC_SAMPLES_IMAGE_IO_TAGS_H
#define PHOTOPIC_SAMPLES_IMAGE_IO_TAGS_H

#include <map>
#include <string>

namespace image_io {

/// By what it is about, as text to be shown and compared. Nothing of it has been applied: texels are as stored.
/// - PNG: "gamma (gAMA)" (not 0.45455 beside sRGB, which says the same), "sRGB", "cICP",
///   "mastering display (mDCV)", "light levels (cLLI)"
/// - PNG, JPEG, TIFF, WebP: "colour profile (ICC)", its size and checksum, of BMP too; "orientation (EXIF)" unless it
///   is 1, upright
/// - TIFF: "alpha" where it is premultiplied, or a sample that the file doesn't call alpha
/// - OpenEXR: "layer" unless it is the only part's channels without a prefix
/// - OpenEXR, Radiance: "pixel aspect ratio" (width to height) unless it is 1, "chromaticities" unless they are
/// BT.709's
using Tags = std::map<std::string, std::string>;

inline constexpr const char* kTagCicp = "cICP";
inline constexpr const char* kTagLayer = "layer";
inline constexpr const char* kTagPixelAspect = "pixel aspect ratio";
inline constexpr const char* kTagChromaticities = "chromaticities";

/// Those of a picture without a file whose codes are sRGB, as create_png() writes them.
inline Tags srgb_tags() { return {{"sRGB", "perceptual"}}; }

}  // namespace image_io

#endif
