// SPDX-License-Identifier: MIT
// Detection of picture formats by their first bytes, and the parts that all readers share.
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <string_view>
#include <utility>

#include "files/input.h"
#include "files/path.h"
#include "image_io/internal.h"
#include "image_io/stand_in.h"

namespace image_io {
namespace internal {

namespace {

enum class Accepted { regular_files, pipes_too };

InputStream open(const std::filesystem::path& file, Accepted accepted) {
  // stat() first: opening a pipe would wait for a writer.
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) throw files::ReadFailure(file, errno);
  if (S_ISDIR(status.st_mode)) throw files::ReadFailure(file, EISDIR);
  const bool regular = S_ISREG(status.st_mode);
  if (!regular && accepted == Accepted::regular_files) throw files::ReadFailure(file, "not a regular file");
  files::check_input(file);
  InputStream input;
  input.stream.reset(std::fopen(file.c_str(), "rbe"));
  if (!input.stream) throw files::ReadFailure(file, errno);
  if (!regular) return input;
  if (status.st_size <= 0) throw files::Error(file, "the file is empty");
  input.size_bytes = static_cast<std::uint64_t>(status.st_size);
  return input;
}

}  // namespace

InputFile open_input(const std::filesystem::path& file) {
  InputStream input = open(file, Accepted::regular_files);
  return {std::move(input.stream), *input.size_bytes};
}

InputFile open_memory(const std::filesystem::path& name, std::span<const unsigned char> bytes) {
  errno = 0;
  FilePtr stream(::fmemopen(const_cast<unsigned char*>(bytes.data()), bytes.size(), "rb"));
  if (!stream) throw files::ReadFailure(name, errno);
  return {std::move(stream), bytes.size()};
}

InputStream open_stream(const std::filesystem::path& file) { return open(file, Accepted::pipes_too); }

std::vector<unsigned char> read_bytes(const std::filesystem::path& file) {
  const InputFile input = open_input(file);
  if (input.size_bytes > read_limits().memory_bytes) {
    throw files::ReadFailure(file, "the file is too large: " + mib_text(input.size_bytes) + "; the limit is " +
                                       std::to_string(read_limits().memory_bytes >> 20) + ", see --memory-mib");
  }
  std::vector<unsigned char> bytes;
  try {
    bytes.resize(input.size_bytes);
  } catch (const std::exception&) {
    throw files::ReadFailure(file, "out of memory");
  }
  errno = 0;
  if (std::fread(bytes.data(), 1, bytes.size(), input.stream.get()) != bytes.size()) {
    if (errno != 0) throw files::ReadFailure(file, errno);
    throw files::ReadFailure(file, "the file became shorter while it was read");
  }
  return bytes;
}

std::vector<std::byte> allocate_texels(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                       std::size_t texel_bytes) {
  return allocate(file, width, height, std::size_t{width} * height * texel_bytes);
}

std::vector<std::byte> allocate(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                                std::size_t bytes) {
  try {
    return std::vector<std::byte>(bytes);
  } catch (const std::exception&) {
    throw files::ReadFailure(file, "out of memory for " + size_text(width, height) + " texels");
  }
}

namespace {

/// Of all decoders at work.
struct InUse {
  std::mutex mutex;
  std::condition_variable changed;
  std::uint64_t bytes = 0;
};
InUse in_use;

}  // namespace

DecodeMemory::DecodeMemory(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height,
                           std::uint64_t texel_bytes)
    : bytes_(texel_bytes * width * height) {
  check_memory(file, width, height, bytes_);
  std::unique_lock lock(in_use.mutex);
  in_use.changed.wait(lock, [&] { return in_use.bytes == 0 || in_use.bytes + bytes_ <= read_limits().memory_bytes; });
  in_use.bytes += bytes_;
}

DecodeMemory::~DecodeMemory() {
  {
    const std::lock_guard lock(in_use.mutex);
    in_use.bytes -= bytes_;
  }
  in_use.changed.notify_all();
}

std::string mib_text(std::uint64_t bytes) { return std::to_string((bytes + (1 << 20) - 1) >> 20) + " MiB"; }

std::string size_text(std::uint64_t width, std::uint64_t height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

void check_size(const std::filesystem::path& file, std::int64_t width, std::int64_t height) {
  const std::string size = std::to_string(width) + " x " + std::to_string(height);
  if (width < 1 || height < 1) throw files::Error(file, "the picture is empty (" + size + " texels)");
  const std::uint32_t limit = read_limits().max_side;
  if (width > limit || height > limit) {
    throw files::ReadFailure(
        file, "the picture is too large (" + size + " texels; the limit is " + std::to_string(limit) + " a side)");
  }
}

void check_plausible(const std::filesystem::path& file, std::uint64_t width, std::uint64_t height,
                     std::uint64_t decoded_bytes, std::uint64_t limit_bytes, std::uint64_t file_bytes) {
  if (decoded_bytes <= limit_bytes) return;
  throw files::Error(file, "truncated or corrupt: the header asks for " + size_text(width, height) +
                               " texels, more than a file of " + std::to_string(file_bytes) + " bytes can hold");
}

void check_rows(const std::filesystem::path& file, const ImageInfo& info, std::uint32_t first_row,
                std::uint32_t row_count) {
  if (first_row <= info.height && row_count <= info.height - first_row) return;
  throw files::Error(file, "rows " + std::to_string(first_row) + " to " +
                               std::to_string(std::uint64_t{first_row} + row_count) + " asked of a picture of " +
                               std::to_string(info.height) + " rows");
}

namespace {

/// A file of boxes (ISO/IEC 14496-12): the first names what kinds of picture it holds.
FileKind kind_of_brands(const std::filesystem::path& file, std::string_view start) {
  std::size_t box_bytes = 0;
  for (std::size_t i = 0; i < 4; ++i) box_bytes = box_bytes << 8 | static_cast<unsigned char>(start[i]);
  for (std::size_t at = 8; at + 4 <= std::min(start.size(), box_bytes); at += 4) {
    const std::string_view brand = start.substr(at, 4);
    if (brand == "avif" || brand == "avis") return FileKind::avif;
  }
  throw files::Error(file, "a file of HEIF or MP4 without an AVIF picture, which is not supported");
}

}  // namespace

FileKind file_kind(const std::filesystem::path& file) {
  using namespace std::string_view_literals;
  std::array<char, kStandInBytes> start{};
  const InputFile input = open_input(file);
  errno = 0;
  const std::size_t count = std::fread(start.data(), 1, start.size(), input.stream.get());
  if (count == 0 && errno != 0) throw files::ReadFailure(file, errno);
  const std::string_view magic(start.data(), count);
  if (magic.starts_with("\x76\x2f\x31\x01")) return FileKind::exr;
  if (magic.starts_with("\x89PNG\r\n\x1a\n")) return FileKind::png;
  if (magic.starts_with("\xff\xd8\xff")) return FileKind::jpeg;
  // A line with the name of the program that wrote it: RADIANCE, RGBE, AUTOPANO and others.
  if (magic.starts_with("#?") && magic.find('\n') != std::string_view::npos) return FileKind::radiance;
  for (const std::string_view tiff : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv}) {
    if (magic.starts_with(tiff)) return FileKind::tiff;
  }
  if (magic.starts_with("RIFF") && count >= 12 && magic.substr(8).starts_with("WEBP")) return FileKind::webp;
  if (magic.starts_with("\xff\x0a") || magic.starts_with("\0\0\0\x0cJXL \r\n\x87\n"sv)) return FileKind::jxl;
  if (count >= 12 && magic.substr(4).starts_with("ftyp")) return kind_of_brands(file, magic);
  if (magic.starts_with("BM")) return FileKind::bmp;
  check_stand_in(file, magic);
  if (files::lower_extension(file) == ".tga") return FileKind::tga;
  throw files::Error(file, "not an OpenEXR, Radiance HDR, PNG, JPEG, TIFF, WebP, AVIF, JPEG XL, BMP or TGA picture");
}

CodeImage decode_coded(FileKind kind, const std::filesystem::path& file) {
  switch (kind) {
    case FileKind::png:
      return decode_png(file, open_input(file));
    case FileKind::jpeg:
      return decode_jpeg(file, read_bytes(file));
    case FileKind::tiff:
      if constexpr (PHOTOPIC_TIFF) {
        return decode_tiff(file);
      } else {
        throw files::ReadFailure(file, "this build reads no TIFF");
      }
    case FileKind::webp:
      if constexpr (PHOTOPIC_WEBP) {
        return decode_webp(file);
      } else {
        throw files::ReadFailure(file, "this build reads no WebP");
      }
    case FileKind::avif:
      if constexpr (PHOTOPIC_AVIF) {
        return decode_avif(file);
      } else {
        throw files::ReadFailure(file, "this build reads no AVIF");
      }
    case FileKind::jxl:
      if constexpr (PHOTOPIC_JXL) {
        return decode_jxl(file);
      } else {
        throw files::ReadFailure(file, "this build reads no JPEG XL");
      }
    case FileKind::bmp:
      return decode_bmp(file);
    case FileKind::tga:
      return decode_tga(file);
    default:
      throw std::logic_error("a kind of picture without a reader");
  }
}

}  // namespace internal

ReadLimits& read_limits() {
  static ReadLimits limits;
  return limits;
}

void check_memory(const std::filesystem::path& file, std::uint32_t width, std::uint32_t height, std::uint64_t bytes) {
  const std::uint64_t limit = read_limits().memory_bytes;
  if (bytes <= limit) return;
  throw files::ReadFailure(file, "the picture is too large: " + internal::size_text(width, height) + " texels take " +
                                     internal::mib_text(bytes) + "; the limit is " + std::to_string(limit >> 20) +
                                     ", see --memory-mib");
}

std::unique_ptr<ImageReader> open_image(const std::filesystem::path& file, const ReadOptions& options) {
  using internal::FileKind;
  const FileKind kind = internal::file_kind(file);
  if (options.layers.is_given() && kind != FileKind::exr) {
    throw files::Error(file, "not OpenEXR: other pictures have no parts, layers and named channels to choose from");
  }
  switch (kind) {
    case FileKind::exr:
      return internal::open_exr(file, options.layers, &options.light);
    case FileKind::radiance:
      return internal::open_radiance(file);
    case FileKind::jpeg:
      return internal::open_jpeg(file, options.light);
    default:
      return internal::open_coded(file, internal::decode_coded(kind, file), options.light);
  }
}

std::unique_ptr<ImageReader> open_weights(const std::filesystem::path& file) {
  using internal::FileKind;
  const FileKind kind = internal::file_kind(file);
  if (kind == FileKind::exr || kind == FileKind::radiance) return open_image(file);
  CodeImage picture = internal::decode_coded(kind, file);
  picture.facts.color = {};
  picture.facts.orientation = 1;
  return internal::open_coded(file, std::move(picture), {});
}

std::span<const char* const> picture_extensions() {
  static constexpr const char* kExtensions[] = {".png",  ".jpg",  ".jpeg", ".exr", ".hdr", ".tif",
                                                ".tiff", ".webp", ".avif", ".jxl", ".bmp", ".tga"};
  return kExtensions;
}

bool is_picture_name(const std::filesystem::path& file) {
  const std::span<const char* const> extensions = picture_extensions();
  return std::find(extensions.begin(), extensions.end(), files::lower_extension(file)) != extensions.end();
}

Image read_image(const std::filesystem::path& file) {
  const std::unique_ptr<ImageReader> reader = open_image(file);
  Image image;
  image.info = reader->info();
  const internal::DecodeMemory memory(file, image.info.width, image.info.height, texel_bytes(image.info.format));
  image.texels = internal::allocate_texels(file, image.info.width, image.info.height, texel_bytes(image.info.format));
  reader->read_rows(0, image.info.height, image.texels.data());
  return image;
}

}  // namespace image_io
