// SPDX-License-Identifier: MIT
// Parts that the sources of photopic_image_io share; not for users of the library.
#ifndef PHOTOPIC_TOOLS_IMAGE_IO_INTERNAL_H
#define PHOTOPIC_TOOLS_IMAGE_IO_INTERNAL_H

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "image_io/code_image.h"
#include "image_io/image_file.h"

namespace image_io::internal {

class GainLayer;

using Bytes = std::span<const unsigned char>;

struct FileCloser {
  void operator()(std::FILE* stream) const { std::fclose(stream); }
};
using FilePtr = std::unique_ptr<std::FILE, FileCloser>;

/// A regular file open for reading.
struct InputFile {
  FilePtr stream;
  std::uint64_t size_bytes = 0;
};

/// Throws Error for what is missing, empty, unreadable or not a regular file.
InputFile open_input(const std::filesystem::path& file);
/// The same of a file in memory, which isn't empty and outlives the result.
InputFile open_memory(const std::filesystem::path& name, std::span<const unsigned char> bytes);

/// Something open for reading from its start to its end: a pipe too, which waits for its writer.
struct InputStream {
  FilePtr stream;
  std::optional<std::uint64_t> size_bytes;  ///< of a regular file, which alone can be read again
};
/// Throws Error for what is missing, unreadable, a folder, or an empty file.
InputStream open_stream(const std::filesystem::path& file);
/// Throws Error, also for a file that is larger than pictures may be in memory.
std::vector<unsigned char> read_bytes(const std::filesystem::path& file);

/// `bytes` zeroed bytes for a picture of that size. Throws Error when there is no memory for them.
std::vector<std::byte> allocate(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                std::size_t bytes);
/// width * height * texel_bytes of them.
std::vector<std::byte> allocate_texels(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                       std::size_t texel_bytes);

/// The memory that a decoder takes while it works: waits until others have left enough, or none works.
class DecodeMemory {
 public:
  /// Throws Error as check_memory().
  DecodeMemory(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, std::uint64_t texel_bytes);
  ~DecodeMemory();
  DecodeMemory(const DecodeMemory&) = delete;
  DecodeMemory& operator=(const DecodeMemory&) = delete;

 private:
  std::uint64_t bytes_;
};

/// "12 MiB", rounded up.
std::string mib_text(std::uint64_t bytes);
/// "1920 x 1080", for messages.
std::string size_text(std::uint64_t width, std::uint64_t height);
/// Refuses sides that are zero or over the limit.
void check_size(const std::filesystem::path& file, std::int64_t width, std::int64_t height);
/// Refuses a picture whose header promises more than `limit_bytes` decoded bytes.
void check_plausible(const std::filesystem::path& file, std::uint64_t width, std::uint64_t height,
                     std::uint64_t decoded_bytes, std::uint64_t limit_bytes, std::uint64_t file_bytes);
/// cd/m^2 of 1.0 where a file says how bright its picture is (ITU-R BT.2408-7: HDR reference white).
inline constexpr double kReferenceWhiteNits = 203.0;

/// "0.3127": as tags and messages have numbers.
std::string six_digits(double number);
/// The chromaticities as Facts have them: nothing where they are BT.709's.
std::optional<Chromaticities> named_chromaticities(const Chromaticities& xy);
/// Puts the tags of what a file says of linear colour. `pixel_aspect`: width to height.
void put_linear_tags(const std::optional<Chromaticities>& chromaticities, double pixel_aspect, Tags& tags);

/// Refuses rows that the picture doesn't have.
void check_rows(const std::filesystem::path& file, const ImageInfo& info, std::uint32_t first_row,
                std::uint32_t row_count);

/// Walks the headers of an OpenEXR file without the library, which allocates what a header asks for. Refuses deep
/// files, data windows of a bad size, and attributes, tile counts and chunk counts that cannot fit in the file.
void check_exr_headers(const std::filesystem::path& file, const InputFile& input);

/// Threads for coding OpenEXR blocks; starts the library's pool on the first call.
int exr_threads();

enum class FileKind { exr, radiance, png, jpeg, tiff, webp, avif, jxl, bmp, tga };
/// By the file's first bytes, and of TGA, which has none of its own, by its name. Throws Error for anything else.
FileKind file_kind(const std::filesystem::path& file);

/// `light`: null leaves numbers as they are stored.
std::unique_ptr<ImageReader> open_exr(const std::filesystem::path& file, const LayerChoice& layers,
                                      const LightChoice* light);
std::vector<std::string> exr_channel_names(const std::filesystem::path& file);
std::unique_ptr<ImageReader> open_radiance(const std::filesystem::path& file);
/// JPEG with all that it takes to make colours of it: inks of CMYK, a gain map.
std::unique_ptr<ImageReader> open_jpeg(const std::filesystem::path& file, const LightChoice& light);
/// Codes as stored: fewer than 8 bits and palettes expanded to 8, grey scaled to 0..255; 16 bits kept.
CodeImage decode_png(const std::filesystem::path& file, InputFile input);
CodeImage decode_jpeg(const std::filesystem::path& file, std::span<const unsigned char> bytes);
CodeImage decode_tiff(const std::filesystem::path& file);
CodeImage decode_webp(const std::filesystem::path& file);
CodeImage decode_avif(const std::filesystem::path& file);
CodeImage decode_jxl(const std::filesystem::path& file);
CodeImage decode_bmp(const std::filesystem::path& file);
CodeImage decode_tga(const std::filesystem::path& file);
/// Of a kind that is decoded whole: all but OpenEXR and Radiance HDR. Throws Error, also for what the build leaves out.
CodeImage decode_coded(FileKind kind, const std::filesystem::path& file);
/// Light of codes, by the picture's facts; upright. `file` is for messages. Throws Error for CMYK without a profile.
std::unique_ptr<ImageReader> open_coded(const std::filesystem::path& file, CodeImage picture, const LightChoice& light,
                                        std::unique_ptr<GainLayer> gain = nullptr);

}  // namespace image_io::internal

#endif
