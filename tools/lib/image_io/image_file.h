// SPDX-License-Identifier: MIT
// Reading of picture files for the samples and tests: OpenEXR, Radiance HDR, PNG, JPEG, BMP, TGA, and in builds with
// their libraries TIFF, WebP, AVIF and JPEG XL. Writing of OpenEXR, PNG, AVIF and JPEG XL.
// Everything here throws files::Error; nothing is left behind under a final name when a write fails.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_IMAGE_FILE_H
#define PHOTOPIC_TOOLS_IMAGE_IO_IMAGE_FILE_H

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "files/error.h"
#include "image_io/color.h"
#include "image_io/facts.h"

namespace image_io {

/// Layout of one decoded texel: four channels, R G B A, in this order.
enum class TexelFormat { rgba16f, rgba32f };

/// Bytes of one texel: 8 or 16.
constexpr std::size_t texel_bytes(TexelFormat format) { return format == TexelFormat::rgba16f ? 8 : 16; }

struct ImageInfo {
  std::uint32_t width = 0;   ///< texels, 1..kMaxSide
  std::uint32_t height = 0;  ///< texels, 1..kMaxSide
  TexelFormat format = TexelFormat::rgba16f;
};

/// Largest accepted width or height, texels. A header that asks for more is refused before anything is allocated.
inline constexpr std::uint32_t kMaxSide = 65535;

/// What readers may take, in this process; looked at before a picture is decoded. Set before any are read.
struct ReadLimits {
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;  ///< for one picture, and for all that decode at the same time
  std::uint32_t max_side = kMaxSide;                    ///< texels; a device may take less
};
ReadLimits& read_limits();

/// Throws Error for a picture that takes more memory than the limits allow.
void check_memory(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, std::uint64_t bytes);

/// An open picture whose rows are decoded on demand, so that a large file need not stand decoded in memory.
class ImageReader {
 public:
  virtual ~ImageReader() = default;
  const ImageInfo& info() const { return info_; }
  const Facts& facts() const { return facts_; }
  /// Decodes rows [first_row, first_row + row_count) into `texels`, tightly packed, top row first: four channels each,
  /// scene-linear, in the primaries of facts(). Rows may be asked for in any order; ascending is fast. Alpha is 1 where
  /// the file has none. On an error the contents of `texels` are undefined.
  virtual void read_rows(std::uint32_t first_row, std::uint32_t row_count, void* texels) = 0;

 protected:
  ImageInfo info_;
  Facts facts_;
};

/// Opens a picture by its content, not by its name (but TGA, whose content says nothing of it). Throws Error for
/// anything that isn't a readable picture.
/// - OpenEXR: the display window, 0 where there is no data (alpha too if the file has it). `options.layers` say which
///   channels of the flat parts; without a choice, these are preferred, in this order:
///   1. red, green and blue (R, G, B in any of their usual spellings, or Y, RY, BY) without a prefix, of the part whose
///      name is the best by rule 2, else of the first part;
///   2. the layer "beauty", "rgba", "combined" in any case, then one with such a word at the end of its name
///      ("ViewLayer.Combined"), then with one within;
///   3. any layer with red, green and blue;
///   4. one channel as grey: without a prefix, or the only one of its part; alpha doesn't count as one, and beside Y
///      nothing counts but X, which makes it a position.
///   Half stays half, unless one of the channels read is float. Tiles and scanlines are decoded when rows are asked
///   for, so damaged pixels show in read_rows(). After a failed read the reader refuses further ones.
/// - Radiance: EXPOSURE and COLORCORR are divided out.
/// - All others: decoded on opening, held at the file's own depth, turned upright by the file's orientation. Codes
/// become
///   light by the file's cICP, its ICC profile, sRGB, or gamma and chromaticities, in this order of precedence; without
///   any they are sRGB. 1 is white, for PQ and HLG the light of `options.light`. Profiles give BT.709, with channels
///   below 0 outside; all else the primaries of facts(). A JPEG with a gain map gives the HDR rendition. What can't be
///   honoured is in facts().note.
/// - Channels are rgba32f but for OpenEXR. Files without layers are refused with a choice of one.
std::unique_ptr<ImageReader> open_image(const std::filesystem::path& file, const ReadOptions& options = {});

/// The same of a picture whose channels are weights: codes are taken as sRGB's, as stored, whatever the file says of
/// their colours and of its orientation.
std::unique_ptr<ImageReader> open_weights(const std::filesystem::path& file);

/// Of pictures that open_image() reads, in lower case: ".png" and others.
std::span<const char* const> picture_extensions();
/// Whether a file is named as these are, in any case.
bool is_picture_name(const std::filesystem::path& file);

/// A picture decoded whole. `texels` holds width * height * texel_bytes(format) bytes.
struct Image {
  ImageInfo info;
  std::vector<std::byte> texels;
};
Image read_image(const std::filesystem::path& file);

/// A picture being written row by row, top first. Rows go to a temporary file beside the final one; finish() moves it
/// into place in one step. Destroyed without finish(), it removes the temporary file.
class ImageWriter {
 public:
  virtual ~ImageWriter() = default;
  /// `rows`: tightly packed, in the layout the writer was opened with.
  virtual void write_rows(std::uint32_t row_count, const void* rows) = 0;
  virtual void finish() = 0;
};

/// What rows of codes are, and what a file says of them.
struct CodeFormat {
  std::uint32_t bits = 8;   ///< of a code: 8 or 16
  bool keep_alpha = false;  ///< false: the file is RGB
  /// What the file says of its codes, which are written as they are. PNG (third edition): sRGB by that chunk alone;
  /// anything else by cICP, and by mDCV and cLLI if there is something to say.
  ColorEncoding color = {};
};

/// Rows of RGBA codes of 8 bits, or of 16 in the host's byte order.
std::unique_ptr<ImageWriter> create_png(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                        const CodeFormat& format = {});
/// All rows at once, of 8 bits, sRGB-encoded, without alpha.
void write_png(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, const void* rgba);

/// The same as AVIF or JPEG XL, with the colours of every pixel. `quality` is 0 to 100, at which codes are lossless;
/// alpha hardly loses anything at any. AVIF: codes of 16 bits are rounded to 10. JPEG XL: they stay, and the mastering
/// display's peak is its intensity target. Throws Error in builds without their libraries.
std::unique_ptr<ImageWriter> create_avif(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                         const CodeFormat& format, int quality);
std::unique_ptr<ImageWriter> create_jxl(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                        const CodeFormat& format, int quality);

/// Linear BT.709 input in `info.format`; half input is written as half channels, float as float. `scrgb_nits`: of
/// scRGB, cd/m^2 of 1, which the file says (whiteLuminance).
std::unique_ptr<ImageWriter> create_exr(const std::filesystem::path& file, const ImageInfo& info,
                                        const std::optional<double>& scrgb_nits = {});

}  // namespace image_io

#endif
