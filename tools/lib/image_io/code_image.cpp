// SPDX-License-Identifier: MIT
// Pictures as stored, from each format.
#include "image_io/code_image.h"

#include <half.h>

#include <array>
#include <cstring>
#include <string_view>

#include "image_io/internal.h"

namespace image_io {
namespace {

// The halves fill the second half of `texels`. From the first on, no texel is written over before it was read.
void widen(std::vector<std::byte>& texels) {
  using Half = std::array<half, 4>;
  using Float = std::array<float, 4>;
  const std::byte* in = texels.data() + texels.size() / 2;
  std::byte* out = texels.data();
  for (std::size_t i = texels.size() / sizeof(Float); i > 0; --i, in += sizeof(Half), out += sizeof(Float)) {
    Half narrow;
    std::memcpy(narrow.data(), in, sizeof(narrow));
    const Float wide = {narrow[0], narrow[1], narrow[2], narrow[3]};
    std::memcpy(out, wide.data(), sizeof(wide));
  }
}

CodeImage read_linear(const std::filesystem::path& file, ImageReader& reader) {
  const ImageInfo& info = reader.info();
  const internal::DecodeMemory memory(file, info.width, info.height, texel_bytes(CodeImage::Samples::linear));
  CodeImage image{info.width, info.height, CodeImage::Samples::linear, reader.facts(), {}};
  image.texels = internal::allocate_texels(file, image.width, image.height, texel_bytes(image.samples));
  const bool is_half = info.format == TexelFormat::rgba16f;
  reader.read_rows(0, info.height, image.texels.data() + (is_half ? image.texels.size() / 2 : 0));
  if (is_half) widen(image.texels);
  return image;
}

void check_is_exr(const std::filesystem::path& file) {
  if (internal::file_kind(file) == internal::FileKind::exr) return;
  throw files::Error(file, "not OpenEXR, which alone has channels by name");
}

}  // namespace

std::vector<std::string> exr_channels(const std::filesystem::path& file) {
  check_is_exr(file);
  return internal::exr_channel_names(file);
}

CodeImage read_exr_channels(const std::filesystem::path& file, std::span<const std::string> names) {
  check_is_exr(file);
  return read_linear(file, *internal::open_exr(file, {.channels = {names.begin(), names.end()}}, nullptr));
}

CodeImage read_code_image(const std::filesystem::path& file) {
  using internal::FileKind;
  const FileKind kind = internal::file_kind(file);
  switch (kind) {
    case FileKind::exr:
      return read_linear(file, *internal::open_exr(file, {}, nullptr));
    case FileKind::radiance:
      return read_linear(file, *internal::open_radiance(file));
    default:
      return internal::decode_coded(kind, file);
  }
}

CodeImage read_code_image(std::span<const unsigned char> bytes, const std::filesystem::path& name) {
  if (bytes.empty()) throw files::Error(name, "is empty");
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (start.starts_with("\x89PNG\r\n\x1a\n")) return internal::decode_png(name, internal::open_memory(name, bytes));
  if (start.starts_with("\xff\xd8\xff")) return internal::decode_jpeg(name, bytes);
  throw files::Error(name, "neither PNG nor JPEG");
}

}  // namespace image_io
