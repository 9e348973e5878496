// SPDX-License-Identifier: MIT
// Tags of picture files: statements about their texels.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_TAGS_H
#define PHOTOPIC_TOOLS_IMAGE_IO_TAGS_H

#include <map>
#include <string>

namespace image_io {

/// By what it is about, as text to be shown and compared. Nothing of it has been applied: texels are as stored.
/// - PNG: "gamma (gAMA)" and "chromaticities (cHRM)" (not sRGB's beside sRGB, which says the same), "sRGB",
///   "mastering display (mDCV)", "light levels (cLLI)"
/// - PNG, AVIF, JPEG XL: "cICP"
/// - PNG, JPEG, TIFF, WebP, AVIF, JPEG XL: "colour profile (ICC)", its size and checksum, of BMP too;
///   "orientation (EXIF)" unless it is 1, upright
/// - JPEG: "gain map", size and checksum of what follows the picture; "colour space" unless it is RGB or grey
/// - TIFF: "alpha" where it is premultiplied, or a sample that the file doesn't call alpha
/// - OpenEXR: "layer" unless it is the only part's channels without a prefix
/// - OpenEXR: "white luminance", cd/m^2 of 1
/// - OpenEXR, Radiance: "pixel aspect ratio" (width to height) unless it is 1, "chromaticities" unless they are
/// BT.709's;
///   of TIFF, too
using Tags = std::map<std::string, std::string>;

inline constexpr const char* kTagCicp = "cICP";
inline constexpr const char* kTagLayer = "layer";
inline constexpr const char* kTagPixelAspect = "pixel aspect ratio";
inline constexpr const char* kTagChromaticities = "chromaticities";

/// Those of a picture without a file whose codes are sRGB, as create_png() writes them.
inline Tags srgb_tags() { return {{"sRGB", "perceptual"}}; }

}  // namespace image_io

#endif
